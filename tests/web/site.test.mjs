// SPDX-License-Identifier: GPL-3.0-or-later
// site.test.mjs -- a site of experiments: its index, in wide and narrow windows, and the pages that it leads to.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { assay, benchmarks, both, folder, lightness, open, paper, sample, scene, texts, violations, widthOf, write } from "./pages.mjs";

const LONG = "nightly · a name with more words than fit, and one that has noblankatallinitbutgoesonforeverandever";
const HOSTILE = "<img src=x onerror=alert(1)>";

function site() {
  if (existsSync(join(folder, "site"))) return "site/index.html";
  const add = (rows, name) => assay("import", "--store", "site.db", "--quiet", "--name", name, write("in.csv", rows));
  add([...both("fft", 0.8), ...both("lu", 1)], LONG);
  add(sample("only", "fft", 10), HOSTILE);
  add([...both("fft", 1.3)], "third");
  assay("report", "--store", "site.db", "--quiet", "--site", "site");
  return "site/index.html";
}

scene("site: the newest first, with verdicts, and a link to each page", async () => {
  const page = await open(site());
  assert.deepEqual(await texts(page.locator("tbody th")), ["third", HOSTILE, LONG]);
  const at = (await texts(page.locator("thead th"))).indexOf("verdicts");
  assert.deepEqual(await texts(page.locator(`tbody tr > :nth-child(${at + 1})`)), ["new against old: 1 slower", "", "new against old: 1 faster, 1 equivalent"]);
  assert.equal(await page.locator("img").count(), 0);
  await page.getByRole("link", { name: LONG }).click();
  assert.deepEqual(await benchmarks(page), ["lu", "fft"]);
  assert.equal(await page.locator("h1").textContent(), LONG);
});

scene("site, 360 pixels: every fact of every experiment is in view", async () => {
  const page = await open(site(), { width: 360 });
  assert.equal(await widthOf(page), 360);
  const cells = page.locator("tbody :is(td, th)");
  assert.equal(await cells.count(), 3 * 8);
  const seen = [];
  for (const cell of await cells.all()) {
    const said = await cell.innerText(), box = await cell.boundingBox();
    if (box === null && said === "") continue; // of no version is known
    const { x, width } = box;
    seen.push(said);
    assert.ok(x >= 0 && x + width <= 360, `"${said}" from ${x} to ${x + width}`);
  }
  assert.match(seen.join(" "), /24 executions/);
  assert.deepEqual(await violations(page), []);
});

scene("site, dark: the index follows, and reads without scripts", async () => {
  const page = await open(site(), { colorScheme: "dark", javaScriptEnabled: false });
  assert.ok(await paper(page) < 40);
  const link = page.locator("tbody a").first();
  assert.ok(await link.evaluate((at) => getComputedStyle(at).color).then(lightness) > 120);
  await link.click();
  assert.match(await page.locator(".headline").textContent(), /slower/);
});

// Slower at v4, faster at v9, of two benchmarks.
function versions() {
  if (existsSync(join(folder, "versions"))) return "versions/index.html";
  const means = (i) => [...sample("only", "fft", i < 3 ? 10 : 12), ...sample("only", "lu", i < 8 ? 30 : 27)].map((row, k) => [...row.slice(0, 4), row[4] * (1 + 0.002 * Math.sin(5 * i + k))]);
  for (let i = 0; i < 12; i++)
    assay("import", "--store", "versions.db", "--quiet", "--name", "nightly", "--version-label", "v" + (i + 1), write("in.csv", means(i)));
  assay("report", "--store", "versions.db", "--quiet", "--site", "versions");
  return "versions/index.html";
}

scene("site of versions: its name, what changed last, a line for each benchmark, and steps where they are", async () => {
  const page = await open(versions());
  assert.equal(await page.locator("h1").innerText(), "nightly");
  assert.match(await page.locator(".headline").innerText(), /^The newest: lu −(9|10)\.\d+ % \[.*\] \W*faster\s+since v9 · 20/);
  assert.deepEqual((await texts(page.locator(".sparks .name"))), ["lu", "fft"]);
  assert.equal(await page.locator(".sparks svg").count(), 2);
  const rows = await texts(page.locator("tbody tr"));
  assert.equal(rows.length, 12);
  assert.match(rows[3], /v9\s+−\d\.\d %\s+faster\s*lu −(9|10)\.\d+ %/);
  assert.match(rows[8], /v4\s+\+\d+\.\d %\s+slower\s*fft \+(19|20)\.\d+ %/);
  assert.equal(await page.locator("tbody .marked:has(a)").count(), 2, "nothing is marked where no step was called");
  await page.locator("input[value=slower]").press("Space");
  assert.deepEqual(await texts(page.locator("tbody tr:visible th + td")), ["v4"]);
  await page.locator("#sort").selectOption("oldest");
  await page.locator("input[value=faster]").press("Space");
  assert.deepEqual(await texts(page.locator("tbody tr:visible th + td")), ["v4", "v9"]);
  await page.reload();
  assert.deepEqual(await texts(page.locator("tbody tr:visible th + td")), ["v4", "v9"]);
  assert.deepEqual(await violations(page), []);
});

scene("site: of many systems the counts of all, and not a sentence for each", async () => {
  const systems = Array.from({ length: 7 }, (_, i) => "gcc " + i);
  assay("import", "--store", "many.db", "--quiet", write("in.csv", systems.flatMap((system, i) => sample(system, "fft", 10 + (i % 3)))));
  assay("report", "--store", "many.db", "--quiet", "--site", "many");
  const page = await open("many/index.html");
  assert.match((await texts(page.locator("tbody td.wide"))).join(""), /^6 systems against another: 4 slower, 2 equivalent$|^6 systems against another: 4 slower, 2 inconclusive$/);
});

scene("site of versions: a version leads to its report, a row of that to its history, a step to the report of both", async () => {
  versions();
  const both = [3, 4].flatMap((i) => sample("v" + i, "fft", i < 4 ? 10 : 12));
  assay("import", "--store", "versions.db", "--quiet", "--name", "pair", write("in.csv", both));
  assay("report", "--store", "versions.db", "--quiet", "--site", "versions");
  const page = await open("versions/history.html");
  await page.locator(".timeline").getByRole("link", { name: "fft", exact: true }).click();
  const step = page.locator('section[id="name=fft"] table.changed tbody tr').first();
  assert.match(await step.innerText(), /^v3 … v4/);
  assert.match(await step.getByRole("link", { name: "paired report" }).getAttribute("href"), /^experiment-13\.html$/);
  await step.getByRole("link", { name: "v4" }).click();
  assert.match(await page.locator("h1").innerText(), /nightly/);
  assert.match(page.url(), /experiment-4\.html$/);
});

scene("site of versions: each with its name, and the way to what changed over them and back", async () => {
  versions();
  const page = await open("versions/index.html");
  await page.getByRole("link", { name: "What changed over the versions" }).click();
  assert.match(await page.locator("h1").textContent(), /in 2 benchmarks over 1[23] versions$/);
  await page.getByRole("link", { name: "All experiments" }).click();
  assert.ok(await page.locator("tbody tr").count() >= 12);
  assert.deepEqual(await violations(page), []);
});
