// The list of found fixes, a page at a time.

const PAGE_SIZE = 50;

const list = { found: [], page: 0 };

const nPages = () => Math.max(1, Math.ceil(list.found.length / PAGE_SIZE));

function showPage(page) {
  list.page = Math.min(Math.max(0, page), nPages() - 1);
  const from = list.page * PAGE_SIZE;
  byId("fixlist").replaceChildren(...list.found.slice(from, from + PAGE_SIZE).map(entry));
  byId("pages").replaceChildren(...pageControls());
  byId("pages").hidden = nPages() === 1;
}

/** Turns the page from a control, and keeps the focus on that control. */
function turnPage(page, name) {
  showPage(page);
  byId("fixlist").scrollIntoView({ block: "start" });
  const control = byId("pages").querySelector(`[data-name="${name}"]`);
  (control.disabled ? byId("pages").querySelector("input") : control).focus({
    preventScroll: true,
  });
}

function pageControls() {
  const button = (name, page, isThere) =>
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-name": name,
        disabled: !isThere,
        onclick: () => turnPage(page, name),
      },
      name,
    );
  const number = h("input", {
    type: "number",
    min: 1,
    max: nPages(),
    value: list.page + 1,
    "data-name": "page",
    onchange: () => turnPage(Math.floor(Number(number.value)) - 1, "page"),
  });
  const isFirst = list.page === 0;
  const isLast = list.page === nPages() - 1;
  return [
    button("First", 0, !isFirst),
    button("Previous", list.page - 1, !isFirst),
    h("label", {}, "Page ", number, ` of ${formatCount(nPages())}`),
    button("Next", list.page + 1, !isLast),
    button("Last", nPages() - 1, !isLast),
  ];
}

/** Shows the first page of the fixes that the filter finds, and their count. */
function listFixes(filter) {
  list.found = findFixes(filter);
  showPage(0);
  byId("filtercount").textContent =
    `${formatCount(list.found.length)} of ${plural(nListed, "fix", "fixes")}`;
}

/** Opens a fix in the list and goes there. */
function openFix(number) {
  const place = list.found.indexOf(number);
  showPage(Math.floor(place / PAGE_SIZE));
  const element = byId("fixlist").children[place % PAGE_SIZE];
  element.show();
  element.scrollIntoView({ block: "start" });
  element.querySelector("summary").focus({ preventScroll: true });
}
