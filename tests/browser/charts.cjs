// What can be wrong with the texts of charts; each function runs in the page.

/** In the page: the least contrast of a chart's text to what is painted behind its middle. */
function leastContrast() {
  const numbersOf = (color) => color.match(/[\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = numbersOf(color).map((c) => {
      const part = c / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isPaint = (color) => /^rgb/.test(color) && (numbersOf(color)[3] ?? 1) === 1;
  const behind = (text) => {
    const box = text.getBoundingClientRect();
    const stack = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    for (const element of stack.filter((e) => e !== text && !text.contains(e))) {
      const style = getComputedStyle(element);
      const paint = element.ownerSVGElement ? style.fill : style.backgroundColor;
      if (element.tagName !== "text" && isPaint(paint) && style.fillOpacity === "1") return paint;
    }
    return getComputedStyle(document.body).backgroundColor;
  };
  let least = { contrast: Infinity };
  for (const chart of document.querySelectorAll("svg.plot")) {
    chart.scrollIntoView({ block: "center" });
    for (const text of chart.querySelectorAll("text")) {
      if (!text.textContent.trim() || !text.getClientRects().length) continue;
      const colors = [getComputedStyle(text).fill, behind(text)];
      const [dark, bright] = colors.map(light).sort((a, b) => a - b);
      const contrast = (bright + 0.05) / (dark + 0.05);
      if (contrast < least.contrast) least = { contrast, text: text.textContent, colors };
    }
  }
  return least;
}

/** The texts of charts that stand beyond their picture, or over another text. */
function misplacedTexts() {
  const boxOf = (element) => element.getBoundingClientRect();
  const isWithin = (a, b) =>
    a.left > b.left - 1 && a.right < b.right + 1 && a.top > b.top - 1 && a.bottom < b.bottom + 1;
  const isOver = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  const bad = [];
  for (const chart of document.querySelectorAll("svg.plot")) {
    const picture = boxOf(chart);
    const texts = [...chart.querySelectorAll("text")]
      .map((text) => ({ text: text.textContent.trim(), box: boxOf(text) }))
      .filter(({ text, box }) => text && box.width);
    texts.forEach(({ text, box }, i) => {
      if (!isWithin(box, picture)) bad.push(`${text} is cut`);
      for (const other of texts.slice(0, i))
        if (isOver(box, other.box)) bad.push(`${text} is over ${other.text}`);
    });
  }
  return bad;
}

module.exports = { leastContrast, misplacedTexts };
