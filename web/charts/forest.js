// SPDX-License-Identifier: GPL-3.0-or-later
// forest.js -- the changes of all benchmarks with their intervals, and the margin. Without data beyond them, both ends
// of an open interval run to the edge of the chart.
"use strict";
page.charts.forest = (data) => {
  const { findings, color } = page;
  const marks = { faster: "triangle-down", slower: "triangle-up", equivalent: "square", inconclusive: "circle" };
  const shown = findings.pairs[Number(data.pair)].comparisons.filter((c) => c.change_percent.estimate !== null);
  if (shown.length === 0) return null;
  const bounded = shown.filter((c) => c.ratio.interval.kind === "bounded" && c.change_percent.lower !== null);
  const margin = 100 * shown[0].margin, narrow = innerWidth < 600;
  const ends = bounded.flatMap((c) => [c.change_percent.lower, c.change_percent.upper])
    .concat(shown.map((c) => c.change_percent.estimate), [-margin, margin]);
  const low = Math.min(...ends), high = Math.max(...ends), pad = (high - low) * 0.05 || 1;
  const several = new Set(shown.map((c) => c.metric)).size > 1;
  let values = shown.map((c, i) => {
    const d = c.change_percent, kind = c.ratio.interval.kind;
    const open = kind === "ray" || kind === "all";
    return { name: c.benchmark + (several ? " · " + c.metric : ""), estimate: d.estimate, verdict: c.verdict,
      lower: d.lower === null ? (open ? low - pad : d.estimate) : Math.max(d.lower, low - pad),
      upper: d.upper === null ? (open ? high + pad : d.estimate) : Math.min(d.upper, high + pad),
      order: i, effect: Math.abs(Math.log(c.ratio.estimate)), noise: d.upper === null ? 1e9 : d.upper - d.lower };
  });
  if (page.changedOnly()) values = values.filter((v) => v.verdict === "faster" || v.verdict === "slower");
  if (values.length === 0) return null;
  values.sort(page.order());
  const y = { field: "name", type: "nominal", sort: null, axis: { title: null, labelLimit: narrow ? 110 : 260,
    domain: false, ticks: false, labelColor: color("ink") } };
  const x = { type: "quantitative", title: "change in %", scale: { domain: [low - pad, high + pad], nice: false, zero: false },
    axis: { tickCount: narrow ? 4 : 8 } };
  const verdicts = Object.keys(marks).filter((v) => values.some((c) => c.verdict === v));
  const paint = { field: "verdict", type: "nominal", scale: { domain: verdicts, range: verdicts.map(color) } };
  return {
    title: "Change of each benchmark with its " + 100 * findings.confidence + " % interval; the band is the margin",
    columns: ["benchmark", "verdict", "change in %", "lower", "upper"],
    rows: values.map((v) => [v.name, v.verdict, v.estimate, v.lower, v.upper]),
    spec: {
      height: values.length * (values.length > 40 ? 15 : 24),
      layer: [
        { data: { values: [{ from: -100 * (1 - 1 / (1 + margin / 100)), to: margin }] },
          mark: { type: "rect", color: color("faint"), opacity: 0.15 },
          encoding: { x: { ...x, field: "from" }, x2: { field: "to" } } },
        { data: { values: [{ zero: 0 }] }, mark: { type: "rule", color: color("faint") }, encoding: { x: { ...x, field: "zero" } } },
        { data: { values }, mark: { type: "rule", strokeWidth: 2 },
          encoding: { y, x: { ...x, field: "lower" }, x2: { field: "upper" }, color: paint } },
        { data: { values }, mark: { type: "point", filled: true, size: 70, opacity: 1 },
          encoding: { y, x: { ...x, field: "estimate" }, color: paint,
            shape: { field: "verdict", type: "nominal", scale: { domain: verdicts, range: verdicts.map((v) => marks[v]) } } } },
      ],
    },
  };
};
