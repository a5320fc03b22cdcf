// SPDX-License-Identifier: 0BSD
// values.cjs -- writes what was measured as assay.values (docs/schema/values.md), which every verb of assay reads.
'use strict';
const fs = require('fs');
const path = require('path');
const { version } = require('./package.json');

// The series of a file that was written here, to which an execution is added.
function known(file) {
  if (!fs.existsSync(file)) return [];
  let told;
  try {
    told = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    // no JSON at all
  }
  if (!told || told.schema !== 'assay.values/1') throw new Error(`${file} holds no values that were written here: it is not added to`);
  return told.series;
}

function seriesOf(all, system, benchmark) {
  const found = all.find((s) => s.system === system && s.benchmark === benchmark && s.metric === 'wall');
  if (found) return found;
  const made = { system, benchmark, metric: 'wall', unit: 's', more_is_better: false, levels: ['execution', 'iteration'], rows: [] };
  all.push(made);
  return made;
}

function add(all, system, { benchmark, started, warmUp, values }) {
  const { rows } = seriesOf(all, system, benchmark);
  rows.push({ labels: { execution: String(rows.length + 1) }, start: started.toISOString(), warm_up: warmUp, values });
}

// A row at a time: a text has a longest length, and values may be many.
function put(out, all) {
  const say = (text) => fs.writeSync(out, text);
  say(`{"schema": "assay.values/1", "assay": ${JSON.stringify(version)}, "series": [`);
  all.forEach(({ rows, ...told }, i) => {
    say(`${i ? ',' : ''}\n ${JSON.stringify(told).slice(0, -1)},"rows": [`);
    rows.forEach((row, k) => say(`${k ? ',' : ''}\n  ${JSON.stringify(row)}`));
    say(']}');
  });
  say('\n]}\n');
}

// measured: {benchmark, started, warmUp, values} each, in seconds. append: one execution more of what the file holds.
function write(measured, { file = 'values.json', system = path.basename(file, '.json'), append = false } = {}) {
  const all = append ? known(file) : [];
  for (const one of measured) if (one.values.length > 0) add(all, system, one);
  if (all.length === 0) throw new Error(`there is no value to write into ${file}: has each benchmark failed?`);
  const written = `${file}.${process.pid}`;
  const out = fs.openSync(written, 'wx');
  try {
    put(out, all);
  } finally {
    fs.closeSync(out);
  }
  fs.renameSync(written, file);
}

module.exports = { write };
