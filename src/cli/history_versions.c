/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_versions.c -- what versions from files and from the store have in common. */
#include "cli/history_versions.h"

#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"

enum exit_code history_make_versions(struct history *history, size_t n)
{
    history->versions = calloc(n + 1, sizeof *history->versions);
    history->n_versions = n;
    return history->versions != NULL ? EXIT_DONE : fail_memory();
}

struct history_intervals history_intervals_of(const struct history_options *options,
                                              double confidence)
{
    return (struct history_intervals){confidence, options->method == ASSAY_HISTORY_KT2006, 0};
}
