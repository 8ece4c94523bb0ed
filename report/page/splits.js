// The result of `tokfix split`.

const SPLIT_FILLS = ["var(--accent)", "var(--second)", "var(--third)"];

function splitRows({ splits, strata }) {
  const all = Object.fromEntries(splits.map((row) => [row.split, row.n]));
  return [
    { category: "all fixes", name: "all fixes", n: d3.sum(splits, (row) => row.n), ...all },
    ...strata
      .filter((row) => row.kind === "category")
      .map((row) => ({ ...row, category: row.name, name: words(row.name) })),
  ];
}

/** The parts of a bar: the key of the part's number in a row, and its colours. */
function splitParts({ splits }) {
  return splits.map(({ split: key }, i) => ({
    key,
    fill: SPLIT_FILLS[i % SPLIT_FILLS.length],
    on: `var(--onseries${(i % SPLIT_FILLS.length) + 1})`,
  }));
}

/** Draws rows of {name, n, ...} as bars of shares. The first row is the sum of the others. */
function drawShares(width, rows, parts) {
  const bars = rows.flatMap((row, i) => {
    let from = 0;
    return parts.map(({ key, fill, on }) => {
      const to = from + (share(row[key], row.n) ?? 0);
      const bar = { i, from, to, n: row[key], whole: row.n, fill, on };
      from = to;
      return bar;
    });
  });
  const isNarrow = isNarrowPage.matches;
  const marginLeft = isNarrow ? 0 : widestOf(rows.map((row) => row.name), BOLD) + 14;
  const marginRight = widestOf(rows.map((row) => formatCount(row.n))) + 10;
  const label = (bar) => formatPercent(bar.to - bar.from, bar.whole);
  const pixels = (bar) => ((bar.to - bar.from) / 100) * (width - marginLeft - marginRight);
  return plot(width, {
    height: barsHeight(rows.length, 32, 50),
    marginLeft,
    marginRight,
    marginTop: 2,
    marginBottom: 2,
    x: { axis: null, domain: [0, 100] },
    y: { axis: null, type: "band", domain: d3.range(rows.length), padding: 0 },
    marks: [
      Plot.barX(bars, {
        x1: "from",
        x2: "to",
        y: "i",
        fill: "fill",
        insetTop: isNarrow ? 22 : 4,
        insetBottom: 4,
        insetRight: 1,
      }),
      Plot.text(
        bars.filter((bar) => pixels(bar) > textWidth(label(bar)) + 8),
        {
          x: ({ from, to }) => (from + to) / 2,
          y: "i",
          text: label,
          fill: "on",
          dy: isNarrow ? 9 : 0,
        },
      ),
      Plot.text(rows, {
        y: (_, i) => i,
        text: "name",
        frameAnchor: "left",
        textAnchor: "start",
        dx: -marginLeft,
        dy: isNarrow ? -15 : 0,
        fill: "currentColor",
        fontWeight: (_, i) => (i ? 400 : BOLD),
      }),
      Plot.text(rows, {
        y: (_, i) => i,
        text: (row) => formatCount(row.n),
        frameAnchor: "right",
        textAnchor: "end",
        dx: marginRight,
        dy: isNarrow ? 9 : 0,
        fill: "currentColor",
        fontVariant: "tabular-nums",
      }),
    ],
  });
}

function originSentence({ run: { origin, seed, ratio, n_folds: folds, ...run }, promise }) {
  if (origin === "import") return "The split was imported.";
  const made =
    origin === "date"
      ? `Train is before ${run.validation_from ?? run.test_from}, test from ${run.test_from} on`
      : `${folds ? `${folds} folds` : `Ratio ${plain(ratio)}`}, seed ${plain(seed)}`;
  return (
    `${made}. Fixes are grouped by ` +
    `${plain(run.grouped_by.replaceAll(",", ", "), 100)}; a group is never divided. ` +
    `The splits are ${promise}.`
  );
}

function startSplits() {
  const { split } = report;
  if (!split)
    return addText(
      "splits",
      "There is no split. ",
      command(`tokfix split ${shellWord(report.database)}`),
      " puts every fix into train, validation or test. It keeps fixes of one group together, for " +
        "example those of one problem and their duplicates.",
    );
  const rows = splitRows(split);
  const parts = splitParts(split);
  addText(
    "splits",
    originSentence(split),
    " ",
    split.groups.n_groups
      ? `${plural(split.groups.n_pairs, "fix is", "fixes are")} in ` +
          `${plural(split.groups.n_groups, "group")}.`
      : "",
  );
  const whole = rows[0].n;
  addFigure("splits", {
    title: "Shares of the splits, by category",
    label: split.splits
      .map((row) => `${plain(row.split)}: ${formatShare(row.n, whole)}`)
      .join(", "),
    legend: legendOf(parts.map(({ key, fill }) => [key, fill])),
    draw: (width) => drawShares(width, rows, parts),
    numbers: () => [
      table(
        "Splits",
        [
          { key: "split", label: "split", isHead: true, show: (row) => ({ split: row.split }) },
          { key: "n", label: "fixes", kind: "count" },
          { key: "percent", label: "share", kind: "percent", whole },
          { key: "wanted_percent", label: "requested", kind: "percent", whole },
          { key: "n_groups", label: "groups", kind: "count" },
        ],
        split.splits,
      ),
      table(
        "Splits by category",
        [
          { key: "category", label: "category", kind: "words", isHead: true },
          { key: "n", label: "fixes", kind: "count" },
          ...parts.map(({ key }) => ({ key, label: key, kind: "count" })),
        ],
        rows,
      ),
    ],
    height: barsHeight(rows.length, 32, 50),
  });
  addFolded(
    "splits",
    "Largest groups",
    [
      { key: "first", label: "first fix", kind: "fix", isHead: true },
      { key: "n", label: "fixes", kind: "count" },
      { key: "percent", label: "share", kind: "percent", whole },
      { key: "split", label: "split" },
      { key: "n_problems", label: "problems", kind: "count" },
      { key: "n_users", label: "users", kind: "count" },
    ],
    split.largest,
  );
}
