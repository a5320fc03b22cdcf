// SPDX-License-Identifier: GPL-3.0-or-later
// row.js -- what unfolds below a row: its sentence, three charts beside one another, and behind tabs more charts, the
// executions one by one, and the numbers.
"use strict";
(() => {
  const { all, element } = page;
  const FIRST = ["density", "order", "shift"]; // the others stand under another tab
  let count = 0;

  const figures = (kinds, benchmark) => element("div", { class: "charts" }, ...kinds.map((kind) =>
    element("figure", { class: "chart", "data-chart": kind, "data-benchmark": benchmark })));

  // Tabs as readers of screens and keyboards know them: arrows move between them.
  function tabs(panels) {
    const id = "tabs" + ++count, list = element("div", { role: "tablist" });
    const buttons = panels.map(([title, panel], i) => {
      Object.assign(panel, { id: id + "-" + i, tabIndex: 0 });
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", id + "-tab-" + i);
      const tab = element("button", { type: "button", role: "tab", id: id + "-tab-" + i, "aria-controls": panel.id, onclick: () => choose(i) }, title);
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) choose((i + step + panels.length) % panels.length).focus();
      });
      return tab;
    });
    function choose(chosen) {
      buttons.forEach((tab, i) => {
        tab.setAttribute("aria-selected", i === chosen);
        tab.tabIndex = i === chosen ? 0 : -1;
        panels[i][1].hidden = i !== chosen;
      });
      return buttons[chosen];
    }
    list.append(...buttons);
    choose(0);
    return [list, ...panels.map(([, panel]) => panel)];
  }

  // Hues tell six systems apart, not more: of many these are chosen.
  function choice(benchmark, cell) {
    const names = page.everySample(benchmark).map((s) => s.system);
    if (names.length <= page.MOST_SYSTEMS) return [];
    if (!page.chosen.has(benchmark)) page.chosen.set(benchmark, new Set(names.slice(0, page.MOST_SYSTEMS)));
    const chosen = page.chosen.get(benchmark);
    const box = (name) => element("label", { class: "chip" }, element("input", { type: "checkbox", checked: chosen.has(name), onchange: (event) => {
      if (event.target.checked && chosen.size === page.MOST_SYSTEMS) return (event.target.checked = false);
      if (event.target.checked) chosen.add(name);
      else chosen.delete(name);
      all("figure.chart", cell).forEach(page.redraw);
    } }), name);
    return [element("fieldset", { class: "choice" }, element("legend", {}, "Systems in the charts, up to " + page.MOST_SYSTEMS), ...names.map(box))];
  }

  // The HTML is the page's own, as it stands there for windows without scripts.
  page.fill = (cell, benchmark, html) => {
    const told = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    const sentences = told ? all("p.sentence", told) : [], tables = element("div");
    if (told) tables.append(...Array.from(told.children).filter((child) => !child.matches("summary, p.sentence")));
    if (sentences.length <= 2 * page.MOST_SYSTEMS) cell.append(...sentences);
    else cell.append(element("details", {}, element("summary", {}, "The " + sentences.length + " changes in words"), ...sentences));
    page.saveTables(tables);
    if (!page.canDraw) return cell.append(tables);
    const first = element("div", {}, figures(FIRST, benchmark)), more = element("div");
    const inspect = element("div", { class: "inspect", "data-benchmark": benchmark });
    page.load().then(() => {
      const kinds = Object.keys(page.findings.charts?.[Number(benchmark)] || {});
      more.append(figures(kinds.filter((kind) => !FIRST.includes(kind)), benchmark));
      cell.append(...choice(benchmark, cell),
        ...tabs([["Charts", first], ["More charts", more], ["Executions, one by one", element("div", {}, inspect)], ["Numbers", tables]]));
      all("figure.chart, div.inspect", cell).forEach(page.observe);
    });
  };
})();
