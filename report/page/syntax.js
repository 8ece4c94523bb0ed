// Colours the syntax of programs. Prism finds the tokens and returns them as objects; it makes no
// HTML. A token that it does not know stays as it is.

const GRAMMARS = dictionary({
  python: Prism.languages.python,
  c: Prism.languages.c,
  cpp: Prism.languages.cpp,
  java: Prism.languages.java,
});

/** Classes of colours, by Prism's types of tokens. */
const SYNTAX = dictionary({
  comment: "comment",
  string: "string",
  "triple-quoted-string": "string",
  "raw-string": "string",
  char: "string",
  keyword: "keyword",
  boolean: "keyword",
  directive: "keyword",
  "directive-hash": "keyword",
  number: "number",
  function: "name",
  "class-name": "name",
  builtin: "name",
  annotation: "name",
  decorator: "name",
});

/** Appends the coloured parts of Prism's tokens from `at` on, and returns where they end. */
function addColors(colors, tokens, at, name) {
  for (const token of [tokens].flat()) {
    const own = SYNTAX[token.type] ?? name;
    if (typeof token !== "string") at = addColors(colors, token.content, at, own);
    else {
      if (name) colors.push({ from: at, to: at + token.length, name });
      at += token.length;
    }
  }
  return at;
}

/** The coloured parts of a program, {from, to, name}, in order. There are none if the changed token
 *  begins inside a string or a comment: then the text begins in the middle of one, or Prism has
 *  lost its way. */
function colorsOf(text, language, place) {
  const colors = [];
  try {
    if (GRAMMARS[language]) addColors(colors, Prism.tokenize(text, GRAMMARS[language]), 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // too deeply nested
    return [];
  }
  const isLost = ({ from, to, name }) =>
    from < place && place < to && (name === "string" || name === "comment");
  return colors.some(isLost) ? [] : colors;
}

const partsFrom = d3.bisector(({ to }) => to).right;

/** An element with a part of a program, {text, colors}. */
function colored({ text, colors }, from, to) {
  const element = foreign("");
  let at = from;
  for (let i = partsFrom(colors, from); at < to; i++) {
    const part = colors[i] ?? { from: to, to };
    appendVisible(element, text.slice(at, Math.min(to, part.from)));
    at = Math.max(at, Math.min(to, part.to));
    if (part.from >= to) break;
    const span = h("span", { class: `syntax-${part.name}` });
    appendVisible(span, text.slice(Math.max(from, part.from), at));
    element.append(span);
  }
  return element;
}
