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

// Cells of one column have a side in common with its head: the left one, or the right one of numbers.
async function columns(page, tables) {
  const found = await tables.evaluateAll((all) => all.filter((table) => table.tHead && table.offsetParent).map((table) => {
    const edges = (cell) => { const { left, right, width } = cell.getBoundingClientRect(); return { left, right, width, text: cell.textContent }; };
    return { name: table.className, heads: Array.from(table.tHead.rows[0].cells, edges), rows: Array.from(table.tBodies[0].rows, (row) => Array.from(row.cells, edges)) };
  }));
  for (const { name, heads, rows } of found)
    for (const row of rows.filter((cells) => cells.length === heads.length))
      row.forEach((cell, i) => assert.ok(Math.abs(cell.left - heads[i].left) < 1.5 && Math.abs(cell.right - heads[i].right) < 1.5,
        `${name}: "${cell.text}" from ${cell.left} to ${cell.right}, its head "${heads[i].text}" from ${heads[i].left} to ${heads[i].right}`));
  return found.length;
}

for (const width of [360, 1280, 2560])
  scene(`${width} pixels: the numbers of an opened row stand under their heads, with scripts and without`, async () => {
    const rows = ["a", "b", "c"].flatMap((name, i) => both(name, 1 + i / 10));
    const page = await open(report(rows), { width });
    const more = await openRow(page, "b", "Numbers");
    await more.getByRole("tabpanel").locator("table").first().waitFor();
    assert.ok(await columns(page, more.locator("table")) >= 2);
    if (width > 1000) assert.equal(await columns(page, page.locator("table.comparisons")), 1);
    await openRow(page, "b", "Charts");
    await more.locator("figure.chart details.data summary").first().click();
    await more.locator("details.data table").first().waitFor();
    assert.ok(await columns(page, more.locator("details.data table")) >= 1);
    const plain = await open(report(rows), { width, javaScriptEnabled: false });
    await plain.locator("tr.more summary").nth(1).click({ timeout: 5000 });
    assert.ok(await columns(plain, plain.locator("tr.more table")) >= 2);
  });

scene("360 pixels: a link that names a row shows its name, below the axis that stays in view", async () => {
  const names = Array.from({ length: 12 }, (_, i) => "bench-" + i);
  const page = await open(report(names.flatMap((name, i) => both(name, 1 + i / 50))), { width: 360, height: 700 });
  await page.goto(page.url() + "#name=bench-5");
  await page.reload();
  await page.locator("tr.more.open figure.chart svg").first().waitFor();
  const name = await page.locator("tr.row.open a.name").boundingBox(), head = await page.locator("table.comparisons > thead").first().boundingBox();
  assert.ok(name.y >= head.y + head.height - 1, `the name at ${name.y}, the axis down to ${head.y + head.height}`);
  assert.ok(name.y + name.height < 700);
});
