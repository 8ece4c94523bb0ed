// Tables of numbers.

const RIGHT = new Set(["count", "percent", "number"]);

/** A cell's content by the kind of its column; a percentage is of `whole` things. */
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
      return value; // it is already
    case "words":
      return words(value);
    case "fix":
      return h("a", { href: `#${encodeURIComponent(value)}` }, foreign(value));
    default:
      return value === "" ? noText("empty") : foreign(String(value));
  }
}

/** A table with the caption, of rows that are objects. A column is {key, label, kind, isHead,
 *  show, whole}: the kind is that of cellContent, and `whole` what percentages are of; `show`
 *  gives, for a row, the filter that finds its fixes, or null; the cell then leads there. */
function table(caption, allColumns, rows) {
  // What is known of no row needs no column.
  const columns = allColumns.filter(
    ({ key, isHead }) => isHead || rows.some((row) => row[key] != null),
  );
  const head = h(
    "tr",
    {},
    columns.map(({ label, kind }) =>
      h("th", { scope: "col", class: RIGHT.has(kind) ? "right" : null }, label),
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
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    h("table", {}, h("caption", {}, caption), h("thead", {}, head), h("tbody", {}, body)),
  );
}

/** A button that leads to the fixes of a filter. */
function filterButton(content, filter) {
  return h(
    "button",
    { type: "button", class: "link", title: "Show these fixes", onclick: () => showFixes(filter) },
    content,
  );
}

/** A table that is folded away. */
function folded(summary, content) {
  return h("details", { class: "numbers" }, h("summary", {}, summary), content);
}
