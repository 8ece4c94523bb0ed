// SStuB patterns, and the roles of changed identifiers.

function startPatterns() {
  const rows = stats.patterns;
  if (!rows.length) return addText("patterns", "There are no fixes.");
  addFigure("patterns", {
    title: "Fixes by SStuB pattern",
    label: rows.length
      ? `The most frequent is ${rows[0].pattern}, ${formatPercent(rows[0].percent)}.`
      : "",
    draw: (width) =>
      drawBars(
        width,
        rows.map((row) => ({
          name: row.pattern,
          to: row.n,
          figures: [formatCount(row.n), formatPercent(row.percent)],
        })),
      ),
    numbers: () =>
      table(
        "Fixes by SStuB pattern",
        [
          { key: "pattern", label: "pattern", isHead: true, show: ({ pattern }) => ({ pattern }) },
          { key: "n", label: "fixes", kind: "count" },
          { key: "percent", label: "share", kind: "percent" },
        ],
        rows,
      ),
    height: barsHeight(rows.length),
  });
  startRoles();
}

function startRoles() {
  const roles = d3
    .rollups(
      stats.roles,
      (rows) => d3.sum(rows, (row) => row.n),
      (row) => row.role,
    )
    .sort(([, a], [, b]) => b - a);
  if (!roles.length) {
    addText("patterns", "No fix changes an identifier.");
    return;
  }
  const total = d3.sum(roles, ([, n]) => n);
  addFigure("patterns", {
    title: `Roles of the ${plural(total, "changed identifier")}`,
    label: `The most frequent is ${words(roles[0][0])}, ${formatShare(roles[0][1], total)}.`,
    draw: (width) =>
      drawBars(
        width,
        roles.map(([role, n]) => ({
          name: words(role),
          to: n,
          figures: [formatCount(n), formatShare(n, total)],
        })),
      ),
    numbers: () =>
      table(
        "Changed identifiers by role and category",
        [
          {
            key: "role",
            label: "role",
            kind: "words",
            isHead: true,
            show: ({ role, category }) => ({ role, category }),
          },
          { key: "category", label: "category", kind: "words" },
          { key: "n", label: "fixes", kind: "count" },
        ],
        stats.roles,
      ),
    height: barsHeight(roles.length),
  });
}
