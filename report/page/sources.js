// Where the fixes come from, if there are several sources or one of git: the sources side by side,
// and what is known of the repositories. Names, addresses, keywords and licences may be anything.

const SOURCES = [
  { key: "codenet_", of: "codenet", name: "CodeNet", fill: "var(--accent)", isStrong: true },
  { key: "rows_", of: "rows", name: "rows", fill: "var(--made)", isStrong: true },
  { key: "git_", of: "git", name: "git", fill: "var(--c6)", isStrong: true },
];

const N_SOURCE_BARS = 15; // further rows are one bar

/** Bars for rows of {name, n, figures}: the first of them, and one for the others. By default the
 *  figures are n and its share. The last row may be the sum of others. */
function firstBars(rows, whole) {
  const first = rows.length > N_SOURCE_BARS ? rows.slice(0, N_SOURCE_BARS - 1) : rows;
  const rest = rows.slice(first.length);
  const nOthers = sumOf(rest, "n");
  const share = (n) => [formatCount(n), formatShare(n, whole)];
  const bars = first.map(({ name, n, figures }) => ({ name, to: n, figures: figures ?? share(n) }));
  if (first.length < rows.length)
    bars.push({
      name: `${formatCount(d3.sum(rest, ({ others }) => others ?? 1))} others`,
      to: nOthers,
      figures: rows[0].figures ? [formatCount(nOthers), ""] : share(nOthers),
      fill: "var(--accentsoft)",
    });
  return bars;
}

/** A chart of counted fixes, the most frequent first or in an order of their own. `head` is the
 *  first column of the table. */
function addFixCounts(title, rows, head, nameOf, whole = sumOf(rows, "n")) {
  if (!rows.length || !whole) return;
  const most = d3.greatest(rows, (row) => row.n);
  const bars = firstBars(
    rows.map((row) => ({ ...row, name: nameOf(row[head.key]) })),
    whole,
  );
  addFigure("sources", {
    title,
    label: `Most: ${nameOf(most[head.key])}, ${formatShare(most.n, whole)}.`,
    draw: (width) => drawBars(width, bars),
    numbers: () =>
      table(
        title,
        [
          { ...head, isHead: true },
          { key: "n", label: "fixes", kind: "count" },
          { key: "percent", label: "share", kind: "percent", whole },
        ],
        rows.map((row) => ({ ...row, percent: share(row.n, whole) })),
      ),
    height: barsHeight(bars.length),
  });
}

function addRuns(runs) {
  const name = ({ source, dataset }) => `${plain(source)}: ${plain(dataset)}`;
  const whole = sumOf(runs, "fixes");
  const bars = firstBars(
    runs.map((run) => ({ name: name(run), n: run.fixes })),
    whole,
  );
  const count = (key, label = key) => ({ key, label, kind: "count" });
  addFigure("sources", {
    title: "Fixes by source",
    label: runs.map((run) => `${name(run)}: ${plural(run.fixes, "fix", "fixes")}`).join(", "),
    draw: (width) => drawBars(width, bars),
    numbers: () =>
      table(
        "Fixes by source",
        [
          { key: "source", label: "source", isHead: true },
          { key: "dataset", label: "data set" },
          count("problems"),
          count("pairs"),
          count("fixes"),
          count("six", "in the six"),
        ],
        runs,
      ),
    height: barsHeight(bars.length),
  });
}

/** The categories of each kind of source, and of the thesis where they can be compared. */
function addSourceCategories(all) {
  const present = SOURCES.filter(({ of }) => all.some((row) => row[of] != null));
  if (present.length < 2) return; // the section on categories has it
  const isPublished = all.some((row) => row.thesis_n != null);
  const series = [...present, ...(isPublished ? PUBLISHED : [])];
  const named = all.map((row) => ({
    ...row,
    ...Object.fromEntries(present.map(({ key, of }) => [`${key}n`, row[of]])),
  }));
  const rows = named.filter((row) => !BESIDE_THE_SIX.includes(row.category));
  const height = 17 * series.length + 14; // of a category
  const mostOf = ({ key, name }) =>
    `${name}: ${words(d3.greatest(rows, (row) => row[`${key}n`]).category)}`;
  addFigure("sources", {
    title: "Share of each category, by source",
    label: `The most frequent category. ${series.map(mostOf).join(", ")}.`,
    legend: legendOf(series.map(({ name, fill }) => [name, fill])),
    draw: (width) => drawCategories(width, rows, series),
    numbers: () =>
      table(
        "Fixes by source and category",
        [
          { key: "category", label: "category", kind: "words", isHead: true },
          ...series.flatMap(({ key, name }) => [
            { key: `${key}n`, label: name, kind: "count" },
            {
              key: `${key}percent`,
              label: "share",
              kind: "percent",
              whole: sumOf(rows, `${key}n`),
            },
          ]),
        ],
        named,
      ),
    height: barsHeight(6, height, height + 20),
  });
  if (isPublished)
    addText(
      "sources",
      "Takada 2024 and GitHub are the two columns of table 4 of the thesis: fixes from CodeNet's " +
        "Python submissions, and the fixes of Richter and Wehrheim from Python repositories.",
    );
}

