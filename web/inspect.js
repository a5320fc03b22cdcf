// SPDX-License-Identifier: GPL-3.0-or-later
// inspect.js -- the papers' inspection by eye (Kalibera & Jones 2013, section 6.1): say on a run sequence where it starts
// to look stable; lag plots, autocorrelations and run sequence of the rest stand above a randomly reordered copy. What
// shows a pattern that the copy has not is not independent. The command that records the choice is printed.
"use strict";
(() => {
  const { element, color, unpack } = page;
  const LAGS = [1, 2, 3, 4], MOST_LAG = 30, MOST_POINTS = 250, MOST_LINE = 400, LEAST = 8;
  const ORDERED = "as measured", SHUFFLED = "reordered";

  // ---- numbers ----

  // Reordered with a seed (mulberry32): the same picture every time, another one on request.
  function shuffled(x, seed) {
    const y = x.slice();
    let state = seed >>> 0;
    const random = () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = Math.imul(state ^ (state >>> 15), state | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    for (let i = y.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [y[i], y[j]] = [y[j], y[i]];
    }
    return y;
  }

  function autocorrelations(x, most) {
    const mean = x.reduce((sum, v) => sum + v, 0) / x.length, d = x.map((v) => v - mean);
    const c0 = d.reduce((sum, v) => sum + v * v, 0), r = [];
    for (let k = 1; k <= Math.min(most, x.length - 1); k++) {
      let c = 0;
      for (let i = k; i < d.length; i++) c += d[i] * d[i - k];
      r.push(c0 > 0 ? c / c0 : 0);
    }
    return r;
  }

  // At most n of the pairs, evenly spaced.
  function some(n, count, make) {
    const m = Math.min(n, count), rows = [];
    for (let i = 0; i < m; i++) rows.push(make(m < count ? Math.floor(i * count / m) : i));
    return rows;
  }

  // The smallest and the largest of each stretch, in order.
  function extremes(x, most) {
    if (x.length <= most) return x.map((v, i) => [i, v]);
    const rows = [], buckets = most / 2;
    for (let b = 0; b < buckets; b++) {
      const begin = Math.floor(b * x.length / buckets), end = Math.floor((b + 1) * x.length / buckets);
      let least = begin, largest = begin;
      for (let i = begin; i < end; i++) {
        if (x[i] < x[least]) least = i;
        if (x[i] > x[largest]) largest = i;
      }
      for (const i of least < largest ? [least, largest] : [largest, least]) rows.push([i, x[i]]);
    }
    return rows;
  }

  // ---- specifications: compiled once, then only their data change ----

  const named = (name, values = []) => ({ name, values });
  const unitAxis = (s, more = {}) => ({ ...page.axisOf(s.unit, null), ...more });

  function runSpec(s, width) {
    const x = { field: "at", type: "quantitative", scale: { nice: false, zero: false },
      axis: { title: "iteration", grid: false, tickCount: width < 400 ? 4 : 8, format: "d" } };
    const y = { field: "x", type: "quantitative", scale: { zero: false }, axis: page.axisOf(s.unit, page.labelOf(s)) };
    return { width, height: 170, layer: [
      { data: named("declared"), mark: { type: "rect", color: color("faint"), opacity: 0.22 }, encoding: { x, x2: { field: "to" } } },
      { data: named("live"), mark: { type: "rect", color: color("three"), opacity: 0.12 }, encoding: { x, x2: { field: "to" } } },
      { data: named("values"), mark: { type: "point", filled: true, size: 14, opacity: 0.7, color: color("one") },
        encoding: { x, y, shape: { field: "part", type: "nominal", legend: null,
          scale: { domain: ["live", "warm-up", "above", "below"], range: ["circle", "cross", "triangle-up", "triangle-down"] } } } },
      { data: named("segments"), mark: { type: "rule", strokeWidth: 2.5, color: color("two") }, encoding: { x, x2: { field: "to" }, y } },
      { data: named("chosen"), mark: { type: "rule", strokeWidth: 2, strokeDash: [5, 3], color: color("ink") }, encoding: { x } },
    ] };
  }

  // The change from each iteration on that was compared, and where it is cut.
  function cutSpec(width) {
    const x = { field: "at", type: "quantitative", scale: { nice: false, zero: false },
      axis: { title: "first iteration that counts, in both systems", grid: false, tickCount: width < 400 ? 4 : 8, format: "d" } };
    const y = { field: "change", type: "quantitative", scale: { zero: true }, axis: { title: "change in %", tickCount: 4 } };
    return { width, height: 120, layer: [
      { data: named("cuts"), mark: { type: "area", color: color("two"), opacity: 0.18 }, encoding: { x, y: { ...y, field: "lower" }, y2: { field: "upper" } } },
      { data: named("cuts"), mark: { type: "line", color: color("two") }, encoding: { x, y } },
      { data: named("chosen"), mark: { type: "rule", strokeWidth: 2, strokeDash: [5, 3], color: color("ink") }, encoding: { x } },
    ] };
  }

  const twins = { field: "twin", type: "nominal", sort: [ORDERED, SHUFFLED], title: null };

  function lagSpec(s, width) {
    const side = Math.max(48, Math.floor((width - 30) / 4) - 10);
    const axis = { labels: false, ticks: false, grid: false, title: null, domain: true };
    return { data: named("lags"), facet: { row: { ...twins, header: { labelOrient: "left", labelAngle: -90 } },
      column: { field: "lag", type: "nominal", title: null, header: { labelExpr: "'lag ' + datum.value" } } }, spacing: 8,
    spec: { width: side, height: 86, mark: { type: "point", filled: true, size: 9, opacity: 0.55, color: color("one") },
      encoding: { x: { field: "x", type: "quantitative", scale: { zero: false, nice: false }, axis },
        y: { field: "y", type: "quantitative", scale: { zero: false, nice: false }, axis } } } };
  }

  function acfSpec(s, width) {
    const x = { field: "lag", type: "quantitative", scale: { nice: false, zero: true }, axis: { title: "lag", grid: false, tickCount: 6 } };
    const y = { field: "r", type: "quantitative", axis: { title: null, tickCount: 4, grid: false } };
    return { data: named("acf"), facet: { row: { ...twins, header: { labelOrient: "left", labelAngle: -90 } } }, spacing: 8,
      spec: { width: width - 60, height: 78, layer: [
        { mark: { type: "rule", strokeWidth: 2.5, color: color("one") }, encoding: { x, y, y2: { datum: 0 } } },
        { mark: { type: "line", strokeDash: [4, 3], strokeWidth: 1, color: color("two") }, encoding: { x, y: { ...y, field: "bound" } } },
        { mark: { type: "line", strokeDash: [4, 3], strokeWidth: 1, color: color("two") }, encoding: { x, y: { ...y, field: "minus" } } },
      ] } };
  }

  function lineSpec(s, width) {
    return { data: named("line"), facet: { row: { ...twins, header: { labelOrient: "left", labelAngle: -90 } } }, spacing: 18,
      spec: { width: width - 80, height: 78, mark: { type: "line", strokeWidth: 1, color: color("one"), point: { size: 6, filled: true, color: color("one") } },
        encoding: { x: { field: "at", type: "quantitative", scale: { nice: false, zero: false }, axis: { title: "iteration", grid: false, tickCount: 4, format: "d" } },
          y: { field: "x", type: "quantitative", scale: { zero: false }, axis: unitAxis(s, { tickCount: 3 }) } } } };
  }

  // ---- rows of data ----

  // Trimmed by their own quartiles, warm-up and all: rows, and how many stand at the edge.
  function trimmed(sample, rows) {
    const x = rows.map((v) => v.x).sort((a, b) => a - b), at = (share) => x[Math.floor(share * (x.length - 1))];
    return page.trimmed([{ unit: sample.unit, min: x[0], max: x[x.length - 1], q1: at(0.25), q3: at(0.75) }], rows);
  }

  function runRows(sample, run, from) {
    const kept = run.x.length < run.n ? run.overview : extremes(run.x, 2 * MOST_LINE).map(([i, v]) => [i + 1, v]);
    const ends = run.segments.slice(1).map(([at]) => at - 1).concat([run.n]);
    const { rows, note } = trimmed(sample, kept.map(([at, x]) => ({ at, x })));
    const [low, high] = rows.reduce(([least, most], v) => [Math.min(least, v.x), Math.max(most, v.x)], [Infinity, -Infinity]);
    return { note, data: {
      values: rows.map((v) => ({ ...v, part: v.edge || (v.at <= run.warmup ? "warm-up" : "live") })),
      segments: run.segments.map(([at, x], i) => ({ at, to: ends[i], x: Math.min(high, Math.max(low, x)) })),
      declared: run.warmup > 0 ? [{ at: 1, to: run.warmup + 0.5 }] : [],
      live: [{ at: from, to: run.n }],
      chosen: [{ at: from }],
    } };
  }

  function panelRows(sample, rest, from, seed) {
    const sets = [[ORDERED, rest], [SHUFFLED, shuffled(rest, seed)]], bound = 1.96 / Math.sqrt(rest.length);
    return {
      lags: sets.flatMap(([twin, x]) => LAGS.flatMap((lag) =>
        some(MOST_POINTS, x.length - lag, (i) => ({ twin, lag, x: x[i], y: x[i + lag] })))),
      acf: sets.flatMap(([twin, x]) => autocorrelations(x, MOST_LAG).map((r, i) => ({ twin, lag: i + 1, r, bound, minus: -bound }))),
      line: trimmed(sample, sets.flatMap(([twin, x]) => extremes(x, MOST_LINE).map(([i, v]) => ({ twin, at: from + i, x: v })))).rows,
    };
  }

  // ---- what can be chosen ----

  // The executions of a sample, with their values; of a page with raw values all of them.
  async function runsOf(sample) {
    const { runs, raw } = sample.chart;
    if (raw && !sample.everything) sample.everything = await page.rawValues(raw);
    let begin = 0;
    const begins = raw ? raw.sizes.map((n) => (begin += n) - n) : [];
    return runs.executions.map((e) => ({ ...e, segments: e.segments || [],
      x: raw ? Array.from(sample.everything.subarray(begins[e.place - 1], begins[e.place - 1] + e.n)) : unpack(e.values),
      overview: e.overview && page.stretches(e.overview) }));
  }

  const quoted = (text) => /^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'";

  function commandOf(sample, from) {
    return "assay steady --from " + from + " --benchmark " + quoted(sample.benchmark) + " --system " + quoted(sample.named) +
      " " + page.findings.uid;
  }

  // The comparison that a sample has a part in, from other iterations on: with itself as the new one, else the first.
  function cutsOf(sample) {
    const mine = page.findings.pairs.flatMap((pair) => pair.comparisons)
      .filter((c) => c.benchmark === sample.benchmark && c.metric === sample.metric && c.cuts && [c.old.system, c.new.system].includes(sample.named));
    const c = mine.find((each) => each.new.system === sample.named) || mine[0];
    return c && { old: page.visible(c.old.system), new: page.visible(c.new.system), confidence: c.ratio.interval.confidence,
      at: c.cuts.from.map((at, i) => ({ at, change: 100 * (c.cuts.ratio[i] - 1), verdict: c.cuts.verdict[i], ratio: c.cuts.ratio[i],
        lower: c.cuts.lower[i] === null ? null : 100 * (c.cuts.lower[i] - 1), upper: c.cuts.upper[i] === null ? null : 100 * (c.cuts.upper[i] - 1) })) };
  }
  const nearest = (cuts, from) => cuts.at.reduce((best, cut) => (Math.abs(cut.at - from) < Math.abs(best.at - from) ? cut : best));
  const percent = (x) => x === null ? "\u221e" : (x < 0 ? "\u2212" : "+") + Math.abs(x).toFixed(1);

  // ---- all executions beside one another ----

  const MOST_SMALL = 60, SMALL = [100, 36];

  function shape(name, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  // On one scale, so that what differs is seen; far values are cut off at its ends.
  function small(run, rows, [low, high]) {
    const [width, height] = SMALL, picture = shape("svg", { viewBox: [0, 0, width, height].join(" "), preserveAspectRatio: "none", "aria-hidden": true });
    const x = (at) => (width * (at - 0.5) / run.n).toFixed(1), y = (v) => (height - 2 - (height - 4) * (v - low) / (high - low || 1)).toFixed(1);
    if (run.warmup > 0) picture.append(shape("rect", { class: "declared", x: 0, width: x(run.warmup + 1), y: 0, height }));
    picture.append(shape("polyline", { class: "mean", points: rows.map((v) => x(v.at) + "," + y(v.x)).join(" ") }));
    if (run.steady_from > run.warmup + 1) picture.append(shape("line", { class: "at", x1: x(run.steady_from), x2: x(run.steady_from), y1: 0, y2: height }));
    return picture;
  }

  // ---- the inspection of one benchmark ----

  class Inspection {
    constructor(place) {
      this.place = place;
      this.samples = page.samplesOf(place.dataset.benchmark).filter((s) => s.chart.runs && s.chart.runs.executions.some((e) => e.n > LEAST));
      this.sample = this.samples[0];
      this.seed = 1;
      this.choices = new Map(); // sample -> execution -> iteration
    }

    build() {
      const pick = (label, options, onchange) => element("label", {}, label + " ", element("select", { onchange },
        ...options.map((text, i) => element("option", { value: i }, text))));
      const change = (event) => this.choose(Number(event.target.value));
      this.slider = element("input", { type: "range", min: 1, step: 1, oninput: change, "aria-label": "first stable iteration" });
      this.number = element("input", { type: "number", min: 1, step: 1, onchange: change, "aria-label": "first stable iteration, as a number" });
      this.systems = pick("system", this.samples.map((s) => s.system), (event) => this.show(this.samples[Number(event.target.value)], 0));
      this.executions = pick("execution", [], (event) => this.show(this.sample, Number(event.target.value)));
      this.status = element("p", { class: "status", "aria-live": "polite" });
      this.command = element("code");
      this.multiples = element("div", { class: "multiples" });
      this.far = element("span");
      this.run = element("div", { class: "run", title: "Click where it starts to look stable" });
      this.cutChart = element("div");
      this.cutStatus = element("p", { class: "cut", "aria-live": "polite" });
      this.cutFigure = element("figure", { class: "cuts" }, element("figcaption", {}, "The change with both systems cut there; band: its interval"), this.cutChart);
      this.panels = { lags: element("div"), acf: element("div"), line: element("div") };
      const panel = (name, title) => element("figure", {}, element("figcaption", { "data-panel": name }, title), this.panels[name]);
      this.caption = element("figcaption", {}, "Run sequence of one execution: click where it starts to look stable", this.far);
      this.place.replaceChildren(
        element("h3", {}, "Executions, one by one: are they steady, and is what follows independent?"),
        element("p", { class: "note" }, "Good: flat from the first live iteration, alike in all executions; below, what was measured looks like its reordered copy, and " +
          "about one lag in twenty lies outside. Not good: a slope, a step, a wave. Grey: warm-up as declared; dashed: steady from there, as found by change points."),
        this.multiples,
        element("p", { class: "choice" }, this.systems, this.executions),
        element("figure", {}, this.caption, this.run),
        element("p", { class: "choice" }, element("label", {}, "stable from iteration ", this.slider), this.number,
          element("button", { type: "button", class: "save", onclick: () => this.reorder() }, "reorder again")),
        this.status, this.cutFigure, this.cutStatus,
        element("p", { class: "command", hidden: !page.findings.uid }, this.command, element("button", { type: "button", class: "save",
          onclick: () => navigator.clipboard && navigator.clipboard.writeText(this.command.textContent) }, "copy")),
        element("div", { class: "panels" }, panel("line", "The rest in order, and reordered at random"),
          panel("acf", "Autocorrelation of the rest; dashed: what independent values stay within"),
          panel("lags", "Each value against the one 1 to 4 before it")));
      this.draw();
      return this.show(this.sample, 0);
    }

    draw() {
      const width = (box) => Math.max(240, Math.floor(box.clientWidth));
      this.end();
      this.runView = page.view(runSpec(this.sample, width(this.run)), this.run,
        "Run sequence: values in order, bars are means between changes, shaded: taken as stable", "canvas");
      this.run.onclick = (event) => this.clicked(event);
      this.views = Object.fromEntries(Object.entries({ line: lineSpec, acf: acfSpec, lags: lagSpec }).map(([name, spec]) =>
        [name, page.view(spec(this.sample, width(this.panels[name])), this.panels[name],
          this.panels[name].parentElement.querySelector("figcaption").textContent, "canvas")]));
      if (this.samples.some(cutsOf)) this.views.cuts = page.view(cutSpec(width(this.run)), this.cutChart, "The change against the first iteration that counts", "canvas");
      for (const [caption, name, view] of [[this.caption, "run-sequence", this.runView],
        ...Object.entries(this.views).map(([name, view]) => [name === "cuts" ? this.cutChart.previousSibling : this.panels[name].previousSibling, name, view])]) {
        page.all("span.saving", caption).forEach((old) => old.remove());
        caption.append(page.savingView(name, view));
      }
    }

    end() {
      for (const view of this.runView ? [this.runView, ...Object.values(this.views)] : []) view.finalize();
    }

    async show(sample, index) {
      this.sample = sample;
      this.cuts = cutsOf(sample);
      this.cutFigure.hidden = this.cutStatus.hidden = !this.cuts;
      this.runs = await runsOf(sample);
      const select = this.executions.querySelector("select");
      select.replaceChildren(...this.runs.map((run, i) => element("option", { value: i, selected: i === index },
        (run.label || "all values") + (run.classification ? " (" + run.classification + ")" : ""))));
      this.executions.hidden = this.runs.length < 2;
      this.systems.hidden = this.samples.length < 2;
      this.compare(index);
      this.index = index;
      const run = this.runs[index], mine = this.choices.get(sample);
      return this.choose((mine && mine.get(index)) || run.steady_from || run.warmup + 1, false);
    }

    // A button an execution, that one pressed which is looked at.
    compare(index) {
      const each = this.runs.slice(0, this.runs.length > 1 ? MOST_SMALL : 0).map((run) => extremes(run.x, 120).map(([i, x]) => ({ at: i + 1, x })));
      const all = trimmed(this.sample, each.flat()), far = all.off, values = all.rows.map((v) => v.x);
      const ends = values.reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [Infinity, -Infinity]);
      let begin = 0;
      const shown = each.map((rows) => all.rows.slice(begin, begin += rows.length));
      this.multiples.replaceChildren(...shown.map((rows, i) => element("button", { type: "button", "aria-pressed": i === index ? "true" : "false",
        title: this.runs[i].classification || null, onclick: () => this.show(this.sample, i).then(() => this.multiples.children[i].focus()) },
      small(this.runs[i], rows, ends), element("span", {}, this.runs[i].label || "execution " + (i + 1)))),
      ...(far > 0 || this.runs.length > shown.length ? [element("p", { class: "note" }, [far > 0 ? far + " far value" + (far > 1 ? "s are" : " is") + " cut off" : "",
        this.runs.length > MOST_SMALL ? "the first " + MOST_SMALL + " of " + this.runs.length + " executions" : ""].filter(Boolean).join("; "))] : []));
    }

    clicked(event) {
      const box = this.run.querySelector("canvas").getBoundingClientRect();
      const left = this.runView.origin()[0] + this.runView.padding().left;
      this.choose(Math.round(this.runView.scale("x").invert(event.clientX - box.left - left)));
    }

    reorder() {
      this.seed++;
      this.choose(this.from, false);
    }

    choose(wanted, byHand = true) {
      const run = this.runs[this.index], last = Math.max(1, run.x.length - LEAST);
      const from = Math.min(Math.max(1, wanted || 1), last);
      this.from = from;
      if (byHand) {
        if (!this.choices.has(this.sample)) this.choices.set(this.sample, new Map());
        this.choices.get(this.sample).set(this.index, from);
      }
      for (const input of [this.slider, this.number]) {
        input.max = last;
        input.value = from;
      }
      const rest = run.x.slice(from - 1), rows = panelRows(this.sample, rest, from, this.seed);
      this.tell(run, rest, rows.acf, from);
      const set = (view, name, values) => view.data(name, values);
      const drawn = runRows(this.sample, run, from);
      this.far.textContent = drawn.note;
      for (const [name, values] of Object.entries(drawn.data)) set(this.runView, name, values);
      rows.cuts = this.cuts ? this.cuts.at : [];
      if (this.cuts) set(this.views.cuts, "chosen", [{ at: this.tellCut(from).at }]);
      for (const [name, view] of Object.entries(this.views)) set(view, name, rows[name]);
      return Promise.all([this.runView, ...Object.values(this.views)].map((view) => view.runAsync()))
        .then(() => (this.place.dataset.from = from));
    }

    // What the comparison says from there on, at the nearest place that was compared.
    tellCut(from) {
      const cut = nearest(this.cuts, from);
      this.cutStatus.textContent = (cut === this.cuts.at[0] ? "From the first live iteration, " : "Both cut before iteration ") + cut.at + (cut.at === from ? "" : " (the nearest that was compared)") + ": " + this.cuts.new +
        " against " + this.cuts.old + " " + percent(cut.change) + " %, " + 100 * this.cuts.confidence + " % CI " + percent(cut.lower) + " \u2026 " + percent(cut.upper) +
        " %, " + cut.verdict + ".";
      this.place.dataset.ratio = cut.ratio;
      return cut;
    }

    tell(run, rest, acf, from) {
      const mine = this.choices.get(this.sample) || new Map(), asked = Array.from(mine.values());
      const most = asked.length ? Math.max(...asked) : from;
      const beyond = (twin) => acf.filter((row) => row.twin === twin && Math.abs(row.r) > row.bound).length;
      const first = acf.find((row) => row.twin === ORDERED);
      this.status.textContent = "Stable from iteration " + from + " of " + run.n + ": " + rest.length + " values are looked at" +
        (run.x.length < run.n ? " (this page keeps the first " + run.x.length + "; write it with --raw to look at all)" : "") +
        (first ? ". Autocorrelation at lag 1: " + first.r.toFixed(2) + "; " + beyond(ORDERED) + " of " + acf.length / 2 +
          " lags lie beyond ±" + first.bound.toFixed(2) + ", of the reordered copy " + beyond(SHUFFLED) : "") +
        (asked.length > 1 ? ". Of the " + asked.length + " executions looked at, the last becomes stable at " + most : "") + ".";
      this.command.textContent = commandOf(this.sample, most);
    }
  }

  const inspections = new Map();

  page.inspect = (place) => {
    const known = inspections.get(place);
    if (known) {
      known.draw();
      known.choose(known.from, false);
      return;
    }
    const inspection = new Inspection(place);
    if (inspection.samples.length === 0) return;
    inspections.set(place, inspection);
    inspection.build().then(page.count);
  };
})();
