// SPDX-License-Identifier: GPL-3.0-or-later
// use.test.mjs -- the page in use: filter, order, looks, narrow windows, paper, and what can be saved.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { benchmarks, both, drawing, drawn, lightness, open, paper, report, sample, scene, sceneOfCharts, widthOf } from "./pages.mjs";

const fft = () => report(both("fft", 0.8));
const three = () => report([...both("b10", 1), ...both("b9", 1.2), ...both("a", 0.7)]);

scene("order and filter, by keyboard, too: tables, sections and the forest plot follow", async () => {
  const page = await open(three()), sort = page.getByLabel("sort by");
  const sections = () => page.locator("details.benchmark:visible h3").allTextContents();
  const shows = async (names, why) => {
    assert.deepEqual(await benchmarks(page), names, why);
    assert.deepEqual(await sections(), names, why);
    if (!drawing) return;
    await drawn(page);
    const labels = await page.locator('figure[data-chart="forest"] .role-axis-label text').allTextContents();
    assert.deepEqual(labels.filter((text) => /^[ab]/.test(text)), names, why);
  };
  await shows(["b10", "b9", "a"], "as measured");
  await sort.selectOption("name");
  await shows(["a", "b9", "b10"], "numbers in names count");
  await sort.selectOption("noise");
  const noise = await page.locator("table.comparisons tbody tr").evaluateAll((rows) => rows.map((r) => Number(r.dataset.noise)));
  assert.deepEqual(noise, [...noise].sort((a, b) => b - a));
  await sort.selectOption("effect");
  await page.getByLabel("changed only").press("Space");
  await shows(["a", "b9"], "by effect, changed only");
  await page.getByLabel("changed only").press("Space");
  await shows(["a", "b9", "b10"], "by effect");
});

scene("dark, then light: the page follows, and its charts are drawn again", async () => {
  const page = await open(fft(), { colorScheme: "dark" });
  const label = () => page.locator('figure[data-chart="forest"] .role-axis-label text').first()
    .evaluate((text) => getComputedStyle(text).fill).then(lightness);
  const kinds = drawing && await drawn(page);
  assert.ok(await paper(page) < 40);
  if (drawing) assert.ok(await label() > 140);
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal(await paper(page), 255);
  if (!drawing) return;
  assert.deepEqual(await drawn(page), kinds);
  assert.ok(await label() < 120);
});

scene("360 pixels: nothing is wider than the window", async () => {
  const long = "a-name-without-any-space-that-is-far-too-long-for-a-telephone".repeat(2);
  const rows = [long, "b"].flatMap((name) => ["old", "new"].flatMap((system) => sample(system, name, 10, 3, 40)));
  const page = await open(report(rows), { width: 360 });
  if (drawing) {
    await drawn(page);
    await page.locator(".inspect[data-from]").first().waitFor();
    for (const chart of await page.locator("figure :is(svg, canvas):visible").all()) {
      const { x, width } = await chart.boundingBox();
      assert.ok(x >= 0 && x + width <= 360, `a chart from ${x} to ${x + width}`);
    }
  }
  assert.equal(await widthOf(page), 360);
});

sceneOfCharts("on paper: everything, without controls", async () => {
  const page = await open(three(), { height: 900 });
  await page.locator("figure.chart svg").waitFor();
  await page.pdf(); // tells the page that it is printed
  await page.emulateMedia({ media: "print" });
  await drawn(page);
  assert.equal(await page.locator("details.benchmark:not([open])").count(), 0);
  assert.equal(await page.locator("figure.chart:has(svg)").count(), 1 + 3 * 6);
  assert.equal(await page.locator(":is(.controls, button, details.data):visible").count(), 0);
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
  assert.match(lines[0], /^benchmark,verdict,change,/);
  assert.match(lines[1], /^'=1\+1,faster,/, "no formula");
  assert.match(lines[2], /^"""quoted"", with comma",/);
  assert.equal(lines.length, 3);
});

// Chromium drops what a page saves beyond ten files in one second.
sceneOfCharts("each chart as SVG, a chart as PNG, its numbers as CSV", async () => {
  const page = await open(fft()), button = (kind, name) => page.locator(`figure[data-chart="${kind}"]`).getByRole("button", { name });
  for (const kind of await drawn(page)) {
    const [name, svg] = await saved(page, button(kind, "Save this chart as SVG"));
    assert.equal(name, kind + ".svg");
    assert.match(svg.toString(), /^<svg[^]*<(path|line)[^]*<\/svg>$/);
  }
  const [pngName, png] = await saved(page, button("forest", "Save this chart as PNG"));
  assert.equal(pngName, "forest.png");
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  assert.ok(png.readUInt32BE(16) > 2000, "two pixels for each of the page's");
  await page.locator('figure[data-chart="forest"] summary').click();
  const [csvName, csv] = await saved(page, button("forest", "Save these numbers as CSV"));
  assert.equal(csvName, "forest.csv");
  assert.match(csv.toString(), /^benchmark,verdict,change in %,lower,upper\r\nfft,faster,-\d+\.\d+,-[\d.]+,-[\d.]+\r\n$/);
});
