// parquet_lines.cjs LOADERS FILE [--types]: prints the rows of a Parquet file as JSON lines, as
// hyparquet reads them. With --types, prints the type of each leaf column in the file's schema.
const { join, resolve } = require("node:path");
const { readFileSync } = require("node:fs");

// Whole numbers come as BigInt; dates, bytes and the like would not be rows of ours.
const plain = (key, value) => (typeof value === "bigint" ? Number(value) : value);

async function main([loaders, path, option]) {
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
  for (const row of await parquetReadObjects({ file, compressors }))
    process.stdout.write(JSON.stringify(row, plain) + "\n");
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
