// What a report calls things: the facts of its head, the key figures without numbers, and the
// entries of the contents, a line each. words.cjs REPORT
const { run, withReport } = require("./browser.cjs");

const plainly = (text) => text.replaceAll("\u00a0", " ");

const LISTS = ["#run dt", "#keyfigures span", ".contents li"];

run(async () => {
  await withReport(process.argv[2], {}, async (page) => {
    for (const list of LISTS) {
      const texts = await page.locator(list).allInnerTexts();
      console.log(plainly(texts.join(" | ").replace(/[\d,]+/g, "N")));
    }
    for (const id of ["funnel", "histories", "time", "problems"])
      for (const text of await page.locator(`#${id} > p`).allInnerTexts())
        console.log(plainly(`${id}: ${text.slice(0, 78)}`));
    console.log((await page.locator("#funnel figcaption").allInnerTexts()).join(" | "));
  });
});
