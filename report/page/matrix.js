// A heat map as a real table. Rows are buggy tokens, columns are fixed tokens. Cells are buttons.
// One of them is in the order of the Tab key; arrow keys go to the others.

const N_HEATS = 6;

/** A heat from 1 to N_HEATS (for `most`). It grows with the square root of n, because a few edits
 *  are far more frequent than the others. */
function heatOf(n, most) {
  return Math.max(1, Math.ceil(N_HEATS * Math.sqrt(n / most)));
}

function matrixHead(tokens, className) {
  return tokens.map((text) =>
    h(
      "th",
      { scope: "col", class: className, title: plainToken(text) },
      h("span", {}, token(text)),
    ),
  );
}

/** The matrix of `cells`, {before, after, n}, over the given tokens. `find` returns the filter for
 *  a cell. */
function drawMatrix(caption, befores, afters, cells, { isWide, find }) {
  const most = Math.max(1, ...cells.map((cell) => cell.n));
  const byPlace = new Map(cells.map((cell) => [JSON.stringify([cell.before, cell.after]), cell]));
  const rows = befores.map((before, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", title: plainToken(before) }, token(before)),
      afters.map((after, j) => {
        const cell = byPlace.get(JSON.stringify([before, after]));
        if (!cell) return h("td", { class: before === after ? "same" : null });
        const edit = [plainToken(before), plainToken(after)];
        const button = h(
          "button",
          {
            type: "button",
            tabindex: "-1",
            "data-row": i,
            "data-column": j,
            "aria-label": `${edit.join(" becomes ")}: ${plural(cell.n, "fix", "fixes")}`,
            title: edit.join(" → "),
            onclick: () => showFixes(find(cell)),
          },
          formatCount(cell.n),
        );
        return h("td", { class: `heat heat${heatOf(cell.n, most)}` }, button);
      }),
    ),
  );
  const element = h(
    "table",
    { class: isWide ? "matrix upright" : "matrix", onkeydown: moveInMatrix },
    h("caption", { class: "spoken" }, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h(
          "td",
          { class: "corner" },
          "buggy ",
          h("span", { "aria-hidden": "true" }, "↓"),
          " fixed ",
          h("span", { "aria-hidden": "true" }, "→"),
        ),
        matrixHead(afters),
      ),
    ),
    h("tbody", {}, rows),
  );
  element.querySelector("button")?.setAttribute("tabindex", "0");
  return h(
    "div",
    { class: "scroll", role: "group", "aria-label": caption, tabindex: "0" },
    element,
  );
}

const STEPS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Goes to the next cell with a number in the arrow's direction: the nearest in the same row or
 *  column, else the nearest in any other. */
function moveInMatrix(event) {
  const from = event.target.closest("button");
  const step = STEPS[event.key];
  if (!from || !step) return;
  event.preventDefault();
  const place = (button) => [Number(button.dataset.row), Number(button.dataset.column)];
  const [row, column] = place(from);
  const distance = (button) => {
    const [r, c] = place(button);
    const [ahead, aside] = step[0]
      ? [(r - row) * step[0], c - column]
      : [(c - column) * step[1], r - row];
    return ahead > 0 ? 1000 * Math.abs(aside) + ahead : Infinity;
  };
  const next = d3.least(event.currentTarget.querySelectorAll("button"), distance);
  if (!next || distance(next) === Infinity) return;
  from.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
