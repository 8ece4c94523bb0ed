// The most frequent edits, as a matrix for one category at a time: over the closed set of
// operators, or over the tokens that are changed most.

const OPERATORS = dictionary(report.language.operators);
const MOST_TOKENS = 20;

/** The tokens of the edits, most frequent first, on both sides together. */
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

/** The matrix over a closed set of operators, and whatever else occurs. */
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

/** The matrix over the most frequent tokens; without those of which it would show nothing. */
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

/** Edits that the clipping of their texts made one; `key` is what is counted: n or mutant_n. */
function editsOf(category, key) {
  return d3
    .rollups(
      report.edits.filter((edit) => edit.category === category && edit[key]),
      (group) => ({ ...group[0], n: d3.sum(group, (edit) => edit[key]) }),
      (edit) => JSON.stringify([edit.before, edit.after]),
    )
    .map(([, edit]) => edit);
}

/** A choice between real fixes and mutants; nothing where there are none of these. */
function originControl(onchange) {
  if (!hasMutants) return null;
  const control = select({ id: "editsorigin", onchange: () => onchange(control.value) }, [
    ["real", "real fixes"],
    ["mutant", "mutants"],
  ]);
  return h("label", { class: "control" }, "Of ", control);
}

function startEdits() {
  const present = stats.categories.filter((row) => row.n > 0 || row.mutant_n > 0);
  if (!present.length) return addText("edits", "There are no fixes.");
  let { category } = d3.greatest(present, (row) => (row.category === "other" ? 0 : row.n));
  let origin = "real";
  const note = h("p", { class: "note" });
  const draw = () => {
    const operators = OPERATORS[category];
    const key = origin === "mutant" ? "mutant_n" : "n";
    const edits = editsOf(category, key);
    const { befores, afters, cells } = operators
      ? closedMatrix(operators, edits)
      : openMatrix(edits);
    const all = present.find((row) => row.category === category)[key];
    const shown = d3.sum(cells, (cell) => cell.n);
    note.textContent =
      `The matrix holds ${formatCount(shown)} of the ${plural(all, "fix", "fixes")} ` +
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
    title: "Edits: what it was, and what it became",
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
