// Shows a fix as a unified diff, with the changed token marked on both sides, the syntax coloured
// by Prism (which finds tokens and makes no HTML), and what executing it has shown.

const CONTEXT = 3; // lines around a change
const LONGEST_LINE = 400; // characters; of longer lines, those around the token are shown
const MAX_CELLS = 4e6; // of the table of lengths; a larger middle counts as replaced as a whole

const SYNTAX = Object.assign(Object.create(null), {
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
  for (const token of [tokens].flat())
    if (typeof token !== "string")
      at = addColors(colors, token.content, at, SYNTAX[token.type] ?? name);
    else {
      if (name) colors.push({ from: at, to: at + token.length, name });
      at += token.length;
    }
  return at;
}

/** The coloured parts of a program, {from, to, name}, in order. There are none if the changed token
 *  begins inside a string or a comment: Prism has lost its way, or the text begins in one. */
function colorsOf(text, language, place) {
  const colors = [];
  try {
    if (Object.hasOwn(report.languages, language))
      addColors(colors, Prism.tokenize(text, Prism.languages[language]), 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // too deeply nested
    return [];
  }
  const isLost = ({ from, to, name }) =>
    from < place && place < to && (name === "string" || name === "comment");
  return colors.some(isLost) ? [] : colors;
}

/** The lines of a text, {text, start}; lines end in LF, CRLF or CR. */
function linesOf(text) {
  const lines = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: text.slice(start, index), start });
    start = index + end.length;
  }
  if (start < text.length || !lines.length) lines.push({ text: text.slice(start), start });
  return lines;
}

/** The rows of a unified diff of two lists of texts, [sign, i, j]. Equal lines at both ends are set
 *  aside; of those between them, a longest common subsequence is unchanged. */
function diffLines(a, b) {
  let head = 0;
  let tail = 0;
  const shorter = Math.min(a.length, b.length);
  while (head < shorter && a[head] === b[head]) head++;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const [n, m] = [a.length - tail - head, b.length - tail - head];
  const isSmall = n * m <= MAX_CELLS;
  const wide = m + 1;
  const lengths = new Uint32Array(isSmall ? (n + 1) * wide : 0);
  if (isSmall)
    for (let i = n - 1; i >= 0; i--)
      for (let j = m - 1; j >= 0; j--)
        lengths[i * wide + j] =
          a[head + i] === b[head + j]
            ? lengths[(i + 1) * wide + j + 1] + 1
            : Math.max(lengths[(i + 1) * wide + j], lengths[i * wide + j + 1]);
  const rows = d3.range(head).map((i) => [" ", i, i]);
  let [i, j] = [0, 0];
  while (i < n || j < m)
    if (isSmall && i < n && j < m && a[head + i] === b[head + j])
      rows.push([" ", head + i++, head + j++]);
    else if (j === m || (i < n && !(lengths[(i + 1) * wide + j] < lengths[i * wide + j + 1])))
      rows.push(["-", head + i++, null]);
    else rows.push(["+", null, head + j++]);
  for (let k = 0; k < tail; k++) rows.push([" ", head + n + k, head + m + k]);
  return rows;
}

/** The two programs of a fix, {text, lines, from, to, colors}, with the place of the token. */
function sidesOf([before, own, behind, other]) {
  const side = (before, own, behind) => ({
    text: before + own + behind,
    lines: linesOf(before + own + behind),
    from: before.length,
    to: before.length + own.length,
  });
  return [
    side(before, own, behind),
    other.length === 1 ? side(before, other[0], behind) : side(...other),
  ];
}

/** Appends the part of a side between two places, coloured. */
function addCode(element, { text, colors }, from, to) {
  let at = from;
  for (let i = d3.bisector((part) => part.to).right(colors, from); at < to; i++) {
    const part = colors[i] ?? { from: to, to };
    appendVisible(element, text.slice(at, Math.min(to, part.from)));
    at = Math.max(at, Math.min(to, part.to));
    if (part.from >= to) break;
    const span = h("span", { class: `syntax-${part.name}` });
    appendVisible(span, text.slice(Math.max(from, part.from), at));
    element.append(span);
  }
}

