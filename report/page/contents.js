// The table of contents marks the section in view. In a narrow window it starts folded.

function startContents() {
  const links = new Map(
    [...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]),
  );
  const details = document.querySelector(".contents details");
  const wide = matchMedia("(min-width: 60rem)");
  const fold = () => (details.open = wide.matches);
  wide.addEventListener("change", fold);
  fold();
  details.addEventListener("click", (event) => {
    if (event.target.closest("a") && !wide.matches) details.open = false;
  });
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) {
          for (const link of links.values()) link.removeAttribute("aria-current");
          links.get(target.id).setAttribute("aria-current", "true");
        }
    },
    { rootMargin: "-15% 0px -75% 0px" },
  );
  for (const id of links.keys()) seen.observe(byId(id));
}

/** Goes to what the address names after #: a section, or a fix. */
function goToFragment() {
  let id;
  byId("fixesnotfound")?.remove();
  try {
    id = decodeURIComponent(location.hash.slice(1));
  } catch {
    return;
  }
  if (!id) return;
  drawAll();
  if (byId(id)) {
    byId(id).scrollIntoView();
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
  if (!list.found.includes(number)) setFilter({});
  openFix(number);
}
