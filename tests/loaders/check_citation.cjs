// CITATION.cff by the JSON schema of its format (cffjs). check_citation.cjs LOADERS FILE...
const { join, resolve } = require("node:path");

async function main([loaders, ...files]) {
  const validator = join(resolve(loaders), "node_modules/cffjs/dist/validate.js");
  const { validateCFFFile } = await import(validator);
  for (const file of files) validateCFFFile(file);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
