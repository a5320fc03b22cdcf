// SPDX-License-Identifier: GPL-3.0-or-later
// history.test.mjs -- the page of versions: what changed stands first, pictures zoom, the tables have the numbers.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { assay, folder, lightness, open, paper, sample, scene, texts, until, violations, widthOf, write } from "./pages.mjs";

const VERSIONS = Array.from({ length: 12 }, (_, i) => `v1.${i + 1}`);
const series = (benchmark, mean) => VERSIONS.map((version, i) => sample(version, benchmark, mean(i), 6, 1));
const rowsOf = (...all) => VERSIONS.flatMap((_, i) => all.flatMap((one) => one[i]));

// Slower by 10 % from v1.7 on; as it was; faster by 5 % from v1.4 on.
const three = (long = "") => rowsOf(series("parse" + long, (i) => (i < 6 ? 10 : 11)), series("flat" + long, () => 20),
  series("sort" + long, (i) => (i < 3 ? 30 : 28.5)));

function history(rows, ...options) {
  assay("report", "--history", write("versions.csv", rows), "-o", "history.html", "--quiet", ...options);
  return "history.html";
}

scene("versions: what changed first, a picture and its numbers for each series", async () => {
  const page = await open(history(three()));
  assert.equal(await page.locator("h1").textContent(), "2 changes in 3 benchmarks over 12 versions");
  assert.match(await page.locator(".headline").innerText(), /^The newest: parse \+(9\.\d|10\.\d)\d? % \[.*\] \W*slower\s+since v1\.7$/);
  assert.equal(await page.locator(".next").innerText(), "Next: measure v1.6 and v1.7 in one experiment");
  assert.match(await page.locator(".facts").innerText(), /^v1\.1 to v1\.12 · a step of [\d.]+ .* would have been found 8 times in 10/);
  const grid = await texts(page.locator(".timeline tbody tr:visible"));
  assert.equal(grid.length, 2, "what did not change is folded");
  assert.match(grid[0], /^parse\s+1[01][\d.]* ms\s.*\+(9\.\d|10\.\d)\d? %\s+slower\s+v1\.7\s+1[01]\.\d+ ms$/s);
  assert.match(grid[1], /^sort\s.*−[45]\.\d+ %\s+faster\s+v1\.4\s+28\.\d+ ms$/s);
  assert.ok((await page.locator(".timeline svg").first().boundingBox()).y < 400, "pictures stand on the first screen");
  assert.equal(await page.locator(".timeline .marks .k.i6").count(), 1);
  await page.locator("#list > summary").click();
  await page.locator("table.steps tbody tr").first().waitFor();
  const summary = await texts(page.locator("table.steps tbody tr"));
  assert.match(summary[0], /^v1\.6 … v1\.7\s+parse\s+slower \+(9\.\d|10\.\d)\d? %$/);
  assert.match(summary[1], /^v1\.3 … v1\.4\s+sort\s+faster −[45]\.\d+ %$/);
  assert.deepEqual(await page.locator("section.series h3").allTextContents(), ["parse · wall", "sort · wall", "flat · wall"]);
  assert.equal(await page.locator("figure.history svg").count(), 2, "what is folded is not drawn yet");
  assert.equal(await page.locator("#name\\=flat noscript").count(), 1);
  await page.locator("details.fold > summary").last().click();
  await page.locator("#name\\=flat figure.history svg").waitFor();
  assert.equal(await page.locator("#name\\=parse .marks .k.i6").count(), 1);
  assert.equal((await page.locator("#name\\=parse .marks .k.i1").getAttribute("d")).match(/M/g).length, 2, "a level before it and one behind it");
  assert.equal(await page.locator("#name\\=flat .marks :is(.i1, .i5, .i6)").count(), 0, "no step where none was called");
  assert.match(await page.locator("#name\\=parse svg").getAttribute("aria-label"), /12 versions, with 1 change;/);
  await page.locator("#name\\=parse details summary").click();
  const rows = await texts(page.locator("#name\\=parse details tbody tr"));
  assert.equal(rows.length, 12);
  assert.match(rows[0], /^v1\.1\s+\d+\.\d+ ms\s+\d+\.\d+ … \d+\.\d+ ms\s+6$/);
  assert.doesNotMatch(await page.locator("main").innerHTML(), /NaN|undefined|Infinity|\binf\b/);
});

