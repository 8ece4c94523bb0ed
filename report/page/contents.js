// The table of contents marks the section in view. In a narrow window it starts folded.

const contentsList = () => document.querySelector(".contents ol");

function startContents() {
  const details = document.querySelector(".contents details");
  const wide = matchMedia("(min-width: 60rem)");
  const fold = () => (details.open = wide.matches);
  wide.addEventListener("change", fold);
  fold();
  details.addEventListener("click", (event) => {
    if (event.target.closest("a") && !wide.matches) details.open = false;
  });
}

let sections; // observes them

/** Marks the sections that are in the page now. */
function watchSections() {
  const links = new Map(
    [...document.querySelectorAll(".contents a")].map((link) => [link.dataset.section, link]),
  );
  sections?.disconnect();
  sections = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) {
          for (const link of links.values()) link.removeAttribute("aria-current");
          links.get(target.id).setAttribute("aria-current", "true");
        }
    },
    { rootMargin: "-15% 0px -75% 0px" },
  );
  for (const id of links.keys()) if (byId(id)) sections.observe(byId(id));
}

/** Goes to what the address names after #: a section, or a fix. */
function goToFragment() {
  byId("fixesnotfound")?.remove();
  const address = readAddress();
  if (!address) return;
  const { id } = address;
  if (address.language !== shownLanguage) showLanguage(address.language);
  if (!id) return;
  drawAll();
  if (byId(id)) {
    byId(id).scrollIntoView();
    if (address.language) {
      // The browser does not know where such an address leads.
      byId(id).tabIndex = -1;
      byId(id).focus({ preventScroll: true });
    }
    return;
  }
  const number = numberOf(id);
  if (number === undefined) {
    byId("filtercount").before(
      h(
        "p",
        { id: "fixesnotfound", class: "warning", role: "alert" },
        "The fix ",
        foreign(id),
        " is not listed in this file. ",
        showCommand(id),
        " shows it, if it is in the database.",
      ),
    );
    byId("fixes").scrollIntoView({ block: "start" });
    return;
  }
  if (!isShown(number)) {
    location.replace(addressOf(id, ""));
    return;
  }
  if (!list.found.includes(number)) setFilter({});
  openFix(number);
}
