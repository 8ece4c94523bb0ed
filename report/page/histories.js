// Sizes of histories, as shares on a logarithmic scale, because most have one submission.

const HISTORIES = [
  { key: "n", name: "here", color: "var(--accent)", symbol: "circle", dash: null },
  { key: "thesis_n", name: "Takada 2024", color: "var(--second)", symbol: "square", dash: "4 3" },
];

/** A size without histories has no place on the scale: the line has a gap there. */
function historyPoints(series) {
  return series.flatMap((one) => {
    const total = d3.sum(stats.submissions_per_history, (row) => row[one.key] ?? 0);
    return stats.submissions_per_history.map((row) => ({
      ...one,
      size: row.submissions,
      n: row[one.key],
      percent: row[one.key] > 0 ? share(row[one.key], total) : NaN,
      whole: total,
    }));
  });
}

function drawHistories(width, series) {
  const places = historyPoints(series);
  const points = places.filter((point) => point.percent);
  const sizes = stats.submissions_per_history.map((row) => row.submissions);
  const isWide = width > sizes.length * (widestOf(sizes) + 12);
  const least = Math.floor(Math.log10(Math.min(1, ...points.map((point) => point.percent))));
  return plot(width, {
    height: 300,
    ...bottomAxis({
      type: "point",
      domain: sizes,
      label: called("submissions"),
      tickFormat: (size) => (isWide || Number(size) % 5 === 1 ? size : ""),
      tickSize: 3,
    }),
    ...leftAxis({
      type: "log",
      domain: [10 ** least, 100],
      ticks: d3.range(least, 3).map((power) => Number(`1e${power}`)),
      tickFormat: tickPercent,
    }),
    symbol: { domain: ["here", "Takada 2024"], range: ["circle", "square"] },
    marks: [
      series.map((one) =>
        Plot.line(
          places.filter((point) => point.key === one.key),
          {
            x: "size",
            y: "percent",
            stroke: one.color,
            strokeWidth: 1.5,
            strokeDasharray: one.dash,
          },
        ),
      ),
      Plot.dot(points, {
        x: "size",
        y: "percent",
        fill: ({ key, color }) => (key === "n" ? color : "var(--paper)"),
        stroke: "color",
        strokeWidth: 1.5,
        symbol: "name",
        r: 4,
        channels: {
          [called("submissions")]: "size",
          histories: "n",
          share: ({ percent, whole }) => formatPercent(percent, whole),
          of: "name",
        },
        tip: {
          format: {
            x: false,
            y: false,
            fill: false,
            stroke: false,
            symbol: false,
            of: true,
            [called("submissions")]: true,
            histories: true,
            share: true,
          },
        },
      }),
    ],
  });
}

function startHistories() {
  if (!called("histories")) return dropSection("histories"); // of two versions each
  const rows = stats.submissions_per_history;
  const total = d3.sum(rows, (row) => row.n);
  if (!total) return dropSection("histories");
  const isPublished = rows.some((row) => row.thesis_n != null);
  const series = isPublished ? HISTORIES : HISTORIES.slice(0, 1);
  const single = rows[0].n;
  addFigure("histories", {
    title: `Histories by number of ${called("submissions")}, in percent on a logarithmic axis`,
    label:
      `Histories with one ${called("submission")}: ` +
      `${formatCount(single)} of ${formatCount(total)} ` +
      `(${formatShare(single, total)}).`,
    legend: isPublished
      ? legendOf([
          ["here", "var(--accent)", "round"],
          ["Takada 2024", "var(--second)", "hollow"],
        ])
      : null,
    draw: (width) => drawHistories(width, series),
    numbers: () =>
      table(
        `Histories by number of ${called("submissions")}`,
        [
          { key: "submissions", label: "submissions", isHead: true },
          { key: "n", label: "histories", kind: "count" },
          { key: "percent", label: "share", kind: "percent", whole: total },
          ...(isPublished ? [{ key: "thesis_n", label: "Takada 2024", kind: "count" }] : []),
        ],
        rows.map((row) => ({ ...row, percent: share(row.n, total) })),
      ),
    height: 300,
  });
}
