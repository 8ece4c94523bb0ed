// The numbers and the fixes, as the program wrote them into the page.

const report = JSON.parse(document.getElementById("data").textContent);
const { stats, fixes } = report;

const categories = stats.categories.map((row) => row.category);
const nFixes = fixes.n;

/** A variable of the style sheet for each category: the colours differ between the themes. */
function colorOf(category) {
  const place = categories.indexOf(category);
  return `var(--c${place >= 0 && place < 7 ? place + 1 : 7})`;
}

/** What a row of a list of {name, n} says; 0 for a name that it lacks. */
function countOf(rows, name) {
  return rows.find((row) => row.name === name)?.n ?? 0;
}
