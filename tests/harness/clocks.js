// SPDX-License-Identifier: GPL-3.0-or-later
// clocks.js -- iterations that sleep for 20 ms and then use a processor for 5 ms.
'use strict';
const assay = require(process.argv[2]);
const cell = new Int32Array(new SharedArrayBuffer(4));
const used = () => { const u = process.cpuUsage(); return u.user + u.system; };
for (const _ of assay.iterations()) {
  const begin = used();
  Atomics.wait(cell, 0, 0, 20);
  while (used() - begin < 5000);
}
