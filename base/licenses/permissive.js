// Writes the identifiers of the permissive licences for base/spdx.c, which names their source.
//
//     node permissive.js NODE_MODULES > spdx_permissive.inc
'use strict';

const ratings = ['Model', 'Gold', 'Silver', 'Bronze'];
for (const { name, licenses } of require(process.argv[2] + '/@blueoak/list/index.json'))
    if (ratings.includes(name))
        for (const { id } of licenses)
            process.stdout.write(`"${id}",\n`);
