// SPDX-License-Identifier: GPL-3.0-or-later
// serve.test.mjs -- looking around in a store that assay serve shows.
import assert from "node:assert/strict";
import { assay, benchmarks, openRow, sample, scene, serving, texts, violations, widthOf, write } from "./pages.mjs";

const HOSTILE = "<img src=x onerror=alert(1)>";

function store() {
  for (const [name, version, mean] of [["nightly", "v1", 10], ["nightly", "v2", 13], [HOSTILE, "v3", 9]])
    assay("import", "--store", "serve.db", "--quiet", "--name", name, "--version-label", version,
      write("in.csv", [...sample("prog", "fft", mean), ...sample("prog", "lu", 7)]));
  return "serve.db";
}

scene("serve: by keyboard from the list to two versions compared, and back", () => serving(store(), async (open) => {
  const page = await open("");
  assert.deepEqual(await texts(page.locator("tbody th")), [HOSTILE, "nightly", "nightly"]);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("link", { name: "compare with" }).last().focus();
  await page.keyboard.press("Enter");
  await page.getByText("the old one", { exact: true }).waitFor();
  assert.match(await page.locator(".headline").innerText(), /^Compare nightly v1, \d{4}-\d\d-\d\d \d\d:\d\d.*, as the old one, with/);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("link", { name: "compare", exact: true }).nth(1).focus();
  await page.keyboard.press("Enter");
  await page.locator("tr.row").first().waitFor();
  assert.match(await page.locator("h1").innerText(), /^nightly v2, \d{4}-.* against nightly v1, \d{4}-/);
  assert.deepEqual(await benchmarks(page), ["fft", "lu"]);
  assert.match(await page.locator("#origin").innerText(), /Read from experiments 1 and 2, in serve\.db\./);
  assert.match(await (await openRow(page, "fft")).getByRole("link", { name: "Its history over the versions" }).getAttribute("href"), /\/history#name=fft$/);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("link", { name: "All experiments" }).click();
  await page.getByRole("link", { name: "What changed over the versions" }).click();
  assert.match(await page.locator("h1").innerText(), /over 3 versions$/);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("link", { name: "All experiments" }).click();
  assert.equal(await page.locator("h1").innerText(), "Experiments");
  await page.getByRole("link", { name: "compare with" }).first().click();
  assert.equal(await page.getByText("(it is older)").count(), 2, "what would compare backwards is said");
  await page.getByRole("link", { name: "compare", exact: true }).first().click();
  assert.match(await page.locator("h1").innerText(), /Turned round: what it compares with was measured later$/);
}));

scene("serve, many series on a telephone: four pictures, then the list", () => {
  for (const [version, mean] of [["v1", 10], ["v2", 10]])
    assay("import", "--store", "many.db", "--quiet", "--name", "nightly", "--version-label", version,
      write("in.csv", Array.from({ length: 14 }, (_, i) => sample("prog", "b" + i, mean)).flat()));
  return serving("many.db", async (open) => {
    const page = await open("", { width: 390, height: 844 });
    assert.equal(await page.locator(".sparks li:visible").count(), 4);
    assert.ok((await page.locator("tbody tr").first().boundingBox()).y < 844, "an experiment stands on the first screen");
    assert.equal(await page.getByRole("link", { name: "All 14 series" }).count(), 1);
  });
});

scene("serve, 360 pixels, dark, without scripts: the list is whole", () => serving("serve.db", async (open) => {
  const page = await open("", { width: 360, colorScheme: "dark", javaScriptEnabled: false });
  assert.equal(await widthOf(page), 360);
  for (const cell of await page.locator("tbody :is(td, th)").all()) {
    const box = await cell.boundingBox();
    if (box) assert.ok(box.x >= 0 && box.x + box.width <= 360, await cell.innerText());
  }
}));
