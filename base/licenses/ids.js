// Writes the tables of base/spdx.c: SPDX's identifiers of licences, the latest versions first, and
// those of permissive licences. base/spdx.h names their sources.
//
//     node ids.js NODE_MODULES > spdx_ids.inc
'use strict';

const modules = process.argv[2];
const ratings = ['Model', 'Gold', 'Silver', 'Bronze'];
// HPND, which Blue Oak Council rates "lead", asks for no more than MIT does. Python-2.0.1 is
// Python-2.0 as distributed since 2001; it is newer than the list.
const more = ['HPND', 'Python-2.0.1'];

const listed = Object.keys(require(modules + '/spdx-license-list/spdx.json')).sort().reverse();
const permissive = require(modules + '/@blueoak/list/index.json')
    .filter(({ name }) => ratings.includes(name))
    .flatMap(({ licenses }) => licenses.map(({ id }) => id));
const tables = { permissive: [...permissive, ...more], listed };
for (const [name, ids] of Object.entries(tables))
    process.stdout.write(`static const char *const ${name}[] = {\n` +
                         `${ids.map((id) => `"${id}",\n`).join('')}NULL};\n`);
