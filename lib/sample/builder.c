/* SPDX-License-Identifier: GPL-3.0-or-later */
/* builder.c -- from values in order of arrival to nested samples.
 * Source:   units in order of first appearance, children gathered below their parents by counting
 *           (stable); linear in values and units.
 * Edge:     units without a live value are left out, with the warning incomplete; a series without
 *           any has an empty sample (count[0] = 0), which every statistic refuses.
 * Checked:  tests/lib/sample/test_dataset.c.
 */
#include "sample/builder.h"

#include <stdlib.h>
#include <string.h>

enum { NOWHERE = -1 }; /* the position of an occasion that is not known */

/* Values of the lowest units, by index; one entry when the series has one level. */
struct tally {
    struct pool *pool;
    size_t n_units;
    size_t *live, *warmup;
    size_t n_live, n_warmup; /* totals */

    /* By rank, and the values in this order. */
    size_t *all_first, *live_first, *n_warmups;
    double *all_values, *live_values;
};

static enum assay_status no_memory(struct assay_error *error)
{
    return assay_fail(error, ASSAY_NO_MEMORY, "no memory to arrange the values");
}

static void free_values(struct builder *builder, struct pool *pool)
{
    array_release(pool, builder->values, builder->capacity, sizeof *builder->values);
    builder->values = NULL;
    builder->capacity = 0;
}

/* What only the filling needed. */
static void free_scaffold(struct builder *builder, struct pool *pool)
{
    for (size_t k = 0; k + 1 < builder->n_levels; k++)
        units_fini(&builder->above[k].units, pool);
    array_release(pool, builder->runs, builder->runs_capacity, sizeof *builder->runs);
    array_release(pool, builder->rounds, builder->rounds_capacity, sizeof *builder->rounds);
    array_release(pool, builder->occasions, builder->occasions_capacity,
                  sizeof *builder->occasions);
    builder->runs_capacity = builder->rounds_capacity = builder->occasions_capacity = 0;
}

void builder_fini(struct builder *builder, struct pool *pool)
{
    free_scaffold(builder, pool);
    free_values(builder, pool);
}

/* The lowest unit of an index; NULL in a series of one level, which has one, nameless. */
static const struct unit *lowest_unit(const struct builder *builder, size_t u)
{
    return builder->n_levels < 2 ? NULL : &builder->above[builder->n_levels - 2].units.items[u];
}

static bool is_kept(const struct builder *builder, size_t u)
{
    const struct unit *unit = lowest_unit(builder, u);
    return unit == NULL || unit->kept;
}

static size_t rank_of(const struct builder *builder, size_t u)
{
    const struct unit *unit = lowest_unit(builder, u);
    return unit == NULL ? 0 : unit->rank;
}

static bool tally_init(struct tally *tally, const struct builder *builder, struct pool *pool)
{
    *tally = (struct tally){.pool = pool};
    tally->n_units = builder->n_levels < 2 ? 1 : builder->above[builder->n_levels - 2].units.n;
    tally->live = calloc(2 * tally->n_units + 1, sizeof *tally->live);
    if (tally->live == NULL)
        return false;
    tally->warmup = tally->live + tally->n_units;
    for (size_t i = 0; i < builder->n_runs; i++) {
        const struct run *run = &builder->runs[i];
        tally->live[run->unit] += run->n - run->n_warmup;
        tally->warmup[run->unit] += run->n_warmup;
    }
    return true;
}

/* Marks the units that have live values below, and sums what they hold. */
static void keep_units(struct builder *builder, struct tally *tally)
{
    size_t n_levels = builder->n_levels;
    for (size_t u = 0; u < tally->n_units; u++) {
        if (tally->live[u] == 0) {
            tally->warmup[u] = 0;
            continue;
        }
        tally->n_live += tally->live[u];
        tally->n_warmup += tally->warmup[u];
        size_t unit = u;
        for (size_t k = n_levels - 1; k-- > 0 && !builder->above[k].units.items[unit].kept;) {
            builder->above[k].units.items[unit].kept = true;
            unit = builder->above[k].units.items[unit].parent;
        }
    }
    bool dropped = n_levels < 2 && builder->n > 0 && tally->n_live == 0;
    for (size_t k = 0; k + 1 < n_levels; k++)
        for (size_t u = 0; u < builder->above[k].units.n; u++)
            dropped = dropped || !builder->above[k].units.items[u].kept;
    if (dropped)
        builder->series.warnings |= ASSAY_WARNING(ASSAY_WARN_INCOMPLETE);
}

/* Ranks the kept units of the top level; returns their number. */
static size_t rank_top(struct units *units)
{
    size_t rank = 0;
    for (size_t u = 0; u < units->n; u++)
        if (units->items[u].kept)
            units->items[u].rank = rank++;
    return rank;
}

