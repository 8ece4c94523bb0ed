// A report opened in Chromium from its file, and a watch over what it must not do.
const { chromium } = require("playwright-core");
const { pathToFileURL } = require("node:url");
const { resolve } = require("node:path");

const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium-headless-shell";
const FLAGS = ["--no-sandbox", "--no-zygote", "--disable-gpu", "--disable-software-rasterizer"];

let browser; // one for all reports of a script

/** Collects what a report must not do. */
async function watch(page) {
  const seen = { requests: 0, console: [], errors: [], dialogs: [], windows: 0 };
  page.on("request", () => seen.requests++);
  page.on("console", (message) => seen.console.push(message.text()));
  page.on("pageerror", (error) => seen.errors.push(error.stack));
  page.on("popup", () => seen.windows++);
  page.on("dialog", (dialog) => {
    seen.dialogs.push(dialog.message());
    dialog.dismiss();
  });
  await page.addInitScript(() => {
    window.violations = [];
    addEventListener("securitypolicyviolation", (event) =>
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return seen;
}

/** Opens a report, without a network, in a window of the given size and theme, and passes it to
 *  `use`; `hash` is the text after # in the address. Prints what was seen of the above. */
async function withReport(path, { hash = "", width = 1280, theme = "light" }, use) {
  browser ??= await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
    offline: true,
  });
  try {
    const page = await context.newPage();
    const seen = await watch(page);
    await page.goto(pathToFileURL(resolve(path)).href + hash);
    await use(page, seen);
    const violations = await page.evaluate(() => window.violations);
    const bad = [...seen.console, ...seen.errors, ...seen.dialogs, ...violations];
    for (const text of bad) console.log(`unwanted ${JSON.stringify(text)}`);
    if (seen.requests !== 1 || seen.windows) console.log(`unwanted ${JSON.stringify(seen)}`);
  } finally {
    await context.close();
  }
}

/** Runs the program of a script; what goes wrong ends it with a message. */
function run(main) {
  main()
    .catch((error) => {
      console.error(error);
      process.exitCode = 1;
    })
    .finally(() => browser?.close());
}

module.exports = { run, withReport };
