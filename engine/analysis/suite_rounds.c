/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suite_rounds.c -- the rounds, or the machines, that all benchmarks of a pair of systems were measured in.
 *
 * What happens in a round happens to all of its benchmarks: to the one build of new in it, or to the machine. So they are not
 * independent, and one interval over all of them rests on one number for each round (METHODS H). Rounds that are not told, as in
 * most files, or that benchmarks do not have in common, leave them independent.
 */
#include "analysis/suite_rounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"

/* ---- the units of one series ---- */

struct top_units {
    double *means;
    int64_t *keys; /* the round of each; NULL: not told */
    size_t n;
};

static void top_units_fini(struct top_units *units)
{
    free(units->means);
    free(units->keys);
}

/* A level of one unit is none; the units below it have the order that they were measured in. */
static int64_t key_of(const struct assay_series *series, size_t n, size_t j)
{
    return series->pair_key != NULL && n == series->live.shape.count[0] ? series->pair_key[j]
                                                                        : (int64_t)j;
}

static bool ascend(const struct top_units *units)
{
    for (size_t j = 1; units->keys != NULL && j < units->n; j++)
        if (units->keys[j] <= units->keys[j - 1])
            return false;
    return units->keys != NULL;
}

static enum assay_status top_units_init(const struct assay_series *series, bool paired,
                                        struct top_units *units, struct assay_error *error)
{
    SCOPED(assay_shape_owned_fini) struct assay_shape_owned shape = {0};
    bool removed[ASSAY_MAX_LEVELS];
    TRY(assay_shape_drop_single(&series->live.shape, &shape, removed, error));
    const struct assay_sample sample = {series->live.values, shape.shape};
    *units = (struct top_units){.n = assay_shape_units(&shape.shape, 0)};
    units->means = calloc(units->n + 1, sizeof *units->means);
    if (paired || series->pair_key != NULL)
        units->keys = calloc(units->n + 1, sizeof *units->keys);
    if (units->means == NULL || ((paired || series->pair_key != NULL) && units->keys == NULL))
        return fail_no_memory(error);
    for (size_t j = 0; units->keys != NULL && j < units->n; j++)
        units->keys[j] = key_of(series, units->n, j);
    return assay_sample_unit_means(&sample, 0, units->means, error);
}

/* ---- those of all ---- */

/* Of `keys` those that these units have too. */
static size_t keep_common(int64_t *keys, size_t n, const struct top_units *units)
{
    size_t kept = 0;
    for (size_t i = 0, j = 0; i < n && j < units->n;) {
        const int64_t x = keys[i], y = units->keys[j];
        if (x == y)
            keys[kept++] = x;
        i += x <= y;
        j += y <= x;
    }
    return kept;
}

static void pick(const struct top_units *units, const int64_t *keys, size_t n, double *means)
{
    for (size_t i = 0, j = 0; i < n; j++)
        if (units->keys[j] == keys[i])
            means[i++] = units->means[j];
}

/* The rounds that units `first`, first + step, … have in common, into keys; how many these are. */
static size_t in_common(const struct top_units *units, size_t n_units, size_t first, size_t step,
                        int64_t *keys)
{
    size_t n = units[first].n;
    for (size_t i = first; i < n_units; i += step)
        if (!ascend(&units[i]))
            return 0;
    memcpy(keys, units[first].keys, n * sizeof *keys);
    for (size_t i = first + step; i < n_units; i += step)
        n = keep_common(keys, n, &units[i]);
    return n;
}

/* The means of every other unit from `first` on in these rounds. */
static double *means_in(const struct top_units *units, size_t n_units, size_t first,
                        const int64_t *keys, size_t n)
{
    double *means = calloc(n_units / 2 * n + 1, sizeof *means);
    for (size_t i = 0; means != NULL && n > 0 && i < n_units / 2; i++)
        pick(&units[2 * i + first], keys, n, means + i * n);
    return means;
}

static bool all_alike(const struct comparison_finding *const *rows, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (rows[i]->finding.paired != rows[0]->finding.paired)
            return false;
    return n > 0;
}

