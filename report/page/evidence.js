// What executing one fix has shown: its verdict, and the input on which its bug is seen.

/** `proven`; undefined for a fix that was not executed. */
const executionOf = (i) => fixes.executions[fixes.execution[i]];

const evidenceByFix = new Map((whole.evidence ?? []).map((row) => [row.fix, row]));

/** The verdict as a small label. */
function executionLabel(i) {
  const verdict = executionOf(i);
  if (!verdict) return null;
  const isShown = SHOWN_BY.includes(verdict);
  return h(
    "span",
    { class: isShown ? "executed bugshown" : "executed", title: "What execution has shown" },
    words(verdict),
  );
}

const OUTCOMES = dictionary({
  wrong: "Output of the buggy program",
  runtime_error: "Buggy program: error",
  compile_error: "Buggy program: not compiled",
  timeout: "Buggy program: time limit",
  near_limit: "Buggy program: near its time limit",
  memory: "Buggy program: memory limit",
  output_limit: "Buggy program: output limit",
  unsupported: "Buggy program: not run",
});

/** The lines of a text, each with its own place. Long lines are cut. */
function textLines(text) {
  return linesOf(text).map((line, i) => [i ? "\n" : "", shortened(line.text, LONGEST_LINE, "end")]);
}

/** A text of the evidence, {text, number of cut characters}, under a heading. `error` comes before
 *  the text. */
function evidenceBlock(heading, stored, error = "") {
  const [text, nCut] = stored ?? ["", 0];
  const isNothing = text === "" && !error;
  return h(
    "div",
    {},
    h("h3", {}, heading),
    isNothing
      ? h("p", { class: "note" }, noText(stored ? "empty" : "not stored: too long, or not text"))
      : h(
          "pre",
          { class: "scroll", tabindex: "0", role: "group", "aria-label": heading },
          error ? h("span", { class: "error" }, textLines(error)) : null,
          text === "" ? null : textLines(text),
        ),
    nCut ? h("p", { class: "note" }, `… ${plural(nCut, "more character")}`) : null,
  );
}

/** Where the input comes from. */
function evidenceSource({ test, is_found: isFound, jurors }) {
  if (!isFound) return ["On the test ", h("code", {}, foreign(test)), ":"];
  return [`On an input that was found; ${plural(jurors, "juror")} agreed with the fixed program:`];
}

/** What execution has shown, below the programs; null if there is nothing to say. */
function entryEvidence(i) {
  const row = evidenceByFix.get(i);
  if (!row) return null;
  const [detail] = row.detail;
  if (row.outcome == null)
    return h("p", { class: "note" }, `Executed: ${words(executionOf(i))}. `, foreign(detail));
  return h(
    "div",
    { class: "evidence" },
    h("p", { class: "note" }, evidenceSource(row)),
    h(
      "div",
      { class: "evidencetexts" },
      evidenceBlock("Input", row.input),
      evidenceBlock("Expected output", row.expected),
      evidenceBlock(OUTCOMES[row.outcome] ?? "Buggy program", row.output, detail),
    ),
  );
}
