// SPDX-License-Identifier: GPL-3.0-or-later
// browser.mjs -- Debian's Chromium without a window, driven by playwright-core, and axe-core, which ./setup web puts into web/.
import { accessSync, constants, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

const modules = createRequire(new URL("../../web/package.json", import.meta.url));
function found(take) {
  try {
    return take();
  } catch {
    return null;
  }
}

function program(...names) {
  const runs = (path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return process.env.PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))).find(runs);
}

const driver = found(() => modules("playwright-core")), executablePath = program("chromium", "chromium-browser");

// What looks for barriers on a page, as a script.
export const axe = found(() => readFileSync(modules.resolve("axe-core/axe.min.js"), "utf8"));

// Why there is no browser; false when there is one.
export const missing = (!executablePath && "there is no Chromium: ./setup web installs it") ||
  ((!driver || !axe) && "there is no playwright-core or axe-core: ./setup web installs it");

export const launch = () => driver.chromium.launch({ executablePath, args: ["--disable-gpu"] });
