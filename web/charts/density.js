// SPDX-License-Identifier: GPL-3.0-or-later
// density.js -- how densely the values lie, the mixture that was fitted to them (dashed), and its modes.
"use strict";
page.charts.density = (data) => {
  const samples = page.samplesOf(data.benchmark).filter((s) => s.chart.density);
  if (samples.length === 0) return null;
  const normal = (p, x) => p.weight / p.sd / Math.sqrt(2 * Math.PI) * Math.exp(-(((x - p.mean) / p.sd) ** 2) / 2);
  const mixture = (s, x) => s.chart.mixture.parts.reduce((sum, p) => sum + normal(p, x), 0);
  const places = (s) => page.unpack(s.chart.density.y)
    .map((y, i) => ({ x: s.chart.density.from + i * s.chart.density.step, y }));
  const values = page.rowsOf(samples, places), fitted = samples.filter((s) => s.chart.mixture);
  const highest = (rows) => rows.reduce((most, v) => Math.max(most, v.y), 0), peaks = page.rowsOf(fitted, (s) => places(s).map(({ x }) => ({ y: mixture(s, x) })));
  const top = Math.min(2 * highest(values), Math.max(1.15 * highest(values), 1.1 * highest(peaks)));
  const fit = page.rowsOf(fitted, (s) => places(s).map(({ x }) => ({ x, y: Math.min(mixture(s, x), top) })));
  const from = Math.min(...values.map((v) => v.x)), to = Math.max(...values.map((v) => v.x));
  const modes = page.rowsOf(fitted, (s) => s.chart.mixture.modes.filter((m) => m.at >= from && m.at <= to)
    .map((m) => ({ x: m.at, y: Math.min(mixture(s, m.at), top), share: m.share })));
  const outside = samples.reduce((n, s) => n + s.chart.density.outside, 0);
  const x = { ...page.valueAxis(samples[0]) };
  const y = { field: "y", type: "quantitative", stack: null, axis: null, scale: { domain: [0, top] } };
  const color = page.hue(samples);
  return {
    title: "Density of the values" + (fit.length ? ", fitted mixture (dashed) and its modes (\u25bc)" : "") +
      (outside ? "; " + outside + " far value" + (outside > 1 ? "s" : "") + " not drawn" : ""),
    columns: ["system", "what", page.labelOf(samples[0]), "density", "share of values"],
    rows: modes.map((m) => [m.system, "mode", m.x, m.y, m.share]).concat(
      values.map((v) => [v.system, "density", v.x, v.y, ""])),
    spec: { layer: [
      { data: { values }, mark: { type: "area", line: true, fillOpacity: 0.15 }, encoding: { x, y, color } },
      { data: { values: fit }, mark: { type: "line", strokeDash: [4, 3], strokeWidth: 1.5 },
        encoding: { x, y, color, detail: { field: "system" } } },
      { data: { values: modes }, mark: { type: "point", shape: "triangle-down", filled: true, size: 55, yOffset: -6, opacity: 1 },
        encoding: { x, y, color } },
    ] },
  };
};