/* Ranks the kept units of level k by their parents' ranks and makes the parents' offsets. */
static bool rank_below(struct builder *builder, size_t k, size_t n_parents, struct pool *pool)
{
    struct units *units = &builder->above[k].units;
    const struct unit *parents = builder->above[k - 1].units.items;
    size_t *first = pool_zeros(pool, (n_parents + 2) * sizeof *first);
    if (first == NULL)
        return false;
    builder->above[k - 1].first = first;
    for (size_t u = 0; u < units->n; u++)
        if (units->items[u].kept)
            first[parents[units->items[u].parent].rank + 2]++;
    for (size_t p = 2; p < n_parents + 2; p++)
        first[p] += first[p - 1];
    for (size_t u = 0; u < units->n; u++)
        if (units->items[u].kept)
            units->items[u].rank = first[parents[units->items[u].parent].rank + 1]++;
    return true;
}

/* Offsets of values by rank: those of all, and those of the live ones. */
static bool place_values(const struct builder *builder, struct tally *tally, size_t n_lowest)
{
    const size_t n = n_lowest + 1;
    size_t *all = pool_zeros(tally->pool, 3 * n * sizeof *all), *live = all + n;
    if (all == NULL)
        return false;
    size_t *warmup = live + n;
    tally->all_first = all;
    tally->live_first = live;
    tally->n_warmups = warmup;
    for (size_t u = 0; u < tally->n_units; u++) {
        if (!is_kept(builder, u))
            continue;
        size_t rank = rank_of(builder, u);
        warmup[rank] = tally->warmup[u];
        live[rank + 1] = tally->live[u];
        all[rank + 1] = tally->live[u] + tally->warmup[u];
    }
    for (size_t rank = 1; rank <= n_lowest; rank++) {
        all[rank] += all[rank - 1];
        live[rank] += live[rank - 1];
    }
    return true;
}

/* Moves the runs to their places in all (NULL: only asks whether they are there already). */
static bool move_runs(struct builder *builder, struct tally *tally, double *all)
{
    for (size_t u = 0; u < tally->n_units; u++) { /* from now on: the next places */
        if (!is_kept(builder, u))
            continue;
        size_t rank = rank_of(builder, u);
        tally->warmup[u] = tally->all_first[rank];
        tally->live[u] = tally->all_first[rank] + tally->n_warmups[rank];
    }
    size_t from = 0;
    bool in_place = true;
    for (size_t i = 0; i < builder->n_runs; i++) {
        const struct run *run = &builder->runs[i];
        size_t n_live = run->n - run->n_warmup;
        size_t *warmup = &tally->warmup[run->unit], *live = &tally->live[run->unit];
        if (is_kept(builder, run->unit)) {
            in_place = in_place && (run->n_warmup == 0 || *warmup == from) &&
                       (n_live == 0 || *live == from + run->n_warmup);
            if (all != NULL) {
                memcpy(all + *warmup, builder->values + from, run->n_warmup * sizeof *all);
                memcpy(all + *live, builder->values + from + run->n_warmup, n_live * sizeof *all);
            }
            *warmup += run->n_warmup;
            *live += n_live;
        }
        from += run->n;
    }
    return in_place;
}

static bool arrange_all(struct builder *builder, struct tally *tally)
{
    size_t n = tally->n_live + tally->n_warmup;
    if (n == builder->n && move_runs(builder, tally, NULL)) {
        tally->all_values = builder->values;
        return true;
    }
    tally->all_values = pool_take(tally->pool, n * sizeof *tally->all_values);
    if (tally->all_values == NULL)
        return false;
    (void)move_runs(builder, tally, tally->all_values);
    free_values(builder, tally->pool);
    return true;
}

/* The live values by themselves; the same array when nothing was warm-up. */
static bool arrange_live(struct tally *tally, size_t n_lowest)
{
    double *all = tally->all_values, *live = all;
    if (tally->n_warmup > 0)
        live = pool_take(tally->pool, tally->n_live * sizeof *live);
    tally->live_values = live;
    for (size_t rank = 0; live != all && live != NULL && rank < n_lowest; rank++)
        memcpy(live + tally->live_first[rank],
               all + tally->all_first[rank] + tally->n_warmups[rank],
               (tally->live_first[rank + 1] - tally->live_first[rank]) * sizeof *live);
    return live != NULL || tally->n_live == 0;
}

/* The shape over the units and the given offsets of values, as counts when it is balanced. */
static struct assay_shape shape_of(const struct builder *builder, size_t n_top,
                                   const size_t *values_first)
{
    size_t n_levels = builder->n_levels;
    struct assay_shape shape = {.n_levels = n_levels, .count = {n_top}};
    if (n_top == 0)
        return shape;
    if (n_levels == 1) {
        shape.count[0] = values_first[1];
        return shape;
    }
    for (size_t k = 0; k + 2 < n_levels; k++)
        shape.first[k] = builder->above[k].first;
    shape.first[n_levels - 2] = values_first;
    if (!assay_shape_balanced(&shape))
        return shape;
    struct assay_shape counts = {.n_levels = n_levels, .count = {n_top}};
    for (size_t k = 1; k < n_levels; k++)
        counts.count[k] = shape.first[k - 1][1];
    return counts;
}