/** The text of a line, with the part of the token that is in it in the element `tag`. */
function lineContent({ text, start }, side, tag) {
  const end = start + text.length;
  const element = foreign("");
  const from = Math.max(start, Math.min(end, side.from));
  const to = Math.max(from, Math.min(end, side.to));
  const isHere = side.from < end && side.to > start && from < to;
  const near = isHere ? from : start;
  const isLong = text.length > LONGEST_LINE;
  const first = isLong ? Math.max(start, near - LONGEST_LINE / 4) : start;
  const last = isLong ? Math.min(end, near + LONGEST_LINE) : end;
  if (first > start) element.append("… ");
  if (isHere) {
    addCode(element, side, first, from);
    const own = h(tag, { class: "token" });
    const marked = side.differs ?? { from, to };
    const part = [Math.max(from, marked.from), Math.min(to, marked.to, last)];
    if (side.differs && part[0] <= part[1]) {
      own.classList.add("partly");
      appendVisible(own, side.text.slice(from, part[0]));
      own.append(h("b", { class: "differs" }, foreign(side.text.slice(...part))));
      appendVisible(own, side.text.slice(part[1], Math.min(to, last)));
    } else appendVisible(own, side.text.slice(from, Math.min(to, last)));
    element.append(own);
    addCode(element, side, Math.min(to, last), last);
  } else addCode(element, side, first, last);
  if (last < end) element.append(` … ${formatCount(end - last)} more characters`);
  return element;
}

const ROWS = {
  " ": { name: "same", tag: "mark", says: "" },
  "-": { name: "removed", tag: "del", says: "buggy: " },
  "+": { name: "added", tag: "ins", says: "fixed: " },
};

/** The diff of a fix: all lines, or those near changes. */
function diffOf(fix, program, isWhole) {
  const sides = sidesOf(program);
  const [buggy, fixed] = sides;
  const ends = commonEnds(...sides.map(({ text, from, to }) => text.slice(from, to)));
  for (const side of sides) {
    side.colors = colorsOf(side.text, fix.language, side.from);
    if (ends) side.differs = { from: side.from + ends.start, to: side.to - ends.end };
  }
  const cut = program[4];
  const first = fix.line - linesOf(`${buggy.text.slice(0, buggy.from)}x`).length + 1;
  let rows = diffLines(...sides.map(({ lines }) => lines.map(({ text }) => text)));
  // Cut programs begin and end within a line, and the two perhaps at different lines.
  const place = rows.findIndex(([, i]) => first + i === fix.line);
  const from = cut & 1 ? rows.findIndex(([sign], at) => sign === " " && at > 0) : 0;
  const last = rows.length - 1;
  const to = cut & 2 ? rows.findLastIndex(([sign], at) => sign === " " && at < last) : last;
  rows = rows.slice(from < place ? Math.max(from, 0) : 0, (to > place ? to : last) + 1);
  const changed = rows.flatMap(([sign], i) => (sign === " " ? [] : [i]));
  const isNear = (i) => {
    const next = d3.bisectLeft(changed, i - CONTEXT);
    return next < changed.length && changed[next] <= i + CONTEXT;
  };
  const body = h("tbody", {});
  let nShown = 0;
  rows.forEach(([sign, i, j], at) => {
    if (!isWhole && !isNear(at)) return;
    if (nShown++ && !isWhole && !isNear(at - 1))
      body.append(h("tr", { class: "gap" }, h("td", { colspan: "4" }, "⋯")));
    const { name, tag, says } = ROWS[sign];
    const side = sign === "+" ? fixed : buggy;
    body.append(
      h(
        "tr",
        { class: name },
        h("td", { class: "number" }, i == null ? "" : first + i),
        h(
          "td",
          { class: "number" },
          j == null || (cut && program[3].length > 1) ? "" : first + j,
        ),
        h(
          "td",
          { class: "sign" },
          says && [h("span", { "aria-hidden": "true" }, sign), spoken(says)],
        ),
        h(
          "td",
          { class: "line" },
          h("code", {}, lineContent(side.lines[sign === "+" ? j : i], side, tag)),
        ),
      ),
    );
  });
  const caption = "Line of the buggy program, of the fixed one, text";
  const element = h(
    "div",
    {
      class: "scroll diff",
      tabindex: "0",
      role: "group",
      "aria-label": "Difference of the programs",
    },
    h("table", {}, h("caption", { class: "spoken" }, caption), body),
  );
  return { element, nLines: rows.length, isAll: nShown === rows.length };
}

