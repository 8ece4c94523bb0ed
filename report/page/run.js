// The head of the page: what was mined, and the key figures.

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

/** The names of the data sets, with commas between them. */
function datasetNames() {
  const sources = stats.sources ?? [stats.run];
  return sources.flatMap(({ dataset }, i) => [i ? ", " : "", foreign(dataset)]);
}

/** What is paired in each kind of source. */
function pairSentences(kinds) {
  const isMixed = languages.length && !shownLanguage;
  const tongue = isMixed ? "" : `${languageNames()} `;
  const ofSubmissions =
    `Pairs of a failing ${tongue}submission and a later Accepted one of the same user ` +
    `${isMixed ? "and language " : ""}that differ in one token. `;
  const ofGit = `Versions of a ${tongue}file before and after a commit that differ in one token. `;
  return [
    kinds.some((kind) => kind !== "git") ? ofSubmissions : "",
    kinds.includes("git") ? ofGit : "",
  ];
}

function startHeader() {
  const { run } = stats;
  const kinds = stats.sources?.map(({ source }) => source) ?? ["codenet"];
  const isMixed = languages.length && !shownLanguage;
  byId("title").replaceChildren("Single-token bug fixes in ", ...datasetNames());
  byId("origin").replaceChildren(
    ...pairSentences(kinds),
    "Mined with tokfix ",
    foreign(run.tool_version),
    ".",
  );
  byId("run").replaceChildren(
    fact(kinds.length > 1 ? "Data sets" : "Data set", datasetNames()),
    fact("Database", foreign(report.database)),
    fact(isMixed ? "Languages" : "Language", languageNames()),
    fact("Pairing", `${plain(run.pairing)}: ${PAIRINGS[run.pairing] ?? "unknown"}`),
    fact("Failing", `${plain(run.failing)}: ${FAILING[run.failing] ?? "unknown"}`),
    fact(
      isMixed ? "Grammars" : "Grammar",
      foreign(
        stats.languages.map((row) => `${row.grammar} ${row.grammar_version}`).join(", "),
      ),
    ),
    fact(
      "Limits",
      `${run.max_tokens ? `${plural(run.max_tokens, "token")} and ` : ""}` +
        `${plural(run.max_bytes, "byte")} per program, ` +
        `${plural(run.max_pairs, "pair")} per history`,
    ),
    fact("tokfix", foreign(run.tool_version)),
    h(
      "div",
      { class: "full" },
      h("dt", {}, "Metadata, SHA-256"),
      h("dd", {}, h("code", {}, foreign(run.metadata_sha256))),
    ),
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
  const list = [
    count(total("fixes"), `single-token fix ${inSix}`, `single-token fixes ${inSix}`),
    count(nFixes - total("fixes"), "other single-token fix", "other single-token fixes"),
    keyFigure(
      formatShare(countOf(stats.funnel, "single-token fixes"), total("pairs")),
      `of ${plural(total("pairs"), "pair")} are fixes`,
    ),
    keyFigure(
      formatCount(total("files")),
      total("files") === 1 ? "submission in " : "submissions in ",
      plural(total("histories"), "history", "histories"),
    ),
    keyFigure(
      formatCount(report.problems.n),
      `of ${plural(countOf(stats.funnel, "problems"), "problem")} `,
      report.problems.n === 1 ? "has fixes" : "have fixes",
    ),
    ...(hasMutants ? [count(nMutants, "mutant, counted apart", "mutants, counted apart")] : []),
    exact
      ? keyFigure(formatPercent(exact.percent, nFixes), "of the fixes are exact duplicates")
      : keyFigure("–", "not yet searched for duplicates"),
  ];
  byId("keyfigures").append(...list);
}
