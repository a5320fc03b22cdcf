// SPDX-License-Identifier: GPL-3.0-or-later
// contents.test.mjs -- what stands on the page: verdicts, every chart and no other, the numbers behind it.
import assert from "node:assert/strict";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assay, benchmarks, both, drawing, drawn, folder, open, openAll, report, scene, write } from "./pages.mjs";

const OF_VALUES = ["density", "ecdf", "shift", "sequence", "units", "variance"]; // no plan: what a unit costs is unknown

scene("one benchmark: its verdict; every chart has title, marks, description and a table", async () => {
  const page = await open(report(both("fft", 0.8)));
  assert.match(await page.locator(".headline").textContent(), /faster than old on fft, 95 % interval/);
  assert.deepEqual(await benchmarks(page), ["fft"]);
  if (!drawing) return;
  assert.deepEqual(await drawn(page), ["forest", ...OF_VALUES]);
  for (const figure of await page.locator("figure.chart:visible").all()) {
    const title = await figure.locator("figcaption").evaluate((caption) => caption.firstChild.textContent);
    assert.ok(await figure.locator("svg :is(path, line)").count() > 0, `no marks: ${title}`);
    assert.ok((await figure.locator("[aria-label]").first().getAttribute("aria-label")).length > 10, title);
    await figure.getByText("table", { exact: true }).click();
    await figure.locator("details.data tbody td").first().waitFor();
    assert.doesNotMatch(await figure.locator("details.data table").innerText(), /NaN|undefined|Infinity/);
  }
});

scene("200 benchmarks: a link opens its benchmark, charts are drawn when they come into view", async () => {
  const file = report(Array.from({ length: 200 }, (_, i) => both(`benchmark-${i}`, 0.9 + 0.001 * i)).flat());
  assert.ok(statSync(join(folder, file)).size < 6e6, "less than 6 MB");
  const page = await open(file, { height: 900 }), charts = page.locator("figure.chart:has(svg)");
  assert.equal((await benchmarks(page)).length, 200);
  if (drawing) {
    await page.locator("figure.chart svg").waitFor();
    assert.equal(await charts.count(), 1, "the forest plot alone");
  }
  await page.getByRole("link", { name: "benchmark-150" }).click();
  await page.locator("#b150[open]").waitFor();
  if (!drawing) return;
  await page.locator("#b150 figure.chart svg").nth(OF_VALUES.length - 1).waitFor();
  assert.ok(await charts.count() < 30, "few of the other 199");
});

const repeated = (benchmark, executions) => ["old", "new"].flatMap((system) =>
  executions.flatMap((values, execution) => values.map((value, i) => [system, benchmark, execution, i, value])));
const WITHOUT_DENSITY = OF_VALUES.slice(1);
const DEGENERATE = [
  ["constant", WITHOUT_DENSITY.slice(0, -1), [5, 5, 5], [5, 5, 5], [5, 5, 5]],
  ["two values", WITHOUT_DENSITY, [1], [2]],
  ["unbounded interval", WITHOUT_DENSITY, [1], [100], [0.1]],
  ["one execution", OF_VALUES, [1, 2, 3, 1, 2, 3, 1, 2, 3]],
];

scene("degenerate data: constant, two values, an unbounded interval, one execution", async () => {
  const page = await open(report(DEGENERATE.flatMap(([name, , ...executions]) => repeated(name, executions))), { height: 12_000 });
  assert.deepEqual(await benchmarks(page), DEGENERATE.map(([name]) => name));
  await openAll(page);
  if (drawing)
    assert.deepEqual(await drawn(page), ["forest", ...DEGENERATE.flatMap(([, kinds]) => kinds)]);
  assert.doesNotMatch(await page.locator("main").innerHTML(), /NaN|undefined|Infinity/);
});

scene("findings that compare printed make a page", async () => {
  write("values.csv", [...both("a", 0.7), ...both("b", 1)]);
  writeFileSync(join(folder, "findings.json"), assay("compare", "values.csv", "--json"));
  assay("report", "findings.json", "-o", "saved.html", "--quiet");
  const page = await open("saved.html");
  assert.deepEqual(await benchmarks(page), ["a", "b"]);
  await openAll(page);
  if (drawing)
    assert.deepEqual(await drawn(page), ["forest", "variance", "variance"], "what needs values is left out");
});
