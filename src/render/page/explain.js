// The arithmetic of single cells, as src/trace/explain.cpp and blackboard.cpp write it down: letters = numbers put in =
// terms = result. It is done here once more because it depends on the decimals, and because written out for every
// number it would be a hundred times as long as the numbers. tests/browser/ holds both against each other.

const GIVEN = ["given", "drawn", "identity"];
const isGiven = (step) => GIVEN.includes(step.op);

// The numbers of a step as they were calculated.
const exactly = (step, i, j) => step.values[i * step.shape[1] + j];

// How a row or column is called in answers, and in the names of cells.
const rowName = (step, i) => (step.rows ? step.rows.written[i] : String(i + 1));
const columnName = (step, j) => (step.columns ? step.columns.written[j] : String(j + 1));

function lastWords(id, count) {
  return id.split(".").slice(-count).join(".");
}

function isShifted(scores) {
  scores.isShifted ??= scores.values.some((x) => Number.isFinite(x) && Math.abs(x) > 20);
  return scores.isShifted;
}

const ALL_DECIMALS = 16; // a number is put in as it is
const LONGEST_SUM = 10; // a longer one is shortened in the middle to SHOWN_AT_EACH_END
const SHOWN_AT_EACH_END = 4;

// --- The blackboard (trace/blackboard.cpp) ---

class Blackboard {
  // `numbers` says what number stands in a cell. With `isWhole`, long sums are written out.
  constructor(step, i, j, decimals, numbers = exactly, isWhole = false) {
    Object.assign(this, { step, i, j, decimals, numbers, isWhole });
    this.sources = []; // {step, row, column, rows, columns}
    this.condition = [];
    this.leftOut = 0;
  }

  nameOfTheCell() {
    const { step, i, j } = this;
    const isOneNumberARow = ["row_sum", "mean", "variance", "deviation"].includes(step.op);
    return name(lastWords(step.id, 1), [rowName(step, i), ...(isOneNumberARow ? [] : [columnName(step, j)])]);
  }

  // Inputs: their numbers, and parts of them by name, which become sources.
  at(input, i, j) {
    return this.numbers(this.step.from[input], i, j);
  }
  rowOf(input, i) {
    return Array.from({ length: this.step.from[input].shape[1] }, (_, k) => this.at(input, i, k));
  }
  letters(input) {
    const { id } = this.step.from[input];
    const word = lastWords(id, 1);
    return word === lastWords(this.step.id, 1) ? id : word;
  }
  use(input, row, column, rows, columns) {
    this.sources.push({ step: this.step.from[input], row, column, rows, columns });
  }
  cell(input, i, j) {
    this.use(input, i, j, 1, 1);
    const step = this.step.from[input];
    return name(this.letters(input), [rowName(step, i), columnName(step, j)]);
  }
  row(input, i) {
    const step = this.step.from[input];
    this.use(input, i, 0, 1, step.shape[1]);
    return name(this.letters(input), [rowName(step, i), "·"]);
  }
  column(input, j) {
    const step = this.step.from[input];
    this.use(input, 0, j, step.shape[0], 1);
    return name(this.letters(input), ["·", columnName(step, j)]);
  }
  ofRow(input) {
    this.use(input, this.i, 0, 1, 1);
    return name(this.letters(input), [rowName(this.step.from[input], this.i)]);
  }
  ofColumn(input, j, letters) {
    this.use(input, 0, j, 1, 1);
    return name(letters, [columnName(this.step.from[input], j)]);
  }

  rounded(x) {
    return this.decimals === ALL_DECIMALS ? x : roundTo(x, this.decimals);
  }
  put(x) {
    return number(this.rounded(typeof x === "number" ? x : valueOf(x)));
  }
  sumOf(terms, term) {
    if (terms === 1) return term(0);
    const parts = [];
    const isLong = terms > LONGEST_SUM && !this.isWhole;
    if (isLong) this.leftOut = terms - 2 * SHOWN_AT_EACH_END;
    for (let k = 0; k < terms; ++k) {
      if (isLong && k === SHOWN_AT_EACH_END) {
        parts.push(leftOut);
        k = terms - SHOWN_AT_EACH_END;
      }
      parts.push(term(k));
    }
    return sum(parts);
  }

  // letters = l1·r1 + l2·r2 + … + bias = the products = …
  dotProduct(letters, terms, left, right, bias) {
    const factors = (k) => (k < terms ? product(this.put(left(k)), this.put(right(k))) : this.put(bias));
    const count = terms + (bias === undefined ? 0 : 1);
    const sides = [letters, this.sumOf(count, factors)];
    if (count > 1) sides.push(this.sumOf(count, (k) => this.put(factors(k))));
    return sides;
  }

