// Draws the charts (report/page/charts.sql). A figure has a title, a sentence, and a chart: key
// figures, bars, stacks, a line or a table. Bars are a table with a bar in each row. Stacks and
// lines are drawn by Plot, with their numbers as a table below.

const N_ROWS = 50; // of a table; a button shows the others

/** The columns of a chart, {label, kind}. */
const columnsOf = (chart) =>
  chart.columns.split(", ").map((text) => {
    const at = text.lastIndexOf(" ");
    return { label: text.slice(0, at), kind: text.slice(at + 1) };
  });

const isNumber = (kind) => ["n", "share", "bar", "barshare"].includes(kind);
const CATEGORIES = [
  "variable_misuse",
  "binary_operator",
  "comparison_operator",
  "logical_operator",
  "assignment_operator",
  "literal",
  "other",
  "type",
];

/** The colour of a word that has one: that of a category; else that of its place among others. */
function colorOf(word, place) {
  const category = CATEGORIES.indexOf(word);
  const number = category >= 0 ? category : Math.min(place, 6);
  return `var(--c${number + 1})`;
}

const swatch = (color) => h("span", { class: "swatch", style: `background: ${color}` });

/** A button that shows the fixes with a word in a column of the list, as far as charts count them:
 *  real ones, if there are some. */
const toFixes = (kind, value, content) => {
  const origin = counts.origin.has("real") && counts.origin.size > 1 ? "real" : "";
  const show = () => showFixes({ origin, [kind]: value });
  return button(show, { class: "link", title: "Show these fixes" }, content);
};

/** The content of a cell. */
function cellContent(kind, value) {
  if (value == null || value === "") return "–";
  if (kind === "n" || kind === "bar") return formatCount(value);
  if (kind === "share" || kind === "barshare") return formatShare(...value);
  if (kind === "code") return token(value);
  if (kind === "edit") return toFixes(kind, value[0], edit(value[1], value[2]));
  if (kind === "fix") return h("a", { href: addressOf(value) }, foreign(value));
  if (kind === "category")
    return toFixes(kind, value, [swatch(colorOf(value)), foreign(words(value))]);
  const content = foreign(kind === "text" ? value : words(value));
  return hasWord(kind, value) ? toFixes(kind, value, content) : content;
}

/** The bar of a number, or the bars of the shares that a row compares. */
function barsOf(row, series, most) {
  const bars = series.map(({ label, kind, index }, i) => {
    const value = row[index];
    if (value == null) return null;
    const part = kind === "bar" ? value : value[0] / value[1];
    return h(
      "div",
      { class: `bar series${i}` },
      h("span", { style: `--part: ${part / most || 0}` }),
      kind === "bar" ? null : h("em", {}, `${formatShare(...value)} `, h("i", {}, label)),
    );
  });
  return h("td", { class: "bars" }, bars);
}

/** A table of the rows, which are arrays. With `series`, it has a column of bars. */
function table(chart, columns, rows, series = []) {
  const shown = columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ index }) => index === 0 || rows.some((row) => row[index] != null));
  const drawn = shown.filter(({ index }) => series.includes(index));
  const parts = rows.flatMap((row) =>
    drawn.map(({ kind, index }) =>
      kind === "bar" ? row[index] : row[index]?.[0] / row[index]?.[1],
    ),
  );
  const most = Math.max(...parts.filter(Number.isFinite));
  const isBefore = ({ index }) => index < (drawn[0]?.index ?? Infinity);
  const cell = (row, { kind, index }) =>
    h(
      index ? "td" : "th",
      { scope: index ? null : "row", class: isNumber(kind) ? "right" : `cell-${kind}` },
      cellContent(kind, row[index]),
    );
  const head = ({ label, kind }) =>
    h("th", { scope: "col", class: isNumber(kind) ? "right" : null }, label);
  const before = shown.filter(isBefore);
  const behind = shown.filter(
    (column) => !isBefore(column) && !(drawn.includes(column) && column.kind === "barshare"),
  );
  const line = (row) =>
    h(
      "tr",
      {},
      before.map((column) => cell(row, column)),
      drawn.length ? barsOf(row, drawn, most) : null,
      behind.map((column) => cell(row, column)),
    );
  const body = h("tbody", {}, rows.slice(0, N_ROWS).map(line));
  const rest =
    rows.length > N_ROWS &&
    button(
      () => {
        body.append(...rows.slice(N_ROWS).map(line));
        rest.remove();
      },
      { class: "quiet" },
      `Show all ${formatCount(rows.length)} rows`,
    );
  const spokenBars = drawn.length && h("th", { scope: "col" }, spoken("chart"));
  return [
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": chart.title },
      h(
        "table",
        { class: drawn.length ? "chart" : null },
        h("caption", { class: "spoken" }, chart.title),
        h("thead", {}, h("tr", {}, before.map(head), spokenBars || null, behind.map(head))),
        body,
      ),
    ),
    rest,
  ];
}

