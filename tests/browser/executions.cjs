// What a report shows of execution: the section, its entry in the contents and the filter; then, of
// each fix on the first page of the list, the id, the label, and the texts of the evidence in
// hexadecimal. Hidden characters are read back from their marks. executions.cjs REPORT
const { run, withReport } = require("./browser.cjs");

const hex = (text) => Buffer.from(text, "utf8").toString("hex").toUpperCase();

/** In the page: the rows to print. */
function readEvidence() {
  const textOf = (element) => {
    const copy = element.cloneNode(true);
    for (const mark of copy.querySelectorAll(".hidden-character"))
      mark.replaceWith(String.fromCodePoint(parseInt(mark.textContent.slice(2), 16)));
    for (const said of copy.querySelectorAll(".nothing, .error, h3")) said.remove();
    return copy.textContent;
  };
  return [...document.querySelectorAll("details.fix")].map((entry) => {
    entry.show();
    return {
      id: textOf(entry.querySelector(".permalink")),
      label: entry.querySelector(".executed")?.textContent ?? "",
      texts: [...entry.querySelectorAll(".texts > div")].map(textOf),
    };
  });
}

run(async () => {
  await withReport(process.argv[2], {}, async (page) => {
    const places = page.locator('#execution, .contents [href="#execution"], #filterexecution');
    console.log(`places: ${await places.count()}`);
    for (const { id, label, texts } of await page.evaluate(readEvidence))
      console.log([id, label, ...texts.map(hex)].join("\t"));
  });
});
