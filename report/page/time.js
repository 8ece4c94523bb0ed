// Fixes by month, stacked by category, or for one category with its own scale.

const monthStart = (month) => new Date(`${month}-01T00:00:00Z`);

/** From the first to the last month, at least a year, so that few months do not make wide bars. */
function monthDomain(months) {
  const [first, last] = d3.extent(months, (row) => row.month);
  const start = monthStart(first);
  const end = d3.utcMonth.offset(monthStart(last), 1);
  const year = d3.utcMonth.offset(start, 12);
  return [start, end > year ? end : year];
}

function drawMonths(width, months, present, category) {
  const rows = category ? months.filter((row) => row.category === category) : months;
  const totals = d3.rollup(
    rows,
    (month) => d3.sum(month, (row) => row.n),
    (row) => row.month,
  );
  return plot(width, {
    height: 280,
    ...countAxis(d3.max(totals.values())),
    ...bottomAxis({ type: "utc", domain: monthDomain(months), ticks: Math.max(3, width / 110) }, 2),
    marks: [
      Plot.rectY(rows, {
        x: (row) => monthStart(row.month),
        interval: "month",
        y: "n",
        order: (row) => present.indexOf(row.category),
        fill: (row) => colorOf(row.category),
        insetLeft: 0.5,
        insetRight: 0.5,
        insetTop: 0.5,
        channels: {
          month: (row) => plain(row.month),
          category: (row) => words(row.category),
          fixes: "n",
        },
        tip: {
          format: { x: false, y: false, fill: false, month: true, category: true, fixes: true },
        },
      }),
      Plot.ruleY([0], { stroke: "var(--axis)" }),
    ],
  });
}

function startTime() {
  const { months } = report;
  if (!months.length) return addText("time", "There are no fixes.");
  const present = stats.categories.filter((row) => row.n > 0).map((row) => row.category);
  const [first, last] = d3.extent(months, (row) => row.month);
  let category = "";
  const redraw = addFigure("time", {
    title: "Fixes by month",
    label: `From ${plain(first)} to ${plain(last)}.`,
    control: categoryControl("Category", ["", ...present], (value) => {
      category = value;
      redraw();
    }),
    legend: legendOf(present.map((name) => [words(name), colorOf(name)])),
    draw: (width) => drawMonths(width, months, present, category),
    numbers: () =>
      table(
        "Fixes by month",
        [
          { key: "month", label: "month", isHead: true },
          { key: "n", label: "all", kind: "count" },
          ...present.map((name) => ({ key: name, label: words(name), kind: "count" })),
        ],
        d3
          .groups(months, (row) => row.month)
          .map(([month, rows]) => ({
            month,
            n: d3.sum(rows, (row) => row.n),
            ...Object.fromEntries(present.map((name) => [name, 0])),
            ...Object.fromEntries(rows.map((row) => [row.category, row.n])),
          })),
      ),
    height: 280,
  });
}
