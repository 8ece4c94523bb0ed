// Shows a fix as a unified diff, with the changed token marked on both sides.

const CONTEXT = 3; // lines around a change
const LONGEST_LINE = 400; // characters; longer ones are cut around the token
const AROUND = 80; // characters on each side of a token in a long line

const SIGNS = {
  " ": { name: "same", tag: "mark", sign: "", says: "" },
  "-": { name: "removed", tag: "del", sign: "−", says: "buggy: " },
  "+": { name: "added", tag: "ins", sign: "+", says: "fixed: " },
};

/** One of the two programs: its text, its lines, and where its token is. */
function sideOf({ before, token: own, behind }) {
  const text = before + own + behind;
  return { lines: linesOf(text), start: before.length, end: before.length + own.length };
}

/** A button in place of a text that is too long to show. A click replaces it with the text. */
function restOf(text) {
  const button = h(
    "button",
    { type: "button", class: "rest" },
    `… ${formatCount(text.length)} characters`,
  );
  button.addEventListener("click", () => button.replaceWith(foreign(text)));
  return button;
}

/** The place at which to cut a text near `at`, so that no character is cut in two. */
function cutPlace(text, at) {
  return at > 0 && at < text.length && /[\udc00-\udfff]/.test(text[at]) ? at - 1 : at;
}

/** A piece of a line. If it is too long, its end (`left` is "end") or its start ("start") becomes a
 *  button. */
function shortened(text, longest, left) {
  if (text.length <= longest) return foreign(text);
  if (left === "end") {
    const at = cutPlace(text, longest);
    return [foreign(text.slice(0, at)), restOf(text.slice(at))];
  }
  const at = cutPlace(text, text.length - longest);
  return [restOf(text.slice(0, at)), foreign(text.slice(at))];
}

/** The text of a line. The part of the token that is in the line gets the element `tag`. */
function lineContent(line, side, tag) {
  const { text, start } = line;
  const from = Math.max(0, side.start - start);
  const to = Math.min(text.length, side.end - start);
  if (from >= to) return shortened(text, LONGEST_LINE, "end");
  const isLong = text.length > LONGEST_LINE;
  return [
    shortened(text.slice(0, from), isLong ? AROUND : Infinity, "start"),
    h(tag, { class: "token" }, shortened(text.slice(from, to), LONGEST_LINE, "end")),
    shortened(text.slice(to), isLong ? AROUND : Infinity, "end"),
  ];
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

/** The diff of a sample: all its lines with `isWhole`, else those near changes. */
function drawDiff(sample, isWhole) {
  const programs = programsOf(sample);
  const [buggy, fixed] = [sideOf(programs.buggy), sideOf(programs.fixed)];
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
