// What typed numbers of pages show, and whether a fix that is missing is still told of at the next
// address. pages.cjs REPORT
const { run, withReport } = require("./browser.cjs");

/** In the page: the number of the page, and the fixes before it in the list. */
function place() {
  const number = document.querySelector("#pages input").value;
  const first = document.querySelector("#fixlist .edit");
  return `page ${number}, ${first ? "with fixes" : "empty"}`;
}

run(async () => {
  await withReport(process.argv[2], {}, async (page) => {
    for (const typed of ["2", "1.5", "2.9", "0", "-3", ""]) {
      await page.locator("#pages input").fill(typed);
      await page.locator("#pages input").press("Enter");
      console.log(`typed '${typed}': ${await page.evaluate(place)}`);
    }
    for (const hash of ["#p0-none-none", "#time", "#p0-none-none", "#", "#p0-none-none", "#%"]) {
      await page.evaluate((value) => (location.hash = value), hash);
      await page.waitForTimeout(200);
      const n = await page.locator("#fixesnotfound").count();
      console.log(`${hash}: ${n ? "tells of a missing fix" : "tells of none"}`);
    }
  });
});
