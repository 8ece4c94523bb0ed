// looks.cjs REPORT: whether the report fits windows of several widths: nothing is wider than the
// window, and the texts of charts are whole and apart. looks.cjs REPORT THEME...: whether everyone
// can read it in these themes: axe finds nothing, and every text of a chart has a contrast of 4.5
// to what is behind it.
const { readFileSync } = require("node:fs");
const { run, withReport } = require("./browser.cjs");
const { leastContrast, misplacedTexts } = require("./charts.cjs");

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

/** In the page: every chart is drawn for its present width. */
function isDrawn() {
  const charts = [...document.querySelectorAll(".chart")];
  return charts.every((chart) => Math.abs(chart.clientWidth - chart.drawnWidth) <= 1);
}

async function sizes(page) {
  for (const width of [1280, 700, 390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(openAll);
    await page.waitForFunction(isDrawn);
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
  const least = await page.evaluate(leastContrast);
  console.log(`${name}: contrast ${least.contrast >= 4.5 ? "holds" : JSON.stringify(least)}`);
}

run(async () => {
  const [report, ...themes] = process.argv.slice(2);
  if (!themes.length) await withReport(report, {}, sizes);
  for (const theme of themes)
    await withReport(report, { theme }, (page) =>
      accessibility(page, theme, theme === themes[0] ? {} : { runOnly: ["color-contrast"] }),
    );
});
