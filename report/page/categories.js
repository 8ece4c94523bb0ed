// Categories: the shares in this database, those of the mutants, and published ones. A category has
// a thin bar for each of them.

const HERE = { key: "", name: "here", fill: "var(--accent)", isStrong: true };
// The thesis's detector takes at most 1,024 tokens. If the database has longer programs, only those
// within the limit are compared with the thesis.
const WITHIN = { ...HERE, key: "within_", name: "here, within 1,024 tokens" };
// Of the series before it, what exports take by default; only if it is less.
const takenOf = ({ key }) => ({
  key: `taken_${key}`,
  name: "of these, taken by exports",
  fill: "var(--accentsoft)",
});
const MUTANTS = { key: "mutant_", name: "mutants", fill: "var(--made)" };
const PUBLISHED = [
  { key: "thesis_", name: "Takada 2024", fill: "var(--second)" },
  { key: "github_", name: "GitHub", fill: "var(--third)" },
];

/** The bars of all categories, one below the other, with a gap before each category. */
function categoryBars(rows, series) {
  const bars = [];
  let top = 0;
  for (const row of rows) {
    series.forEach(({ key, name, fill, isStrong }, i) => {
      const percent = row[`${key}percent`] ?? 0;
      const label = i === 0 ? words(row.category) : null;
      const whole = sumOf(rows, `${key}n`);
      const share = formatPercent(percent, whole);
      bars.push({ label, name, percent, share, fill, isStrong, top, bottom: top + 14 });
      top += 17;
    });
    top += series.length > 1 ? 14 : 10;
  }
  return { bars, height: top };
}

function drawCategories(width, rows, series) {
  const isNarrow = isNarrowPage.matches;
  const { bars, height } = categoryBars(rows, series);
  // In a narrow window a category's name takes a line of its own.
  const extra = isNarrow ? 20 : 0;
  let added = 0;
  for (const bar of bars) {
    if (bar.label) added += extra;
    bar.top += added;
    bar.bottom += added;
  }
  const total = height + added;
  const marginLeft = isNarrow ? 0 : widestOf(rows.map((row) => words(row.category))) + 14;
  const textOf = (bar) => (series.length > 1 ? `${bar.share}  ${bar.name}` : bar.share);
  const marginRight = (widestOf(bars.map(textOf), BOLD) * SMALL_TEXT) / TEXT_SIZE + 8;
  const middle = (bar) => (bar.top + bar.bottom) / 2;
  const named = bars.filter((bar) => bar.label);
  return plot(width, {
    height: total + 4,
    marginLeft,
    marginRight,
    marginTop: 2,
    marginBottom: 2,
    x: { axis: null, domain: [0, Math.max(1, ...bars.map((bar) => bar.percent))] },
    y: { axis: null, type: "linear", domain: [0, total], range: [2, total + 2] },
    marks: [
      Plot.rect(bars, { x1: 0, x2: "percent", y1: "top", y2: "bottom", fill: "fill" }),
      isNarrow ? null : Plot.ruleX([0], { stroke: "var(--axis)" }),
      textOfWeights(bars, ({ isStrong }) => isStrong, {
        x: "percent",
        y: middle,
        text: textOf,
        textAnchor: "start",
        dx: 6,
        fontSize: SMALL_TEXT,
        fill: (bar) => (bar.isStrong ? "currentColor" : "var(--quiet)"),
      }),
      Plot.text(named, {
        y: isNarrow ? (bar) => bar.top - 10 : middle,
        text: "label",
        frameAnchor: "left",
        textAnchor: "start",
        dx: -marginLeft,
        fill: "currentColor",
      }),
    ],
  });
}

/** Columns of a table of numbers for the mutants; none if there are no mutants. */
function mutantColumns(rows = []) {
  if (!hasMutants) return [];
  return [
    { key: "mutant_n", label: "mutants", kind: "count" },
    { key: "mutant_percent", label: "share", kind: "percent", whole: sumOf(rows, "mutant_n") },
  ];
}

