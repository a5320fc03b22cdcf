/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units_needed_finding.h -- what it would take where a comparison is inconclusive, as data. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct units_needed {
    const char *level;      /* the top one */
    size_t measured;        /* units of it, of each system */
    size_t units;           /* of a fresh run that decides; 0: no affordable number would do */
    bool may_be_unchanged;  /* the interval leaves open that nothing changed */
    size_t units_unchanged; /* of a fresh run that decides then; 0: no affordable number would do */
    double probability;     /* that it does, over what the interval leaves open */
    double one_percent_s;   /* of a fresh run whose ratio is known to ±1 %; NaN: not known */
    double more_s;          /* what it costs beyond what was measured; NaN: not known */
};
