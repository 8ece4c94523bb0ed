// mutants.cjs REPORT WITHOUT: what REPORT shows of mutants and duplicates. WITHOUT is a report of
// the same database without mutants.
const { run, withReport } = require("./browser.cjs");

const found = async (page) =>
  Number((await page.locator("#filtercount").textContent()).split(" ")[0].replaceAll(",", ""));

/** Of the fixes that are listed: all of them are marked as mutants, or none. */
async function areMarked(page) {
  const n = await page.locator("#fixlist .fix").count();
  const marked = await page.locator("#fixlist .fix .made", { hasText: "mutant" }).count();
  return marked === n ? "all" : marked === 0 ? "none" : "some";
}

async function clear(page) {
  await page.getByRole("button", { name: "Clear" }).click();
}

/** The widths of the bars of duplicates: they count real fixes, and are shares of these. */
async function duplicateBars(page) {
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  return page
    .locator('#duplicates svg g rect')
    .evaluateAll((bars) => bars.map((bar) => bar.getAttribute("width")).join(" "));
}

run(async () => {
  let withoutMutants;
  await withReport(process.argv[3], {}, async (page) => {
    withoutMutants = await duplicateBars(page);
  });
  await withReport(process.argv[2], {}, async (page) => {
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const bars = page.locator("#categories .legend").first();
    const legend = await bars.locator("li").allTextContents();
    console.log(`bars: ${legend.join(" ")}`);
    const isSame = withoutMutants !== "" && (await duplicateBars(page)) === withoutMutants;
    console.log(`duplicates are shares of real fixes: ${isSame}`);

    await page.locator("#filterorigin").selectOption("mutant");
    const n = await found(page);
    console.log(`mutants found, and marked as such: ${n > 0 && (await areMarked(page)) === "all"}`);
    await clear(page);

    await page.locator("#editsorigin").selectOption("mutant");
    const cell = page.locator("#edits td.heat button").first();
    const count = Number((await cell.textContent()).replaceAll(",", ""));
    await cell.click();
    const isOfMutants = (await found(page)) === count && (await areMarked(page)) === "all";
    console.log(`cell of mutants leads to mutants: ${isOfMutants}`);
    await clear(page);

    await page.locator("#categories details.numbers > summary").first().click();
    const row = page.locator("#categories details.numbers tbody tr").first();
    const here = Number((await row.locator("td").first().textContent()).replaceAll(",", ""));
    await row.locator("button").click();
    const isOfReal = (await found(page)) === here && (await areMarked(page)) === "none";
    console.log(`category leads to real fixes: ${isOfReal}`);
  });
});
