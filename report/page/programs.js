// How large the programs are, and where in them the changed token is.

/** The median number of tokens of the counted fixes; null if not all fixes are listed. */
function medianTokens() {
  if (fixes.listed < fixes.n || !fixes.n) return null;
  const isCounted = (_, i) => isShown(i) && (!hasMutants || originOf(i) === "real");
  return d3.median(fixes.tokens.filter(isCounted));
}

/** A line at the median, with its number above the bars on the side that has room. */
function medianMarks(median, [from, to]) {
  const isLeft = median < Math.sqrt(from * to);
  return [
    Plot.ruleX([median], { stroke: "currentColor", strokeDasharray: "4 3", insetTop: -16 }),
    Plot.text([median], {
      x: (x) => x,
      frameAnchor: "top",
      dx: isLeft ? 5 : -5,
      dy: -16,
      textAnchor: isLeft ? "start" : "end",
      text: (n) => `median ${formatCount(n)}`,
      fill: "currentColor",
    }),
  ];
}

function startSize() {
  const bins = report.tokens;
  if (!bins.length) return dropSection("size");
  const median = medianTokens();
  const [from, to] = [bins[0].from, bins.at(-1).to];
  const domain = [from, Math.max(to, 10 * from)]; // so that few bins are not wide
  addFigure("size", {
    title: "Fixes by number of tokens in the buggy program",
    label: median == null ? "" : `Half of the programs have at most ${formatCount(median)} tokens.`,
    draw: (width) =>
      plot(width, {
        height: 260,
        ...countAxis(d3.max(bins, (bin) => bin.n)),
        marginTop: 30,
        ...logAxis({ domain, width: width - 60, label: "tokens" }),
        marks: [
          Plot.rectY(bins, {
            x1: "from",
            x2: "to",
            y: "n",
            fill: "var(--accent)",
            insetLeft: 0.5,
            insetRight: 0.5,
            channels: {
              tokens: ({ from, to }) => `${formatCount(from)} – ${formatCount(to - 1)}`,
              fixes: "n",
            },
            tip: { format: { x: false, y: false, tokens: true, fixes: true } },
          }),
          Plot.ruleY([0], { stroke: "var(--axis)" }),
          median == null ? null : medianMarks(median, domain),
        ],
      }),
    numbers: () =>
      table(
        "Fixes by number of tokens",
        [
          { key: "from", label: "from", kind: "count", isHead: true },
          { key: "to", label: "to below", kind: "count" },
          { key: "n", label: "fixes", kind: "count" },
        ],
        bins,
      ),
  });
}

const N_PLACES = 20;

/** The shares of the twentieths of the program, for a category or, with "", for all of them. */
function placesOf(category) {
  const counts = new Array(N_PLACES).fill(0);
  for (const row of report.place)
    if (!category || row.category === category) counts[row.bin] += row.n;
  const total = d3.sum(counts);
  return counts.map((n, bin) => ({
    from: 5 * bin,
    to: 5 * bin + 5,
    n,
    percent: share(n, total) ?? 0,
    whole: total,
  }));
}

function drawPlaces(width, places) {
  return plot(width, {
    height: 260,
    marginRight: textWidth(tickPercent(100)) / 2 + 4,
    ...axisTo(d3.max(places, (place) => place.percent), tickPercent),
    ...bottomAxis({ label: "part of the program", domain: [0, 100], tickFormat: tickPercent }),
    marks: [
      Plot.rectY(places, {
        x1: "from",
        x2: "to",
        y: "percent",
        fill: "var(--accent)",
        insetLeft: 0.5,
        insetRight: 0.5,
        channels: {
          place: ({ from, to }) => `${from} – ${to}${SPACE}%`,
          share: ({ percent, whole }) => formatPercent(percent, whole),
          fixes: "n",
        },
        tip: { format: { x: false, y: false, place: true, share: true, fixes: true } },
      }),
      Plot.ruleY([0], { stroke: "var(--axis)" }),
      Plot.ruleY([100 / N_PLACES], { stroke: "currentColor", strokeDasharray: "4 3" }),
    ],
  });
}

function startPlace() {
  const present = stats.categories.filter((row) => row.n > 0).map((row) => row.category);
  if (!present.length) return dropSection("place");
  let category = "";
  const all = placesOf("");
  const firstHalf = sumOf(all.slice(0, N_PLACES / 2), "n");
  const redraw = addFigure("place", {
    title: "Fixes by place of the changed token",
    label:
      `${formatShare(firstHalf, all[0].whole)} of all fixes are in the first half of their ` +
      "program.",
    control: categoryControl("Category", ["", ...present], (value) => {
      category = value;
      redraw();
    }),
    legend: legendOf([["5 %: if all places were equally likely", "currentColor", "dashed"]]),
    draw: (width) => drawPlaces(width, placesOf(category)),
    numbers: () =>
      table(
        "Fixes by place",
        [
          { key: "place", label: "place", isHead: true },
          { key: "n", label: "all", kind: "count" },
          ...present.map((name) => ({ key: name, label: words(name), kind: "count" })),
        ],
        all.map(({ from, to, n }, bin) => ({
          place: `${from} – ${to}${SPACE}%`,
          n,
          ...Object.fromEntries(present.map((name) => [name, placesOf(name)[bin].n])),
        })),
      ),
  });
}
