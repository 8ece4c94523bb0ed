// The timeline of a task: its base, and the commits that have to do with its solution, in the order
// of time. Each is a row with two lines of text and a dot. Most are near the base, and some are
// years away, so that the axis is logarithmic on both sides of the base.

const DAY = 86400;

const RELATIONS = [
  { relation: "before", color: "var(--lostline)" },
  { relation: "after", color: "var(--accent)" },
  { relation: "side", color: "var(--second)" },
  { relation: "unreachable", color: "var(--third)" },
];

const formatDate = (seconds) => (seconds ? formatTime(seconds).slice(0, 10) : "no date");

/** `exact, after: own pull request`. A similar change has its similarity. */
function findingName({ evidence, similarity, role, relation }) {
  const degree = evidence === "similar" ? ` ${formatDecimals[2](similarity)}` : "";
  return `${plain(evidence)}${degree}, ${plain(relation)}${role ? `: ${plain(role)}` : ""}`;
}

/** Where a commit can be seen: `branch, tag: refs/heads/main, refs/tags/v1 and 7 more`. HEAD is
 *  named only if no other name is known. */
function sightText({ places, names, n_names: n, relation }) {
  if (!names) return relation === "before" ? "past of the base" : "no name leads to it";
  const all = names.split(" ");
  const first = all.filter((name) => name !== "HEAD" || all.length === 1);
  const more = n - first.length;
  return (
    `${plain(places).replaceAll(",", ", ")}: ${first.map((name) => plain(name)).join(", ")}` +
    (more > 0 ? ` and ${formatCount(more)} more` : "")
  );
}

/** The rows of a task's timeline, the base among them: {date, days, title, sight, color}. What has
 *  no date comes first, without a dot. */
function timelineRows(task, findings) {
  const daysOf = (date) => (date && task.date ? (date - task.date) / DAY : null);
  const base = {
    date: task.date,
    days: daysOf(task.date),
    commit: task.base,
    title: "base",
    sight: "the task begins here",
    color: "currentColor",
    isBase: true,
  };
  const rows = findings.map((finding) => ({
    date: finding.date,
    days: daysOf(finding.date),
    commit: finding.commit,
    title: findingName(finding),
    sight: sightText(finding),
    color: RELATIONS.find(({ relation }) => relation === finding.relation)?.color,
    isPast: finding.relation === "before",
  }));
  const past = rows.filter((row) => row.isPast);
  return d3.sort([...past, base, ...rows.filter((row) => !row.isPast)], (row) => row.date);
}

const TIME_TICKS = [
  [0, "base"],
  [365, "1 year"],
  [-365, "−1 year"],
  [30, "1 month"],
  [-30, "−1 month"],
  [1, "1 day"],
  [-1, "−1 day"],
  [3650, "10 years"],
  [-3650, "−10 years"],
];

/** The ticks for which there is room, the first of the above before the others. */
function timeTicks([from, to], width) {
  const scale = d3.scaleSymlog([from, to], [0, width]);
  const ticks = [];
  for (const [days, text] of TIME_TICKS) {
    const middle = scale(days);
    const room = textWidth(text) / 2 + 6;
    if (days < from || days > to) continue;
    if (ticks.every((tick) => Math.abs(tick.middle - middle) > tick.room + room))
      ticks.push({ days, text, middle, room });
  }
  return ticks;
}

/** A line of text for each row, cut if it is wider than `room`. */
function rowTexts(rows, textOf, { dx, dy, room, isBold = () => false, ...options }) {
  return textOfWeights(rows, isBold, {
    y: (_, i) => i,
    text: (row) => fitText(textOf(row), room),
    title: (row) => (fitText(textOf(row), room) === textOf(row) ? null : textOf(row)),
    frameAnchor: "left",
    textAnchor: "start",
    dx,
    dy,
    fill: "currentColor",
    ...options,
  });
}

const timelineHeight = (n) => 40 + n * (isNarrowPage.matches ? 62 : 44);

function drawTimeline(width, rows) {
  const isNarrow = isNarrowPage.matches;
  const nameOf = ({ date, commit, title }) =>
    `${formatDate(date)}  ${plain(commit.slice(0, 10))}  ${title}`;
  const texts = rows.flatMap((row) => [nameOf(row), row.sight]);
  const beside = Math.min(widestOf(texts, BOLD) + 24, 0.6 * width);
  const marginLeft = isNarrow ? textWidth("base") / 2 : beside;
  const room = isNarrow ? width : marginLeft - 24;
  const marginRight = 36;
  const days = rows.map((row) => row.days ?? 0);
  const domain = [Math.min(0, ...days), Math.max(1, ...days)];
  const ticks = timeTicks(domain, width - marginLeft - marginRight);
  const textOf = new Map(ticks.map((tick) => [tick.days, tick.text]));
  const dated = rows.map((row, i) => ({ ...row, i })).filter((row) => row.days != null);
  const dotTop = isNarrow ? 20 : 0;
  return plot(width, {
    marginLeft,
    marginRight,
    marginTop: 4,
    ...bottomAxis({
      type: "symlog",
      domain,
      ticks: [...textOf.keys()],
      tickFormat: (n) => textOf.get(n),
      label: "from the base (logarithmic axis)",
    }),
    height: timelineHeight(rows.length),
    y: { axis: null, type: "band", domain: d3.range(rows.length), padding: 0 },
    marks: [
      Plot.tickX(rows, {
        x: 0,
        y: (_, i) => i,
        stroke: "var(--axis)",
        insetTop: isNarrow ? 40 : 0, // below the texts
      }),
      Plot.ruleY(dated, { x1: 0, x2: "days", y: "i", stroke: "color", dy: dotTop }),
      Plot.dot(dated, {
        x: "days",
        y: "i",
        dy: dotTop,
        r: 5,
        fill: (row) => (row.isBase ? "var(--paper)" : row.color),
        stroke: "color",
        strokeWidth: 2,
      }),
      rowTexts(rows, nameOf, {
        dx: -marginLeft,
        dy: isNarrow ? -20 : -8,
        room,
        isBold: ({ isBase }) => isBase,
      }),
      rowTexts(rows, ({ sight }) => sight, {
        dx: -marginLeft,
        dy: isNarrow ? -3 : 9,
        room,
        fill: "var(--quiet)",
      }),
    ],
  });
}
