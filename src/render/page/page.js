// The page: it draws the calculation that stands in it as JSON, and lets one look at it, walk through it and practise.
// A label or a title only ever becomes text (textContent), never HTML.

const page = JSON.parse(document.getElementById("data").textContent);
for (const [n, step] of page.steps.entries()) {
  step.n = n;
  step.values = step.values.map((x) => x ?? -Infinity);
  step.from = (step.from ?? []).map((from) => page.steps[from]);
  step.rows = step.rows === null ? null : page.labels[step.rows];
  step.columns = step.columns === null ? null : page.labels[step.columns];
}
const steps = page.steps.filter((step) => !step.hidden); // the others are there for what was made from them
steps.forEach((step, place) => (step.place = place));

let decimals = page.decimals;
let mode = "read"; // or walk, practise
let walked = 0; // the step up to which they are uncovered
let block = 1; // that the map and the lines show
language = page.language;

// --- Elements and their words ---

const $ = (id) => document.getElementById(id);

function element(tag, attributes = {}, ...children) {
  const svg = ["svg", "path", "line", "text", "g", "title"].includes(tag);
  const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

// Elements that say something in the language that is chosen: as their text, or as an attribute.
const spoken = new Set();
function speak(entry) {
  const text = say(entry.key, ...entry.parts.map((part) => (typeof part === "function" ? part() : part)));
  if (entry.attribute) entry.node.setAttribute(entry.attribute, text);
  else entry.node.textContent = text;
}
function saying(node, key, ...parts) {
  const entry = { node, key, parts };
  spoken.add(entry);
  speak(entry);
  return node;
}
function labelled(node, key, ...parts) {
  const entry = { node, key, parts, attribute: "aria-label" };
  spoken.add(entry);
  speak(entry);
  return node;
}
function forget(container) {
  for (const entry of spoken) if (container.contains(entry.node)) spoken.delete(entry);
  container.replaceChildren();
}

function announce(text) {
  $("said").textContent = text;
}

function button(key, action, attributes = {}) {
  return saying(element("button", { type: "button", onclick: action, ...attributes }), key);
}

// --- Steps: tables in groups, which are built when they come near ---

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
  step.tools = element("span", { class: "tools" });
  step.section.replaceChildren(
    element("div", { class: "title" }, heading, step.tools),
    element(
      "div",
      { class: "scroll" },
      element(
        "table",
        { "data-step": step.n },
        element("caption", {}, step.formula + "  ", element("span", {}, `[${rows}×${columns}]`)),
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

// Tables that have come near are built one at a time, so that the page can scroll meanwhile.
const waiting = [];
const whenIdle = window.requestIdleCallback ?? setTimeout; // Safari has none
function fillSoon(step) {
  if (waiting.push(step) === 1) whenIdle(fillNext);
}
function fillNext() {
  fill(waiting[0]);
  waiting.shift();
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
  step.section.scrollIntoView({ block: "center" });
  const cell = step.cells[0];
  (cell.querySelector("input") ?? cell).focus({ preventScroll: true });
}

// --- Where a number comes from ---

let current = null; // {step, i, j} the cell that is looked at
let isPinned = false;
let marked = []; // table cells that are marked

function markSources() {
  for (const cell of marked) cell.classList.remove("lit", "current");
  marked = [];
  if (!current) return;
  const mark = (step, i, j, as) => {
    const cell = step.cells?.[i * step.shape[1] + j];
    if (!cell) return;
    cell.classList.add(as);
    marked.push(cell);
  };
  mark(current.step, current.i, current.j, "current");
  for (const { step, i, j } of current.sources.flatMap(cellsOf)) mark(step, i, j, "lit");
}

// A source's matrix beside the arithmetic; of a large one only the rows and columns that were used.
function sourceTable(step, sources) {
  const isLit = (i, j) =>
    sources.some((s) => i >= s.row && i < s.row + s.rows && j >= s.column && j < s.column + s.columns);
  const range = (count, most, used) => Array.from({ length: count }, (_, k) => k).filter((k) => count <= most || used(k));
  const [mostRows, mostColumns] = matchMedia("(max-width: 1079.98px)").matches ? [4, 5] : [12, 9];
  const rows = range(step.shape[0], mostRows, (i) => sources.some((s) => i >= s.row && i < s.row + s.rows));
  const columns = range(step.shape[1], mostColumns, (j) => sources.some((s) => j >= s.column && j < s.column + s.columns));
  const head = element("tr", {}, element("td"));
  for (const j of columns) head.append(element("th", { scope: "col" }, columnShown(step, j)));
  const body = element("tbody");
  for (const i of rows) {
    const row = element("tr", {}, element("th", { scope: "row" }, rowShown(step, i)));
    for (const j of columns) {
      const x = exactly(step, i, j);
      const isHidden = isCovered(step, i, j);
      const cell = element("td", { class: isHidden ? "" : shade(step, x) }, isHidden ? "?" : fixed(x, decimals));
      if (isLit(i, j)) {
        cell.classList.add("lit");
        cell.dataset.cell = `${i + 1} ${j + 1}`;
      }
      row.append(cell);
    }
    body.append(row);
  }
  const name = `${say("made_from")}: ${step.id}`;
  const table = element("table", { "data-source": step.id, "aria-label": name }, element("thead", {}, head), body);
  return element(
    "figure",
    {},
    element("p", {}, step.id),
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, table),
  );
}

function drawPanel() {
  const panel = $("panel");
  forget(panel);
  panel.classList.toggle("open", current !== null);
  panel.append(
    element(
      "div",
      { class: "title" },
      saying(element("h2"), "panel"),
      current && labelled(element("button", { type: "button", class: "close", onclick: leaveCell }, "✕"), "close"),
    ),
  );
  if (!current) {
    panel.append(saying(element("p"), "panel_hint"));
    return;
  }
  const { step, i, j } = current;
  const { sources } = explain(step, i, j, decimals);
  const hides = sources.flatMap(cellsOf).some((from) => isCovered(from.step, from.i, from.j));
  const isHidden = isCovered(step, i, j);
  const { lines, leftOut } = explain(step, i, j, decimals, !isHidden && !hides);
  current.sources = sources;
  const where = `${step.id}[${rowName(step, i)},${columnName(step, j)}]`;
  panel.append(element("p", { class: "where" }, where));
  if (isGiven(step)) {
    panel.append(element("p", { class: "value" }, fixed(exactly(step, i, j), decimals)));
    panel.append(saying(element("p"), "is_given"));
    return;
  }
  panel.append(element("p", { class: "arithmetic", id: "arithmetic" }, ...lines.map((line) => element("span", {}, line))));
  if (leftOut > 0) panel.append(saying(element("p"), "terms_left_out", grouped(leftOut)));
  if (isHidden || hides) panel.append(saying(element("p"), "hidden_too"));
  if (sources.length === 0) return;
  panel.append(saying(element("h3"), "made_from"));
  const matrices = new Map();
  for (const source of sources) matrices.set(source.step, [...(matrices.get(source.step) ?? []), source]);
  const tables = element("div", { class: "sources" });
  for (const [from, of] of matrices) tables.append(sourceTable(from, of));
  panel.append(tables);
  for (const scroll of tables.querySelectorAll(".scroll")) {
    const lit = scroll.querySelector("td.lit");
    scroll.scrollTo(lit.offsetLeft - 80, Math.max(0, lit.offsetTop - 60));
  }
}

function lookAt(step, i, j) {
  if (current?.step === step && current.i === i && current.j === j) return;
  current = { step, i, j, sources: [] };
  drawPanel();
  markSources();
}

function leaveCell() {
  current = null;
  isPinned = false;
  drawPanel();
  markSources();
}

function placeOf(target) {
  const cell = target.closest?.("#steps tbody td");
  if (!cell) return null;
  const step = page.steps[cell.closest("table").dataset.step];
  return { step, i: cell.parentNode.sectionRowIndex, j: cell.cellIndex - 1, cell };
}

// The cell of a table at which the Tab key stops.
function makeStop(step, cell) {
  for (const other of step.cells) if (other.tabIndex === 0) other.tabIndex = -1;
  if (!cell.firstElementChild) cell.tabIndex = 0;
}

function moveTo(place, i, j) {
  const [rows, columns] = place.step.shape;
  if (i < 0 || i >= rows || j < 0 || j >= columns) return;
  const next = place.step.cells[i * columns + j];
  const target = next.querySelector("input") ?? next;
  makeStop(place.step, next);
  target.focus();
}

function watchCells() {
  const root = $("steps");
  let mouse = ""; // where it was: when the page scrolls under a mouse that rests, nobody has pointed at anything
  root.addEventListener("pointerover", (event) => {
    const hasMoved = mouse !== `${event.screenX} ${event.screenY}`;
    mouse = `${event.screenX} ${event.screenY}`;
    const place = placeOf(event.target);
    if (place && hasMoved && event.pointerType === "mouse" && !isPinned) lookAt(place.step, place.i, place.j);
  });
  root.addEventListener("pointermove", (event) => {
    mouse = `${event.screenX} ${event.screenY}`;
  });
  root.addEventListener("focusin", (event) => {
    const place = placeOf(event.target);
    if (place) lookAt(place.step, place.i, place.j);
  });
  root.addEventListener("click", (event) => {
    const place = placeOf(event.target);
    if (!place) return;
    lookAt(place.step, place.i, place.j);
    isPinned = true;
    place.cell.scrollIntoView({ block: "nearest", inline: "nearest" }); // the panel may have come over it
    if (event.target !== place.cell) return;
    makeStop(place.step, place.cell);
    place.cell.focus();
  });
  root.addEventListener("keydown", (event) => {
    const place = placeOf(event.target);
    if (!place || event.altKey || event.ctrlKey || event.metaKey) return;
    const { step, i, j } = place;
    const isTyping = event.target.tagName === "INPUT";
    const last = step.shape[1] - 1;
    const moves = { ArrowUp: [i - 1, j], ArrowDown: [i + 1, j] };
    if (!isTyping) Object.assign(moves, { ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1], Home: [i, 0], End: [i, last] });
    if (isTyping) moves.Enter = j < last ? [i, j + 1] : [i + 1, 0];
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    moveTo(place, ...move);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      document.activeElement?.blur();
      leaveCell();
    }
  });
}

// --- Practice: what is hidden, what was typed ---

// step.answers = {typed: Map from a cell's number to its text, revealed: Set of cells' numbers}
const practised = () => steps.filter((step) => step.answers);
const isCovered = (step, i, j) => Boolean(step.answers) && !step.answers.revealed.has(i * step.shape[1] + j);

const typedIn = (step, i, j) => (isCovered(step, i, j) ? step.answers.typed.get(i * step.shape[1] + j) ?? "" : "");

// The number that stands in a cell of the page: typed, else as it is shown.
function onThePage(step, i, j) {
  const typed = readNumber(typedIn(step, i, j));
  if (typed.kind === "number") return typed.value;
  return isCovered(step, i, j) ? exactly(step, i, j) : roundTo(exactly(step, i, j), decimals);
}

// What stands in the cells of a source, as a list of {step, i, j}.
function cellsOf(source) {
  const cells = [];
  for (let i = source.row; i < source.row + source.rows; ++i) {
    for (let j = source.column; j < source.column + source.columns; ++j) cells.push({ step: source.step, i, j });
  }
  return cells;
}

let verdicts = new Map(); // by step and cell, as long as nothing else is typed

// Right is what fits the calculation, or the numbers on the page that it was made from.
function judge(step, i, j) {
  const key = `${step.n} ${i} ${j}`;
  if (!verdicts.has(key)) verdicts.set(key, judged(step, i, j));
  return verdicts.get(key);
}

function judged(step, i, j) {
  const cell = readNumber(typedIn(step, i, j));
  if (cell.kind !== "number") return cell.kind;
  const value = exactly(step, i, j);
  if (isRight(cell, value)) return "right";
  const own = calculate(step, i, j, onThePage);
  if (isRight(cell, own)) {
    const isFromWrong = explain(step, i, j, decimals)
      .sources.flatMap(cellsOf)
      .some((from) => ["wrong", "follows"].includes(judge(from.step, from.i, from.j)));
    return isFromWrong ? "follows" : "right";
  }
  return isLastDigit(cell, value) || isLastDigit(cell, own) ? "last" : "wrong";
}

const VERDICTS = ["right", "follows", "last", "wrong", "unreadable"];

function coverCell(step, at) {
  const cell = step.cells[at];
  const columns = step.shape[1];
  const [i, j] = [Math.floor(at / columns), at % columns];
  const input = element("input", { type: "text", size: 7, autocomplete: "off", inputmode: "text", spellcheck: "false" });
  labelled(input, "your_number", cellName(step, i, j));
  input.value = step.answers.typed.get(at) ?? "";
  input.addEventListener("change", () => {
    step.answers.typed.set(at, input.value);
    judgeAll();
    const verdict = judge(step, i, j);
    announce(`${cellName(step, i, j)}: ${say(verdict)}`);
  });
  cell.className = "covered";
  cell.removeAttribute("tabindex");
  cell.replaceChildren(input);
}

function judgeAll() {
  verdicts = new Map();
  let right = 0;
  let all = 0;
  for (const step of practised()) {
    const columns = step.shape[1];
    all += step.values.length - step.answers.revealed.size;
    for (const at of step.answers.typed.keys()) {
      if (step.answers.revealed.has(at)) continue;
      const verdict = judge(step, Math.floor(at / columns), at % columns);
      if (verdict === "right" || verdict === "follows") ++right;
      const cell = step.cells?.[at];
      if (!cell) continue;
      cell.classList.remove(...VERDICTS);
      if (verdict !== "blank") cell.classList.add(verdict);
      const input = cell.querySelector("input");
      input.setAttribute("aria-invalid", verdict === "wrong" || verdict === "unreadable");
      input.title = verdict === "blank" ? "" : say(verdict);
    }
  }
  if ($("score")) {
    $("score").textContent = all > 0 ? say("score", right, all) : "";
    $("download").disabled = practised().every((step) => step.answers.typed.size === 0);
  }
}

function redraw(step) {
  if (step.cells) {
    for (const cell of step.cells) {
      if (cell.firstElementChild) forget(cell);
      cell.removeAttribute("tabindex");
    }
    step.cells[0].tabIndex = 0;
  }
  writeCells(step);
  drawTools(step);
}

function hideStep(step) {
  step.answers ??= { typed: new Map(), revealed: new Set() };
}

function afterPractice(changed) {
  changed.forEach(redraw);
  judgeAll();
  drawPanel();
  markSources();
}

// Shows what was not found; what was typed right stays.
function reveal(step) {
  const columns = step.shape[1];
  step.values.forEach((_, at) => {
    const verdict = judge(step, Math.floor(at / columns), at % columns);
    if (verdict !== "right") step.answers.revealed.add(at);
  });
}

function drawTools(step) {
  if (!step.tools) return;
  forget(step.tools);
  if (mode !== "practise" || isGiven(step)) return;
  const tool = (key, label, action) => {
    const node = button(key, () => {
      action();
      afterPractice([step]);
      step.tools.querySelector("button")?.focus();
    });
    labelled(node, label, step.id);
    step.tools.append(node);
  };
  if (step.answers) {
    tool("reveal", "reveal_step", () => reveal(step));
    tool("show", "show_step", () => delete step.answers);
  } else {
    tool("hide", "hide_step", () => hideStep(step));
  }
}

// What was typed, in the text format that `mha check` reads.
function answersFile() {
  const round = page.round === null ? "" : ` · round ${page.round}`;
  const out = [`# mha ${page.version} · ${page.config} · decimals ${decimals}${round}`, ""];
  for (const step of practised()) {
    if (![...step.answers.typed.values()].some((text) => readNumber(text).kind === "number")) continue;
    const [rows, columns] = step.shape;
    out.push(`## ${step.id}  [${rows}×${columns}]  ${step.formula}`);
    out.push("#  " + Array.from({ length: columns }, (_, j) => columnName(step, j)).join("  "));
    for (let i = 0; i < rows; ++i) {
      const cells = step.rows ? [rowName(step, i)] : [];
      for (let j = 0; j < columns; ++j) {
        cells.push(readNumber(step.answers.typed.get(i * columns + j) ?? "").text ?? "?");
      }
      out.push(cells.join("  "));
    }
    out.push("");
  }
  return out.join("\n");
}

function downloadAnswers() {
  const url = URL.createObjectURL(new Blob([answersFile()], { type: "text/plain" }));
  element("a", { href: url, download: "answers.txt" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// --- Step by step ---

function walkTo(place) {
  walked = Math.min(Math.max(place, 0), steps.length - 1);
  const step = steps[walked];
  for (const group of groups) {
    group.section.hidden = group.steps[0].place > walked;
    for (const s of group.steps) s.section.hidden = s.place > walked;
  }
  fill(step);
  document.querySelector(".step.now")?.classList.remove("now");
  step.section.classList.add("now");
  step.section.scrollIntoView({ block: "center" });
  const of = blockOf(step);
  if (of && of !== block) chooseBlock(of);
  markMap();
  if ($("walked")) {
    $("walked").textContent = say("step_of", walked + 1, steps.length);
    $("previous").disabled = walked === 0;
    $("next").disabled = walked === steps.length - 1;
  }
  announce(`${say("step_of", walked + 1, steps.length)}: ${step.id}`);
}

function watchWalking() {
  document.addEventListener("keydown", (event) => {
    if (mode !== "walk" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea, tbody td")) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    walkTo(walked + by);
  });
}

function setMode(next) {
  const wasWalking = mode === "walk";
  mode = next;
  document.body.dataset.mode = mode;
  drawBar();
  for (const step of steps) drawTools(step);
  if (mode === "walk") {
    leaveCell();
    walkTo(walked);
  } else if (wasWalking) {
    for (const group of groups) {
      group.section.hidden = false;
      for (const step of group.steps) step.section.hidden = false;
    }
    document.querySelector(".step.now")?.classList.remove("now");
    markMap();
  }
  if (mode !== "practise") {
    const changed = practised();
    for (const step of changed) {
      step.kept = step.answers;
      delete step.answers;
    }
    afterPractice(changed);
  } else {
    const changed = steps.filter((step) => step.kept);
    for (const step of changed) {
      step.answers = step.kept;
      delete step.kept;
    }
    afterPractice(changed);
  }
}

// --- The bar ---

function drawBar() {
  const bar = $("bar");
  forget(bar);
  labelled(bar, "settings");
  const modes = labelled(element("div", { class: "modes", role: "group" }), "mode");
  for (const key of ["read", "walk", "practise"]) {
    modes.append(
      button(
        key,
        () => {
          setMode(key);
          document.querySelector(`.modes [data-mode="${key}"]`).focus();
        },
        { "aria-pressed": String(mode === key), "data-mode": key },
      ),
    );
  }
  const chooser = element("select", { id: "decimals", onchange: (event) => setDecimals(Number(event.target.value)) });
  const choices = [0, 1, 2, 3, 4, 5, 6];
  if (!choices.includes(page.decimals)) choices.push(page.decimals);
  for (const n of choices) chooser.append(element("option", { value: n, selected: n === decimals }, String(n)));
  const languages = element("button", {
    type: "button",
    id: "language",
    lang: language === "en" ? "zh" : "en",
    onclick: () => {
      setLanguage(language === "en" ? "zh" : "en");
      $("language").focus();
    },
  });
  languages.textContent = language === "en" ? "中文" : "English";
  bar.append(
    element(
      "div",
      { class: "row" },
      modes,
      element(
        "div",
        { class: "settings" },
        element("label", { for: "decimals" }, saying(element("span"), "decimals"), chooser),
        languages,
      ),
    ),
  );
  if (mode === "walk") {
    const walking = element("div", { class: "row" });
    walking.append(
      button("previous", () => walkTo(walked - 1), { id: "previous" }),
      button("next", () => walkTo(walked + 1), { id: "next", class: "main" }),
      element("span", { id: "walked" }),
      saying(element("span", { class: "hint" }), "keys"),
    );
    bar.append(walking);
  }
  if (mode === "practise") {
    const practising = element("div", { class: "row" });
    const computed = () => steps.filter((step) => !isGiven(step));
    practising.append(
      button("hide_all", () => {
        computed().forEach(hideStep);
        afterPractice(computed());
      }),
      button("show_all", () => {
        const changed = practised();
        changed.forEach((step) => delete step.answers);
        afterPractice(changed);
      }),
      button("download", downloadAnswers, { id: "download", class: "main" }),
      element("span", { id: "score" }),
      saying(element("span", { class: "hint" }), "practise_hint"),
    );
    bar.append(practising);
    judgeAll();
  }
}

function drawDims() {
  $("dims").textContent = page.dims[language].replace(/([^,]) /g, "$1\u00a0"); // "d_k 2" stays together
}

function setDecimals(n) {
  decimals = n;
  steps.forEach((step) => step.cells && redraw(step));
  judgeAll();
  drawPanel();
  markSources();
  drawLooks();
}

function setLanguage(next) {
  language = next;
  document.documentElement.lang = next;
  drawBar();
  for (const entry of spoken) speak(entry);
  drawDims();
  drawLooks();
  judgeAll();
  if (mode === "walk") walkTo(walked);
}

// --- Blocks ---

function blockOf(step) {
  const found = /^(?:block|X)(\d+)/.exec(step.id);
  return found ? Math.max(1, Number(found[1])) : null;
}
const blocks = [...new Set(steps.map(blockOf).filter((n) => n !== null))].sort((a, b) => a - b);

function drawBlocks() {
  const nav = $("blocks");
  forget(nav);
  nav.hidden = blocks.length < 2;
  labelled(nav, "blocks");
  if (blocks.length > 12) {
    const chooser = element("select", { onchange: (event) => chooseBlock(Number(event.target.value)) });
    labelled(chooser, "blocks");
    for (const n of blocks) chooser.append(saying(element("option", { value: n }), "block", n));
    nav.append(chooser);
    return;
  }
  for (const n of blocks) {
    nav.append(
      saying(
        element("button", { type: "button", "aria-pressed": String(n === block), onclick: () => chooseBlock(n) }),
        "block",
        n,
      ),
    );
  }
}

function chooseBlock(n) {
  block = n;
  const chooser = $("blocks").querySelector("select");
  if (chooser) chooser.value = n;
  else [...$("blocks").children].forEach((node, k) => node.setAttribute("aria-pressed", String(blocks[k] === n)));
  drawMap();
  drawLooks();
}

// --- The map ---

// Weights, biases, gamma and beta stand at the arrows of what they make; they have no boxes.
const isParameter = (step) => /(^|\.)(W[qkvo12]|b[qkvo12]|gamma\d?|beta\d?)$/.test(step.id);

// Several steps that have one box: LayerNorm, softmax.
function boxOf(step) {
  const norm = /^(.*\bln\d|final)\b/.exec(step.id);
  if (norm) return norm[1];
  return step.id.replace(/\.(exp|sum)$/, ".weights");
}

function boxesOf(n) {
  const isIn = (step) => {
    const of = blockOf(step);
    if (/^X\d+$/.test(step.id)) return Number(step.id.slice(1)) === n || Number(step.id.slice(1)) === n - 1;
    if (step.id.startsWith("final")) return n === blocks.at(-1);
    return of === n || (of === null && n === blocks[0]);
  };
  const boxes = new Map();
  for (const step of steps) {
    if (isParameter(step) || !isIn(step)) continue;
    const key = boxOf(step);
    if (!boxes.has(key)) boxes.set(key, { key, steps: [], from: new Set() });
    const box = boxes.get(key);
    box.steps.push(step);
    for (const from of step.from) if (boxOf(from) !== key) box.from.add(boxOf(from));
  }
  return boxes;
}

const BOX_NAMES = { weights: "softmax" };

let edges = []; // [from, to] of the map, as elements

function drawMap() {
  const map = $("map");
  forget(map);
  const boxes = blocks.length > 0 ? boxesOf(block) : new Map();
  map.hidden = boxes.size < 3;
  edges = [];
  if (map.hidden) return;
  const flow = element("div", { class: "flow" });
  let row = null; // of boxes side by side
  let heads = null;
  for (const box of boxes.values()) {
    const step = box.steps.at(-1);
    const word = lastWord(step);
    const head = /\.(head\d+)\./.exec(step.id)?.[1];
    const isNorm = box.steps.some((s) => s.op === "scale_shift") || /ln\d$|^final$/.test(box.key);
    const detail = isNorm ? "LayerNorm" : head || isGiven(step) ? "" : step.formula;
    box.node = element(
      "a",
      { class: "box", href: "#" + step.id, "data-step": step.n, "data-word": word },
      element("b", {}, BOX_NAMES[word] ?? word),
      detail ? element("span", {}, detail) : null,
    );
    if (head) {
      if (!heads) {
        heads = element("div", { class: "heads" });
        flow.append(heads);
        row = null;
      }
      let column = [...heads.children].find((child) => child.dataset.head === head);
      if (!column) {
        column = element("div", { class: "head", "data-head": head });
        heads.append(column);
      }
      column.append(box.node);
      if (word === "out") box.node.append(saying(element("span"), "head", head.slice(4)));
      continue;
    }
    const isFusedRow = /^block\d+\.[QKV]$/.test(step.id) || /^[EP]$/.test(step.id);
    if (!row || !isFusedRow || row.dataset.kind !== word.replace(/[QKV]/, "QKV").replace(/[EP]/, "EP")) {
      row = element("div", { class: "line", "data-kind": word.replace(/[QKV]/, "QKV").replace(/[EP]/, "EP") });
      flow.append(row);
    }
    row.append(box.node);
    if (!isFusedRow) row = null;
  }
  for (const box of boxes.values()) {
    for (const from of box.from) if (boxes.has(from)) edges.push([boxes.get(from).node, box.node]);
  }
  const canvas = element("div", { class: "canvas" }, element("svg", { "aria-hidden": "true" }), flow);
  const frame = labelled(element("div", { class: "scroll", tabindex: 0, role: "region" }, canvas), "map");
  map.append(saying(element("h2"), "map"), saying(element("p", { class: "hint" }), "map_hint"), frame);
  flow.addEventListener("click", (event) => {
    const box = event.target.closest("a");
    if (!box) return;
    event.preventDefault();
    history.replaceState(null, "", box.getAttribute("href"));
    goTo(page.steps[box.dataset.step]);
  });
  drawEdges();
  frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
  markMap();
}

function markMap() {
  for (const box of document.querySelectorAll("#map .box")) {
    const step = page.steps[box.dataset.step];
    box.classList.toggle("later", mode === "walk" && step.place > walked);
    box.classList.toggle("now", mode === "walk" && boxOf(steps[walked]) === boxOf(step));
  }
}

// Straight down where the boxes stand over each other; a residual connection runs round at the side.
function drawEdges() {
  const svg = document.querySelector("#map svg");
  if (!svg) return;
  const canvas = svg.parentNode;
  const origin = canvas.getBoundingClientRect();
  svg.replaceChildren();
  svg.setAttribute("width", canvas.scrollWidth);
  svg.setAttribute("height", canvas.scrollHeight);
  const rect = (node) => {
    const r = node.getBoundingClientRect();
    const left = r.left - origin.left;
    const top = r.top - origin.top;
    return { left, top, right: left + r.width, bottom: top + r.height, x: left + r.width / 2, y: top + r.height / 2 };
  };
  const all = [...canvas.querySelectorAll(".box")].map(rect);
  const leftmost = Math.min(...all.map((r) => r.left));
  for (const [from, to] of edges) {
    const a = rect(from);
    const b = rect(to);
    const x = Math.min(Math.max(a.x, b.left + 10), b.right - 10);
    const isInTheWay = (r) => r.top > a.bottom - 1 && r.bottom < b.top + 1 && r.left < Math.max(a.x, x) && r.right > Math.min(a.x, x);
    let d;
    if (all.some(isInTheWay) && from.parentNode !== to.parentNode) {
      const side = leftmost - Math.min(22, leftmost - 4);
      const r = 8;
      d = `M${a.left},${a.y} H${side + r} q${-r},0 ${-r},${r} V${b.y - r} q0,${r} ${r},${r} H${b.left - 7}`;
      svg.append(element("path", { class: "tip", d: `M${b.left - 8},${b.y - 4} l7,4 l-7,4 z` }));
    } else {
      const middle = (a.bottom + b.top - 6) / 2;
      d =
        Math.abs(a.x - x) < 1
          ? `M${x},${a.bottom} V${b.top - 6}`
          : `M${a.x},${a.bottom} C${a.x},${middle} ${x},${middle} ${x},${b.top - 6}`;
      svg.append(element("path", { class: "tip", d: `M${x - 4},${b.top - 7} l4,7 l4,-7 z` }));
    }
    svg.append(element("path", { class: "edge", d }));
  }
}

// --- Who looks at whom ---

let looker = null; // the token whose view is shown alone: its row

const MOST_TOKENS = 64;

function drawLooks() {
  const looks = $("looks");
  forget(looks);
  const heads = steps.filter(
    (step) => isWeights(step) && blockOf(step) === block && Math.max(...step.shape) <= MOST_TOKENS,
  );
  looks.hidden = heads.length === 0;
  if (looks.hidden) return;
  looks.append(saying(element("h2"), "looks"), saying(element("p", { class: "hint" }), "looks_hint"));
  const tokens = heads[0].shape[0];
  if (looker !== null && looker >= tokens) looker = null;
  const choose = (row) => {
    looker = row;
    drawLooks();
    (looks.querySelector("[aria-pressed=true]") ?? looks.querySelector("select")).focus();
  };
  if (tokens <= 16) {
    const chooser = labelled(element("div", { class: "tokens", role: "group" }), "token");
    const choice = (row, node) => {
      node.setAttribute("aria-pressed", String(looker === row));
      chooser.append(node);
    };
    choice(null, button("all_tokens", () => choose(null)));
    for (let i = 0; i < tokens; ++i) {
      choice(i, element("button", { type: "button", onclick: () => choose(i) }, rowShown(heads[0], i)));
    }
    looks.append(chooser);
  } else {
    const chooser = element("select", {
      onchange: (event) => choose(event.target.value === "" ? null : Number(event.target.value)),
    });
    labelled(chooser, "token");
    chooser.append(saying(element("option", { value: "" }), "all_tokens"));
    for (let i = 0; i < tokens; ++i) {
      chooser.append(element("option", { value: i, selected: looker === i }, rowShown(heads[0], i)));
    }
    looks.append(chooser);
  }
  const row = element("div", { class: "views" });
  for (const step of heads) row.append(drawView(step));
  looks.append(row);
}

// About as wide as the text will be; CJK characters are twice as wide as others.
const widthOf = (text) => [...text].reduce((width, c) => width + (c > "\u2e80" ? 15 : 8.5), 0);

function shortened(text, most) {
  if (widthOf(text) <= most) return text;
  let out = "";
  for (const c of text) {
    if (widthOf(out + c) > most - 15) break;
    out += c;
  }
  return out + "…";
}

function drawView(step) {
  const [rows, columns] = step.shape;
  const lefts = Array.from({ length: rows }, (_, i) => shortened(rowShown(step, i), 110));
  const rights = Array.from({ length: columns }, (_, j) => shortened(columnShown(step, j), 110));
  const high = 30;
  const span = 100;
  const start = Math.max(...lefts.map(widthOf)) + 8;
  const end = start + span;
  const hidesNumbers = Boolean(step.answers);
  const numbers = looker === null || hidesNumbers ? 0 : 34 + 9 * decimals;
  const width = Math.ceil(end + 8 + Math.max(...rights.map(widthOf)) + numbers + 4);
  const height = Math.max(rows, columns) * high;
  const y = (k, count) => height / 2 + (k - (count - 1) / 2) * high;

  const lines = element("g");
  for (let i = 0; i < rows; ++i) {
    for (let j = 0; j < columns; ++j) {
      const weight = exactly(step, i, j);
      if (!(weight > 0) || (looker !== null && looker !== i)) continue;
      lines.append(
        element("line", {
          x1: start,
          y1: y(i, rows),
          x2: end,
          y2: y(j, columns),
          "stroke-width": (0.5 + 11 * weight).toFixed(2),
          "stroke-opacity": (0.2 + 0.7 * weight).toFixed(2),
        }),
      );
    }
  }
  const texts = element("g");
  const text = (x, at, anchor, content, isFaint) =>
    texts.append(
      element("text", { x, y: at, "text-anchor": anchor, "dominant-baseline": "central", class: isFaint && "faint" }, content),
    );
  lefts.forEach((label, i) => text(start - 8, y(i, rows), "end", label, looker !== null && looker !== i));
  rights.forEach((label, j) => {
    text(end + 8, y(j, columns), "start", label, false);
    if (numbers > 0) text(width - 2, y(j, columns), "end", fixed(exactly(step, looker, j), decimals), false);
  });
  const said = lefts
    .map((label, i) => {
      const weights = Array.from({ length: columns }, (_, j) => exactly(step, i, j));
      const most = weights.indexOf(Math.max(...weights));
      return say("looks_at", label, rights[most], fixed(weights[most], 2));
    })
    .filter((_, i) => looker === null || looker === i);
  const head = /head(\d+)/.exec(step.id)?.[1];
  const caption = element("figcaption", {}, element("a", { href: "#" + step.id }, head ? say("head", head) : step.id));
  caption.firstChild.addEventListener("click", (event) => {
    event.preventDefault();
    goTo(step);
  });
  return element(
    "figure",
    {},
    element(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": said.join("; ") },
      lines,
      texts,
    ),
    caption,
  );
}

// --- Beginning ---

function begin() {
  document.documentElement.lang = language;
  document.body.dataset.mode = mode;
  drawDims();
  labelled($("panel"), "panel");
  block = blocks[0] ?? 1;
  drawBar();
  drawBlocks();
  drawMap();
  drawLooks();
  drawGroups();
  drawPanel();
  watchCells();
  watchWalking();
  new ResizeObserver(drawEdges).observe($("map"));
  matchMedia("print").addEventListener("change", drawEdges);
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--bar", $("bar").offsetHeight + "px");
  }).observe($("bar"));
  const followLink = () => {
    const step = steps.find(({ id }) => id === location.hash.slice(1));
    if (step) goTo(step);
  };
  addEventListener("hashchange", followLink);
  followLink();
  if (page.first) {
    const [n, i, j] = page.first;
    lookAt(page.steps[n], i, j);
    isPinned = true;
  }
}

begin();
