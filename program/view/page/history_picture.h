/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_picture.h -- one series over the versions as SVG. */
#pragma once

#include <stdio.h>

#include "view/terminal/history.h"

/* Its means, their intervals as a band, and the steps as they were called, with round values beside them and
 * the first and the last version below. */
void history_picture_print(FILE *stream, const struct history_finding *history,
                           const struct series_history *series);

/* Its means and steps alone, small, for a row among others over the same versions. */
void history_thumbnail_print(FILE *stream, const struct history_finding *history,
                             const struct series_history *series);

/* "v1.4 · 2026-01-31"; the day alone behind a text, if it is known. */
void history_version_print(FILE *stream, const struct history_version *version);
bool history_date_print(FILE *stream, const char *before, const struct history_version *version);
