// SPDX-License-Identifier: GPL-3.0-or-later
// history.js -- the page of versions in use: search, zoom, and the numbers of the version that is pointed at. The address
// says what is looked at, by names: #search=parse&name=parse+on+O2&from=v1.3&to=v1.9. The page is whole without it.
"use strict";
(() => {
  const labels = JSON.parse(document.getElementById("versions").textContent);
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const WIDTH = 1000, least = WIDTH * Math.min(1, 4 / labels.length);

  // ---- the address ----

  const asked = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  function put(values) {
    for (const [key, value] of Object.entries(values))
      if (value) asked.set(key, value);
      else asked.delete(key);
    history.replaceState(null, "", asked.size > 0 ? "#" + asked : location.pathname + location.search);
  }

  // ---- one series ----

  const nameOf = (section) => section.querySelector("h3").textContent;

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
      put({ name: nameOf(section), from: whole ? "" : labels[version(x + 1e-6)], to: whole ? "" : labels[version(x + width - 1e-6)] });
    }

    function zoom(factor, share = 0.5) {
      const wanted = Math.min(WIDTH, Math.max(least, width * factor));
      x += share * (width - wanted);
      width = wanted;
      change();
    }

    const share = (event) => (event.clientX - svg.getBoundingClientRect().left) / svg.clientWidth;

    function tell(event) {
      const v = version(x + share(event) * width), row = section.querySelector(`tr[data-version="${v}"]`);
      told.textContent = row === null ? labels[v] : all("th, td", row).slice(0, 3).map((cell) => cell.textContent).join(" · ");
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
    }
  }
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

  all(".controls").forEach((controls) => (controls.hidden = false));
  const input = document.getElementById("search"), found = document.querySelector("output.found"), rows = all(".timeline tr.row");
  function search() {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const row of rows) {
      const link = row.querySelector("a.name"), name = link.title.toLowerCase();
      row.hidden = !words.every((word) => name.includes(word));
    }
    all("details.fold").forEach((fold) => (fold.open = fold.open || (input.value !== "" && fold.querySelector("tr.row:not([hidden])") !== null)));
    found.textContent = input.value === "" ? "" : rows.filter((row) => !row.hidden).length + " of " + rows.length;
  }
  input.addEventListener("input", () => {
    search();
    put({ search: input.value });
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#s"]'), section = link && document.getElementById(link.hash.slice(1));
    if (!section || !section.matches("section.series")) return;
    event.preventDefault();
    go(section);
    put({ name: nameOf(section), from: "", to: "" });
  });

  input.value = asked.get("search") || "";
  search();
  const [from, to] = [asked.get("from"), asked.get("to")], wanted = sections.find((section) => nameOf(section) === asked.get("name"));
  if (wanted) {
    go(wanted);
    const figure = wanted.querySelector("figure.history");
    if (figure && from && to) figure.dispatchEvent(new CustomEvent("zoom", { detail: [labels.indexOf(from), labels.indexOf(to)] }));
  }
})();