const showCommand = ({ id }) =>
  command(`tokfix show ${shellWord(report.database)} ${shellWord(id)}`);

/** The programs of a fix, near the change; a button shows all lines. */
function programsOf(fix) {
  const program = programs[fix.number];
  if (!program)
    return h(
      "p",
      { class: "note" },
      "Its programs are not in this file. ",
      showCommand(fix),
      " shows them.",
    );
  const host = h("div", {});
  const show = (isWhole) => {
    const { element, nLines, isAll } = diffOf(fix, program, isWhole);
    const text = isWhole ? "Show only the lines near the change" : `Show all ${nLines} lines`;
    const toggle = () => {
      show(!isWhole);
      host.querySelector(".whole").focus();
    };
    host.replaceChildren(element);
    if (isWhole || !isAll) host.append(button(toggle, { class: "quiet whole" }, text));
    if (program[4])
      host.append(
        h(
          "p",
          { class: "note" },
          "This file has only a part of each program. ",
          showCommand(fix),
          " shows all of it.",
        ),
      );
  };
  show(false);
  return host;
}

/** Scrolls to the token in a line that is wider than the window. */
function scrollToToken(host) {
  const marked = host.querySelector(".token");
  const box = marked?.closest(".scroll");
  if (!box) return;
  const over = marked.getBoundingClientRect().right - box.getBoundingClientRect().right + 40;
  if (over > 0) box.scrollLeft += over;
}

/** A text of the evidence, [text, number of cut characters], under a heading. */
function evidenceText(heading, [text, nCut], detail) {
  const content = [
    detail && h("span", { class: "error" }, foreignLines(`${detail}\n`)),
    text && foreignLines(text),
  ];
  return h(
    "div",
    {},
    h("h3", {}, heading),
    detail || text
      ? h(
          "pre",
          { class: "scroll", tabindex: "0", role: "group", "aria-label": heading },
          content,
        )
      : h("p", { class: "note" }, text == null ? "not stored: too long, or not text" : "empty"),
    nCut ? h("p", { class: "note" }, `… ${plural(nCut, "more character")}`) : null,
  );
}

/** What execution has shown of a fix; null if there is nothing to say. */
function evidenceOf(fix) {
  const row = evidence.get(fix.number);
  if (!row) return null;
  const [, detail, test, jurors, outcome, input, expected, output] = row;
  if (outcome == null)
    return h("p", { class: "note" }, `Executed: ${words(fix.execution)}. `, foreign(detail));
  const source =
    jurors == null
      ? ["On the test ", h("code", {}, foreign(test)), ":"]
      : `On an input that was found; ${plural(jurors, "juror")} agreed with the fixed program:`;
  return h(
    "div",
    { class: "evidence" },
    h("p", { class: "note" }, source),
    h(
      "div",
      { class: "texts" },
      evidenceText("Input", input),
      evidenceText("Expected output", expected),
      evidenceText(`Buggy program: ${words(outcome)}`, output, detail),
    ),
  );
}
