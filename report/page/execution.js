// The result of `tokfix verify`, which executes the fixes: how many bugs it has shown, and how.

/** The verdicts that show a bug. */
const SHOWN_BY = ["reproduced", "proven"];

const EXECUTION_PARTS = [
  { key: "reproduced", name: "reproduced by a test", fill: "var(--c1)", on: "var(--on1)" },
  { key: "proven", name: "proven by an input", fill: "var(--c6)", on: "var(--on6)" },
  { key: "weak_tests", name: "weak tests", fill: "var(--c3)", on: "var(--on3)" },
  { key: "others", name: "other verdicts", fill: "var(--c7)", on: "var(--on7)" },
];

/** The counts of all fixes and of each category, with those of the other verdicts as `others`. */
function executionRows(rows) {
  const counts = ({ category, n, reproduced, proven, weak_tests: weak }) => ({
    category,
    name: words(category),
    n,
    reproduced: reproduced ?? 0,
    proven: proven ?? 0,
    weak_tests: weak ?? 0,
    others: n - (reproduced ?? 0) - (proven ?? 0) - (weak ?? 0),
  });
  const keys = ["n", "reproduced", "proven", "weak_tests"];
  const all = Object.fromEntries(keys.map((key) => [key, sumOf(rows, key)]));
  return [counts({ category: "all fixes", ...all }), ...rows.map(counts)];
}

function shownSentence(all) {
  const nShown = all.reproduced + all.proven;
  return [
    h("b", {}, `${formatCount(nShown)} of ${plural(all.n, "bug")}`),
    ` (${formatShare(nShown, all.n)}) ${nShown === 1 ? "is" : "are"} shown by execution: ` +
      `${formatCount(all.reproduced)} reproduced by a test, and ${formatCount(all.proven)} ` +
      "proven by an input that was found. ",
  ];
}

function methodSentences(run) {
  const origins = listOf(run.origins.split(",").map((origin) => plain(origin)));
  const jurors =
    run.programs === "dataset"
      ? "the Accepted programs of the data set"
      : "the fixed programs of the fixes";
  return [
    `The ${origins} fixes were executed. Tests of ${formatCount(run.n_problems_with_tests)} of ` +
      `${pluralOf(run.n_problems, "problem", "problems")} are from `,
    foreign(run.tests_name),
    ` (${plain(run.tests)}). The search went up to ${plain(run.strictness)} inputs, with at most ` +
      `${plural(run.n_inputs, "input")} of a level for a fix (seed ${plain(run.seed)}). It asked ` +
      `${formatCount(run.min_jurors)} to ${plural(run.max_jurors, "juror")} from ${jurors}.`,
  ];
}

/** The share of false proofs beside the share of proofs. */
function controlSentence({ verify, control, control_low: low, control_high: high }, all) {
  if (!control) return [];
  if (!control.n) {
    const n = formatCount(verify.min_jurors + 2);
    return [`The control found no problem with ${n} different Accepted programs.`];
  }
  const bound = (percent) => formatPercent(percent, control.n);
  return [
    `The search proved ${formatShare(all.proven, all.n)} of the bugs. In the control, ` +
      `${plural(control.n, "pair")} of Accepted programs in which every proof is false, it ` +
      `“proved” ${formatCount(control.n_proofs)}, which is `,
    h("b", {}, formatShare(control.n_proofs, control.n)),
    ` (95${SPACE}% interval: ${bound(low)} to ${bound(high)}).`,
  ];
}

function levelTable({ levels, control }, nAll) {
  const columns = [
    { key: "strictness", label: "level", isHead: true },
    { key: "n_proven", label: "proven", kind: "count" },
    { key: "percent", label: "shown", kind: "percent", whole: nAll },
  ];
  if (control)
    columns.push(
      { key: "n_control_proofs", label: "false proofs of the control", kind: "count" },
      { key: "control_percent", label: "share", kind: "percent", whole: control.n },
    );
  return table("By level of the search, with the levels before it", columns, levels);
}

function executionTables(result, nAll) {
  const { verdicts, verdict_categories: rows, unsupported, runtimes } = result;
  const count = (key, label = words(key)) => ({ key, label, kind: "count" });
  const missing = { key: "detail", label: "what", isHead: true };
  return [
    table(
      "Executed fixes by verdict",
      [
        {
          key: "verdict",
          label: "verdict",
          kind: "words",
          isHead: true,
          show: ({ verdict, n }) =>
            n && fixes.executions.includes(verdict) ? { execution: verdict } : null,
        },
        count("n", "fixes"),
        { key: "percent", label: "share", kind: "percent", whole: nAll },
      ],
      verdicts,
    ),
    table(
      "Executed fixes by category and verdict",
      [
        { key: "category", label: "category", kind: "words", isHead: true },
        count("n", "fixes"),
        ...verdicts.map(({ verdict }) => count(verdict)),
      ],
      rows,
    ),
    levelTable(result, nAll),
    unsupported.length
      ? table("What is missing", [missing, count("n", "fixes")], unsupported)
      : [],
    table(
      "Compilers and interpreters",
      [
        { key: "runtime", label: "language", isHead: true },
        { key: "version", label: "version" },
      ],
      runtimes.map((row) => ({ ...row, version: row.version ?? "not installed" })),
    ),
  ].flat();
}

function startExecution() {
  const { verify, verdict_categories: categoryRows } = stats;
  if (!verify?.n_fixes) return dropSection("execution");
  const rows = executionRows(categoryRows);
  const [all] = rows;
  addText("execution", shownSentence(all), methodSentences(verify));
  addText("execution", controlSentence(stats, all));
  addFigure("execution", {
    title: "What execution has shown, by category",
    label: EXECUTION_PARTS.map(({ key, name }) => `${name}: ${formatShare(all[key], all.n)}`).join(
      ", ",
    ),
    legend: legendOf(EXECUTION_PARTS.map(({ name, fill }) => [name, fill])),
    draw: (width) => drawShares(width, rows, EXECUTION_PARTS),
    numbers: () => executionTables(stats, all.n),
    height: barsHeight(rows.length, 32, 50),
  });
}
