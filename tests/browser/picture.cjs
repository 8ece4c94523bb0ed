// The picture of a report's beginning, as in README.md. picture.cjs REPORT FILE.png
const { run, withReport } = require("./browser.cjs");

run(async () => {
  const [report, path] = process.argv.slice(2);
  await withReport(report, { width: 1180 }, async (page) => {
    await page.setViewportSize({ width: 1180, height: 1010 });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint"))); // draws all charts
    await page.screenshot({ path });
  });
});
