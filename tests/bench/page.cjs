// page.cjs PAGE RUNS: measures how long Chromium takes to load a report and to filter its list.
// Prints medians of RUNS.
"use strict";
const { chromium } = require("../out/browser/node_modules/playwright-core");
const path = require("path");

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
const print = (what, ms) => console.log(`  ${what.padEnd(44)} ${ms.toFixed(0).padStart(6)} ms`);

// The time from setting a control to the finished layout of the list. For typed text it includes
// the pause for the next key.
async function filter(page, control, value) {
  return page.evaluate(
    ([name, text]) =>
      new Promise((done) => {
        const field = document.querySelector(name);
        const count = document.querySelector("#filtercount");
        const start = performance.now();
        const observer = new MutationObserver(() => {
          observer.disconnect();
          document.body.getBoundingClientRect();
          done(performance.now() - start);
        });
        observer.observe(count, { childList: true, characterData: true, subtree: true });
        field.value = text;
        field.dispatchEvent(
          new Event(field.tagName === "SELECT" ? "change" : "input", { bubbles: true }),
        );
      }),
    [control, value],
  );
}

async function run(address) {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(address);
  await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint").length > 0,
  );
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    load: performance.getEntriesByType("navigation")[0].loadEventEnd,
  }));
  times.category = await filter(page, "#filters select", "literal");
  times.text = await filter(page, "#filters input[type=search]", "while");
  await browser.close();
  return times;
}

async function main([file, runs]) {
  const all = [];
  for (let i = 0; i < Number(runs); i++) all.push(await run("file://" + path.resolve(file)));
  const of = (name) => median(all.map((times) => times[name]));
  print("Chromium: first content", of("paint"));
  print("Chromium: loaded", of("load"));
  print("a filter by category", of("category"));
  print("a search in all texts, with the 80 ms pause", of("text"));
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
