// Makes elements, and formats numbers and texts. A text of the database may contain anything: it
// becomes a text node, is never parsed as HTML, and neither hides nor rearranges what is around it.

/** Makes an element. An attribute `onNAME` is a listener. Attributes and children that are null or
 *  false are skipped. */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") element.style.cssText = value;
    else if (value !== false && value != null)
      element.setAttribute(name, value === true ? "" : value);
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

const byId = (id) => document.getElementById(id);
const button = (onclick, attributes, ...children) =>
  h("button", { type: "button", onclick, ...attributes }, ...children);

/** A text for screen readers only. */
const spoken = (text) => h("span", { class: "spoken" }, text);

/** Calls a function when the browser is idle. */
const whenIdle = (call) => (window.requestIdleCallback ?? setTimeout)(() => call());

const SPACE = "\u00a0"; // does not break
const formatCount = new Intl.NumberFormat("en-US").format;

/** `1 fix`, `2 fixes` */
const plural = (n, one, many = `${one}s`) => `${formatCount(n)}${SPACE}${n === 1 ? one : many}`;

/** The share of a part in a whole as a percentage, which is rounded here and nowhere else: no
 *  decimals below 100 things, one below 10,000, else two. A part is never rounded to none or to
 *  all: it is `<1 %` or `>99 %`. */
function formatShare(part, whole) {
  if (!(whole > 0)) return "–";
  const decimals = whole < 100 ? 0 : whole < 10000 ? 1 : 2;
  const scale = 10 ** decimals;
  const rounded = Math.round((100 * part * scale) / whole) / scale;
  const text = (percent) => `${percent.toFixed(decimals)}${SPACE}%`;
  if (part > 0 && rounded === 0) return `<${SPACE}${text(1 / scale)}`;
  if (part < whole && rounded === 100) return `>${SPACE}${text(100 - 1 / scale)}`;
  return part === 0 || part === whole ? `${rounded}${SPACE}%` : text(rounded);
}

/** `2019-03-31 12:34` of Unix seconds, UTC. */
function formatTime(seconds) {
  const date = new Date(1000 * seconds);
  const isKnown = seconds && !Number.isNaN(date.valueOf());
  return isKnown ? `${date.toISOString().slice(0, 16).replace("T", " ")} UTC` : "unknown";
}

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const HIDDEN_RUNS = /([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}])/u;

/** `U+202E` */
const codePoint = (character) =>
  `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Appends the text. A character that is invisible, or that changes the direction of writing,
 *  becomes a small mark with its code point. */
function appendVisible(parent, text) {
  text.split(HIDDEN_RUNS).forEach((piece, i) => {
    if (i % 2 === 0 || piece === "\t") parent.append(piece);
    else parent.append(h("span", { class: "hidden-character" }, codePoint(piece)));
  });
}

/** An element with a text of the database. */
function foreign(text) {
  const element = h("bdi", { dir: "ltr" });
  appendVisible(element, String(text));
  return element;
}

/** A text of several lines, for an element that keeps their ends. */
const foreignLines = (text) =>
  text.split(/\r\n|\n|\r/).flatMap((line, i) => [i ? "\n" : "", foreign(line)]);

/** A text of the database for places that take plain text only: names in charts, options. */
function plain(text) {
  const characters = Array.from(String(text));
  if (characters.length > 60) characters.splice(59, Infinity, "…");
  const shown = characters.map((c) => (HIDDEN.test(c) ? `⟨${codePoint(c)}⟩` : c)).join("");
  // Writing from right to left gets isolating characters, which do what <bdi> does elsewhere.
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(
    shown,
  )
    ? `\u2066${shown}\u2069`
    : shown;
}

/** `variable misuse` of `variable_misuse`, `C++` of `cpp`; names in capitals stay as they are. */
function words(name) {
  if (Object.hasOwn(report.languages, name)) return report.languages[name];
  return /^[a-z_]+$/.test(name) ? name.replaceAll("_", " ") : name;
}

/** A word of a command, quoted for a POSIX shell if necessary. */
const shellWord = (text) =>
  /^[\w./=:,+@%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** A command to type. */
const command = (text) => h("code", { class: "command" }, foreign(text));

/** Where two long tokens that are alike at their ends differ: how many characters are the same at
 *  the start and at the end; null: they are marked as a whole. tokfix show marks the same. */
function commonEnds(before, after) {
  const [a, b] = [Array.from(before), Array.from(after)];
  if (a.length <= 8 || b.length <= 8) return null;
  const shorter = Math.min(a.length, b.length);
  let [start, end] = [0, 0];
  while (start < shorter && a[start] === b[start]) start++;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  if (start + end < 3) return null;
  const unitsOf = (characters) => characters.join("").length;
  return { start: unitsOf(a.slice(0, start)), end: unitsOf(a.slice(a.length - end)) };
}

/** A token as code. The empty one, of an added or a removed token, is shown as a word. */
function token(text, ends) {
  if (text === "") return h("i", { class: "nothing" }, "nothing");
  if (!ends) return h("code", {}, foreign(text));
  const end = text.length - ends.end;
  const differs = h("b", { class: "differs" });
  const element = foreign(text.slice(0, ends.start));
  appendVisible(differs, text.slice(ends.start, end));
  element.append(differs);
  appendVisible(element, text.slice(end));
  return h("code", {}, element);
}

/** `<` → `<=` */
function edit(before, after) {
  const ends = commonEnds(before, after);
  return h(
    "span",
    { class: "edit" },
    h("span", { class: "before" }, token(before, ends)),
    h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
    spoken(" becomes "),
    h("span", { class: "after" }, token(after, ends)),
  );
}