static bool label_units(struct builder *builder, struct pool *pool)
{
    for (size_t k = 0; k + 1 < builder->n_levels; k++) {
        const struct units *units = &builder->above[k].units;
        const char **label = pool_zeros(pool, units->n * sizeof *label);
        if (label == NULL)
            return false;
        for (size_t u = 0; u < units->n; u++)
            if (units->items[u].kept)
                label[units->items[u].rank] = units->items[u].label;
        builder->series.unit_label[k] = label;
    }
    return true;
}

static bool rounds_are_known(const struct builder *builder, size_t n_top, size_t n_warmup)
{
    if (builder->n_levels == 1)
        return builder->n_rounds == n_top || builder->n_rounds == n_top + n_warmup;
    const struct units *units = &builder->above[0].units;
    bool known = true;
    for (size_t u = 0; u < units->n && known; u++)
        known = !units->items[u].kept || units->items[u].has_round;
    return known;
}

/* Rounds of the top units, when all are known. */
static bool pair_units(struct builder *builder, size_t n_top, size_t n_warmup, struct pool *pool)
{
    if (!rounds_are_known(builder, n_top, n_warmup))
        return true;
    int64_t *keys = pool_take(pool, n_top * sizeof *keys);
    if (keys == NULL)
        return false;
    builder->series.pair_key = keys;
    if (builder->n_levels == 1) {
        if (n_top > 0)
            memcpy(keys, builder->rounds + (builder->n_rounds - n_top), n_top * sizeof *keys);
        return true;
    }
    const struct units *units = &builder->above[0].units;
    for (size_t u = 0; u < units->n; u++)
        if (units->items[u].kept)
            keys[units->items[u].rank] = units->items[u].round;
    return true;
}

/* The occasions by rank, when each lowest unit has one; each value, where these are no iterations. */
static bool place_occasions(struct builder *builder, struct tally *tally, size_t n_lowest)
{
    const bool flat = builder->n_levels < 2;
    const bool each =
        flat || strcmp(builder->series.level_name[builder->n_levels - 1], "iteration") != 0;
    const size_t n = each ? tally->n_live : n_lowest;
    if (builder->n_occasions == 0 ||
        (each && (builder->n_occasions != builder->n || tally->n_warmup > 0)))
        return true;
    size_t *seen = memset(tally->live, 0, tally->n_units * sizeof *tally->live);
    struct assay_occasion *occasion = pool_take(tally->pool, n * sizeof *occasion);
    if (occasion == NULL)
        return false;
    for (size_t u = 0; u < n; u++)
        occasion[u].position = NOWHERE;
    size_t n_placed = 0;
    for (size_t i = 0; i < builder->n_occasions; i++) {
        const struct unit_occasion *noted = &builder->occasions[i];
        if (!flat && !is_kept(builder, noted->unit))
            continue;
        const size_t rank = flat ? 0 : rank_of(builder, noted->unit);
        struct assay_occasion *place =
            &occasion[each ? tally->live_first[rank] + seen[noted->unit]++ : rank];
        if (place->position != NOWHERE)
            continue; /* a unit stands where its first values do */
        *place = noted->occasion;
        n_placed++;
    }
    builder->series.occasion = n_placed == n ? occasion : NULL;
    return true;
}

static bool arrange(struct builder *builder, struct tally *tally)
{
    keep_units(builder, tally);
    size_t n_levels = builder->n_levels;
    size_t n_top = n_levels < 2 ? 1 : rank_top(&builder->above[0].units), n_lowest = n_top;
    for (size_t k = 1; k + 1 < n_levels; k++) {
        if (!rank_below(builder, k, n_lowest, tally->pool))
            return false;
        n_lowest = builder->above[k - 1].first[n_lowest];
    }
    if (!place_values(builder, tally, n_lowest) || !arrange_all(builder, tally) ||
        !arrange_live(tally, n_lowest) || !label_units(builder, tally->pool))
        return false;
    struct assay_series *series = &builder->series;
    series->live.values = tally->live_values;
    series->live.shape = shape_of(builder, n_top, tally->live_first);
    series->all = series->live;
    if (tally->n_warmup > 0) {
        series->all.values = tally->all_values;
        series->all.shape = shape_of(builder, n_top, tally->all_first);
        series->n_warmup = tally->n_warmups;
    }
    return place_occasions(builder, tally, n_lowest) &&
           pair_units(builder, series->live.shape.count[0], tally->n_warmup, tally->pool);
}

enum assay_status builder_finish(struct builder *builder, struct pool *pool,
                                 struct assay_error *error)
{
    struct tally tally;
    if (!tally_init(&tally, builder, pool))
        return no_memory(error);
    bool done = arrange(builder, &tally);
    free(tally.live);
    if (!done)
        return no_memory(error);
    free_scaffold(builder, pool);
    return ASSAY_OK;
}
