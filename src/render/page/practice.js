// Practice: what is hidden, what was typed and whether it is right.

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
