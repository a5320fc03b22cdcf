/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draw.c -- what is drawn anew for each unit.
 * Source:   Mytkowicz, Diwan, Hauswirth and Sweeney 2009, ASPLOS: environment size and link order
 *           bias comparisons by up to ten per cent; randomising them turns bias into spread.
 * Checked:  tests/engine/measure/test_draw.c: purity, range, uniformity.
 */
#include "measure/draw.h"

#include <stdlib.h>

#include <assay/random.h>

static const char *const draw_names[DRAW_COUNT] = {"env_padding", "cpu", "directory_length"};

/* Streams of one seed must not share draws; steps of one round differ by their position. */
static struct assay_random stream(const struct design *design, enum draw_kind draw,
                                  uint32_t replicate, uint32_t unit)
{
    struct assay_random random;
    assay_random_init(&random, design->seed ^ ((uint64_t)(draw + 1) << 56),
                      ASSAY_RANDOM_ENVIRONMENT, replicate, unit);
    return random;
}

static uint32_t draw_for_execution(const struct design *design, const struct step *step,
                                   enum draw_kind draw, size_t n)
{
    struct assay_random random = stream(design, draw, step->round, step->position);
    return (uint32_t)assay_random_below(&random, n);
}

struct draws draws_of(const struct design *design, const struct step *step)
{
    const struct design_randomise *r = &design->randomise;
    struct draws draws = {
        .drawn = {[DRAW_ENV_PADDING] = r->env_padding > 0 && !design->runtime_layout,
                  [DRAW_CPU] = r->n_cpus > 0 && !order_is_beside(design->order.by),
                  [DRAW_DIRECTORY_LENGTH] =
                      r->directory_length > 0 && design->systems[step->system].build != NULL}};
    if (draws.drawn[DRAW_ENV_PADDING])
        draws.values[DRAW_ENV_PADDING] =
            draw_for_execution(design, step, DRAW_ENV_PADDING, r->env_padding + 1);
    if (draws.drawn[DRAW_CPU])
        draws.values[DRAW_CPU] = (uint32_t)strtoul(
            r->cpus[draw_for_execution(design, step, DRAW_CPU, r->n_cpus)], NULL, 10);
    if (draws.drawn[DRAW_DIRECTORY_LENGTH]) {
        /* A build is named by its units from the top. */
        uint64_t combination = 0;
        for (size_t level = 0; level < design_execution_level(design); level++)
            combination = combination * design->levels[level].count + step->unit[level];
        struct assay_random random =
            stream(design, DRAW_DIRECTORY_LENGTH, (uint32_t)combination, step->system);
        draws.values[DRAW_DIRECTORY_LENGTH] =
            (uint32_t)assay_random_below(&random, r->directory_length + 1);
    }
    return draws;
}

uint32_t draw_processor(const struct design *design, const struct step *step, size_t n)
{
    const size_t n_benchmarks = design->n_benchmarks;
    struct assay_random random =
        stream(design, DRAW_CPU, step->round, (uint32_t)(n_benchmarks + step->benchmark));
    return (uint32_t)assay_random_below(&random, n);
}

uint32_t draw_of_all(const struct design *design, uint32_t which, size_t n)
{
    struct assay_random random = stream(design, DRAW_CPU, UINT32_MAX, which);
    return (uint32_t)assay_random_below(&random, n);
}

bool draw_swapped(const struct design *design, const struct step *step)
{
    enum { BLOCK = 4 };
    size_t places[BLOCK];
    struct assay_random random = stream(design, DRAW_CPU, step->round / BLOCK,
                                        (uint32_t)(2 * design->n_benchmarks + step->benchmark));
    assay_random_permutation(&random, BLOCK, places);
    return places[step->round % BLOCK] < BLOCK / 2;
}

void draws_record(const struct draws *draws, struct record *record)
{
    for (size_t i = 0; i < DRAW_COUNT; i++)
        if (draws->drawn[i] && record->n_draws < DRAWS_MAX)
            record->draws[record->n_draws++] =
                (struct draw){draw_names[i], (double)draws->values[i]};
}