  // Letters, numbers put in, terms …, without the cell's name and the result.
  sides() {
    const { step, i, j } = this;
    switch (step.op) {
      case "linear":
        return this.linear();
      case "scores":
        return this.dotProduct(
          product(this.row(0, i), this.row(1, j)),
          step.from[0].shape[1],
          (k) => this.at(0, i, k),
          (k) => this.at(1, j, k),
        );
      case "matmul":
        return this.dotProduct(
          product(this.row(0, i), this.column(1, j)),
          step.from[0].shape[1],
          (k) => this.at(0, i, k),
          (k) => this.at(1, k, j),
        );
      case "columns":
        return this.copied(0, (step.first_column ?? 0) + j, this.letters(0));
      case "concat": {
        let input = 0;
        let column = j;
        while (column >= step.from[input].shape[1]) column -= step.from[input++].shape[1];
        return this.copied(input, column, lastWords(step.from[input].id, 2)); // head2.out
      }
      case "copy":
        return [this.cell(0, i, j)];
      case "divide":
        return this.divide();
      case "mask": {
        const mayLook = step.mask ? step.mask[i * step.shape[1] + j] !== 0 : j <= i;
        this.condition = [name("mask", [rowName(step, i), columnName(step, j)]), number(mayLook ? 1 : 0)];
        return mayLook ? [this.cell(0, i, j)] : [];
      }
      case "exp":
        return this.exp();
      case "row_sum": {
        const x = this.rowOf(0, i);
        return [call("Σ", [this.row(0, i)]), this.sumOf(x.length, (k) => this.put(x[k]))];
      }
      case "divide_rows":
        return [
          quotient(this.cell(0, i, j), this.ofRow(1)),
          quotient(this.put(this.at(0, i, j)), this.put(this.at(1, i, 0))),
        ];
      case "add":
        return [
          sum([this.cell(0, i, j), this.cell(1, i, j)]),
          sum([this.put(this.at(0, i, j)), this.put(this.at(1, i, j))]),
        ];
      case "mean":
        return this.mean();
      case "variance":
        return this.variance();
      case "deviation":
        return [
          root(sum([this.ofRow(0), name("ε")])),
          root(sum([this.put(this.at(0, i, 0)), number(step.number)])),
        ];
      case "normalize":
        return this.normalize();
      case "scale_shift":
        return this.scaleShift();
      case "activation":
        return this.activation();
      case "sinusoidal":
        return this.sinusoidal();
    }
    return [];
  }

  // X · W, + the bias of this column where there is one: in one vector for all heads, or in one of several.
  linear() {
    const { step, i, j } = this;
    let letters = product(this.row(0, i), this.column(1, j));
    let bias;
    let at = (step.first_column ?? 0) + j;
    for (let input = 2; input < step.from.length; ++input) {
      const width = step.from[input].shape[1];
      if (at < width) {
        const words = lastWords(step.from[input].id, step.from.length > 3 ? 2 : 1);
        letters = sum([letters, this.ofColumn(input, at, words)]);
        bias = this.at(input, 0, at);
        break;
      }
      at -= width;
    }
    return this.dotProduct(
      letters,
      step.from[0].shape[1],
      (k) => this.at(0, i, k),
      (k) => this.at(1, k, j),
      bias,
    );
  }

  copied(input, column, letters) {
    return [{ ...this.cell(input, this.i, column), text: letters }];
  }

  // √d_k is written as a root before it is a number.
  divide() {
    const divisor = this.step.number;
    const x = this.put(this.at(0, this.i, this.j));
    const letters = this.cell(0, this.i, this.j);
    if (!page.divides_by_root) return [quotient(letters, number(divisor)), quotient(x, number(divisor))];
    return [
      quotient(letters, root(name("d_k"))),
      quotient(x, root(number(Math.round(divisor * divisor)))),
      quotient(x, this.put(divisor)),
    ];
  }

  exp() {
    const x = this.at(0, this.i, this.j);
    const letters = this.cell(0, this.i, this.j);
    if (!isShifted(this.step.from[0])) return [powerOfE(letters), powerOfE(this.put(x))];
    const numbers = difference(this.put(x), this.put(Math.max(...this.rowOf(0, this.i))));
    return [
      powerOfE(difference(letters, call("max", [this.row(0, this.i)]))),
      powerOfE(numbers),
      powerOfE(this.put(numbers)),
    ];
  }

  mean() {
    const x = this.rowOf(0, this.i);
    const d = number(x.length);
    const total = x.reduce((a, b) => a + this.rounded(b), 0);
    return [
      quotient(call("Σ", [this.row(0, this.i)]), d),
      quotient(this.sumOf(x.length, (k) => this.put(x[k])), d),
      quotient(this.put(total), d),
    ];
  }

  variance() {
    const x = this.rowOf(0, this.i);
    const d = number(x.length);
    const mean = this.put(this.at(1, this.i, 0));
    const two = number(2);
    const away = (k) => difference(this.put(x[k]), mean);
    const square = (k) => power(this.put(away(k)), two);
    return [
      quotient(call("Σ", [power(difference(this.row(0, this.i), this.ofRow(1)), two)]), d),
      quotient(this.sumOf(x.length, (k) => power(away(k), two)), d),
      quotient(this.sumOf(x.length, square), d),
      quotient(this.sumOf(x.length, (k) => this.put(square(k))), d),
    ];
  }

