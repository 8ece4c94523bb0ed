// Saves a figure as a picture: an SVG that needs nothing else, or a PNG of twice the size. The
// picture has the title, what is chosen, the legend and the chart, in the colours of the theme. All
// styles become attributes, so that programs without CSS draw it, too.

const PAD = 16;
const LINE = 20; // the height of a line of text

// Attributes that are styles. Those below inherit; opacity does not.
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linejoin",
  "stroke-linecap",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "font-variant",
  "text-anchor",
  "visibility",
  "opacity",
];

const isPicture = (drawn) => drawn instanceof SVGElement || drawn.querySelector(".matrix") !== null;

/** Makes an SVG element. */
function svgElement(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Writes the styles of an element in the page into its copy, where they differ from `above`. */
function writeStyles(element, copy, above = {}) {
  const style = getComputedStyle(element);
  const own = { ...above };
  for (const name of STYLES) {
    own[name] = style.getPropertyValue(name).replaceAll('"', name === "fill" ? "" : "'");
    if (own[name] === above[name]) copy.removeAttribute(name);
    else copy.setAttribute(name, own[name]);
  }
  for (const name of ["class", "style"]) copy.removeAttribute(name);
  if (element.tagName === "text") copy.setAttribute("xml:space", "preserve");
  const children = [...copy.children];
  [...element.children].forEach((child, i) => {
    if (["style", "title"].includes(child.tagName)) children[i].remove();
    else writeStyles(child, children[i], { ...own, opacity: "1" });
  });
}

/** The chart as a group whose top left corner is at the given place. */
function chartGroup(chart, x, y) {
  const copy = chart.cloneNode(true);
  writeStyles(chart, copy);
  const { x: left, y: top } = chart.viewBox.baseVal;
  const group = svgElement("g", { transform: `translate(${x - left} ${y - top})` });
  for (const name of STYLES)
    if (copy.hasAttribute(name)) group.setAttribute(name, copy.getAttribute(name));
  group.append(...copy.childNodes);
  return group;
}

/** The matrix as a group like that of a chart: a rectangle and a text for each cell. */
function matrixGroup(matrix, x, y) {
  matrix.parentElement.scrollLeft = 0; // its first column stays in sight
  const { left, top } = matrix.getBoundingClientRect();
  const group = svgElement("g", { transform: `translate(${x - left} ${y - top})` });
  for (const cell of matrix.querySelectorAll("td, th")) {
    const box = cell.getBoundingClientRect();
    const inner = cell.querySelector("code, button, .nothing") ?? cell;
    const { color, fontFamily, fontSize } = getComputedStyle(inner);
    const { backgroundColor: fill } = getComputedStyle(cell);
    const isUpright = cell.scope === "col" && matrix.classList.contains("upright");
    const isLeft = cell.scope === "row" || cell.className === "corner";
    const middle = cell.className === "corner" ? box.bottom - 10 : box.y + box.height / 2;
    const [tx, ty, anchor] = isUpright
      ? [box.x + box.width / 2, box.bottom - 4, "start"]
      : isLeft
        ? [box.right - 8, middle, "end"]
        : [box.x + box.width / 2, middle, "middle"];
    const attributes = {
      transform: `translate(${tx} ${ty})${isUpright ? " rotate(-90)" : ""}`,
      dy: "0.35em",
      "text-anchor": anchor,
      fill: color,
      "font-family": fontFamily.replaceAll('"', "'"),
      "font-size": fontSize,
    };
    const { x: left, y: top, width, height } = box;
    if (/^rgb\(/.test(fill))
      group.append(svgElement("rect", { x: left, y: top, width, height, fill }));
    const text = fitText(cell.innerText, isUpright ? height : width + 8);
    if (text) group.append(svgElement("text", attributes, text));
  }
  return group;
}

/** The square, the line or the circle before a text of the legend, as it is in the page. */
function swatchMark(swatch, x, y) {
  const { backgroundColor, borderTopColor: stroke, borderTopStyle } = getComputedStyle(swatch);
  const has = (name) => swatch.classList.contains(name);
  const box = { x: x + 0.5, y: y + 0.5, width: 13, height: 13 };
  const dashes = borderTopStyle === "dashed" ? { "stroke-dasharray": "4 3" } : {};
  const path = (way, more) =>
    svgElement("path", { d: `M${x} ${y}${way}`, fill: "none", stroke, ...more });
  if (has("dashed")) return path("m0 7h18", { "stroke-width": 2, ...dashes });
  if (has("hatched")) return path("h14v14h-14zm0 7l7 -7m-7 14l14 -14m-7 14l7 -7");
  if (has("round"))
    return svgElement("circle", { cx: x + 7, cy: y + 7, r: 6.5, fill: backgroundColor });
  if (has("hollow") || has("leftout"))
    return svgElement("rect", { ...box, fill: "none", stroke, ...dashes });
  return svgElement("rect", { ...box, fill: backgroundColor });
}

/** Splits a text into lines that are at most `width` wide. */
function linesOfText(text, width, weight) {
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && textWidth(longer, weight) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** What is chosen for a figure, such as `Category: literal`. */
function chosenTexts(figure) {
  return [...figure.querySelectorAll(".control")].map((control) => {
    const { selectedOptions } = control.querySelector("select");
    return `${control.firstChild.textContent.trim()}: ${selectedOptions[0]?.text}`;
  });
}

/** The elements above the chart, and the height that they take. */
function pictureHead(figure, title, width) {
  const elements = [];
  let y = PAD;
  const line = (text, attributes) => {
    elements.push(svgElement("text", { x: PAD, y: y + 13, ...attributes }, text));
    y += LINE;
  };
  for (const text of linesOfText(title, width, BOLD)) line(text, { "font-weight": BOLD });
  for (const text of chosenTexts(figure)) line(text, {});
  let x = PAD;
  const items = [...figure.querySelectorAll(".legend li")];
  for (const item of items) {
    const text = item.textContent;
    const wide = 24 + Math.ceil(textWidth(text));
    if (x > PAD && x + wide > PAD + width) [x, y] = [PAD, y + LINE];
    elements.push(swatchMark(item.querySelector(".swatch"), x, y));
    elements.push(svgElement("text", { x: x + 22, y: y + 12 }, text));
    x += wide + 14;
  }
  return { elements, height: y + (items.length ? LINE : 0) + 6 };
}

/** The picture of a figure. */
function pictureOf(figure, title) {
  const chart = figure.querySelector(".chart > svg");
  const matrix = figure.querySelector(".matrix");
  const { width: wide, height: high } = chart?.viewBox.baseVal ?? matrix.getBoundingClientRect();
  const { color, fontFamily } = getComputedStyle(figure);
  const head = pictureHead(figure, title, wide);
  const [width, height] = [wide + 2 * PAD, head.height + high + PAD].map(Math.ceil);
  return svgElement(
    "svg",
    {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      fill: color,
      "font-family": fontFamily.replaceAll('"', "'"),
      "font-size": `${TEXT_SIZE}px`,
    },
    svgElement("title", {}, chart?.getAttribute("aria-label") ?? title),
    svgElement("desc", {}, `tokfix ${report.version}, ${plain(report.database)}`),
    svgElement("rect", { width, height, fill: getComputedStyle(document.body).backgroundColor }),
    ...head.elements,
    chart ? chartGroup(chart, PAD, head.height) : matrixGroup(matrix, PAD, head.height),
  );
}

/** An SVG as a text. Some characters, which XML does not allow, become U+FFFD. */
function svgText(svg) {
  const text = new XMLSerializer().serializeToString(svg);
  const xml = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}

/** `fixes-by-month` of `Fixes by month` */
const fileName = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

async function savePng(svg, name) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  const canvas = h("canvas", {
    width: 2 * svg.getAttribute("width"),
    height: 2 * svg.getAttribute("height"),
  });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => saveFile(name, "image/png", blob));
}

/** The buttons that save a figure's chart. They are hidden until there is a picture. */
function pictureButtons(title) {
  const buttons = h("div", { class: "saves", hidden: true });
  const picture = () => pictureOf(buttons.closest("figure"), title);
  const name = fileName(title);
  buttons.append(
    saveButton("SVG", `Save as SVG: ${title}`, () =>
      saveFile(`${name}.svg`, "image/svg+xml", svgText(picture())),
    ),
    saveButton("PNG", `Save as PNG: ${title}`, () => savePng(picture(), `${name}.png`)),
  );
  return buttons;
}
