// Writes SPDX's identifiers of licences for base/spdx.c, the latest versions first.
//
//     node ids.js NODE_MODULES > spdx_ids.inc
'use strict';

for (const id of Object.keys(require(process.argv[2] + '/spdx-license-list/spdx.json')).sort()
    .reverse())
    process.stdout.write(`"${id}",\n`);
