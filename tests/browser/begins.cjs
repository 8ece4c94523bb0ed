// What a report begins with: its sections, and of each example the edit, the category, the headings
// of its evidence, the lines of code, and whether its edit leads to as many fixes as it says; then
// its folded rows. begins.cjs REPORT[#ADDRESS]
const { run, withReport } = require("./browser.cjs");

/** In the page: what is shown of each example. */
function examples() {
  const text = (element) => element?.textContent.replaceAll("\u00a0", " ");
  return [...document.querySelectorAll(".example")].map((example) =>
    [
      [...example.querySelectorAll(".edit code")].map(text).join(" → "),
      text(example.querySelector(".chip")),
      [...example.querySelectorAll(".evidencetexts h3")].map(text).join(", ") || "no input",
      `${example.querySelectorAll(".diff tr:not(.gap)").length > 1 ? "code" : "no code"}`,
      text(example.querySelector(".note button")),
    ].join(" | "),
  );
}

/** In the page: the folded rows of each table that has some, before and after a click. */
function foldedRows() {
  return [...document.querySelectorAll("main tr.folding")].map((row) => {
    const table = row.closest("table");
    const button = row.querySelector("button");
    const said = () => {
      const nShown = table.tBodies[0].querySelectorAll("tr:not(.folding):not([hidden])").length;
      return `${button.textContent}, ${nShown} shown, expanded ${button.ariaExpanded}`;
    };
    const before = said();
    button.click();
    return `${table.caption.textContent}: ${before}; ${said()}`;
  });
}

run(async () => {
  const [path, hash] = process.argv[2].split("#");
  await withReport(path, { hash: hash && `#${hash}` }, async (page) => {
    const ids = await page.locator("main > section").evaluateAll((all) => all.map(({ id }) => id));
    console.log(`sections: ${ids.slice(0, 3).join(" ")} … ${ids.slice(-3).join(" ")}`);
    for (const line of await page.evaluate(examples)) console.log(line);
    for (const button of await page.locator(".example .note button").all()) {
      await button.click();
      const n = (await button.textContent()).split(/\s/)[0];
      const found = await page.locator("#filtercount").textContent();
      console.log(`leads to as many: ${found.startsWith(`${n} of `)}`);
    }
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    for (const line of await page.evaluate(foldedRows)) console.log(line);
  });
});
