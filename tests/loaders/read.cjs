// The readers of JavaScript: read.cjs READER ARGUMENT...
// duckdb FILE...: prints published rows, each as an array of JSON (README.md).
// sql: runs the SQL of standard input with DuckDB.
// parquet LOADERS FILE [--types]: prints the rows of a Parquet file as JSON lines, as hyparquet
// reads them. With --types, prints the type of each leaf column in the file's schema.
// citation LOADERS FILE...: checks CITATION.cff by the JSON schema of its format (cffjs).
// LOADERS is the folder with node_modules; DuckDB comes from NODE_PATH.
const { join, resolve } = require("node:path");
const { readFileSync } = require("node:fs");

// Whole numbers come as BigInt; dates, bytes and the like would not be rows of ours.
const plain = (key, value) => (typeof value === "bigint" ? Number(value) : value);
const printLine = (value) => process.stdout.write(JSON.stringify(value, plain) + "\n");

async function connect() {
  const { DuckDBInstance } = require("@duckdb/node-api");
  return (await DuckDBInstance.create(":memory:")).connect();
}

async function duckdb(...paths) {
  const connection = await connect();
  for (const path of paths) {
    const table = await connection.runAndReadAll(
      `SELECT id, line, start_byte, repair_in_program, category, buggy_code, fixed_code
       FROM read_json_auto('${path.replaceAll("'", "''")}', format = 'newline_delimited')`,
    );
    table.getRows().forEach(printLine);
  }
}

async function sql() {
  await (await connect()).run(readFileSync(0, "utf8"));
}

async function parquet(loaders, path, option) {
  const modules = join(resolve(loaders), "node_modules");
  const { parquetReadObjects, parquetMetadata } = await import(`${modules}/hyparquet/src/index.js`);
  const { compressors } = await import(`${modules}/hyparquet-compressors/src/index.js`);
  const bytes = readFileSync(path);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  if (option === "--types") {
    for (const column of parquetMetadata(file).schema.slice(1))
      if (!column.num_children)
        console.log([column.name, column.type, column.converted_type ?? ""].join(" ").trim());
    return;
  }
  (await parquetReadObjects({ file, compressors })).forEach(printLine);
}

async function citation(loaders, ...files) {
  const validator = join(resolve(loaders), "node_modules/cffjs/dist/validate.js");
  const { validateCFFFile } = await import(validator);
  for (const file of files) validateCFFFile(file);
}

const [reader, ...args] = process.argv.slice(2);
({ duckdb, sql, parquet, citation })[reader](...args).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
