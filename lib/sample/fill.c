/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fill.c -- values on their way into a series.
 * Speed:    a call that names the same units as the one before compares labels and appends.
 * Checked:  tests/lib/sample/test_dataset.c.
 */
#include <math.h>
#include <string.h>

#include "sample/builder.h"

/* ---- a new series ---- */

/* The text, or the one of another series that is the same: most share units and levels. */
static const char *keep(struct pool *pool, const char *text, const char *other)
{
    return other != NULL && strcmp(text, other) == 0 ? other : pool_text(pool, text);
}

struct builder *builder_new(struct pool *pool, const struct assay_series_key *key,
                            const struct builder *like)
{
    static const struct assay_series nothing = {0};
    const struct assay_series *other = like != NULL ? &like->series : &nothing;
    struct builder *builder =
        pool_zeros(pool, sizeof *builder + (key->n_levels - 1) * sizeof builder->above[0]);
    if (builder == NULL)
        return NULL;
    struct assay_series *series = &builder->series;
    builder->n_levels = key->n_levels;
    series->system = keep(pool, key->system, other->system);
    series->benchmark = keep(pool, key->benchmark, other->benchmark);
    series->metric = keep(pool, key->metric, other->metric);
    series->unit = keep(pool, key->unit, other->unit);
    series->more_is_better = key->more_is_better;
    series->told = key->told;
    bool complete = series->system != NULL && series->benchmark != NULL && series->metric != NULL &&
                    series->unit != NULL;
    for (size_t k = 0; k < key->n_levels; k++) {
        series->level_name[k] = keep(pool, key->level_name[k], other->level_name[k]);
        series->cost_s[k] = (double)NAN;
        complete = complete && series->level_name[k] != NULL;
    }
    return complete ? builder : NULL;
}

enum assay_status builder_check(const struct builder *builder, const struct assay_series_key *key,
                                struct assay_error *error)
{
    const struct assay_series *series = &builder->series;
    if (strcmp(series->unit, key->unit) != 0)
        return assay_fail(error, ASSAY_INVALID, "%s of %s on %s is in %s and in %s", series->metric,
                          series->benchmark, series->system, series->unit, key->unit);
    if (series->more_is_better != key->more_is_better)
        return assay_fail(error, ASSAY_INVALID, "%s of %s on %s is better when less and when more",
                          series->metric, series->benchmark, series->system);
    bool same = builder->n_levels == key->n_levels;
    for (size_t k = 0; same && k < key->n_levels; k++)
        same = strcmp(series->level_name[k], key->level_name[k]) == 0;
    if (!same)
        return assay_fail(error, ASSAY_INVALID, "%s of %s on %s has other levels than before",
                          series->metric, series->benchmark, series->system);
    return ASSAY_OK;
}

/* ---- values ---- */

/* Points each level's last at the unit of its label; units that are the same as before are not
 * looked up. */
static bool find_units(struct builder *builder, const char *const *labels, struct pool *pool)
{
    size_t parent = 0;
    bool same = builder->any;
    for (size_t k = 0; k + 1 < builder->n_levels; k++) {
        struct level *level = &builder->above[k];
        size_t unit = level->last;
        same = same && strcmp(level->units.items[unit].label, labels[k]) == 0;
        if (!same && !units_find(&level->units, parent, labels[k], pool, &unit)) {
            builder->any = false;
            return false;
        }
        level->last = parent = unit;
    }
    builder->any = true;
    return true;
}

/* A run goes on while its unit stays and no warm-up would come behind a live value. */
static bool note_run(struct builder *builder, size_t unit, size_t n, size_t n_warmup,
                     struct pool *pool)
{
    struct run *latest = builder->n_runs > 0 ? &builder->runs[builder->n_runs - 1] : NULL;
    if (latest != NULL && latest->unit == unit &&
        (n_warmup == 0 || latest->n == latest->n_warmup)) {
        latest->n += n;
        latest->n_warmup += n_warmup;
        return true;
    }
    if (!array_reserve(pool, (void **)&builder->runs, &builder->runs_capacity, builder->n_runs, 1,
                       sizeof *builder->runs))
        return false;
    builder->runs[builder->n_runs++] = (struct run){unit, n, n_warmup};
    return true;
}

bool builder_add(struct builder *builder, const char *const *labels, const double *values, size_t n,
                 size_t n_warmup, struct pool *pool)
{
    if (!array_reserve(pool, (void **)&builder->values, &builder->capacity, builder->n, n,
                       sizeof *builder->values) ||
        !find_units(builder, labels, pool))
        return false;
    const size_t unit = builder->n_levels < 2 ? 0 : builder->above[builder->n_levels - 2].last;
    if (!note_run(builder, unit, n, n_warmup, pool))
        return false;
    memcpy(builder->values + builder->n, values, n * sizeof *values);
    builder->n += n;
    return true;
}

bool builder_note_occasion(struct builder *builder, const struct assay_occasion *occasion,
                           struct pool *pool)
{
    const size_t n_levels = builder->n_levels;
    const size_t unit = n_levels < 2 ? 0 : builder->above[n_levels - 2].last;
    if (!array_reserve(pool, (void **)&builder->occasions, &builder->occasions_capacity,
                       builder->n_occasions, 1, sizeof *builder->occasions))
        return false;
    builder->occasions[builder->n_occasions++] = (struct unit_occasion){unit, *occasion};
    return true;
}
