// SPDX-License-Identifier: 0BSD
// index.cjs -- the harness for `require`. It is packed as harness.cjs; where this directory is linked (npm install ./js) it stands beside it.
'use strict';
const fs = require('fs');
const path = require('path');

const harness = ['./harness.cjs', '../harness/assay.js'].find((name) => fs.existsSync(path.join(__dirname, name)));
// npm 9 copies a directory, and what stands beside that stays behind.
if (!harness) throw new Error('assay: npm copied a checkout without its harness; have it linked: npm install --install-links=false DIRECTORY');
module.exports = require(harness);
