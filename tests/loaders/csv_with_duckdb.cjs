// A CSV file as DuckDB reads it. csv_with_duckdb.cjs FILE [--types]: prints rows as with_csv.py
// does, or with --types the type that DuckDB finds for each column.
const { DuckDBInstance } = require("@duckdb/node-api");

const hex = (text) => Buffer.from(text ?? "", "utf8").toString("hex");

async function main([path, option]) {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const options = option ? "" : ", all_varchar = true";
  const file = `'${path.replaceAll("'", "''")}', allow_quoted_nulls = false${options}`;
  const columns = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_csv(${file})`);
  const titles = columns.getRowObjects().map((column) => column.column_name);
  if (option) {
    for (const column of columns.getRowObjects())
      console.log(column.column_name, column.column_type);
    return;
  }
  console.log(titles.map(hex).join("\t"));
  // As bytes: the client's own texts lose a byte order mark.
  const encoded = titles.map((title) => `hex(encode("${title}"))`).join(", ");
  const rows = await connection.runAndReadAll(`SELECT ${encoded} FROM read_csv(${file})`);
  for (const row of rows.getRows()) console.log(row.map((v) => (v ?? "").toLowerCase()).join("\t"));
}

main(process.argv.slice(2));
