// SPDX-License-Identifier: 0BSD
// assay.js -- times the iterations of a benchmark and tells them to assay (docs/harness.md).
//
//     const assay = require('./assay.js');
//     for (const i of assay.iterations()) work();
//
// Started by hand, the program runs ASSAY_ITERATIONS iterations (10) after ASSAY_WARMUP (2) and
// prints a summary on standard error.
'use strict';
const fs = require('fs');

const number = (name, otherwise) =>
  /^[0-9]+$/.test(process.env[name] || '') ? Number(process.env[name]) : otherwise;

const fd = number('ASSAY_FD', -1);
const warmup = number('ASSAY_WARMUP', fd < 0 ? 2 : 0);
const live = number('ASSAY_ITERATIONS', fd < 0 ? 10 : 1);
const lines = [];
let turn = number('ASSAY_TURN', -1);

// Waits, between two iterations, until it is this program's turn.
function takeTurn() {
  try {
    if (fs.writeSync(turn, 't') === 1 && fs.readSync(turn, Buffer.alloc(1)) === 1) return;
  } catch {
    // nobody gives turns
  }
  turn = -1;
}

// Processor time of the program so far, of all threads, in microseconds.
const cpuClock = () => {
  const used = process.cpuUsage();
  return used.user + used.system;
};

// Nanoseconds that reading it takes, at the least.
function cpuCost() {
  let least = 1n << 62n;
  for (let i = 0; i < 50; i++) {
    const before = process.hrtime.bigint();
    cpuClock();
    const d = process.hrtime.bigint() - before;
    if (d < least) least = d;
  }
  return least;
}

// Yields, before the first iteration, until so many repetitions take a thousand times what reading the
// clock takes, and two hundred times what reading processor time takes, twice in a row; returns how many.
function* foundRepeat() {
  const clock = process.hrtime.bigint;
  let step = 1n << 62n;
  for (let i = 0; i < 1000; i++) {
    const before = clock();
    const d = clock() - before;
    if (d > 0n && d < step) step = d;
  }
  const cost = cpuCost();
  const target = 1000n * step > 200n * cost ? 1000n * step : 200n * cost;
  for (let repeat = 1, enough = 0; ;) {
    const start = clock();
    for (let i = 0; i < repeat; i++) yield 0;
    enough = clock() - start >= target ? enough + 1 : 0;
    if (enough === 2) return repeat;
    if (enough === 0) repeat *= 2;
  }
}

// Yields the number of each iteration, warm-up first; where assay asks for batches (ASSAY_BATCH), so
// many times each. With batch, the program itself repeats the work so many times in each. The value
// reported is the mean.
function* iterations(batch = 1) {
  const n = warmup + live;
  const starts = new BigInt64Array(n);
  const ends = new BigInt64Array(n);
  const cpu = new Float64Array(n + 1);
  const begins = new Float64Array(n); // of processor time: the end of the one before, unless turns are taken
  let tellsCpu = fd >= 0;
  const cost = tellsCpu ? cpuCost() : 0n;
  const repeat =
    process.env.ASSAY_BATCH === 'auto' ? yield* foundRepeat() : number('ASSAY_BATCH', 1) || 1;
  const dose = BigInt(number('ASSAY_DOSE', 0)); // assay doctor --sensitivity slows the iterations down
  if (tellsCpu) cpu[0] = cpuClock();
  for (let i = 0; i < n; i++) {
    begins[i] = cpu[i];
    if (turn >= 0) {
      takeTurn();
      if (tellsCpu) begins[i] = cpuClock();
    }
    starts[i] = process.hrtime.bigint();
    for (let k = 0; k < repeat; k++) yield i;
    if (dose > 0n) {
      const now = process.hrtime.bigint();
      // One more reading follows: the one nearest to the end.
      const early = ((process.hrtime.bigint() - now) * 3n) / 2n;
      const end = now + ((now - starts[i]) * dose) / 1000000n - early;
      while (process.hrtime.bigint() < end);
    }
    ends[i] = process.hrtime.bigint();
    if (tellsCpu) {
      cpu[i + 1] = cpuClock();
      // Too dear for iterations this short: ASSAY_BATCH makes longer ones.
      tellsCpu = i < 10 || ends[i] - starts[0] >= 100n * BigInt(i) * cost;
    }
  }
  batch *= repeat;
  const values = Array.from({ length: n }, (_, i) => Number(ends[i] - starts[i]) / batch);
  time('wall', values, batch);
  if (tellsCpu && n > 0)
    time('cpu', Array.from({ length: n }, (_, i) => (1000 * (cpu[i + 1] - begins[i])) / batch), batch);
  if (fd < 0) summarise(values.slice(warmup).map((v) => v / 1e3));
}

function time(name, values, batch) {
  metric(name, 'ns', values);
  if (batch > 1) lines.push(`batch ${name} ${batch}`);
}

// Values of your own, one for each iteration, warm-up included.
function metric(name, unit, values, moreIsBetter = false) {
  lines.push(['value', name, unit, ...values].join(' '));
  if (moreIsBetter) lines.push(`more ${name}`);
}

// One value for the whole execution.
function execution(name, unit, value, moreIsBetter = false) {
  lines.push(`execution ${name} ${unit} ${value}`);
  if (moreIsBetter) lines.push(`more ${name}`);
}

function summarise(us) {
  if (us.length === 0) return;
  const sorted = [...us].sort((a, b) => a - b);
  const middle = (sorted[(us.length - 1) >> 1] + sorted[us.length >> 1]) / 2;
  const mean = us.reduce((sum, v) => sum + v, 0) / us.length;
  const show = (v) => Number(v.toPrecision(6));
  process.stderr.write(
    `${us.length} iterations after ${warmup} to warm up: mean ${show(mean)} us, ` +
    `median ${show(middle)} us, min ${show(sorted[0])} us, max ${show(sorted[us.length - 1])} us\n`);
}

process.on('exit', () => {
  if (fd < 0 || lines.length === 0) return;
  let data = Buffer.from(lines.join('\n') + '\n');
  while (data.length > 0) data = data.subarray(fs.writeSync(fd, data));
});

module.exports = { iterations, metric, execution, warmup, live, seed: number('ASSAY_SEED', 0) };
