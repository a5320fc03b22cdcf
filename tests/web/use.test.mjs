// SPDX-License-Identifier: GPL-3.0-or-later
// use.test.mjs -- the page in use: filters, order, what the address says, looks, narrow windows, paper, what can be saved.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { benchmarks, both, drawn, lightness, open, openRow, paper, report, sample, scene, until, violations, widthOf } from "./pages.mjs";

const fft = () => report(both("fft", 0.8));
const three = () => report([...both("b10", 1), ...both("b9", 1.2), ...both("a", 0.7)]);
const hash = (page) => page.evaluate("decodeURIComponent(location.hash)");

scene("order, filter and search by keyboard; the address says it, and a reload keeps it", async () => {
  const page = await open(three());
  const shows = async (names, address, why) => {
    assert.deepEqual(await benchmarks(page), names, why);
    assert.equal(await hash(page), address, why);
  };
  await shows(["b9", "b10", "a"], "", "the worst first");
  await page.getByLabel("sort").selectOption("name");
  await shows(["a", "b9", "b10"], "#sort=name", "numbers in names count");
  await page.locator("input[value=slower]").press("Space");
  await shows(["b9"], "#show=slower&sort=name");
  await page.locator("input[value=faster]").press("Space");
  await shows(["a", "b9"], "#show=slower,faster&sort=name");
  await page.reload();
  await shows(["a", "b9"], "#show=slower,faster&sort=name", "after a reload");
  for (const verdict of ["slower", "faster"]) await page.locator(`input[value=${verdict}]`).press("Space");
  await page.getByLabel("search benchmarks").fill("B1");
  await shows(["b10"], "#sort=name&search=B1");
  assert.equal(await page.locator(".found").innerText(), "1 of 3 rows");
  await page.getByLabel("search benchmarks").fill("");
  await page.getByRole("button", { name: "change" }).press("Enter");
  await shows(["b9", "b10", "a"], "");
  assert.equal(await page.locator("th[aria-sort]").getAttribute("aria-sort"), "descending");
  await page.getByRole("button", { name: "change" }).press("Enter");
  await shows(["a", "b10", "b9"], "#sort=best");
});

scene("a row opens and closes by keyboard; the address names it, whatever the order", async () => {
  const page = await open(three());
  await page.locator('a.name[title="b10"]').press("Enter");
  assert.equal(await hash(page), "#name=b10");
  const more = await openRow(page, "b10");
  assert.match(await more.locator(".sentence").innerText(), /equivalent on b10/);
  await page.reload();
  await page.locator("tr.row.open").waitFor();
  assert.equal(await page.locator('a.name[aria-expanded="true"]').getAttribute("title"), "b10");
  await page.getByRole("tab", { name: "Charts", exact: true }).press("ArrowLeft");
  assert.match(await page.getByRole("tabpanel").innerText(), /What was measured/);
  await page.locator('a.name[title="b10"]').press("Enter");
  assert.equal(await page.locator("tr.more").count(), 0);
  assert.equal(await hash(page), "");
});

scene("folded rows come up when they are asked for", async () => {
  const page = await open(report(Array.from({ length: 14 }, (_, i) => both("bench-" + i, i === 3 ? 1.3 : 1)).flat()));
  assert.deepEqual(await benchmarks(page), ["bench-3"]);
  await page.locator("input[value=equivalent]").press("Space");
  assert.equal((await benchmarks(page)).length, 13);
  assert.equal(await page.locator(".fold:visible").count(), 0);
  await page.locator("input[value=equivalent]").press("Space");
  assert.deepEqual(await benchmarks(page), ["bench-3"]);
  await page.locator(".fold > summary").press("Enter");
  assert.equal((await benchmarks(page)).length, 14);
});

// Many benchmarks of one system; of two, where all changed.
const many = (ratio, length = 300) => Array.from({ length }, (_, i) =>
  [sample("old", "bench-" + i, 300 - i, 2, 3), ...ratio ? [sample("new", "bench-" + i, (300 - i) * ratio(i), 2, 3)] : []]).flat(2);

