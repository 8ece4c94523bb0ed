// looks.cjs REPORT: whether the report fits windows of several widths: nothing is wider than the
// window, and no text of a chart is over another or cut. looks.cjs REPORT THEME...: whether axe
// finds nothing in these themes. looks.cjs REPORT FILE.png: a picture of its beginning.
const { readFileSync } = require("node:fs");
const { run, withReport } = require("./browser.cjs");

const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** In the page: everything is drawn and opened, of the fixes every tenth. */
function openAll() {
  dispatchEvent(new Event("beforeprint"));
  for (const row of document.querySelectorAll("details.numbers tbody tr:nth-child(n + 8)"))
    row.remove(); // the others are like them
  for (const details of document.querySelectorAll("main details:not(.fix), footer details"))
    details.open = true;
  document.querySelectorAll("details.fix").forEach((fix, i) => i % 10 === 0 && fix.show());
}

/** In the page: the texts of charts that are beyond their picture, or over another text. */
function misplacedTexts() {
  const bad = [];
  for (const chart of document.querySelectorAll(".plot > svg")) {
    const picture = chart.getBoundingClientRect();
    const texts = [...chart.querySelectorAll("text")]
      .map((text) => ({ text: text.textContent.trim(), box: text.getBoundingClientRect() }))
      .filter(({ text, box }) => text && box.width);
    texts.forEach(({ text, box }, i) => {
      if (box.left < picture.left - 1 || box.right > picture.right + 1) bad.push(`${text} is cut`);
      for (const { text: other, box: b } of texts.slice(0, i))
        if (
          Math.min(box.right, b.right) - Math.max(box.left, b.left) > 1 &&
          Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top) > 4
        )
          bad.push(`${text} is over ${other}`);
    });
  }
  return bad;
}

async function sizes(page) {
  for (const width of [1280, 700, 390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(openAll);
    await page.waitForTimeout(200); // charts are drawn again
    const [wide, window] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth];
    });
    console.log(`${width}: ${wide > window ? `${wide} wide` : "fits"}`);
    for (const text of await page.evaluate(misplacedTexts)) console.log(`${width}: ${text}`);
  }
}

/** Another theme changes only colours: for it, `runOnly` has axe look at contrasts alone. */
async function accessibility(page, name, runOnly) {
  await page.evaluate(openAll);
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async (options) => {
    const { violations } = await globalThis.axe.run(document, options);
    return violations; // and not the thousands of things that are well
  }, { resultTypes: ["violations"], ...runOnly });
  for (const { id, nodes } of violations)
    console.log(`${name}: ${id} at ${nodes.slice(0, 3).map((node) => node.target.join(" "))}`);
  console.log(`${name}: ${violations.length} violations`);
}

/** The beginning of the report, as in README.md. */
async function picture(page, path) {
  await page.setViewportSize({ width: 1180, height: 1010 });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint"))); // draws all charts
  await page.screenshot({ path });
}

run(async () => {
  const [report, ...themes] = process.argv.slice(2);
  if (!themes.length) return withReport(report, {}, sizes);
  if (themes[0].endsWith(".png"))
    return withReport(report, { width: 1180 }, (page) => picture(page, themes[0]));
  for (const theme of themes)
    await withReport(report, { theme }, (page) =>
      accessibility(page, theme, theme === themes[0] ? {} : { runOnly: ["color-contrast"] }),
    );
});