  normalize() {
    const { i, j } = this;
    const away = difference(this.put(this.at(0, i, j)), this.put(this.at(1, i, 0)));
    const std = this.put(this.at(2, i, 0));
    return [
      quotient(difference(this.cell(0, i, j), this.ofRow(1)), this.ofRow(2)),
      quotient(away, std),
      quotient(this.put(away), std),
    ];
  }

  scaleShift() {
    const { step, i, j } = this;
    const beta = step.has_gamma ? 2 : 1;
    const hasBeta = step.from.length > beta;
    let letters = this.cell(0, i, j);
    let numbers = this.put(this.at(0, i, j));
    if (!step.has_gamma && !hasBeta) return [letters];
    if (step.has_gamma) {
      letters = product(this.ofColumn(1, j, "γ"), letters);
      numbers = product(this.put(this.at(1, 0, j)), numbers);
    }
    if (!hasBeta) return [letters, numbers];
    const shift = this.put(this.at(beta, 0, j));
    const sides = [sum([letters, this.ofColumn(beta, j, "β")]), sum([numbers, shift])];
    if (step.has_gamma) sides.push(sum([this.put(numbers), shift]));
    return sides;
  }

  activation() {
    const called = this.step.activation;
    const letters = this.cell(0, this.i, this.j);
    const x = this.put(this.at(0, this.i, this.j));
    const one = number(1);
    const two = number(2);
    if (called === "relu") return [call("max", [number(0), letters]), call("max", [number(0), x])];
    if (called === "silu") {
      const e = powerOfE(number(-x.value));
      return [
        quotient(letters, sum([one, powerOfE(difference(letters))])),
        quotient(x, sum([one, e])),
        quotient(x, sum([one, this.put(e)])),
      ];
    }
    const inner = {
      gelu: (of) => call("erf", [quotient(of, root(two))]),
      gelu_tanh: (of) =>
        call("tanh", [
          product(
            root(quotient(two, number(Math.PI, "π"))),
            sum([of, product(number(0.044715), power(of, number(3)))]),
          ),
        ]),
    }[called];
    if (!inner) return [call(called, [letters]), call(called, [x])];
    const halfOf1Plus = (half, e) => product(half, sum([one, e]));
    return [
      halfOf1Plus(quotient(letters, two), inner(letters)),
      halfOf1Plus(quotient(x, two), inner(x)),
      halfOf1Plus(this.put(quotient(x, two)), this.put(inner(x))),
    ];
  }

  sinusoidal() {
    const { step, i, j } = this;
    const called = j % 2 === 0 ? "sin" : "cos";
    const side = (pos, pair, width) => call(called, [quotient(pos, power(number(10000), quotient(pair, width)))]);
    const numbers = side(number(i), number(j - (j % 2)), number(step.shape[1]));
    return [side(name("pos"), name("2i"), name("d_model")), numbers, call(called, [this.put(numbers.parts[0])])];
  }
}

// How a cell was calculated: {sides: texts with their equals signs, condition, leftOut, sources}. Every number is put in
// with `shown` decimals, or with as many more as it takes until each side, calculated from what is written there, gives
// the result as it is shown. With `withNumbers` false, only the letters are written.
function explain(step, i, j, shown, withNumbers = true) {
  if (isGiven(step)) return { lines: [], leftOut: 0, sources: [] };
  const result = exactly(step, i, j);
  const asShown = roundTo(result, shown);
  const givesWhatIsShown = (x) => roundTo(x, shown) === asShown;
  const givesTheResult = (x) => givesWhatIsShown(page.round === null ? x : roundTo(x, page.round));
  const allAre = (sides, right) => sides.every((e) => !isAllNumbers(e) || right(valueOf(e)));
  for (let putIn = shown; ; ++putIn) {
    const board = new Blackboard(step, i, j, putIn);
    const sides = board.sides();
    if (putIn < ALL_DECIMALS && !allAre(sides, givesTheResult)) continue;
    const lines = [toText(board.nameOfTheCell())];
    for (const side of withNumbers ? sides : sides.slice(0, 1)) lines.push(" = " + toText(side));
    if (withNumbers) lines.push((allAre(sides, givesWhatIsShown) ? " = " : " ≈ ") + fixed(result, shown));
    if (withNumbers && board.condition.length > 0) lines.push(" (" + board.condition.map(toText).join(" = ") + ")");
    return { lines, leftOut: withNumbers ? board.leftOut : 0, sources: board.sources };
  }
}

// What a cell comes to with other numbers in its inputs.
function calculate(step, i, j, numbers) {
  const board = new Blackboard(step, i, j, ALL_DECIMALS, numbers, true);
  const sides = board.sides();
  let value = -Infinity;
  const calculated = sides.find(isAllNumbers);
  if (calculated) value = valueOf(calculated);
  else if (board.sources.length > 0) value = numbers(board.sources[0].step, board.sources[0].row, board.sources[0].column);
  return page.round === null ? value : roundTo(value, page.round);
}
