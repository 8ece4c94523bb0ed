// The numbers and the fixes, as the program wrote them into the page.

const report = JSON.parse(document.getElementById("data").textContent);
const { stats, fixes } = report;

const categories = stats.categories.map((row) => row.category);

// Charts count the real fixes, or all where there are none; mutants stand beside them.
const nFixes = d3.sum(stats.categories, (row) => row.n);
const nMutants = d3.sum(stats.categories, (row) => row.mutant_n ?? 0);
const hasMutants = nMutants > 0;

/** What a filter has beside the category and the like to find the fixes that are counted. */
const counted = hasMutants ? { origin: "real" } : {};

/** A variable of the style sheet for each category: the colours differ between the themes. */
function colorOf(category) {
  const place = categories.indexOf(category);
  return `var(--c${place >= 0 && place < 7 ? place + 1 : 7})`;
}

/** The sum of a key, which rows may lack. */
const sumOf = (rows, key) => d3.sum(rows, (row) => row[key] ?? 0);

/** What a row of a list of {name, n} says; 0 for a name that it lacks. */
function countOf(rows, name) {
  return rows.find((row) => row.name === name)?.n ?? 0;
}
