// cpython.cjs MODULES LIST: runs tokens.py with CPython compiled to WebAssembly (Pyodide), because
// Debian's is too old. MODULES is the folder where the npm package is. Nothing is downloaded.
const { join, resolve } = require("node:path");
const { readFileSync } = require("node:fs");

async function main([modules, list]) {
  const { loadPyodide } = require(join(resolve(modules), "node_modules/pyodide"));
  const python = await loadPyodide();
  const names = python.toPy({ __name__: "tokens" });
  python.runPython(readFileSync(join(__dirname, "tokens.py"), "utf8"), { globals: names });
  const rows = names.get("rows");
  for (const path of readFileSync(list, "utf8").split("\n").filter(Boolean)) {
    const bytes = new Uint8Array(readFileSync(path));
    process.stdout.write(rows(path, python.toPy(bytes)));
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