/** The names and colours of what a chart shows. */
const legend = (items) =>
  h(
    "ul",
    { class: "legend" },
    items.map(([label, color]) => h("li", {}, swatch(color), label)),
  );

function drawBars(chart) {
  const columns = columnsOf(chart);
  const series = columns.flatMap(({ kind }, i) => (kind.startsWith("bar") ? [i] : []));
  const counts = chart.rows.map((row) => row[series[0]]);
  if (columns[series[0]].kind === "bar" && counts.length > 2 && Math.max(...counts) <= 1)
    return table(chart, columns, chart.rows); // nothing to compare
  return table(chart, columns, chart.rows, series);
}

const SMALL = "13px";

/** A chart by Plot, drawn again when its width changes; one picture with one description. */
function plot(chart, label, options) {
  const host = h("div", { class: "plot" });
  let width;
  const draw = () => {
    if (host.clientWidth === width) return;
    width = host.clientWidth;
    const svg = Plot.plot({ ...options(width), width, style: { fontSize: SMALL } });
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${chart.title}. ${label}`);
    for (const part of svg.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
    host.replaceChildren(svg);
  };
  new ResizeObserver(() => requestAnimationFrame(draw)).observe(host);
  host.draw = draw;
  return host;
}

const numbers = (chart) => {
  const details = h(
    "details",
    { class: "numbers" },
    h("summary", {}, "Numbers", spoken(`: ${chart.title}`)),
  );
  const fill = () => {
    if (details.childElementCount > 1) return;
    details.append(...table(chart, columnsOf(chart), chart.rows).filter(Boolean));
  };
  details.addEventListener("toggle", fill);
  details.fill = fill;
  return details;
};

const MOST_PARTS = 7; // with a colour of their own

/** Stacks of the shares of parts: rows are [name, part, n]. The rarest parts become one. */
function drawStacks(chart) {
  const sumBy = (index) =>
    d3.rollup(
      chart.rows,
      (rows) => d3.sum(rows, (row) => row[2]),
      (row) => row[index],
    );
  const [wholes, sums] = [sumBy(0), sumBy(1)];
  const hasOrder = ["category", "split"].includes(columnsOf(chart)[1].kind);
  const parts = d3.sort(sums.keys(), (part) => (hasOrder ? 0 : -sums.get(part)));
  const most = d3.sort(parts, (part) => -sums.get(part)).slice(0, MOST_PARTS - 1);
  const isMany = parts.length > MOST_PARTS;
  const names = isMany ? [...parts.filter((part) => most.includes(part)), "others"] : parts;
  const colors = names.map((name, i) => colorOf(name, i));
  const shown = (text) => plain(words(text));
  const bars = chart.rows.map(([name, part, n]) => ({
    name,
    part: names.includes(part) ? part : "others",
    share: n / wholes.get(name),
    title: `${shown(name)}, ${shown(part)}: ${formatCount(n)}, ${formatShare(n, wholes.get(name))}`,
  }));
  const total = d3.sum(sums.values());
  const label = parts.map((part) => `${shown(part)}: ${formatShare(sums.get(part), total)}`);
  const widest =
    8 +
    7.4 *
      Math.min(
        24,
        d3.max(wholes.keys(), (name) => shown(name).length),
      );
  const picture = plot(chart, label.join(", "), (width) => {
    const isNarrow = width < 500;
    const marginLeft = isNarrow ? 0 : widest;
    const texts = { y: ([name]) => name, fill: "currentColor", textAnchor: "start" };
    return {
      height: 8 + wholes.size * (isNarrow ? 46 : 30),
      marginLeft,
      marginRight: 14 + 8 * formatCount(d3.max(wholes.values())).length,
      marginTop: 4,
      marginBottom: 4,
      x: { axis: null, domain: [0, 1] },
      y: { axis: null, domain: [...wholes.keys()], padding: 0 },
      color: { domain: names, range: colors },
      marks: [
        Plot.barX(
          bars,
          Plot.stackX({
            order: names,
            x: "share",
            y: "name",
            fill: "part",
            title: "title",
            tip: true,
            insetTop: isNarrow ? 20 : 4,
            insetBottom: 4,
            insetRight: 1,
          }),
        ),
        Plot.text(wholes, {
          ...texts,
          text: ([name]) => shown(name),
          frameAnchor: "left",
          dx: -marginLeft,
          dy: isNarrow ? -13 : 0,
        }),
        Plot.text(wholes, {
          ...texts,
          text: ([, n]) => formatCount(n),
          frameAnchor: "right",
          dx: 8,
          dy: isNarrow ? 8 : 0,
        }),
      ],
    };
  });
  const items = names.map((name, i) => [foreign(words(name)), colors[i]]);
  return [legend(items), picture, numbers(chart)];
}

/** A line of steps: rows are [x, y]. x is a month or a number, y a number or a share. */
function drawLine(chart) {
  const [ofX, ofY] = columnsOf(chart);
  const [isMonth, isShare] = [ofX.kind === "month", ofY.kind === "share"];
  const points = chart.rows.map(([x, y]) => {
    const text = isShare ? `${formatShare(...y)}, ${formatCount(y[0])}` : formatCount(y);
    return {
      x: isMonth ? new Date(`${x}-01`) : x,
      y: isShare ? (100 * y[0]) / y[1] : y,
      title: `${x}${isMonth ? "" : ` ${ofX.label}`}: ${text} ${ofY.label}`,
    };
  });
  const [first, second] = points;
  const last = points.at(-1);
  const end = isMonth ? d3.utcMonth.offset(last.x, 1) : last.x + second.x - first.x;
  const steps = [...points, { ...last, x: end }];
  const most = d3.greatest(points, ({ y }) => y);
  const picture = plot(chart, `Most: ${most.title}.`, (width) => ({
    height: 220,
    marginLeft: 48,
    marginRight: 16,
    marginBottom: isMonth ? 30 : 40,
    x: {
      type: isMonth ? "utc" : "linear",
      label: isMonth ? null : ofX.label,
      labelAnchor: "center",
      labelArrow: "none",
      ticks: width / 90,
    },
    y: {
      grid: true,
      label: null,
      ticks: 4,
      zero: true,
      tickFormat: (y) => (isShare ? `${y}${SPACE}%` : Number.isInteger(y) ? formatCount(y) : ""),
    },
    marks: [
      Plot.areaY(steps, {
        x: "x",
        y: "y",
        curve: "step-after",
        fill: "var(--accent)",
        fillOpacity: 0.18,
      }),
      Plot.lineY(steps, {
        x: "x",
        y: "y",
        curve: "step-after",
        stroke: "var(--accent)",
        strokeWidth: 2,
      }),
      Plot.ruleY([0], { stroke: "var(--axis)" }),
      Plot.tip(points, Plot.pointerX({ x: "x", y: "y", title: "title" })),
    ],
  }));
  return [picture, numbers(chart)];
}

function drawFigures(chart) {
  const figure = ([n, whole, one, many]) =>
    h(
      "li",
      {},
      h("b", {}, formatCount(n)),
      h("span", {}, n === 1 ? one : many, whole ? `, of ${formatCount(whole)}` : ""),
      whole ? h("span", { class: "part" }, formatShare(n, whole)) : null,
    );
  return h("ul", { class: "key" }, chart.rows.map(figure));
}

const DRAW = {
  figures: drawFigures,
  bars: drawBars,
  stacks: drawStacks,
  line: drawLine,
  table: (chart) => table(chart, columnsOf(chart), chart.rows),
};

/** The section of a chart. */
function sectionOf(chart) {
  const content = [DRAW[chart.kind](chart)].flat().filter(Boolean);
  if (chart.kind === "figures")
    return h("section", { id: chart.id, "aria-label": chart.title }, content);
  return h(
    "section",
    { id: chart.id, "aria-labelledby": `${chart.id}heading` },
    h("h2", { id: `${chart.id}heading` }, chart.title),
    chart.sentence ? h("p", {}, foreign(chart.sentence)) : null,
    h("figure", {}, content),
  );
}
