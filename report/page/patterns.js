// SStuB patterns, the roles of changed identifiers, and regions. The bars of mutants are below
// those of real fixes. Both show shares, because there may be many more mutants than fixes.

/** Bars for rows of {name, n, percent, mutant_n, mutant_percent}. */
function barsBeside(rows) {
  const whole = sumOf(rows, "n");
  if (!hasMutants)
    return rows.map(({ name, n, percent }) => ({
      name,
      to: n,
      figures: [formatCount(n), formatPercent(percent, whole)],
    }));
  return rows.flatMap(({ name, n, percent, mutant_n: m, mutant_percent: mutants }) => [
    { name, to: percent ?? 0, figures: [formatCount(n), formatPercent(percent, whole)] },
    {
      name: `${SPACE}${SPACE}mutants`,
      to: mutants ?? 0,
      figures: [formatCount(m), formatPercent(mutants, sumOf(rows, "mutant_n"))],
      fill: MUTANTS.fill,
    },
  ]);
}

const legendBeside = () =>
  hasMutants ? legendOf([HERE, MUTANTS].map(({ name, fill }) => [name, fill])) : null;

/** What kind of text the changed tokens belong to; exports leave some out by default. */
function startRegions() {
  const rows = stats.regions;
  if (!rows.length) return;
  const isTaken = ({ taken }) => taken === "yes";
  const bars = rows.map((row) => ({
    name: words(row.region),
    to: row.n,
    figures: [formatCount(row.n), formatPercent(row.percent, nFixes)],
    fill: isTaken(row) ? HERE.fill : "var(--accentsoft)",
  }));
  const left = rows.filter((row) => !isTaken(row));
  addFigure("patterns", {
    title: "Fixes by region of the changed token",
    label: `Of regions that exports leave out: ${formatShare(sumOf(left, "n"), nFixes)}.`,
    legend: left.length && legendOf([
      ["taken by exports", HERE.fill],
      ["left out by default", "var(--accentsoft)"],
    ]),
    draw: (width) => drawBars(width, bars),
    numbers: () =>
      table(
        "Fixes by region",
        [
          {
            key: "region",
            label: "region",
            kind: "words",
            isHead: true,
            show: ({ region }) => ({ region, ...counted }),
          },
          { key: "n", label: "fixes", kind: "count" },
          { key: "percent", label: "share", kind: "percent", whole: nFixes },
          { key: "taken", label: "taken" },
        ],
        rows,
      ),
    height: barsHeight(bars.length),
  });
}

function startPatterns() {
  const rows = stats.patterns;
  if (!rows.length) return dropSection("patterns");
  const bars = barsBeside(rows.map((row) => ({ ...row, name: plain(row.pattern) })));
  addFigure("patterns", {
    title: "Fixes by SStuB pattern",
    label: rows.length
      ? `The most frequent is ${plain(rows[0].pattern)}, ${formatPercent(rows[0].percent, nFixes)}.`
      : "",
    legend: legendBeside(),
    draw: (width) => drawBars(width, bars),
    numbers: () =>
      table(
        "Fixes by SStuB pattern",
        [
          {
            key: "pattern",
            label: "pattern",
            isHead: true,
            show: ({ pattern }) => ({ pattern, ...counted }),
          },
          { key: "n", label: "fixes", kind: "count" },
          { key: "percent", label: "share", kind: "percent", whole: nFixes },
          ...mutantColumns(rows),
        ],
        rows,
      ),
    height: barsHeight(bars.length),
  });
  startRoles();
  startRegions();
}

function startRoles() {
  const sums = d3
    .rollups(
      stats.roles,
      (rows) => [d3.sum(rows, (row) => row.n), d3.sum(rows, (row) => row.mutant_n ?? 0)],
      (row) => row.role,
    )
    .sort(([, [a]], [, [b]]) => b - a);
  const roles = sums.map(([role, [n]]) => [role, n]);
  if (!roles.length) {
    addText("patterns", "No fix changes an identifier.");
    return;
  }
  const total = d3.sum(roles, ([, n]) => n);
  const allMutants = d3.sum(sums, ([, [, m]]) => m);
  const bars = barsBeside(
    sums.map(([role, [n, m]]) => ({
      name: words(role),
      n,
      percent: share(n, total),
      mutant_n: m,
      mutant_percent: share(m, allMutants),
    })),
  );
  addFigure("patterns", {
    title: `Roles of the ${plural(total, "changed identifier")}`,
    label: `The most frequent is ${words(roles[0][0])}, ${formatShare(roles[0][1], total)}.`,
    legend: legendBeside(),
    draw: (width) => drawBars(width, bars),
    numbers: () =>
      table(
        "Changed identifiers by role and category",
        [
          {
            key: "role",
            label: "role",
            kind: "words",
            isHead: true,
            show: ({ role, category }) => ({ role, category, ...counted }),
          },
          { key: "category", label: "category", kind: "words" },
          { key: "n", label: "fixes", kind: "count" },
          ...mutantColumns().slice(0, 1),
        ],
        stats.roles,
      ),
    height: barsHeight(bars.length),
  });
}
