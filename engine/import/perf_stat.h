/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_stat.h -- an event that perf stat counted, from its CSV (perf_stat.c) or its JSON
 * (perf_stat_json.c). */
#pragma once

#include "import/importer.h"
#include "text/lines.h"

struct perf_event {
    struct word value, unit, name;
    struct word part; /* the processor, core, socket or thread that is counted; empty: all */
    bool is_interval; /* of -I */
    bool is_sum;      /* of intervals */
    bool is_mean;     /* of -r */
};

/* A count, or the words that there is none. */
bool perf_stat_is_value(struct word word);

/* Adds the event, or counts why it is left out. */
void perf_stat_add(struct importer *importer, const struct perf_event *event);
