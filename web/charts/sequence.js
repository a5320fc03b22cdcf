// SPDX-License-Identifier: GPL-3.0-or-later
// sequence.js -- all values in order of measuring, executions one after the other (thin lines between them).
"use strict";
page.charts.sequence = (data) => {
  const samples = page.samplesOf(data.benchmark).filter((s) => s.chart.sequence);
  const everything = page.rowsOf(samples, (s) => {
    const q = s.chart.sequence;
    const warm = (at) => q.warmup.some(([from, to]) => at >= from && at <= to);
    return page.stretches(q).map(([at, x]) => ({ x, at, part: warm(at) ? "warm-up" : "live" }));
  });
  if (everything.length === 0) return null;
  const { rows: values, note } = page.trimmed(samples, everything);
  for (const v of values) v.part = v.edge || v.part;
  const reduced = samples.some((s) => s.chart.sequence.n > s.chart.sequence.x.n);
  const begins = samples[0].chart.sequence.begins.slice(1).map((at) => ({ at: at - 0.5 }));
  const warm = values.some((v) => v.part === "warm-up");
  const x = { field: "at", type: "quantitative", scale: { nice: false, zero: false },
    axis: { title: "value number", grid: false, tickCount: 4, labelExpr: "datum.value < 10000 ? datum.value : format(datum.value, '~s')" } };
  return {
    title: "All values in order of measuring" + (reduced ? " (extremes of each stretch)" : "") + note,
    columns: ["system", "value number", page.labelOf(samples[0]), "part"],
    rows: everything.map((v) => [v.system, v.at, v.x, v.part]),
    spec: { layer: [
      { data: { values: begins }, mark: { type: "rule", color: page.color("line") }, encoding: { x } },
      { data: { values }, mark: { type: "point", size: values.length < 100 ? 40 : 14, filled: true, opacity: 0.7 },
        encoding: { x, y: { field: "x", type: "quantitative", scale: { zero: false }, axis: page.axisOf(samples[0].unit, page.labelOf(samples[0])) },
          color: page.hue(samples), shape: { field: "part", type: "nominal", scale: { domain: ["live", "warm-up", "above", "below"], range: ["circle", "cross", "triangle-up", "triangle-down"] },
            legend: warm ? { orient: "bottom", values: ["live", "warm-up"] } : null } } },
    ] },
  };
};
