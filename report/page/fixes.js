// The list of fixes: a search, filters, and the found fixes, a page at a time. An entry is a line
// with the edit; when it is opened, it shows the programs and the facts.

const data = JSON.parse(document.getElementById("data").textContent);
const { programs, charts } = data;
const [report] = data.report;
const evidence = new Map(data.evidence.map((row) => [row[0], row]));

const COLUMNS = (
  "id before after edit line column tokens date category pattern role region status execution " +
  "problem language split origin mark path version commit function"
).split(" ");
const N_NUMBERS = 8; // columns before those of words
const FILTERS = {
  category: "Category",
  pattern: "Pattern",
  role: "Role",
  region: "Region",
  status: "Verdict",
  execution: "Execution",
  problem: "Problem or repository",
  language: "Language",
  split: "Split",
  origin: "Origin",
  mark: "Marked",
};
const PAGE_SIZE = 50;
const TYPING_PAUSE_MS = 80;

const fixes = data.fixes.map((row, number) => {
  const fix = { number };
  COLUMNS.forEach((name, i) => {
    fix[name] = i < N_NUMBERS ? row[i] : data.words[row[i] - 1];
  });
  return fix;
});
const byFixId = new Map(fixes.map((fix) => [fix.id, fix]));
const haystacks = []; // the searched text of each fix, in lower case
const list = { found: [], page: 0, edit: 0 };

/** How many fixes of the list have each word of a column. */
function countWords(name) {
  const counts = new Map();
  for (const { [name]: word } of fixes)
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
const counts = Object.fromEntries(Object.keys(FILTERS).map((name) => [name, countWords(name)]));

/** Whether a word of a column leads to fixes of the list. */
const hasWord = (name, word) => counts[name]?.has(word) ?? false;

const addressOf = (id) => `#${encodeURIComponent(id)}`;

function haystackOf({ number, id, path, before, after }) {
  const [start, own, end, other] = programs[number] ?? ["", "", "", []];
  return [id, path, before, after, start + own + end, ...other].join("\n").toLowerCase();
}

/** Makes some of the searched texts when the browser is idle, so that the first search is fast. */
function fillHaystacks(end = fixes.length) {
  for (let i = haystacks.length; i < Math.min(end, fixes.length); i++)
    haystacks.push(haystackOf(fixes[i]));
}
function fillWhenIdle() {
  fillHaystacks(haystacks.length + 2000);
  if (haystacks.length < fixes.length) whenIdle(fillWhenIdle);
}

/** The fixes that pass a filter: an object with words by column, `edit` and `text`, whose words
 *  must all occur; a phrase between double quotes is one word. */
function findFixes({ text = "", edit, ...columns }) {
  const equal = Object.entries(columns).filter(([, word]) => word);
  const terms = [...text.toLowerCase().matchAll(/"([^"]+)"?|[^\s"]+/g)].map(
    ([word, phrase]) => phrase ?? word,
  );
  if (terms.length) fillHaystacks();
  return fixes.filter(
    (fix) =>
      (!edit || fix.edit === edit) &&
      equal.every(([name, word]) => fix[name] === word) &&
      terms.every((term) => haystacks[fix.number].includes(term)),
  );
}

const controls = {};

function readFilter() {
  const filter = { edit: list.edit };
  for (const [name, control] of Object.entries(controls)) filter[name] = control.value.trim();
  if (filter.problem && !hasWord("problem", filter.problem)) {
    filter.text += ` "${filter.problem}"`; // a part of an id
    filter.problem = "";
  }
  return filter;
}

/** Lists the fixes that the controls ask for. Does nothing if these are listed already. */
function applyFilter() {
  clearTimeout(list.timer);
  const filter = readFilter();
  const key = JSON.stringify(filter);
  if (key === list.key) return;
  list.key = key;
  list.found = findFixes(filter);
  showPage(0);
  byId("filtercount").replaceChildren(
    `${formatCount(list.found.length)} of ${plural(fixes.length, "fix", "fixes")}`,
  );
  if (list.edit)
    byId("filtercount").append(
      " with this edit ",
      button(() => showFixes({}), { class: "quiet" }, "Any edit"),
    );
}

/** Sets the controls to the filter, and clears the others. */
function setFilter(filter) {
  for (const [name, control] of Object.entries(controls)) control.value = filter[name] ?? "";
  list.edit = filter.edit ?? 0;
  applyFilter();
}

/** Sets the filter and goes to the list. */
function showFixes(filter) {
  setFilter(filter);
  byId("fixes").scrollIntoView({ block: "start" });
  byId("filtercount").focus({ preventScroll: true });
}

function showPage(page) {
  const nPages = Math.max(1, Math.ceil(list.found.length / PAGE_SIZE));
  list.page = Math.min(Math.max(0, page || 0), nPages - 1);
  const from = list.page * PAGE_SIZE;
  byId("fixlist").replaceChildren(...list.found.slice(from, from + PAGE_SIZE).map(entry));
  const turn = (name, to) =>
    button(
      () => {
        showPage(to);
        byId("fixlist").scrollIntoView({ block: "start" });
        const next = [...byId("pages").children].find(({ textContent }) => textContent === name);
        (next.disabled ? byId("pages").querySelector("input") : next).focus({
          preventScroll: true,
        });
      },
      { class: "quiet", disabled: to < 0 || to >= nPages },
      name,
    );
  const number = h("input", {
    type: "number",
    min: 1,
    max: nPages,
    value: list.page + 1,
    onchange: () => showPage(Math.floor(Number(number.value)) - 1),
  });
  byId("pages").replaceChildren(
    turn("Previous", list.page - 1),
    h("label", {}, "Page ", number, ` of ${formatCount(nPages)}`),
    turn("Next", list.page + 1),
  );
  byId("pages").hidden = nPages === 1;
}

