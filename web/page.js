// SPDX-License-Identifier: GPL-3.0-or-later
// page.js -- what the page's scripts share. The page is whole without them; they filter, sort, save and draw.
//
// A kind of chart is one file in charts/: it sets page.charts.KIND to a function that gets the data- attributes of its
// figure and returns { title, spec, columns, rows } -- a Vega-Lite specification without size and colours, and the table
// behind it -- or null where there is nothing to draw.
"use strict";
const page = (() => {
  const findings = JSON.parse(document.getElementById("findings").textContent);
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

  for (const sample of findings.samples) sample.chart = sample.chart || { units: [] }; // saved from another verb

  // ---- elements ----

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
    made.append(...children);
    return made;
  }

  function save(name, url) {
    element("a", { href: url, download: name }).click();
  }

  const button = (text, label, action) =>
    element("button", { type: "button", class: "save", "aria-label": label, onclick: action }, text);

  // Cells that a spreadsheet would take for a formula are made text.
  function csv(rows) {
    const cell = (text) => {
      const safe = /^[=@\t\r]|^[+-](?![\d.])/.test(text) ? "'" + text : text;
      return /[",\n]/.test(safe) ? '"' + safe.replace(/"/g, '""') + '"' : safe;
    };
    return rows.map((row) => row.map((c) => cell(String(c))).join(",")).join("\r\n") + "\r\n";
  }

  function saveCsv(name, rows) {
    const url = URL.createObjectURL(new Blob([csv(rows)], { type: "text/csv" }));
    save(name + ".csv", url);
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  // ---- data ----

  // Numbers as program/view/chart/chart_pack.c packs them: 16-bit codes.
  function unpack(packed) {
    const bytes = atob(packed.codes), x = new Array(packed.n);
    for (let i = 0; i < packed.n; i++)
      x[i] = packed.low + packed.step * (bytes.charCodeAt(2 * i) + 256 * bytes.charCodeAt(2 * i + 1));
    return x;
  }

  // As program/view/chart/chart.c reduces long series: [position from 1, value].
  function stretches({ n, x }) {
    const values = unpack(x), buckets = values.length / 2;
    return values.map((v, i) => [values.length === n ? i + 1 : Math.round((Math.floor(i / 2) + 0.25 + i % 2 / 2) * n / buckets) + 1, v]);
  }

  async function inflate(base64) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
  }

  // Every value of a sample of a page that was written with --raw.
  const rawValues = (raw) => inflate(raw.data).then((answer) => answer.arrayBuffer())
    .then((buffer) => new Float64Array(buffer));

  // The samples of one benchmark, of its first metric.
  function samplesOf(benchmark) {
    const mine = findings.samples.filter((s) => s.benchmark === findings.benchmarks[Number(benchmark)]);
    return mine.filter((s) => s.chart && s.metric === mine[0].metric);
  }
  const systems = Array.from(new Set(findings.samples.map((s) => s.system)));
  const rowsOf = (samples, make) => samples.flatMap((s) => make(s).map((row) => ({ ...row, system: s.system })));

  // ---- looks ----

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  const palette = () => ["one", "two", "three", "four", "five"].map(color);
  const longest = Math.max(...systems.map((s) => s.length));

  function config() {
    const ink = color("ink"), faint = color("faint"), line = color("line");
    return {
      background: null, font: "system-ui, sans-serif", view: { stroke: null },
      range: { category: palette() },
      axis: { labelColor: faint, titleColor: faint, gridColor: line, domainColor: line, tickColor: line,
        titleFontWeight: "normal", labelFontSize: 11, titleFontSize: 11, gridOpacity: 0.6 },
      header: { labelColor: faint, titleColor: faint, labelFontSize: 11, labelPadding: 4 },
      legend: { labelColor: ink, titleColor: faint, orient: "top", title: null, labelFontSize: 11, labelLimit: 280,
        symbolStrokeWidth: 2, columns: longest > 16 ? 1 : 3 },
      line: { strokeWidth: 2 },
    };
  }

  // "1.9 ms": the number with its prefix, then the unit; other units stand in the title.
  const short = { s: "s", byte: "B", "op/s": "op/s" };
  function axisOf(unit, title) {
    const sign = short[unit];
    return { title, grid: false, tickCount: 4, labelOverlap: true,
      labelExpr: sign ? "format(datum.value, '~s') + '" + sign + "'" : "format(datum.value, '~s')" };
  }
  const labelOf = (s) => s.metric + (short[s.unit] || s.unit === "1" ? "" : " (" + s.unit + ")");
  const valueAxis = (s) => ({ field: "x", type: "quantitative", scale: { zero: false, nice: false },
    axis: axisOf(s.unit, labelOf(s)) });
  const hue = { field: "system", type: "nominal", sort: null, scale: { domain: systems } };

  return { findings, all, element, save, button, saveCsv, unpack, stretches, inflate, rawValues, samplesOf, systems, rowsOf, color,
    palette, config, axisOf, labelOf, valueAxis, hue, charts: {}, redraw() {} };
})();
