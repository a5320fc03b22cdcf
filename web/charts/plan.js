// SPDX-License-Identifier: GPL-3.0-or-later
// plan.js -- what more time buys: the half-width of the interval against the time, with planned counts and with top
// units only; and where the measurement stands.
"use strict";
page.charts.plan = (data) => {
  const shown = page.samplesOf(data.benchmark), samples = shown.filter((s) => s.chart.plan);
  const alike = samples.every((s) => JSON.stringify(s.chart.plan.planned) === JSON.stringify(s.chart.plan.one_level)); // one level was repeated
  const there = ([time, width]) => width > 0 && time > 0;
  const now = (s) => {
    let units = 1, time = 0;
    for (const l of s.levels) time += (units *= l.count) * l.cost_s;
    return [[time, 50 * (s.interval.upper - s.interval.lower) / s.mean]].filter(there);
  };
  const designs = [["line", "as planned", (s) => s.chart.plan.planned.filter(there)], ["dashed", "top level only", (s) => alike ? [] : s.chart.plan.one_level.filter(there)], ["dots", "now", now]];
  if (!samples.some((s) => designs[0][2](s).length > 0)) return null;
  return {
    columns: ["system", "design", "seconds", "± % of the mean"],
    rows: [designs[2], designs[0], designs[1]].flatMap(([, design, make]) => samples.flatMap((s) => make(s).map((point) => [s.system, design, ...point]))),
    plot: {
      title: "What more time buys: half-width of the interval (●: now" + (alike ? "" : "; dashed: top level only") + ")",
      x: { title: "time to measure", words: "durations", log: true }, y: { title: "± % of the mean", log: true },
      layers: designs.flatMap(([mark, what, make]) => samples.map((s) => ({ mark, what, ink: page.inkOf(shown, s), name: s.system, at: make(s) }))),
    },
  };
};