scene("versions: what stands alone has a square and is named, and is no step", async () => {
  const page = await open(history(rowsOf(series("parse", (i) => (i === 3 ? 14 : i < 6 ? 10 : 11)), series("flat", () => 20))));
  assert.equal(await page.locator("h1").textContent(), "1 change in 2 benchmarks over 12 versions");
  assert.equal(await page.locator("#name\\=parse .marks .f.i8").count(), 1);
  assert.equal(await page.locator("#name\\=flat .marks .f.i8").count(), 0);
  assert.match(await page.locator("#name\\=parse svg").getAttribute("aria-label"), /with 1 change; 1 of them stand alone;/);
  assert.match(await page.locator("main").textContent(), /1 version is off the level before and after, and no step: v1\.4 \(parse \+\d/);
});

scene("versions: a link opens its series, folded or not; the search leaves what it names", async () => {
  const page = await open(history(three()), { height: 700 });
  await page.locator(".timeline").getByRole("link", { name: "sort" }).click();
  assert.ok((await page.locator("#name\\=sort").boundingBox()).y < 700);
  await page.getByRole("searchbox").fill("FL");
  assert.deepEqual(await texts(page.locator(".timeline tr.row:visible th")), ["flat"]);
  assert.equal(await page.locator("output.found").textContent(), "1 of 3");
  await page.locator(".timeline").getByRole("link", { name: "flat" }).click();
  assert.ok((await page.locator("#name\\=flat svg").boundingBox()).y < 700, "its picture is no longer folded");
});

scene("versions: what moves together is one event, with a band and its count; far means flatten nothing", async () => {
  const many = Array.from({ length: 6 }, (_, k) => series("b" + k, (i) => (k === 0 && i === 2 ? 500 : i < 6 ? 10 : 12)));
  const page = await open(history(rowsOf(...many)));
  assert.match(await page.locator("#events li[id]").innerText(), /^\W*slower 6 series at v1\.7, \+\d+\.\d … \+\d+\.\d %; most: b\d\.\s+6 series$/);
  assert.match(await page.locator("header > p").filter({ hasText: "Moved together" }).innerText(), /slower 6 series at v1\.7/);
  assert.match(await page.locator(".timeline thead a").getAttribute("title"), /^6 series slower at v1\.7, most: b\d$/);
  await page.locator("#events summary").click();
  assert.deepEqual((await texts(page.locator("#events .steps a"))).sort(), ["b0", "b1", "b2", "b3", "b4", "b5"]);
  assert.equal(await page.locator(".timeline thead a").textContent(), "6");
  assert.match(await page.locator(".timeline").getAttribute("style"), /calc\(50\.00% - 2px\),var\(--line\)/);
  assert.match(await page.locator("#name\\=b0 figcaption").textContent(), /^1 far value stands at the edge, up to (499|500|501)\.\d+ ms\.$/);
  const ticks = (await page.locator("#name\\=b0 .range span").allTextContents()).map(parseFloat);
  assert.ok(ticks.length >= 2 && Math.max(...ticks) < 30, `one outlier does not set the scale: ${ticks}`);
  assert.deepEqual(await violations(page), []);
});

scene("versions: zoom by keyboard and by wheel, move, all again; the wheel alone scrolls", async () => {
  const page = await open(history(three()), { height: 700 }), svg = page.locator("#name\\=parse svg");
  const view = async () => (await svg.getAttribute("viewBox")).split(" ").map(Number);
  const ends = () => page.locator("#name\\=parse .label").allTextContents();
  assert.deepEqual(await ends(), ["v1.1", "v1.12"]);
  await svg.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("+");
  const [x, , width] = await view();
  assert.ok(Math.abs(width - 1000 * 0.8 ** 4) < 1 && Math.abs(x + width / 2 - 500) < 1, `${x} ${width}`);
  assert.deepEqual(await ends(), ["v1.4", "v1.9"]);
  await page.keyboard.press("ArrowRight");
  assert.ok((await view())[0] > x);
  await svg.dblclick();
  assert.deepEqual(await view(), [0, 0, 1000, 160]);
  const box = await svg.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 80);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await until(page, async () => (await view())[2] !== 1000, "a part of the picture");
  assert.ok(Math.abs((await view())[2] - 800) < 1);
  await svg.dblclick();
  await page.mouse.wheel(0, 300);
  await until(page, async () => await page.evaluate("scrollY") > 0, "the page scrolls");
  assert.equal((await view())[2], 1000, "and the picture stays");
});

scene("versions: the address says what is looked at, by names; a reload keeps it", async () => {
  const page = await open(history(three()), { height: 700 });
  await page.getByRole("searchbox").fill("so");
  await page.locator(".timeline").getByRole("link", { name: "sort" }).click();
  await page.locator("#name\\=sort svg").focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("+");
  const address = new URLSearchParams(new URL(page.url()).hash.slice(1));
  assert.deepEqual(Object.fromEntries(address), { search: "so", name: "sort", from: "v1.4", to: "v1.9" });
  await page.reload();
  assert.deepEqual(await texts(page.locator(".timeline tr.row:visible th")), ["sort"]);
  assert.deepEqual(await page.locator("#name\\=sort .label").allTextContents(), ["v1.4", "v1.9"]);
  assert.ok((await page.locator("#name\\=sort svg").boundingBox()).y < 700, "its picture is in view");
});