scene("300 benchmarks on a telephone: the first 24 are in view, the others a fold away from the finger, the search and paper", async () => {
  const page = await open(report(many()), { width: 390, height: 844 });
  assert.equal((await benchmarks(page)).length, 24);
  assert.ok(await page.evaluate("document.documentElement.scrollHeight") < 4500);
  assert.match(await page.locator(".fold > summary").innerText(), /^276 more, [\d.]+ ms … [\d.]+ ms$/);
  const axis = await page.locator(".means thead th.chart").first().boundingBox(), chart = await page.locator(".means td.chart").first().boundingBox();
  assert.deepEqual([axis.x, axis.width], [chart.x, chart.width], "the axis is as wide as what it measures");
  await page.getByLabel("search benchmarks").fill("bench-29");
  assert.equal((await benchmarks(page)).length, 11);
  await page.getByLabel("search benchmarks").fill("");
  await page.getByLabel("sort").selectOption("best");
  assert.deepEqual((await benchmarks(page)).slice(0, 2), ["bench-299", "bench-298"], "the shortest first, of all");
  await page.getByLabel("sort").selectOption("worst");
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  assert.equal((await benchmarks(page)).length, 300);
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  assert.equal((await benchmarks(page)).length, 24);
});

scene("300 that all changed: the 24 that changed most are in view, the worst first", async () => {
  const page = await open(report(many((i) => Math.exp((i % 2 ? 1 : -1) * (0.1 + i / 500)))), { width: 390, height: 844 });
  const seen = await benchmarks(page);
  assert.equal(seen.length, 24);
  assert.equal(seen[0], "bench-299");
  assert.equal(seen.at(-1), "bench-298");
  assert.match(await page.locator(".fold > summary").innerText(), /^276 smaller changes −\d+.* … \+\d+.* %$/);
  await page.getByLabel("sort").selectOption("best");
  assert.equal((await benchmarks(page)).length, 300);
});

scene("what is folded is found without scripts, too: by the browser's search and on paper", async () => {
  const file = report(many(undefined, 60));
  let page = await open(file, { javaScriptEnabled: false });
  assert.equal((await benchmarks(page)).length, 24);
  page = await open(file, { hash: "#name=bench-40", javaScriptEnabled: false });
  assert.ok((await benchmarks(page)).includes("bench-40"), "a link unfolds what it names");
  page = await open(file, { hash: "#:~:text=bench%2D41", javaScriptEnabled: false });
  await until(page, async () => (await benchmarks(page)).includes("bench-41"), "the browser's search unfolds, too");
  page = await open(file, { javaScriptEnabled: false });
  await page.emulateMedia({ media: "print" });
  const last = await page.locator('a.name[title="bench-59"]').evaluate((link) => link.checkVisibility({ contentVisibilityAuto: false }));
  assert.ok(last, "on paper all stands");
});

scene("dark, then light: the page follows, and its charts are drawn again", async () => {
  const page = await open(fft(), { colorScheme: "dark" });
  const label = () => page.locator('figure[data-chart="density"] text.tick').first()
    .evaluate((text) => getComputedStyle(text).fill).then(lightness);
  const kinds = await drawn(page);
  assert.ok(await paper(page) < 40);
  assert.ok(await label() > 140);
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal(await paper(page), 255);
  await until(page, async () => await label() < 120, "charts for light paper");
  assert.deepEqual(await drawn(page), kinds);
});

scene("a chart says the point that is pointed at, shows the part that is dragged over, and all again", async () => {
  const page = await open(fft());
  await drawn(page);
  const svg = page.locator('figure[data-chart="order"] svg'), ticks = async () => (await svg.locator("text.tick").allTextContents()).join();
  const whole = await ticks(), box = await svg.boundingBox();
  const dot = await svg.locator("path[stroke-linecap]").first().evaluate((path) => path.getPointAtLength(0).x);
  const height = await svg.locator("path[stroke-linecap]").first().evaluate((path) => path.getPointAtLength(0).y);
  await page.mouse.move(box.x + dot + 2, box.y + height - 1);
  assert.match(await svg.locator(".pointed text").textContent(), /^(old|new), live: \d+ \u00b7 [\d.]+ ms$/);
  await page.mouse.move(box.x + box.width / 3, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 80, { steps: 3 });
  await page.mouse.up();
  await until(page, async () => await ticks() !== whole, "a part");
  await svg.dblclick({ position: { x: box.width / 2, y: 80 } });
  await until(page, async () => await ticks() === whole, "all");
});

scene("360 pixels: nothing is wider than the window", async () => {
  const long = "a-name-without-any-space-that-is-far-too-long-for-a-telephone".repeat(2);
  const rows = [long, "b"].flatMap((name) => ["old", "new"].flatMap((system) => sample(system, name, 10, 3, 40)));
  const page = await open(report(rows), { width: 360 });
  for (const tab of ["Charts", "More charts", "Executions, one by one"]) {
    await openRow(page, "b", tab);
    await drawn(page);
    if (tab.startsWith("Exec")) await page.locator(".inspect[data-from]").first().waitFor();
    for (const chart of await page.locator("figure :is(svg, canvas):visible").all()) {
      const { x, width } = await chart.boundingBox();
      assert.ok(x >= 0 && x + width <= 360, `a chart from ${x} to ${x + width}`);
    }
  }
  assert.equal(await widthOf(page), 360);
});

