// The fixes that the report begins with. tokfix has chosen them: frequent edits of different
// categories, in small programs.

/** How many fixes have the edit of an example. */
function exampleNote({ fix, n }) {
  const category = fixes.categories[fixes.category[fix]];
  const filter = { category, before: fixes.before[fix], after: fixes.after[fix], ...counted };
  return h(
    "p",
    { class: "note" },
    filterButton(`${plural(n, "fix has", "fixes have")} this edit`, filter),
    ". ",
    h("a", { href: addressOf(idOf(fix)) }, "All facts about the fix"),
  );
}

function startExamples() {
  const shown = report.examples.filter(({ fix }) => report.samples[fix]);
  if (!shown.length) return dropSection("examples");
  if (shown.length === 1) byId("examplesheading").textContent = "A fix";
  const articles = shown.map((example) =>
    h(
      "article",
      { class: "example" },
      h("h3", { class: "fixline" }, entryLine(example.fix)),
      entryPrograms(example.fix),
      evidenceByFix.get(example.fix)?.outcome ? entryEvidence(example.fix) : null,
      exampleNote(example),
    ),
  );
  byId("examples").append(...articles);
  whenIdle(() => articles.forEach(scrollToToken));
}
