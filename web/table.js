// SPDX-License-Identifier: GPL-3.0-or-later
// table.js -- filter, sort, links, and tables as CSV.
"use strict";
(() => {
  const { all } = page;
  const facts = new Map(); // of each benchmark: whether one of its rows changed, and what it is sorted by
  all("table.comparisons tbody tr").forEach((row, order) => {
    const d = row.dataset, fact = facts.get(d.benchmark) ||
      { order, name: d.name, changed: false, effect: 0, noise: 0 };
    fact.changed = fact.changed || d.changed === "1";
    fact.effect = Math.max(fact.effect, Number(d.effect));
    fact.noise = Math.max(fact.noise, Number(d.noise));
    facts.set(d.benchmark, fact);
  });
  const orders = {
    order: (a, b) => a.order - b.order,
    effect: (a, b) => b.effect - a.effect || a.order - b.order,
    noise: (a, b) => b.noise - a.noise || a.order - b.order,
    name: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }) || a.order - b.order,
  };
  const controls = document.querySelector(".controls");
  page.order = () => orders[controls ? document.getElementById("sort").value : "order"];
  page.changedOnly = () => Boolean(controls) && document.getElementById("changed").checked;

  function arrange() {
    const only = page.changedOnly(), compare = page.order();
    const fact = (item) => facts.get(item.dataset.benchmark) || { order: 1e9, name: "", effect: -1, noise: -1 };
    for (const group of all("table.comparisons tbody, #benchmarks")) {
      const items = Array.from(group.children).filter((item) => item.dataset.benchmark !== undefined);
      items.sort((a, b) => compare(fact(a), fact(b)));
      for (const item of items)
        item.hidden = only && !(item.dataset.changed !== undefined ? item.dataset.changed === "1" : fact(item).changed);
      group.append(...items);
    }
    all('figure[data-chart="forest"]').forEach((figure) => page.redraw(figure));
  }
  if (controls) {
    controls.hidden = false;
    controls.addEventListener("change", arrange);
  }

  function openTarget() {
    const target = /^#b\d+$/.test(location.hash) && document.querySelector(location.hash);
    if (target) {
      target.open = true;
      target.hidden = false;
    }
  }
  addEventListener("hashchange", openTarget);
  openTarget();

  for (const table of all("table"))
    if (table.caption) table.caption.append(page.button("CSV", "Save this table as CSV", () =>
      page.saveCsv(table.className || "table", Array.from(table.rows).filter((row) => !row.hidden)
        .map((row) => Array.from(row.cells).map((c) => c.textContent)))));
})();
