// Arithmetic as a small tree that can be calculated and written down, as src/trace/expression.cpp does it.

const number = (value, text = "") => ({ kind: "number", value, text, parts: [] });
const name = (text, index = []) => ({ kind: "name", text, index, parts: [] });
const call = (text, parts) => ({ kind: "call", text, parts });
const sum = (parts) => ({ kind: "sum", parts });
const product = (...parts) => ({ kind: "product", parts });
const difference = (...parts) => ({ kind: "difference", parts }); // of one part: minus it
const quotient = (a, b) => ({ kind: "quotient", parts: [a, b] });
const power = (base, exponent) => ({ kind: "power", parts: [base, exponent] });
const powerOfE = (exponent) => ({ kind: "powerOfE", parts: [exponent] });
const root = (a) => ({ kind: "root", parts: [a] });
const leftOut = { kind: "leftOut", parts: [] };

function isAllNumbers(e) {
  return e.kind !== "name" && e.kind !== "leftOut" && e.parts.every(isAllNumbers);
}

// erf(x) = 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) / (1·3·…·(2n+1)), in which no term is negative for x > 0.
function erf(x) {
  if (Math.abs(x) > 6) return Math.sign(x);
  let term = x;
  let total = x;
  for (let n = 1; n < 200 && Math.abs(term) > 1e-18 * Math.abs(total); ++n) {
    term *= (2 * x * x) / (2 * n + 1);
    total += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * total;
}

const FUNCTIONS = { max: Math.max, erf, tanh: Math.tanh, sin: Math.sin, cos: Math.cos };

function valueOf(e) {
  const parts = e.parts.map(valueOf);
  switch (e.kind) {
    case "number":
      return e.value;
    case "sum":
      return parts.reduce((a, b) => a + b);
    case "difference":
      return parts.length === 1 ? -parts[0] : parts[0] - parts[1];
    case "product":
      return parts.reduce((a, b) => a * b);
    case "quotient":
      return parts[0] / parts[1];
    case "power":
      return parts[0] ** parts[1];
    case "powerOfE":
      return Math.exp(parts[0]);
    case "root":
      return Math.sqrt(parts[0]);
    case "call":
      return e.text in FUNCTIONS ? FUNCTIONS[e.text](...parts) : NaN;
  }
  return NaN;
}

// What is looser than its surroundings stands in brackets.
const HOLD = { minus: 0, sum: 1, product: 2, power: 3, whole: 4 };

function hold(e) {
  switch (e.kind) {
    case "number":
      return e.value < 0 ? HOLD.minus : HOLD.whole;
    case "sum":
    case "difference":
      return HOLD.sum;
    case "product":
    case "quotient":
      return HOLD.product;
    case "power":
      return HOLD.power;
    case "call":
      return e.text === "Σ" ? HOLD.product : HOLD.whole;
  }
  return HOLD.whole;
}

function within(e, surroundings) {
  return hold(e) < surroundings ? "(" + toText(e) + ")" : toText(e);
}

// At the left end of a sum a minus needs no brackets.
function atLeft(e) {
  return hold(e) === HOLD.minus ? toText(e) : within(e, HOLD.product);
}

function toText(e) {
  const [a, b] = e.parts;
  switch (e.kind) {
    case "number":
      return e.text || plain(e.value);
    case "name":
      return e.text + (e.index.length > 0 ? "[" + e.index.join(",") + "]" : "");
    case "leftOut":
      return "…";
    case "sum":
      return e.parts
        .slice(1)
        .reduce(
          (out, part) => out + (hold(part) === HOLD.minus ? " - " + plain(-part.value) : " + " + within(part, HOLD.product)),
          atLeft(a),
        );
    case "difference":
      return e.parts.length === 1 ? "-" + within(a, HOLD.product) : atLeft(a) + " - " + within(b, HOLD.product);
    case "product":
      return e.parts.map((part) => within(part, HOLD.power)).join("·");
    case "quotient":
      return within(a, HOLD.product) + " / " + within(b, HOLD.power);
    case "power": {
      const exponent = within(b, HOLD.whole);
      return within(a, HOLD.whole) + (exponent === "2" ? "²" : exponent === "3" ? "³" : "^" + exponent);
    }
    case "powerOfE":
      return "e^" + within(a, HOLD.whole);
    case "root":
      return "√" + within(a, HOLD.whole);
    case "call":
      return e.text === "Σ" ? "Σ " + within(a, HOLD.power) : e.text + "(" + e.parts.map(toText).join(", ") + ")";
  }
  return "";
}
