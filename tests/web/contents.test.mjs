// SPDX-License-Identifier: GPL-3.0-or-later
// contents.test.mjs -- what stands on the page: the answer first, a grid, every chart and no other, the numbers behind it.
import assert from "node:assert/strict";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assay, benchmarks, both, drawn, folder, open, openRow, report, sample, scene, texts, violations, write, widthOf } from "./pages.mjs";

const FIRST = ["density", "order", "shift"], MORE = ["share", "units", "shares"]; // no plan: what a unit costs is unknown

scene("one benchmark: its verdict; every chart has title, marks, description and a table", async () => {
  const page = await open(report(both("fft", 0.8)));
  assert.match(await page.locator(".headline").textContent(), /less time than old on fft, 95 % CI .* faster/);
  assert.deepEqual(await benchmarks(page), ["fft"]);
  assert.deepEqual(await drawn(page), FIRST);
  await openRow(page, "fft", "More charts");
  assert.deepEqual(await drawn(page), MORE);
  for (const figure of await page.locator("figure.chart:visible").all()) {
    const title = await figure.locator("figcaption").evaluate((caption) => caption.firstChild.textContent);
    assert.ok(await figure.locator("svg :is(path, line)").count() > 0, `no marks: ${title}`);
    assert.ok((await figure.locator("[aria-label]").first().getAttribute("aria-label")).length > 10, title);
    await figure.getByText("table", { exact: true }).click();
    await figure.locator("details.data tbody td").first().waitFor();
    assert.doesNotMatch(await figure.locator("details.data table").innerText(), /NaN|undefined|Infinity/);
  }
  assert.deepEqual(await violations(page), []);
});

scene("the first screen is the answer: counts, means, extremes, what limits it; the worst first, the undecided folded", async () => {
  const ratios = [1.2, 1.05, 0.9, ...Array(11).fill(1)];
  const page = await open(report(ratios.flatMap((ratio, i) => both("bench-" + i, ratio))), { height: 800 });
  const [slower, faster] = await texts(page.locator(".extremes > div"));
  assert.match(slower, /^2 slower\s+mean \+12\.\d %, worst: bench-0 \+\d/);
  assert.match(faster, /^1 faster\s+best: bench-2 −/);
  assert.match(await page.locator(".big").innerText(), /^[+−]\d\.\d+ %$/);
  assert.match(await page.locator(".suite").innerText(), /^95 % CI .*, all 14 together: geometric mean/);
  const together = await page.locator("tr.together").innerText();
  assert.ok(together.startsWith("all 14 together") && together.includes(await page.locator(".big").innerText()), together);
  assert.deepEqual(await texts(page.locator(".chip .verdict")), ["2 slower", "1 faster", "11 equivalent", "0 inconclusive"]);
  assert.match(await page.locator(".caveats").innerText(), /not measured in paired rounds/);
  for (const part of [".hero", ".suite", ".caveats", "#limits summary"]) {
    const { y, height } = await page.locator(part).boundingBox();
    assert.ok(y + height < 500, `${part} ends at ${y + height}`);
  }
  assert.deepEqual(await benchmarks(page), ["bench-0", "bench-1", "bench-2"]);
  assert.match((await texts(page.locator(".fold > summary"))).join(), /11 equivalent/);
  assert.deepEqual(await violations(page), []);
  const places = await page.locator("tr.row:visible use").evaluateAll((marks) => marks.map((mark) => parseFloat(mark.getAttribute("x"))));
  assert.ok(places[0] > places[1] && places[1] > places[2], "right is worse");
});

scene("300 benchmarks: few elements, a link opens its row, no chart before", async () => {
  const file = report(Array.from({ length: 300 }, (_, i) => both(`benchmark-${i}`, 0.9 + 0.001 * i)).flat());
  assert.ok(statSync(join(folder, file)).size < 3.2e6, "the findings are deflated");
  const page = await open(file, { height: 900 });
  assert.ok(await page.evaluate("document.querySelectorAll('*').length") < 12_000);
  assert.equal(await page.locator("script:not([type])").count(), 1, "one script");
  await page.goto(page.url() + "#name=benchmark-150");
  const more = await openRow(page, "benchmark-150");
  await more.waitFor();
  await more.locator("figure.chart svg").nth(FIRST.length - 1).waitFor();
  assert.equal(await page.locator("figure.chart:has(svg)").count(), FIRST.length);
});