scene("versions: filters and orders, in the address, by keyboard; without them what did not change is folded again", async () => {
  const page = await open(history(three())), rows = () => texts(page.locator(".timeline tr.row:visible th"));
  assert.deepEqual(await rows(), ["parse", "sort"], "the newest change first");
  await page.locator("input[value=faster]").press("Space");
  assert.deepEqual(await rows(), ["sort"]);
  assert.equal(await page.locator("output.found").textContent(), "1 of 3");
  await page.locator("input[value=steady]").press("Space");
  assert.deepEqual(await rows(), ["sort", "flat"]);
  await page.getByRole("button", { name: "benchmark" }).press("Enter");
  assert.deepEqual(await rows(), ["flat", "sort"]);
  assert.equal(new URL(page.url()).hash, "#show=faster%2Csteady&sort=name");
  await page.reload();
  assert.deepEqual(await rows(), ["flat", "sort"]);
  assert.equal(await page.locator("th[aria-sort=ascending]:visible").innerText(), "benchmark");
  for (const value of ["faster", "steady"]) await page.locator(`input[value=${value}]`).press("Space");
  await page.locator("#sort").selectOption("best");
  assert.deepEqual(await rows(), ["sort", "flat", "parse"]);
  await page.locator("#sort").selectOption("newest");
  assert.deepEqual(await rows(), ["parse", "sort"]);
  await page.locator("input[value=recent]").press("Space");
  assert.deepEqual(await rows(), ["parse", "sort"], "both began at one of the newest ten versions");
  assert.deepEqual(await violations(page), []);
});

scene("versions: each picture has round values beside it; on one scale they compare, and the address says so", async () => {
  const page = await open(history(three()));
  const ends = page.locator(".timeline tr.row").first().locator("td.chart > span");
  assert.match((await texts(ends)).join(), /^1[01][.\d]* ms(,1[01][.\d]* ms)?$/);
  const steps = () => page.locator(".timeline tr.row:visible .marks .k.i1").evaluateAll((levels) => levels.map((level) => level.getBoundingClientRect().height));
  const own = await steps();
  await page.locator("#one-scale").press("Space");
  const one = await steps();
  assert.ok(own[0] / own[1] < 1.2 && one[0] / one[1] > 1.6, `10 % is twice as high as 5 %: ${own} ${one}`);
  assert.match(await page.locator(".timeline td.chart").first().getAttribute("data-high"), /^\+\d+(\.\d)? %$/);
  await page.reload();
  assert.ok(await page.locator("#one-scale").isChecked());
});

scene("versions: of more than a doubling the factor; a drift is named in the head", async () => {
  const page = await open(history(rowsOf(series("blown", (i) => (i < 6 ? 10 : 1490)), series("worn", (i) => 10 * 1.02 ** i))));
  assert.match(await page.locator(".headline").innerText(), /^The newest: blown ×149 \[×14\d … 15\d\]/);
  assert.match(await page.locator("h1").innerText(), /^1 change, 1 slope in 2 benchmarks/);
  assert.match(await page.locator("header > p").filter({ hasText: "Drifts" }).innerText(), /^Drifts, no step: worn \+2\d(\.\d)? %\.$/);
  assert.match((await texts(page.locator(".timeline tr.row td.number"))).join(), /×149.*drifts \+2\d/);
});

scene("versions: what all names begin with is said once, and what a report links to opens its series", async () => {
  const long = (name) => "benchmarks.query_delete_related.benchmark.QueryDeleteRelated." + name;
  const page = await open(history(rowsOf(series(long("time_one"), (i) => (i < 6 ? 10 : 11)), series(long("time_another"), () => 20))), { height: 700 });
  assert.match(await page.locator(".prefix").innerText(), /QueryDeleteRelated\.$/);
  assert.deepEqual(await texts(page.locator(".timeline tr.row:visible th")), ["time_one"]);
  await page.goto(page.url() + "#name=" + encodeURIComponent(long("time_another")));
  await page.reload();
  const picture = page.locator(`section.series[id="name=${long("time_another")}"] svg`);
  await picture.waitFor();
  assert.ok((await picture.boundingBox()).y < 700);
});

