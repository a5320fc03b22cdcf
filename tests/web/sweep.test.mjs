// SPDX-License-Identifier: GPL-3.0-or-later
// sweep.test.mjs -- the page of a sweep: its answer, one mean in curve, map and table, on paper and by keyboard.
import assert from "node:assert/strict";
import { assay, open, sample, scene, texts, violations, widthOf, write } from "./pages.mjs";

// A straggler in one cell: its arithmetic mean lies far off the geometric one.
function sweep() {
  const rows = [1, 3, 6].flatMap((level) => [1000, 2000, 4000].flatMap((size) => {
    const values = sample("zstd", `compress/level=${level}/size=${size}`, level * size / 1000, 8, 1);
    if (level === 1 && size === 1000) values[3][4] *= 40;
    return values;
  }));
  assay("sweep", write("in.csv", rows), "--page", "sweep.html");
  return "sweep.html";
}

scene("sweep: the title says what, the answer stands first; curve, map and table show one mean", async () => {
  const page = await open(sweep());
  assert.equal(await page.locator("h1").innerText(), "compress over level and size");
  assert.match(await page.locator(".headline").innerText(), /^Best of 9: level=\d, size=1000, [\d.]+ ms \[/);
  assert.equal(await page.locator("pre").count(), 0);
  const heads = await texts(page.locator(".cells thead th")), first = await texts(page.locator(".cells tbody tr").first().locator("> *"));
  const cell = (name) => parseFloat(first[heads.indexOf(name)]);
  assert.ok(cell("mean") > 2 * cell("geometric mean"), first.join());
  assert.equal(parseFloat((await texts(page.locator(".map tbody td").first()))[0].replace(/^\* |^= /, "")), cell("geometric mean"));
  assert.deepEqual(await violations(page), []);
});

scene("sweep: on paper all of it is there", async () => {
  const page = await open(sweep(), { width: 1040 });
  await page.emulateMedia({ media: "print" });
  for (const part of [".headline", "figure.sweep svg", ".map", ".cells table"])
    assert.ok(await page.locator(part).first().isVisible(), part);
});

scene("sweep, 360 pixels, dark, by keyboard: nothing is wider, no row is cut, what scrolls takes focus", async () => {
  const page = await open(sweep(), { width: 360, colorScheme: "dark" });
  assert.equal(await widthOf(page), 360);
  for (const region of await page.locator(".scroll").all()) {
    assert.ok(await region.evaluate((at) => at.scrollHeight <= at.clientHeight + 1), "all rows stand in view");
    await region.focus();
    assert.ok(await region.evaluate((at) => at === document.activeElement));
  }
  const letters = await page.locator(".sweep svg:visible text").first().evaluate((at) => at.getBoundingClientRect().height);
  assert.ok(letters > 9, `letters of ${letters} pixels`);
  assert.deepEqual(await violations(page), []);
});
