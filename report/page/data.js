// The numbers and the fixes that tokfix wrote into the page.

const report = JSON.parse(document.getElementById("data").textContent);
const { stats, fixes } = report;

const categories = stats.categories.map((row) => row.category);

// Charts count the real fixes, or all fixes if none is real. Mutants are counted separately.
const nFixes = d3.sum(stats.categories, (row) => row.n);
const nMutants = d3.sum(stats.categories, (row) => row.mutant_n ?? 0);
const hasMutants = nMutants > 0;

/** What a filter needs, besides a category or another column, to find the fixes that the charts
 *  count. */
const counted = hasMutants ? { origin: "real" } : {};

/** The style sheet's variable for a category. Its colour depends on the theme. */
function colorOf(category) {
  const place = categories.indexOf(category);
  return `var(--c${place >= 0 && place < 7 ? place + 1 : 7})`;
}

/** The sum of a key over the rows. A row without the key counts as 0. */
const sumOf = (rows, key) => d3.sum(rows, (row) => row[key] ?? 0);

/** The n of a name in a list of {name, n}; 0 if the list lacks the name. */
function countOf(rows, name) {
  return rows.find((row) => row.name === name)?.n ?? 0;
}
