// Fixes that `tokfix leak --mark` marked: those that hold a program of a benchmark, and relatives
// of held-out fixes.

/** What is common to much evidence: `quixbugs gcd` of `quixbugs gcd: fixed, type2, line 4`. */
function leakageGroups(leakage) {
  return d3
    .rollups(
      leakage,
      (rows) => d3.sum(rows, (row) => row.n),
      ({ reason, evidence }) => `${reason}: ${evidence.split(":")[0]}`,
    )
    .sort(([a, n], [b, m]) => m - n || d3.ascending(a, b));
}

/** What check and leak were asked, and what they found: of the database as it was then. */
function addChecks() {
  const { checks, fingerprint } = report;
  const found = ({ found, marked, unread }) =>
    [
      found ? plural(found, "found", "found") : "none found",
      marked && plural(marked, "fix marked", "fixes marked"),
      unread && `${plural(unread, "program", "programs")} could not be read`,
    ]
      .filter(Boolean)
      .join("; ");
  const what = { benchmark: "benchmark", splits: "what splits share", ancestry: "ancestry" };
  if (!checks?.length)
    return addText(
      "leakage",
      "Nothing was checked yet. ",
      command(`tokfix check ${shellWord(report.database)} --against BENCHMARK`),
      " does it, and keeps the result.",
    );
  byId("leakage").append(
    table(
      "What was checked",
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
      " marks those whose programs are also in a benchmark.",
    );
  const excluded = report.n_excluded;
  addText(
    "leakage",
    `${plural(excluded, "fix is", "fixes are")} marked as excluded ` +
      `(${formatShare(excluded, fixes.n)}): with programs of a benchmark, or related to fixes ` +
      "that are held out more. A fix can have several reasons.",
  );
  const groups = leakageGroups(leakage).slice(0, 30);
  const [name, most] = groups[0];
  addFigure("leakage", {
    title: "Exclusions by reason and by what was found",
    label: `The most, ${formatCount(most)}, are for ${plain(name)}.`,
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
