// SPDX-License-Identifier: GPL-3.0-or-later
// ecdf.js -- the share of the values at or below each value.
"use strict";
page.charts.ecdf = (data) => {
  const shown = page.samplesOf(data.benchmark), samples = shown.filter((s) => s.chart.ecdf);
  if (samples.length === 0) return null;
  const share = ({ n, x }, j) => (x.n > 1 ? Math.floor(j * (n - 1) / (x.n - 1)) + 1 : 1) / n;
  const pointsOf = (s) => page.unpack(s.chart.ecdf.x).map((x, j) => [x, share(s.chart.ecdf, j)]);
  const values = samples.flatMap(pointsOf);
  if (values.length <= samples.length) return null; // a single value each has no distribution
  const { axis, note } = page.trimmed(samples, values.map(([x]) => x), page.valueAxis(samples[0]));
  return {
    columns: ["system", page.labelOf(samples[0]), "share"],
    rows: samples.flatMap((s) => pointsOf(s).map((point) => [s.system, ...point])),
    plot: {
      title: "Share of the values at or below" + note, x: axis, y: { low: 0, high: 1, words: "shares" },
      layers: samples.map((s) => ({ mark: "steps", what: "share", ink: page.inkOf(shown, s), name: s.system, at: pointsOf(s) })),
    },
  };
};
