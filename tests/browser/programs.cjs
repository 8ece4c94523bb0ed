// The programs of all fixes, as the page shows them, in hexadecimal: the two tokens of the list and
// those that are marked, and both programs, unless they are cut. Hidden characters are read back
// from their marks. programs.cjs REPORT
const { run, withReport } = require("./browser.cjs");

const hex = (text) => Buffer.from(text, "utf8").toString("hex").toUpperCase();

/** In the page: what is shown of each fix of the list, all lines of it. Meanwhile the list is not
 *  laid out, for each button that is pressed would lay it out again. */
function readEntries() {
  document.getElementById("fixlist").style.display = "none";
  const textOf = (element) => {
    const copy = element.cloneNode(true);
    for (const mark of copy.querySelectorAll(".hidden-character"))
      mark.replaceWith(String.fromCodePoint(parseInt(mark.title.slice(2), 16)));
    for (const said of copy.querySelectorAll(".spoken, .nothing")) said.remove();
    return copy.textContent;
  };
  const tokenOf = (entry, rows) =>
    [...entry.querySelectorAll(`${rows} .token`)].map(textOf).join("\n");
  const linesOf = (entry, rows) => [...entry.querySelectorAll(`${rows} .line`)].map(textOf);
  return [...document.querySelectorAll("details.fix")].map((entry) => {
    entry.show();
    entry.querySelector("button.whole")?.click();
    for (const rest of entry.querySelectorAll("button.rest")) rest.click();
    const isCut = Boolean(entry.querySelector(".inside > :first-child .note"));
    return {
      id: textOf(entry.querySelector(".permalink")),
      before: textOf(entry.querySelector(".edit .before")),
      after: textOf(entry.querySelector(".edit .after")),
      removed: tokenOf(entry, ":is(tr.removed, tr.same)"),
      added: tokenOf(entry, ":is(tr.added, tr.same)"),
      buggy: isCut ? "cut" : linesOf(entry, ":is(tr.removed, tr.same)").join("\n"),
      fixed: isCut ? "cut" : linesOf(entry, ":is(tr.added, tr.same)").join("\n"),
    };
  });
}

const KEYS = ["before", "after", "removed", "added", "buggy", "fixed"];

run(async () => {
  await withReport(process.argv[2], {}, async (page) => {
    for (;;) {
      for (const fix of await page.evaluate(readEntries))
        console.log([fix.id, ...KEYS.map((key) => hex(fix[key]))].join("\t"));
      const next = page.locator('#pages [data-name="Next"]');
      if (!(await next.isVisible()) || (await next.isDisabled())) break;
      await next.click();
    }
  });
});
