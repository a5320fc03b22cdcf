// SPDX-License-Identifier: GPL-3.0-or-later
// units.js -- the means of builds, of executions …: the level whose ticks spread beyond those above it adds variance.
"use strict";
page.charts.units = (data) => {
  const samples = page.samplesOf(data.benchmark), levels = Array.from(new Set(samples.flatMap((s) => s.chart.units.map((u) => u.level))));
  const rows = levels.flatMap((level) => samples.map((s) => ({ level, s, means: s.chart.units.flatMap((u) => u.level === level ? u.means : []) }))).filter((row) => row.means.length > 0);
  if (rows.length === 0) return null;
  const { axis, note } = page.trimmed(samples, rows.flatMap((row) => row.means), page.valueAxis(samples[0]));
  return {
    columns: ["system", "level", page.labelOf(samples[0])],
    rows: rows.flatMap(({ level, s, means }) => means.map((x) => [s.system, level, x])),
    plot: {
      title: "Means of the units of each level" + note, x: axis, y: { names: rows.map(({ level, s }) => samples.length > 1 ? level + " \u00b7 " + s.system : level) },
      layers: rows.map(({ s, means }, i) => ({ mark: "stripes", what: "mean", ink: page.inkOf(samples, s), name: s.system, at: means.map((x) => [x, i]) })),
    },
  };
};
