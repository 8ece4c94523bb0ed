// What a report begins with, its sections, those with bars, and whether all of them are in the
// contents. Prints the page on paper, too, and each plural of one thing as "unwanted".
// page.cjs REPORT
const { run, withReport } = require("./browser.cjs");

const PLURAL_OF_ONE =
  /(?<![\d,.])1\s(fixes|pairs|problems|repositories|bugs|mutants|lines|tokens|commits|rows)\b/g;

run(async () => {
  await withReport(process.argv[2], { theme: "dark" }, async (page) => {
    const texts = (selector) => page.locator(selector).allTextContents();
    const headings = await texts("main > section > h2");
    console.log((await page.locator("h1").textContent()).replaceAll("\u00a0", " "));
    console.log(headings.join(", "));
    console.log(`all in the contents: ${headings.join() === (await texts(".contents a")).join()}`);
    const drawn = await texts("main > section:has(.bars) > h2");
    console.log(`bars: ${drawn.join(", ")}`);
    const shown = await page.locator("body").innerText();
    for (const [text] of shown.matchAll(PLURAL_OF_ONE)) console.log(`unwanted ${text}`);
    console.log(`examples: ${(await texts(".example .chip")).join(", ")}`);
    const pdf = await page.pdf({ format: "A4" });
    console.log(`printed: ${pdf.length > 50000}`);
  });
});
