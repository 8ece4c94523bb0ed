// The problems with the most fixes, and how many problems have most of the fixes.

function problemName({ problem_id: id, name }) {
  return name ? `${plain(id, 20)}  ${plain(name, 50)}` : plain(id, 20);
}

/** How many problems have a part of the fixes, interpolated between the points of the curve. */
function problemsThatHold(part, curve) {
  const total = curve.at(-1).fixes;
  const i = curve.findIndex((point) => point.fixes >= part * total);
  if (i <= 0) return curve[Math.max(0, i)].problems;
  const [a, b] = [curve[i - 1], curve[i]];
  const way = (part * total - a.fixes) / Math.max(1, b.fixes - a.fixes);
  return Math.ceil(a.problems + way * (b.problems - a.problems));
}

function drawConcentration(width, curve) {
  const { problems, fixes: total } = curve.at(-1);
  const isLong = problems >= 30; // few problems are on a linear axis
  const points = curve
    .filter((point) => !isLong || point.problems > 0)
    .map((point) => ({ ...point, percent: share(point.fixes, total) }));
  const label = `${called("problems")}, most fixes first`;
  return plot(width, {
    height: 280,
    marginRight: textWidth(formatCount(problems)) / 2 + 4,
    ...axisTo(100, tickPercent),
    ...(isLong
      ? logAxis({ domain: [1, problems], width: width - 60, label })
      : bottomAxis({ label, tickFormat: tickCount, ticks: 4, domain: [0, problems] })),
    marks: [
      // On a logarithmic axis, a straight line is a curve.
      Plot.line(
        isLong ? d3.range(0, 101).map((part) => problems ** (part / 100)) : [0, problems],
        {
          x: (n) => n,
          y: (n) => share(n, problems),
          stroke: "currentColor",
          strokeDasharray: "4 3",
          strokeOpacity: 0.7,
        },
      ),
      Plot.areaY(points, { x: "problems", y: "percent", fill: "var(--accent)", fillOpacity: 0.12 }),
      Plot.line(points, {
        x: "problems",
        y: "percent",
        stroke: "var(--accent)",
        strokeWidth: 2,
        channels: { share: (point) => formatPercent(point.percent, nFixes) },
        tip: { format: { x: true, y: false, share: true } },
      }),
      Plot.ruleY([0], { stroke: "var(--axis)" }),
    ],
  });
}

function startProblems() {
  const { n, top, concentration } = report.problems;
  if (!top.length) return dropSection("problems");
  const curve = concentration.length ? concentration : [{ problems: 0, fixes: 0 }];
  const half = problemsThatHold(0.5, curve);
  const ofAll = `${formatCount(half)} of ${pluralOf(n, "problem", "problems")}`;
  addFigure("problems", {
    title: `Share of the fixes in the ${called("problems")} with the most fixes`,
    label: `Half of the fixes are in ${ofAll}.`,
    legend: legendOf([
      [`half of the fixes are in ${ofAll}`, "var(--accent)"],
      [`if all ${called("problems")} had equally many fixes`, "currentColor", "dashed"],
    ]),
    draw: (width) => drawConcentration(width, curve),
    numbers: () =>
      table(
        `${capital(called("problems"))}, most fixes first, and their total number of fixes`,
        [
          { key: "problems", label: "problems", kind: "count", isHead: true },
          { key: "fixes", label: "fixes", kind: "count" },
          { key: "percent", label: "share", kind: "percent", whole: nFixes },
        ],
        curve.map((point) => ({ ...point, percent: share(point.fixes, curve.at(-1).fixes) })),
      ),
    height: 280,
  });
  startTopProblems(top);
}

function startTopProblems(top) {
  addFigure("problems", {
    title:
      `The ${top.length === 1 ? called("problem") : `${top.length} ${called("problems")}`} ` +
      "with the most fixes",
    label: `${problemName(top[0])} has ${plural(top[0].n, "fix", "fixes")}.`,
    draw: (width) =>
      drawBars(
        width,
        top.map((row) => ({
          name: problemName(row),
          to: row.n,
          figures: [formatCount(row.n), formatShare(row.n, nFixes)],
        })),
      ),
    numbers: () =>
      table(
        `${capital(called("problems"))} with the most fixes`,
        [
          {
            key: "problem_id",
            label: "problem",
            isHead: true,
            show: (row) => ({ problem: row.problem_id, ...counted }),
          },
          { key: "name", label: "name" },
          { key: "contest", label: "contest" },
          { key: "n_submissions", label: "submissions", kind: "count" },
          { key: "n_pairs", label: "pairs", kind: "count" },
          { key: "n", label: "fixes", kind: "count" },
        ],
        top,
      ),
    height: barsHeight(top.length),
  });
}
