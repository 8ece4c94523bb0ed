// The numbers and the fixes that tokfix wrote into the page.

const whole = JSON.parse(document.getElementById("data").textContent);
const { fixes } = whole;
fixes.executions ??= []; // absent if no fix was executed
fixes.execution ??= [];
fixes.differing ??= {}; // absent if all tokens are marked as a whole
for (const [words, column] of [
  ["commits", "commit"],
  ["paths", "path"],
  ["functions", "function"],
]) {
  fixes[words] ??= []; // absent if no fix is from git
  fixes[column] ??= [];
}

/** The languages of a page with several; else none. */
const languages = whole.languages ?? [];

// What the page shows now: all languages, or the report of one of them.
let shownLanguage; // its key; "": all
let report, stats, categories;

// Charts count the real fixes, or all fixes if none is real. Mutants are counted separately.
let nFixes, nMutants, hasMutants;
let nListed; // fixes in the list

/** What a filter needs, besides a category or another column, to find the fixes that the charts
 *  count. */
let counted;

/** The operators and other tables of several languages as if they were one. */
function joinLanguages() {
  const all = languages.map(({ language }) => language);
  const join = (lists) => [...new Set(lists.flat())];
  const names = join(all.map(({ operators }) => Object.keys(operators)));
  return {
    operators: Object.fromEntries(
      names.map((name) => [name, join(all.map(({ operators }) => operators[name] ?? []))]),
    ),
    rare: join(all.map(({ rare }) => rare)),
    added: join(all.map(({ added }) => added)),
  };
}

/** Chooses what is shown: a language by its key, or all for any other text. */
function chooseLanguage(key) {
  const own = languages.find((language) => language.key === key);
  const { checks, fingerprint } = whole; // of the whole database
  shownLanguage = own ? key : "";
  report = own ? { ...whole, ...own, checks, fingerprint } : { ...whole };
  if (languages.length && !own) report.language = joinLanguages();
  ({ stats } = report);
  categories = stats.categories.map((row) => row.category);
  nFixes = d3.sum(stats.categories, (row) => row.n);
  nMutants = d3.sum(stats.categories, (row) => row.mutant_n ?? 0);
  hasMutants = nMutants > 0;
  nListed = d3.sum(d3.range(fixes.listed), (i) => (isShown(i) ? 1 : 0));
  counted = hasMutants ? { origin: "real" } : {};
}

/** What the sources call something: in git, `submissions` are file versions. null: they have none.
 *  A key without a word of its own is its word. */
function called(key) {
  const word = report.words[key];
  return word === undefined ? key : word;
}

/** Whether a fix of the list is in what is shown. */
function isShown(i) {
  return !shownLanguage || fixes.languages[fixes.language[i]] === shownLanguage;
}

/** The style sheet's variable for a category. Its colour depends on the theme. */
function colorOf(category) {
  const place = categories.indexOf(category);
  if (category === "type") return "var(--c8)";
  return `var(--c${place >= 0 && place < 7 ? place + 1 : 7})`;
}

/** The sum of a key over the rows. A row without the key counts as 0. */
const sumOf = (rows, key) => d3.sum(rows, (row) => row[key] ?? 0);

/** The n of a name in a list of {name, n}; 0 if the list lacks the name. */
function countOf(rows, name) {
  return rows.find((row) => row.name === name)?.n ?? 0;
}
