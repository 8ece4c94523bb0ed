// How the page writes shares. format.cjs TEXT.JS
const { readFileSync } = require("node:fs");
const { runInThisContext } = require("node:vm");

const formatShare = runInThisContext(`${readFileSync(process.argv[2], "utf8")}; formatShare`);

for (const [part, whole] of [
  [121, 404],
  [1, 404],
  [1, 3],
  [0, 3],
  [3, 3],
  [1, 250],
  [1, 9999],
  [9998, 9999],
  [1, 12345],
  [12344, 12345],
  [1, 0],
])
  console.log(`${part} of ${whole}: ${formatShare(part, whole).replaceAll("\u00a0", " ")}`);
