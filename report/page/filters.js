// The controls above the list. What they say is the filter; an edit that was chosen in the matrix
// is part of it until it is taken away.

let chosenEdit = null; // {before, after}
const controls = {}; // by the name of what they filter

const TYPING_PAUSE_MS = 80;

/** The words of a column that occur, most frequent first, with their numbers. */
function wordOptions(column, dictionary, label = (word) => plain(word)) {
  const counts = new Array(fixes[dictionary].length).fill(0);
  for (const i of fixes[column]) if (i >= 0) counts[i]++;
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
    // A part of an id finds whatever has it.
    filter.text = `${filter.text} "${filter.problem}"`;
    filter.problem = "";
  }
  return filter;
}

/** Lists what the controls ask for; nothing moves when they ask for what is listed. */
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

/** The same when the typing pauses. */
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

/** Sets the controls to the filter and nothing else. */
function setFilter(filter) {
  for (const [name, control] of Object.entries(controls)) control.value = filter[name] ?? "";
  chosenEdit = filter.before == null ? null : { before: filter.before, after: filter.after };
  applyFilter();
}

/** Shows the fixes of a filter, wherever in the page it was chosen. */
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

/** Only where there are several. */
function originField() {
  const options = wordOptions("origin", "origins");
  return options.length > 1 ? selectField("origin", "Origin", options) : null;
}

function selectField(name, label, options) {
  if (!options.length) return null;
  return field(name, label, select({ onchange: applyFilter }, [["", "all"], ...options]));
}

function textField() {
  return field(
    "text",
    "Search",
    typedInput({ type: "search", placeholder: "ids, tokens, text of programs" }),
  );
}

function problemField() {
  const options = h(
    "datalist",
    { id: "problemoptions" },
    wordOptions("problem", "problems").map(([value, label]) => h("option", { value, label })),
  );
  return [
    field("problem", "Problem", typedInput({ list: "problemoptions", placeholder: "all" })),
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

function startFilters() {
  const marks = MARKS.map(([bit, name]) => [
    name,
    d3.sum(fixes.marks, (bits) => (bits & bit ? 1 : 0)),
  ])
    .filter(([, n]) => n)
    .map(([name, n]) => [name, `${name} (${formatCount(n)})`]);
  byId("filters").append(
    textField(),
    ...[
      selectField("category", "Category", wordOptions("category", "categories", words)),
      selectField("pattern", "Pattern", wordOptions("pattern", "patterns")),
      selectField("role", "Role", wordOptions("role", "roles", words)),
      selectField("status", "Verdict", wordOptions("status", "statuses")),
      problemField(),
      selectField("split", "Split", wordOptions("split", "splits")),
      originField(),
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
    fixes.listed < fixes.n
      ? `The first ${formatCount(fixes.listed)} of ${formatCount(fixes.n)} fixes are listed.`
      : "",
    report.samples.length < fixes.listed
      ? `The programs of the first ${formatCount(report.samples.length)} are in this file; ` +
        "searching finds text in those."
      : "",
    "Words that stand apart must all occur; between double quotes they are a phrase.",
  ];
  byId("fixesnote").textContent = notes.filter(Boolean).join(" ");
  applyFilter();
}
