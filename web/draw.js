// SPDX-License-Identifier: GPL-3.0-or-later
// draw.js -- takes Vega out of the page and draws each chart when it comes into view. Without it the page has no charts.
"use strict";
(() => {
  const { all, element, button } = page;
  const drawn = new Map(); // figure -> view

  // A view of a specification in an element; renderer "canvas" for what changes often.
  page.view = (spec, place, description, renderer = "svg") => {
    if (spec.layer) spec = { ...spec, layer: spec.layer.filter((l) => !l.data || l.data.name || l.data.values.length > 0) };
    const whole = { height: 190, ...spec, description, config: page.config(),
      autosize: { type: spec.facet ? "pad" : "fit-x", contains: "padding" } };
    const runtime = vega.parse(vegaLite.compile(whole).spec, null, { ast: true });
    return new vega.View(runtime, { renderer, expr: vega.expressionInterpreter, container: place, logLevel: vega.Error });
  };

  const digits = (x) => typeof x === "number" ? String(Number(x.toPrecision(6))) : x === null ? "–" : x;

  // The numbers behind a chart, made when somebody looks.
  function tableOf(name, built) {
    const most = 500, details = element("details", { class: "data" }, element("summary", {}, "table"));
    details.addEventListener("toggle", () => {
      if (details.childElementCount > 1) return;
      const cells = (kind, row) => element("tr", {}, ...row.map((c) => element(kind, kind === "th" ? { scope: "col" } : {}, digits(c))));
      const more = built.rows.length > most ? "; the first " + most + " of " + built.rows.length + " rows" : "";
      details.append(element("div", { class: "scroll" }, element("table", {},
        element("caption", {}, built.title + more, button("CSV", "Save these numbers as CSV",
          () => page.saveCsv(name, [built.columns].concat(built.rows.map((row) => row.map((c) => c ?? "")))))),
        element("thead", {}, cells("th", built.columns)),
        element("tbody", {}, ...built.rows.slice(0, most).map((row) => cells("td", row))))));
    });
    return details;
  }

  // A chart as a file: on white whatever the screen is, and it says what it shows.
  const captionOf = (data) => {
    const samples = page.samplesOf(data.benchmark);
    return [page.visible(page.findings.benchmarks[Number(data.benchmark)] || ""), Array.from(new Set(samples.map((s) => s.system))).join(", ")];
  };
  function saved(name, build, data, type) {
    const view = page.forPaper(() => {
      const built = build();
      return page.view({ ...built.spec, width: 480, title: { text: built.title, subtitle: captionOf(data).concat(built.note || []), limit: 480 } },
        null, built.title);
    });
    return view.toImageURL(type, type === "png" ? 3 : 1).then((url) => {
      page.save([name, captionOf(data)[0].replace(/[^\w.-]+/g, "_").slice(0, 60)].filter(Boolean).join("-") + "." + type, url);
      view.finalize();
    });
  }
  page.saving = (name, build, data) => element("span", { class: "saving" }, ...["svg", "png"].map((type) =>
    button(type.toUpperCase(), "Save this chart as " + type.toUpperCase(), () => saved(name, build, data, type))));
  page.savingView = (name, view) => element("span", { class: "saving" }, ...["svg", "png"].map((type) =>
    button(type.toUpperCase(), "Save this chart as " + type.toUpperCase(), () =>
      view.toImageURL(type, type === "png" ? 2 : 1).then((url) => page.save(name + "." + type, url)))));
  page.tableOf = tableOf;

  // How many charts stand on the page, for whoever waits for them.
  page.count = () => (document.documentElement.dataset.drawn = Number(document.documentElement.dataset.drawn || 0) + 1);

  function draw(figure) {
    const name = figure.dataset.chart, built = page.charts[name](figure.dataset);
    figure.replaceChildren();
    figure.hidden = built === null;
    if (built === null) return;
    const caption = element("figcaption", {}, built.title), place = element("div");
    figure.append(caption, place, ...(built.note ? [element("p", { class: "note" }, built.note)] : []));
    const width = Math.max(200, Math.floor(figure.clientWidth));
    const view = page.view({ ...built.spec, width }, place, built.title + ". The table has the numbers.");
    drawn.set(figure, view);
    view.runAsync().then(() => {
      caption.append(page.saving(name, () => page.charts[name](figure.dataset), figure.dataset));
      figure.append(tableOf(name, built));
      page.count();
    });
  }

  page.redraw = (figure) => {
    if (!drawn.has(figure) && !figure.hidden) return;
    const view = drawn.get(figure);
    drawn.delete(figure);
    if (view) view.finalize();
    draw(figure);
  };

  // ---- when ----

  let watcher = null;
  const waiting = [];

  function start() {
    document.body.classList.add("drawing");
    watcher = new IntersectionObserver((entries) => {
      for (const entry of entries)
        if (entry.isIntersecting) {
          watcher.unobserve(entry.target);
          if (entry.target.matches("figure")) draw(entry.target);
          else page.inspect(entry.target);
        }
    }, { rootMargin: "200px" });
    waiting.splice(0).forEach((place) => watcher.observe(place));
    const again = () => {
      Array.from(drawn.keys()).filter((figure) => figure.isConnected).forEach(page.redraw);
      all("div.inspect").filter((place) => place.childElementCount > 0).forEach(page.inspect);
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    let width = innerWidth, timer;
    addEventListener("resize", () => {
      clearTimeout(timer);
      if (innerWidth !== width) timer = setTimeout(() => {
        width = innerWidth;
        again();
      }, 150);
    });
  }

  // The library is taken out of the page when the first row opens; the content security policy names it by its hash.
  const charts = document.getElementById("charts");
  page.canDraw = charts !== null && typeof DecompressionStream !== "undefined";
  let begun = false;
  page.observe = (place) => {
    if (watcher !== null) return watcher.observe(place);
    waiting.push(place);
    if (begun) return;
    begun = true;
    page.inflate(charts.textContent).then((answer) => answer.text()).then((text) => {
      const script = document.createElement("script");
      script.textContent = text;
      document.head.append(script);
      if (typeof vega !== "undefined") start();
    });
  };
})();
