// A figure has a title, a chart, and the chart's numbers as a table. A chart is drawn when it comes
// near the window, when the browser is idle, or before printing. It is drawn again when its width
// changes.

const pending = new Map(); // charts that are not drawn yet, each with the function that draws it

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

/** Draws the other charts one by one when the browser is idle, so that what is below them does not
 *  move later. */
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

/** Forgets all figures, because they leave the page. */
function forgetFigures() {
  pending.clear();
  nearness.disconnect();
  widths.disconnect();
}

/** Makes a chart one picture with one description, and removes Plot's descriptions of its parts. */
function describe(svg, text) {
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", text.trim());
  for (const part of svg.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
}

/** Enlarges the picture of a chart, which is in the page, where texts are beyond its edges. How
 *  large a text is depends on the fonts of the reader. */
function holdTexts(svg) {
  const boxOf = (element) => element.getBoundingClientRect();
  const picture = boxOf(svg);
  const boxes = Array.from(svg.querySelectorAll("text"), boxOf).filter((box) => box.width);
  const { width: oldWidth, height: oldHeight } = svg.viewBox.baseVal;
  const unit = oldWidth / picture.width;
  const beyond = (pixels) => Math.ceil(Math.max(0, unit * d3.max(boxes, pixels)));
  if (!boxes.length || !picture.width) return;
  const left = beyond((box) => picture.left - box.left);
  const top = beyond((box) => picture.top - box.top);
  const width = left + oldWidth + beyond((box) => box.right - picture.right);
  const height = top + oldHeight + beyond((box) => box.bottom - picture.bottom);
  svg.setAttribute("viewBox", `${-left} ${-top} ${width} ${height}`);
  svg.setAttribute("height", (height * oldWidth) / width);
}

/** Appends a figure to a section. `title` says what it shows. `label` describes the chart's main
 *  point to those who cannot see it; it is a text, or a function that returns it. `draw(width)`
 *  returns the chart, and `numbers()` one or more tables. `legend` and `control` are elements or
 *  null. Returns a function that draws the chart again. */
function addFigure(section, { title, label, legend, control, draw, numbers, height = 260 }) {
  const chart = h("div", { class: "chart" });
  const table = numbers ? folded(["Numbers", spoken(`: ${title}`)], []) : null;
  const saves = pictureButtons(title);
  chart.style.minHeight = `${height}px`;
  chart.redraw = () => {
    chart.drawnWidth = chart.clientWidth;
    const drawn = draw(Math.max(280, chart.clientWidth));
    const point = typeof label === "function" ? label() : label;
    if (drawn instanceof SVGElement) describe(drawn, `${title}. ${point}`);
    chart.style.minHeight = "";
    chart.replaceChildren(drawn);
    saves.hidden = !isPicture(drawn);
    if (drawn instanceof SVGElement) holdTexts(drawn);
  };
  byId(section).append(
    h(
      "figure",
      {},
      h("figcaption", {}, title),
      saves,
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

/** Appends a paragraph to a section. */
function addText(section, ...content) {
  byId(section).append(h("p", {}, content));
}

/** The legend of a chart. Items are [label, colour, class]. */
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

/** A choice of one category or all of them, with a label. */
function categoryControl(label, names, onchange) {
  const control = select({ onchange: () => onchange(control.value) }, [
    ...names.map((name) => [name, words(name || "all categories")]),
  ]);
  return h("label", { class: "control" }, `${label} `, control);
}

/** A chart, with the options that all charts have in common. */
function plot(width, options) {
  return Plot.plot({
    width,
    className: "plot",
    style: { fontSize: `${TEXT_SIZE}px`, overflow: "visible" },
    ...options,
  });
}

/** The text at a tick. There are no fractions of fixes. */
const tickCount = (n) => (Number.isInteger(n) ? formatCount(n) : "");

/** The text at a tick of a percentage. */
const tickPercent = (percent) => `${percent}${SPACE}%`;

/** The options of a chart with this vertical axis, and room for the texts at its ticks. */
function leftAxis({ ticks, tickFormat, ...y }) {
  return {
    marginLeft: widestOf(ticks.map((tick) => tickFormat(tick))) + 16,
    y: { grid: true, label: null, ticks, tickFormat, ...y },
  };
}

/** A vertical axis with few ticks, from 0 to at least `most`. */
function axisTo(most, tickFormat, isTick = () => true) {
  const scale = d3.scaleLinear([0, Math.max(1, most)], [0, 1]).nice(5);
  return leftAxis({ domain: scale.domain(), ticks: scale.ticks(5).filter(isTick), tickFormat });
}

/** A vertical axis that counts things, with `most` as the largest count. */
const countAxis = (most) => axisTo(most, formatCount, Number.isInteger);

/** The options of a chart with this horizontal axis, and room for its texts, which are `lines` high
 *  at the ticks. They begin below the last text of the vertical axis. */
function bottomAxis({ label = null, ...x }, lines = 1) {
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = measure("0");
  const line = above + below;
  const top = line / 2;
  const bottom = top + line + (lines - 1) * TEXT_SIZE;
  // Plot adds the length of a tick, 6, and has the baseline 0.71 of the size further below.
  const tickPadding = top + above - 0.71 * TEXT_SIZE - 6;
  return { marginBottom: bottom + (label ? line + 3 : 0), x: { label, tickPadding, ...x } };
}

/** bottomAxis() for numbers from 1 on a logarithmic scale over `width` pixels. There are ticks at
 *  1, 2, 3 ... 10, 20 ...; texts at 1, 2, 5, 10 ..., or at the powers of 10 if room is short. */
function logAxis({ domain: [from, to], width, label }) {
  const powers = d3.range(Math.floor(Math.log10(from)), Math.log10(to) + 1);
  const ticks = powers
    .flatMap((power) => d3.range(1, 10).map((digit) => digit * 10 ** power))
    .filter((tick) => tick >= from && tick <= to);
  const hasRoom = (width * Math.log10(2)) / Math.log10(to / from) > widestOf(ticks.map(tickCount));
  const digits = hasRoom ? "125" : "1";
  return bottomAxis({
    type: "symlog", // d3 would choose among the texts of a scale of the type log
    constant: 1e-6,
    domain: [from, to],
    label: `${label} (logarithmic axis)`,
    ticks,
    tickFormat: (tick) => (digits.includes(String(tick)[0]) ? tickCount(tick) : ""),
  });
}
