// From files to fixes: two charts of falling bars, for the submissions and for the pairs. A filled
// bar counts what remains. The hatched bars after it count what is dropped, each from where the one
// before it ended.

const REASONS = dictionary({
  too_many_pairs: "too many pairs in a history",
  missing_blob: "not in the clone",
  lfs_pointer: "pointer to a large file",
  unreadable: "unreadable",
  too_large: "too large",
  encoding: "neither UTF-8 nor as it states",
  unclosed_string: "a string is not closed",
  unmatched_bracket: "unmatched bracket",
  indentation: "indentation",
  stray_character: "stray character",
  malformed_number: "malformed number",
  nesting: "too deeply nested",
  identical: "same tokens on both sides",
  multi_token: "more than one token differs",
  too_many_tokens: "too many tokens",
  syntax_error: "syntax error",
  same_value: "same literal, spelled differently",
});

const FLOWS = [
  ["kept", "var(--accent)"],
  ["dropped", "var(--lostline)", "hatched"],
];

/** Bars for steps of [name, n, what]. "stay" sets the level, "leave" lowers it by n, and "part" is
 *  a part of the level that is kept. */
function fallOf(steps) {
  const whole = steps[0]?.[1] ?? 0;
  let level = whole;
  return steps.map(([name, n, what]) => {
    if (what === "stay") level = n;
    const row = { name, n, figures: [formatCount(n), formatShare(n, whole)], to: level };
    if (what === "leave") {
      level -= n;
      return { ...row, name: `− ${name}`, from: level, isLost: true };
    }
    if (what === "part")
      return { ...row, name: `${SPACE}${SPACE}${name}`, to: n, fill: "var(--accentsoft)" };
    return { ...row, isStrong: true };
  });
}

/** The steps of a fall to draw: not those that nothing is lost to. */
const drawnSteps = (rows) => rows.filter(({ n, isStrong }) => n > 0 || isStrong);

function submissionSteps(n) {
  const isMixed = languages.length && !shownLanguage;
  const where = isMixed ? "these languages" : languageNames();
  return [
    ["rows of metadata", n("metadata_rows"), "stay"],
    ["unusable rows", n("rows_unusable"), "leave"],
    ["other languages", n("rows_other_languages"), "leave"],
    [`submissions in ${where}`, n("submissions"), "stay"],
    ["failing", n("submissions_failing"), "part"],
    ["Accepted", n("submissions_accepted"), "part"],
    ["undecided", n("submissions_undecided"), "part"],
    ["compared in pairs", n("submissions_compared"), "stay"],
  ];
}

function pairSteps(n) {
  const rejects = stats.funnel.filter(({ name }) => name.startsWith("rejected: "));
  const fixesOfBugs = n("single-token fixes in the six categories");
  return [
    ["pairs", n("pairs"), "stay"],
    ...rejects.map(({ name, n: lost }) => {
      const reason = name.slice("rejected: ".length);
      return [REASONS[reason] ?? words(reason), lost, "leave"];
    }),
    ["single-token fixes", n("single-token fixes"), "stay"],
    [
      stats.categories.some((row) => row.category === "type" && row.n > 0)
        ? "in categories type and other"
        : "in category other",
      n("single-token fixes") - fixesOfBugs,
      "leave",
    ],
    ["in the six categories", fixesOfBugs, "stay"],
  ];
}

function numbersOfFall(caption, rows, whole) {
  return table(
    caption,
    [
      { key: "name", label: "step", kind: "plain", isHead: true },
      { key: "n", label: "number", kind: "count" },
      { key: "percent", label: `of the ${whole}`, kind: "percent", whole: rows[0].n },
    ],
    rows.map((row) => ({ ...row, percent: share(row.n, rows[0].n) })),
  );
}

/** From the rows of metadata to the compared submissions; those of git and of
 *  pairs are not counted. */
function addSubmissions() {
  const n = (name) => countOf(stats.contests ?? stats.funnel, name);
  const submissions = fallOf(submissionSteps(n));
  addFigure("funnel", {
    title: "Submissions",
    label:
      `Submissions in the language: ${formatCount(n("submissions"))} of ` +
      `${plural(n("metadata_rows"), "row")} of metadata.`,
    legend: legendOf(FLOWS),
    draw: (width) => drawBars(width, drawnSteps(submissions)),
    numbers: () => numbersOfFall("Submissions", submissions, "rows"),
    height: barsHeight(drawnSteps(submissions).length),
  });
}

function startFunnel() {
  const n = (name) => countOf(stats.funnel, name);
  const pairs = fallOf(pairSteps(n));
  const isOther = ({ source }) => source === "git" || source === "pairs";
  if (stats.contests || !stats.runs.some(isOther)) addSubmissions();
  else if (stats.commits) addCommits("funnel", stats.commits);
  addFigure("funnel", {
    title: "Pairs",
    label:
      `Single-token fixes: ${formatCount(n("single-token fixes"))} of ` +
      `${plural(n("pairs"), "pair")}.`,
    legend: legendOf(FLOWS),
    draw: (width) => drawBars(width, drawnSteps(pairs)),
    numbers: () => [
      numbersOfFall("Pairs", pairs, "pairs"),
      stats.rejects.length
        ? table(
            called("verdict")
              ? "Rejected pairs by the failing submission's verdict"
              : "Rejected pairs",
            [
              { key: "reason", label: "reason", isHead: true },
              { key: "status", label: "verdict" },
              { key: "n", label: "pairs", kind: "count" },
            ],
            stats.rejects,
          )
        : [],
    ],
    height: barsHeight(drawnSteps(pairs).length),
  });
  if (stats.input_errors.length)
    byId("funnel").append(
      folded(
        "Rows and files that could not be used",
        table(
          "Rows and files that could not be used",
          [
            { key: "kind", label: "what", isHead: true },
            { key: "n", label: "number", kind: "count" },
          ],
          stats.input_errors,
        ),
      ),
    );
}
