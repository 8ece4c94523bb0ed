// What a report is made of, and what its button and a printer make of it. report.cjs REPORT
const { run, withReport } = require("./browser.cjs");

/** In the page: figures, and of those how many have a caption, a drawn chart, and a table. */
function figures() {
  const all = [...document.querySelectorAll("figure")];
  const having = (selector) => all.filter((figure) => figure.querySelector(selector)).length;
  return {
    figures: all.length,
    captions: having("figcaption"),
    charts: having('.chart svg[role="img"][aria-label], .chart table'),
    tables: having("details.numbers table"),
  };
}

/** In the page: the colour of the paper. */
const paper = () => getComputedStyle(document.body).backgroundColor;

async function theme(page) {
  const button = page.locator("#theme");
  for (let i = 0; i < 3; i++) {
    console.log(`${await page.evaluate(paper)}, button: ${await button.textContent()}`);
    await button.click();
  }
}

run(async () => {
  await withReport(process.argv[2], { theme: "dark" }, async (page) => {
    console.log(`title: ${await page.title()}`);
    console.log(`heading: ${await page.locator("h1").textContent()}`);
    const headings = await page.locator("h2").allTextContents();
    const contents = await page.locator(".contents a").allTextContents();
    console.log(`sections: ${headings.join(", ")}`);
    console.log(`all in the contents: ${headings.join() === contents.join()}`);
    await theme(page);
    const pdf = await page.pdf({ format: "A4" });
    console.log(`printed: ${pdf.length > 50000}`);
    console.log(JSON.stringify(await page.evaluate(figures)));
    await page.emulateMedia({ media: "print" });
    console.log(`paper: ${await page.evaluate(paper)}`);
  });
});
