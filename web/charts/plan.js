// SPDX-License-Identifier: GPL-3.0-or-later
// plan.js -- what more time buys: the half-width of the interval against the time, with planned counts and with top
// units only; and where the measurement stands.
"use strict";
page.charts.plan = (data) => {
  const samples = page.samplesOf(data.benchmark).filter((s) => s.chart.plan);
  const designs = [["planned", "as planned"], ["one_level", "top level only"]]; // alike where one level was repeated
  const alike = samples.every((s) => JSON.stringify(s.chart.plan.planned) === JSON.stringify(s.chart.plan.one_level));
  const values = page.rowsOf(samples, (s) => designs.slice(0, alike ? 1 : 2)
    .flatMap(([key, design]) => s.chart.plan[key].map(([time, width]) => ({ time, width, design }))))
    .filter((v) => v.width > 0 && v.time > 0);
  if (values.length === 0) return null;
  const now = page.rowsOf(samples, (s) => {
    let units = 1, time = 0;
    for (const l of s.levels) time += (units *= l.count) * l.cost_s;
    return [{ time, width: 50 * (s.interval.upper - s.interval.lower) / s.mean }];
  }).filter((v) => v.width > 0 && v.time > 0);
  const x = { field: "time", type: "quantitative", scale: { type: "log", nice: false },
    axis: { title: "time to measure", grid: false, tickCount: 4, labelOverlap: true,
      labelExpr: "datum.value < 60 ? format(datum.value, '~s') + 's' : datum.value < 3600 ? format(datum.value / 60, '.0f') + ' min' : format(datum.value / 3600, '.0f') + ' h'" } };
  const y = { field: "width", type: "quantitative", scale: { type: "log" }, axis: { title: "± % of the mean", tickCount: 4, format: "~g", grid: false } };
  return {
    title: "What more time buys: half-width of the interval (●: now)",
    columns: ["system", "design", "seconds", "± % of the mean"],
    rows: now.map((v) => [v.system, "now", v.time, v.width]).concat(values.map((v) => [v.system, v.design, v.time, v.width])),
    spec: { layer: [
      { data: { values }, mark: { type: "line" },
        encoding: { x, y, color: page.hue(samples), strokeDash: { field: "design", type: "nominal", sort: null, legend: alike ? null : { orient: "bottom" } } } },
      { data: { values: now }, mark: { type: "point", filled: true, size: 60, opacity: 1 }, encoding: { x, y, color: page.hue(samples) } },
    ] },
  };
};
