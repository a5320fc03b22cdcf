/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_lines.h -- JSON objects one after another, mostly one in each line, as programs write what
 * happens; other programs' lines may stand between them. */
#pragma once

#include "import/importer.h"

#define JSON_LINES_NO_EVENT "lines that are no event"

/* Moves before the next object; other lines are counted, but for empty ones and those that begin
 * with #. False at the end, and when reading has failed. */
bool json_lines_next(struct importer *importer);

/* As pull_key, and takes the commas that perf stat has put wrong: for the decimal point, as the
 * language has it; behind the last value; none behind the core of -A. */
bool json_lines_key(struct pull *json);

/* True when a key of this name stands in the first object, before any value of several. */
bool json_lines_probe(const struct format_text *text, const char *key);
