// SPDX-License-Identifier: GPL-3.0-or-later
// inspect.js -- the papers' inspection by eye (Kalibera & Jones 2013, section 6.1): say on a run sequence where it starts
// to look stable; lag plots, autocorrelations and run sequence of the rest stand above a randomly reordered copy. What
// shows a pattern that the copy has not is not independent. The command that records the choice is printed.
"use strict";
(() => {
  const { element, shape, unpack } = page;
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

  // ---- charts ----

  // Beyond their own quartiles, warm-up and all, values stand at the edge.
  function trimmed(sample, values) {
    const x = values.slice().sort((a, b) => a - b), at = (share) => x[Math.floor(share * (x.length - 1))];
    const [q1, q3] = [at(0.25), at(0.75)], reach = [Math.max(x[0], q1 - 4 * (q3 - q1)), Math.min(x[x.length - 1], q3 + 4 * (q3 - q1))];
    return page.trimmed(page.valueAxis(sample), [reach], values);
  }

  function runPlot(sample, run, from) {
    const kept = run.x.length < run.n ? run.overview : extremes(run.x, 2 * MOST_LINE).map(([i, v]) => [i + 1, v]);
    const ends = run.segments.slice(1).map(([at]) => at - 1).concat([run.n]);
    const { axis, note } = trimmed(sample, kept.map(([, x]) => x)), part = (warm) => kept.filter(([at]) => (at <= run.warmup) === warm);
    return { note, plot: {
      x: { title: "iteration", words: "counts", low: 0.5, high: run.n + 0.5 }, y: axis, height: 170,
      layers: [
        { mark: "rects", ink: "faint", opacity: 0.22, at: run.warmup > 0 ? [[null, null, 0.5, run.warmup + 0.5]] : [] },
        { mark: "rects", ink: "three", opacity: 0.12, at: [[null, null, from, run.n + 0.5]] },
        { mark: "dots", ink: "one", size: 4, at: part(false) }, { mark: "crosses", ink: "one", at: part(true) },
        { mark: "ranges", ink: "two", width: 2.5, at: run.segments.map(([at, x], i) => [null, x, at, ends[i]]) },
        { mark: "uprights", ink: "ink", width: 2, dash: true, at: [[from, null]] },
      ] } };
  }

  // The change from each iteration on that was compared, and where it is cut.
  const cutPlot = (cuts, at) => ({
    x: { title: "first iteration that counts, in both systems", words: "counts" }, y: { title: "change in %", words: "percents" }, zero: 0, height: 120,
    layers: [{ mark: "band", ink: "two", at: cuts.filter((c) => c.lower !== null && c.upper !== null).map((c) => [c.at, c.change, c.lower, c.upper]) },
      { mark: "line", ink: "two", what: "change in %", at: cuts.map((c) => [c.at, c.change]) },
      { mark: "uprights", ink: "ink", width: 2, dash: true, at: [[at, null]] }] });

  // As measured above, reordered below.
  function panelPlots(sample, rest, from, seed) {
    const sets = [rest, shuffled(rest, seed)], bound = 1.96 / Math.sqrt(rest.length), twins = [ORDERED, SHUFFLED];
    const ends = [Math.min(...rest), Math.max(...rest)], bare = { words: "ticks", low: ends[0], high: ends[1] > ends[0] ? ends[1] : undefined };
    const acf = sets.map((x) => autocorrelations(x, MOST_LAG));
    const { axis } = trimmed(sample, rest), dot = { mark: "dots", ink: "one", size: 3 };
    return { acf, bound, plots: {
      line: { panels: twins, x: { title: "iteration", words: "counts" }, y: { ...axis, title: undefined, most: 3 }, height: 84,
        layers: sets.flatMap((x, panel) => [{ mark: "line", ink: "one", panel, at: extremes(x, MOST_LINE).map(([i, v]) => [from + i, v]) }]) },
      acf: { panels: twins, x: { title: "lag", words: "counts", low: 0, high: MOST_LAG + 1 }, y: { most: 5 }, zero: 0, height: 84,
        layers: acf.flatMap((r, panel) => [{ mark: "spans", ink: "one", panel, width: 2.5, at: r.map((x, i) => [i + 1, x, 0, x]) },
          ...[bound, -bound].map((y) => ({ mark: "dashed", ink: "two", panel, at: [[0, y], [MOST_LAG + 1, y]] }))]) },
      lags: { panels: [...LAGS.map((lag) => "lag " + lag), SHUFFLED, "", "", ""], across: LAGS.length, x: bare, y: bare, height: 90,
        layers: sets.flatMap((x, i) => LAGS.map((lag, k) => ({ ...dot, panel: i * LAGS.length + k,
          at: some(MOST_POINTS, x.length - lag, (at) => [x[at], x[at + lag]]) }))) },
    } };
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
      overview: e.overview && unpack(e.overview.x).map((x, i, all) => [Math.round(unpack(e.overview.at)[i]), x]) }));
  }

  const quoted = (text) => /^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'";

  function commandOf(sample, from) {
    return "assay show --steady --live-from " + from + " --benchmark " + quoted(sample.benchmark) + " --system " + quoted(sample.named) +
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

  // "build 2 · execution 3" is as wide as its numbers there.
  const nameOf = (run, i) => run.label || "execution " + (i + 1);
  const numbersOf = (name) => name.split(" \u00b7 ").map((part) => part.replace(/^.* (?=\d+$)/, "")).join(" \u00b7 ");

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

    // Buttons that save what is drawn then.
    draw() {
      this.plots = {};
      const places = { "run-sequence": this.run, ...this.panels, cuts: this.cutChart };
      for (const [name, place] of Object.entries(places)) {
        const caption = place.parentElement.querySelector("figcaption");
        page.all("span.saving", caption).forEach((old) => old.remove());
        caption.append(page.saving(name, () => [{ title: caption.firstChild.textContent, ...this.plots[name] }, [this.sample.benchmark, this.sample.system]]));
      }
      this.places = places;
      this.run.onclick = (event) => this.clicked(event);
    }

    paint(name, plot, label) {
      this.plots[name] = plot;
      return page.plot(this.places[name], { ...plot, fixed: true }, label);
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
      const values = each.flat().map((v) => v.x), { low, high, off: far } = trimmed(this.sample, values.length > 0 ? values : [0]);
      const limits = far > 0 ? [low, high] : [-Infinity, Infinity], limited = (x) => Math.min(limits[1], Math.max(limits[0], x));
      const ends = values.map(limited).reduce(([least, most], v) => [Math.min(least, v), Math.max(most, v)], [Infinity, -Infinity]);
      const shown = each.map((rows) => rows.map((v) => ({ ...v, x: limited(v.x) })));
      this.multiples.replaceChildren(...shown.map((rows, i) => element("button", { type: "button", "aria-pressed": i === index ? "true" : "false",
        title: [nameOf(this.runs[i], i), this.runs[i].classification].filter(Boolean).join(": "), onclick: () => this.show(this.sample, i).then(() => this.multiples.children[i].focus()) },
      small(this.runs[i], rows, ends), element("span", {}, numbersOf(nameOf(this.runs[i], i))))),
      ...(far > 0 || this.runs.length > shown.length ? [element("p", { class: "note" }, [far > 0 ? far + " far value" + (far > 1 ? "s are" : " is") + " cut off" : "",
        this.runs.length > MOST_SMALL ? "the first " + MOST_SMALL + " of " + this.runs.length + " executions" : ""].filter(Boolean).join("; "))] : []));
    }

    clicked(event) {
      const svg = this.run.querySelector("svg"), box = svg.getBoundingClientRect(), { left, right, spans: { x: [low, high] } } = this.frame;
      const at = (event.clientX - box.left) * Number(svg.getAttribute("width")) / box.width;
      this.choose(Math.round(low + (at - left) / (right - left) * (high - low)));
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
      const rest = run.x.slice(from - 1), { acf, bound, plots } = panelPlots(this.sample, rest, from, this.seed);
      this.tell(run, rest, acf, bound, from);
      const sequence = runPlot(this.sample, run, from);
      this.far.textContent = sequence.note && " \u00b7 " + sequence.note;
      [this.frame] = this.paint("run-sequence", sequence.plot, "Run sequence: values in order, bars are means between changes, shaded: taken as stable").frames;
      for (const [name, plot] of Object.entries(plots)) this.paint(name, plot, this.panels[name].previousSibling.firstChild.textContent);
      if (this.cuts) this.paint("cuts", cutPlot(this.cuts.at, this.tellCut(from).at), "The change against the first iteration that counts");
      this.place.dataset.from = from;
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

    tell(run, rest, acf, bound, from) {
      const mine = this.choices.get(this.sample) || new Map(), asked = Array.from(mine.values());
      const most = asked.length ? Math.max(...asked) : from;
      const beyond = acf.map((r) => r.filter((x) => Math.abs(x) > bound).length), [[first]] = acf;
      this.status.textContent = "Stable from iteration " + from + " of " + run.n + ": " + rest.length + " values are looked at" +
        (run.x.length < run.n ? " (this page keeps the first " + run.x.length + "; write it with --raw to look at all)" : "") +
        (first !== undefined ? ". Autocorrelation at lag 1: " + first.toFixed(2) + "; " + beyond[0] + " of " + acf[0].length +
          " lags lie beyond ±" + bound.toFixed(2) + ", of the reordered copy " + beyond[1] : "") +
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
