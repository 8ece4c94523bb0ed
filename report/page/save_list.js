// Saves the fixes that the filter finds, on all pages of the list, as JSON or CSV. The keys are
// those of `tokfix export --format pairs`, and marks. Texts are as in this file: those of more than
// 80 characters are cut, except tokens whose programs are in it.

/** A token, whole if the program is in this file. */
function wholeToken(text, i, side) {
  const sample = report.samples[i];
  if (!sample || sample.cut || !text.endsWith("…")) return text;
  const { token } = programsOf(sample)[side];
  return token.startsWith(text.slice(0, -1)) ? token : text;
}

/** A fix as an object. What it does not have is "". */
function rowOf(i) {
  const word = (dictionary, column) => fixes[dictionary][fixes[column][i]] ?? "";
  const ofGit = {
    repository: commitOf(i) ? word("problems", "problem") : "",
    commit: word("commits", "commit"),
    path: word("paths", "path"),
    function: word("functions", "function"),
  };
  return {
    id: idOf(i),
    problem_id: word("problems", "problem"),
    language: word("languages", "language"),
    original_language: word("originals", "original"),
    buggy_submission: fixes.buggy[i],
    fixed_submission: fixes.fixed[i],
    buggy_status: word("statuses", "status"),
    fixed_date: fixes.date[i],
    origin: originOf(i),
    category: word("categories", "category"),
    pattern: word("patterns", "pattern"),
    role: word("roles", "role"),
    region: word("regions", "region"),
    before: wholeToken(fixes.before[i], i, "buggy"),
    after: wholeToken(fixes.after[i], i, "fixed"),
    line: fixes.line[i],
    column: fixes.column[i],
    n_tokens: fixes.tokens[i],
    split: word("splits", "split"),
    verdict: word("executions", "execution"),
    ...(fixes.commits.length ? ofGit : {}),
    marks: marksOf(i).join(" "),
  };
}

/** A field of CSV. Texts are in quotes. Spreadsheets run a text that begins like a
 *  formula, so that it gets an apostrophe, as with `tokfix export --escape-formulas`. */
function csvField(value) {
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

function csvOf(rows) {
  const lines = [Object.keys(rowOf(0)), ...rows.map(Object.values)];
  return lines.map((fields) => `${fields.map(csvField).join(",")}\n`).join("");
}

const jsonOf = (rows) => `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;

/** The buttons that save the found fixes. */
function listButtons() {
  const save = (name, type, textOf) => () => saveFile(name, type, textOf(list.found.map(rowOf)));
  return h(
    "div",
    { class: "saves found" },
    saveButton("CSV", "Save these fixes as CSV", save("fixes.csv", "text/csv", csvOf)),
    saveButton("JSON", "Save these fixes as JSON", save("fixes.json", "application/json", jsonOf)),
  );
}
