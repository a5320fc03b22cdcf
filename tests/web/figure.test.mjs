// SPDX-License-Identifier: GPL-3.0-or-later
// figure.test.mjs -- charts by themselves: nothing lies outside them or on something else, and they are light on a dark screen.
import assert from "node:assert/strict";
import { assay, both, lightness, open, sample, scene, write } from "./pages.mjs";

const KINDS = ["changes", "means", "map", "parameters", "density", "share", "order", "runs", "shift", "units", "shares", "history"];

// The words of the chart, which must lie inside it and beside one another.
async function words(page, millimetres) {
  const boxes = await page.locator("text").evaluateAll((all) => all.map((text) => ({ ...text.getBoundingClientRect().toJSON(), words: text.textContent })));
  const width = millimetres / 25.4 * 96;
  for (const [i, box] of boxes.entries()) {
    assert.ok(box.left >= 0 && box.right <= width, `${box.words} from ${box.left} to ${box.right}`);
    for (const other of boxes.slice(0, i))
      assert.ok(box.left >= other.right || other.left >= box.right || box.top >= other.bottom - 2 || other.top >= box.bottom - 2, `${box.words} on ${other.words}`);
  }
  return boxes.map((box) => box.words);
}

scene("figure: 85 mm, on a dark screen; no words lie on others or outside; names that are alike stay apart", async () => {
  const rows = [["org.example.Svd.execute (dim=100, lib=ACM)", 0.7], ["org.example.Svd.execute (dim=200, lib=ACM)", 1.4], ["f", 1]];
  assay("report", write("in.csv", rows.flatMap(([name, ratio]) => both(name, ratio))), "--figure", "changes", "-o", "f.svg", "--quiet");
  const page = await open("f.svg", { colorScheme: "dark", height: 400 });
  const shown = await words(page, 85);
  assert.equal(new Set(shown).size, shown.length);
  assert.equal(lightness(await page.locator("rect").first().evaluate((paper) => getComputedStyle(paper).fill)), 255);
});

scene("figure: each kind has its words inside, and says what is compared", async () => {
  const names = ["b (n=16)", "b (n=1024)"];
  write("in.csv", names.flatMap((name, i) => ["old", "new", "a third one, with a long name"].flatMap((system, k) => sample(system, name, 10 + i + k))));
  for (const kind of KINDS) {
    const one = KINDS.indexOf(kind) > 3 ? ":" + names[1] : "";
    assay("report", "in.csv", "--figure", kind + one, "-o", "f.svg", "--width", "9cm", "--quiet");
    const shown = (await words(await open("f.svg", { height: 900 }), 90)).join(" ");
    assert.match(shown, /95 % CI/, kind);
    if (!["means", "history"].includes(kind)) assert.match(shown, /margin,? 1 %/, kind);
  }
});
