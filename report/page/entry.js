// One fix in the list: a line with the edit. When it is opened, it shows the difference and the
// facts about the fix.

/** The line with the edit: what is in it. */
function entryLine(i) {
  const differing = differingIn(i);
  const category = fixes.categories[fixes.category[i]];
  const chip = h("span", { class: "chip" }, words(category));
  chip.style.setProperty("--swatch", colorOf(category));
  return [
    h(
      "span",
      { class: "edit" },
      h("span", { class: "before" }, token(fixes.before[i], differing?.before)),
      h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
      spoken(" becomes "),
      h("span", { class: "after" }, token(fixes.after[i], differing?.after)),
    ),
    chip,
    executionLabel(i),
    originOf(i) === "real" ? null : h("span", { class: "made" }, plain(originOf(i))),
    languages.length && !shownLanguage ? h("span", { class: "tongue" }, languageOf(i)) : null,
    h(
      "span",
      { class: "where" },
      foreign(fixes.problems[fixes.problem[i]]),
      [pathOf(i) ?? statusOf(i)].filter(Boolean).map((text) => [", ", foreign(text)]),
    ),
  ];
}

/** Where a fix is from: the commit, or the verdict and the compiler. */
function originFacts(i) {
  const commit = commitOf(i);
  const original = fixes.originals[fixes.original[i]];
  const language = original ? foreign(original) : languages.length ? null : languageNames();
  const date = `${formatTime(fixes.date[i])} UTC`;
  const ofLanguage = language
    ? fact(languages.length ? "Version" : "Language", language)
    : null;
  if (!commit)
    return [
      statusOf(i) ? fact("Verdict", foreign(statusOf(i)), " → Accepted") : null,
      ofLanguage,
      fact("Submitted", date),
    ];
  const named = fixes.functions[fixes.function[i]];
  return [
    fact("Repository", foreign(fixes.problems[fixes.problem[i]])),
    fact("Commit", h("code", { title: plain(commit) }, foreign(commit.slice(0, 12)))),
    fact("File", foreign(pathOf(i))),
    named == null ? null : fact("Function", named ? foreign(named) : noText("without a name")),
    ofLanguage,
    fact("Committed", date),
  ];
}

/** The facts about the fix, without its programs. */
function entryFacts(i) {
  const id = idOf(i);
  const role = fixes.roles[fixes.role[i]];
  const split = fixes.splits[fixes.split[i]];
  const marks = marksOf(i);
  return h(
    "dl",
    { class: "facts" },
    h(
      "div",
      { class: "broad" },
      h("dt", {}, "Fix"),
      h("dd", {}, h("a", { href: addressOf(id), class: "permalink" }, foreign(id))),
    ),
    fact("Category", words(fixes.categories[fixes.category[i]])),
    fact("Pattern", foreign(fixes.patterns[fixes.pattern[i]])),
    role ? fact("Role", words(role)) : null,
    fact("Region", words(fixes.regions[fixes.region[i]])),
    originOf(i) === "real" ? null : fact("Origin", plain(originOf(i))),
    executionOf(i) ? fact("Execution", words(executionOf(i))) : null,
    fact("Place", `line ${formatCount(fixes.line[i])}, column ${formatCount(fixes.column[i])}`),
    fact("Tokens", formatCount(fixes.tokens[i])),
    languages.length ? fact("Language", languageOf(i)) : null,
    originFacts(i),
    split ? fact("Split", foreign(split)) : null,
    marks.length ? fact("Marks", marks.join(", ")) : null,
  );
}

const showCommand = (id) => command(`tokfix show ${shellWord(report.database)} ${shellWord(id)}`);

/** The difference, and a button for the whole program. */
function entryPrograms(i) {
  const sample = report.samples[i];
  if (!sample)
    return h("p", {}, "Its programs are not in this file. ", showCommand(idOf(i)), " shows them.");
  const host = h("div", {});
  const show = (isWhole) => {
    const { element, isComplete, nLines } = drawDiff(i, isWhole);
    const button =
      isComplete && !isWhole
        ? null
        : h(
            "button",
            {
              type: "button",
              class: "quiet whole",
              onclick: () => {
                show(!isWhole);
                host.querySelector(".whole")?.focus();
              },
            },
            isWhole
              ? "Show only the lines near the change"
              : `Show the whole program (${plural(nLines, "line")})`,
          );
    const note = sample.cut
      ? h(
          "p",
          { class: "note" },
          "This file has only the part of each program around the token. ",
          showCommand(idOf(i)),
          " shows all of it.",
        )
      : null;
    host.replaceChildren(...[element, button, note].filter(Boolean));
  };
  show(false);
  return host;
}

/** Scrolls to the token in a line that is wider than the window. */
function scrollToToken(host) {
  const marked = host.querySelector(".token");
  const box = marked?.closest(".scroll");
  if (!box) return;
  const over = marked.getBoundingClientRect().right - box.getBoundingClientRect().right + 40;
  if (over > 0) box.scrollLeft += over;
}

/** The fix as an element of the list. Its content is made when it is first opened. */
function entry(i) {
  const element = h("details", { class: "fix" }, h("summary", {}, entryLine(i)));
  const fill = () => {
    if (!element.open || element.childElementCount > 1) return;
    const parts = [entryPrograms(i), entryEvidence(i), entryFacts(i)].filter(Boolean);
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
