// Makes elements. Texts become text nodes, and nothing is ever parsed as HTML.

/** Makes an element with attributes and children. An attribute `onNAME` is a listener. Attributes
 *  and children that are null or false are skipped. */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null)
      element.setAttribute(name, value === true ? "" : value);
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

const byId = (id) => document.getElementById(id);

/** Calls a function when the browser is idle. */
const whenIdle = (call) => (window.requestIdleCallback ?? setTimeout)(() => call());

/** A text for screen readers only. */
const spoken = (text) => h("span", { class: "spoken" }, text);

/** A command to type. */
const command = (text) => h("code", { class: "command" }, h("bdi", { dir: "ltr" }, text));

/** A select with [value, label] pairs. */
function select(attributes, options) {
  return h(
    "select",
    attributes,
    options.map(([value, label]) => h("option", { value }, label)),
  );
}

/** A name and its value, for a list of facts. */
function fact(name, ...value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value));
}

/** Removes a section and its entry in the contents. */
function dropSection(id) {
  document.querySelector(`.contents a[data-section="${id}"]`)?.parentElement.remove();
  byId(id).remove();
}
