/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h -- findings as one HTML page that needs nothing else: no network, no files beside it.
 *
 * Every number stands in the page as text; its script only filters, sorts and draws.
 */
#pragma once

#include <stdio.h>

#include <jansson.h>

#include "finding/comparison_finding.h"
#include "source/series_groups.h"
#include "store/store.h"
#include "view/chart/plot.h"
#include "view/page/page.h"

/* Where a page finds things by name. */
struct report_order {
    size_t *by_name;              /* numbers of the benchmarks, by their names */
    struct series_groups samples; /* of one benchmark each */
    size_t *group; /* by benchmark: that of its samples, or samples.n when it has none */
};

struct report_view {
    const char *title;
    const struct sample_finding *samples; /* at least one */
    size_t n_samples;
    const struct sample_mixture *mixtures; /* by sample, for report_json */
    const char *const *benchmarks;         /* names of those of the samples, as they appear */
    size_t n_benchmarks;
    const struct system_pair *pairs; /* each with at least one row */
    size_t n_pairs;
    double confidence;
    unsigned long long seed; /* of the analysis */
    bool raw;                /* with every value */

    const struct hopeless *hopeless; /* pairs that could not be compared */
    size_t n_hopeless;

    const struct experiment_info *experiment; /* NULL: from files */
    const struct store_machine *machines;     /* of that experiment */
    size_t n_machines;
    size_t different_machines;           /* as input_count_machines */
    const struct store_version *version; /* of that experiment; NULL: unknown */
    const char *const *sources;          /* names of the files */
    size_t n_sources;
    const char *origin;      /* of experiments, in place of the names; NULL: they say it */
    bool saved;              /* from findings saved before: by which seed is not known */
    const char *fingerprint; /* of what the page is made from, for `--site`; NULL: none */

    struct page_links links; /* to the pages beside it */
    const char *compare_url; /* as git_compare_url says it; NULL: commits are not linked */
    const char *card;        /* the picture of its answer, as the page has to call it; NULL: none */

    const struct report_order *order; /* of this view, of report_order_init */
};

/* The findings that a page holds: {"title", "experiment", "benchmarks": [names], "pairs": [{"old",
 * "new", "comparisons": [each with "shift"], "suite"?}], "samples": [as in show, with "chart"], "charts": [as report_charts]}; whoever knows
 * of them adds "stopping" and "failed_hooks", which the page says, too. Charts are made on n_threads
 * threads (0: one a processor). */
json_t *report_json(const struct report_view *view, size_t n_threads);

/* By benchmark {kind: the chart as data, of each kind that has something to show}. The view has its order. */
json_t *report_charts(const struct report_view *view, size_t n_threads);
/* The chart of a benchmark, whose kind face_of knows, of the first six systems; of saved findings as it was saved.
 * False: there is nothing to draw. The view has its order; the plot has begun and may borrow from the findings. */
bool report_chart(const struct report_view *view, const json_t *findings, const char *kind,
                  const char *benchmark, struct plot *plot);

/* The page; its charts and their numbers come from the findings. */
void report_print(FILE *stream, const struct report_view *view, json_t *findings);

/* Its parts, in their order on the page. What the front folds of a large page it leaves in the findings. */
void report_begin_main(FILE *stream, const struct report_view *view);
void report_print_front(FILE *stream, const struct report_view *view, json_t *findings);
void report_print_limits(FILE *stream, const struct report_view *view, const json_t *findings);
void report_print_origin(FILE *stream, const struct report_view *view);

/* The numbers of one benchmark: each sentence of its comparisons, then its tables. */
void report_print_benchmark(FILE *stream, const struct report_view *view, const json_t *findings,
                            size_t benchmark);
void report_print_sentence(FILE *stream, const struct comparison_finding *row,
                           const char *benchmark);
/* Behind it: what a new machine would see, and how much the machines differ. */
void report_print_machines(FILE *stream, const struct comparison_finding *row);

/* Of one benchmark, whose samples have these numbers: the tables behind its charts that say something
 * of their own. */
void report_print_clusters(FILE *stream, const json_t *findings, const size_t *samples, size_t n);

/* False: no memory; nothing is to be freed then. */
bool report_order_init(struct report_order *order, const struct report_view *view);
void report_order_fini(struct report_order *order);

/* The number of the benchmark, from 0; n_benchmarks: there is none of this name. */
size_t report_benchmark(const struct report_view *view, const char *benchmark);

/* The numbers of the benchmark's samples. */
const size_t *report_samples(const struct report_view *view, size_t benchmark, size_t *n);
