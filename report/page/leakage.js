// What check and leak searched for, and the fixes that are marked as excluded.

/** Sums the fixes by reason and by the first part of the evidence: `quixbugs gcd` of `quixbugs gcd:
 *  fixed, type2, line 4`. */
function leakageGroups(leakage) {
  return d3
    .rollups(
      leakage,
      (rows) => d3.sum(rows, (row) => row.n),
      ({ reason, evidence }) => `${reason}: ${evidence.split(":")[0]}`,
    )
    .sort(([a, n], [b, m]) => m - n || d3.ascending(a, b));
}

/** Adds the table of checks. A result is that of the database at the time of the check. */
function addChecks() {
  const { checks, fingerprint } = report;
  const found = ({ found, marked, unread }) =>
    [
      found ? plural(found, "leak found", "leaks found") : "none found",
      marked && plural(marked, "fix marked", "fixes marked"),
      unread && `${plural(unread, "program", "programs")} could not be read`,
    ]
      .filter(Boolean)
      .join("; ");
  const what = { splits: "leaks between splits", ancestry: "relatives of held-out fixes" };
  if (!checks?.length)
    return addText(
      "leakage",
      "This database has not been checked for leaks. ",
      command(`tokfix check ${shellWord(report.database)} --against BENCHMARK`),
      " checks it against a benchmark and stores the result.",
    );
  byId("leakage").append(
    table(
      "Checks",
      [
        { key: "against", label: "checked against", isHead: true },
        { key: "items", label: "items", kind: "count" },
        { key: "options", label: "options" },
        { key: "result", label: "result" },
      ],
      checks.map((row) => ({
        against: row.subject === "benchmark" ? row.name : what[row.subject],
        items: row.items,
        options: row.options,
        result:
          found(row) +
          (row.fingerprint === fingerprint ? "" : " (the database has changed since)"),
      })),
    ),
  );
}

function startLeakage() {
  const { leakage } = report;
  addChecks();
  if (!leakage?.length)
    return addText(
      "leakage",
      "No fix is marked as excluded. ",
      command(`tokfix leak ${shellWord(report.database)} --against BENCHMARK --mark`),
      " marks the fixes that contain a program of a benchmark.",
    );
  const excluded = report.n_excluded;
  const all = shownLanguage ? nFixes + nMutants : fixes.n;
  addText(
    "leakage",
    `${plural(excluded, "fix is", "fixes are")} marked as excluded ` +
      `(${formatShare(excluded, all)}): fixes that contain a program of a benchmark, and ` +
      "relatives of fixes in validation or test, which are in train, or in validation for a test " +
      "fix. A fix can have several reasons.",
  );
  const groups = leakageGroups(leakage).slice(0, 30);
  const [name, most] = groups[0];
  addFigure("leakage", {
    title: "Exclusions by reason and evidence",
    label: `The most frequent is ${plain(name)}, with ${plural(most, "fix", "fixes")}.`,
    draw: (width) =>
      drawBars(
        width,
        groups.map(([group, n]) => ({ name: plain(group), to: n, figures: [formatCount(n)] })),
      ),
    numbers: () =>
      table(
        "Exclusions by reason and evidence",
        [
          { key: "reason", label: "reason", isHead: true },
          { key: "evidence", label: "evidence" },
          { key: "n", label: "fixes", kind: "count" },
        ],
        leakage,
      ),
    height: barsHeight(groups.length),
  });
}
