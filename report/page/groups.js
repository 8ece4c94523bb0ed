// The fixes by user, contest and week: how many, how long they took, and a typical one of each. The
// file has no names of users: they are numbered, those with the most fixes first.

const GROUP_BARS = 20;

/** `12 min`; null if the time is unknown. */
function formatElapsed(seconds) {
  if (seconds == null) return null;
  const [unit, length, decimals] = [
    ["days", 86400, 1],
    ["h", 3600, 1],
    ["min", 60, 0],
    ["s", 1, 0],
  ].find(([name, least]) => seconds >= (name === "days" ? 2 : 1) * least || name === "s");
  return `${formatDecimals[decimals](seconds / length)}${SPACE}${unit}`;
}

/** The rows of a kind of group, with names and times as texts. */
function groupRows({ by, groups }, one) {
  return groups.map((row, i) => ({
    ...row,
    name: by === "user" ? `${one} ${formatCount(i + 1)}` : plain(row.key ?? "unknown", 40),
    users: by === "user" ? null : row.users,
    median: formatElapsed(row.median_seconds),
    most: formatElapsed(row.upper_quartile_seconds),
  }));
}

/** The rows of the chart: those with the most fixes, in the order of all rows. */
function groupBars(rows) {
  const most = d3.sort(rows, (a, b) => b.fixes - a.fixes).slice(0, GROUP_BARS);
  return rows.filter((row) => most.includes(row));
}

const categoriesOf = (rows) =>
  stats.categories.map((row) => row.category).filter((name) => rows.some((row) => row[name]));

/** The fixes of each category, one after the other. */
function groupParts(row, present) {
  let to = 0;
  return present.map((name) => ({ from: to, to: (to += row[name]), fill: colorOf(name) }));
}

function groupTable(title, name, rows) {
  const ofEdit = ({ before, after }) => ({ before, after, ...counted });
  return table(
    title,
    [
      { key: "name", label: name, kind: "plain", isHead: true },
      { key: "fixes", label: "fixes", kind: "count" },
      { key: "users", label: "users", kind: "count" },
      { key: "problems", label: "problems", kind: "count" },
      { key: "median", label: "median time", kind: "number" },
      { key: "most", label: "3 in 4 within", kind: "number" },
      {
        key: "category",
        label: "frequent category",
        kind: "words",
        show: ({ category }) => ({ category, ...counted }),
      },
      { key: "before", label: "frequent edit", kind: "token", show: ofEdit },
      { key: "after", label: "to", kind: "token", show: ofEdit },
      { key: "edit_n", label: "its fixes", kind: "count" },
      { key: "example", label: "an example", kind: "fix" },
    ],
    rows,
  );
}

/** Fills the section of a kind of group, if there are several groups. `one` and `many` are what a
 *  group is called. */
function startGroups(section, by, one, many) {
  const kind = report.groups[by];
  if (!kind) return dropSection(section);
  const rows = groupRows(kind, one);
  const bars = groupBars(rows);
  const left = kind.n_groups - rows.length;
  const most = d3.greatest(rows, (row) => row.fixes);
  const isPart = bars.length < kind.n_groups;
  const time = rows.some((row) => row.median) ? ", and their median time" : "";
  const total = formatCount(kind.n_groups);
  const present = categoriesOf(rows);
  addFigure(section, {
    title: isPart
      ? `Fixes of the ${bars.length} ${many} with the most, of ${total}${time}`
      : `Fixes by ${one}${time}`,
    label: `Most fixes: ${most.name}, ${plural(most.fixes, "fix", "fixes")}.`,
    legend: legendOf(present.map((name) => [words(name), colorOf(name)])),
    draw: (width) =>
      drawBars(
        width,
        bars.map((row) => ({
          name: row.name,
          to: row.fixes,
          figures: [formatCount(row.fixes), row.median ? `median ${row.median}` : ""],
          parts: groupParts(row, present),
        })),
      ),
    numbers: () => [
      groupTable(`Fixes by ${one}${time}`, one, rows),
      left > 0
        ? h("p", {}, `${plural(left, one, many)} more are not in this file.`)
        : [],
    ],
    height: barsHeight(bars.length),
  });
}

function startAllGroups() {
  const users = called("users");
  const user = dictionary({ users: "user", authors: "author" })[users] ?? "user or author";
  startGroups("users", "user", user, users);
  startGroups("contests", "contest", "contest", "contests");
  startGroups("weeks", "week", "week", "weeks");
}
