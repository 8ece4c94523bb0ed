// How a report stands in windows of several widths and in both themes: nothing is wider than the
// window, axe finds nothing, and every text of a chart has a contrast of 4.5 to what is behind it.
// looks.cjs REPORT
const { readFileSync } = require("node:fs");
const { run, withReport } = require("./browser.cjs");

const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** In the page: everything is drawn and opened, of the fixes every tenth. Of long tables the first
 *  rows stay: the others are like them. */
function openAll() {
  dispatchEvent(new Event("beforeprint"));
  for (const row of document.querySelectorAll("details.numbers tbody tr:nth-child(n + 8)"))
    row.remove();
  for (const details of document.querySelectorAll("main details:not(.fix), footer details"))
    details.open = true;
  document.querySelectorAll("details.fix").forEach((fix, i) => i % 10 === 0 && fix.show());
}

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

async function width(page, name) {
  await page.evaluate(openAll);
  const [wide, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  console.log(`${name}: ${wide > window ? `${wide} wide` : "fits"}`);
}

async function accessibility(page, name) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  for (const { id, nodes } of violations)
    console.log(`${name}: ${id} at ${nodes.slice(0, 3).map((node) => node.target.join(" "))}`);
  console.log(`${name}: ${violations.length} violations`);
  const least = await page.evaluate(leastContrast);
  console.log(`${name}: contrast ${least.contrast >= 4.5 ? "holds" : JSON.stringify(least)}`);
}

run(async () => {
  const report = process.argv[2];
  for (const theme of ["light", "dark"])
    await withReport(report, { theme }, async (page) => {
      await width(page, `${theme} 1280`);
      await accessibility(page, theme);
      for (const size of [390, 360]) {
        await page.setViewportSize({ width: size, height: 800 });
        await page.waitForTimeout(500); // charts are drawn anew
        await width(page, `${theme} ${size}`);
      }
    });
});
