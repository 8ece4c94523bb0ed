// Horizontal bars between a column of names and columns of numbers. A bar of any length stays clear
// of the texts. In a narrow window the name is above its bar.

const TEXT_SIZE = 13;
const SMALL_TEXT = 12;
const BOLD = 650;
const ruler = document.createElement("canvas").getContext("2d");

/** Measures a text in the font of charts, whatever that is in this browser. */
function measure(text, weight = 400) {
  ruler.font = `${weight} ${TEXT_SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text);
}

const textWidth = (text, weight) => measure(text, weight).width;
const widestOf = (texts, weight) => d3.max(texts, (text) => textWidth(text, weight)) ?? 0;

/** The text, cut with … if it is wider than `width` in bold. */
function fitText(text, width) {
  if (textWidth(text, BOLD) <= width) return text;
  const characters = Array.from(text);
  let shown = characters.length;
  while (shown > 1 && textWidth(`${characters.slice(0, shown).join("")}…`, BOLD) > width) shown--;
  return `${characters.slice(0, shown).join("")}…`;
}

/** Diagonal lines, which tell a bar from a filled one without colours. */
function hatching(id) {
  return () => {
    const pattern = d3
      .create("svg:pattern")
      .attr("id", id)
      .attr("width", 6)
      .attr("height", 6)
      .attr("patternUnits", "userSpaceOnUse")
      .attr("patternTransform", "rotate(45)");
    pattern.append("rect").attr("width", 6).attr("height", 6).attr("fill", "var(--lost)");
    pattern.append("rect").attr("width", 2).attr("height", 6).attr("fill", "var(--lostline)");
    const definitions = d3.create("svg:defs");
    definitions.append(() => pattern.node());
    return definitions.node();
  };
}

/** Whether the window is too narrow for names beside the bars. They are then above the bars. */
const isNarrowPage = matchMedia("(max-width: 37rem)");

/** Plot.text() of rows of which some are in bold. A mark of Plot has one weight. */
function textOfWeights(rows, isBold, options) {
  return [400, BOLD].map((fontWeight) =>
    Plot.text(rows, {
      ...options,
      fontWeight,
      filter: (row) => (isBold(row) ? BOLD : 400) === fontWeight,
    }),
  );
}

/** Where each column of numbers ends, from the right edge, and the width of all columns. */
function figureColumns(rows) {
  const n = Math.max(0, ...rows.map((row) => row.figures.length));
  const ends = [];
  let taken = 0;
  for (let i = n - 1; i >= 0; i--) {
    ends[i] = taken;
    taken += widestOf(rows.map((row) => row.figures[i] ?? "")) + 14;
  }
  return { ends, taken };
}

/** The height of a chart of n rows. A row is `wide` high, or `narrow` if its name has its own
 *  line. */
function barsHeight(n, wide = 27, narrow = 42) {
  return 4 + n * (isNarrowPage.matches ? narrow : wide);
}

/** Draws rows of {name, from, to, figures, fill, isLost, isStrong, parts}. A bar goes from `from`
 *  (by default 0) to `to`; `parts` are {from, to, fill} in place of it. `name` and `figures` are
 *  texts, passed through plain() if they are foreign. Lost rows are hatched. */
function drawBars(width, rows, { max = Math.max(0, ...rows.map((row) => row.to)) } = {}) {
  const isNarrow = isNarrowPage.matches;
  const { ends, taken } = figureColumns(rows);
  const widest = widestOf(rows.map((row) => row.name), BOLD) + 14;
  const marginLeft = isNarrow ? 0 : Math.min(widest, 0.38 * width);
  const marginRight = isNarrow ? 0 : taken;
  const room = isNarrow ? width - taken - 8 : marginLeft - 10;
  const hatch = `hatch${(drawBars.n = (drawBars.n ?? 0) + 1)}`;
  const y = (_, i) => i;
  const parts = rows.flatMap((row, place) =>
    (row.parts ?? [row]).map((part) => ({ ...part, place })),
  );
  const textTop = isNarrow ? -9 : 0;
  return plot(width, {
    height: barsHeight(rows.length, 27, 42),
    marginLeft,
    marginRight,
    marginTop: 2,
    marginBottom: 2,
    x: { axis: null, domain: [0, max || 1] },
    y: { axis: null, type: "band", domain: d3.range(rows.length), padding: 0 },
    marks: [
      hatching(hatch),
      isNarrow ? null : Plot.ruleX([0], { stroke: "var(--axis)" }),
      Plot.barX(parts, {
        x1: (row) => row.from ?? 0,
        x2: "to",
        y: "place",
        fill: (row) => (row.isLost ? `url(#${hatch})` : (row.fill ?? "var(--accent)")),
        stroke: (row) => (row.isLost ? "var(--lostline)" : "none"),
        insetTop: isNarrow ? 22 : 5,
        insetBottom: isNarrow ? 6 : 5,
      }),
      textOfWeights(rows, ({ isStrong }) => isStrong, {
        y,
        text: (row) => fitText(row.name, room),
        title: (row) => (fitText(row.name, room) === row.name ? null : row.name),
        frameAnchor: "left",
        textAnchor: "start",
        dx: -marginLeft,
        dy: textTop,
        fill: "currentColor",
      }),
      ends.map((end, i) =>
        Plot.text(rows, {
          y,
          text: (row) => row.figures[i] ?? "",
          frameAnchor: "right",
          textAnchor: "end",
          dx: marginRight - end,
          dy: textTop,
          fill: i === 0 ? "currentColor" : "var(--quiet)",
          fontVariant: "tabular-nums",
        }),
      ),
    ],
  });
}
