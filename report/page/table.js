// Makes tables of numbers.

const RIGHT = new Set(["count", "percent", "number"]);

/** The content of a cell, by the kind of its column. A percentage is of `whole` things. */
function cellContent(kind, value, whole) {
  if (value == null) return "–";
  switch (kind) {
    case "count":
      return formatCount(value);
    case "percent":
      return formatPercent(value, whole);
    case "token":
      return token(value);
    case "plain":
      return value; // has passed through plain()
    case "words":
      return words(value);
    case "fix":
      return h("a", { href: addressOf(value) }, foreign(value));
    default:
      return value === "" ? noText("empty") : foreign(String(value));
  }
}

/** A row of a table that shows or hides the others, which have only zeros. */
function foldingRow(folded, nColumns) {
  const button = h("button", { type: "button", class: "link", "aria-expanded": "false" });
  const show = (isShown) => {
    for (const row of folded) row.hidden = !isShown;
    button.setAttribute("aria-expanded", String(isShown));
    button.textContent = isShown ? "fewer" : `${formatCount(folded.length)} more with none`;
  };
  button.addEventListener("click", () => show(folded[0].hidden));
  show(false);
  return h("tr", { class: "folding" }, h("td", { colspan: nColumns }, button));
}

/** Whether a row counts nothing. */
function isOfZeros(row, columns) {
  const counts = columns.filter(({ kind, isHead }) => kind === "count" && !isHead);
  return counts.length > 0 && counts.every(({ key }) => !row[key]);
}

/** A table of rows, which are objects, with a caption. A column is {key, label, kind, isHead, show,
 *  whole}. The label is shown as the sources call it, and a column of what they do not have is left
 *  out. Two or more rows of only zeros are folded. `kind` and `whole` are those of cellContent().
 *  `show` returns, for a row, the filter that finds its fixes, or null; with a filter the cell is a
 *  button that shows these fixes. */
function table(caption, allColumns, rows) {
  // A column that has no value in any row is left out.
  const columns = allColumns.filter(
    ({ key, label, isHead }) =>
      isHead || (called(label) !== null && rows.some((row) => row[key] != null)),
  );
  const head = h(
    "tr",
    {},
    columns.map(({ label, kind }) =>
      h("th", { scope: "col", class: RIGHT.has(kind) ? "right" : null }, called(label)),
    ),
  );
  const body = rows.map((row) =>
    h(
      "tr",
      {},
      columns.map(({ key, kind, isHead, show, whole }) => {
        const content = cellContent(kind, row[key], whole);
        const filter = show?.(row);
        return h(
          isHead ? "th" : "td",
          {
            scope: isHead ? "row" : null,
            class: RIGHT.has(kind) ? "right" : kind && `cell-${kind}`,
          },
          filter ? filterButton(content, filter) : content,
        );
      }),
    ),
  );
  const zeros = body.filter((_, i) => isOfZeros(rows[i], columns));
  if (zeros.length > 1 && zeros.length < body.length) body.push(foldingRow(zeros, columns.length));
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    h("table", {}, h("caption", {}, caption), h("thead", {}, head), h("tbody", {}, body)),
  );
}

/** A button that shows the fixes of a filter. */
function filterButton(content, filter) {
  return h(
    "button",
    { type: "button", class: "link", title: "Show these fixes", onclick: () => showFixes(filter) },
    content,
  );
}

/** A folded element with a summary; a click opens it. */
function folded(summary, content) {
  return h("details", { class: "numbers" }, h("summary", {}, summary), content);
}
