// SPDX-License-Identifier: GPL-3.0-or-later
// pages.mjs -- what the tests of pages share: samples drawn with a seed, pages written from them, and one browser that
// notes whatever a page complains of or asks the network for.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { axe, launch, missing } from "./browser.mjs";

export const folder = mkdtempSync(join(tmpdir(), "assay-web-"));
const browser = missing ? null : await launch();
after(() => browser && browser.close());
process.on("exit", () => rmSync(folder, { recursive: true }));

// ---- samples: rows of system, benchmark, execution, iteration, milliseconds ----

// mulberry32, begun with the letters of a name.
function uniform(name) {
  let state = Array.from(name).reduce((sum, letter) => Math.imul(sum, 31) + letter.codePointAt(0), 7) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function sample(system, benchmark, mean, executions = 6, iterations = 5) {
  const random = uniform(system + benchmark), rows = [];
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  for (let execution = 0; execution < executions; execution++) {
    const shift = 0.002 * normal();
    for (let i = 0; i < iterations; i++)
      rows.push([system, benchmark, execution, i, mean * (1 + shift + 0.004 * normal())]);
  }
  return rows;
}

export const both = (benchmark, ratio) =>
  [...sample("old", benchmark, 10), ...sample("new", benchmark, 10 * ratio)];

// ---- files ----

export const assay = (...words) => execFileSync(process.env.ASSAY_PROGRAM, words, { cwd: folder, encoding: "utf8" });

export function write(name, rows) {
  const quoted = (text) => '"' + text.replaceAll('"', '""') + '"';
  const lines = rows.map(([system, benchmark, ...rest]) => [quoted(system), quoted(benchmark), ...rest].join());
  writeFileSync(join(folder, name), ["system,benchmark,execution,iteration,ms", ...lines, ""].join("\n"));
  return name;
}

// The page of some rows; more options of assay report may follow.
export function report(rows, ...options) {
  assay("report", write("in.csv", rows), "-o", "page.html", "--quiet", ...options);
  return "page.html";
}

// ---- cases ----

let complaints = [];
let served; // the address of the server whose pages are shown

function watch(page) {
  page.on("console", (said) => {
    if (["error", "warning", "assert"].includes(said.type())) complaints.push("console: " + said.text());
  });
  page.on("pageerror", (error) => complaints.push("exception: " + error.message));
  page.on("dialog", (dialog) => {
    complaints.push("dialog: " + dialog.message());
    return dialog.dismiss();
  });
  page.on("request", (request) => {
    const own = served ?? pathToFileURL(folder).href;
    const itself = request.isNavigationRequest() && request.url().startsWith(own);
    if (!itself && !/^(data|blob):/.test(request.url())) complaints.push("request: " + request.url());
  });
  page.setDefaultTimeout(100_000); // a busy machine takes long
  return page;
}

// One window with scripts and one without serve all cases: a new one takes as long as drawing a page.
const windows = new Map();
async function windowOf(javaScriptEnabled) {
  if (!windows.has(javaScriptEnabled)) windows.set(javaScriptEnabled, watch(await browser.newPage({ javaScriptEnabled })));
  return windows.get(javaScriptEnabled);
}

// The text of a cell, a caption, a label: as it is read.
export const texts = (locator) => locator.evaluateAll((all) => all.map((each) => each.innerText.trim()));

export const widthOf = (page) => page.evaluate("document.documentElement.scrollWidth");

// 0 is black, 255 white; what left the page meanwhile has no color.
export const lightness = (color) => (color.match(/\d+/g) ?? [NaN]).slice(0, 3).reduce((sum, part) => sum + Number(part) / 3, 0);
export const paper = (page) => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor).then(lightness);

// Serves a store of the folder while the body runs, which gets a way to open the server's pages.
export async function serving(store, body) {
  const server = spawn(process.env.ASSAY_PROGRAM, ["serve", "--quiet", store], { cwd: folder });
  const ended = new Promise((done) => server.on("exit", done));
  try {
    served = await new Promise((told, failed) => {
      server.stdout.once("data", (data) => told(String(data).trim()));
      ended.then((code) => failed(new Error(`assay serve ended with ${code}`)));
    });
    await body((address, options) => open(served + address, options));
  } finally {
    served = undefined;
    server.kill("SIGINT");
    assert.equal(await ended, 0);
  }
}

// A window that shows a page.
export async function open(file, { width = 1280, height = 6000, colorScheme = "light", javaScriptEnabled = true, hash = "" } = {}) {
  const page = await windowOf(javaScriptEnabled);
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, media: "screen" });
  await page.goto("about:blank"); // the same address again might only move within the page
  complaints = [];
  await page.goto(served ? file : pathToFileURL(join(folder, file)).href + hash);
  // What the browser draws only when it is in view has no text before the first frame, which a busy machine draws late.
  if (javaScriptEnabled) await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return page;
}

// A case; its pages must neither complain nor ask for anything.
export function scene(name, body) {
  test(name, { skip: missing }, async () => {
    complaints = [];
    try {
      await body();
    } catch (error) {
      error.message += complaints.map((each) => "\n" + each).join("");
      throw error;
    }
    assert.deepEqual(complaints, []);
  });
}

// ---- what stands on a page ----

// The limit only ends what would never come.
export async function until(page, condition, what) {
  for (let tries = 0; !await condition(); tries++) {
    assert.ok(tries < 4000, `it did not come: ${what}`);
    await page.waitForTimeout(25);
  }
}

// The kinds of the charts in view, when all of them are drawn.
export async function drawn(page) {
  await page.locator("body.drawing").waitFor();
  await until(page, async () => await page.locator("figure.chart:visible:not(:has(details.data))").count() === 0, "each chart");
  return page.locator("figure.chart:has(svg):visible").evaluateAll((figures) => figures.map((f) => f.dataset.chart));
}

// The benchmarks of the rows in view, from top to bottom.
export const benchmarks = (page) => page.locator("tr.row:visible a.name").evaluateAll((links) => links.map((link) => link.title));

// Opens a row, if it is not open, and one of its tabs.
export async function openRow(page, name, tab) {
  const row = page.locator("tr.row").filter({ has: page.getByTitle(name, { exact: true }) }).first();
  if (!/open/.test(await row.getAttribute("class"))) await row.locator("a.name").click();
  const more = row.locator("xpath=following-sibling::tr[1]");
  if (tab) await more.getByRole("tab", { name: tab, exact: true }).click();
  return more;
}

// What axe finds against WCAG 2.2 AA and good practice.
export async function violations(page) {
  await page.evaluate(axe);
  return page.evaluate(`axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
    .then((found) => found.violations.map((each) => each.id + ": " + each.nodes[0].html.slice(0, 200)))`);
}
