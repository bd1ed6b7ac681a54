// Who looks at whom: lines from each token to those it looks at.

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
