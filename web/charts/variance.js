// SPDX-License-Identifier: GPL-3.0-or-later
// variance.js -- what each level adds to the variance of a value, and what it takes of the time.
"use strict";
page.charts.variance = (data) => {
  const samples = page.samplesOf(data.benchmark);
  if (samples.every((s) => s.levels.length < 2)) return null;
  const rows = page.rowsOf(samples, (s) => {
    let units = 1;
    const known = s.levels.every((l) => l.cost_s !== null);
    return s.levels.flatMap((l, order) => {
      units *= l.count;
      return [{ level: l.name, order, what: "variance", amount: Math.max(l.t2 || 0, 0) }]
        .concat(known ? [{ level: l.name, order, what: "time", amount: units * l.cost_s }] : []);
    });
  });
  const sum = (r) => rows.filter((o) => o.system === r.system && o.what === r.what).reduce((t, o) => t + o.amount, 0);
  const timed = rows.some((r) => r.what === "time");
  const values = rows.filter((r) => sum(r) > 0)
    .map((r) => ({ ...r, share: r.amount / sum(r), bar: timed ? r.what + " · " + r.system : r.system }));
  if (values.length === 0) return null;
  const levels = Array.from(new Set(values.map((v) => v.level)));
  const bars = Array.from(new Set(values.map((v) => v.bar)));
  return {
    title: timed ? "Share of each level in the variance and in the time" : "Share of each level in the variance",
    columns: ["system", "share of", "level", "share"],
    rows: values.map((v) => [v.system, v.what, v.level, v.share]),
    spec: {
      height: 22 * bars.length, data: { values }, mark: { type: "bar", stroke: page.color("paper") },
      encoding: { x: { field: "share", type: "quantitative", stack: "zero", scale: { domain: [0, 1] }, axis: { title: null, format: "%", tickCount: 5 } },
        y: { field: "bar", type: "nominal", sort: null, axis: { title: null, domain: false, ticks: false, labelLimit: 130 } },
        order: { field: "order", type: "ordinal" },
        color: { field: "level", type: "nominal", scale: { domain: levels, range: ["three", "four", "five", "one", "two"].map(page.color) } } },
    },
  };
};
