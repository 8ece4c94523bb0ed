// Several languages: the switch between them, their numbers side by side, and the address, which
// names the chosen one after the section or fix: `#funnel&language=cpp`.

const ADDRESS_LANGUAGE = "&language=";

/** The address of a section or a fix, in the shown language. */
function addressOf(id, language = shownLanguage) {
  const end = language ? ADDRESS_LANGUAGE + encodeURIComponent(language) : "";
  return `#${encodeURIComponent(id)}${end}`;
}

/** What the address names after #: {id, language}; null if it is malformed. */
function readAddress() {
  const [id, language = ""] = location.hash.slice(1).split(ADDRESS_LANGUAGE);
  try {
    return { id: decodeURIComponent(id), language: decodeURIComponent(language) };
  } catch {
    return null;
  }
}

/** The switch: a link for all languages, and one for each. */
function startSwitch() {
  if (!languages.length) {
    document.querySelector('.contents a[href="#languages"]').parentElement.remove();
    return;
  }
  const link = (key, name, n) =>
    h(
      "li",
      {},
      h(
        "a",
        {
          href: `#${ADDRESS_LANGUAGE}${encodeURIComponent(key)}`,
          "data-language": key,
        },
        name,
        h("span", { class: "count" }, ` ${formatCount(n)}`),
      ),
    );
  const nOf = ({ stats: own }) => d3.sum(own.categories, (row) => row.n);
  byId("switch").hidden = false;
  byId("switch")
    .querySelector("ul")
    .append(
      link("", "All languages", nOf(whole)),
      ...languages.map((one) => link(one.key, languageTitle(one.key), nOf(one))),
    );
}

/** Marks the shown language in the switch, and puts it into the links of the contents. */
function markLanguage() {
  for (const link of byId("switch").querySelectorAll("a"))
    if (link.dataset.language === shownLanguage) {
      link.setAttribute("aria-current", "true");
      link.closest("ul").scrollLeft = link.offsetLeft - 16; // in a narrow window
    } else link.removeAttribute("aria-current");
  for (const link of document.querySelectorAll(".contents a, .skip")) {
    link.dataset.section ??= link.hash.slice(1);
    link.hash = addressOf(link.dataset.section);
  }
}

/** What the fixed texts of the page say about the sources and the language. */
function startTexts() {
  const isMixed = languages.length && !shownLanguage;
  const { added } = report.language;
  for (const element of document.querySelectorAll("[data-of]"))
    if (!element.dataset.of.split(" ").includes(called("of"))) element.remove();
  for (const element of document.querySelectorAll("[data-word]"))
    element.textContent = capital(called(element.dataset.word));
  if (isMixed)
    for (const element of document.querySelectorAll(".inlanguage"))
      element.textContent = "in one language";
  if (added.length)
    for (const element of document.querySelectorAll(".addedtokens"))
      element.replaceChildren(
        ...added.flatMap((text, i) => [i ? " or " : "", h("code", {}, foreign(text))]),
      );
}

const LANGUAGE_NUMBERS = [
  { key: "submissions", label: "submissions", kind: "count" },
  { key: "histories", label: "histories", kind: "count" },
  { key: "pairs", label: "pairs", kind: "count" },
  { key: "fixes", label: "fixes", kind: "count" },
  { key: "six", label: "in the six", kind: "count" },
];

/** The numbers of all languages; the section is in the view of all languages only. */
function startLanguages() {
  const isMixed = languages.length > 0 && !shownLanguage;
  if (!isMixed) return dropSection("languages");
  const rows = stats.languages.map((row) => ({ ...row, name: languageTitle(row.language) }));
  const keys = ["fixes", ...categories];
  const sums = Object.fromEntries(keys.map((key) => [key, sumOf(rows, key)]));
  const shares = [{ ...sums, name: "all" }, ...rows].map((row) => ({ ...row, n: row.fixes }));
  const present = categories.filter((name) => sums[name] > 0);
  const first = d3.greatest(rows, (row) => row.fixes);
  addFigure("languages", {
    title: "Fixes by language",
    label: `Most are in ${first.name}, ${formatShare(first.fixes, sums.fixes)}.`,
    draw: (width) =>
      drawBars(
        width,
        rows.map((row) => ({
          name: row.name,
          to: row.fixes,
          figures: [formatCount(row.fixes), formatShare(row.fixes, sums.fixes)],
        })),
      ),
    numbers: () =>
      table(
        "Fixes by language",
        [
          {
            key: "name",
            label: "language",
            kind: "plain",
            isHead: true,
            show: (row) => ({ language: row.language, ...counted }),
          },
          ...LANGUAGE_NUMBERS,
          { key: "parses_percent", label: "parse", kind: "percent", whole: sums.fixes },
        ],
        rows,
      ),
    height: barsHeight(rows.length),
  });
  addFigure("languages", {
    title: "Shares of the categories, by language",
    label: rows
      .map((row) => `${row.name}: ${words(d3.greatest(present, (name) => row[name]))}`)
      .join(", "),
    legend: legendOf(present.map((name) => [words(name), colorOf(name)])),
    draw: (width) =>
      drawShares(
        width,
        shares,
        present.map((key) => ({
          key,
          fill: colorOf(key),
          on: colorOf(key).replace("--c", "--on"),
        })),
      ),
    numbers: () =>
      table(
        "Fixes by language and category",
        [
          { key: "name", label: "language", kind: "plain", isHead: true },
          ...present.map((name) => ({ key: name, label: words(name), kind: "count" })),
        ],
        rows,
      ),
    height: barsHeight(shares.length, 32, 50),
  });
}