scene("names: what all share is said once, parameters are columns, the rest has its whole name as title", async () => {
  const name = (dim, lib) => `org.example.benchmark.lab.DecomposeSVD.execute (dim=${dim}, lib=${lib})`;
  const names = [name(100, "ACM"), name(200, "ACM"), name(100, "MTJ"), name(200, "MTJ")];
  const page = await open(report(names.flatMap((each, i) => both(each, 1 + i / 10))));
  assert.match(await page.locator(".prefix").innerText(), /org\.example\.benchmark\.lab\.DecomposeSVD\.$/);
  assert.deepEqual((await texts(page.locator("table.comparisons thead th"))).slice(0, 3), ["benchmark", "dim", "lib"]);
  assert.deepEqual(await texts(page.locator("tr.row").first().locator("td.parameter")), ["200", "MTJ"]);
  assert.deepEqual(await benchmarks(page), names.reverse());
  const cut = await page.locator("tr.row > *").evaluateAll((cells) => cells.filter((c) => c.scrollWidth > c.clientWidth).map((c) => c.innerText));
  assert.deepEqual(cut, [], "each column is wide enough");
  const narrow = await open("page.html", { width: 390 });
  assert.deepEqual(await narrow.locator("tr.row").first().locator("td.parameter").evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content)),
    ['"dim "', '"lib "'], "without heads each says its own");
});

scene("names: long ones that differ in the middle are whole, on wide and narrow windows, and none is cut", async () => {
  const kinds = ["AbseilFlatHashMap", "AbseilNodeHashMap", "StdUnorderedMap", "BoostUnorderedFlat"], keys = ["uint32_t", "uint64_t", "std::string"];
  const names = kinds.flatMap((kind) => keys.flatMap((key) => ["cold_cache", "warm_cache"].map((cache) => `BM_HashMapInsertAndEraseManyElements<${kind}<${key}>>_reserved_beforehand_${cache}`)));
  const file = report(names.flatMap((each, i) => both(each, 1.02 + i / 50)));
  for (const width of [1100, 1400, 2000]) {
    const page = await open(file, { width, height: 900 });
    const cut = await page.locator("tr.row th, tr.row .name, tr.row .name span").evaluateAll((all) => all.filter((each) => getComputedStyle(each).display !== "inline" && each.scrollWidth > each.clientWidth + 1).map((each) => each.innerText));
    assert.deepEqual(cut, [], `no name is cut at ${width}`);
    assert.equal(await widthOf(page), width, `nothing is wider than a window of ${width}`);
    const [name, line] = await page.locator("tr.row").first().evaluate((row) => [row.cells[0].offsetWidth, row.offsetWidth]);
    assert.ok(name <= 0.36 * line + 20, `the names take no more than their part at ${width}: ${name} of ${line}`);
    assert.ok(width < 1400 || name > 0.25 * line, `long names have more room than short ones at ${width}: ${name} of ${line}`);
  }
});

scene("eight systems: a map with ranks and means, a pair at a time, six systems in a chart", async () => {
  const systems = Array.from({ length: 8 }, (_, i) => "s" + i);
  const page = await open(report(["a", "b"].flatMap((name) => systems.flatMap((system, i) => sample(system, name, 10 + i)))));
  assert.deepEqual((await texts(page.locator(".heatmap thead th.system"))), systems.slice(1));
  assert.match((await texts(page.locator(".heatmap tfoot tr"))).join("|"), /^mean rank over the 2 that all have; old: 1\.0/s);
  assert.equal(await page.locator(".heatmap tbody td.heat.slower").count(), 14);
  assert.equal(await page.locator(".heatmap .means td.heat.slower").count(), 7, "their means stand above them");
  assert.deepEqual(await texts(page.locator(".ranked tbody th")), ["s0, the old one", ...systems.slice(1)], "the best first");
  assert.equal(await page.locator(".headline").innerText(), "s0 is best.");
  assert.match(await page.locator(".extremes").innerText(), /slowest\s+[ab] \+\d.*\(s7\)/);
  assert.equal(await page.locator("details.pair").count(), 7);
  const more = await openRow(page, "a");
  await drawn(page);
  assert.equal(await more.locator('figure[data-chart="share"], figure[data-chart="density"]').first().locator("text.legend").count(), 6);
  assert.deepEqual(await violations(page), []);
});

