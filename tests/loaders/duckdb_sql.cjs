// Runs the SQL of standard input with DuckDB.
const { DuckDBInstance } = require("@duckdb/node-api");

async function main() {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(require("fs").readFileSync(0, "utf8"));
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
