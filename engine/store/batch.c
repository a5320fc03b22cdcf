/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch.c -- iterations of a harness against the clock that timed them.
 *
 * A harness reads the clock once in each iteration. That is part of the iteration's time: of one
 * that is shorter than a hundred such readings it is more than a hundredth.
 */
#include "store/gather.h"
#include "store/host.h"

#include <math.h>
#include <string.h>

static const double readings = 100;
static const double usual_cost_s = 25e-9; /* where the host's facts do not say */
static const double long_s = 1e-4;        /* no clock is as slow as that */

static enum assay_status load(struct reader *reader)
{
    reader->clock_cost_s = usual_cost_s;
    enum assay_status status =
        store_host_clock(reader->store, reader->experiment, &reader->clock_cost_s, reader->error);
    return status == ASSAY_OK ? store_draws(reader->store, reader->experiment, "batch",
                                            &reader->batches, &reader->n_batches, reader->error)
                              : status;
}

enum assay_status reader_is_too_short(struct reader *reader, const char *system,
                                      const char *benchmark, double mean_s, bool *is)
{
    *is = false;
    if (mean_s > long_s || reader->salvage)
        return ASSAY_OK;
    if (!(reader->clock_cost_s > 0)) {
        enum assay_status status = load(reader);
        if (status != ASSAY_OK)
            return status;
    }
    double fewest = INFINITY; /* without any, the values are not a harness's */
    for (size_t i = 0; i < reader->n_batches; i++) {
        const struct store_draw *draw = &reader->batches[i];
        if (strcmp(draw->system, system) == 0 && strcmp(draw->benchmark, benchmark) == 0 &&
            draw->drawn < fewest)
            fewest = draw->drawn;
    }
    *is = mean_s * fewest < readings * reader->clock_cost_s;
    return ASSAY_OK;
}
