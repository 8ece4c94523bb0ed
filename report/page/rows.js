// Reads the listed fixes. The number of a fix is its index in the columns.

/** `p00001-s000000001-s000000002` */
function idOf(i) {
  return `${fixes.problems[fixes.problem[i]]}-${fixes.buggy[i]}-${fixes.fixed[i]}`;
}

const numberById = new Map(); // filled at its first use

/** The number of a listed fix; undefined for others. */
function numberOf(id) {
  if (!numberById.size) for (let i = 0; i < fixes.listed; i++) numberById.set(idOf(i), i);
  return numberById.get(id);
}

const MARKS = [
  [1, "duplicate"],
  [2, "conflicting"],
  [4, "excluded"],
];

/** The names of a fix's marks. */
const marksOf = (i) => MARKS.filter(([bit]) => fixes.marks[i] & bit).map(([, name]) => name);

/** `real`, `mutant` or `rewrite` */
const originOf = (i) => fixes.origins[fixes.origin[i]];

/** The name of a fix's language. */
const languageOf = (i) => languageTitle(fixes.languages[fixes.language[i]]);

/** The commit and the path that a fix of git is from; undefined for others. */
const commitOf = (i) => fixes.commits[fixes.commit[i]];
const pathOf = (i) => fixes.paths[fixes.path[i]];

/** The verdict of the failing submission; undefined if its source has none. */
const statusOf = (i) => fixes.statuses[fixes.status[i]];

/** Where the two tokens of a fix differ, {from, to} in each; null: they are marked as a whole. */
function differingIn(i) {
  if (!fixes.differing[i]) return null;
  const [from, before, after] = fixes.differing[i];
  return { before: { from, to: before }, after: { from, to: after } };
}

/** The two programs of a sample, each {before, token, behind}: the text before the token, the
 *  token, and the text after it. */
function programsOf(sample) {
  const [before, own, behind] = sample.buggy;
  const buggy = { before, token: own, behind };
  if (!Array.isArray(sample.fixed)) return { buggy, fixed: { ...buggy, token: sample.fixed } };
  const [fixedBefore, fixedOwn, fixedBehind] = sample.fixed;
  return { buggy, fixed: { before: fixedBefore, token: fixedOwn, behind: fixedBehind } };
}
