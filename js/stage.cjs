#!/usr/bin/env node
// SPDX-License-Identifier: 0BSD
// stage.cjs -- puts the package together: the harness and its licence, which stand in ../harness, beside the rest. npm runs it before it packs;
// with a directory after it, the package is put there.
'use strict';
const fs = require('fs');
const path = require('path');

const out = process.argv[2] || __dirname;
const harness = path.join(__dirname, '../harness');
fs.mkdirSync(out, { recursive: true });
if (out !== __dirname)
  for (const name of fs.readdirSync(__dirname))
    if (/\.(cjs|mjs|ts|json|md)$/.test(name)) fs.copyFileSync(path.join(__dirname, name), path.join(out, name));
if (fs.existsSync(harness)) {
  fs.copyFileSync(path.join(harness, 'assay.js'), path.join(out, 'harness.cjs'));
  fs.copyFileSync(path.join(harness, 'COPYING'), path.join(out, 'COPYING'));
}
