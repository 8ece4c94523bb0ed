// Finds the fixes that pass a filter. A filter is an object with words for the columns category,
// pattern, status, execution, problem, role, region, language, split and origin, and with `mark`,
// `before`, `after` and `text`. A member that is missing or "" lets every fix pass.

const DICTIONARIES = {
  category: "categories",
  pattern: "patterns",
  status: "statuses",
  execution: "executions",
  problem: "problems",
  role: "roles",
  region: "regions",
  language: "languages",
  split: "splits",
  origin: "origins",
};

const haystacks = []; // the searched text of each fix, in lower case

const lineBefore = (text) =>
  text.slice(Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1);
const lineBehind = (text) => /^[^\r\n]*/.exec(text)[0];

/** The buggy program and the fixed one; only the changed line of the fixed one if the other lines
 *  are the same. */
function programText(sample) {
  const { buggy, fixed } = programsOf(sample);
  const isOwn = Array.isArray(sample.fixed);
  return [
    buggy.before + buggy.token + buggy.behind,
    (isOwn ? fixed.before : lineBefore(fixed.before)) +
      fixed.token +
      (isOwn ? fixed.behind : lineBehind(fixed.behind)),
  ].join("\n");
}

/** Makes the searched texts of the fixes below `end`, each once. It takes longer than a search. */
function fillHaystacks(end = fixes.listed) {
  for (let i = haystacks.length; i < Math.min(end, fixes.listed); i++) {
    const text = `${idOf(i)}\n${pathOf(i) ?? ""}\n${fixes.before[i]}\n${fixes.after[i]}`;
    const sample = report.samples[i];
    haystacks.push((sample ? `${text}\n${programText(sample)}` : text).toLowerCase());
  }
}

/** Makes some of the searched texts whenever the browser is idle, so that the first search is
 *  fast. */
function fillWhenIdle() {
  fillHaystacks(haystacks.length + 2000);
  if (haystacks.length < fixes.listed) whenIdle(fillWhenIdle);
}

/** The words of a text in lower case. A phrase between double quotes is one word. */
function termsOf(text) {
  return [...text.toLowerCase().matchAll(/"([^"]+)"?|[^\s"]+/g)].map(
    ([word, phrase]) => phrase ?? word,
  );
}

/** The numbers of the fixes that pass, in the order of the database. */
function findFixes(filter) {
  const equal = Object.entries(DICTIONARIES)
    .filter(([column]) => filter[column])
    .map(([column, dictionary]) => [fixes[column], fixes[dictionary].indexOf(filter[column])]);
  for (const side of ["before", "after"])
    if (filter[side] != null) equal.push([fixes[side], filter[side]]);
  const bit = MARKS.find(([, name]) => name === filter.mark)?.[0] ?? 0;
  const terms = termsOf(filter.text ?? "");
  if (terms.length) fillHaystacks();
  const found = [];
  for (let i = 0; i < fixes.listed; i++)
    if (
      isShown(i) &&
      equal.every(([column, value]) => column[i] === value) &&
      (fixes.marks[i] & bit) === bit &&
      terms.every((term) => haystacks[i].includes(term))
    )
      found.push(i);
  return found;
}
