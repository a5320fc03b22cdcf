// SPDX-License-Identifier: 0BSD
// tinybench.cjs -- keeps every value that tinybench measures, in the order of measurement.
//
//     const bench = record(new Bench(), { file: 'new.json' });
//     bench.add('sort', () => …);
//     await bench.run();          // writes new.json
//
// Run by assay (`values: harness`), it runs as many iterations as assay asks for, and tells them.
'use strict';
const harness = require('./index.cjs');
const { timed, kept } = require('./timed.cjs');
const { write } = require('./values.cjs');

const byAssay = () => /^[0-9]+$/.test(process.env.ASSAY_FD || '');

function tell(bench, measured) {
  if (measured.length !== 1)
    throw new Error(`assay measures one task at a time, here are ${measured.length}: name it, record(bench, { only: process.argv[2] })`);
  harness.metric('wall', 'ns', measured[0].values.map((seconds) => seconds * 1e9));
}

// As many as assay wants, all of them in one go: it knows itself which were to warm up.
function asAskedFor(bench) {
  Object.assign(bench, { time: 0, iterations: harness.warmup + harness.live, warmup: typeof bench.warmup === 'function' ? bench.warmup : false,
                         warmupTime: 0, warmupIterations: 0 });
}

function record(bench, { only, ...where } = {}) {
  if (bench.tasks.length > 0) throw new Error('record(bench) comes before bench.add');
  const tasks = new Map();
  const started = new Date();
  const { add, run, runSync } = bench;
  const done = (all) => {
    const measured = all.filter((task) => tasks.has(task.name)).map((task) => kept(task.name, tasks.get(task.name), task.runs, started));
    if (byAssay()) tell(bench, measured);
    else write(measured, where);
    return all;
  };
  if (byAssay()) asAskedFor(bench);
  bench.add = function (name, fn, options) {
    if (only !== undefined && name !== only) return bench;
    tasks.set(name, []);
    return add.call(bench, name, timed(fn, bench.now, tasks.get(name)), options);
  };
  bench.run = async () => done(await run.call(bench));
  if (runSync) bench.runSync = () => done(runSync.call(bench));
  return bench;
}

module.exports = { record };
