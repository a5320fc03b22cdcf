// SPDX-License-Identifier: GPL-3.0-or-later
// plain.js -- work of a nanosecond: how often was it done?
'use strict';
const assay = require(process.argv[2]);
let done = 0;
for (const _ of assay.iterations()) done++;
console.log(done);
