// What a report begins with, its sections, and whether all of them are in the contents and nothing
// goes wrong when it is printed. page.cjs REPORT
const { run, withReport } = require("./browser.cjs");

run(async () => {
  await withReport(process.argv[2], { theme: "dark" }, async (page) => {
    const texts = (selector) => page.locator(selector).allTextContents();
    const headings = await texts("main > section > h2");
    console.log((await page.locator("h1").textContent()).replaceAll("\u00a0", " "));
    console.log(headings.join(", "));
    console.log(`all in the contents: ${headings.join() === (await texts(".contents a")).join()}`);
    console.log(`examples: ${(await texts(".example .chip")).join(", ")}`);
    const pdf = await page.pdf({ format: "A4" });
    console.log(`printed: ${pdf.length > 50000}`);
  });
});