scene("360 pixels: rows are cards, nothing is cut, what is touched is large enough", async () => {
  const page = await open(three(), { width: 360 });
  for (const cell of await page.locator("tr.row > *").all()) {
    const { x, width } = await cell.boundingBox();
    assert.ok(x >= 0 && x + width <= 360, `"${await cell.innerText()}" from ${x} to ${x + width}`);
  }
  for (const target of await page.locator(":is(button, select, input, summary, a.name):visible").all()) {
    const { height } = await target.evaluate((at) => (at.closest("label.chip") || at).getBoundingClientRect().toJSON());
    assert.ok(height >= 24, `${await target.evaluate((at) => at.outerHTML.slice(0, 80))} is ${height} high`);
  }
  assert.deepEqual(await violations(page), []);
});

scene("on paper: the answer, all rows, the limits, on few pages", async () => {
  const page = await open(report(Array.from({ length: 30 }, (_, i) => both("bench-" + i, i < 17 ? 1.05 + i / 50 : 1)).flat()), { height: 900 });
  await page.emulateMedia({ media: "print" });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1"), sheets = (pdf.match(/\/Type \/Page\b/g) || []).length;
  assert.ok(sheets <= 3, `${sheets} sheets`);
  assert.equal((await benchmarks(page)).length, 30, "what a screen folds, too");
  assert.equal(await page.locator("#limits[open]").count(), 1);
  assert.equal(await page.locator(":is(.controls, button.save):visible").count(), 0);
  const display = (part) => page.locator(part).first().evaluate((element) => getComputedStyle(element).display);
  assert.equal(await display(".comparisons tfoot"), "table-row-group", "all together once, not at the end of each sheet");
  assert.equal(await display(".comparisons thead button"), "contents", "words of a repeated head, not its buttons");
  for (const drawn of ["td.chart", ".bar > svg"])
    assert.equal(await page.locator(drawn).first().evaluate((element) => getComputedStyle(element).printColorAdjust), "exact", drawn + " keeps its lines");
});

// ---- saving ----

async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return [download.suggestedFilename(), readFileSync(await download.path())];
}

scene("tables as CSV", async () => {
  const page = await open(report([...both("=1+1", 0.8), ...both('"quoted", with comma', 1)]));
  const [name, bytes] = await saved(page, page.locator("table.comparisons").getByRole("button", { name: /as CSV/ }));
  const lines = bytes.toString().trimEnd().split("\r\n");
  assert.equal(name, "comparisons.csv");
  assert.match(lines[0], /^benchmark,change,95 % CI,verdict,old,new/);
  assert.match(lines[2], /^'=1\+1,−(20|19)\.\d %,.*,faster,/, "no formula");
  assert.match(lines[1], /^"""quoted"", with comma",/);
  assert.match(lines[3], /^all 2 together,/);
  assert.equal(lines.length, 4);
});

// Chromium drops what a page saves beyond ten files in one second.
scene("each chart as SVG, a chart as PNG, its numbers as CSV: for paper, also from a dark screen", async () => {
  const page = await open(fft(), { colorScheme: "dark" });
  const button = (kind, name) => page.locator(`figure[data-chart="${kind}"]`).getByRole("button", { name });
  for (const kind of await drawn(page)) {
    const [name, svg] = await saved(page, button(kind, "Save this chart as SVG"));
    assert.equal(name, kind + "-fft.svg");
    assert.match(svg.toString(), /^<svg[^]*fill="#fff"[^]*fft[^]*old, new[^]*<\/svg>$/, "white paper, benchmark and systems");
    assert.doesNotMatch(svg.toString(), /#e6e9ee/, "no ink for dark screens");
  }
  const [pngName, png] = await saved(page, button("density", "Save this chart as PNG"));
  assert.equal(pngName, "density-fft.png");
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  assert.ok(png.readUInt32BE(16) > 1400, "three pixels for each of the page's");
  await page.locator('figure[data-chart="shift"] summary').click();
  const [csvName, csv] = await saved(page, button("shift", "Save these numbers as CSV"));
  assert.equal(csvName, "shift.csv");
  assert.match(csv.toString(), /^name,what,decile of the values \(% at or below\),change in %,low,high\r\nnew,for all deciles,10,/);
});
