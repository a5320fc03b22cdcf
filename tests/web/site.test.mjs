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
  assert.deepEqual(await texts(page.locator("tbody td.wide")),
    ["new against old: 1 slower", "one system: nothing is compared", "new against old: 1 faster, 1 equivalent"]);
  assert.equal(await page.locator("img, script").count(), 0);
  await page.getByRole("link", { name: LONG }).click();
  assert.deepEqual(await benchmarks(page), ["lu", "fft"]);
  assert.equal(await page.locator("h1").textContent(), LONG);
});

scene("site, 360 pixels: every fact of every experiment is in view", async () => {
  const page = await open(site(), { width: 360 });
  assert.equal(await widthOf(page), 360);
  const cells = page.locator("tbody :is(td, th)");
  assert.equal(await cells.count(), 3 * 8);
  for (const cell of await cells.all()) {
    const { x, width } = await cell.boundingBox();
    assert.ok(x >= 0 && x + width <= 360, `"${await cell.innerText()}" from ${x} to ${x + width}`);
  }
  const caption = await page.locator("caption").boundingBox();
  assert.ok(caption.width > 100 && caption.height < 60, "the caption is a line");
});

scene("site, dark: the index follows, and reads without scripts", async () => {
  const page = await open(site(), { colorScheme: "dark", javaScriptEnabled: false });
  assert.ok(await paper(page) < 40);
  const link = page.locator("tbody a").first();
  assert.ok(await link.evaluate((at) => getComputedStyle(at).color).then(lightness) > 120);
  await link.click();
  assert.match(await page.locator(".headline").textContent(), /slower/);
});

scene("site of versions: each with its name, and the way to what changed over them and back", async () => {
  for (const [i, version] of ["v1", "v2", "v3"].entries())
    assay("import", "--store", "versions.db", "--quiet", "--version-label", version, write("in.csv", sample("only", "fft", i < 2 ? 10 : 13)));
  assay("report", "--store", "versions.db", "--quiet", "--site", "versions");
  const page = await open("versions/index.html");
  assert.deepEqual(await texts(page.locator("tbody th + td")), ["v3", "v2", "v1"]);
  await page.getByRole("link", { name: "What changed over the versions" }).click();
  assert.match(await page.locator("h1").textContent(), /in 1 series over 3 versions$/);
  await page.getByRole("link", { name: "All experiments" }).click();
  assert.equal(await page.locator("tbody tr").count(), 3);
  assert.deepEqual(await violations(page), []);
});
