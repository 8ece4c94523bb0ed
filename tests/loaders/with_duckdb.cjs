// DuckDB. with_duckdb.cjs FILE...
const { DuckDBInstance } = require("@duckdb/node-api");

const encoded = (text) => Buffer.from(text, "utf8").toString("base64");

async function main() {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  for (const path of process.argv.slice(2)) {
    const table = await connection.runAndReadAll(
      `SELECT * FROM read_json_auto('${path.replaceAll("'", "''")}', format = 'newline_delimited')`,
    );
    for (const row of table.getRowObjects())
      console.log(
        [
          row.id,
          row.line,
          row.start_byte,
          row.repair_in_program,
          row.category,
          encoded(row.buggy_code),
          encoded(row.fixed_code),
        ].join("\t"),
      );
  }
}

main();
