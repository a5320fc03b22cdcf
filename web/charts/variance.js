// SPDX-License-Identifier: GPL-3.0-or-later
// variance.js -- what each level adds to the variance of a value, and what it takes of the time.
"use strict";
page.charts.variance = (data) => {
  const samples = page.samplesOf(data.benchmark);
  if (samples.every((s) => s.levels.length < 2)) return null;
  const INKS = ["three", "four", "five", "one", "two"], levels = Array.from(new Set(samples.flatMap((s) => s.levels.map((l) => l.name))));
  const amounts = {
    variance: (s) => s.levels.map((l) => Math.max(l.t2 || 0, 0)),
    time: (s) => s.levels.reduce(([units, ...times], l) => [units * l.count, ...times, units * l.count * l.cost_s], [1]).slice(1),
  };
  const known = { variance: () => true, time: (s) => s.levels.every((l) => l.cost_s !== null) };
  const rows = ["variance", "time"].flatMap((what) => samples.filter(known[what]).map((s) => ({ what, s, amounts: amounts[what](s) })))
    .map((row) => ({ ...row, sum: row.amounts.reduce((sum, x) => sum + x, 0) })).filter((row) => row.sum > 0);
  if (rows.length === 0) return null;
  const timed = rows.some((row) => row.what === "time"), bars = rows.flatMap(({ what, s, amounts: all, sum }, y) => {
    let end = 0;
    return all.map((x, i) => ({ what, system: s.system, level: s.levels[i].name, share: x / sum, at: [x / sum, y, end, end += x / sum] }));
  });
  return {
    columns: ["system", "share of", "level", "share"],
    rows: bars.map((bar) => [bar.system, bar.what, bar.level, bar.share]),
    plot: {
      title: timed ? "Share of each level in the variance and in the time" : "Share of each level in the variance",
      x: { low: 0, high: 1, words: "shares" }, y: { names: rows.map(({ what, s }) => timed ? what + " \u00b7 " + s.system : s.system) },
      layers: levels.map((level, i) => ({ mark: "bars", what: "share", ink: INKS[i % INKS.length], name: level, at: bars.filter((bar) => bar.level === level).map((bar) => bar.at) })),
    },
  };
};
