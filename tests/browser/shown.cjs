// What a report shows of one thing, a fact a line, or a fix a line with tabs between its texts.
// shown.cjs WHAT REPORT [ID...]: WHAT is a name of the table at the end.
const { run, withReport } = require("./browser.cjs");

const hex = (text) => Buffer.from(text, "utf8").toString("hex").toUpperCase();

const PLURAL_OF_ONE =
  /(?<![\d,.])1\s(fixes|pairs|problems|repositories|bugs|mutants|lines|tokens|commits|rows)\b/g;

/** What the report begins with, its sections, those with bars, and whether all of them are in the
 *  contents. Prints it on paper, too, and each plural of one thing as "unwanted". */
async function beginning(page) {
  const texts = (selector) => page.locator(selector).allTextContents();
  const headings = await texts("main > section > h2");
  console.log((await page.locator("h1").textContent()).replaceAll("\u00a0", " "));
  console.log(headings.join(", "));
  console.log(`all in the contents: ${headings.join() === (await texts(".contents a")).join()}`);
  console.log(`bars: ${(await texts("main > section:has(.bars) > h2")).join(", ")}`);
  for (const [text] of (await page.locator("body").innerText()).matchAll(PLURAL_OF_ONE))
    console.log(`unwanted ${text}`);
  console.log(`examples: ${(await texts(".example .chip")).join(", ")}`);
  const pdf = await page.pdf({ format: "A4" });
  console.log(`printed: ${pdf.length > 50000}`);
}

/** What the address of a fix leads to. */
async function address(page) {
  const shown = await page.evaluate(() => {
    const open = document.querySelector("details.fix[open]");
    const box = open?.getBoundingClientRect();
    return {
      missing: document.querySelector("#fixesnotfound code")?.textContent,
      id: open?.querySelector(".permalink").textContent,
      isInSight: Boolean(box) && box.top >= 0 && box.top < innerHeight,
      command: open?.querySelector(".command")?.textContent,
    };
  });
  console.log(JSON.stringify(shown));
}

/** The lines of code of each fix after its two tokens, with ⟨colour:text⟩, [differing characters]
 *  and {hidden characters}. */
async function code(page) {
  const lines = await page.evaluate(() => {
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
  });
  for (const line of lines) console.log(line);
}

/** In the page: a function for what an element shows of a store's text. Hidden characters are read
 *  back from their marks, and what the page itself says is left out. */
function defineTextOf() {
  window.textOf = (element) => {
    const copy = element.cloneNode(true);
    for (const mark of copy.querySelectorAll(".hidden-character"))
      mark.replaceWith(String.fromCodePoint(parseInt(mark.textContent.slice(2), 16)));
    for (const said of copy.querySelectorAll(".spoken, .nothing, .error, h3")) said.remove();
    return copy.textContent;
  };
}

/** Of execution: how many of the section, its entry in the contents and the filter are there; then
 *  of each fix on the first page of the list its id, label and evidence. */
async function executions(page) {
  const places = page.locator('#execution, .contents [href="#execution"], #filterexecution');
  console.log(`places: ${await places.count()}`);
  await page.evaluate(defineTextOf);
  const fixes = await page.evaluate(() =>
    [...document.querySelectorAll("details.fix")].map((entry) => {
      entry.show();
      return {
        id: textOf(entry.querySelector(".permalink")),
        label: entry.querySelector(".executed")?.textContent ?? "",
        texts: [...entry.querySelectorAll(".texts > div")].map(textOf),
      };
    }),
  );
  for (const { id, label, texts } of fixes) console.log([id, label, ...texts.map(hex)].join("\t"));
}

/** In the page: the id of each fix of the list, the two tokens of the list and those that are
 *  marked, and both programs; not of those of which only a part is shown. Meanwhile the list is not
 *  laid out, for each button that is pressed would lay it out again. */
function readPrograms() {
  document.getElementById("fixlist").style.display = "none";
  const REMOVED = ":is(tr.removed, tr.same)";
  const ADDED = ":is(tr.added, tr.same)";
  return [...document.querySelectorAll("details.fix")].flatMap((entry) => {
    entry.show();
    entry.querySelector("button.whole")?.click();
    const shown = entry.querySelector(".inside > div").textContent;
    if (/more characters|only a part/.test(shown)) return [];
    const textsOf = (selector) => [...entry.querySelectorAll(selector)].map(textOf).join("\n");
    const parts = [".permalink", ".edit .before", ".edit .after", `${REMOVED} .token`];
    parts.push(`${ADDED} .token`, `${REMOVED} .line`, `${ADDED} .line`);
    return [parts.map(textsOf)];
  });
}

/** The programs of all fixes, from all pages of the list. */
async function programs(page) {
  await page.evaluate(defineTextOf);
  for (;;) {
    for (const [id, ...texts] of await page.evaluate(readPrograms))
      console.log([id, ...texts.map(hex)].join("\t"));
    const next = page.getByRole("button", { name: "Next", exact: true });
    if (!(await next.isVisible()) || (await next.isDisabled())) break;
    await next.click();
  }
}

/** In the page: every text that is shown or read out, with whether a <bdi> isolates it. */
function textsOfPage() {
  dispatchEvent(new Event("beforeprint")); // draws all charts
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent.closest("script, style"))
      texts.push({ text: node.data, isIsolated: parent.closest("bdi, .diff") !== null });
  }
  for (const element of document.body.querySelectorAll("[title], [aria-label], option"))
    for (const name of ["title", "aria-label", "label"])
      if (element.hasAttribute(name))
        texts.push({ text: element.getAttribute(name), isIsolated: false });
  return texts;
}

const TURNS = /[\u0590-\u08ff]/;
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Each text that writing from right to left would move, and how many have such writing. */
async function bidi(page) {
  const texts = await page.evaluate(textsOfPage);
  await page.waitForTimeout(300);
  for (const { text, isIsolated } of texts) {
    const outside = text.replace(/\u2066[^\u2066-\u2069]*\u2069/g, "");
    if ((TURNS.test(outside) && !isIsolated) || CONTROLS.test(outside))
      console.log(`loose ${JSON.stringify(text)}`);
  }
  const marks = await page.locator(".hidden-character").allTextContents();
  if (marks.includes("LRI") || texts.some(({ text }) => text.includes("⟨LRI⟩")))
    console.log("an isolating character of the page is shown as one of the store");
  const n = texts.filter(({ text }) => TURNS.test(text)).length;
  console.log(`texts from right to left: ${n > 100 ? "many" : n}`);
}

const THINGS = { beginning, address, code, executions, programs, bidi };

run(async () => {
  const [what, report, ...ids] = process.argv.slice(2);
  const theme = what === "beginning" ? "dark" : "light";
  for (const hash of ids.length ? ids.map((id) => `#${encodeURIComponent(id)}`) : [""])
    await withReport(report, { hash, theme }, THINGS[what]);
});
