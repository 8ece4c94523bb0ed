// The most frequent edits, as a matrix for one category at a time. Its rows and columns are the
// closed set of operators, or the tokens that are changed most often.

const MOST_TOKENS = 20;

/** The tokens of the edits, of both sides together, most frequent first. */
function frequentTokens(edits) {
  const counts = d3.rollup(
    edits.flatMap(({ before, after, n }) => [
      [before, n],
      [after, n],
    ]),
    (pairs) => d3.sum(pairs, ([, n]) => n),
    ([text]) => text,
  );
  return [...counts].sort(([a, n], [b, m]) => m - n || d3.ascending(a, b)).map(([text]) => text);
}

/** The matrix over a closed set of operators, and the other tokens that occur. */
function closedMatrix(operators, edits) {
  const used = frequentTokens(edits);
  const rare = new Set(report.language.rare);
  const tokens = [
    ...operators.filter((text) => !rare.has(text) || used.includes(text)),
    ...used.filter((text) => !operators.includes(text)),
  ].slice(0, 2 * MOST_TOKENS);
  const cells = edits.filter((edit) => tokens.includes(edit.before) && tokens.includes(edit.after));
  return { befores: tokens, afters: tokens, cells };
}

/** The matrix over the most frequent tokens, without empty rows and columns. */
function openMatrix(edits) {
  const tokens = frequentTokens(edits);
  const rows = tokens
    .filter((text) => edits.some((edit) => edit.before === text))
    .slice(0, MOST_TOKENS);
  const columns = tokens
    .filter((text) => edits.some((edit) => edit.after === text))
    .slice(0, MOST_TOKENS);
  const cells = edits.filter((edit) => rows.includes(edit.before) && columns.includes(edit.after));
  return {
    befores: rows.filter((text) => cells.some((cell) => cell.before === text)),
    afters: columns.filter((text) => cells.some((cell) => cell.after === text)),
    cells,
  };
}

/** The edits of a category. Edits that are equal after clipping are one. `key` says what to count:
 *  n or mutant_n. */
function editsOf(category, key) {
  return d3
    .rollups(
      report.edits.filter((edit) => edit.category === category && edit[key]),
      (group) => ({ ...group[0], n: d3.sum(group, (edit) => edit[key]) }),
      (edit) => JSON.stringify([edit.before, edit.after]),
    )
    .map(([, edit]) => edit);
}

/** A choice between real fixes and mutants; null if there are no mutants. */
function originControl(onchange) {
  if (!hasMutants) return null;
  const control = select({ id: "editsorigin", onchange: () => onchange(control.value) }, [
    ["real", "real fixes"],
    ["mutant", "mutants"],
  ]);
  return h("label", { class: "control" }, "Count ", control);
}

function startEdits() {
  const present = stats.categories.filter((row) => row.n > 0 || row.mutant_n > 0);
  if (!present.length) return dropSection("edits");
  let { category } = d3.greatest(present, (row) => (row.category === "other" ? 0 : row.n));
  let origin = "real";
  const note = h("p", { class: "note" });
  const draw = () => {
    const operators = dictionary(report.language.operators)[category];
    const key = origin === "mutant" ? "mutant_n" : "n";
    const edits = editsOf(category, key);
    const { befores, afters, cells } = operators
      ? closedMatrix(operators, edits)
      : openMatrix(edits);
    const all = present.find((row) => row.category === category)[key];
    const shown = d3.sum(cells, (cell) => cell.n);
    note.textContent =
      `The matrix shows ${formatCount(shown)} of ${plural(all, "fix", "fixes")} ` +
      `(${formatShare(shown, all)}).`;
    return drawMatrix(`Edits, ${words(category)}`, befores, afters, cells, {
      isWide: !operators,
      find: ({ before, after }) => ({ category, before, after, ...(hasMutants && { origin }) }),
    });
  };
  const control = select(
    { id: "editscategory", onchange: () => change(control.value) },
    present.map((row) => [row.category, `${words(row.category)} (${formatCount(row.n)})`]),
  );
  control.value = category;
  const redraw = addFigure("edits", {
    title: "Edits: from the buggy token to the fixed token",
    control: [
      h("label", { class: "control" }, "Category ", control),
      originControl((value) => {
        origin = value;
        redraw();
      }),
    ],
    draw,
    numbers: () =>
      table(
        `The ${formatCount(report.edits.length)} most frequent edits`,
        [
          { key: "category", label: "category", kind: "words" },
          {
            key: "edit",
            label: "edit",
            show: ({ category, before, after }) => ({ category, before, after, ...counted }),
          },
          { key: "before", label: "before", kind: "token" },
          { key: "after", label: "after", kind: "token" },
          { key: "n", label: "fixes", kind: "count" },
          ...mutantColumns().slice(0, 1),
        ],
        report.edits,
      ),
    height: 420,
  });
  byId("edits").querySelector("figure .chart").after(note);
  const change = (value) => {
    category = value;
    redraw();
  };
}
