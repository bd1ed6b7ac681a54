// The steps: tables in groups, which are built when they come near.

const rowShown = (step, i) => (step.rows ? step.rows.shown[i] : String(i + 1));
const columnShown = (step, j) => (step.columns ? step.columns.shown[j] : String(j + 1));
const lastWord = (step) => lastWords(step.id, 1);
const isWeights = (step) => lastWord(step) === "weights" && step.shape[0] * step.shape[1] > 0;
const cellName = (step, i, j) => `${lastWord(step)}[${rowName(step, i)},${columnName(step, j)}]`;

// Which part of the calculation an id belongs to: a key of WORDS and its numbers.
function partOf(id) {
  const [first, second = ""] = id.split(".");
  if (first === "final") return ["final"];
  const number = /\d+$/.exec(first)?.[0];
  if (/^X[1-9]/.test(first)) return ["output", number];
  if (!first.startsWith("block")) return ["input"];
  if (second.startsWith("head")) return ["block_head", number, second.slice(4)];
  if (/^(concat|mha|Wo|bo)$/.test(second)) return ["together", number];
  if (/^(ffn|[Wb][12])$/.test(second)) return ["network", number];
  if (/^(add|ln|gamma|beta)\d$/.test(second)) return ["norm", number, second.slice(-1)];
  return ["projections", number];
}

const groups = [];
for (const step of steps) {
  const part = partOf(step.id);
  if (groups.at(-1)?.key !== part.join(" ")) groups.push({ key: part.join(" "), part, steps: [] });
  groups.at(-1).steps.push(step);
}
for (const group of groups) {
  // A residual sum that has its LayerNorm elsewhere.
  if (group.part[0] === "norm" && group.steps.every((step) => /\.add\d$/.test(step.id))) group.part = ["add", group.part[1]];
}

// How strong a cell is shaded, 0 … 10: weights by their share, all else by its part of the largest number.
function shade(step, x) {
  if (x === -Infinity) return "masked";
  step.largest ??= step.values.reduce((most, y) => (Number.isFinite(y) ? Math.max(most, Math.abs(y)) : most), 0);
  if (isWeights(step)) return "w" + Math.round(Math.min(1, Math.max(0, x)) * 10);
  const level = step.largest > 0 ? Math.round((Math.abs(x) / step.largest) * 10) : 0;
  return level === 0 ? "" : (x < 0 ? "n" : "p") + level;
}

function buildStep(step) {
  const [rows, columns] = step.shape;
  const head = element("tr", {}, element("td"));
  for (let j = 0; j < columns; ++j) head.append(element("th", { scope: "col" }, columnShown(step, j)));
  const body = element("tbody");
  step.cells = [];
  for (let i = 0; i < rows; ++i) {
    const row = element("tr", {}, element("th", { scope: "row" }, rowShown(step, i)));
    for (let j = 0; j < columns; ++j) {
      const cell = document.createElement("td");
      if (step.cells.length === 0) cell.tabIndex = 0; // one stop for the Tab key; the arrow keys do the rest
      step.cells.push(cell);
      row.append(cell);
    }
    body.append(row);
  }
  const word = lastWord(step);
  const before = step.id.slice(0, step.id.length - word.length);
  const heading = element("h3", {}, element("a", { href: "#" + step.id }, element("span", {}, before), word));
  const caption = step.id + ".formula";
  step.tools = element("span", { class: "tools" });
  step.section.replaceChildren(
    element("div", { class: "title" }, heading, step.tools),
    // Not a <caption>: a long formula would stretch a narrow table.
    element("p", { class: "formula", id: caption }, step.formula + "  ", element("span", {}, `[${rows}×${columns}]`)),
    element(
      "div",
      { class: "scroll" },
      element(
        "table",
        { "data-step": step.n, "aria-describedby": caption, "aria-label": step.id },
        element("thead", {}, head),
        body,
      ),
    ),
  );
  writeCells(step);
  drawTools(step);
}

function writeCells(step) {
  if (!step.cells) return;
  const columns = step.shape[1];
  step.cells.forEach((cell, at) => {
    const i = Math.floor(at / columns);
    if (isCovered(step, i, at % columns)) {
      coverCell(step, at);
    } else {
      cell.className = shade(step, step.values[at]);
      cell.textContent = fixed(step.values[at], decimals);
      if (step.answers?.revealed.has(at)) cell.classList.add("revealed");
    }
  });
}

// Builds the table of a step. Before that its section only has the size that it will have, or nearly so.
function fill(step) {
  if (step.cells) return;
  step.section.style.minWidth = step.section.style.minHeight = "";
  buildStep(step);
}

function expectedSize({ shape }, width) {
  return [Math.min(width, 60 + shape[1] * (34 + 8 * decimals)), 110 + 29 * shape[0]];
}

function expectedHeight(group, width) {
  let height = 60;
  let left = 0;
  let highest = 0;
  for (const step of group.steps) {
    const [wide, high] = expectedSize(step, width);
    if (left + wide > width) [height, left, highest] = [height + highest, 0, 0];
    left += wide + 36;
    highest = Math.max(highest, high + 24);
  }
  return height + highest;
}

// Tables that have come near are built between two frames, so that the page can scroll meanwhile.
const waiting = [];
function whenIdle(action) {
  if (window.requestIdleCallback) requestIdleCallback(action, { timeout: 50 });
  else setTimeout(action); // Safari
}
function fillSoon(step) {
  if (waiting.push(step) === 1) whenIdle(fillNext);
}
function fillNext(deadline) {
  do {
    fill(waiting[0]);
    waiting.shift();
  } while (waiting.length > 0 && deadline?.timeRemaining() > 4);
  if (waiting.length > 0) whenIdle(fillNext);
  else document.body.dataset.ready = "";
  if (current) markSources();
}

function drawGroups() {
  const width = $("steps").clientWidth || 800;
  const isSmall = page.steps.reduce((count, step) => count + step.values.length, 0) <= 3000;
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        fillSoon(page.steps[target.dataset.step]);
      }
    },
    { rootMargin: "1500px" },
  );
  for (const group of groups) {
    const cards = element("div", { class: "cards" });
    group.section = element("section", { class: "group" }, saying(element("h2"), ...group.part), cards);
    $("steps").append(group.section);
    if (!isSmall) group.section.style.containIntrinsicSize = `auto none auto ${expectedHeight(group, width)}px`;
    for (const step of group.steps) {
      step.section = element("section", { class: "step", id: step.id, "data-step": step.n });
      cards.append(step.section);
      const [wide, high] = expectedSize(step, width);
      step.section.style.minWidth = wide + "px";
      step.section.style.minHeight = high + "px";
      if (isSmall) fillSoon(step);
      else near.observe(step.section);
    }
  }
  addEventListener("beforeprint", () => steps.forEach(fill));
}

function goTo(step) {
  if (mode === "walk" && step.place > walked) walkTo(step.place);
  fill(step);
  const around = steps.slice(Math.max(0, step.place - 12), step.place + 12);
  if (around.reduce((count, s) => count + s.values.length, 0) < 2000) around.forEach(fill);
  step.section.scrollIntoView({ block: "center" });
  const cell = step.cells[0];
  (cell.querySelector("input") ?? cell).focus({ preventScroll: true });
}
