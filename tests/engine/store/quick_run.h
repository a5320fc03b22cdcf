/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quick_run.h -- a stored experiment as `assay run` leaves it without a manifest. */
#pragma once

#include "engine/store/fixture.h"

enum { ROUNDS = 8 };

/* A quick run of two commands: paired rounds, wall time and peak memory. */
static inline void store_quick_run(struct fixture *fixture)
{
    struct design *design = fixture_design(false);
    struct store *store = NULL;
    int64_t experiment = 0;
    design->n_benchmarks = 1;
    design->quick = true;
    design->levels[0].count = ROUNDS;
    experiment = fixture_begin(fixture, design, &store);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t system = 0; system < 2; system++) {
            const double drift = 1 + 0.01 * round, wobble = 1 + 0.001 * (round * 7 % 5);
            const double wall = (system == 0 ? 0.04213 * wobble : 0.0163) * drift;
            const double rss = system == 0 ? 1677721 : 22334668;
            const struct metric_values series[] = {
                {.metric = "wall", .unit = "s", .values = &wall, .n = 1},
                {.metric = "max_rss", .unit = "byte", .values = &rss, .n = 1}};
            const struct record record =
                fixture_record(fixture_step(system, 0, round, system), series, 2);
            assert_stored(fixture, store_append(store, experiment, &record, &fixture->error));
        }
    }
    assert_stored(fixture, store_finish(store, experiment, &fixture->error));
    store_close(&store);
    design_free(&design);
}
