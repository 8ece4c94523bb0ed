// Whether what is written from right to left stays in its place. bidi.cjs REPORT
// Prints each text of the page in which it does not, and how many texts have such writing.
const { run, withReport } = require("./browser.cjs");

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

run(async () => {
  await withReport(process.argv[2], {}, async (page) => {
    const texts = await page.evaluate(textsOfPage);
    await page.waitForTimeout(300);
    let n = 0;
    for (const { text, isIsolated } of texts) {
      n += TURNS.test(text);
      const outside = text.replace(/\u2066[^\u2066-\u2069]*\u2069/g, "");
      if ((TURNS.test(outside) && !isIsolated) || CONTROLS.test(outside))
        console.log(`loose ${JSON.stringify(text)}`);
    }
    const marks = await page.locator(".hidden-character").allTextContents();
    if (marks.includes("LRI") || texts.some(({ text }) => text.includes("⟨LRI⟩")))
      console.log("an isolating character of the page is shown as one of the store");
    console.log(`texts from right to left: ${n > 100 ? "many" : n}`);
  });
});
