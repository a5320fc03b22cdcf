// SPDX-License-Identifier: GPL-3.0-or-later
// list.js -- rows found, filtered and sorted; what is shown stands in the address: #show=slower,recent&sort=worst&search=fft.
// Rows have what they are sorted by as data-KEY, and the words of their filters as data-show. A page is whole without it.
"use strict";
const list = (() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const controls = document.querySelector("form.controls"), rows = all(".list tr.row");
  const NARROWS = ["recent", "changed"]; // the others widen: slower or faster

  // ---- the address ----

  const asked = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  function put(values) {
    for (const [key, value] of Object.entries(values))
      if (value) asked.set(key, value);
      else asked.delete(key);
    history.replaceState(null, "", asked.size > 0 ? "#" + asked : location.pathname + location.search);
  }

  // ---- rows ----

  const collator = new Intl.Collator("en", { numeric: true });
  const facts = new Map(rows.map((row) => {
    const name = row.querySelector("a.name, th a, th");
    return [row, { home: row.parentElement, name: name.title || name.textContent, text: ((name.title || "") + " " + row.textContent).toLowerCase(),
      order: Number(row.dataset.order), show: (row.dataset.show || "").split(" ") }];
  }));
  const number = (row, key) => Number(row.dataset[key] || 0), first = (a, b) => facts.get(a).order - facts.get(b).order;
  function compare(sort) {
    if (sort === "name") return (a, b) => collator.compare(facts.get(a).name, facts.get(b).name) || first(a, b);
    if (sort === "best") return (a, b) => number(a, "worst") - number(b, "worst") || first(a, b);
    if (sort === "oldest") return (a, b) => first(b, a);
    return (a, b) => number(b, sort) - number(a, sort) || first(a, b);
  }

  const shown = () => rows.filter((row) => !row.hidden);
  const listeners = [];

  // Only what stands elsewhere is moved.
  function settle(items, place) {
    let at = place.firstElementChild;
    for (const item of items)
      if (at === item) at = at.nextElementSibling;
      else place.insertBefore(item, at);
  }

  function arrange() {
    const chosen = (asked.get("show") || "").split(",").filter(Boolean), words = (asked.get("search") || "").toLowerCase().split(/\s+/).filter(Boolean);
    const narrow = chosen.filter((word) => NARROWS.includes(word)), wide = chosen.filter((word) => !NARROWS.includes(word));
    for (const row of rows) {
      const fact = facts.get(row);
      const hidden = !(words.every((word) => fact.text.includes(word)) && narrow.every((word) => fact.show.includes(word)) &&
        (wide.length === 0 || wide.some((word) => fact.show.includes(word))));
      if (row.hidden !== hidden) row.hidden = hidden;
    }
    const sort = asked.get("sort"), together = Boolean(sort) || chosen.length > 0 || words.length > 0;
    const body = rows.length > 0 ? facts.get(rows[0]).home : null, places = new Map();
    for (const row of rows.slice().sort(sort ? compare(sort) : first)) {
      const place = together ? body : facts.get(row).home;
      places.set(place, (places.get(place) || []).concat(row));
    }
    places.forEach(settle);
    for (const fold of all(".list details.fold")) fold.hidden = together;
    for (const head of all(".list th[data-sort]"))
      if (head.dataset.sort === (sort || controls.dataset.sort)) head.setAttribute("aria-sort", sort === "name" ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    const found = shown().length;
    controls.querySelector(".found").textContent = found < rows.length ? found + " of " + rows.length : "";
    listeners.forEach((each) => each());
  }

  // ---- what people use ----

  function begin() {
    all(".controls").forEach((each) => (each.hidden = false));
    const search = document.getElementById("search"), sort = document.getElementById("sort"), boxes = all("input[name=show]", controls);
    const usual = sort.options[0].value;
    controls.dataset.sort = usual;
    search.value = asked.get("search") || "";
    sort.value = asked.get("sort") || usual;
    boxes.forEach((box) => (box.checked = (asked.get("show") || "").split(",").includes(box.value)));
    const changed = () => {
      put({ search: search.value.trim(), show: boxes.filter((box) => box.checked).map((box) => box.value).join(","), sort: sort.value === usual ? "" : sort.value });
      arrange();
    };
    for (const input of [search, sort, ...boxes]) input.addEventListener("input", changed);
    controls.addEventListener("submit", (event) => event.preventDefault());
    for (const head of all(".list th[data-sort]")) {
      const button = Object.assign(document.createElement("button"), { type: "button" });
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const key = head.dataset.sort;
        sort.value = key === "worst" && sort.value === "worst" ? "best" : key === "newest" && sort.value === "newest" && sort.querySelector("[value=oldest]") ? "oldest" : key;
        changed();
      });
    }
    copying(document.getElementById("link"), () => location.href);
    arrange();
  }

  // Commands stand there to be copied.
  function commands(root) {
    for (const code of all("code.command", root)) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "save", textContent: "copy" });
      button.setAttribute("aria-label", "copy " + code.textContent);
      code.after(" ", button);
      copying(button, () => code.textContent);
    }
  }

  if (controls) begin();
  commands(document);
  return { all, asked, put, rows, shown, commands, onArrange: (each) => listeners.push(each) };
})();
