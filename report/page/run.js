// What the page begins with, the heading and the key figures, and what it ends with: where the
// fixes are from.

const PAIRINGS = dictionary({
  all: "every failing submission with every later Accepted one",
  next: "every failing submission with the first Accepted one after it",
  adjacent: "a failing submission with the Accepted one directly after it",
});

const FAILING = dictionary({
  judged: "submissions with a verdict against the program",
  all: "all submissions that are not Accepted",
});

/** The name of a language as people write it. */
function languageTitle(key) {
  return languages.find((language) => language.key === key)?.language.name ?? plain(key);
}

/** The names of what is shown: "Java", or "C, C++ and Java". */
function languageNames() {
  if (shownLanguage || !languages.length) return report.language.name ?? plain(stats.run.language);
  return listOf(languages.map(({ key }) => languageTitle(key)));
}

/** The names of the data sets of runs, with commas between them. */
function datasetNames(runs = stats.runs) {
  return runs.flatMap(({ dataset }, i) => [i ? ", " : "", foreign(dataset)]);
}

/** What is paired in each kind of source. */
function pairSentences(kinds) {
  const isMixed = languages.length && !shownLanguage;
  const tongue = isMixed ? "" : `${languageNames()} `;
  const ofSubmissions =
    `Pairs of a failing ${tongue}submission and a later Accepted one of the same user ` +
    `${isMixed ? "and language " : ""}that differ in one token. `;
  const ofGit = `Versions of a ${tongue}file before and after a commit that differ in one token. `;
  const ofPairs = `Pairs of a buggy ${tongue}program and its fixed one that differ in one token. `;
  return [
    kinds.some((kind) => kind !== "git" && kind !== "pairs") ? ofSubmissions : "",
    kinds.includes("pairs") ? ofPairs : "",
    kinds.includes("git") ? ofGit : "",
  ];
}

/** The options of a run, and what it read: [name, text, whether it is code]. */
function optionsOf(run) {
  const { pairing, failing, options } = run;
  return [
    pairing && ["Pairing", `${plain(pairing)}: ${PAIRINGS[pairing] ?? "unknown"}`],
    failing && ["Failing", `${plain(failing)}: ${FAILING[failing] ?? "unknown"}`],
    [
      "Limits",
      `${run.max_tokens ? `${plural(run.max_tokens, "token")} and ` : ""}` +
        `${plural(run.max_bytes, "byte")} per program` +
        (run.max_pairs == null ? "" : `, ${plural(run.max_pairs, "pair")} per history`),
    ],
    options && ["Options", options, true],
    ["tokfix", plain(run.tool_version)],
    [`${run.source === "git" ? "Repositories" : "Metadata"}, SHA-256`, run.metadata_sha256, true],
  ].filter(Boolean);
}

/** A fact for each option. If not all runs have the same, it names the data sets of each value. */
function optionFacts(runs) {
  const all = runs.flatMap((run) => optionsOf(run).map(([name, ...rest]) => ({ name, rest, run })));
  const facts = [...d3.group(all, ({ name }) => name)].map(([name, uses]) => {
    const values = [...d3.group(uses, ({ rest: [text] }) => text).values()];
    const isCommon = values.length === 1 && uses.length === runs.length;
    const lines = values.map((same) => {
      const [text, isCode] = same[0].rest;
      const names = datasetNames(same.map(({ run }) => run));
      const value = isCode ? h("code", {}, foreign(text)) : text;
      return isCommon ? value : h("div", {}, value, " (", names, ")");
    });
    return { isLong: name.endsWith("SHA-256"), element: fact(name, lines) };
  });
  for (const { isLong, element } of facts) if (isLong) element.className = "full";
  return d3.sort(facts, ({ isLong }) => isLong).map(({ element }) => element);
}

/** The commands that made the database. */
function stepFacts() {
  if (!report.steps.length) return [];
  const lines = report.steps.map(({ line }) => h("div", {}, h("code", {}, foreign(line))));
  const element = fact("Commands", lines);
  element.className = "full";
  return [element];
}

function startHeader() {
  const kinds = stats.runs.map(({ source }) => source);
  byId("title").replaceChildren("Single-token bug fixes in ", ...datasetNames());
  byId("lead").replaceChildren(...pairSentences(kinds));
}

/** Where the fixes are from. */
function startProvenance() {
  const { runs } = stats;
  const isMixed = languages.length && !shownLanguage;
  byId("run").append(
    fact(runs.length > 1 ? "Data sets" : "Data set", datasetNames()),
    fact("Database", foreign(report.database)),
    fact(isMixed ? "Languages" : "Language", languageNames()),
    fact(
      isMixed ? "Grammars" : "Grammar",
      foreign(
        stats.languages.map((row) => `${row.grammar} ${row.grammar_version}`).join(", "),
      ),
    ),
    ...optionFacts(runs),
    ...stepFacts(),
  );
  byId("made").replaceChildren(
    `Written by tokfix ${report.version} from `,
    foreign(report.database),
    ". This file is self-contained: it loads nothing and sends nothing.",
  );
}

function keyFigure(figure, ...label) {
  return h("li", {}, h("b", {}, figure), h("span", {}, label));
}

/** Shows the key figures. */
function startKeyFigures() {
  const total = (name) => countOf(stats.totals, name);
  const exact = report.dedup?.kinds.find((row) => row.kind === "exact");
  const count = (n, one, many) => keyFigure(formatCount(n), n === 1 ? one : many);
  const inSix = "in the six categories";
  const nOthers = nFixes - total("fixes");
  const nTaken = total("fixes taken by default");
  const list = [
    count(total("fixes"), `single-token fix ${inSix}`, `single-token fixes ${inSix}`),
    ...(nTaken !== total("fixes")
      ? [count(nTaken, "of them is taken by exports", "of them are taken by exports")]
      : []),
    ...(nOthers ? [count(nOthers, "other single-token fix", "other single-token fixes")] : []),
    keyFigure(
      formatShare(countOf(stats.funnel, "single-token fixes"), total("pairs")),
      `of ${plural(total("pairs"), "pair")} are fixes`,
    ),
    keyFigure(
      formatCount(total("files")),
      called(total("files") === 1 ? "submission" : "submissions"),
      called("histories") ? ` in ${pluralOf(total("histories"), "history", "histories")}` : "",
    ),
    keyFigure(
      formatCount(report.problems.n),
      `of ${pluralOf(countOf(stats.funnel, "problems"), "problem", "problems")} `,
      report.problems.n === 1 ? "has fixes" : "have fixes",
    ),
    ...(hasMutants ? [count(nMutants, "mutant, counted apart", "mutants, counted apart")] : []),
    ...(exact
      ? [keyFigure(formatPercent(exact.percent, nFixes), "of the fixes are exact duplicates")]
      : []),
  ];
  byId("keyfigures").append(...list);
}
