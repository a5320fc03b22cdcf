// SPDX-License-Identifier: GPL-3.0-or-later
// page.js -- filter, sort, save and, where Vega is in the page, draw. The page is whole without it.
"use strict";
(function () {
  const findings = JSON.parse(document.getElementById("findings").textContent);
  const all = (selector) => Array.from(document.querySelectorAll(selector));

  // ---- filter and sort ----

  const rows = all("table.comparisons tbody tr");
  const facts = new Map(); // of each benchmark: whether one of its rows changed, and what it is sorted by
  rows.forEach((row, order) => {
    const d = row.dataset, fact = facts.get(d.benchmark) ||
      { order, name: d.name, changed: false, effect: 0, noise: 0 };
    fact.changed = fact.changed || d.changed === "1";
    fact.effect = Math.max(fact.effect, Number(d.effect));
    fact.noise = Math.max(fact.noise, Number(d.noise));
    facts.set(d.benchmark, fact);
  });
  const orders = {
    order: (a, b) => a.order - b.order,
    effect: (a, b) => b.effect - a.effect || a.order - b.order,
    noise: (a, b) => b.noise - a.noise || a.order - b.order,
    name: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }) || a.order - b.order,
  };

  function arrange() {
    const only = document.getElementById("changed").checked;
    const compare = orders[document.getElementById("sort").value];
    const fact = (element) => facts.get(element.dataset.benchmark) || { order: 1e9, name: "", effect: -1, noise: -1 };
    for (const group of all("table.comparisons tbody, #benchmarks")) {
      const items = Array.from(group.children).filter((item) => item.dataset.benchmark !== undefined);
      items.sort((a, b) => compare(fact(a), fact(b)));
      for (const item of items) {
        item.hidden = only && !(item.dataset.changed !== undefined ? item.dataset.changed === "1" : fact(item).changed);
        group.append(item);
      }
    }
    all('figure[data-chart="forest"]').forEach(redraw);
  }

  const controls = document.querySelector(".controls");
  if (controls) {
    controls.hidden = false;
    controls.addEventListener("change", arrange);
  }
  function openTarget() {
    const target = /^#b\d+$/.test(location.hash) && document.querySelector(location.hash);
    if (target) {
      target.open = true;
      target.hidden = false;
    }
  }
  addEventListener("hashchange", openTarget);
  openTarget();

  // ---- save ----

  function save(name, url) {
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
  }

  function button(text, label, action) {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "save";
    element.textContent = text;
    element.setAttribute("aria-label", label);
    element.addEventListener("click", action);
    return element;
  }

  // Cells that a spreadsheet would take for a formula are made text.
  function csvOf(table) {
    const cell = (text) => {
      const safe = /^[=@\t\r]|^[+-](?![\d.])/.test(text) ? "'" + text : text;
      return /[",\n]/.test(safe) ? '"' + safe.replace(/"/g, '""') + '"' : safe;
    };
    return Array.from(table.rows).filter((row) => !row.hidden)
      .map((row) => Array.from(row.cells).map((c) => cell(c.textContent)).join(",")).join("\r\n") + "\r\n";
  }
  for (const table of all("table"))
    if (table.caption) table.caption.append(button("CSV", "Save this table as CSV", () => {
      const url = URL.createObjectURL(new Blob([csvOf(table)], { type: "text/csv" }));
      save("table.csv", url);
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    }));

  // ---- charts ----

  const drawn = new Map(); // figure -> view
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  const palette = () => ["one", "two", "three", "four", "five"].map(color);
  const marks = { faster: "triangle-down", slower: "triangle-up", equivalent: "square", inconclusive: "circle" };

  const longest = Math.max(...findings.samples.map((s) => s.system.length));

  function config() {
    const ink = color("ink"), faint = color("faint"), line = color("line");
    return {
      background: null, font: "system-ui, sans-serif", view: { stroke: null },
      range: { category: palette() },
      axis: { labelColor: faint, titleColor: faint, gridColor: line, domainColor: line, tickColor: line,
        titleFontWeight: "normal", labelFontSize: 11, titleFontSize: 11, gridOpacity: 0.6 },
      legend: { labelColor: ink, titleColor: faint, orient: "top", title: null, labelFontSize: 11, labelLimit: 280,
        symbolStrokeWidth: 2, columns: longest > 16 ? 1 : 2 },
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
  const label = (s) => s.metric + (short[s.unit] || s.unit === "1" ? "" : " (" + s.unit + ")");
  const hue = { field: "system", type: "nominal", sort: null, scale: {} };

  // Without data beyond them, both ends of an open interval run to the edge of the chart.
  function forest(data) {
    const pair = findings.pairs[Number(data.pair)];
    const shown = pair.comparisons.filter((c) => c.change_percent.estimate !== null);
    const bounded = shown.filter((c) => c.ratio.interval.kind === "bounded" && c.change_percent.lower !== null);
    if (shown.length === 0) return null;
    const only = document.getElementById("changed").checked;
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
    if (only) values = values.filter((v) => v.verdict === "faster" || v.verdict === "slower");
    if (values.length === 0) return null;
    values.sort(orders[document.getElementById("sort").value]);
    const y = { field: "name", type: "nominal", sort: null, axis: { title: null, labelLimit: narrow ? 110 : 260,
      domain: false, ticks: false, labelColor: color("ink") } };
    const x = { type: "quantitative", title: "change in %", scale: { domain: [low - pad, high + pad], nice: false, zero: false },
      axis: { tickCount: narrow ? 4 : 8 } };
    const verdicts = Object.keys(marks).filter((v) => values.some((c) => c.verdict === v));
    const paint = { field: "verdict", type: "nominal", scale: { domain: verdicts, range: verdicts.map(color) } };
    return {
      title: "Change of each benchmark with its " + 100 * findings.confidence + " % interval; the band is the margin",
      spec: {
        height: values.length * (values.length > 40 ? 15 : 24),
        layer: [
          { data: { values: [{ from: -100 * (1 - 1 / (1 + margin / 100)), to: margin }] },
            mark: { type: "rect", color: color("faint"), opacity: 0.15 },
            encoding: { x: { ...x, field: "from" }, x2: { field: "to" } } },
          { data: { values: [{ zero: 0 }] }, mark: { type: "rule", color: color("faint") }, encoding: { x: { ...x, field: "zero" } } },
          { data: { values }, mark: { type: "rule", strokeWidth: 2 }, encoding: { y, x: { ...x, field: "lower" }, x2: { field: "upper" }, color: { ...paint } } },
          { data: { values }, mark: { type: "point", filled: true, size: 70, opacity: 1 }, encoding: { y, x: { ...x, field: "estimate" }, color: { ...paint },
            shape: { field: "verdict", type: "nominal", scale: { domain: verdicts, range: verdicts.map((v) => marks[v]) } } } },
        ],
      },
    };
  }

  // The samples of one benchmark, of its first metric.
  function samplesOf(data) {
    const mine = findings.samples.filter((s) => s.benchmark === findings.benchmarks[Number(data.benchmark)]);
    return mine.filter((s) => s.metric === mine[0].metric);
  }
  const rowsOf = (samples, make) => samples.flatMap((s) => make(s).map((row) => ({ ...row, system: s.system })));

  function density(data) {
    const samples = samplesOf(data).filter((s) => s.chart.density);
    if (samples.length === 0) return null;
    const outside = samples.reduce((n, s) => n + s.chart.density.outside, 0);
    const values = rowsOf(samples, (s) => s.chart.density.y.map((y, i) => ({ x: s.chart.density.from + i * s.chart.density.step, y })));
    return { title: "Density of the values" + (outside ? " (" + outside + " far values not drawn)" : ""), spec: {
      data: { values }, mark: { type: "area", line: true, fillOpacity: 0.15 },
      encoding: { x: { field: "x", type: "quantitative", scale: { zero: false, nice: false }, axis: axisOf(samples[0].unit, label(samples[0])) },
        y: { field: "y", type: "quantitative", stack: null, axis: null }, color: hue } } };
  }

  function ecdf(data) {
    const samples = samplesOf(data).filter((s) => s.chart.ecdf);
    if (samples.length === 0) return null;
    const values = rowsOf(samples, (s) => s.chart.ecdf.x.map((x, i) => ({ x, y: s.chart.ecdf.y[i] })));
    return { title: "Share of values at or below", spec: {
      data: { values }, mark: { type: "line", interpolate: "step-after" },
      encoding: { x: { field: "x", type: "quantitative", scale: { zero: false, nice: false }, axis: axisOf(samples[0].unit, label(samples[0])) },
        y: { field: "y", type: "quantitative", scale: { domain: [0, 1] }, axis: { title: null, format: "%", tickCount: 5 } },
        color: hue, strokeDash: { field: "system", type: "nominal", sort: null } } } };
  }

  function sequence(data) {
    const samples = samplesOf(data);
    const values = rowsOf(samples, (s) => s.chart.sequence.x.map((x, i) => ({ x, at: s.chart.sequence.position[i],
      part: s.chart.sequence.warmup[i] ? "warm-up" : "live" })));
    if (values.length === 0) return null;
    const reduced = samples.some((s) => s.chart.sequence.n > s.chart.sequence.x.length);
    return { title: "Values in order of measuring" + (reduced ? " (extremes of each stretch)" : ""), spec: {
      data: { values }, mark: { type: "point", size: values.length < 100 ? 40 : 16, filled: true, opacity: 0.65 },
      encoding: { x: { field: "at", type: "quantitative", scale: { nice: false, zero: false }, axis: { title: "value number", grid: false, tickCount: 4, format: "~s" } },
        y: { field: "x", type: "quantitative", scale: { zero: false }, axis: axisOf(samples[0].unit, label(samples[0])) },
        color: hue, shape: { field: "part", type: "nominal", scale: { domain: ["live", "warm-up"], range: ["circle", "cross"] },
          legend: values.some((v) => v.part === "warm-up") ? { orient: "bottom" } : null } } } };
  }

  function units(data) {
    const samples = samplesOf(data);
    const values = rowsOf(samples, (s) => s.chart.units.flatMap((u) => u.means.map((mean) => ({ mean, level: u.level }))));
    if (values.length === 0) return null;
    const systems = new Set(samples.map((s) => s.system)).size, levels = new Set(values.map((v) => v.level)).size;
    return { title: "Means of the units of each level", spec: {
      height: Math.max(60, 16 * systems * levels),
      data: { values }, mark: { type: "tick", thickness: 1.5, size: 11, opacity: 0.7 },
      encoding: { x: { field: "mean", type: "quantitative", scale: { zero: false, nice: false }, axis: axisOf(samples[0].unit, label(samples[0])) },
        y: { field: "level", type: "nominal", sort: null, axis: { title: null, domain: false, ticks: false, labelLimit: 90 } },
        yOffset: { field: "system", type: "nominal", sort: null }, color: hue } } };
  }

  function variance(data) {
    const samples = samplesOf(data);
    const values = rowsOf(samples, (s) => s.levels.map((l, order) => ({ level: l.name, order, t2: Math.max(l.t2 || 0, 0) })));
    if (samples.every((s) => s.levels.length < 2) || values.every((v) => v.t2 === 0)) return null;
    const levels = Array.from(new Set(values.map((v) => v.level)));
    return { title: "Share of each level in the variance", spec: {
      height: 26 * samples.length, data: { values }, mark: { type: "bar", stroke: color("paper") },
      encoding: { x: { field: "t2", type: "quantitative", stack: "normalize", axis: { title: null, format: "%", tickCount: 5 } },
        y: { field: "system", type: "nominal", sort: null, axis: { title: null, domain: false, ticks: false, labelLimit: 110 } },
        order: { field: "order", type: "ordinal" },
        color: { field: "level", type: "nominal", scale: { domain: levels, range: ["three", "four", "five", "one", "two"].map(color) } } } } };
  }

  function plan(data) {
    const samples = samplesOf(data).filter((s) => s.chart.plan);
    const designs = [["planned", "as planned"], ["one_level", "top level only"]]; // alike where one level was repeated
    const alike = samples.every((s) => JSON.stringify(s.chart.plan.planned) === JSON.stringify(s.chart.plan.one_level));
    const values = rowsOf(samples, (s) => designs.slice(0, alike ? 1 : 2)
      .flatMap(([key, design]) => s.chart.plan[key].map(([time, width]) => ({ time, width, design }))))
      .filter((v) => v.width > 0 && v.time > 0);
    if (values.length === 0) return null;
    return { title: "What more time buys: half-width of the interval", spec: {
      data: { values }, mark: { type: "line" },
      encoding: { x: { field: "time", type: "quantitative", scale: { type: "log", nice: false }, axis: { title: "time to measure", grid: false, tickCount: 4, labelOverlap: true,
          labelExpr: "datum.value < 60 ? format(datum.value, '~s') + 's' : datum.value < 3600 ? format(datum.value / 60, '.0f') + ' min' : format(datum.value / 3600, '.0f') + ' h'" } },
        y: { field: "width", type: "quantitative", scale: { type: "log" }, axis: { title: "± % of the mean", tickCount: 4, format: "~g", grid: false } },
        color: hue, strokeDash: { field: "design", type: "nominal", sort: null, legend: alike ? null : { orient: "bottom" } } } } };
  }

  const builders = { forest, density, ecdf, sequence, units, variance, plan };

  function draw(figure) {
    const built = builders[figure.dataset.chart](figure.dataset);
    figure.replaceChildren();
    figure.hidden = built === null;
    if (built === null) return;
    const caption = document.createElement("figcaption"), place = document.createElement("div");
    caption.textContent = built.title;
    figure.append(caption, place);
    const spec = { height: 170, ...built.spec, width: Math.max(200, Math.floor(figure.clientWidth)), description: built.title,
      autosize: { type: "fit-x", contains: "padding" }, config: config() };
    const runtime = vega.parse(vegaLite.compile(spec).spec, null, { ast: true });
    const view = new vega.View(runtime, { renderer: "svg", expr: vega.expressionInterpreter, container: place, logLevel: vega.Error });
    drawn.set(figure, view);
    const name = figure.dataset.chart;
    view.runAsync().then(() => {
      const saving = document.createElement("span");
      saving.className = "saving";
      caption.append(saving);
      for (const type of ["svg", "png"])
        saving.append(button(type.toUpperCase(), "Save this chart as " + type.toUpperCase(), () =>
          view.toImageURL(type, type === "png" ? 2 : 1).then((url) => save(name + "." + type, url))));
      document.documentElement.dataset.drawn = Number(document.documentElement.dataset.drawn || 0) + 1;
    });
  }

  function redraw(figure) {
    if (!drawn.has(figure) && !figure.hidden) return;
    const view = drawn.get(figure);
    drawn.delete(figure);
    if (view) view.finalize();
    draw(figure);
  }

  if (typeof vega === "undefined") return;
  document.body.classList.add("drawing");
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries)
      if (entry.isIntersecting) {
        watcher.unobserve(entry.target);
        draw(entry.target);
      }
  }, { rootMargin: "300px" });
  all("figure.chart").forEach((figure) => watcher.observe(figure));
  addEventListener("beforeprint", () => {
    all("details").forEach((item) => (item.open = true));
    all("figure.chart").filter((figure) => !drawn.has(figure) && !figure.hidden).forEach(draw);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => Array.from(drawn.keys()).forEach(redraw));
  let width = innerWidth, timer;
  addEventListener("resize", () => {
    clearTimeout(timer);
    if (innerWidth !== width) timer = setTimeout(() => {
      width = innerWidth;
      Array.from(drawn.keys()).forEach(redraw);
    }, 150);
  });
})();
