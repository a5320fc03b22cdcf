/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs.h -- which systems are compared with which, and the findings. */
#ifndef CLI_PAIRS_H
#define CLI_PAIRS_H

#include <assay/suite.h>

#include "cli/compare.h"
#include "render/finding.h"

/* A series that cannot be paired. */
struct left_out {
    const struct assay_series *series;
    const struct assay_series *other; /* of the new system, in another unit; NULL: there is none */
};

/* What one new system gave against the old one. */
struct pair {
    const char *old_system, *new_system;
    size_t old_at, new_at; /* their places among the input's systems */
    struct shown_comparison *rows;
    char (*trouble)[256]; /* why the row has no interval; "" when it has one */
    size_t n, n_failed;
    struct left_out *left_out;
    size_t n_left_out;
    bool has_suite; /* two or more benchmarks, all of them comparable */
    struct shown_suite suite;
};

struct pairs {
    struct pair *items;
    size_t n;
};

/* Compares all that is asked for. Says on stderr what the data cannot support: EXIT_DATA when no
 * benchmark of a pair can be compared. End with pairs_fini in any case. */
enum exit_code pairs_compare(const struct compare_request *request,
                             const struct global_options *global, struct pairs *pairs);
/* Sets the pair's suite from its rows of this metric. A suite that cannot be summarised is none. */
void pair_summarise(struct pair *pair, const char *metric, double confidence);

/* What a gate says of them, by the primary metrics of this input (NULL: by all): EXIT_SLOWER,
 * EXIT_INCONCLUSIVE or EXIT_DONE. */
enum exit_code pairs_gate(const struct pairs *pairs, const struct input *primary);

/* "max_rss was measured for O1 only and is left out. …", to be freed; NULL: no memory. */
char *pair_left_out_text(const struct left_out *left_out);
/* Warnings of the code "left-out" for a document. */
void pair_warn_left_out(const struct pair *pair, json_t *document);

/* How measuring ended, for a comparison of series with so many top units. */
void pairs_stopping(const struct input *input, size_t units, struct assay_compare_options *options);

void pairs_fini(struct pairs *pairs);

#endif
