// SPDX-License-Identifier: GPL-3.0-or-later
// figure.test.mjs -- a picture by itself: nothing lies outside it or on something else, and it is light on a dark screen.
import assert from "node:assert/strict";
import { assay, both, lightness, open, scene, write } from "./pages.mjs";

scene("figure: 85 mm, on a dark screen; no words lie on others or outside", async () => {
  const rows = [["org.example.Svd.execute (dim=100, lib=ACM)", 0.7], ["org.example.Svd.execute (dim=200, lib=ACM)", 1.4], ["f", 1]];
  assay("report", write("in.csv", rows.flatMap(([name, ratio]) => both(name, ratio))), "--figure", "changes", "-o", "f.svg", "--quiet");
  const page = await open("f.svg", { colorScheme: "dark", height: 400 });
  const boxes = await page.locator("text").evaluateAll((all) => all.map((text) => ({ ...text.getBoundingClientRect().toJSON(), words: text.textContent })));
  const width = 85 / 25.4 * 96;
  for (const [i, box] of boxes.entries()) {
    assert.ok(box.left >= 0 && box.right <= width, `${box.words} from ${box.left} to ${box.right}`);
    for (const other of boxes.slice(0, i))
      assert.ok(box.left >= other.right || other.left >= box.right || box.top >= other.bottom - 2 || other.top >= box.bottom - 2, `${box.words} on ${other.words}`);
  }
  assert.equal(new Set(boxes.map((box) => box.words)).size, boxes.length, "names that are alike stay apart");
  assert.equal(await page.locator("svg svg use").count(), 3);
  assert.equal(lightness(await page.locator("rect").first().evaluate((paper) => getComputedStyle(paper).fill)), 255);
});
