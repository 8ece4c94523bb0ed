// Saves what the page has made as a file. The page's policy allows it: the browser saves the bytes
// that the page has, and requests nothing.

/** Offers a file to the browser. `content` is a text or a Blob. */
function saveFile(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000); // the browser may ask the reader first
}

/** A button that saves something: its text is short, `what` says all of it. */
function saveButton(text, what, onclick) {
  return h("button", { type: "button", class: "quiet", "aria-label": what, onclick }, text);
}
