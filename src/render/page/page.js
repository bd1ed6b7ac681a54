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
