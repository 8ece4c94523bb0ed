// What `tokfix dedup` found.

const DUPLICATE_KINDS = dictionary({
  exact: "exact: the same tokens",
  renamed: "renamed: the same up to names",
  near: "near: similar programs",
  patch: "patch: the same edit in the same line",
});

const CLUSTERS = [
  { key: "kind", label: "kind" },
  { key: "id", label: "earliest fix", kind: "fix", isHead: true },
  { key: "n", label: "fixes", kind: "count" },
  { key: "n_problems", label: "problems", kind: "count" },
  { key: "n_users", label: "users", kind: "count" },
  { key: "category", label: "category", kind: "words" },
  { key: "before", label: "before", kind: "token" },
  { key: "after", label: "after", kind: "token" },
];

const CONFLICTS = [
  { key: "id", label: "fix", kind: "fix", isHead: true },
  { key: "line", label: "line", kind: "count" },
  { key: "category", label: "category", kind: "words" },
  { key: "before", label: "before", kind: "token" },
  { key: "after", label: "after", kind: "token" },
  { key: "first", label: "same program as", kind: "fix" },
];

const PROBLEM_CLUSTERS = [
  { key: "cluster", label: "cluster", isHead: true },
  { key: "n_problems", label: "problems", kind: "count" },
  { key: "problems", label: "which" },
  { key: "sources", label: "known from" },
  { key: "n", label: "fixes", kind: "count" },
];

/** Says with which preset and thresholds near duplicates were found. */
function presetSentence(run) {
  const multiset = run.multiset_threshold == null ? "" : `, of multisets ${run.multiset_threshold}`;
  const runs = run.run_length > 1 ? `runs of ${run.run_length} tokens, ` : "";
  return (
    `Near: preset ${plain(run.preset)}, ${runs}Jaccard similarity of sets at least ` +
    `${run.set_threshold}${multiset}, for programs of ${run.min_tokens} tokens and more.` +
    (run.renames_literals ? " Renamed is up to literals, too." : "")
  );
}

function startDuplicates() {
  const { dedup } = report;
  if (!dedup)
    return addText(
      "duplicates",
      "Duplicates were not looked for. ",
      command(`tokfix dedup ${shellWord(report.database)}`),
      " finds exact, renamed and near duplicates and keeps them in the database; a report that " +
        "is written afterwards shows them here.",
    );
  addText(
    "duplicates",
    "Pairs are compared with pairs. Near holds renamed, renamed holds exact. Redundant are all " +
      "but one of each cluster. ",
    presetSentence(dedup.run),
    hasMutants ? " Real fixes are counted, and mutants are not." : "",
  );
  const { kinds } = dedup;
  addFigure("duplicates", {
    title: "Redundant fixes by kind of duplicate",
    label: kinds
      .map((row) => `${plain(row.kind)}: ${formatPercent(row.percent, nFixes)}`)
      .join(", "),
    draw: (width) =>
      drawBars(
        width,
        kinds.map((row) => ({
          name: DUPLICATE_KINDS[row.kind] ?? plain(row.kind),
          to: row.redundant,
          figures: [formatCount(row.redundant), formatPercent(row.percent, nFixes)],
        })),
        { max: nFixes },
      ),
    numbers: () =>
      table(
        "Duplicates by kind",
        [
          { key: "kind", label: "kind", isHead: true },
          { key: "clusters", label: "clusters", kind: "count" },
          { key: "pairs", label: "fixes in them", kind: "count" },
          { key: "redundant", label: "redundant", kind: "count" },
          { key: "percent", label: "of all fixes", kind: "percent", whole: nFixes },
          { key: "largest", label: "largest cluster", kind: "count" },
        ],
        kinds,
      ),
    height: barsHeight(kinds.length),
  });
  const { fixes: conflicting, programs } = dedup.conflicts;
  addText(
    "duplicates",
    conflicting
      ? `In conflict: ${plural(conflicting, "fix", "fixes")} of ` +
          `${plural(programs, "buggy program")}, token by token the same, with different repairs.`
      : "No buggy program has two different fixes.",
  );
  addFolded("duplicates", "Largest clusters", CLUSTERS, dedup.clusters);
  addFolded("duplicates", "Buggy programs with different fixes", CONFLICTS, dedup.conflict_list);
  addFolded(
    "duplicates",
    "Problems that are one problem",
    PROBLEM_CLUSTERS,
    dedup.problem_clusters,
  );
}

function addFolded(section, caption, columns, rows) {
  if (!rows?.length) return;
  const content = table(caption, columns, rows);
  content.querySelector("caption").className = "spoken";
  byId(section).append(folded(caption, content));
}
