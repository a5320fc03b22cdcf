// SPDX-License-Identifier: GPL-3.0-or-later
// inspection.test.mjs -- where an execution looks stable is chosen by click and by keyboard; the rest is drawn again beside
// its reordered copy, and the command that records the choice follows.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { assay, folder, open, report, sample, scene, until, violations, write } from "./pages.mjs";

const N = 80;

const inspect = (rows, ...options) => inspectPage(report(rows, ...options));

async function inspectPage(file) {
  const page = await open(file), place = page.locator(".inspect");
  await page.getByRole("tab", { name: "Executions, one by one" }).click();
  await page.locator(".inspect[data-from]").waitFor();
  const shows = (from) => page.locator(`.inspect[data-from="${from}"]`).waitFor();
  return { page, place, shows, from: async () => Number(await place.getAttribute("data-from")),
    pictures: () => place.locator(":is(.run, .panels) svg").evaluateAll((all) => all.map((svg) => svg.innerHTML)) };
}

const twoSystems = () => ["old system", "new"].flatMap((system) => sample(system, "it's", 10, 3, N));

scene("inspection by click; reordered again", async () => {
  const { page, place, from, pictures } = await inspect(twoSystems());
  assert.equal((await pictures()).length, 4, "run sequence, and the rest in order, its autocorrelations, its lags");
  for (const share of [0.3, 0.6]) {
    const run = place.locator(".run svg"), { width } = await run.boundingBox(), before = await pictures();
    const old = await from();
    await run.click({ position: { x: share * width, y: 60 } });
    await page.locator(`.inspect:not([data-from="${old}"])`).waitFor();
    assert.ok(Math.abs(await from() - N * share) < 6, `a click at ${share} of the width chose ${await from()}`);
    await until(page, async () => (await pictures()).every((picture, i) => picture !== before[i]), "each panel drawn again");
  }
  const [run, ...rest] = await pictures(), chosen = await from();
  await place.getByRole("button", { name: "reorder again" }).click();
  await until(page, async () => (await pictures()).slice(1).every((picture, i) => picture !== rest[i]), "each panel in another order");
  assert.equal(await from(), chosen);
  assert.equal((await pictures())[0], run, "what was measured stays");
});

scene("inspection by keyboard; the command asks for the latest choice among the executions", async () => {
  rmSync(join(folder, "w.db"), { force: true });
  assay("import", "--store", "w.db", "--name", "w", "--quiet", write("in.csv", twoSystems()));
  assay("report", "--store", "w.db", "-o", "page.html", "--quiet");
  const { page, place, shows, from } = await inspectPage("page.html");
  await place.getByLabel("execution").focus();
  for (let tabs = 0; tabs < 4 && await place.locator("input[type=range]:focus").count() === 0; tabs++)
    await page.keyboard.press("Tab"); // past what saves the run sequence
  const first = await from();
  for (let i = 1; i <= 3; i++) {
    await page.keyboard.press("ArrowRight");
    await shows(first + i);
  }
  await page.keyboard.press("ArrowLeft");
  await shows(first + 2);
  assert.match(await place.locator(".status").textContent(), new RegExp(`^Stable from iteration ${first + 2} of ${N}: `));
  const command = place.locator(".command code"), number = place.getByLabel("first stable iteration, as a number");
  await number.fill("31");
  await number.press("Enter");
  await shows(31);
  const wanted = "--benchmark 'it'\\''s' --system 'old system' " + await page.evaluate("page.findings.uid");
  assert.match(wanted, /[0-9a-f]{32}$/);
  assert.equal(await command.textContent(), `assay show --steady --live-from 31 ${wanted}`);
  await place.getByLabel("execution").selectOption("2");
  await number.fill("12");
  await number.press("Enter");
  await shows(12);
  assert.equal(await command.textContent(), `assay show --steady --live-from 31 ${wanted}`);
  await place.getByLabel("system").selectOption("1");
  await place.getByText(/--system new/).waitFor();
  assay("show", "--store", "w.db", await page.evaluate("page.findings.uid")); // a name for this experiment alone
});

scene("inspection of a page with --raw, which gives every value back", async () => {
  const rows = ["old", "new"].flatMap((system) => sample(system, "b", 10, 2, 3000));
  const { page, place } = await inspect(rows, "--raw"), status = await place.locator(".status").textContent();
  assert.match(status, / of 3000: /);
  assert.doesNotMatch(status, /keeps the first/);
  const given = await page.evaluate("page.rawValues(page.findings.samples[0].chart.raw).then((x) => Array.from(x))");
  assert.equal(given.length, 6000);
  given.forEach((value, i) => assert.ok(Math.abs(1000 * value / rows[i][4] - 1) < 1e-12, `value ${i}: ${value}`));
});

scene("inspection: the change from the chosen iteration on is what assay says of what is left", async () => {
  const { page, place, shows } = await inspect(twoSystems()), number = place.getByLabel("first stable iteration, as a number");
  const said = (rows) => JSON.parse(assay("compare", write("cut.csv", rows), "--json")).comparisons[0].ratio;
  for (const from of [2, 38]) {
    await number.fill(String(from));
    await number.press("Enter");
    await shows(from);
    const wanted = said(twoSystems().filter((row) => row[3] >= from - 1));
    assert.ok(Math.abs(await place.getAttribute("data-ratio") / wanted.estimate - 1) < 1e-12);
    const shown = (x) => (x < 1 ? "\u2212" : "+") + Math.abs(100 * (x - 1)).toFixed(1);
    assert.ok((await place.locator(".cut").textContent()).startsWith(`Both cut before iteration ${from}: new against old system ` +
      `${shown(wanted.estimate)} %, 95 % CI ${shown(wanted.interval.lower)} \u2026 ${shown(wanted.interval.upper)} %, `));
  }
  assert.equal(await page.locator(".cuts svg").count(), 1);
});

scene("inspection: all executions beside one another, on one scale that one outlier does not set", async () => {
  const rows = sample("one", "b", 10, 4, N);
  rows[5][4] = 900;
  const { page, place } = await inspect(rows), small = place.locator(".multiples button");
  assert.equal(await small.count(), 4);
  assert.deepEqual(await small.allInnerTexts(), ["0", "1", "2", "3"], "each by its number, which is not cut");
  assert.match(await small.nth(2).getAttribute("title"), /^execution 2/);
  assert.equal(await place.locator(".command").isVisible(), false, "a file keeps no choices");
  assert.match(await place.locator(".multiples .note").textContent(), /^1 far value is cut off$/);
  const heights = await small.nth(1).locator("polyline").evaluate((line) => Array.from(line.points).map((point) => point.y));
  assert.ok(Math.max(...heights) - Math.min(...heights) > 3, "the others are no flat line");
  assert.match(await place.locator("figcaption").first().textContent(), /stable · 1 far value stands at the edge, up to 900 ms/);
  await small.nth(2).focus();
  await page.keyboard.press("Enter");
  await place.locator(".multiples button:nth-child(3)[aria-pressed=true]:focus").waitFor();
  assert.equal(await place.getByLabel("execution").inputValue(), "2");
  assert.deepEqual(await violations(page), []);
});
