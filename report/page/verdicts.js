// Verdicts that became Accepted. Each category has one bar with the shares of the failing verdicts.

const NO_VERDICT = "no verdict";
const N_VERDICTS = 6; // verdicts with their own colour; the others share one

/** The verdicts, most frequent first. Those after the first N_VERDICTS become one. */
function groupVerdicts(transitions) {
  const order = d3
    .rollups(
      transitions,
      (rows) => d3.sum(rows, (row) => row.n),
      (row) => row.buggy_status,
    )
    .sort(([, a], [, b]) => b - a)
    .map(([status]) => status);
  if (order.length <= N_VERDICTS + 1) return { names: order, groupOf: (status) => status };
  const names = [...order.slice(0, N_VERDICTS), "other verdicts"];
  return { names, groupOf: (status) => (names.includes(status) ? status : "other verdicts") };
}

/** The segments of all bars: {category, verdict, n, from, to} in percent. */
function verdictSegments(rows, { names, groupOf }) {
  return rows.flatMap(({ category, n }) => {
    let from = 0;
    const own = stats.status_transitions.filter((row) => row.category === category);
    return names.flatMap((verdict) => {
      const part = d3.sum(own, (row) => (groupOf(row.buggy_status) === verdict ? row.n : 0));
      if (!part) return [];
      const segment = { category, verdict, n: part, from, to: from + share(part, n) };
      from = segment.to;
      return [segment];
    });
  });
}

function drawVerdicts(width, rows, groups) {
  const isNarrow = isNarrowPage.matches;
  const marginLeft = isNarrow ? 0 : widestOf(rows.map((row) => words(row.category))) + 14;
  const marginRight = widestOf(rows.map((row) => formatCount(row.n))) + 10;
  const segments = verdictSegments(rows, groups);
  const pixels = (segment) =>
    ((segment.to - segment.from) / 100) * (width - marginLeft - marginRight);
  const label = (segment) =>
    formatShare(segment.n, rows.find((r) => r.category === segment.category).n);
  return plot(width, {
    height: barsHeight(rows.length, 34, 52),
    marginLeft,
    marginRight,
    marginTop: 2,
    marginBottom: 2,
    x: { axis: null, domain: [0, 100] },
    y: { axis: null, type: "band", domain: rows.map((row) => row.category), padding: 0 },
    marks: [
      Plot.barX(segments, {
        x1: "from",
        x2: "to",
        y: "category",
        fill: ({ verdict }) => `var(--c${groups.names.indexOf(verdict) + 1})`,
        insetTop: isNarrow ? 22 : 5,
        insetBottom: isNarrow ? 4 : 5,
        insetRight: 1,
        channels: { verdict: ({ verdict }) => plain(verdict) || NO_VERDICT, fixes: "n" },
        tip: { format: { x: false, y: words, fill: false, verdict: true, fixes: true } },
      }),
      Plot.text(
        segments.filter((segment) => pixels(segment) > textWidth(label(segment)) + 10),
        {
          x: ({ from, to }) => (from + to) / 2,
          y: "category",
          text: label,
          dy: isNarrow ? 9 : 0,
          fill: ({ verdict }) => `var(--on${groups.names.indexOf(verdict) + 1})`,
          pointerEvents: "none",
        },
      ),
      Plot.text(rows, {
        y: "category",
        text: (row) => words(row.category),
        frameAnchor: "left",
        textAnchor: "start",
        dx: -marginLeft,
        dy: isNarrow ? -15 : 0,
        fill: "currentColor",
      }),
      Plot.text(rows, {
        y: "category",
        text: (row) => formatCount(row.n),
        frameAnchor: "right",
        textAnchor: "end",
        dx: marginRight,
        dy: isNarrow ? 9 : 0,
        fill: "currentColor",
        fontVariant: "tabular-nums",
      }),
    ],
  });
}

function startVerdicts() {
  if (!called("verdict")) return dropSection("verdicts");
  const rows = stats.categories.filter((row) => row.n > 0);
  if (!rows.length) return dropSection("verdicts");
  if (stats.status_transitions.every((row) => row.buggy_status === ""))
    return dropSection("verdicts");
  const groups = groupVerdicts(stats.status_transitions);
  const first = d3.sum(stats.status_transitions, (row) =>
    groups.groupOf(row.buggy_status) === groups.names[0] ? row.n : 0,
  );
  addFigure("verdicts", {
    title: "Failing verdicts by category",
    label:
      `${plain(groups.names[0]) || NO_VERDICT} is the failing verdict of ` +
      `${formatShare(first, nFixes)} of the fixes.`,
    legend: legendOf(
      groups.names.map((name, i) => [name ? foreign(name) : NO_VERDICT, `var(--c${i + 1})`]),
    ),
    draw: (width) => drawVerdicts(width, rows, groups),
    numbers: () => [
      table(
        "Verdicts that became Accepted",
        [
          {
            key: "buggy_status",
            label: "verdict",
            isHead: true,
            show: ({ category, buggy_status: status }) => ({ category, status, ...counted }),
          },
          { key: "fixed_status", label: "became" },
          { key: "category", label: "category", kind: "words" },
          { key: "n", label: "fixes", kind: "count" },
        ],
        stats.status_transitions,
      ),
      table(
        "All submissions by verdict",
        [
          { key: "status", label: "verdict", isHead: true },
          { key: "class", label: "counts as" },
          { key: "n", label: "submissions", kind: "count" },
        ],
        stats.statuses,
      ),
    ],
    height: barsHeight(rows.length, 34, 52),
  });
}