/** The categories that are not among the six of the literature. */
const BESIDE_THE_SIX = ["type", "other"];

function startCategories() {
  const rows = stats.categories.filter((row) => !BESIDE_THE_SIX.includes(row.category));
  const others = stats.categories.filter(
    (row) => BESIDE_THE_SIX.includes(row.category) && row.n > 0,
  );
  const nOthers = sumOf(others, "n");
  const isPublished = rows.some((row) => row.thesis_n != null);
  const isLonger = isPublished && rows.some((row) => row.within_n !== row.n);
  const here = isLonger ? WITHIN : HERE;
  const leavesOut = stats.categories.some((row) => row.taken_n !== row.n);
  const series = [
    here,
    ...(leavesOut ? [takenOf(here)] : []),
    ...(hasMutants ? [MUTANTS] : []),
    ...(isPublished ? PUBLISHED : []),
  ];
  const isOne = series.length === 1;
  const height = 17 * series.length + 14; // of a category with several bars
  const first = d3.greatest(rows, (row) => row.n);
  const whole = (key) => sumOf(rows, key);
  const share = (source) => ({
    key: `${source}percent`,
    label: "share",
    kind: "percent",
    whole: whole(`${source}n`),
  });
  addFigure("categories", {
    title: isPublished
      ? "Share of each category, here and as published"
      : "Share of each category",
    label: first
      ? `The most frequent category here is ${words(first.category)}, ` +
        `${formatPercent(first.percent, whole("n"))}.`
      : "",
    legend: isOne ? null : legendOf(series.map(({ name, fill }) => [name, fill])),
    draw: (width) => drawCategories(width, rows, series),
    numbers: () =>
      table(
        "Fixes by category",
        [
          {
            key: "category",
            label: "category",
            kind: "words",
            isHead: true,
            show: ({ category }) => ({ category, ...counted }),
          },
          { key: "n", label: "here", kind: "count" },
          share(""),
          ...(leavesOut
            ? [{ key: "taken_n", label: "taken", kind: "count" }, share("taken_")]
            : []),
          ...(isLonger
            ? [
                { key: "within_n", label: "within 1,024 tokens", kind: "count" },
                share("within_"),
              ]
            : []),
          ...(isLonger && leavesOut
            ? [{ key: "taken_within_n", label: "taken", kind: "count" }, share("taken_within_")]
            : []),
          ...mutantColumns(rows),
          ...(isPublished
            ? [
                { key: "thesis_n", label: "Takada 2024", kind: "count" },
                share("thesis_"),
                { key: "github_n", label: "GitHub", kind: "count" },
                share("github_"),
              ]
            : []),
        ],
        stats.categories,
      ),
    height: barsHeight(6, isOne ? 27 : height, isOne ? 47 : height + 20),
  });
  addText(
    "categories",
    isPublished
      ? "高田智生 (Takada), Improving a bug detector by fine-tuning on programming-contest data (in " +
          "Japanese), bachelor's report, School of Engineering Science, Osaka University, " +
          "7 February 2024: fixes from the Python submissions of " +
          "Project CodeNet. GitHub: the single-token fixes of Richter and Wehrheim, with which " +
          "the thesis compares its own. The chart compares fixes in programs of at most 1,024 " +
          "tokens, the limit of the thesis's detector" +
          (isLonger ? `: here ${formatCount(d3.sum(rows, (r) => r.within_n))} of ` +
            `${plural(d3.sum(rows, (r) => r.n), "fix", "fixes")}. ` : ". ") +
          (leavesOut ? "The published figures are of all fixes. " : "")
      : "",
    nOthers
      ? `${plural(nOthers, "more fix is", "more fixes are")} in none of the six (` +
          (others.length > 1
            ? others.map((row) => `${words(row.category)}: ${formatCount(row.n)}`).join(", ")
            : `category ${words(others[0].category)}`) +
          "). "
      : "",
    hasMutants ? "tokfix mutate makes mutants from Accepted programs." : "",
  );
}
