// The controls above the list. Their values are the filter. An edit that was chosen in the matrix
// is part of the filter until it is removed.

let chosenEdit = null; // {before, after}
const controls = {}; // by the name of the filtered column

const TYPING_PAUSE_MS = 80;

/** The words that occur in a column, most frequent first, with their counts; none if all fixes have
 *  the same word. */
function wordOptions(column, dictionary, label = (word) => plain(word)) {
  const counts = new Array(fixes[dictionary].length).fill(0);
  fixes[column].forEach((word, i) => {
    if (word >= 0 && isShown(i)) counts[word]++;
  });
  if (counts.includes(nListed)) return [];
  return d3
    .sort(
      d3.range(counts.length).filter((i) => counts[i]),
      (a, b) => counts[b] - counts[a] || a - b,
    )
    .map((i) => [
      fixes[dictionary][i],
      `${label(fixes[dictionary][i])} (${formatCount(counts[i])})`,
    ]);
}

function readFilter() {
  const filter = { ...chosenEdit };
  for (const [name, control] of Object.entries(controls)) filter[name] = control.value.trim();
  if (filter.problem && !fixes.problems.includes(filter.problem)) {
    // A part of an id finds every id that contains it.
    filter.text = `${filter.text} "${filter.problem}"`;
    filter.problem = "";
  }
  return filter;
}

/** Lists the fixes that the controls ask for. Does nothing if these are listed already. */
function applyFilter() {
  clearTimeout(applyFilter.timer);
  const filter = readFilter();
  const key = JSON.stringify(filter);
  if (key === applyFilter.key) return;
  applyFilter.key = key;
  listFixes(filter);
  byId("chosenedit").replaceChildren(...chosenEditContent());
  byId("chosenedit").hidden = !chosenEdit;
}

/** Calls applyFilter() when the typing pauses. */
function applyFilterSoon() {
  clearTimeout(applyFilter.timer);
  applyFilter.timer = setTimeout(applyFilter, TYPING_PAUSE_MS);
}

function chosenEditContent() {
  if (!chosenEdit) return [];
  const clear = () => {
    chosenEdit = null;
    applyFilter();
    controls.text.focus();
  };
  return [
    "Only ",
    token(chosenEdit.before),
    " → ",
    token(chosenEdit.after),
    h("button", { type: "button", class: "quiet", onclick: clear }, "Any edit"),
  ];
}

/** Sets the controls to the filter, and clears the others. */
function setFilter(filter) {
  for (const [name, control] of Object.entries(controls)) control.value = filter[name] ?? "";
  chosenEdit = filter.before == null ? null : { before: filter.before, after: filter.after };
  applyFilter();
}

/** Sets the filter and goes to the list of fixes. */
function showFixes(filter) {
  setFilter(filter);
  byId("fixes").scrollIntoView({ block: "start" });
  byId("filtercount").focus({ preventScroll: true });
}

function field(name, label, control) {
  controls[name] = control;
  control.id = `filter${name}`;
  return h(
    "div",
    { class: `field field-${name}` },
    h("label", { for: control.id }, label),
    control,
  );
}

function selectField(name, label, options) {
  if (!options.length) return null;
  return field(name, label, select({ onchange: applyFilter }, [["", "all"], ...options]));
}

function textField() {
  return field(
    "text",
    "Search",
    typedInput({ type: "search", placeholder: "ids, tokens, program text" }),
  );
}

function problemField() {
  const problems = wordOptions("problem", "problems");
  if (!problems.length) return null;
  const options = h(
    "datalist",
    { id: "problemoptions" },
    problems.map(([value, label]) => h("option", { value, label })),
  );
  return [
    field(
      "problem",
      capital(called("problem")),
      typedInput({ list: "problemoptions", placeholder: "all" }),
    ),
    options,
  ];
}

function typedInput(attributes) {
  return h("input", {
    ...attributes,
    autocomplete: "off",
    spellcheck: "false",
    oninput: applyFilterSoon,
    onchange: applyFilter,
  });
}

/** Which fixes are listed, if not all. */
function listedNote() {
  const { listed, n } = fixes;
  const { filters } = report;
  if (!filters && listed === n) return "";
  const count = `${formatCount(listed)} of ${plural(n, "fix", "fixes")}`;
  if (!filters) return `The first ${count} are listed.`;
  return `${count} are listed, chosen with ${filters}. The charts count all fixes.`;
}

function startFilters() {
  for (const name of Object.keys(controls)) delete controls[name]; // of another language
  applyFilter.key = null;
  const marks = MARKS.map(([bit, name]) => [
    name,
    d3.sum(fixes.marks, (bits, i) => (bits & bit && isShown(i) ? 1 : 0)),
  ])
    .filter(([, n]) => n)
    .map(([name, n]) => [name, `${name} (${formatCount(n)})`]);
  byId("filters").append(
    textField(),
    ...[
      selectField("category", "Category", wordOptions("category", "categories", words)),
      selectField("pattern", "Pattern", wordOptions("pattern", "patterns")),
      selectField("role", "Role", wordOptions("role", "roles", words)),
      selectField("region", "Region", wordOptions("region", "regions", words)),
      selectField("status", "Verdict", wordOptions("status", "statuses")),
      selectField("execution", "Execution", wordOptions("execution", "executions", words)),
      problemField(),
      selectField("language", "Language", wordOptions("language", "languages", languageTitle)),
      selectField("split", "Split", wordOptions("split", "splits")),
      selectField("origin", "Origin", wordOptions("origin", "origins")),
      selectField("mark", "Marked", marks),
    ]
      .flat()
      .filter(Boolean),
    h("button", { type: "button", class: "quiet clear", onclick: () => setFilter({}) }, "Clear"),
    h("p", { id: "chosenedit", class: "chosenedit", hidden: true }),
  );
  byId("filters").addEventListener("submit", (event) => {
    event.preventDefault();
    applyFilter();
  });
  const notes = [
    listedNote(),
    report.samples.length < fixes.listed
      ? `Only the first ${plural(report.samples.length, "fix has its", "fixes have their")} ` +
        "programs in this file; a search finds program text only there."
      : "",
    "A search finds the fixes that contain all its words. Put a phrase in double quotes.",
  ];
  if (fixes.listed) byId("filtercount").after(listButtons());
  byId("fixesnote").textContent = notes.filter(Boolean).join(" ");
  applyFilter();
}
