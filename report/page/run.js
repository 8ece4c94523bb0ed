// What was mined, and the key figures.

const PAIRINGS = dictionary({
  all: "every failing submission with every later Accepted one",
  next: "every failing submission with the first Accepted one after it",
  adjacent: "a failing submission with an Accepted one that directly follows",
});

const FAILING = dictionary({
  judged: "submissions with a verdict against the program",
  all: "all submissions that are not Accepted",
});

const languageName = report.language.name ?? plain(stats.run.language);

function startHeader() {
  const { run } = stats;
  const dataset = foreign(run.dataset);
  byId("title").replaceChildren("Single-token bug fixes in ", dataset);
  byId("origin").append(
    `Failing ${languageName} submissions and later Accepted ones of the same user that differ in `,
    "one token, mined with tokfix ",
    foreign(run.tool_version),
    ".",
  );
  byId("run").append(
    fact("Data set", foreign(run.dataset)),
    fact("Database", foreign(report.database)),
    fact("Language", languageName),
    fact("Pairing", `${plain(run.pairing)}: ${PAIRINGS[run.pairing] ?? "unknown"}`),
    fact("Failing", `${plain(run.failing)}: ${FAILING[run.failing] ?? "unknown"}`),
    fact("Grammar", foreign(`${run.grammar} ${run.grammar_version}`)),
    fact(
      "Limits",
      `${run.max_tokens ? `${formatCount(run.max_tokens)} tokens, ` : ""}` +
        `${formatCount(run.max_bytes)} bytes, ${formatCount(run.max_pairs)} pairs of a history`,
    ),
    fact("tokfix", foreign(run.tool_version)),
    h(
      "div",
      { class: "full" },
      h("dt", {}, "Metadata, SHA-256"),
      h("dd", {}, h("code", {}, foreign(run.metadata_sha256))),
    ),
  );
  byId("made").append(
    `Written by tokfix ${report.version} from `,
    foreign(report.database),
    ". The file is complete in itself: it loads nothing and sends nothing.",
  );
}

function keyFigure(figure, ...label) {
  return h("li", {}, h("b", {}, figure), h("span", {}, label));
}

/** The figures that are quoted first. */
function startKeyFigures() {
  const total = (name) => countOf(stats.totals, name);
  const exact = report.dedup?.kinds.find((row) => row.kind === "exact");
  const list = [
    keyFigure(formatCount(total("fixes")), "single-token fixes in the six categories"),
    keyFigure(formatCount(nFixes - total("fixes")), "other single-token fixes"),
    keyFigure(
      formatShare(countOf(stats.funnel, "single-token fixes"), total("pairs")),
      `of ${plural(total("pairs"), "pair")} are fixes`,
    ),
    keyFigure(
      formatCount(total("files")),
      `submissions in ${plural(total("histories"), "history", "histories")}`,
    ),
    keyFigure(
      formatCount(report.problems.n),
      `of ${plural(countOf(stats.funnel, "problems"), "problem")} have fixes`,
    ),
    ...(hasMutants
      ? [keyFigure(formatCount(nMutants), "mutants beside them; charts count the real fixes")]
      : []),
    exact
      ? keyFigure(formatPercent(exact.percent, nFixes), "of the fixes are exact duplicates")
      : keyFigure("–", "duplicates: not looked for"),
  ];
  byId("keyfigures").append(...list);
}
