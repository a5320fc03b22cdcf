/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_page.h -- a history as one HTML page that needs nothing else. */
#pragma once

#include <stdio.h>

#include "finding/history_finding.h"
#include "view/page/page.h"
#include "view/terminal/history.h"

/* The shell's kind, version and time are the page's own; "old...new" is added to its compare_url. */
void history_page_print(FILE *stream, const struct history_finding *history,
                        const struct page_shell *shell);

/* ---- all series of a history below one another, on one axis of versions ---- */

/* Did it change, by a step or by a slope? */
bool history_is_changed(const struct history_row *series);

/* "fft on O2". */
void history_name_print(FILE *stream, const struct history_row *series);

/* What moved many series at once: how often, and as a list; nothing where nothing did. */
void history_events_count(FILE *stream, const struct history_finding *history);
void history_events_print(FILE *stream, const struct history_finding *history);

/* A row a series: its name, which leads to #s and its number, a thumbnail, its newest change, its mean. Those that
 * changed first, slower before faster and the largest first; the others are folded. Versions that moved many
 * series are bands, and where the machine changed the shade does. */
void history_grid_print(FILE *stream, const struct history_finding *history);

/* ---- one series over the versions as SVG ---- */

/* Its means, their intervals as a band, and the steps as they were called, with round values beside them and
 * the first and the last version below. */
void history_picture_print(FILE *stream, const struct history_finding *history,
                           const struct history_row *series);

/* Its means and steps alone, small, for a row among others over the same versions. */
void history_thumbnail_print(FILE *stream, const struct history_finding *history,
                             const struct history_row *series);

/* "v1.4 · 2026-01-31"; the day alone behind a text, if it is known. */
void history_version_print(FILE *stream, const struct history_version *version);
bool history_date_print(FILE *stream, const char *before, const struct history_version *version);
