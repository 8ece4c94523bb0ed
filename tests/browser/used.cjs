// used.cjs counts REPORT [TEXT...]: how many fixes each filter and each search finds.
// used.cjs keys REPORT: what the keyboard alone does, a line for each thing, with what has the
// focus then.
const { run, withReport } = require("./browser.cjs");

const line = (...cells) => console.log(cells.join("\t"));

/** `1234` of `1,234 of 40,000 fixes` */
const numberIn = (text) => text.split(" ")[0].replaceAll(",", "");

/** What the page says it found. */
async function found(page) {
  return numberIn(await page.locator("#filtercount").textContent());
}

async function clear(page) {
  await page.getByRole("button", { name: "Clear" }).click();
}

/** In the page: what each choice of a list finds, and each problem that the page proposes. */
function countEach(name) {
  const input = document.getElementById(`filter${name}`);
  const proposed = document.querySelectorAll(`#filter${name} option, #${name}list option`);
  const values = [...proposed].map((option) => option.value).filter(Boolean);
  return values.sort().map((value) => {
    input.value = value;
    input.dispatchEvent(new Event("change"));
    return [value, document.getElementById("filtercount").textContent];
  });
}

const FILTERS =
  "category pattern role region origin split status execution problem".split(" ");

async function filterEach(page) {
  for (const name of FILTERS) {
    const list = page.locator(`select#filter${name}`);
    if (await list.count()) await list.selectOption({ index: 1 }); // which a hidden list refuses
    for (const [value, text] of await page.evaluate(countEach, name))
      line("filter", name, value, numberIn(text));
    await clear(page);
  }
}

/** Texts are typed; the page waits a little before it looks. */
async function type(page, name, text) {
  await page.locator(`#filter${name}`).fill(text);
  await page.locator(`#filter${name}`).press("Enter");
}

async function counts(page, texts) {
  line("all", await found(page));
  await filterEach(page);
  for (const text of texts) {
    await type(page, "text", text);
    line("search", text, await found(page));
  }
}

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

async function keys(page) {
  await skipLink(page);
  await edit(page);
  await clear(page);
  await fix(page);
  await numbers(page);
}

run(async () => {
  const [what, report, ...texts] = process.argv.slice(2);
  await withReport(report, {}, (page) => ({ counts, keys })[what](page, texts));
});
