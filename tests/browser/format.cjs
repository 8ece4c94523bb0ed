// How the page writes percentages. format.cjs FORMAT.JS
const { readFileSync } = require("node:fs");
const { runInThisContext } = require("node:vm");

const formatPercent = runInThisContext(`${readFileSync(process.argv[2], "utf8")}; formatPercent`);

for (const whole of [3, 100, 10000])
  console.log(
    [0, 0.004, 0.04, 0.4, 100 / 3, 99.6, 99.996, 100, null]
      .map((percent) => formatPercent(percent, whole).replaceAll("\u00a0", ""))
      .join(" "),
  );
