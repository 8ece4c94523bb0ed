// How many fixes each filter and each search finds. counts.cjs REPORT [TEXT...]
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

run(async () => {
  const [report, ...texts] = process.argv.slice(2);
  await withReport(report, {}, async (page) => {
    line("all", await found(page));
    await filterEach(page);
    for (const text of texts) {
      await type(page, "text", text);
      line("search", text, await found(page));
    }
  });
});
