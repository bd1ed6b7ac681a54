// The map of a block: how the data flow.

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
