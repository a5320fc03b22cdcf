// SPDX-License-Identifier: GPL-3.0-or-later
// all.mjs -- the cases of the files that are named, with one browser.
await Promise.all(process.argv.slice(2).map((name) => import(`./${name}.test.mjs`)));
