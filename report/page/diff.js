// Shows a fix as a unified diff, with the changed token marked on both sides.

const CONTEXT = 3; // lines around a change
const LONGEST_LINE = 400; // characters; longer ones are cut around the token
const AROUND = 80; // characters on each side of a token in a long line

const SIGNS = {
  " ": { name: "same", tag: "mark", sign: "", says: "" },
  "-": { name: "removed", tag: "del", sign: "−", says: "buggy: " },
  "+": { name: "added", tag: "ins", sign: "+", says: "fixed: " },
};

/** One of the two programs: its text and its lines, where its token is, which part of the token
 *  differs (null: the token as a whole), and its colours. */
function sideOf({ before, token: own, behind }, differing, language) {
  const text = before + own + behind;
  const start = before.length;
  return {
    text,
    lines: linesOf(text),
    start,
    end: start + own.length,
    differing: differing && { from: start + differing.from, to: start + differing.to },
    colors: colorsOf(text, language, start),
  };
}

/** A button in place of a text that is too long to show. A click replaces it with the text. */
function restOf(text, show) {
  const button = h(
    "button",
    { type: "button", class: "rest" },
    `… ${formatCount(text.length)} characters`,
  );
  button.addEventListener("click", () => button.replaceWith(show()));
  return button;
}

/** The place at which to cut a text near `at`, so that no character is cut in two. */
function cutPlace(text, at) {
  return at > 0 && at < text.length && /[\udc00-\udfff]/.test(text[at]) ? at - 1 : at;
}

/** A piece of a line. If it is too long, its end (`left` is "end") or its start ("start") becomes a
 *  button. `show` makes an element of the part between two places of the piece. */
function shortened(text, longest, left, show = (from, to) => foreign(text.slice(from, to))) {
  const whole = text.length;
  if (whole <= longest) return show(0, whole);
  const at = cutPlace(text, left === "end" ? longest : whole - longest);
  const rest = (from, to) => restOf(text.slice(from, to), () => show(from, to));
  return left === "end" ? [show(0, at), rest(at, whole)] : [rest(0, at), show(at, whole)];
}

/** The part of a side between two places, coloured. If it is too long, as shortened(). */
function sidePart(side, from, to, longest, left) {
  return shortened(side.text.slice(from, to), longest, left, (a, b) =>
    colored(side, from + a, from + b),
  );
}

/** The part of a side between two places, with `inner` in place of what is between two others. */
function sideAround(side, from, to, inner, content) {
  const longest = to - from > LONGEST_LINE ? AROUND : Infinity;
  return [
    sidePart(side, from, inner.from, longest, "start"),
    content,
    sidePart(side, inner.to, to, longest, "end"),
  ];
}

/** The part of a range that is between two places. */
const within = (range, from, to) => ({
  from: Math.max(from, Math.min(to, range.from)),
  to: Math.min(to, Math.max(from, range.to)),
});

/** The text of a line. The part of the token that is in the line gets the element `tag`. */
function lineContent({ text, start }, side, tag) {
  const end = start + text.length;
  const own = within({ from: side.start, to: side.end }, start, end);
  if (own.from >= own.to) return sidePart(side, start, end, LONGEST_LINE, "end");
  const bare = { ...side, colors: [] }; // a mark has its own colour
  const { differing } = side;
  const marked = differing && within(differing, own.from, own.to);
  const isEmpty = differing?.from === differing?.to; // only the other side has more characters
  const isHere = marked && (isEmpty ? marked.from === differing.from : marked.from < marked.to);
  const part = ({ from, to }) => sidePart(bare, from, to, LONGEST_LINE, "end");
  const differs = isHere && h("b", { class: "differs" }, !isEmpty && part(marked));
  const content = differs ? sideAround(bare, own.from, own.to, marked, differs) : part(own);
  const element = h(tag, { class: marked ? "token partly" : "token" }, content);
  return sideAround(side, start, end, own, element);
}

function diffRow(row, buggy, fixed, firstLine, isNumbered) {
  const { name, tag, sign, says } = SIGNS[row.sign];
  const isFixed = row.sign === "+";
  const line = isFixed ? fixed.lines[row.fixed] : buggy.lines[row.buggy];
  return h(
    "tr",
    { class: name },
    h("td", { class: "number" }, row.buggy == null ? "" : firstLine + row.buggy),
    h("td", { class: "number" }, row.fixed == null || !isNumbered ? "" : firstLine + row.fixed),
    h(
      "td",
      { class: "sign" },
      says ? [h("span", { "aria-hidden": "true" }, sign), spoken(says)] : "",
    ),
    h("td", { class: "line" }, h("code", {}, lineContent(line, isFixed ? fixed : buggy, tag))),
  );
}

/** Removes differences at the ends: cut programs may begin and end at different lines. */
function withoutCutEnds(rows) {
  const isSame = (row) => row.sign === " ";
  const first = rows.findIndex(isSame);
  const last = rows.findLastIndex(isSame);
  return first < 0 || last === first ? rows : rows.slice(first, last + 1);
}

/** The numbers of rows at most CONTEXT from a change. */
function nearChanges(rows) {
  const near = new Set();
  rows.forEach((row, i) => {
    if (row.sign === " ") return;
    const last = Math.min(rows.length - 1, i + CONTEXT);
    for (let k = Math.max(0, i - CONTEXT); k <= last; k++) near.add(k);
  });
  return near;
}

/** The diff of a fix with its sample: all lines with `isWhole`, else those near changes. */
function drawDiff(i, isWhole) {
  const sample = report.samples[i];
  const programs = programsOf(sample);
  const language = fixes.languages[fixes.language[i]];
  const differing = differingIn(i);
  const buggy = sideOf(programs.buggy, differing?.before, language);
  const fixed = sideOf(programs.fixed, differing?.after, language);
  const all = diffLines(buggy.lines, fixed.lines);
  const rows = sample.cut ? withoutCutEnds(all) : all;
  const isNumbered = !sample.cut || !Array.isArray(sample.fixed);
  const near = isWhole ? null : nearChanges(rows);
  const body = h("tbody", {});
  rows.forEach((row, i) => {
    if (near && !near.has(i)) return;
    if (near && i > 0 && !near.has(i - 1) && body.childElementCount)
      body.append(h("tr", { class: "gap" }, h("td", { colspan: "4" }, "⋯")));
    body.append(diffRow(row, buggy, fixed, sample.line, isNumbered));
  });
  return {
    element: diffTable(body),
    isComplete: isWhole || near.size >= rows.length,
    nLines: rows.length,
  };
}

function diffTable(body) {
  return h(
    "div",
    {
      class: "scroll diff",
      tabindex: "0",
      role: "group",
      "aria-label": "Difference of the programs",
    },
    h(
      "table",
      {},
      h("caption", { class: "spoken" }, "Line of the buggy program, of the fixed one, text"),
      body,
    ),
  );
}