/* Units stand in turn: of old, of new, of the next benchmark's old … Paired rounds are those that both systems have. */
static void find_common(const struct top_units *units, size_t n, bool paired, int64_t *keys,
                        struct suite_rounds *out)
{
    const size_t step = paired ? 1 : 2;
    out->n_old = in_common(units, 2 * n, 0, step, keys);
    out->old_means = means_in(units, 2 * n, 0, keys, out->n_old);
    out->n_new = in_common(units, 2 * n, step - 1, step, keys);
    out->new_means = means_in(units, 2 * n, 1, keys, out->n_new);
    if (out->old_means == NULL || out->new_means == NULL)
        out->n_old = out->n_new = 0;
}

enum assay_status suite_rounds_init(struct suite_rounds *rounds,
                                    const struct comparison_finding *const *rows, size_t n,
                                    struct assay_error *error)
{
    OWNED struct top_units *units = calloc(2 * n + 1, sizeof *units);
    OWNED int64_t *keys = NULL;
    enum assay_status status = units != NULL ? ASSAY_OK : fail_no_memory(error);
    *rounds = (struct suite_rounds){.n_old = 0};
    if (status != ASSAY_OK || !all_alike(rows, n))
        return status;
    for (size_t i = 0; status == ASSAY_OK && i < 2 * n; i++)
        status = top_units_init(i % 2 == 0 ? rows[i / 2]->old_series : rows[i / 2]->new_series,
                                rows[0]->finding.paired, &units[i], error);
    keys = calloc(units[0].n + units[1].n + 1, sizeof *keys);
    if (status == ASSAY_OK && keys != NULL)
        find_common(units, n, rows[0]->finding.paired, keys, rounds);
    for (size_t i = 0; i < 2 * n; i++)
        top_units_fini(&units[i]);
    return keys == NULL ? fail_no_memory(error) : status;
}

void suite_rounds_fini(struct suite_rounds *rounds)
{
    free(rounds->old_means);
    free(rounds->new_means);
    *rounds = (struct suite_rounds){.n_old = 0};
}

bool suite_rounds_known(const struct suite_rounds *rounds)
{
    return rounds->n_old >= 2 && rounds->n_new >= 2;
}

/* ---- how far each round lies from what the benchmark's ratio is ---- */

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* How many of the sorted values are below x; with `or_equal` also those that are x. */
static size_t count_below(const double *sorted, size_t n, double x, bool or_equal)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const bool below = sorted[middle] < x || (or_equal && sorted[middle] <= x);
        low = below ? middle + 1 : low;
        high = below ? high : middle;
    }
    return low;
}

/* A typical run is a median, and far rounds do not move it: there each of r rounds counts by its place among the others. */
static void rank(double *at, size_t r)
{
    OWNED double *sorted = calloc(r + 1, sizeof *sorted);
    if (sorted == NULL)
        return; /* the values themselves say it nearly as well */
    memcpy(sorted, at, r * sizeof *sorted);
    qsort(sorted, r, sizeof *sorted, ascending);
    for (size_t j = 0; j < r; j++)
        at[j] =
            (double)(count_below(sorted, r, at[j], false) + count_below(sorted, r, at[j], true));
}

static double *deviations_in_rounds(const struct comparison_finding *const *rows, size_t n,
                                    size_t *n_rounds)
{
    SCOPED(suite_rounds_fini) struct suite_rounds rounds = {.n_old = 0};
    struct assay_error error;
    if (!rows[0]->finding.paired || suite_rounds_init(&rounds, rows, n, &error) != ASSAY_OK ||
        !suite_rounds_known(&rounds))
        return NULL;
    const size_t r = *n_rounds = rounds.n_old;
    double *deviation = calloc(n * r, sizeof *deviation);
    for (size_t k = 0; deviation != NULL && k < n * r; k++)
        deviation[k] = log(rounds.new_means[k] / rounds.old_means[k]);
    for (size_t i = 0; deviation != NULL && i < n; i++)
        if (rows[i]->finding.typical_first)
            rank(deviation + i * r, r);
    return deviation;
}

/* ---- machines ---- */

static const struct machine_finding *machine_of(const struct machines_finding *machines,
                                                const char *identity)
{
    for (size_t i = 0; i < machines->n; i++)
        if (strcmp(machines->items[i].identity, identity) == 0)
            return &machines->items[i];
    return NULL;
}

static bool all_know(const struct comparison_finding *const *rows, size_t n, const char *identity)
{
    for (size_t i = 0; i < n; i++)
        if (machine_of(rows[i]->machines, identity) == NULL)
            return false;
    return true;
}

