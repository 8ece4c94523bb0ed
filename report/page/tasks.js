// The tasks of a benchmark whose solutions `tokfix leak --tasks` has searched for, if it has stored
// them: how many there are of each kind, a table of them, and the timeline of one.

const SIGHTS = dictionary({
  clone: "what a clone gets",
  refs: "all references",
  all: "everything in the repository",
  ancestors: "the ancestors of the bases",
});

/** A chart of counted tasks, with a table. */
function addTaskCounts(title, rows, head, counts, whole) {
  if (!rows.length) return;
  const [{ key }] = counts;
  addFigure("tasks", {
    title,
    label: rows.map((row) => `${plain(row[head])}: ${formatCount(row[key])}`).join(", "),
    draw: (width) =>
      drawBars(
        width,
        rows.map((row) => ({
          name: plain(row[head]),
          to: row[key],
          figures: [formatCount(row[key]), formatShare(row[key], whole)],
          isStrong: row.isStrong,
        })),
        { max: whole },
      ),
    numbers: () =>
      table(
        title,
        [
          { key: head, label: head, isHead: true },
          ...counts.map((column) => ({ ...column, kind: "count" })),
        ],
        rows,
      ),
    height: barsHeight(rows.length),
  });
}

function addTaskFacts({ run, totals }) {
  const isOf = run.base ? [" for ", foreign(run.base)] : null;
  byId("tasks").append(
    h(
      "dl",
      { class: "facts" },
      fact("Tasks", foreign(run.tasks), isOf),
      fact("Repositories", foreign(run.repositories)),
      fact("Visible", `${plain(run.visible)}: ${SIGHTS[run.visible] ?? "unknown"}`),
      run.files ? fact("Plain files", foreign(run.files)) : null,
      run.n_damaged ? fact("Damaged repositories", formatCount(run.n_damaged)) : null,
      run.n_unread ? fact("Unread files and blobs", formatCount(run.n_unread)) : null,
    ),
  );
  const ofSearch = [
    { result: "solution in sight", n: totals.n_found },
    { result: "solution in the past of the base", n: totals.n_before },
  ];
  const rows = [
    { result: "tasks", n: totals.n_tasks, isStrong: true },
    { result: "searched", n: totals.n_searched },
    { result: "sealed", n: totals.n_sealed },
    ...(run.is_searched ? ofSearch : []),
    { result: "to keep", n: totals.n_keep },
    { result: "to drop", n: totals.n_drop },
    { result: "to review", n: totals.n_review },
  ];
  addTaskCounts("Tasks by result", rows, "result", [{ key: "n", label: "tasks" }], totals.n_tasks);
}

/** The kinds of evidence and of places that some task has. */
function addTaskKinds({ run, totals, evidence, places }) {
  const found = evidence.filter((row) => row.n_tasks);
  const relations = RELATIONS.map(({ relation }) => ({ key: `n_${relation}`, label: relation }));
  addTaskCounts(
    "Tasks by evidence of their solution",
    found,
    "evidence",
    [{ key: "n_tasks", label: "tasks" }, ...relations],
    totals.n_searched,
  );
  const seen = { key: "n_tasks", label: "tasks with commits beside the past of the base" };
  const solved = { key: "n_found", label: "tasks with their solution" };
  addTaskCounts(
    run.is_searched
      ? "Tasks by where their solution can be seen"
      : "Tasks by where commits beside the past of the base can be seen",
    places.map((row) => ({ ...row, place: row.place === "none" ? "no name" : row.place })),
    "place",
    run.is_searched ? [solved, seen] : [seen],
    totals.n_searched,
  );
}

/** The table of the listed tasks. `choose` shows the timeline of a task. */
function addTaskTable({ run, totals, list, findings }, choose) {
  const firsts = d3.rollup(
    findings,
    ([first]) => findingName(first),
    (row) => row.task,
  );
  const count = (key, label) => ({ key, label, kind: "count" });
  const rows = list.map((task) => ({
    ...task,
    name: firsts.has(task.task)
      ? h(
          "button",
          {
            type: "button",
            class: "link",
            title: "Show its timeline",
            onclick: () => choose(task.task),
          },
          foreign(task.id),
        )
      : foreign(task.id),
    base: task.base?.slice(0, 12),
    state: task.problem ?? (task.is_sealed ? "sealed" : null),
    first: firsts.get(task.task),
  }));
  const others = totals.n_tasks - list.length;
  if (!rows.length) return;
  addFigure("tasks", {
    title: others
      ? `The first ${formatCount(list.length)} of ${plural(totals.n_tasks, "task")}`
      : "The tasks",
    draw: () =>
      table(
        "Tasks, with the number of commits that can be seen beside the past of the base",
        [
          { key: "name", label: "task", kind: "plain", isHead: true },
          { key: "repository", label: "repository" },
          { key: "base", label: "base" },
          { key: "decision", label: "decision" },
          { key: "state", label: "state" },
          count("n_commits", "commits"),
          ...(run.is_searched
            ? [
                count("n_found", "solutions"),
                count("n_similar", "similar"),
                count("n_texts", "texts"),
                { key: "first", label: "first finding", kind: "plain" },
                { key: "same_fix_as", label: "same fix as" },
              ]
            : []),
        ],
        rows,
      ),
    height: 400,
  });
  if (others)
    addText(
      "tasks",
      `${plural(others, "task is", "tasks are")} left out of the table, those in order first. ` +
        "The charts above count all tasks.",
    );
}

