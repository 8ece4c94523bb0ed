// The result of `tokfix dedup`.

const DUPLICATE_KINDS = dictionary({
  exact: "exact: the same tokens",
  renamed: "renamed: the same except for names",
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

const ACCEPTED = [
  ...CONFLICTS.slice(0, -1),
  { key: "accepted", label: "right in" },
];

const PROBLEM_CLUSTERS = [
  { key: "cluster", label: "cluster", isHead: true },
  { key: "n_problems", label: "problems", kind: "count" },
  { key: "problems", label: "ids" },
  { key: "sources", label: "known from" },
  { key: "n", label: "fixes", kind: "count" },
];

/** Describes the preset and the thresholds for near duplicates. */
function presetSentence(run) {
  const multiset =
    run.multiset_threshold == null ? "" : ` and of multisets at least ${run.multiset_threshold}`;
  const runs = run.run_length > 1 ? `runs of ${run.run_length} tokens, ` : "";
  return (
    `Near duplicates were found with preset ${plain(run.preset)}: ${runs}Jaccard similarity of ` +
    `sets at least ${run.set_threshold}${multiset}, for programs of at least ` +
    `${plural(run.min_tokens, "token")}.` +
    (run.renames_literals ? " Renamed duplicates may differ in literals, too." : "")
  );
}

function startDuplicates() {
  const { dedup } = report;
  if (!dedup)
    return addText(
      "duplicates",
      "This database has not been searched for duplicates. ",
      command(`tokfix dedup ${shellWord(report.database)}`),
      " finds exact, renamed and near duplicates and stores them in the database. Write the " +
        "report again to see them here.",
    );
  addText(
    "duplicates",
    "Two fixes are duplicates if both their buggy and their fixed programs match. Renamed " +
      "duplicates include exact ones, and near duplicates include renamed ones. All fixes of a " +
      "cluster except one are redundant. ",
    presetSentence(dedup.run),
    hasMutants ? " Only real fixes are counted, not mutants." : "",
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
      ? `Conflicts: ${plural(programs, "buggy program has", "buggy programs have")} several ` +
          `different repairs, in ${plural(conflicting, "fix", "fixes")}. Two programs count as ` +
          "the same if all their tokens are the same."
      : "No buggy program has two different repairs.",
  );
  addText(
    "duplicates",
    dedup.accepted.fixes
      ? `${plural(dedup.accepted.fixes, "fix has", "fixes have")} a buggy program that is also a ` +
          "right one: an Accepted program of the problem, or that of a reverse fix."
      : "No buggy program is also a right one.",
  );
  addFolded("duplicates", "Largest clusters", CLUSTERS, dedup.clusters);
  addFolded("duplicates", "Buggy programs with different repairs", CONFLICTS, dedup.conflict_list);
  addFolded("duplicates", "Buggy programs that are also right", ACCEPTED, dedup.accepted_list);
  addFolded(
    "duplicates",
    `Groups of identical ${called("problems")}`,
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