/* From the mean of its class where classes count alike: what classes differ by is no error then. */
static double deviation_on(const struct machines_finding *machines,
                           const struct machine_finding *machine)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; machines->across == ACROSS_CLASSES && i < machines->n; i++)
        if (machines->items[i].class_at == machine->class_at) {
            sum += machines->items[i].machine.d;
            n++;
        }
    return machine->machine.d - (n > 0 ? sum / (double)n : 0);
}

static double *deviations_on_machines(const struct comparison_finding *const *rows, size_t n,
                                      size_t *n_machines)
{
    const struct machines_finding *first = rows[0]->machines;
    OWNED const char **shared = calloc(first->n + 1, sizeof *shared);
    size_t m = 0;
    for (size_t j = 0; shared != NULL && j < first->n; j++)
        if (all_know(rows, n, first->items[j].identity))
            shared[m++] = first->items[j].identity;
    double *deviation = m >= 2 ? calloc(n * m, sizeof *deviation) : NULL;
    for (size_t k = 0; deviation != NULL && k < n * m; k++)
        deviation[k] =
            deviation_on(rows[k / m]->machines, machine_of(rows[k / m]->machines, shared[k % m]));
    *n_machines = m;
    return deviation;
}

static bool is_over_machines(const struct comparison_finding *row)
{
    return row->machines != NULL && row->machines->n > 1;
}

/* NULL: rounds in common are not known. */
static double *deviations(const struct comparison_finding *const *rows, size_t n, size_t *n_rounds)
{
    size_t over = 0;
    for (size_t i = 0; i < n; i++)
        over += is_over_machines(rows[i]);
    return n == 0      ? NULL
           : over == n ? deviations_on_machines(rows, n, n_rounds)
           : over == 0 ? deviations_in_rounds(rows, n, n_rounds)
                       : NULL;
}

enum assay_status suite_of_rows(const struct comparison_finding *const *rows, size_t n,
                                double confidence, struct assay_suite_ratio *out,
                                struct assay_error *error)
{
    size_t n_rounds = 0;
    OWNED struct assay_estimate *ratios = calloc(n + 1, sizeof *ratios);
    OWNED double *deviation = deviations(rows, n, &n_rounds);
    if (ratios == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < n; i++)
        ratios[i] = rows[i]->finding.ratio;
    return deviation != NULL ? assay_suite_of_changes_in_rounds(ratios, deviation, n, n_rounds,
                                                                confidence, out, error)
                             : assay_suite_of_changes(ratios, n, confidence, out, error);
}

/* ---- other readings of a suite on machines ---- */

/* One number for each machine: with benchmarks alike, or in all. */
static double log_ratio_on(const struct suite_rounds *machines, size_t n, size_t j, bool in_all)
{
    double old = 0, new = 0;
    for (size_t i = 0; i < n; i++) {
        const double x = machines->old_means[i * machines->n_old + j],
                     y = machines->new_means[i * machines->n_new + j];
        old += in_all ? x : 1;
        new += in_all ? y : y / x;
    }
    return log(new / old);
}

enum assay_status suite_by_machines(const struct comparison_finding *const *rows, size_t n,
                                    const struct suite_rounds *machines, double confidence,
                                    struct assay_suite_summary *out, struct assay_error *error)
{
    struct assay_suite_ratio *const readings[] = {&out->equal_time, &out->total_time};
    OWNED double *d = calloc(machines->n_old + 1, sizeof *d);
    if (d == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < n; i++)
        if (!is_over_machines(rows[i]) || rows[i]->machines->across == ACROSS_TOTAL ||
            rows[i]->machines->units != rows[i]->machines->n || !suite_rounds_known(machines))
            return ASSAY_OK;
    for (size_t k = 0; k < 2; k++) {
        struct assay_estimate ratio;
        for (size_t j = 0; j < machines->n_old; j++)
            d[j] = log_ratio_on(machines, n, j, k == 1);
        TRY(assay_machines_ratio((struct assay_view){d, machines->n_old}, confidence, &ratio,
                                 error));
        readings[k]->estimate = ratio.estimate;
        readings[k]->fixed = ratio.interval;
    }
    out->warnings &= ~ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
    return ASSAY_OK;
}