/** All that is known of the commits of a task, in the order of its timeline. */
function commitTable(task, findings) {
  const rows = d3.sort(findings, (row) => row.date).map((row) => ({
    ...row,
    day: formatDate(row.date),
    commit: row.commit.slice(0, 12),
    days: row.date && task.date ? Math.floor((row.date - task.date) / DAY) : null,
    finding: findingName(row),
    names: sightText(row),
  }));
  return table(
    `Commits that have to do with the solution of ${plain(task.id)}`,
    [
      { key: "day", label: "date", kind: "words", isHead: true },
      { key: "days", label: "days from the base", kind: "count" },
      { key: "commit", label: "commit" },
      { key: "finding", label: "finding", kind: "plain" },
      { key: "subject", label: "subject" },
      { key: "names", label: "seen in", kind: "plain" },
    ],
    rows,
  );
}

/** The files and blobs that have the solution of a listed task. */
function addTexts({ list, texts }) {
  if (!texts.length) return;
  const title = "Texts that have the solution, up to 5 of a task";
  const ids = new Map(list.map(({ task, id }) => [task, id]));
  const rows = texts.map((text) => ({ ...text, id: ids.get(text.task) }));
  const columns = [
    { key: "id", label: "task", isHead: true },
    { key: "kind", label: "text" },
    { key: "name", label: "name" },
    { key: "path", label: "of the patch" },
  ];
  byId("tasks").append(folded(title, table(title, columns, rows)));
}

/** Adds the timeline of a task that can be chosen. Returns the function that chooses one. */
function addTimeline({ list, findings }) {
  const byTask = d3.group(findings, (row) => row.task);
  const tasks = list.filter(({ task }) => byTask.has(task));
  if (!tasks.length) return null;
  let [task] = tasks;
  const ofTask = () => byTask.get(task.task);
  const nFound = () => task.n_found + task.n_similar;
  const note = h("p", { class: "note", role: "status" });
  const point = () =>
    `${plain(task.id)}: ${plural(nFound(), "commit")} to do with the solution` +
    (nFound() > ofTask().length ? `, the first ${ofTask().length} in this file.` : ".");
  const control = select(
    { id: "timelinetask", onchange: () => choose(Number(control.value)) },
    tasks.map(({ task: key, id }) => [key, plain(id)]),
  );
  const redraw = addFigure("tasks", {
    title: "Timeline of a task",
    label: point,
    control: h("label", { class: "control" }, "Task ", control),
    legend: legendOf(
      RELATIONS.filter(({ relation }) => findings.some((row) => row.relation === relation)).map(
        ({ relation, color }) => [relation, color, "round"],
      ),
    ),
    draw: (width) => {
      note.textContent = point();
      return drawTimeline(width, timelineRows(task, ofTask()));
    },
    numbers: () => commitTable(task, ofTask()),
    height: timelineHeight(1 + ofTask().length),
  });
  const figure = control.closest("figure");
  figure.querySelector(".chart").after(note);
  const choose = (key) => {
    task = tasks.find((one) => one.task === key);
    control.value = key;
    redraw();
    figure.querySelector(".numbers .scroll")?.replaceWith(commitTable(task, ofTask()));
  };
  return (key) => {
    choose(key);
    figure.scrollIntoView({ block: "start" });
    control.focus({ preventScroll: true });
  };
}

function startTasks() {
  const { tasks } = report;
  if (!tasks) return dropSection("tasks");
  addTaskFacts(tasks);
  addTaskKinds(tasks);
  let show = null;
  addTaskTable(tasks, (key) => show(key));
  show = addTimeline(tasks);
  addTexts(tasks);
}
