// SPDX-License-Identifier: GPL-3.0-or-later
// shift.js -- how the deciles differ: fast runs on the left, slow ones on the right. The band holds for all deciles at
// once, the bars for one each.
"use strict";
page.charts.shift = (data) => {
  const benchmark = page.findings.benchmarks[Number(data.benchmark)], samples = page.samplesOf(data.benchmark);
  const metric = (samples[0] || {}).metric, drawn = new Map(samples.map((s) => [s.named, s]));
  const shown = page.findings.pairs.flatMap((pair) => pair.comparisons
    .filter((c) => c.benchmark === benchmark && c.metric === metric && c.shift && drawn.has(c.new.system)));
  if (shown.length === 0) return null;
  const values = shown.flatMap((c) => c.shift.points.map((p) => ({ ...p, decile: 100 * p.probability, system: page.visible(c.new.system) })));
  const bars = values.some((v) => v.lower !== null && v.upper !== null), names = Array.from(new Set(values.map((v) => v.system)));
  const confidence = 100 * shown[0].shift.confidence + " %", reduced = shown.some((c) => c.shift.values < c.old.n);
  const layersOf = (c) => {
    const ends = (low, high) => c.shift.points.filter((p) => p[low] !== null && p[high] !== null).map((p) => [100 * p.probability, p.change_percent, p[low], p[high]]);
    const all = c.shift.points.map((p) => [100 * p.probability, p.change_percent]), look = { ink: page.inkOf(samples, drawn.get(c.new.system)), name: page.visible(c.new.system) };
    return [{ mark: "band", at: ends("band_lower", "band_upper") }, { mark: "spans", at: ends("lower", "upper") }, { mark: "line", at: all }, { mark: "dots", what: "change in %", at: all }].map((layer) => ({ ...look, ...layer }));
  };
  return {
    columns: ["system", "decile", "old", "new", "change in %", "lower", "upper", "lower for all", "upper for all"],
    rows: values.map((v) => [v.system, v.decile, v.old, v.new, v.change_percent, v.lower, v.upper, v.band_lower, v.band_upper]),
    plot: {
      title: "Change at each decile" + (names.length > 1 ? "" : " of " + names[0]) + ": " + (samples[0].more_is_better ? "above" : "below") + " 0 it is better there",
      note: (bars ? "Bars " + confidence + " each, band " + confidence + " for all, bootstrap of top units" : "No intervals: too few top units") +
        (reduced ? ", of " + shown[0].shift.values.toLocaleString("en") + " values" : "") + ".",
      x: { title: "decile of the values (% at or below)", low: 5, high: 95, ticks: [10, 30, 50, 70, 90] }, y: { title: "change in %", words: "percents" }, zero: 0,
      layers: shown.flatMap(layersOf),
    },
  };
};
