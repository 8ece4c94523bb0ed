// Shows texts that users submitted. Such a text may contain anything, and must neither hide nor
// rearrange what is around it.

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const HIDDEN_RUNS = /([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}])/u;

const CONTROL_NAMES = (
  "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI " +
  "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
).split(" ");
const OTHER_NAMES = new Map([
  [0x7f, "DEL"],
  [0x85, "NEL"],
  [0xad, "SHY"],
  [0x61c, "ALM"],
  [0x200b, "ZWSP"],
  [0x200c, "ZWNJ"],
  [0x200d, "ZWJ"],
  [0x200e, "LRM"],
  [0x200f, "RLM"],
  [0x2028, "LS"],
  [0x2029, "PS"],
  [0x202a, "LRE"],
  [0x202b, "RLE"],
  [0x202c, "PDF"],
  [0x202d, "LRO"],
  [0x202e, "RLO"],
  [0x2066, "LRI"],
  [0x2067, "RLI"],
  [0x2068, "FSI"],
  [0x2069, "PDI"],
  [0xfeff, "BOM"],
]);

/** `U+202E` */
function codePoint(character) {
  return `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function nameOfHidden(character) {
  const code = character.codePointAt(0);
  return CONTROL_NAMES[code] ?? OTHER_NAMES.get(code) ?? codePoint(character);
}

/** Appends the text. A character that is invisible, or that changes the direction of writing,
 *  becomes a small mark with its name. */
function appendVisible(parent, text) {
  if (!HIDDEN.test(text)) {
    parent.append(text);
    return;
  }
  text.split(HIDDEN_RUNS).forEach((piece, i) => {
    if (i % 2 === 0 || piece === "\t") parent.append(piece);
    else
      parent.append(
        h("span", { class: "hidden-character", title: codePoint(piece) }, nameOfHidden(piece)),
      );
  });
}

/** An element with a submitted text. The text cannot change the order of what is around it. */
function foreign(text, attributes) {
  const element = h("bdi", { dir: "ltr", ...attributes });
  appendVisible(element, text);
  return element;
}

/** A word in place of an empty text. */
const noText = (name) => h("i", { class: "nothing" }, name);

/** A token as code. The empty one, of an added or a removed token, is shown as a word. `differing`
 *  is the part of it that is marked, {from, to}. */
function token(text, differing) {
  if (text === "") return noText("nothing");
  if (!differing) return h("code", {}, foreign(text));
  const { from, to } = differing;
  const [element, part] = [foreign(text.slice(0, from)), h("b", { class: "differs" })];
  appendVisible(part, text.slice(from, to));
  element.append(part);
  appendVisible(element, text.slice(to));
  return h("code", {}, element);
}

/** The text as a string in which ⟨NAME⟩ stands for a hidden character, cut to `longest` of its
 *  characters. */
function visible(text, longest) {
  const characters = Array.from(String(text));
  const shown =
    characters.length > longest ? [...characters.slice(0, longest - 1), "…"] : characters;
  return shown.map((c) => (HIDDEN.test(c) ? `⟨${nameOfHidden(c)}⟩` : c)).join("");
}

// Scripts that are written from right to left: Hebrew, Arabic, and those near them.
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** visible() for places that take plain text only: charts, options, and names of elements. A text
 *  with writing from right to left gets isolating characters (LRI and PDI), which do what <bdi>
 *  does elsewhere. Do not pass its result to it again: it would show these characters. */
function plain(text, longest = 60) {
  const shown = visible(text, longest);
  return RIGHT_TO_LEFT.test(shown) ? `\u2066${shown}\u2069` : shown;
}

/** A word of a command, quoted for a POSIX shell if necessary. */
function shellWord(text) {
  const word = visible(text, 200);
  return /^[\w./=:,+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const plainToken = (text) => plain(text, 100) || "nothing";