const fact = (name, ...value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

/** The facts about a fix, each if it has it. */
function factsOf(fix) {
  const { id, commit, path, line, column, tokens, date, version } = fix;
  const link = h("a", { href: addressOf(id), class: "permalink" }, foreign(id));
  return h(
    "dl",
    { class: "facts" },
    fact("Fix", link),
    Object.entries(FILTERS)
      .filter(([name]) => fix[name] && !(name === "origin" && fix.origin === "real"))
      .map(([name, label]) => fact(label, foreign(words(fix[name])))),
    commit ? fact("Commit", h("code", {}, foreign(commit.slice(0, 12)))) : null,
    path ? fact("File", foreign(path)) : null,
    fix.function ? fact("Function", foreign(fix.function)) : null,
    fact("Place", `line ${formatCount(line)}, column ${formatCount(column)}`),
    fact("Tokens", formatCount(tokens)),
    version ? fact("Version", foreign(version)) : null,
    fact("Date", formatTime(date)),
  );
}

/** The line of a fix. */
function entryLine({
  before,
  after,
  category,
  execution,
  origin,
  language,
  problem,
  path,
  status,
}) {
  const isShown = ["reproduced", "proven"].includes(execution);
  return [
    edit(before, after),
    h("span", { class: "chip" }, swatch(colorOf(category)), foreign(words(category))),
    execution &&
      h("span", { class: isShown ? "executed bugshown" : "executed" }, foreign(words(execution))),
    origin !== "real" && h("span", { class: "made" }, foreign(origin)),
    counts.language.size > 1 && h("span", { class: "tongue" }, foreign(words(language))),
    h(
      "span",
      { class: "where" },
      foreign(problem),
      (path ?? status) && [", ", foreign(path ?? status)],
    ),
  ];
}

/** A fix as an element of the list. Its content is made when it is first opened. */
function entry(fix) {
  const element = h("details", { class: "fix" }, h("summary", {}, entryLine(fix)));
  const fill = () => {
    if (!element.open || element.childElementCount > 1) return;
    const parts = [programsOf(fix), evidenceOf(fix), factsOf(fix)].filter(Boolean);
    element.append(h("div", { class: "inside" }, ...parts));
    scrollToToken(element);
  };
  element.addEventListener("toggle", fill);
  element.show = () => {
    element.open = true;
    fill();
  };
  return element;
}

/** Opens a fix in the list and goes there. */
function openFix(fix) {
  if (!list.found.includes(fix)) setFilter({});
  const place = list.found.indexOf(fix);
  showPage(Math.floor(place / PAGE_SIZE));
  const element = byId("fixlist").children[place % PAGE_SIZE];
  element.show();
  element.scrollIntoView({ block: "start" });
  element.querySelector("summary").focus({ preventScroll: true });
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

function typed(attributes) {
  const wait = () => {
    clearTimeout(list.timer);
    list.timer = setTimeout(applyFilter, TYPING_PAUSE_MS);
  };
  return h("input", {
    autocomplete: "off",
    spellcheck: "false",
    oninput: wait,
    onchange: applyFilter,
    ...attributes,
  });
}

/** The control of a column, if its words differ: a choice, or a field for many words. */
function filterField([name, label]) {
  const options = d3.sort(counts[name], ([, n]) => -n);
  if (!options.length || options[0][1] === fixes.length) return null;
  const texts = options.map(([word, n]) => [word, `${plain(words(word))} (${formatCount(n)})`]);
  if (name === "problem")
    return [
      field(name, label, typed({ list: "problemlist", placeholder: "all" })),
      h(
        "datalist",
        { id: "problemlist" },
        texts.slice(0, 1000).map(([value, label]) => h("option", { value, label })),
      ),
    ];
  const choice = h(
    "select",
    { onchange: applyFilter },
    [["", "all"], ...texts].map(([value, text]) => h("option", { value }, text)),
  );
  return field(name, label, choice);
}

function startFixes() {
  const isPart = fixes.length < report.n;
  const nPrograms = programs.length;
  const notes = [
    isPart &&
      `${formatCount(fixes.length)} of ${plural(report.n, "fix", "fixes")} are listed` +
        (report.filters
          ? `, chosen with ${report.filters}. The charts count all.`
          : ", the first."),
    nPrograms < fixes.length &&
      `Only the first ${plural(nPrograms, "fix has its", "fixes have their")} ` +
        "programs in this file; a search finds program text only there.",
    "A search finds the fixes that contain all its words. Put a phrase in double quotes.",
  ];
  byId("fixesnote").replaceChildren(foreign(notes.filter(Boolean).join(" ")));
  byId("filters").append(
    field("text", "Search", typed({ type: "search", placeholder: "ids, tokens, program text" })),
    ...Object.entries(FILTERS).flatMap(filterField).filter(Boolean),
    button(() => setFilter({}), { class: "quiet clear" }, "Clear"),
  );
  byId("filters").addEventListener("submit", (event) => {
    event.preventDefault();
    applyFilter();
  });
  applyFilter();
  whenIdle(fillWhenIdle);
}
