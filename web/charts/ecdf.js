// SPDX-License-Identifier: GPL-3.0-or-later
// ecdf.js -- the share of the values at or below each value.
"use strict";
page.charts.ecdf = (data) => {
  const samples = page.samplesOf(data.benchmark).filter((s) => s.chart.ecdf);
  if (samples.length === 0) return null;
  const share = ({ n, x }, j) => (x.n > 1 ? Math.floor(j * (n - 1) / (x.n - 1)) + 1 : 1) / n;
  const everything = page.rowsOf(samples, (s) => page.unpack(s.chart.ecdf.x).map((x, j) => ({ x, y: share(s.chart.ecdf, j) })));
  if (everything.length <= samples.length) return null; // a single value each has no distribution
  const { rows: values, note } = page.trimmed(samples, everything);
  return {
    title: "Share of the values at or below" + note,
    columns: ["system", page.labelOf(samples[0]), "share"],
    rows: everything.map((v) => [v.system, v.x, v.y]),
    spec: {
      data: { values }, mark: { type: "line", interpolate: "step-after" },
      encoding: { x: page.valueAxis(samples[0]),
        y: { field: "y", type: "quantitative", scale: { domain: [0, 1] }, axis: { title: null, format: "%", tickCount: 5 } },
        color: page.hue(samples), strokeDash: page.hue(samples) },
    },
  };
};
