/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop.c -- many experiments on several threads, tallied exactly.
 * Edge:     no experiment at all changes nothing; the first failure met ends the loop.
 * Checked:  tests/lib/simulate/test_run.c: the same tallies from 1, 2 and 3 threads and any parts.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "simulate/design.h"

struct loop {
    uint64_t begin;
    size_t n_methods;
    simulate_experiment *experiment;
    void *context;
    struct assay_simulate_tally *tallies; /* [thread][method] */
    struct assay_error *errors;           /* [thread] */
    atomic_bool failed;
};

static void one(size_t i, size_t thread, void *context)
{
    struct loop *loop = context;
    if (atomic_load(&loop->failed))
        return;
    struct assay_simulate_tally *tallies = loop->tallies + thread * loop->n_methods;
    if (loop->experiment((uint32_t)(loop->begin + i), thread, loop->context, tallies,
                         &loop->errors[thread]) != ASSAY_OK)
        atomic_store(&loop->failed, true);
}

static enum assay_status first_error(const struct loop *loop, size_t n_threads,
                                     struct assay_error *error)
{
    for (size_t t = 0; t < n_threads; t++)
        if (loop->errors[t].status != ASSAY_OK)
            return assay_fail(error, loop->errors[t].status, "%s", loop->errors[t].text);
    return ASSAY_OK;
}

enum assay_status simulate_loop(uint64_t begin, uint64_t end,
                                const struct assay_simulate_options *options,
                                simulate_experiment *experiment, void *context,
                                struct assay_simulate_tally *tallies, struct assay_error *error)
{
    size_t n_threads = parallel_threads(options->n_threads);
    struct loop loop = {
        .begin = begin,
        .n_methods = options->n_methods,
        .experiment = experiment,
        .context = context,
        .tallies = calloc(n_threads * options->n_methods, sizeof *loop.tallies),
        .errors = calloc(n_threads, sizeof *loop.errors),
    };
    enum assay_status status = ASSAY_OK;
    if (loop.tallies == NULL || loop.errors == NULL) {
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for the tallies of %zu threads",
                            n_threads);
        goto out;
    }
    parallel_for((size_t)(end - begin), n_threads, one, &loop);
    if (atomic_load(&loop.failed)) {
        status = first_error(&loop, n_threads, error);
        goto out;
    }
    for (size_t t = 0; t < n_threads; t++)
        for (size_t i = 0; i < options->n_methods; i++)
            assay_simulate_add(&tallies[i], &loop.tallies[t * options->n_methods + i]);
out:
    free(loop.tallies);
    free(loop.errors);
    return status;
}
