// SPDX-License-Identifier: GPL-3.0-or-later
// density.js -- how densely the values lie, the mixture that was fitted to them (dashed), and its modes.
"use strict";
page.charts.density = (data) => {
  const shown = page.samplesOf(data.benchmark), samples = shown.filter((s) => s.chart.density);
  if (samples.length === 0) return null;
  const normal = (p, x) => p.weight / p.sd / Math.sqrt(2 * Math.PI) * Math.exp(-(((x - p.mean) / p.sd) ** 2) / 2);
  const mixture = (s, x) => s.chart.mixture.parts.reduce((sum, p) => sum + normal(p, x), 0);
  const places = (s) => page.unpack(s.chart.density.y).map((y, i) => [s.chart.density.from + i * s.chart.density.step, y]);
  const fitted = samples.filter((s) => s.chart.mixture), curve = (s) => places(s).map(([x]) => [x, mixture(s, x)]);
  const highest = (points) => points.reduce((most, [, y]) => Math.max(most, y), 0);
  const densest = highest(samples.flatMap(places)), top = Math.min(2 * densest, Math.max(1.15 * densest, 1.1 * highest(fitted.flatMap(curve))));
  const ends = samples.flatMap(places).map(([x]) => x), from = Math.min(...ends), to = Math.max(...ends);
  const modes = (s) => s.chart.mixture.modes.filter((m) => m.at >= from && m.at <= to).map((m) => [m.at, mixture(s, m.at), m.share]);
  const outside = samples.reduce((n, s) => n + s.chart.density.outside, 0);
  const layers = (list, mark, what, make) => list.map((s) => ({ mark, what, ink: page.inkOf(shown, s), name: s.system, at: make(s).map(([x, y]) => [x, Math.min(y, top)]) }));
  return {
    columns: ["system", "what", page.labelOf(samples[0]), "density", "share of values"],
    rows: fitted.flatMap((s) => modes(s).map(([x, y, share]) => [s.system, "mode", x, y, share])).concat(
      samples.flatMap((s) => places(s).map(([x, y]) => [s.system, "density", x, y, ""]))),
    plot: {
      title: "Density of the values" + (fitted.length ? ", fitted mixture (dashed) and its modes (\u25bc)" : "") +
        (outside ? "; " + outside + " far value" + (outside > 1 ? "s" : "") + " not drawn" : ""),
      x: page.valueAxis(samples[0]), y: { low: 0, high: top, bare: true },
      layers: [...layers(samples, "area", "density", places), ...layers(fitted, "dashed", "mixture", curve), ...layers(fitted, "down", "mode", modes)],
    },
  };
};
