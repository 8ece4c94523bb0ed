// A figure: what it shows, the chart, and the chart's numbers as a table. Charts are drawn when
// they come near the window, the others when there is time, all of them before printing, and anew
// when their width changes.

const pending = new Map(); // charts that are not drawn yet, and how to

const nearness = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) drawPending(target);
  },
  { rootMargin: "800px" },
);

function drawPending(chart) {
  pending.get(chart)?.();
  pending.delete(chart);
  nearness.unobserve(chart);
}

/** Draws every chart that is not drawn yet. */
function drawAll() {
  for (const chart of [...pending.keys()]) drawPending(chart);
}

/** Draws the others one by one when there is time: what is below them then stays in its place. */
function drawWhenIdle() {
  const [next] = pending.keys();
  if (!next) return;
  drawPending(next);
  whenIdle(drawWhenIdle);
}

const widths = new ResizeObserver((entries) => {
  for (const { target } of entries)
    if (!pending.has(target) && Math.abs(target.clientWidth - target.drawnWidth) > 1)
      requestAnimationFrame(() => target.redraw());
});

/** Makes a chart one picture with one description, and takes back what Plot says of its parts. */
function describe(svg, text) {
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", text.trim());
  for (const part of svg.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
}

/** Appends a figure to a section. `title` says what it shows; `label` tells those who do not see
 *  the chart what stands out; `draw(width)` gives the chart, `numbers()` one or more tables;
 *  `legend` and `control` are elements or null. Returns what draws it anew. */
function addFigure(section, { title, label, legend, control, draw, numbers, height = 260 }) {
  const chart = h("div", { class: "chart" });
  const table = numbers ? folded(["Numbers", spoken(`: ${title}`)], []) : null;
  chart.style.minHeight = `${height}px`;
  chart.redraw = () => {
    chart.drawnWidth = chart.clientWidth;
    const drawn = draw(Math.max(280, chart.clientWidth));
    if (drawn instanceof SVGElement) describe(drawn, `${title}. ${label}`);
    chart.style.minHeight = "";
    chart.replaceChildren(drawn);
  };
  byId(section).append(
    h(
      "figure",
      {},
      h("figcaption", {}, title),
      control || legend ? h("div", { class: "above" }, control, legend) : null,
      chart,
      table,
    ),
  );
  pending.set(chart, () => {
    chart.redraw();
    table?.append(...[numbers()].flat());
  });
  nearness.observe(chart);
  widths.observe(chart);
  return () => (pending.has(chart) ? undefined : chart.redraw());
}

/** A sentence in a section. */
function addText(section, ...content) {
  byId(section).append(h("p", {}, content));
}

/** Says which mark stands for what: items are [label, colour, class]. */
function legendOf(items) {
  return h(
    "ul",
    { class: "legend" },
    items.map(([label, color, className]) => {
      const swatch = h("span", { class: `swatch ${className ?? ""}` });
      swatch.style.setProperty("--swatch", color);
      return h("li", {}, swatch, label);
    }),
  );
}

/** A choice of one category or all, under a label. */
function categoryControl(label, names, onchange) {
  const control = select({ onchange: () => onchange(control.value) }, [
    ...names.map((name) => [name, words(name || "all categories")]),
  ]);
  return h("label", { class: "control" }, `${label} `, control);
}

/** What all charts have in common. */
function plot(width, options) {
  return Plot.plot({
    width,
    className: "plot",
    style: { fontSize: "13px", overflow: "visible" },
    ...options,
  });
}

/** What stands at a tick: there are no parts of fixes. */
const tickCount = (n) => (Number.isInteger(n) ? formatCount(n) : "");

/** The options of a chart with counts upwards, the largest being `most`: an axis from 0 with few
 *  ticks, and room for its numbers. */
function countAxis(most) {
  const [, end] = d3
    .scaleLinear([0, Math.max(1, most)], [0, 1])
    .nice(5)
    .domain();
  const ticks = d3.ticks(0, end, 5).filter(Number.isInteger);
  return {
    marginLeft: Math.max(...ticks.map((n) => textWidth(formatCount(n)))) + 16,
    y: { grid: true, label: null, domain: [0, end], ticks, tickFormat: formatCount },
  };
}
