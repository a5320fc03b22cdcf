// SPDX-License-Identifier: GPL-3.0-or-later
// program.js -- what a user of assay.js writes, with everything that it offers.
'use strict';
const assay = require(process.argv[2]);

const hits = [];
let sum = 0;
for (const i of assay.iterations(4)) {
  for (let k = 0; k < 400; k++) sum += k % 7;
  hits.push(i);
}
assay.metric('hits', '1', hits, true);
assay.execution('size', 'byte', sum > 0 ? 77 : 0);
