// Starts the page: the finding, the sections of the charts, and the table of contents.

const KINDS_OF_BUGS = Object.assign(Object.create(null), {
  variable_misuse: "misused variables",
  binary_operator: "wrong binary operators",
  comparison_operator: "wrong comparisons",
  logical_operator: "wrong logical operators",
  assignment_operator: "wrong assignment operators",
  literal: "wrong literals",
});

const chartOf = (id) => charts.find((chart) => chart.id === id);

/** `half` of 49 %, else the share. */
function roughShare(part, whole) {
  const percent = (100 * part) / whole;
  if (percent > 47.5 && percent < 52.5) return "half";
  return percent > 0 && percent < 1 ? "less than 1 %" : `${Math.round(percent)}${SPACE}%`;
}

/** What was found, in a sentence. */
function finding() {
  const { pairs, commits, real, n } = report;
  const found = plural(n, "single-token fix", "single-token fixes");
  const ofPairs =
    pairs && real && `${capital(roughShare(real, pairs))} of the pairs are single-token fixes`;
  const start = commits ? `${found} in ${plural(commits, "commit")}` : ofPairs || found;
  const top = d3.greatest(chartOf("categories")?.rows ?? [], (row) => row[1]);
  if (!top?.[1]) return `${start}.`;
  const [category, , here] = top;
  const thesis = top[5];
  const against = thesis ? `, against ${roughShare(...thesis)} in the thesis` : "";
  const kind = KINDS_OF_BUGS[category] ?? plain(words(category));
  const isOfAll = here[1] === (real || n);
  return isOfAll
    ? `${start}; ${roughShare(...here)} of them ${kind}${against}.`
    : `${start}; of those in the six categories, ${roughShare(...here)} are ${kind}${against}.`;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** The section of the first fixes to look at. */
function examplesSection() {
  const shown = data.examples.map((number) => fixes[number]);
  if (!shown.length) return null;
  const article = (fix) => {
    const same = counts.edits.get(fix.edit);
    return h(
      "article",
      { class: "example" },
      h("h3", { class: "fixline" }, entryLine(fix)),
      programsOf(fix),
      evidence.get(fix.number)?.[4] ? evidenceOf(fix) : null,
      h(
        "p",
        { class: "note" },
        toFixes("edit", fix.edit, plural(same, "fix has this edit", "fixes have this edit")),
        ". ",
        h("a", { href: addressOf(fix.id) }, "All facts about the fix"),
      ),
    );
  };
  return h(
    "section",
    { id: "examples", "aria-labelledby": "examplesheading" },
    h("h2", { id: "examplesheading" }, ["A fix", "Two fixes", "Three fixes"][shown.length - 1]),
    h(
      "p",
      {},
      "Frequent edits of different categories, in small programs. The buggy token is ",
      h("del", { class: "token" }, "removed"),
      ", and that of the fixed program is ",
      h("ins", { class: "token" }, "added"),
      ".",
    ),
    shown.map(article),
  );
}

/** Goes to what the address names after #: a section, or a fix. */
function goToFragment() {
  byId("fixesnotfound")?.remove();
  let id;
  try {
    id = decodeURIComponent(location.hash.slice(1));
  } catch {
    return;
  }
  if (!id || byId(id)) {
    byId(id)?.scrollIntoView();
    return;
  }
  const fix = byFixId.get(id);
  if (fix) {
    openFix(fix);
    return;
  }
  byId("filtercount").before(
    h(
      "p",
      { id: "fixesnotfound", class: "warning", role: "alert" },
      "The fix ",
      foreign(id),
      " is not listed in this file. ",
      showCommand({ id }),
      " shows it, if it is in the database.",
    ),
  );
  byId("fixes").scrollIntoView({ block: "start" });
}

/** Marks the section in view. In a narrow window, the table of contents starts folded. */
function startContents() {
  const details = document.querySelector(".contents details");
  const isWide = matchMedia("(min-width: 60rem)");
  const fold = () => (details.open = isWide.matches);
  const links = new Map();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) {
          for (const link of links.values()) link.removeAttribute("aria-current");
          links.get(target.id).setAttribute("aria-current", "true");
        }
    },
    { rootMargin: "-15% 0px -75% 0px" },
  );
  for (const section of document.querySelectorAll("main > section")) {
    const title = section.querySelector("h2")?.textContent;
    if (!title) continue;
    const link = h("a", { href: `#${section.id}` }, title);
    links.set(section.id, link);
    details.querySelector("ol").append(h("li", {}, link));
    observer.observe(section);
  }
  isWide.addEventListener("change", fold);
  fold();
  details.addEventListener("click", (event) => {
    if (event.target.closest("a") && !isWide.matches) details.open = false;
  });
}

function startPage() {
  const LAST = ["funnel", "counts", "provenance"];
  byId("title").textContent = finding();
  byId("lead").append(
    "Single-token bug fixes in ",
    ...report.datasets.flatMap((name, i) => [i ? ", " : "", foreign(name)]),
    ".",
  );
  counts.edits = countWords("edit");
  startFixes();
  for (const chart of charts)
    if (LAST.includes(chart.id)) byId("main").append(sectionOf(chart));
    else byId("fixes").before(sectionOf(chart));
  const examples = examplesSection();
  if (examples) (byId("categories") ?? byId("key")).after(examples);
  for (const host of document.querySelectorAll(".plot")) host.draw();
  document.querySelectorAll(".example").forEach(scrollToToken);
  byId("made").replaceChildren(
    `Written by tokfix ${report.version} from `,
    foreign(report.database),
    ". This file is self-contained: it loads nothing and sends nothing.",
  );
  startContents();
}

startPage();
addEventListener("hashchange", goToFragment);
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll(".numbers")) details.fill();
});
goToFragment();
