/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_kinds.h -- the charts of a row of the page, from the findings that the page holds. */
#pragma once

#include "view/chart/plot_values.h"

struct plot_kind {
    const char *name;
    const char *shows; /* "how densely the values lie" */
    /* False: there is nothing to draw. The samples are of one benchmark and metric; plot_fini ends it
     * in any case. */
    bool (*make)(const json_t *const *samples, size_t n, const json_t *findings, struct plot *plot);
};

/* In the order of the page; the last has no name. */
extern const struct plot_kind plot_kinds[];

/* The kind's chart of this benchmark, with its caption. False: there is nothing to draw. */
bool plot_of_kind(const struct plot_kind *kind, const json_t *findings, const char *benchmark,
                  struct plot *plot);