scene("words of axes: two at least, whole in their column, and none on another, from a telephone to a wide screen", async () => {
  const factors = [1, 2.39, 0.69, 25.7, 50.4], systems = ["a", "b", "c", "d", "e"];
  const pages = [["map.html", ["x", "y"].flatMap((name) => systems.flatMap((system, i) => sample(system, name, 10 * factors[i])))],
    ["pair.html", [1.33, 1.07, 1, 0.9, 0.83].flatMap((ratio, i) => both("bench-" + i, ratio))]];
  for (const [file, rows] of pages) {
    assay("report", write("in.csv", rows), "-o", file, "--quiet");
    for (const width of [360, 500, 800, 1100, 1280, 1600]) {
      const page = await open(file, { width });
      for (const ticks of await page.locator(":is(.grid, .ranked) > thead .ticks:visible").all()) {
        const boxes = (await ticks.locator("i:visible").evaluateAll((words) => words.map((each) => each.getBoundingClientRect().toJSON()))).sort((a, b) => a.left - b.left);
        assert.ok(boxes.length >= 2, `${file} at ${width}: ${boxes.length} words`);
        assert.ok(boxes.every((box, i) => i === 0 || box.left > boxes[i - 1].right), `${file} at ${width}: one on another`);
      }
    }
  }
});

scene("numbers of a row: every column is in view, and heads stand over the middle of a map's cells", async () => {
  const page = await open(report(both("fft", 0.8)));
  const more = await openRow(page, "fft", "Numbers");
  assert.deepEqual(await more.locator(".scroll:visible").evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.innerText)), []);
  await open(report(["b", "c"].flatMap((name) => ["one", "two", "three", "four"].flatMap((system, i) => sample(system, name, 10 + i)))));
  const middles = (cells) => page.locator(cells).evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ left, width }) => Math.round(left + width / 2)));
  const heads = await middles(".heatmap th.system > span"), cells = await middles(".heatmap tbody tr:first-child td.heat");
  assert.equal(heads.length, 3);
  heads.forEach((at, i) => assert.ok(Math.abs(at - cells[i]) <= 2, `${heads} over ${cells}`));
});

scene("an axis of a narrow chart has the last of its words, too", async () => {
  const page = await open(report(both("fft", 0.8)), { width: 390 });
  const words = await page.evaluate(`(() => {
    const place = document.createElement("div");
    place.style.width = "340px";
    document.body.append(place);
    page.plot(place, { x: { words: "quantities", unit: "byte", low: 0, high: 1000 * 2 ** 20 }, y: { words: "ticks" }, layers: [{ mark: "line", ink: "one", at: [[0, 1], [1000 * 2 ** 20, 2]] }] }, "wide words");
    return Array.from(place.querySelectorAll("text.tick"), (tick) => tick.textContent);
  })()`);
  assert.equal(words.at(-1), "1000 MiB", words.join());
});

scene("numbers on a telephone: where the uncertainty comes from is whole, and so are captions", async () => {
  for (const width of [360, 390]) {
    const page = await open(report(both("fft", 0.8)), { width });
    const more = await openRow(page, "fft", "Numbers");
    assert.ok(await more.locator(".scroll:has(.levels)").evaluate((at) => at.scrollWidth <= at.clientWidth), `at ${width}`);
    for (const caption of await more.locator(".scroll caption").all())
      assert.ok((await caption.boundingBox()).x + (await caption.boundingBox()).width <= width, `at ${width}: ${await caption.innerText()}`);
  }
});

scene("the row of all together has room for its interval", async () => {
  const page = await open(report(Array.from({ length: 40 }, (_, i) => both("b" + i, i === 0 ? 1.1 : 1)).flat()), { width: 1400 });
  const cells = page.locator("tr.together > .number");
  assert.match(await cells.last().innerText(), /\.\d\d … /);
  assert.ok(await cells.last().evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect().left >= cell.previousElementSibling.getBoundingClientRect().right - 1;
  }));
});

scene("times on an axis are those that people count by, and none is rounded", async () => {
  const page = await open(report(both("fft", 0.8)));
  const words = await page.evaluate(`(() => {
    const place = document.createElement("div");
    document.body.append(place);
    page.plot(place, { x: { words: "durations", unit: "s", log: true }, y: {}, layers: [{ mark: "line", ink: "one", at: [[0.5, 1], [40000, 2]] }] }, "times");
    return Array.from(place.querySelectorAll("text.tick"), (tick) => tick.textContent);
  })()`);
  assert.deepEqual(words.filter((text) => /[a-z]$/.test(text)), ["1 s", "10 s", "60 s", "10 min", "60 min", "10 h"]);
});

