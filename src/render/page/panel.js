// Where a number comes from: the cell that is looked at, its arithmetic and what it was made from.

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
