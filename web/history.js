// SPDX-License-Identifier: GPL-3.0-or-later
// history.js -- the page of versions in use, beside list.js: zoom, the numbers of the version that is pointed at, and one scale
// for all small pictures. The address says what is looked at, by names: #name=parse&new=O2&from=v1.3&to=v1.9.
"use strict";
(() => {
  const { all, asked, put } = list, labels = JSON.parse(document.getElementById("versions").textContent);
  const WIDTH = 1000, least = WIDTH * Math.min(1, 4 / labels.length);

  // ---- one series ----

  // "name=parse&new=O2", as reports have it: what a page says beyond that leads there, too.
  const KEYS = ["name", "metric", "new"];
  const address = (section) => new URLSearchParams(section.id);
  function find(given) {
    return given.has("name") && sections.find((section) => KEYS.every((key) => !given.has(key) || given.get(key) === address(section).get(key))) || null;
  }
  const naming = (section) => Object.fromEntries(KEYS.map((key) => [key, address(section).get(key)]));

  function watch(figure, section) {
    const svg = figure.querySelector("svg"), [first, last] = all(".ends .label", figure), told = figure.querySelector("output");
    let x = 0, width = WIDTH, from = null;

    // The version at a place of the picture, from 0.
    const version = (place) => Math.min(labels.length - 1, Math.max(0, Math.floor(place / WIDTH * labels.length)));

    function show() {
      width = Math.min(WIDTH, Math.max(least, width));
      x = Math.min(WIDTH - width, Math.max(0, x));
      svg.setAttribute("viewBox", [x, 0, width, 160].join(" "));
      first.textContent = labels[version(x + 1e-6)];
      last.textContent = labels[version(x + width - 1e-6)];
    }

    function change() {
      show();
      const whole = width === WIDTH;
      put({ ...naming(section), from: whole ? "" : labels[version(x + 1e-6)], to: whole ? "" : labels[version(x + width - 1e-6)] });
    }

    function zoom(factor, share = 0.5) {
      const wanted = Math.min(WIDTH, Math.max(least, width * factor));
      x += share * (width - wanted);
      width = wanted;
      change();
    }

    const share = (event) => (event.clientX - svg.getBoundingClientRect().left) / svg.clientWidth;

    // A row is of the version behind that of the row before, where it does not say another one.
    const means = new Map();
    let next = 0;
    for (const row of all("table.means tbody tr", section)) {
      next = row.dataset.version === undefined ? next : Number(row.dataset.version);
      means.set(next++, row);
    }

    function tell(event) {
      const v = version(x + share(event) * width), row = means.get(v);
      told.textContent = row === undefined ? labels[v] : all("th, td", row).slice(0, 3).map((cell) => cell.textContent.trim()).join(" · ");
    }

    figure.addEventListener("zoom", ({ detail: [from, to] }) => {
      if (from < 0 || to < from) return;
      x = from * WIDTH / labels.length;
      width = (to + 1 - from) * WIDTH / labels.length;
      show();
    });
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return; // the wheel alone scrolls the page
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, share(event));
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      from = [event.clientX, x];
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", (event) => {
      tell(event);
      if (from === null) return;
      x = from[1] - (event.clientX - from[0]) * width / svg.clientWidth;
      change();
    });
    svg.addEventListener("pointerup", () => (from = null));
    svg.addEventListener("pointercancel", () => (from = null));
    svg.addEventListener("pointerleave", () => (told.textContent = ""));
    svg.addEventListener("dblclick", () => zoom(WIDTH / width));
    svg.addEventListener("keydown", (event) => {
      const factor = { "+": 0.8, "-": 1.25 }[event.key], step = { ArrowLeft: -0.1, ArrowRight: 0.1 }[event.key];
      if (factor === undefined && step === undefined) return;
      event.preventDefault();
      if (factor !== undefined) return zoom(factor);
      x += step * width;
      change();
    });
  }

  // The series are text until somebody comes: of hundreds they are most of the page.
  function unfold(section) {
    for (const text of all(":scope > noscript", section)) {
      text.replaceWith(...new DOMParser().parseFromString(text.textContent, "text/html").body.children);
      all("figure.history", section).forEach((figure) => watch(figure, section));
      list.commands(section);
    }
  }
  for (const fold of all("details:has(> noscript)")) fold.addEventListener("toggle", () => unfold(fold));
  const sections = all("section.series");
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((each) => each.isIntersecting)) {
      near.unobserve(entry.target);
      unfold(entry.target);
    }
  }, { rootMargin: "400px" });
  sections.forEach((section) => near.observe(section));

  function go(section) {
    for (let fold = section.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    unfold(section);
    section.scrollIntoView();
  }

  // ---- all of them ----

  if (innerWidth < 700) all("details.cautions").forEach((notes) => (notes.open = false)); // the answer stands in their place

  // On one scale a picture ends where nine tenths of all reach to: what a series was before its first change is in the middle.
  const pictures = all(".timeline svg[data-y]").map((svg) => {
    const [low, high, middle] = svg.dataset.y.split(" ").map(Number);
    return { svg, low, high, middle, own: svg.getAttribute("viewBox"), words: all("span", svg.parentElement) };
  });
  const box = document.getElementById("one-scale");
  function rescale() {
    const seen = pictures.filter(({ svg, middle }) => middle > 0 && !svg.closest("tr").hidden);
    const reach = seen.map(({ low, high, middle }) => Math.max(high / middle - 1, 1 - low / middle)).sort((a, b) => a - b);
    const most = reach[Math.ceil(0.9 * (reach.length - 1))] || 1, words = (sign) => sign + (100 * most).toPrecision(2).replace(/\.0$/, "") + " %";
    for (const { svg, low, high, middle, own, words: ends } of pictures) {
      const one = box.checked && middle > 0, scale = 160 / (high - low);
      svg.setAttribute("viewBox", one ? ["0", (high - middle * (1 + most)) * scale, 1000, 2 * most * middle * scale].join(" ") : own);
      ends.forEach((end) => (end.hidden = one));
      svg.parentElement.dataset.high = one ? words("+") : "";
      svg.parentElement.dataset.low = one ? words("−") : "";
    }
  }
  box.checked = asked.get("scale") === "one";
  box.addEventListener("input", () => {
    put({ scale: box.checked ? "one" : "" });
    rescale();
  });
  list.onArrange(() => box.checked && rescale());
  if (box.checked) rescale();

  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#name="]'), section = link && find(new URLSearchParams(link.hash.slice(1)));
    if (!section) return;
    event.preventDefault();
    go(section);
    put({ ...naming(section), from: "", to: "" });
  });

  const [from, to] = [asked.get("from"), asked.get("to")], wanted = find(asked);
  if (wanted) {
    go(wanted);
    const figure = wanted.querySelector("figure.history");
    if (figure && from && to) figure.dispatchEvent(new CustomEvent("zoom", { detail: [labels.indexOf(from), labels.indexOf(to)] }));
  }
})();