scene("eight systems, twelve benchmarks: as many elements as the map has; a pair's rows come when they are asked for", async () => {
  const names = Array.from({ length: 12 }, (_, i) => "bench-" + i);
  const file = report(names.flatMap((name, i) => Array.from({ length: 8 }, (_, k) => sample("O" + k, name, 10 + (i % 4) * k, 3, 2)).flat()));
  const page = await open(file, { height: 900 });
  assert.ok(await page.evaluate("document.querySelectorAll('*').length") < 12 * (8 + 4) + 330);
  await page.locator("input[value=slower]").press("Space");
  await page.getByText("O3 against O0", { exact: true }).press("Enter");
  const rows = page.locator('details.pair[id="new=O3"] tr.row');
  await rows.first().waitFor();
  assert.equal(await rows.count(), 12);
  assert.equal(await page.locator('details.pair[id="new=O3"] tr.row:visible').count(), 9, "the filter holds for them");
  assert.equal(await page.locator(".found").innerText(), "9 of 12 rows");
  assert.deepEqual(await violations(page), []);
  await page.evaluate("location.hash = '#name=bench-4&new=O5'");
  await page.reload();
  const more = page.locator('details.pair[id="new=O5"] tr.more.open');
  await more.waitFor();
  assert.match(await more.locator(".sentence").first().innerText(), /bench-4/);
  assert.equal(await more.locator(".sentence .note").first().innerText(), "Interval: Fieller (Satterthwaite).", "a sentence of its own");
});

scene("nineteen systems, sixty benchmarks: two megabytes, what is folded comes out of the data, each row fits", async () => {
  const names = Array.from({ length: 60 }, (_, i) => "suite/bench-" + i), systems = Array.from({ length: 19 }, (_, k) => "cc-" + k);
  const file = report(names.flatMap((name, i) => systems.flatMap((system, k) => sample(system, name, 10 + (i % 7) + 0.3 * k, 3, 2))));
  assert.ok(statSync(join(folder, file)).size <= 2e6, String(statSync(join(folder, file)).size));
  const page = await open(file, { width: 1280, height: 900 });
  assert.ok(await page.evaluate("document.querySelectorAll('*').length") <= 5000);
  const map = page.locator(".sections.wide");
  assert.equal(await map.locator("tr.row:visible").count(), 24, "of a map, too, few rows are in view");
  assert.equal(await map.locator("tfoot:visible").count(), 1);
  assert.match(await map.locator(".fold.rest > summary").innerText(), /^36 more, \+[\d.]+ % … \+\d+ %$/);
  await page.locator("#sort").selectOption("name");
  assert.equal(await map.locator("tr.row:visible").count(), 60, "by their names all stand together");
  await page.locator("#sort").selectOption("worst");
  await page.evaluate("location.hash = '#name=suite/bench-5'");
  await map.locator(".fold.rest[open] tr.more.open").waitFor();
  const more = await openRow(page, "suite/bench-7");
  await more.getByText("The 18 changes in words").click();
  assert.equal(await more.locator(".sentence:visible").count(), 18);
  await drawn(page);
  assert.ok(await page.evaluate("document.querySelector('table.heatmap').offsetWidth") <= 1200, "an opened row makes the map no wider");
  await page.getByText("cc-3 against cc-0", { exact: true }).click();
  await page.locator('details.pair[id="new=cc-3"] tr.row').nth(23).waitFor();
  await page.locator('details.pair[id="new=cc-3"] .fold.rest > summary').click();
  await page.locator('details.pair[id="new=cc-3"] tr.row').nth(59).waitFor();
  await page.evaluate("location.hash = '#name=suite/bench-4&new=cc-5'");
  await page.reload();
  await page.locator('details.pair[id="new=cc-5"] tr.more.open figure.chart').first().waitFor();
});

scene("nineteen systems on a telephone: six screens, until somebody unfolds the map", async () => {
  const page = await open("page.html", { width: 390, height: 900 });
  const height = await page.evaluate("document.documentElement.scrollHeight");
  assert.ok(height < 6 * 900, String(height));
});