const perThousand = (n) => (n == null ? "" : `${formatDecimals[1](n)} of 1,000`);

/** The repositories with the most fixes; tokfix has summed the others in the last row. */
function addRepositories(repositories) {
  if (!repositories.length) return;
  const rows = repositories.map((row) => ({
    ...row,
    repository: row.others ? `${formatCount(row.others)} others` : row.repository,
  }));
  const whole = sumOf(rows, "fixes");
  const n = d3.sum(rows, ({ others }) => others ?? 1);
  const bars = firstBars(
    rows.map((row) => ({
      name: plain(row.repository),
      n: row.fixes,
      others: row.others,
      figures: [formatCount(row.fixes), perThousand(row.per_thousand)],
    })),
    whole,
  );
  const count = (key) => ({ key, label: key, kind: "count" });
  addFigure("sources", {
    title: "Fixes by repository, and of 1,000 commits with one parent",
    label: `${plural(whole, "fix", "fixes")} in ${plural(n, "repository", "repositories")}.`,
    draw: (width) => drawBars(width, bars),
    numbers: () =>
      table(
        "Repositories",
        [
          {
            key: "repository",
            label: "repository",
            isHead: true,
            show: ({ repository: problem, others }) =>
              !others && fixes.problems.includes(problem) ? { problem, ...counted } : null,
          },
          { key: "url", label: "address" },
          count("commits"),
          count("used"),
          count("pairs"),
          count("fixes"),
          { key: "per_thousand", label: "fixes of 1,000 commits", kind: "number" },
        ],
        rows,
      ),
    height: barsHeight(bars.length),
  });
}

/** Why commits are not used, in the order in which it is found. */
const COMMIT_LOSSES = [
  ["merge", "merges"],
  ["root", "no parent"],
  ["shallow_boundary", "parent not in the clone"],
  ["revert", "reverts"],
  ["no_keyword", "no keyword"],
  ["damaged", "damaged"],
  ["no_file", "no file in the languages"],
  ["too_many_files", "too many files"],
];

/** The fall from commits to those that are used, in a section. */
function addCommits(section, commits) {
  const n = (name) => countOf(commits, name);
  const rows = fallOf([
    ["commits", n("commits"), "stay"],
    ...COMMIT_LOSSES.filter(([name]) => n(name)).map(([name, text]) => [text, n(name), "leave"]),
    ["used", n("used"), "stay"],
  ]);
  const left = [
    [n("symlink"), "symbolic link"],
    [n("submodule"), "submodule"],
  ].filter(([changed]) => changed);
  addFigure(section, {
    title: "Commits",
    label: `Used: ${formatCount(n("used"))} of ${plural(n("commits"), "commit")}.`,
    legend: legendOf(FLOWS),
    draw: (width) => drawBars(width, rows),
    numbers: () => numbersOfFall("Commits", rows, "commits"),
    height: barsHeight(rows.length),
  });
  if (left.length)
    addText(
      section,
      "Commits with a keyword also change ",
      listOf(left.map(([changed, name]) => plural(changed, name))),
      ", which are not compared.",
    );
}

function addGit() {
  const { keywords, sweeps, sweep_kinds: kinds, places, licenses } = stats;
  const n = sumOf(keywords, "n");
  addText(
    "sources",
    "In a git repository, tokfix pairs the versions of a file before and after a commit whose " +
      "message has a keyword of bug fixes, or of all commits with --keywords none.",
  );
  addRepositories(stats.repositories);
  if (called("of") === "both") addCommits("sources", stats.commits); // else the funnel has it
  const keyword = { key: "keyword", label: "keyword" };
  const license = { key: "license", label: "licence" };
  const files = (size) => `${plain(size)} ${size === "1" ? "file" : "files"}`;
  addFixCounts("Fixes by the commit's keyword", keywords, keyword, (text) => plain(text) || "none");
  const size = { key: "size", label: "changed files" };
  addFixCounts("Fixes by the commit's files", sweeps, size, files);
  if (kinds.length > 1)
    addFixCounts("Fixes by the commit's kind", kinds, { key: "sweep_kind", label: "kind" }, words);
  addFixCounts("Fixes by place in the code", places, { key: "place", label: "place" }, plain, n);
  addFixCounts("Fixes by licence of the file", licenses, license, (text) => plain(text, 40));
}

function startSources() {
  if (!stats.sources) return dropSection("sources");
  if (stats.sources.length > 1) addRuns(stats.sources);
  addSourceCategories(stats.source_categories);
  if (stats.repositories) addGit();
}
