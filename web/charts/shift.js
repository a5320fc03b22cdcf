// SPDX-License-Identifier: GPL-3.0-or-later
// shift.js -- how the deciles differ: fast runs on the left, slow ones on the right. The band holds for all deciles at
// once, the bars for one each.
"use strict";
page.charts.shift = (data) => {
  const benchmark = page.findings.benchmarks[Number(data.benchmark)], samples = page.samplesOf(data.benchmark);
  const metric = (samples[0] || {}).metric, drawn = new Set(samples.map((s) => s.named));
  const shown = page.findings.pairs.flatMap((pair) => pair.comparisons
    .filter((c) => c.benchmark === benchmark && c.metric === metric && c.shift && drawn.has(c.new.system)));
  if (shown.length === 0) return null;
  const values = shown.flatMap((c) => c.shift.points.map((p) => ({ ...p, decile: 100 * p.probability, system: page.visible(c.new.system) })));
  const bars = values.filter((v) => v.lower !== null && v.upper !== null);
  const bands = values.filter((v) => v.band_lower !== null && v.band_upper !== null);
  const x = { field: "decile", type: "quantitative", scale: { domain: [5, 95], nice: false },
    axis: { title: "decile of the values (% at or below)", grid: false, values: [10, 30, 50, 70, 90] } };
  const y = { type: "quantitative", axis: { title: "change in %", tickCount: 4 }, scale: { zero: false } };
  const names = Array.from(new Set(values.map((v) => v.system)));
  const color = { ...page.hue(samples), legend: names.length > 1 ? { ...page.hue(samples).legend, values: names, symbolType: "stroke" } : null }, confidence = 100 * shown[0].shift.confidence + " %";
  const reduced = shown.some((c) => c.shift.values < c.old.n);
  return {
    title: "Change at each decile" + (names.length > 1 ? "" : " of " + names[0]) + ": " +
      (samples[0].more_is_better ? "above" : "below") + " 0 it is better there",
    note: (bars.length ? "Bars " + confidence + " each, band " + confidence + " for all, bootstrap of top units" : "No intervals: too few top units") +
      (reduced ? ", of " + shown[0].shift.values.toLocaleString("en") + " values" : "") + ".",
    columns: ["system", "decile", "old", "new", "change in %", "lower", "upper", "lower for all", "upper for all"],
    rows: values.map((v) => [v.system, v.decile, v.old, v.new, v.change_percent, v.lower, v.upper, v.band_lower, v.band_upper]),
    spec: { layer: [
      { data: { values: bands }, mark: { type: "area", fillOpacity: 0.13 },
        encoding: { x, y: { ...y, field: "band_lower" }, y2: { field: "band_upper" }, color } },
      { data: { values: [{ zero: 0 }] }, mark: { type: "rule", color: page.color("faint") }, encoding: { y: { ...y, field: "zero" } } },
      { data: { values: bars }, mark: { type: "rule", strokeWidth: 1.5 },
        encoding: { x, y: { ...y, field: "lower" }, y2: { field: "upper" }, color } },
      { data: { values }, mark: { type: "line", point: { size: 36, filled: true } },
        encoding: { x, y: { ...y, field: "change_percent" }, color } },
    ] },
  };
};
