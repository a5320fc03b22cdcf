// SPDX-License-Identifier: GPL-3.0-or-later
// page.js -- what the page's scripts share. The page is whole without them; they filter, sort, save and draw.
// The charts stand in the page's data as program/view/document/chart_json.c writes them.
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

  function saveTables(root = document) {
    for (const table of all("table", root))
      if (table.caption && !table.caption.classList.contains("heard") && !table.caption.querySelector("button"))
        table.caption.append(button("CSV", "Save this table as CSV", () =>
          saveCsv(table.className.split(" ").pop() || "table", Array.from(table.rows).filter((row) => !row.hidden && !row.classList.contains("more"))
            .map((row) => Array.from(row.cells).filter((c) => !c.classList.contains("chart"))
              .map((c) => (c.querySelector(".verdict") || c).textContent)))));
  }

  // ---- data ----

  // Numbers as program/view/document/chart_pack.c packs them: codes of one or two bytes, or evenly spaced; few stand as they are.
  function unpack(packed) {
    if (Array.isArray(packed)) return packed;
    const { n, low, step, width, codes } = packed, bytes = codes && atob(codes);
    const code = width === 1 ? (i) => bytes.charCodeAt(i) : (i) => bytes.charCodeAt(2 * i) + 256 * bytes.charCodeAt(2 * i + 1);
    return Array.from({ length: n }, (_, i) => low + step * (bytes ? code(i) : i));
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

  // Few far values would flatten a chart: it ends where the usual ones of these systems reach to, and the rest stands at
  // the edge, as plot_trim of program/view/chart/plot.c has it.
  function trimmed(axis, reaches, values) {
    const low = Math.min(...reaches.map((r) => r[0] ?? -Infinity)), high = Math.max(...reaches.map((r) => r[1] ?? Infinity));
    const beyond = high > low ? values.filter((v) => v > high || v < low) : [], most = beyond.reduce((a, b) => Math.max(a, b), -Infinity);
    return { low, high, off: beyond.length, axis: beyond.length > 0 ? { ...axis, low, high } : axis,
      note: beyond.length === 0 || axis.words !== "quantities" ? "" :
        beyond.length + (beyond.length > 1 ? " far values stand" : " far value stands") + " at the edge, up to " + page.quantity(most, axis.unit) + "." };
  }

  // The chart of a benchmark; of many systems those that are chosen, in hues of their own. Null: there is none.
  function chartOf(benchmark, kind) {
    const made = (findings.charts || [])[Number(benchmark)]?.[kind], every = everySample(benchmark);
    if (!made) return null;
    const shown = samplesOf(benchmark).map((s) => every.indexOf(s)), part = shown.length < every.length;
    let layers = made.layers.filter((layer) => layer.of === undefined || shown.includes(layer.of)).map((layer) => {
      const [x, y, low, high] = ["x", "y", "low", "high"].map((name) => layer[name] && unpack(layer[name]));
      return { ...layer, ink: part && every.some((s) => s.system === layer.name) ? INKS[shown.indexOf(layer.of)] : layer.ink,
        at: x.map((at, i) => [at, y ? y[i] : null, low ? low[i] : null, high ? high[i] : null]) };
    });
    if (layers.every((layer) => layer.of === undefined)) return null;
    const plot = { ...made }, notes = [made.note || ""], far = layers.reduce((n, layer) => n + (layer.unseen || 0), 0);
    if (far > 0) notes.push(far + (far > 1 ? " far values are" : " far value is") + " not drawn.");
    if (made.y.names) {
      const rows = made.y.names.map((_, i) => i).filter((i) => layers.some((layer) => layer.at.some((point) => point[1] === i)));
      plot.y = { ...made.y, names: rows.map((i) => made.y.names[i]) };
      layers = layers.map((layer) => ({ ...layer, at: layer.at.map(([x, y, ...ends]) => [x, rows.indexOf(y), ...ends]) }));
    }
    for (const [axis, i] of [["x", 0], ["y", 1]])
      if (plot[axis].reach) {
        const cut = trimmed(plot[axis], shown.map((s) => plot[axis].reach[s]), layers.filter((l) => l.what).flatMap((l) => l.at.map((point) => point[i])));
        plot[axis] = cut.axis;
        notes.push(cut.note);
      }
    return { ...plot, layers, note: notes.filter(Boolean).join(" ") };
  }

  return { get findings() { return findings; }, load, visible, all, element, save, button, saveCsv, saveTables, unpack, inflate,
    rawValues, everySample, samplesOf, chosen, MOST_SYSTEMS, color, forPaper, labelOf, valueAxis, trimmed, chartOf, redraw() {} };
})();
