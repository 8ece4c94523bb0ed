// The programs of all fixes, as the page shows them, in hexadecimal: the two tokens of the list and
// those that are marked, and both programs. Those
// of which it shows only a part are left out. Hidden characters are read back
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
      mark.replaceWith(String.fromCodePoint(parseInt(mark.textContent.slice(2), 16)));
    for (const said of copy.querySelectorAll(".spoken, .nothing")) said.remove();
    return copy.textContent;
  };
  const tokenOf = (entry, rows) =>
    [...entry.querySelectorAll(`${rows} .token`)].map(textOf).join("\n");
  const linesOf = (entry, rows) => [...entry.querySelectorAll(`${rows} .line`)].map(textOf);
  return [...document.querySelectorAll("details.fix")].map((entry) => {
    entry.show();
    entry.querySelector("button.whole")?.click();
    const shown = entry.querySelector(".inside > div").textContent;
    const isCut = /more characters|only a part/.test(shown);
    if (isCut) return null;
    return {
      id: textOf(entry.querySelector(".permalink")),
      before: textOf(entry.querySelector(".edit .before")),
      after: textOf(entry.querySelector(".edit .after")),
      removed: tokenOf(entry, ":is(tr.removed, tr.same)"),
      added: tokenOf(entry, ":is(tr.added, tr.same)"),
      buggy: linesOf(entry, ":is(tr.removed, tr.same)").join("\n"),
      fixed: linesOf(entry, ":is(tr.added, tr.same)").join("\n"),
    };
  });
}

const KEYS = ["before", "after", "removed", "added", "buggy", "fixed"];

run(async () => {
  await withReport(process.argv[2], {}, async (page) => {
    for (;;) {
      for (const fix of (await page.evaluate(readEntries)).filter(Boolean))
        console.log([fix.id, ...KEYS.map((key) => hex(fix[key]))].join("\t"));
      const next = page.getByRole("button", { name: "Next", exact: true });
      if (!(await next.isVisible()) || (await next.isDisabled())) break;
      await next.click();
    }
  });
});