scene("nineteen systems without a script: the page says where the numbers are", async () => {
  const page = await open("page.html", { javaScriptEnabled: false });
  assert.match((await page.locator("tr.more").first().innerText()), /a script unfolds the numbers; assay compare prints them/);
});

scene("a map of many rows shows the worst beside the larger gains", async () => {
  const names = Array.from({ length: 60 }, (_, i) => "bench-" + i), change = (i) => (i < 50 ? 0.6 : 1.3);
  const page = await open(report(names.flatMap((name, i) => ["a", "b", "c"].flatMap((system, k) => sample(system, name, 10 * (k ? change(i) : 1), 3, 2)))));
  assert.equal(await page.locator(".sections.wide tr.row:visible").count(), 24);
  assert.equal(await page.locator(".sections.wide tr.row:visible:has(.slower)").count(), 10);
});

scene("a map on paper is small: hatches are no megabytes, and no caption is torn", async () => {
  const rows = Array.from({ length: 30 }, (_, i) => "bench-" + i).flatMap((name) => ["a", "b", "c"].flatMap((system) => sample(system, name, 10, 3, 2)));
  const page = await open(report(rows, "--margin", "0.1%"));
  assert.ok(await page.locator(".heat.inconclusive").count() > 40);
  const bytes = (await page.pdf({ preferCSSPageSize: true })).length;
  assert.ok(bytes < 2e6, String(bytes));
});

scene("one system: all means on one scale; systems that meet nowhere are shown and said", async () => {
  const alone = await open(report(["a", "b", "c"].flatMap((name, i) => sample("only", name, 10 * (i + 1)))));
  assert.deepEqual(await benchmarks(alone), ["c", "b", "a"], "the longest first");
  assert.deepEqual(await violations(alone), []);
  const page = await open(report([...both("a", 0.8), ...sample("third", "elsewhere", 10)]));
  assert.deepEqual(await benchmarks(page), ["a"]);
  assert.match(await page.locator(".hopeless").innerText(), /^Not compared: third against old: no benchmark was measured for both/);
});

scene("warm-up that may turn the verdict stands beside it", async () => {
  const rows = [];
  for (const system of ["jit", "aot"])
    for (let execution = 0; execution < 4; execution++)
      for (let i = 0; i < 100; i++)
        rows.push([system, "loop", execution, i, (system === "jit" ? 10 * (1 + 2 * Math.exp(-i / 15)) : 10.5) * (1 + 0.003 * Math.sin(7 * i * (execution + 1)))]);
  const page = await open(report(rows));
  assert.match(await page.locator(".caveats li").first().innerText(), /^\W*loop: 4 of 4 executions of jit warm up until iteration \d+ of 100/);
});

const repeated = (benchmark, executions) => ["old", "new"].flatMap((system) =>
  executions.flatMap((values, execution) => values.map((value, i) => [system, benchmark, execution, i, value])));
const DEGENERATE = [
  ["constant", ["order", "shift"], [5, 5, 5], [5, 5, 5], [5, 5, 5]],
  ["two values", ["order", "shift"], [1], [2]],
  ["unbounded interval", ["order", "shift"], [1], [100], [0.1]],
  ["one execution", FIRST, [1, 2, 3, 1, 2, 3, 1, 2, 3]],
];

scene("degenerate data: constant, two values, an unbounded interval, one execution", async () => {
  const page = await open(report(DEGENERATE.flatMap(([name, , ...executions]) => repeated(name, executions))), { height: 12_000 });
  assert.deepEqual((await benchmarks(page)).sort(), DEGENERATE.map(([name]) => name).sort());
  for (const [name, kinds] of DEGENERATE) {
    const more = await openRow(page, name);
    await drawn(page);
    assert.deepEqual(await more.locator("figure.chart:has(svg):visible").evaluateAll((all) => all.map((f) => f.dataset.chart)), kinds, name);
  }
  assert.doesNotMatch(await page.locator("main").innerHTML(), /NaN|undefined|Infinity/);
});

scene("findings that compare printed make a page", async () => {
  write("values.csv", [...both("a", 0.7), ...both("b", 1)]);
  writeFileSync(join(folder, "findings.json"), assay("compare", "values.csv", "--json"));
  assay("report", "findings.json", "-o", "saved.html", "--quiet");
  const page = await open("saved.html");
  assert.deepEqual(await benchmarks(page), ["b", "a"]);
  await openRow(page, "a", "More charts");
  assert.deepEqual(await drawn(page), ["shares"], "what needs values is left out");
});
