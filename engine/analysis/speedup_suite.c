/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_suite.c -- rows and benchmarks of one Speedup-Test, and their analysis. */
#include <math.h>
#include <stdlib.h>

#include "analysis/speedup_suite.h"
#include "base/failure.h"

enum assay_status speedup_suite_reserve(struct speedup_suite *suite, size_t n,
                                        struct assay_error *error)
{
    suite->rows = calloc(n + 1, sizeof *suite->rows);
    suite->benchmarks = calloc(n + 1, sizeof *suite->benchmarks);
    suite->results = calloc(n + 1, sizeof *suite->results);
    suite->owned = calloc(2 * n + 1, sizeof *suite->owned);
    if (suite->rows != NULL && suite->benchmarks != NULL && suite->results != NULL &&
        suite->owned != NULL)
        return ASSAY_OK;
    return fail_no_memory(error);
}

void speedup_suite_add(struct speedup_suite *suite, const struct speedup_row *row,
                       const struct assay_speedup_benchmark *benchmark)
{
    suite->owned[2 * suite->n] = (double *)benchmark->x.x;
    suite->owned[2 * suite->n + 1] = (double *)benchmark->y.x;
    struct speedup_row *added = &suite->rows[suite->n++];
    *added = *row;
    if (benchmark->x.x == NULL || benchmark->y.x == NULL)
        return;
    added->n = benchmark->x.n;
    added->m = benchmark->y.n;
    added->result = &suite->results[suite->b];
    suite->benchmarks[suite->b++] = *benchmark;
}

enum assay_status speedup_suite_analyse(struct speedup_suite *suite, struct assay_error *error)
{
    /* A level of its own that is none: it is said, and not used. */
    size_t b = 0;
    for (size_t i = 0; i < suite->n; i++) {
        suite->rows[i].given_level = (double)NAN;
        if (suite->rows[i].result == NULL)
            continue;
        const double level = suite->benchmarks[b++].confidence;
        if (!(level > 0 && level < 1))
            suite->rows[i].given_level = level;
    }
    enum assay_status status =
        assay_speedup_analyse(suite->benchmarks, suite->b, &suite->finding.options, suite->results,
                              &suite->finding.suite, error);
    suite->finding.rows = suite->rows;
    suite->finding.n = suite->n;
    return status;
}

void speedup_suite_fini(struct speedup_suite *suite)
{
    for (size_t i = 0; suite->owned != NULL && i < 2 * suite->n; i++)
        free(suite->owned[i]);
    free(suite->owned);
    free(suite->title);
    free(suite->rows);
    free(suite->benchmarks);
    free(suite->results);
    speedup_config_fini(&suite->config);
    input_fini(&suite->input);
    *suite = (struct speedup_suite){0};
}
