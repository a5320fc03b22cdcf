// SPDX-License-Identifier: GPL-3.0-or-later
// widths.test.mjs -- pages of versions, of sweeps and of experiments from a telephone to a wide screen, light and dark, on paper.
import assert from "node:assert/strict";
import { assay, open, sample, scene, violations, widthOf, write } from "./pages.mjs";

const LONG = "org.example.benchmark.lab.of.a.very.long.package.name.DecomposeSingularValues.execute";

function pages() {
  for (let i = 0; i < 10; i++)
    assay("import", "--store", "widths.db", "--quiet", "--name", "nightly", "--version-label", "release-candidate-" + (i + 1), write("in.csv",
      Array.from({ length: 7 }, (_, k) => sample("only", LONG + k, (10 + k) * (i > 4 ? 1.1 : 1), 5, 2)).flat()));
  assay("import", "--store", "widths.db", "--quiet", write("in.csv", Array.from({ length: 19 }, (_, k) => sample("compiler " + k, LONG, 10 + (k % 4), 4, 2)).flat()));
  assay("report", "--store", "widths.db", "--quiet", "--site", "widths");
  const cells = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((threads) => [1000, 10000, 100000].flatMap((size) => sample("tool", `${LONG}/threads=${threads}/size=${size}`, size / threads / 100, 6, 1)));
  assay("sweep", write("in.csv", cells), "--page", "widths/sweep.html", "--quiet");
  return ["index", "history", "sweep"].map((name) => `widths/${name}.html`);
}

scene("widths: nothing is wider than the window from 360 to 2560 pixels, nor than a sheet; no barrier in light or dark", async () => {
  for (const file of pages()) {
    for (const [colorScheme, narrow, ...wider] of [["light", 360, 480, 768, 1024], ["dark", 1280, 1920, 2560]]) {
      const page = await open(file, { width: narrow, height: 900, colorScheme });
      assert.deepEqual(await violations(page), [], `${file}, ${colorScheme}, ${narrow}`);
      for (const width of [narrow, ...wider]) {
        await page.setViewportSize({ width, height: 900 });
        assert.equal(await widthOf(page), width, `${file} at ${width}`);
      }
    }
    for (const width of [1032, 1000]) { // A4 and Letter across, without their margins
      const page = await open(file, { width, height: 700 });
      await page.emulateMedia({ media: "print" });
      assert.ok(await widthOf(page) <= width, `${file} on paper of ${width}: ${await widthOf(page)}`);
      assert.ok(await page.locator("table:visible").count() > 0, `${file} on paper has its table`);
    }
  }
});

scene("widths: by keyboard through each page, in the order of reading, and what has the focus is seen", async () => {
  for (const file of ["index", "history", "sweep"].map((name) => `widths/${name}.html`)) {
    const page = await open(file, { height: 900 });
    let top = -1;
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const focus = document.activeElement, box = focus.getBoundingClientRect(), style = getComputedStyle(focus.closest(".chip") || focus);
        return { tag: focus.tagName, top: box.top + scrollY, seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 };
      });
      if (at.tag === "BODY") break;
      assert.ok(at.seen, `${file}: stop ${i} (${at.tag}) is not seen`);
      assert.ok(at.top > top - 60, `${file}: stop ${i} goes back from ${top} to ${at.top}`);
      top = at.top;
    }
  }
});
