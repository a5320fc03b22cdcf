// SPDX-License-Identifier: GPL-3.0-or-later
// history.js -- the page of versions in use: search, zoom, and the numbers of the version that is pointed at. The page is
// whole without it.
"use strict";
(() => {
  const labels = JSON.parse(document.getElementById("versions").textContent);
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const WIDTH = 1000, least = WIDTH * Math.min(1, 4 / labels.length);

  function watch(figure) {
    const svg = figure.querySelector("svg"), [first, last] = all(".ends .label", figure), told = figure.querySelector("output");
    const about = figure.parentElement; // the section with the tables
    // The means are text until somebody wants them: of a thousand versions they are most of the page.
    const unfold = () => all("noscript", about).forEach((text) => text.replaceWith(...new DOMParser().parseFromString(text.textContent, "text/html").body.children));
    let x = 0, width = WIDTH, from = null;

    // The version at a place of the picture, from 0.
    const version = (place) => Math.min(labels.length - 1, Math.max(0, Math.floor(place / WIDTH * labels.length)));

    function put() {
      width = Math.min(WIDTH, Math.max(least, width));
      x = Math.min(WIDTH - width, Math.max(0, x));
      svg.setAttribute("viewBox", [x, 0, width, 160].join(" "));
      first.textContent = labels[version(x + 1e-6)];
      last.textContent = labels[version(x + width - 1e-6)];
    }

    function zoom(factor, share = 0.5) {
      const wanted = Math.min(WIDTH, Math.max(least, width * factor));
      x += share * (width - wanted);
      width = wanted;
      put();
    }

    const share = (event) => (event.clientX - svg.getBoundingClientRect().left) / svg.clientWidth;

    function tell(event) {
      const v = version(x + share(event) * width), row = about.querySelector(`tr[data-version="${v}"]`);
      told.textContent = row === null ? labels[v] : all("th, td", row).slice(0, 3).map((cell) => cell.textContent).join(" · ");
    }

    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      unfold();
    }, { rootMargin: "200px" });
    seen.observe(svg);
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
      put();
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
      put();
    });
  }

  all("figure.history").forEach(watch);
  all(".controls").forEach((controls) => (controls.hidden = false));
  const search = document.getElementById("search"), found = document.querySelector("output.found"), rows = all(".timeline tr.row");
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const row of rows) {
      const link = row.querySelector("a.name"), name = link.title.toLowerCase();
      row.hidden = !words.every((word) => name.includes(word));
    }
    all("details.fold").forEach((fold) => (fold.open = fold.open || (search.value !== "" && fold.querySelector("tr.row:not([hidden])") !== null)));
    found.textContent = search.value === "" ? "" : rows.filter((row) => !row.hidden).length + " of " + rows.length;
  });
})();
