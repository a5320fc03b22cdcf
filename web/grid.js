// SPDX-License-Identifier: GPL-3.0-or-later
// grid.js -- rows found, filtered and sorted; what is shown stands in the address, by names:
// #name=fft-1024&show=slower,faster&sort=name&search=fft. Without it the grids are whole, in their order of writing.
"use strict";
(() => {
  const { all, element } = page;
  const controls = document.querySelector(".controls"), pairs = all("details.pair");
  const home = new Map(); // row -> the body of the table in which it was written
  const rows = [], facts = new Map();
  const continued = document.querySelector(".fold.rest") !== null; // rows of one kind go on in a fold: from the other end they stand together
  const numbers = new Map(); // of each benchmark they stand in the page as text until somebody looks

  // Of large pages such a text stands among the data, which take a moment to inflate.
  const packed = document.querySelector("noscript[data-text]") !== null;
  const textOf = (kept) => !kept ? "" : kept.dataset.text ? page.findings.texts[Number(kept.dataset.text)] : kept.textContent;
  const whenRead = (act) => packed && !page.findings ? page.load().then(act) : act();

  function adopt(root) {
    for (const more of all("tr.more", root)) {
      numbers.set(more.dataset.b, more.querySelector("noscript"));
      more.remove();
    }
    for (const row of all("tr.row", root)) {
      const address = new URLSearchParams(row.id);
      facts.set(row, {
        order: Number(row.dataset.order), cost: Number(row.dataset.cost), noise: Number(row.dataset.noise || 0),
        verdicts: (row.dataset.verdict || "").split(" "),
        name: address.get("name") || "", metric: address.get("metric"), system: address.get("new"),
      });
      home.set(row, row.parentElement);
      rows.push(row);
      row.querySelector("a.name").setAttribute("aria-expanded", "false");
    }
    for (const head of all("th[data-sort]", root)) {
      const label = element("button", { type: "button", onclick: () => {
        state.sort = state.sort === "worst" && head.dataset.sort === "worst" ? "best" : head.dataset.sort;
        write();
        show();
      } });
      label.append(...head.childNodes);
      head.append(label);
    }
    for (const section of all(".sections", root)) section.addEventListener("click", clicked);
    page.saveTables(root);
  }

  // One system at a time, too: so are its rows.
  function unfold(pair) {
    const kept = pair.querySelector("noscript");
    if (kept === null) return;
    kept.replaceWith(...new DOMParser().parseFromString(textOf(kept), "text/html").body.childNodes);
    adopt(pair);
    arrange();
  }

  // ---- the state, and the address that says it ----

  const defaults = { show: "", sort: "worst", search: "", only: "" };
  const state = { ...defaults };
  let opened = null; // the id of the row that the address names

  function rowOf(given) {
    const system = given.get("new"), pair = system && pairs.find((each) => new URLSearchParams(each.id).get("new") === system);
    if (pair) unfold(pair);
    return given.has("name") && rows.find((row) => {
      const fact = facts.get(row);
      return fact.name === given.get("name") && (fact.metric || "") === (given.get("metric") || "") && (fact.system || "") === (system || "");
    }) || null;
  }

  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const key of Object.keys(defaults)) state[key] = given.get(key) || defaults[key];
    opened = rowOf(given);
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

  // Only what stands elsewhere is moved: what is moved is styled and laid out anew. Rows out of view may stand anywhere.
  function settle(items, place) {
    let at = place.firstElementChild;
    for (const item of items) {
      while (at && at.hidden) at = at.nextElementSibling;
      if (at === item) at = at.nextElementSibling;
      else place.insertBefore(item, at);
    }
  }

  function arrange() {
    const show = state.show ? state.show.split(",") : [], words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = (fact) => (show.length === 0 || fact.verdicts.some((v) => show.includes(v))) &&
      (!state.only || fact.metric === state.only) &&
      words.every((word) => fact.name.toLowerCase().includes(word));
    const together = show.length > 0 || words.length > 0 || !(state.sort === "worst" || (state.sort === "best" && !continued));
    const compare = orders[state.sort] || orders.worst;
    let found = 0;
    for (const row of rows) {
      const hidden = !wanted(facts.get(row));
      for (const part of [row, row.nextMore]) if (part && part.hidden !== hidden) part.hidden = hidden;
      found += !hidden && facts.get(row).system === null;
    }
    const places = new Map();
    for (const row of rows.filter((each) => !each.hidden).sort((a, b) => compare(facts.get(a), facts.get(b)))) {
      const place = together ? body(row.closest(".sections")) : home.get(row);
      if (!places.has(place)) places.set(place, []);
      places.get(place).push(row, ...(row.nextMore ? [row.nextMore] : []));
    }
    places.forEach(settle);
    for (const fold of all("details.fold"))
      fold.hidden = together || !Array.from(fold.querySelectorAll("tr.row")).some((row) => !row.hidden);
    for (const head of all("th[data-sort]"))
      if (head.dataset.sort === state.sort || (state.sort === "best" && head.dataset.sort === "worst"))
        head.setAttribute("aria-sort", ["worst", "noise", "effect"].includes(state.sort) ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    if (controls) controls.querySelector(".found").textContent =
      found < whole ? found + " of " + whole + " rows" : "";
  }

  // ---- an opened row ----

  function open(row, scroll) {
    if (!row.nextMore) {
      const cell = element("td", { colspan: row.cells.length });
      row.nextMore = element("tr", { class: "more open" }, cell);
      row.after(row.nextMore);
      whenRead(() => page.fill(cell, row.dataset.b, textOf(numbers.get(row.dataset.b))));
    }
    for (let fold = row.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    row.hidden = false;
    row.nextMore.hidden = false;
    row.classList.add("open");
    row.querySelector("a.name").setAttribute("aria-expanded", "true");
    if (scroll) row.scrollIntoView({ block: "start" });
  }

  function close(row) {
    row.classList.remove("open");
    row.querySelector("a.name").setAttribute("aria-expanded", "false");
    if (row.nextMore) row.nextMore.remove();
    row.nextMore = null;
  }

  function clicked(event) {
    const link = event.target.closest("a[href^='#']"), row = event.target.closest("tr.row");
    if (link && link.hash === "#limits") return;
    if (link && packed && !page.findings) {
      event.preventDefault();
      return page.load().then(() => clicked(event));
    }
    const named = link && !link.closest("tr.row") && rowOf(new URLSearchParams(link.hash.slice(1)));
    if (named) {
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

  adopt(document);
  const whole = rows.length;
  for (const pair of pairs) pair.addEventListener("toggle", () => whenRead(() => unfold(pair)));
  const metric = controls ? controls.querySelector("#metric select") : null;
  if (controls) {
    const metrics = Array.from(new Set(Array.from(facts.values()).map((fact) => fact.metric).filter(Boolean)));
    metric.append(element("option", { value: "" }, "all"), ...metrics.map((name) => element("option", { value: name }, page.visible(name))));
    metric.parentElement.hidden = metrics.length < 2;
    controls.hidden = rows.length < 2;
    controls.classList.remove("idle");
    controls.addEventListener("input", changed);
    controls.addEventListener("submit", (event) => event.preventDefault());
    copying(document.getElementById("link"), () => location.href);
  }
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
  addEventListener("hashchange", () => whenRead(follow));
  if (location.hash) whenRead(follow);
  else follow();
})();
