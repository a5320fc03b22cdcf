// SPDX-License-Identifier: GPL-3.0-or-later
// grid.js -- rows found, filtered and sorted; what is shown stands in the address, by names:
// #name=fft-1024&show=slower,faster&sort=name&search=fft. Without it the grids are whole, in their order of writing.
"use strict";
(() => {
  const { all, element } = page;
  const controls = document.querySelector(".controls");
  const home = new Map(); // row -> the body of the table in which it was written
  const rows = all("tr.row"), sections = all(".sections");
  const facts = new Map(rows.map((row) => [row, {
    order: Number(row.dataset.order), cost: Number(row.dataset.cost), noise: Number(row.dataset.noise || 0),
    verdicts: (row.dataset.verdict || "").split(" "),
    name: new URLSearchParams(row.id).get("name") || "", metric: new URLSearchParams(row.id).get("metric"),
  }]));

  // The numbers of each benchmark stand in the page as text until somebody looks.
  const numbers = new Map();
  for (const more of all("tr.more")) {
    numbers.set(more.dataset.b, more.querySelector("noscript").textContent);
    more.remove();
  }
  for (const row of rows) home.set(row, row.parentElement);

  // ---- the state, and the address that says it ----

  const defaults = { show: "", sort: "worst", search: "", only: "" };
  const state = { ...defaults };
  let opened = null; // the id of the row that the address names

  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const key of Object.keys(defaults)) state[key] = given.get(key) || defaults[key];
    opened = given.has("name") && rows.find((row) => ["name", "metric", "new"].every((key) =>
      (given.get(key) || "") === (new URLSearchParams(row.id).get(key) || ""))) || null;
  }

  function write() {
    const text = Object.entries(state).filter(([key, value]) => value !== defaults[key])
      .map(([key, value]) => key + "=" + encodeURIComponent(value));
    if (opened) text.unshift(opened.id);
    history.replaceState(null, "", text.length ? "#" + text.join("&") : location.pathname + location.search);
  }

  // ---- order and filter ----

  const collator = new Intl.Collator("en", { numeric: true });
  const orders = {
    worst: (a, b) => b.cost - a.cost || a.order - b.order,
    best: (a, b) => a.cost - b.cost || a.order - b.order,
    effect: (a, b) => Math.abs(b.cost) - Math.abs(a.cost) || a.order - b.order,
    noise: (a, b) => b.noise - a.noise || a.order - b.order,
    name: (a, b) => collator.compare(a.name, b.name) || a.order - b.order,
    verdict: (a, b) => a.verdicts[0].localeCompare(b.verdicts[0]) || b.cost - a.cost,
    order: (a, b) => a.order - b.order,
  };

  const body = (section) => section.querySelector("table.grid > tbody");

  function arrange() {
    const show = state.show ? state.show.split(",") : [], words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = (fact) => (show.length === 0 || fact.verdicts.some((v) => show.includes(v))) &&
      (!state.only || fact.metric === state.only) &&
      words.every((word) => fact.name.toLowerCase().includes(word));
    const together = show.length > 0 || words.length > 0 || !["worst", "best"].includes(state.sort);
    const compare = orders[state.sort] || orders.worst;
    let found = 0;
    for (const row of rows) {
      row.hidden = !wanted(facts.get(row));
      if (row.nextMore) row.nextMore.hidden = row.hidden;
      found += !row.hidden;
    }
    const sorted = rows.slice().sort((a, b) => compare(facts.get(a), facts.get(b)));
    const places = new Map();
    for (const row of sorted) {
      const place = together ? body(row.closest(".sections")) : home.get(row);
      if (!places.has(place)) places.set(place, document.createDocumentFragment());
      places.get(place).append(row, ...(row.nextMore ? [row.nextMore] : []));
    }
    for (const [place, items] of places) place.append(items);
    for (const fold of all("details.fold"))
      fold.hidden = together || !Array.from(fold.querySelectorAll("tr.row")).some((row) => !row.hidden);
    for (const head of all("th[data-sort]"))
      if (head.dataset.sort === state.sort || (state.sort === "best" && head.dataset.sort === "worst"))
        head.setAttribute("aria-sort", ["worst", "noise", "effect"].includes(state.sort) ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    if (controls) controls.querySelector(".found").textContent =
      found < rows.length ? found + " of " + rows.length + " rows" : "";
  }

  // ---- an opened row ----

  function open(row, scroll) {
    if (!row.nextMore) {
      const cell = element("td", { colspan: row.cells.length });
      row.nextMore = element("tr", { class: "more open" }, cell);
      row.after(row.nextMore);
      page.fill(cell, row.dataset.b, numbers.get(row.dataset.b) || "");
    }
    const fold = row.closest("details");
    if (fold) fold.open = true;
    row.hidden = false;
    row.nextMore.hidden = false;
    row.classList.add("open");
    row.querySelector("a.name").setAttribute("aria-expanded", "true");
    if (scroll) row.scrollIntoView({ block: "center" });
  }

  function close(row) {
    row.classList.remove("open");
    row.querySelector("a.name").setAttribute("aria-expanded", "false");
    if (row.nextMore) row.nextMore.remove();
    row.nextMore = null;
  }
  page.openAll = () => rows.forEach((row) => open(row, false));

  function clicked(event) {
    const link = event.target.closest("a[href^='#']"), row = event.target.closest("tr.row");
    if (link && link.hash === "#limits") return;
    const named = link && !link.closest("tr.row") && document.getElementById(link.getAttribute("href").slice(1));
    if (named && named.matches("tr.row")) {
      event.preventDefault();
      opened = named;
      write();
      return open(named, true);
    }
    if (!row || (!link && (event.target.closest("a, button") || String(getSelection())))) return;
    event.preventDefault();
    if (row.nextMore) {
      close(row);
      if (opened === row) opened = null;
    } else {
      open(row, false);
      opened = row;
    }
    write();
  }

  // ---- what people use ----

  function show() {
    if (controls) {
      const listed = state.show.split(",");
      for (const box of all("input[name=show]", controls)) box.checked = listed.includes(box.value);
      document.getElementById("search").value = state.search;
      document.getElementById("sort").value = state.sort;
      metric.value = state.only;
    }
    arrange();
  }

  function changed() {
    state.show = all("input[name=show]:checked", controls).map((box) => box.value).join(",");
    state.sort = document.getElementById("sort").value;
    state.search = document.getElementById("search").value.trim();
    state.only = metric.value || "";
    write();
    arrange();
  }

  const metric = controls ? controls.querySelector("#metric select") : null;
  if (controls) {
    const metrics = Array.from(new Set(Array.from(facts.values()).map((fact) => fact.metric).filter(Boolean)));
    metric.append(element("option", { value: "" }, "all"), ...metrics.map((name) => element("option", { value: name }, page.visible(name))));
    metric.parentElement.hidden = metrics.length < 2;
    controls.hidden = rows.length < 2;
    controls.addEventListener("input", changed);
    controls.addEventListener("submit", (event) => event.preventDefault());
    page.copying(document.getElementById("link"), () => location.href);
  }
  for (const head of all("th[data-sort]")) {
    const label = element("button", { type: "button", onclick: () => {
      state.sort = state.sort === "worst" && head.dataset.sort === "worst" ? "best" : head.dataset.sort;
      write();
      show();
    } });
    label.append(...head.childNodes);
    head.append(label);
  }
  for (const row of rows) row.querySelector("a.name").setAttribute("aria-expanded", "false");
  sections.forEach((section) => section.addEventListener("click", clicked));
  const answer = document.getElementById("answer");
  if (answer) answer.addEventListener("click", clicked);
  const limits = document.getElementById("limits");
  for (const link of all('a[href="#limits"]')) link.addEventListener("click", () => (limits.open = true));
  addEventListener("beforeprint", () => limits && (limits.open = true));

  function follow() {
    read();
    show();
    if (opened) open(opened, true);
    else if (rows.length === 1) open(rows[0], false);
  }
  addEventListener("hashchange", follow);
  follow();

  page.saveTables();
})();
