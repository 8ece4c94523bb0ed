// What a report shows of the tasks of a benchmark: a line for each row of their table, and after a
// click on a task its timeline. tasks.cjs REPORT [TASK...]
const { run, withReport } = require("./browser.cjs");

/** In the page: the first cells of a table. */
function cellsOf([selector, n]) {
  const rows = [...document.querySelectorAll(`${selector} tbody tr`)];
  const textsOf = (row) => Array.from(row.cells, (cell) => cell.textContent);
  return rows.map((row) => textsOf(row).slice(0, n).join("\t"));
}

const plainly = (text) => text.replaceAll("\u00a0", " ");

run(async () => {
  const [report, ...tasks] = process.argv.slice(2);
  await withReport(report, {}, async (page) => {
    console.log(`places: ${await page.locator("#tasks, .contents [data-section=tasks]").count()}`);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    for (const title of await page.locator("#tasks figcaption").allTextContents())
      console.log(plainly(title));
    const table = "#tasks .chart table";
    for (const cells of await page.evaluate(cellsOf, [table, 4])) console.log(cells);
    for (const task of tasks) {
      const button = page.locator(table).getByRole("button", { name: task, exact: true });
      await button.press("Enter");
      const figure = page.locator("#tasks figure").last();
      console.log(`chosen: ${await page.evaluate(() => document.activeElement.id)}`);
      console.log(plainly(await figure.locator(".note").textContent()));
      console.log(`dots: ${await figure.locator("svg circle").count()}`);
      const numbers = "#tasks figure:last-of-type .numbers";
      for (const cells of await page.evaluate(cellsOf, [numbers, 4])) console.log(cells);
    }
  });
});
