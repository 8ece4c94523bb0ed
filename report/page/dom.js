// Elements. Texts become text nodes, and nothing is ever parsed as HTML.

/** An element with attributes (`onclick` and the like: listeners) and children; null and false are
 *  left out of both. */
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

/** Calls when nothing else is to be done. */
const whenIdle = (call) => (window.requestIdleCallback ?? setTimeout)(() => call());

/** A text for those who listen to the page instead of seeing it. */
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

/** A name and what it stands for, in a list of facts. */
function fact(name, ...value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value));
}