scene("260 versions of 66 series: few elements, two megabytes, no picture before it is in view", async () => {
  const versions = Array.from({ length: 260 }, (_, i) => "r" + i);
  const rows = versions.flatMap((version, i) => Array.from({ length: 66 }, (_, k) => [0, 1, 2].map((execution) =>
    [version, "suite.module.time_" + k, execution, 0, (10 + k) * (k % 2 && i > 3 * k ? 1.1 : 1) * (1 + 0.01 * Math.sin(31 * i + 7 * k + 11 * execution))])).flat());
  const file = history(rows), page = await open(file, { height: 900 });
  assert.ok(await page.evaluate("document.querySelectorAll('*').length") <= 5000);
  assert.ok(statSync(join(folder, file)).size <= 2e6, String(statSync(join(folder, file)).size));
  assert.ok(await page.locator("figure.history svg").count() < 5);
});

scene("versions: the numbers of the version that is pointed at", async () => {
  const page = await open(history(three())), box = await page.locator("#name\\=parse svg").boundingBox();
  await page.mouse.move(box.x + box.width * 6.5 / 12, box.y + 80);
  assert.match(await page.locator("#name\\=parse output").textContent(), /^v1\.7 · 1[01]\.\d+ ms · [\d.]+ … [\d.]+ ms$/);
  await page.mouse.move(box.x, box.y - 60);
  assert.equal(await page.locator("#name\\=parse output").textContent(), "");
});

scene("versions: names that are HTML are shown, not obeyed", async () => {
  const hostile = "</script><img src=x onerror=alert(1)>", rows = three().map(([system, ...rest]) => [system + hostile, ...rest]);
  const page = await open(history(rows.map(([system, benchmark, ...rest]) => [system, benchmark + hostile, ...rest])));
  assert.equal(await page.locator("img, [onerror]").count(), 0);
  assert.equal(await page.locator("section.series h3").first().textContent(), `parse${hostile} · wall`);
  assert.equal(await page.locator("section.series .label").first().textContent(), "v1.1" + hostile);
});

scene("versions: 360 pixels, dark; nothing is wider than the window", async () => {
  const page = await open(history(three("-" + "x".repeat(80))), { width: 360, colorScheme: "dark" });
  assert.equal(await widthOf(page), 360);
  assert.ok(await paper(page) < 40);
  assert.deepEqual(await violations(page), []);
  const ink = (selector, what) => page.locator(selector).first().evaluate((at, name) => getComputedStyle(at)[name], what).then(lightness);
  assert.ok(await ink("section.series .marks .k.i1", "stroke") > 140, "steps are seen on dark paper");
  for (const picture of await page.locator("figure.history svg:visible").all()) {
    const { x, width } = await picture.boundingBox();
    assert.ok(x >= 0 && x + width <= 360 && width > 250, `a picture from ${x} to ${x + width}`);
  }
});

scene("versions: of 50 series that changed 24 are in view; a link opens one of the others", async () => {
  const file = history(rowsOf(...Array.from({ length: 50 }, (_, k) => series("b" + k, (i) => (i < 6 ? 10 : 11)))));
  const page = await open(file, { width: 390, height: 844 });
  assert.equal(await page.locator(".timeline tr.row:visible").count(), 24);
  assert.deepEqual(await texts(page.locator(":is(.list, #one-by-one) > details.fold > summary")), ["26 more that changed", "26 more that changed"]);
  await page.getByLabel("Names with these words").fill("b4");
  assert.equal(await page.locator(".timeline tr.row:visible").count(), 11);
  await page.evaluate("location.hash = '#name=b49'");
  await page.reload();
  await page.locator("#name\\=b49 figure.history svg").waitFor();
  await page.getByLabel("sort").selectOption("name");
  assert.equal(await page.locator(".timeline tr.row:visible").count(), 50);
});

scene("versions, scripts blocked: everything but search and zoom", async () => {
  const page = await open(history(three()), { javaScriptEnabled: false });
  assert.equal(await page.locator(".controls:visible").count(), 0);
  assert.equal(await page.locator("figure.history svg:visible").count(), 2, "what did not change is folded");
  assert.equal(await page.locator(".timeline svg:visible").count(), 2);
  await page.locator("#name\\=parse .data summary").click();
  assert.equal(await page.locator("#name\\=parse .data tbody tr:visible").count(), 12);
  const text = await page.locator("main").innerText();
  for (const word of ["slower", "faster", "95 % CI", "without a change"])
    assert.ok(text.includes(word), `"${word}" is missing`);
});

scene("versions of one value each, and all alike", async () => {
  const page = await open(history(VERSIONS.flatMap((version) => [[version, "constant", 0, 0, 5]])));
  assert.doesNotMatch(await page.locator("main").innerHTML(), /NaN|undefined|Infinity|\binf\b/);
  assert.equal(await page.locator("section.series").count(), 1);
});
