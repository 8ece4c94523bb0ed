// Writes the table of SPDX's texts for miner/git/license_text.c, which explains the comparison:
// of each text the hashes of its pairs of words, sorted, and how often it has each decisive word.
//
//     node texts.js NODE_MODULES > spdx_texts.inc
//
// words() must do the same as add_words() there; tests/unit/test_license_text.c compares the two.
'use strict';

// In the order of `decisive` in license_text.c.
const decisive = ['not', 'no', 'non', 'never', 'only', 'except', 'unless', 'without', 'commercial',
    'noncommercial', 'prohibited', 'forbidden', 'restricted', 'excluding', 'military', 'must'];
// As `restricting` there.
const restricting = ['commercial', 'except', 'forbidden', 'military', 'must', 'never',
    'noncommercial', 'not', 'prohibited', 'restricted', 'only', 'unless'];
const MIN_PAIRS = 20;

function isCopyright(line) {
    return (/^[^a-z0-9]*copyright([^a-z0-9]|$)/.test(line) &&
            (/(^|[^0-9])[0-9]{4}([^0-9]|$)|\(c\)|[<[{\u00a9]/.test(line))) ||
           (/^[^a-z0-9]*\(c\)/.test(line) && /(^|[^0-9])[0-9]{4}([^0-9]|$)/.test(line)) ||
           /^[^a-z0-9]*all[^a-z0-9]+rights[^a-z0-9]+reserved[^a-z0-9]*$/.test(line);
}

function words(text) {
    const out = [];
    for (let line of text.replace(/[A-Z]/g, (c) => c.toLowerCase()).split(/[\r\n]/)) {
        const isRestricting = line.split(/[^a-z0-9]+/).some((word) => restricting.includes(word));
        if (isCopyright(line) && !isRestricting)
            continue;
        line = line.replace(/^[^a-z0-9]*([0-9]{1,2}|[a-z]|[ivx]{2,4})[.)](?=[ \t]|$)/, '');
        for (const word of line.split(/[^a-z0-9]+/))
            if (word)
                out.push(word === 'licence' ? 'license' : word === 'https' ? 'http' : word);
    }
    return out;
}

// FNV-1a, 32 bits, of "first second".
function hash(text) {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i++)
        h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
    return h;
}

// The text as published; without what follows the licence itself, which is instructions how to
// apply it, and for the LGPL the text of the GPL; and the notice that the instructions of the
// Apache License contain, which is all that many files have. In the text of the ISC License its
// users put "the author" for the name of the ISC. The third clause of the BSD licence has two usual
// forms beside SPDX's, and the projects of Pallets had a form that includes the documentation.
function variants(text) {
    const out = [text];
    const end = text.search(/end of terms and conditions/i);
    if (end >= 0)
        out.push(text.slice(0, end), text.slice(0, end + 'end of terms and conditions'.length));
    const second = text.slice(1000).search(/\n\s*GNU GENERAL PUBLIC LICENSE\s*\n/);
    if (second >= 0)
        out.push(text.slice(0, 1000 + second));
    const notice = text.search(/Licensed under the Apache License, Version 2.0 \(the "License"\)/);
    if (notice >= 0)
        out.push(text.slice(notice));
    if (/ISC DISCLAIMS/.test(text))
        out.push(text.replace(/ISC (?=DISCLAIMS|BE)/g, 'THE AUTHOR '));
    const clause =
        'Neither the name of the copyright holder nor the names of its contributors may be';
    for (const names of ['names of the contributors', 'name of the author'])
        if (text.includes(clause))
            out.push(text.replace(clause, `The ${names} may not be`));
    for (const form of text.includes(clause) ? [...out] : [])
        out.push(form.replace('forms,', 'forms of the software as well as documentation,')
            .replace('SOFTWARE IS', 'SOFTWARE AND DOCUMENTATION IS')
            .replace('SOFTWARE, EVEN', 'SOFTWARE AND DOCUMENTATION, EVEN'));
    return out;
}

const list = require(process.argv[2] + '/spdx-license-list/spdx-full.json');
const texts = new Map();
for (const id of Object.keys(list).sort()) {
    // GPL-2.0, GPL-2.0+ and GPL-2.0-or-later have the text of GPL-2.0-only: whether later versions
    // are allowed is not said in the text. The same is true of the invariant sections of the GFDL.
    const base = id.replace(/(-no)?-invariants-(only|or-later)$|\+$|-or-later$/, '');
    if (id !== base + '-only' && base + '-only' in list)
        continue;
    for (const text of variants(list[id].licenseText)) {
        const all = words(text), key = all.join(' ');
        if (all.length > MIN_PAIRS && !texts.has(key))
            texts.set(key, { id, all });
    }
}

const lines = [], pairs = [];
for (const { id, all } of [...texts.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id))) {
    const own = [];
    for (let i = 1; i < all.length; i++)
        own.push(hash(all[i - 1] + ' ' + all[i]));
    own.sort((a, b) => a - b);
    const counts = decisive.map((word) => all.filter((one) => one === word).length);
    lines.push(`    {"${id}", ${pairs.length}, ${own.length}, {${counts.join(', ')}}},`);
    pairs.push(...own);
}
process.stdout.write('static const struct license_text texts[] = {\n');
process.stdout.write(lines.join('\n'));
process.stdout.write('\n};\nstatic const uint32_t pairs[] = {\n');
for (let i = 0; i < pairs.length; i += 16)
    process.stdout.write(pairs.slice(i, i + 16).join(',') + ',\n');
process.stdout.write('};\n');
