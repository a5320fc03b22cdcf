// SPDX-License-Identifier: GPL-3.0-or-later
// all.mjs -- the cases of all files, with one browser.
import "./contents.test.mjs";
import "./use.test.mjs";
import "./inspection.test.mjs";
import "./safety.test.mjs";
import "./history.test.mjs";
import "./figure.test.mjs";
import "./site.test.mjs";
import "./serve.test.mjs";
