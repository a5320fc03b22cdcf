// SPDX-License-Identifier: GPL-3.0-or-later
// browser.mjs -- Debian's Chromium without a window, driven by playwright-core, which ./setup web puts into web/.
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

function playwright() {
  try {
    return createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");
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

const driver = playwright(), executablePath = program("chromium", "chromium-browser");

// Why there is no browser; false when there is one.
export const missing = (!executablePath && "there is no Chromium: ./setup web installs it") ||
  (!driver && "there is no playwright-core: ./setup web installs it");

export const launch = () => driver.chromium.launch({ executablePath, args: ["--disable-gpu"] });
