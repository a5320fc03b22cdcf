// SPDX-License-Identifier: GPL-3.0-or-later
// page.js -- what the page's scripts share. The page is whole without them; they filter, sort, save and draw.
//
// A kind of chart is one file in charts/: it sets page.charts.KIND to a function that gets the data- attributes of its
// figure and returns { plot, columns, rows } -- a chart as plot.js draws it, and the table behind it -- or null where there
// is nothing to draw.
"use strict";
const page = (() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

  // What a screen would obey in a name is shown instead, as everywhere on the page.
  const visible = (name) => name.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (sign) => "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0"));

  // Taken out of the page when somebody opens a row: they are most of it.
  let findings = null, loading = null;
  const load = () => loading = loading || inflate(document.getElementById("findings").textContent).then((answer) => answer.json())
    .then((found) => {
      for (const sample of found.samples) {
        sample.chart = sample.chart || { units: [] }; // saved from another verb
        sample.named = sample.system;
        sample.system = visible(sample.system);
      }
      findings = found;
    });

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

  // Says that it copied: a button that does not is pressed again.
  function copying(button, text) {
    const words = button.textContent;
    button.addEventListener("click", () => {
      const tell = (said) => {
        button.textContent = said;
        setTimeout(() => (button.textContent = words), 1500);
      };
      if (navigator.clipboard) navigator.clipboard.writeText(text()).then(() => tell("copied"), () => tell("not allowed"));
      else tell("not allowed");
    });
    return button;
  }

  function saveTables(root = document) {
    for (const table of all("table", root))
      if (table.caption && !table.caption.classList.contains("heard") && !table.caption.querySelector("button"))
        table.caption.append(button("CSV", "Save this table as CSV", () =>
          saveCsv(table.className.split(" ").pop() || "table", Array.from(table.rows).filter((row) => !row.hidden && !row.classList.contains("more"))
            .map((row) => Array.from(row.cells).filter((c) => !c.classList.contains("chart"))
              .map((c) => (c.querySelector(".verdict") || c).textContent)))));
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

  // The samples of one benchmark, of its first metric; of many systems those that are chosen.
  const chosen = new Map(); // benchmark -> names of systems
  const MOST_SYSTEMS = 6;
  function everySample(benchmark) {
    const mine = findings.samples.filter((s) => s.benchmark === findings.benchmarks[Number(benchmark)]);
    return mine.filter((s) => s.metric === mine[0].metric);
  }
  function samplesOf(benchmark) {
    const mine = everySample(benchmark), wanted = chosen.get(String(benchmark));
    return wanted ? mine.filter((s) => wanted.has(s.system)) : mine.slice(0, MOST_SYSTEMS);
  }

  // ---- looks ----

  // Of the screen, or of what is saved for paper.
  const paper = element("div", { class: "light", hidden: true });
  document.body.append(paper);
  let light = false;
  const color = (name) => getComputedStyle(light ? paper : document.documentElement).getPropertyValue("--" + name).trim();
  function forPaper(make) {
    light = true;
    try {
      return make();
    } finally {
      light = false;
    }
  }

  // Of a sample's values, and the ink of each system.
  const labelOf = (s) => (s.metric === "wall" ? "wall time" : s.metric) + (["s", "byte", "op/s", "1"].includes(s.unit) ? "" : " (" + s.unit + ")");
  const valueAxis = (s) => ({ title: labelOf(s), words: "quantities", unit: s.unit });
  const INKS = ["one", "two", "three", "four", "five", "six"];
  const inkOf = (samples, sample) => INKS[Math.max(0, samples.findIndex((s) => s.system === sample.system)) % INKS.length];

  // Few far values would flatten a chart: beyond four interquartile ranges they stand at the edge of the axis.
  function trimmed(samples, values, axis) {
    const low = Math.min(...samples.map((s) => Math.max(s.min, s.q1 - 4 * (s.q3 - s.q1)))),
      high = Math.max(...samples.map((s) => Math.min(s.max, s.q3 + 4 * (s.q3 - s.q1))));
    const off = high > low ? values.filter((v) => v > high || v < low).length : 0;
    const limits = off > 0 ? { low, high } : {}, far = Math.max(...samples.map((s) => s.max));
    return { axis: { ...axis, ...limits }, low, high, off, note: off ? "; " + off + " far value" + (off > 1 ? "s" : "") + " at the edge (\u25b2, up to " + page.quantity(far, samples[0].unit) + ")" : "" };
  }

  return { get findings() { return findings; }, load, visible, all, element, save, button, copying, saveCsv, saveTables, unpack, stretches, inflate,
    rawValues, everySample, samplesOf, chosen, MOST_SYSTEMS, color, forPaper, labelOf, valueAxis, inkOf, trimmed, charts: {}, redraw() {} };
})();
