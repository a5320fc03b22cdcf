// SPDX-License-Identifier: GPL-3.0-or-later
// sequence.js -- all values in order of measuring, executions one after the other (thin lines between them).
"use strict";
page.charts.sequence = (data) => {
  const shown = page.samplesOf(data.benchmark), samples = shown.filter((s) => s.chart.sequence);
  const partsOf = (s) => {
    const q = s.chart.sequence, warm = (at) => q.warmup.some(([from, to]) => at >= from && at <= to);
    return page.stretches(q).map(([at, x]) => [at, x, warm(at) ? "warm-up" : "live"]);
  };
  const values = samples.flatMap(partsOf);
  if (values.length === 0) return null;
  const { axis, note } = page.trimmed(samples, values.map(([, x]) => x), page.valueAxis(samples[0]));
  const reduced = samples.some((s) => s.chart.sequence.n > s.chart.sequence.x.n);
  const warm = values.some(([, , part]) => part === "warm-up"), begins = samples[0].chart.sequence.begins.slice(1).map((at) => [at - 0.5, null]);
  return {
    columns: ["system", "value number", page.labelOf(samples[0]), "part"],
    rows: samples.flatMap((s) => partsOf(s).map((row) => [s.system, ...row])),
    plot: {
      title: "All values in order of measuring" + (reduced ? " (extremes of each stretch)" : "") + (warm ? "; \u00d7: warm-up" : "") + note,
      x: { title: "value number", whole: true }, y: axis,
      layers: [{ mark: "uprights", ink: "line", at: begins }, ...samples.flatMap((s) => ["live", "warm-up"].map((part) => ({ mark: part === "live" ? "dots" : "crosses",
        what: part, ink: page.inkOf(shown, s), name: s.system, at: partsOf(s).filter((row) => row[2] === part) })))],
    },
  };
};
