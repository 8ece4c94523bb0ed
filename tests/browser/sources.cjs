// What a report shows of sources: the section and its entry in the contents, and the titles of its
// figures; then, of each fix on the first page of the list, the id, and in hexadecimal where it
// comes from. Hidden characters are read back from their marks. sources.cjs REPORT
const { run, withReport } = require("./browser.cjs");

const hex = (text) => Buffer.from(text, "utf8").toString("hex").toUpperCase();

/** In the page: the rows to print. */
function readOrigins() {
  const textOf = (element) => {
    const copy = element?.cloneNode(true) ?? document.createElement("p");
    for (const mark of copy.querySelectorAll(".hidden-character"))
      mark.replaceWith(String.fromCodePoint(parseInt(mark.title.slice(2), 16)));
    for (const said of copy.querySelectorAll(".nothing")) said.remove();
    return copy.textContent;
  };
  return [...document.querySelectorAll("details.fix")].map((entry) => {
    entry.show();
    const facts = new Map(
      [...entry.querySelectorAll("dl > div")].map((one) => [
        one.querySelector("dt").textContent,
        textOf(one.querySelector("dd")),
      ]),
    );
    const names = ["Repository", "Commit", "File", "Function"].filter((name) => facts.has(name));
    return { id: facts.get("Fix"), texts: names.map((name) => facts.get(name)) };
  });
}

run(async () => {
  await withReport(process.argv[2], {}, async (page) => {
    const places = page.locator("#sources, .contents [data-section=sources]");
    console.log(`places: ${await places.count()}`);
    for (const title of await page.locator("#sources figcaption").allTextContents())
      console.log(title);
    for (const { id, texts } of await page.evaluate(readOrigins))
      console.log([id, ...texts.map(hex)].join("\t"));
  });
});
