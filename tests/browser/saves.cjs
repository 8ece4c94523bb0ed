// What a report saves: charts in both forms, and the fixes that a category and a word find. The
// buttons are pressed with the keyboard. saves.cjs REPORT FOLDER CATEGORY TEXT
// Prints what is in each picture, opened alone, and what it lacks of the figure.
const { join } = require("node:path");
const { readFileSync } = require("node:fs");
const { run, withReport } = require("./browser.cjs");

const SECTIONS = ["funnel", "edits", "size", "time"];

/** Presses a button, and returns the path of its file. */
async function save(page, button, folder) {
  const waiting = page.waitForEvent("download");
  await button.press("Enter");
  const download = await waiting;
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** In the page: the texts of a figure that its picture has, too. Those of a title can be on several
 *  lines. */
function textsOf(section) {
  const figure = document.querySelector(`#${section} figure`);
  const whole = figure.querySelectorAll(".legend li, .chart text, .matrix button");
  return [
    ...figure.querySelector("figcaption").textContent.split(" "),
    ...Array.from(whole, (element) => element.textContent.trim()),
  ].filter(Boolean);
}

/** In the page of a picture alone: what it consists of. */
function readPicture() {
  const svg = document.documentElement;
  const texts = Array.from(svg.querySelectorAll("text"), (text) => text.textContent.trim());
  return {
    isPicture: svg.localName === "svg" && svg.querySelector("title") !== null,
    size: [svg.width.baseVal.value, svg.height.baseVal.value],
    texts: texts.flatMap((text) => [text, ...text.split(" ")]),
  };
}

// What a picture would need of the page, of CSS, or of the network.
const NEEDS = /var\(|light-dark|currentColor|<style|class=|style=|href|https?:(?!\/\/www\.w3\.org)/;

async function checkPictures([svg, png], expected) {
  const source = readFileSync(svg, "utf8");
  if (NEEDS.test(source)) console.log(`${svg} needs ${NEEDS.exec(source)[0]}`);
  await withReport(svg, {}, async (page) => {
    const { isPicture, size, texts } = await page.evaluate(readPicture);
    const missing = expected.filter((text) => !texts.includes(text));
    if (missing.length) console.log(`${svg} lacks ${missing}`);
    const bytes = readFileSync(png);
    const isTwice = size.every((n, i) => bytes.readUInt32BE(16 + 4 * i) === 2 * n);
    console.log(`${svg}: a picture ${isPicture}; ${png}: of twice the size ${isTwice}`);
  });
}

run(async () => {
  const [report, folder, category, text] = process.argv.slice(2);
  const saved = [];
  await withReport(report, {}, async (page) => {
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    for (const section of SECTIONS) {
      const buttons = page.locator(`#${section} figure`).first().locator(".saves button");
      const paths = [await save(page, buttons.nth(0), folder)];
      paths.push(await save(page, buttons.nth(1), folder));
      saved.push([paths, await page.evaluate(textsOf, section)]);
    }
  });
  for (const [paths, texts] of saved) await checkPictures(paths, texts);
  await withReport(report, {}, async (page) => {
    if (category) await page.locator("#filtercategory").selectOption(category);
    await page.locator("#filtertext").fill(text);
    await page.locator("#filtertext").press("Enter");
    for (const name of ["CSV", "JSON"])
      await save(page, page.getByRole("button", { name: `Save these fixes as ${name}` }), folder);
    console.log(`saved: ${await page.locator("#filtercount").textContent()}`);
  });
});
