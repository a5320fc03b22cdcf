// SPDX-License-Identifier: GPL-3.0-or-later
// units.js -- the means of builds, of executions …: the level whose ticks spread beyond those above it adds variance.
"use strict";
page.charts.units = (data) => {
  const samples = page.samplesOf(data.benchmark);
  const everything = page.rowsOf(samples, (s) => s.chart.units.flatMap((u) => u.means.map((x) => ({ x, level: u.level }))));
  if (everything.length === 0) return null;
  const { rows: values, note } = page.trimmed(samples, everything);
  const systems = new Set(samples.map((s) => s.system)).size, levels = new Set(values.map((v) => v.level)).size;
  return {
    title: "Means of the units of each level" + note,
    columns: ["system", "level", page.labelOf(samples[0])],
    rows: everything.map((v) => [v.system, v.level, v.x]),
    spec: {
      height: Math.max(60, 16 * systems * levels),
      data: { values }, mark: { type: "tick", thickness: 1.5, size: 11, opacity: 0.7 },
      encoding: { x: page.valueAxis(samples[0]),
        y: { field: "level", type: "nominal", sort: null, axis: { title: null, domain: false, ticks: false, labelLimit: 90, offset: 6 } },
        yOffset: { field: "system", type: "nominal", sort: null }, color: page.hue(samples) },
    },
  };
};
