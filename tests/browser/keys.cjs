// What the keyboard alone does in a report: a line for each thing, with what has the focus then.
// keys.cjs REPORT
const { run, withReport } = require("./browser.cjs");

/** In the page: the focused element in short. */
function focused() {
  const element = document.activeElement;
  const name = element.id || element.className || element.tagName.toLowerCase();
  return `${element.tagName.toLowerCase()} ${name}`;
}

/** What an address leads to has the focus a moment later. */
async function follow(page, selector) {
  await page.keyboard.press("Enter");
  await page.waitForFunction((s) => document.activeElement.matches(s), selector);
}

async function say(page, what) {
  console.log(`${what}: ${await page.evaluate(focused)}`);
}

/** Presses Tab until what the selector finds has the focus. */
async function tabTo(page, selector) {
  for (let i = 0; i < 500; i++) {
    if (await page.evaluate((s) => document.activeElement.matches(s), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

const isOpen = (page, selector) => page.evaluate((s) => document.querySelector(s).open, selector);

async function skipLink(page) {
  await page.keyboard.press("Tab");
  await say(page, "first Tab");
  await follow(page, "main");
  await say(page, "Enter there");
}

async function numbers(page) {
  await tabTo(page, "details.numbers > summary");
  await page.keyboard.press("Enter");
  console.log(`Enter on numbers: open ${await isOpen(page, "details.numbers")}`);
}

async function edit(page) {
  await tabTo(page, "#edits button.link");
  const row = page.locator("#edits tbody tr").first();
  const n = await row.locator("td.right").first().textContent();
  await page.keyboard.press("Enter");
  await say(page, "Enter on an edit");
  const said = await page.locator("#filtercount").textContent();
  console.log(`as many as the chart says: ${said.startsWith(`${n} of `)}`);
}

async function fix(page) {
  await tabTo(page, "#fixlist summary");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#fixlist .inside");
  console.log(`Enter on a fix: open ${await isOpen(page, "#fixlist details")}`);
  await page.keyboard.press("Tab");
  await say(page, "Tab in the fix");
  await tabTo(page, "a.permalink");
  await follow(page, "#fixlist summary");
  await say(page, "Enter on its address");
  await page.keyboard.press("Space");
  console.log(`Space on a fix: open ${await isOpen(page, "#fixlist details")}`);
}

run(async () => {
  await withReport(process.argv[2], {}, async (page) => {
    await skipLink(page);
    await edit(page);
    await page.getByRole("button", { name: "Clear" }).click();
    await fix(page);
    await numbers(page);
  });
});
