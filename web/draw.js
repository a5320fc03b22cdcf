// SPDX-License-Identifier: GPL-3.0-or-later
// draw.js -- draws each chart when it comes into view; its numbers as a table, and itself as a file.
"use strict";
(() => {
  const { all, element, button } = page;
  const drawn = new Set(); // figures

  const digits = (x) => typeof x === "number" ? String(Number(x.toPrecision(6))) : x === null ? "–" : x;

  // The numbers behind a chart: a column is left out where it says nothing.
  function numbersOf(plot) {
    const rowOf = (layer, [x, y, low, high]) => [layer.name, layer.what, x, plot.y.names ? plot.y.names[y] : y, low, high];
    const rows = plot.layers.filter((layer) => layer.what).flatMap((layer) => layer.at.map((point) => rowOf(layer, point)));
    const heads = ["name", "what", plot.x.title || "x", plot.y.title || (plot.y.names ? "row" : "y"), "low", "high"];
    const kept = heads.map((_, i) => i).filter((i) => rows.some((row) => row[i] !== null && row[i] !== undefined));
    return { columns: kept.map((i) => heads[i]), rows: rows.map((row) => kept.map((i) => row[i] ?? null)) };
  }

  // Made when somebody looks.
  function tableOf(name, plot) {
    const most = 500, built = { title: plot.title, ...numbersOf(plot) }, details = element("details", { class: "data" }, element("summary", {}, "table"));
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
  const serialized = (svg) => new XMLSerializer().serializeToString(svg);
  const addressOf = (text, type) => URL.createObjectURL(new Blob([text], { type }));

  // An SVG as PNG, of so many pixels for each of the page's.
  async function painted(svg, scale) {
    const width = Number(svg.getAttribute("width")), height = Number(svg.getAttribute("height")), url = addressOf(serialized(svg), "image/svg+xml");
    const image = new Image(), canvas = Object.assign(document.createElement("canvas"), { width: scale * width, height: scale * height });
    image.src = url;
    await image.decode();
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    return canvas.toDataURL("image/png");
  }

  async function saved(name, plot, caption, type) {
    const svg = page.paper(plot, 480, caption);
    const url = type === "png" ? await painted(svg, 3) : addressOf(serialized(svg), "image/svg+xml");
    page.save(name + "." + type, url);
    if (type === "svg") setTimeout(() => URL.revokeObjectURL(url), 1000);
  }
  page.saving = (name, make) => element("span", { class: "saving" }, ...["svg", "png"].map((type) =>
    button(type.toUpperCase(), "Save this chart as " + type.toUpperCase(), () => saved(name, ...make(), type))));

  // How many charts stand on the page, for whoever waits for them.
  page.count = () => (document.documentElement.dataset.drawn = Number(document.documentElement.dataset.drawn || 0) + 1);

  function draw(figure) {
    const { chart: name, benchmark } = figure.dataset, plot = page.chartOf(benchmark, name);
    figure.replaceChildren();
    figure.hidden = plot === null;
    if (plot === null) return;
    const place = element("div", { title: plot.x.names ? null : "Drag to see a part, double-click for all" });
    const file = [name, captionOf(figure.dataset)[0].replace(/[^\w.-]+/g, "_").slice(0, 60)].filter(Boolean).join("-");
    figure.append(element("figcaption", {}, plot.title, page.saving(file, () => [plot, captionOf(figure.dataset).concat(plot.note || [])])), place,
      ...(plot.note ? [element("p", { class: "note" }, plot.note)] : []), tableOf(name, plot));
    page.plot(place, plot, plot.title + ". The table has the numbers.");
    drawn.add(figure);
    page.count();
  }

  page.redraw = (figure) => {
    if (drawn.has(figure) || figure.hidden) draw(figure);
  };

  // ---- when ----

  let watcher = null;

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
    const again = () => {
      Array.from(drawn).filter((figure) => figure.isConnected).forEach(page.redraw);
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

  page.canDraw = typeof DecompressionStream !== "undefined";
  page.observe = (place) => {
    if (watcher === null) start();
    watcher.observe(place);
  };
})();
