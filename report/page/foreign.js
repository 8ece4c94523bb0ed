// Texts that users submitted: they may hold anything, and must neither hide nor rearrange anything.

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

/** Appends the text; what would be invisible, or would turn the writing around, as a small mark. */
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

/** A submitted text on its own: what stands around it keeps its order whatever the text holds. */
function foreign(text, attributes) {
  const element = h("bdi", { dir: "ltr", ...attributes });
  appendVisible(element, text);
  return element;
}

/** Says that there is no text. */
const noText = (name) => h("i", { class: "nothing" }, name);

/** A token as code; the empty one, of an added or a removed token, is said. */
function token(text) {
  return text === "" ? noText("nothing") : h("code", {}, foreign(text));
}

/** The same as a string without marks, at most so many characters of it. */
function visible(text, longest) {
  const characters = Array.from(String(text));
  const shown =
    characters.length > longest ? [...characters.slice(0, longest - 1), "…"] : characters;
  return shown.map((c) => (HIDDEN.test(c) ? `⟨${nameOfHidden(c)}⟩` : c)).join("");
}

// What is written from right to left: Hebrew, Arabic, and the scripts near them.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The same for places that take plain text only: charts, options, and names of elements. Where
 *  writing turns around, isolating characters (LRI and PDI) do what <bdi> does elsewhere. Not to be
 *  given what it gave: it would show them. */
function plain(text, longest = 60) {
  const shown = visible(text, longest);
  return RIGHT_TO_LEFT.test(shown) ? `\u2066${shown}\u2069` : shown;
}

/** A word of a command as a POSIX shell reads it: in quotes, unless it needs none. */
function shellWord(text) {
  const word = visible(text, 200);
  return /^[\w./=:,+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const plainToken = (text) => plain(text, 100) || "nothing";
