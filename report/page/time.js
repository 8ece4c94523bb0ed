// Fixes by month, stacked by category, or for one category with its own scale. The axis consists of
// months. It leaves out long stretches of months without fixes: a break with their number is there
// instead, and a table lists them.

const LONG_GAP = 12; // months without fixes that are left out
const BREAK_WIDTH = 20; // pixels, if there is room

/** The number of a month `YYYY-MM`: months since the year 0. */
const monthNumber = (month) => 12 * Number(month.slice(0, -3)) + Number(month.slice(-2)) - 1;

/** `2019-03` */
function monthName(number) {
  const month = (number % 12) + 1;
  return `${String(Math.floor(number / 12)).padStart(4, "0")}-${String(month).padStart(2, "0")}`;
}

/** The gaps that are left out, each {from, to, n}: the first and the last month, and how many. */
function longGaps(months) {
  const numbers = [...new Set(months.map((row) => monthNumber(row.month)))].sort((a, b) => a - b);
  return d3
    .pairs(numbers)
    .filter(([before, next]) => next - before > LONG_GAP)
    .map(([before, next]) => ({ from: before + 1, to: next - 1, n: next - before - 1 }));
}

/** The axis, in months: `placeOf(number)` is where a month begins, `end` is where the axis ends,
 *  and `breaks` are the gaps with x1 and x2. A break is as wide as `breakWidth` pixels of `width`.
 *  At least half a year is on the axis, so that few months do not make wide bars. */
function monthAxis(months, gaps, width) {
  const [first, last] = d3.extent(months, (row) => monthNumber(row.month));
  const n = Math.max(6, last + 1 - first - sumOf(gaps, "n"));
  const breakWidth = Math.min(BREAK_WIDTH, width / 2 / Math.max(1, gaps.length));
  const wide = (n * breakWidth) / (width - gaps.length * breakWidth);
  const placeOf = (number) =>
    number - first + d3.sum(gaps, (gap) => (gap.to < number ? wide - gap.n : 0));
  const breaks = gaps.map((gap) => ({
    ...gap,
    x1: placeOf(gap.from),
    x2: placeOf(gap.from) + wide,
  }));
  const end = n + gaps.length * wide;
  return { first, last, placeOf, end, breaks, pixels: width / end, breakWidth };
}

/** The ticks, {place, text}: where the axis begins, after each break, and where years begin; of a
 *  short axis each quarter. Those for which there is no room are left out. */
function monthTicks({ first, placeOf, end, breaks, pixels }) {
  const starts = [first, ...breaks.map((gap) => gap.to + 1)];
  const endOf = (start, i) => breaks[i]?.from ?? Math.ceil(start + end - placeOf(start));
  const ofSegment = (start, i) => d3.range(start, endOf(start, i));
  const all = starts.flatMap(ofSegment);
  const isShort = end <= 36;
  const wanted = [
    ...starts,
    ...all.filter((number) => number % 12 === 0),
    ...(isShort ? all.filter((number) => number % 3 === 0) : []),
  ];
  const ticks = [];
  const room = widestOf(["0000"]) + 12;
  for (const number of wanted) {
    const place = placeOf(number);
    if (ticks.some((tick) => Math.abs(tick.place - place) * pixels < room)) continue;
    const year = String(Math.floor(number / 12)).padStart(4, "0");
    const month = d3.utcFormat("%b")(new Date(Date.UTC(2000, number % 12)));
    const isStart = starts.includes(number) || number % 12 === 0;
    const text = number % 12 || isShort ? `${month}\n${isStart ? year : ""}` : year;
    ticks.push({ place, text });
  }
  return ticks;
}

/** The marks of the breaks: a hatched band with the number of the months, if it is wide enough. */
function breakMarks({ breaks, breakWidth }) {
  return [
    Plot.rectX(breaks, {
      x1: "x1",
      x2: "x2",
      fill: "var(--raised)",
      stroke: "var(--edge)",
      strokeDasharray: "2 3",
    }),
    breakWidth < BREAK_WIDTH
      ? null
      : Plot.text(breaks, {
          x: ({ x1, x2 }) => (x1 + x2) / 2,
          frameAnchor: "middle",
          rotate: -90,
          text: ({ n }) => `${plural(n, "month")} left out`,
          fill: "var(--quiet)",
          pointerEvents: "none",
        }),
  ];
}

function drawMonths(width, months, gaps, present, category) {
  const rows = category ? months.filter((row) => row.category === category) : months;
  const totals = d3.rollup(
    rows,
    (month) => d3.sum(month, (row) => row.n),
    (row) => row.month,
  );
  const vertical = countAxis(d3.max(totals.values()));
  const axis = monthAxis(months, gaps, width - vertical.marginLeft - 20);
  const ticks = monthTicks(axis);
  const inset = axis.pixels < 4 ? 0 : 0.5;
  const textOf = new Map(ticks.map(({ place, text }) => [place, text]));
  return plot(width, {
    height: 280,
    ...vertical,
    ...bottomAxis(
      { domain: [0, axis.end], ticks: [...textOf.keys()], tickFormat: (x) => textOf.get(x) },
      2,
    ),
    marks: [
      breakMarks(axis),
      Plot.rectY(rows, {
        x1: (row) => axis.placeOf(monthNumber(row.month)),
        x2: (row) => axis.placeOf(monthNumber(row.month)) + 1,
        y: "n",
        order: (row) => present.indexOf(row.category),
        fill: (row) => colorOf(row.category),
        insetLeft: inset,
        insetRight: inset,
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

/** The table of the gaps; none if there are none. */
function gapTable(gaps) {
  if (!gaps.length) return [];
  return [
    table(
      "Months without fixes that the chart leaves out",
      [
        { key: "from", label: "from", isHead: true },
        { key: "to", label: "to" },
        { key: "n", label: "months", kind: "count" },
      ],
      gaps.map(({ from, to, n }) => ({ from: monthName(from), to: monthName(to), n })),
    ),
  ];
}

function startTime() {
  const { months } = report;
  if (!months.length) return dropSection("time");
  const present = stats.categories.filter((row) => row.n > 0).map((row) => row.category);
  const [first, last] = d3.extent(months, (row) => row.month);
  const gaps = longGaps(months);
  const nLeftOut = plural(sumOf(gaps, "n"), "month");
  let category = "";
  const redraw = addFigure("time", {
    title: "Fixes by month",
    label:
      `From ${plain(first)} to ${plain(last)}.` +
      (gaps.length ? ` The axis leaves out ${nLeftOut} without fixes.` : ""),
    control: categoryControl("Category", ["", ...present], (value) => {
      category = value;
      redraw();
    }),
    legend: legendOf([
      ...present.map((name) => [words(name), colorOf(name)]),
      ...(gaps.length ? [[`${nLeftOut} without fixes left out`, "var(--edge)", "leftout"]] : []),
    ]),
    draw: (width) => drawMonths(width, months, gaps, present, category),
    numbers: () => [
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
      ...gapTable(gaps),
    ],
    height: 280,
  });
}
