/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.h -- samples as a screen. */
#pragma once

#include "finding/finding.h"
#include "view/text/sentences.h"

struct show_view {
    const char *title; /* name of the experiment; NULL: none */
    const struct sample_finding *rows;
    size_t n; /* at least one */
    double confidence;
    const char *measured_on;     /* which machines; NULL: one */
    const char *const *left_out; /* metrics that were measured and are not shown */
    size_t n_left_out;
    double pressure; /* share of the time in which something waited for a processor; NaN: unknown */
    struct sentences *notes; /* is given what limits them; NULL: not asked */
    bool bars;               /* draw distributions also where there is no terminal */
};

/* The means with their intervals, then where the variance sits. Of many samples the
 * first, and how many more there are; all when sentences_want_all was told so. */
void show_view_print(const struct terminal *terminal, const struct show_view *view);
