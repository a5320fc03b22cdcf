// SPDX-License-Identifier: GPL-3.0-or-later
// safety.test.mjs -- names that are HTML or script run nothing; without scripts the page loses only its charts.
import assert from "node:assert/strict";
import { benchmarks, both, drawn, open, openRow, report, sample, scene, violations } from "./pages.mjs";

const HOSTILE = [
  "</script><script>alert(1)</script><img src=x onerror=alert(2)>",
  "'\"><svg onload=alert(3)>",
  "<!--<script>",
  "</noscript><script>alert(6)</script>",
  "\u202elive",
  "",
  "${alert(4)} {{datum}} javascript:alert(5)",
];

scene("hostile names are shown, not obeyed", async () => {
  const file = report(HOSTILE.flatMap((name) => [...sample("old", name, 10, 3, 12), ...sample(HOSTILE[0], name, 8, 3, 12)])
    .concat(sample(HOSTILE[3], HOSTILE[0], 9, 3, 12)));
  const page = await open(file, { height: 12_000 });
  const shown = HOSTILE.map((name) => name.replace("\u202e", "\\u202e"));
  assert.deepEqual((await benchmarks(page)).sort(), shown.slice().sort());
  const opened = [HOSTILE[0], "\\u202elive", HOSTILE[6]];
  for (const name of opened) await openRow(page, name);
  assert.equal((await drawn(page)).length, 3 * opened.length);
  for (const text of await page.locator("figure.chart svg text").allTextContents()) assert.doesNotMatch(text, /\u202e/);
  for (const pair of await page.locator("details.pair > summary").all()) await pair.press("Enter");
  await page.locator("details.pair tr.row").nth(HOSTILE.length).waitFor({ state: "attached" });
  assert.equal(await page.locator("img, [onload], [onerror], main script").count(), 0);
  assert.equal(await page.locator("script:not([type])").count(), 1, "the page's own script alone");
  assert.deepEqual(await violations(page), []);
});

scene("scripts blocked: every number stands", async () => {
  const page = await open(report(both("fft", 0.8)), { javaScriptEnabled: false });
  await page.locator("details").evaluateAll((all) => all.forEach((each) => (each.open = true)));
  const text = await page.locator("main").innerText();
  for (const word of ["faster", "95 % CI", "share of variance", "Student", "seed 0"])
    assert.ok(text.includes(word), `"${word}" is missing`);
  assert.deepEqual(await benchmarks(page), ["fft"]);
  assert.equal(await page.locator(":is(.controls, button, figure):visible").count(), 0, "nothing that does nothing");
});

scene("scripts blocked: a benchmark opens", async () => {
  const page = await open(report(["a", "b", "c", "d"].flatMap((name) => both(name, 1))), { javaScriptEnabled: false });
  const levels = page.locator("table.levels").nth(3);
  assert.equal(await levels.isVisible(), false);
  await page.locator("tr.more summary").nth(3).click();
  assert.equal(await levels.isVisible(), true);
});
