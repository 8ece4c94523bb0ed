// What the switch between languages shows, and where its addresses lead. languages.cjs REPORT FIX
// FIX is the id of a fix in another language than C.
const { run, withReport } = require("./browser.cjs");

/** In the page: what it shows. */
function shown() {
  const text = (selector) =>
    document.querySelector(selector)?.textContent.trim().replace(/\s+/g, " ");
  return [
    text("#switch [aria-current]"),
    text("#filtercount"),
    text("#keyfigures b"),
    document.getElementById("languages") ? "side by side" : "alone",
    location.hash,
  ].join(" | ");
}

async function say(page, what) {
  await page.waitForTimeout(100); // an address is followed a moment later
  console.log(`${what}: ${await page.evaluate(shown)}`);
}

async function tabTo(page, text) {
  for (let i = 0; i < 20; i++) {
    const at = await page.evaluate(() => document.activeElement.textContent.trim());
    if (at.startsWith(text)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${text}`);
}

run(async () => {
  const [report, id] = process.argv.slice(2);
  await withReport(report, {}, async (page) => {
    const links = await page.locator("#switch a").allTextContents();
    console.log(`switch: ${links.join(", ")}`);
    if (!links.length) return say(page, "one language");
    await say(page, "first");
    await tabTo(page, "C++");
    await page.keyboard.press("Enter");
    await say(page, "Enter on C++");
    console.log(`focus: ${await page.evaluate(() => document.activeElement.dataset.language)}`);
    await page.locator('.contents a[data-section="edits"]').click();
    await say(page, "to a section");
    await page.locator("#fixlist summary").first().click();
    await page.locator("#fixlist .permalink").first().click();
    await say(page, "to a fix");
    await page.locator('#switch a[data-language="java"]').click();
    await page.locator("#filtercategory").selectOption({ index: 1 });
    await say(page, "Java, and a filter");
    await page.locator('#switch a[data-language=""]').click();
    await say(page, "all, with the filter");
    await page.goBack();
    await say(page, "back");
    await page.goBack();
    await say(page, "back");
  });
  if (!id) return;
  const wrong = ["#funnel&language=cobol", "#%&language=c"];
  for (const hash of ["#&language=c", `#${id}&language=c`, ...wrong])
    await withReport(report, { hash }, (page) => say(page, hash));
});
