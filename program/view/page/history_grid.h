/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_grid.h -- all series of a history below one another, on one axis of versions. */
#pragma once

#include <stdio.h>

#include "finding/history_finding.h"

/* Did it change, by a step or by a slope? */
bool history_is_changed(const struct series_history *series);

/* "fft on O2". */
void history_name_print(FILE *stream, const struct series_history *series);

/* What moved many series at once: how often, and as a list; nothing where nothing did. */
void history_events_count(FILE *stream, const struct history_finding *history);
void history_events_print(FILE *stream, const struct history_finding *history);

/* A row a series: its name, which leads to #s and its number, a thumbnail, its newest change, its mean. Those that
 * changed first, slower before faster and the largest first; the others are folded. Versions that moved many
 * series are bands, and where the machine changed the shade does. */
void history_grid_print(FILE *stream, const struct history_finding *history);
