// SPDX-License-Identifier: 0BSD
// index.cjs -- the harness for `require`. It is packed as harness.cjs; where this directory is linked (npm install ./js) it stands beside it.
'use strict';
const fs = require('fs');
const path = require('path');

module.exports = require(fs.existsSync(path.join(__dirname, 'harness.cjs')) ? './harness.cjs' : '../harness/assay.js');
