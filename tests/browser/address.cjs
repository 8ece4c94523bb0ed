// What the address of a fix shows. address.cjs REPORT ID...
const { run, withReport } = require("./browser.cjs");

run(async () => {
  const [report, ...ids] = process.argv.slice(2);
  for (const id of ids)
    await withReport(report, { hash: `#${encodeURIComponent(id)}` }, async (page) => {
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
    });
});
