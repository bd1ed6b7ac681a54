// How a number is rounded, shown and read, as src/math/rounding.cpp, text/number.cpp and check/numbers.cpp do it.

const TWO_TO_53 = 9007199254740992;
const bits = new DataView(new ArrayBuffer(8));

// |x| rounded to `decimals` and multiplied by 10^decimals: half away from zero, and what lies within 1e-9 of a unit
// below a tie counts as one. Requires |x| < 2^53. A number, or a BigInt where it takes one to be exact.
function roundedUnits(x, decimals) {
  const product = Math.abs(x) * 10 ** decimals + 0.5;
  if (product < 1e9 && Math.abs(product - Math.round(product)) > 1e-6) return Math.floor(product);

  // |x| = mantissa / 2^shift, read from the bits.
  bits.setFloat64(0, x);
  const read = bits.getBigUint64(0);
  const exponent = Number((read >> 52n) & 0x7ffn);
  const fraction = read & ((1n << 52n) - 1n);
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const shift = BigInt(1075 - (exponent === 0 ? 1 : exponent));
  const units = mantissa * 10n ** BigInt(decimals);
  if (shift === 0n) return units;
  const one = 1n << shift;
  const whole = units >> shift;
  const missing = one / 2n - (units - (whole << shift));
  return missing <= one / 1000000000n ? whole + 1n : whole;
}

function fixed(x, decimals) {
  if (!Number.isFinite(x)) return x < 0 ? "-inf" : "inf";
  const units = Math.abs(x) >= TWO_TO_53 ? BigInt(Math.abs(x)) * 10n ** BigInt(decimals) : roundedUnits(x, decimals);
  const digits = String(units).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const sign = x < 0 && units != 0 ? "-" : "";
  return sign + digits.slice(0, point) + (decimals > 0 ? "." + digits.slice(point) : "");
}

// The double nearest to x rounded to `decimals`; never −0.
function roundTo(x, decimals) {
  if (!(Math.abs(x) < TWO_TO_53)) return x;
  const units = roundedUnits(x, decimals);
  if (units >= TWO_TO_53) return x;
  if (units == 0) return 0;
  return (Math.sign(x) * Number(units)) / 10 ** decimals;
}

// The shortest text that reads back to the same double, but never with an exponent.
function plain(x) {
  if (!Number.isFinite(x)) return x < 0 ? "-inf" : "inf";
  const [digits, exponent] = String(x === 0 ? 0 : x).split("e");
  if (!exponent) return digits;
  const sign = digits.startsWith("-") ? "-" : "";
  const [whole, part = ""] = digits.replace("-", "").split(".");
  const point = whole.length + Number(exponent);
  const all = whole + part;
  if (point <= 0) return sign + "0." + "0".repeat(-point) + all;
  return sign + (all.length <= point ? all.padEnd(point, "0") : all.slice(0, point) + "." + all.slice(point));
}

function grouped(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

// What somebody typed: {kind: "blank" | "number" | "unreadable", value, decimals, isExact, text}. `text` is how it is
// written in an answers file.
function readNumber(typed) {
  const text = typed
    .normalize("NFKC")
    .replace(/[\s\u200b\u2060\ufeff]/g, "")
    .replace(/[−–—]/g, "-")
    .replace(/^[≈~∼=≅≒≐]/, "")
    .toLowerCase();
  if (/^(|\?|_|null)$/.test(text)) return { kind: "blank" };
  if (/^-(inf|infinity|∞|\\infty)$/.test(text)) {
    return { kind: "number", value: -Infinity, decimals: 0, isExact: false, text: "-inf" };
  }
  const parts = text.split("/");
  if (parts.length > 2 || !parts.every((part) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(part))) {
    return { kind: "unreadable" };
  }
  const values = parts.map(Number);
  if (!values.every(Number.isFinite) || values[1] === 0) return { kind: "unreadable" };
  if (parts.length === 2) {
    return { kind: "number", value: values[0] / values[1], decimals: 0, isExact: true, text };
  }
  const [mantissa, exponent = "0"] = text.split("e");
  const decimals = Math.max(0, (mantissa.split(".")[1] ?? "").length - Number(exponent));
  return { kind: "number", value: values[0], decimals, isExact: false, text };
}

// Two programs that both calculate in double differ by so much.
function noise(value) {
  return 1e-13 * Math.max(1, Math.abs(value));
}

// The true value rounded to the decimals written there, or within 0.51 of a unit of the last of them.
function isRight(cell, value) {
  if (value === -Infinity) return cell.value === -Infinity || cell.value <= -1e9;
  if (!Number.isFinite(cell.value)) return false;
  const off = Math.abs(cell.value - value);
  if (cell.isExact) return off <= 1e-9 * Math.max(1, Math.abs(value));
  return off <= 0.51 * 10 ** -cell.decimals + noise(value);
}

// Off by one unit of the last digit, where the true value had to be rounded.
function isLastDigit(cell, value) {
  if (!Number.isFinite(cell.value) || !Number.isFinite(value) || cell.isExact || cell.decimals > 15) return false;
  const unit = 10 ** -cell.decimals;
  const nearest = roundTo(value, cell.decimals);
  if (Math.abs(value - nearest) <= 1e-9 * unit + noise(value)) return false;
  return Math.abs(cell.value - nearest) <= 1.001 * unit + noise(value);
}
