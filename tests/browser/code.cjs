// The lines of code that a report shows of each fix, with ⟨colour:text⟩, [differing characters] and
// {hidden characters}. code.cjs REPORT
const { run, withReport } = require("./browser.cjs");

/** In the page: the lines of each fix, after its two tokens. */
function readLines() {
  const write = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    const inner = [...node.childNodes].map(write).join("");
    const { className } = node;
    if (className.startsWith("syntax-")) return `⟨${className.slice(7)}:${inner}⟩`;
    if (className === "differs") return `[${inner}]`;
    return className === "hidden-character" ? `{${inner}}` : inner;
  };
  return [...document.querySelectorAll("details.fix")].flatMap((entry) => {
    entry.show();
    return [
      [...entry.querySelectorAll(".edit code")].map(write).join(" → "),
      ...[...entry.querySelectorAll(".diff tr")].map(
        (row) => `${row.className} ${write(row.querySelector("code") ?? row)}`,
      ),
    ];
  });
}

run(async () => {
  await withReport(process.argv[2], {}, async (page) => {
    for (const line of await page.evaluate(readLines)) console.log(line);
  });
});
