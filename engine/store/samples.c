/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples.c -- the live values of an experiment, one sample after the other, and nothing else.
 *
 * What a history reads of thousands of experiments: no labels, costs or rounds, no name looked up
 * twice, no metric decoded that is not asked for. Of a packed experiment without levels above
 * execution each cell is a sample as it stands; any other goes through store_read.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"
#include "store/packed.h"
#include "store/private.h"
#include "store/seal.h"

/* What decides how an experiment is read. */
struct facts {
    size_t n_systems;
    bool plain; /* packed, execution its top level, no warm-up chosen afterwards */
};

struct sampling {
    struct store *store;
    const struct store_filter *filter;
    struct assay_error *error;
    int64_t experiment;
    struct facts facts;
    struct cell cell;
    size_t *first; /* offsets of executions, when they are not alike */
    size_t first_room;
};

static enum assay_status read_facts(struct sampling *sampling)
{
    struct store_first facts = {.found = false};
    const enum assay_status status = store_first(sampling->store, SQL_SAMPLE_FACTS, &facts,
                                                 sampling->error, INTEGER(sampling->experiment));
    sampling->facts = (struct facts){(size_t)facts.numbers[0], facts.numbers[1] != 0};
    return status;
}

/* ---- a cell as a sample ---- */

static bool is_live(const struct cell *cell, size_t i)
{
    return cell->column[CELL_WARMUP][i] == 0 &&
           cell->column[CELL_N_WARMUP][i] < cell->column[CELL_N][i];
}

/* Executions of one place are one unit, where the first of them stands: true when i is not it. */
static bool stood_before(const struct cell *cell, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_live(cell, k) && cell->column[CELL_PLACE][k] == cell->column[CELL_PLACE][i])
            return true;
    return false;
}

struct scan {
    size_t n_live, n_values;
    bool iterated, rising; /* places rise: every execution is a unit of its own */
};

static struct scan scan(const struct cell *cell)
{
    struct scan s = {.rising = true};
    int64_t before = INT64_MIN;
    for (size_t i = 0; i < cell->n; i++) {
        if (!is_live(cell, i))
            continue;
        s.n_live++;
        s.n_values += (size_t)(cell->column[CELL_N][i] - cell->column[CELL_N_WARMUP][i]);
        s.iterated =
            s.iterated || cell->column[CELL_N][i] > 1 || cell->column[CELL_N_WARMUP][i] > 0;
        s.rising = s.rising && cell->column[CELL_PLACE][i] > before;
        before = cell->column[CELL_PLACE][i];
    }
    return s;
}

/* Appends the live values of execution i, which begin at `from`, to out. */
static size_t copy_live(const struct cell *cell, size_t i, const double *from, double *out)
{
    const size_t n = (size_t)cell->column[CELL_N][i];
    const size_t n_warmup = (size_t)cell->column[CELL_N_WARMUP][i];
    memmove(out, from + n_warmup, (n - n_warmup) * sizeof *out);
    return n - n_warmup;
}

/* Units whose executions stand apart: gathered into fresh room behind the values. */
static size_t gather_unit(const struct cell *cell, size_t i, double *out)
{
    const double *from = cell->values;
    size_t n = 0;
    for (size_t k = 0; k < cell->n; k++) {
        if (k >= i && is_live(cell, k) &&
            cell->column[CELL_PLACE][k] == cell->column[CELL_PLACE][i])
            n += copy_live(cell, k, from, out + n);
        from += cell->column[CELL_N][k];
    }
    return n;
}

/* Live values together, offsets of their units in first; returns the number of units. */
static size_t arrange(struct sampling *sampling, const struct scan *s, double **values)
{
    struct cell *cell = &sampling->cell;
    const double *from = cell->values;
    double *out = cell->values + (s->rising ? 0 : cell->n_values);
    size_t units = 0, n = 0;
    *values = out;
    for (size_t i = 0; i < cell->n; from += cell->column[CELL_N][i], i++) {
        if (!is_live(cell, i) || (!s->rising && stood_before(cell, i)))
            continue;
        sampling->first[units++] = n;
        n += s->rising ? copy_live(cell, i, from, out + n) : gather_unit(cell, i, out + n);
    }
    sampling->first[units] = n;
    return units;
}

static bool reserve(struct sampling *sampling, const struct scan *s)
{
    if (s->n_live + 1 > sampling->first_room &&
        !array_hold(&sampling->first, 2 * s->n_live + 32, &sampling->first_room))
        return false;
    return s->rising ||
           cell_reserve(&sampling->cell, sampling->cell.n, 2 * sampling->cell.n_values);
}

static bool sample_of(struct sampling *sampling, struct assay_sample *sample)
{
    struct scan s = scan(&sampling->cell);
    if (!s.iterated)
        s.rising = true; /* values are the units */
    if (!reserve(sampling, &s))
        return false;
    double *values;
    const size_t units = arrange(sampling, &s, &values);
    if (!s.iterated) {
        *sample = assay_sample_flat(values, units);
        return true;
    }
    *sample = (struct assay_sample){values,
                                    {.n_levels = 2, .count = {units}, .first = {sampling->first}}};
    if (units > 0 && assay_shape_balanced(&sample->shape)) {
        const size_t counts[] = {units, s.n_values / units};
        *sample = assay_sample_balanced(values, 2, counts);
    }
    return true;
}

/* ---- reading ---- */

/* Wishes that come before this metric. */
static size_t preferred_to(const struct store_filter *filter, const char *metric)
{
    size_t n = 0;
    while (n < STORE_PREFERRED && filter->prefer[n] != NULL && strcmp(metric, filter->prefer[n]) != 0)
        n++;
    return n;
}

static bool is_also(const struct store_filter *filter, const char *metric)
{
    for (size_t i = 0; i < STORE_ALSO && filter->also[i] != NULL; i++)
        if (strcmp(filter->also[i], metric) == 0)
            return true;
    return false;
}

static bool has_metric(struct sampling *sampling, const char *wanted,
                       const struct sample_name *metric, int64_t system, int64_t benchmark)
{
    const struct sample_names *names = sampling->store->names;
    bool found = false;
    for (size_t i = 0; i < names->metrics.n && !found; i++) {
        const struct sample_name *other = &names->metrics.items[i];
        if (other->name == NULL || strcmp(other->name, wanted) != 0 ||
            strcmp(other->part, metric->part) != 0)
            continue;
        struct store_first cell;
        found =
            store_first(sampling->store, SQL_HAS_CELL, &cell, NULL, INTEGER(sampling->experiment),
                        INTEGER(i), INTEGER(system), INTEGER(benchmark)) == ASSAY_OK &&
            cell.found;
    }
    return found;
}

/* True when the wish is for another metric of this benchmark, and that one is there. */
static bool has_preferred(struct sampling *sampling, const struct sample_name *metric,
                          int64_t system, int64_t benchmark)
{
    bool has = false;
    for (size_t i = preferred_to(sampling->filter, metric->name); i > 0 && !has; i--)
        has = has_metric(sampling, sampling->filter->prefer[i - 1], metric, system, benchmark);
    return has;
}

static enum assay_status fail_damaged(struct sampling *sampling)
{
    return assay_fail(sampling->error, ASSAY_SYSTEM,
                      "%s: the store is damaged: values of experiment %lld do not fit their "
                      "checksum. Look at assay store verify.",
                      sampling->store->path, (long long)sampling->experiment);
}

/* Columns: metric, system, benchmark, executions, data. */
static enum assay_status take_cell(struct sampling *sampling, sqlite3_stmt *row, bool *go_on)
{
    struct store *store = sampling->store;
    const int64_t ids[] = {sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1),
                           sqlite3_column_int64(row, 2)};
    const struct sample_name *metric, *system, *benchmark;
    TRY(sample_names_find(store, ids, &metric, &system, &benchmark, sampling->error));
    char text[1024];
    struct store_sample sample = {
        .system = system->name,
        .benchmark = sample_benchmark(benchmark->name, metric->part, text, sizeof text),
        .metric = metric->name,
        .unit = metric->unit,
        .more_is_better = metric->more_is_better,
        .told = store_told(metric->told),
        .n_systems = sampling->facts.n_systems};
    if (!sampling->filter->wants(sampling->filter->context, &sample))
        return ASSAY_OK;
    sample.passed_over = has_preferred(sampling, metric, ids[1], ids[2]);
    if (sample.passed_over && !is_also(sampling->filter, metric->name))
        return ASSAY_OK;
    cell_owner(store, sampling->experiment, ids, (size_t)sqlite3_column_int64(row, 3));
    if (!cell_decode(store->codec, sqlite3_column_blob(row, 4),
                     (size_t)sqlite3_column_bytes(row, 4), (size_t)sqlite3_column_int64(row, 3),
                     &sampling->cell))
        return fail_damaged(sampling);
    if (!sample_of(sampling, &sample.live))
        return store_no_memory(sampling->error);
    sample.has_iterations = sample.live.shape.n_levels > 1;
    *go_on = sampling->filter->take(sampling->filter->context, &sample);
    return ASSAY_OK;
}

/* By metric, as the cells stand. */
static enum assay_status read_dataset(struct sampling *sampling)
{
    const struct store_filter *filter = sampling->filter;
    struct assay_dataset *dataset = assay_dataset_new();
    struct assay_error problem;
    enum assay_status status = dataset != NULL ? ASSAY_OK : store_no_memory(sampling->error);
    if (status == ASSAY_OK)
        status = store_read_also(sampling->store, sampling->experiment,
                                 filter->builds ? STORE_BUILDS : 0, dataset, sampling->error);
    if (status == ASSAY_OK && assay_dataset_finish(dataset, &problem) != ASSAY_OK)
        status = assay_fail(sampling->error, ASSAY_SYSTEM, "%s: experiment %lld: %s.",
                            sampling->store->path, (long long)sampling->experiment, problem.text);
    bool go_on = true;
    for (size_t i = 0; status == ASSAY_OK && go_on && i < assay_dataset_count(dataset); i++) {
        const struct assay_series *series = assay_dataset_get(dataset, i);
        const size_t n_levels = series->live.shape.n_levels;
        const bool below = n_levels > 1 && assay_series_paired_level(series) + 1 < n_levels;
        struct store_sample sample = {.system = series->system,
                                            .benchmark = series->benchmark,
                                            .metric = series->metric,
                                            .unit = series->unit,
                                            .more_is_better = series->more_is_better,
                                            .told = series->told,
                                            .n_systems = sampling->facts.n_systems,
                                            .has_iterations = below,
                                            .program = series->program,
                                            .live = series->live};
        for (size_t k = preferred_to(filter, series->metric); k > 0 && !sample.passed_over; k--)
            sample.passed_over = assay_dataset_find(dataset, series->system, series->benchmark,
                                                    filter->prefer[k - 1]) != NULL;
        if ((!sample.passed_over || is_also(filter, series->metric)) &&
            filter->wants(filter->context, &sample))
            go_on = filter->take(filter->context, &sample);
    }
    assay_dataset_free(&dataset);
    return status;
}

enum assay_status store_samples(struct store *store, int64_t experiment,
                                const struct store_filter *filter, struct assay_error *error)
{
    struct sampling sampling = {
        .store = store, .filter = filter, .error = error, .experiment = experiment};
    const bool began = store_snapshot_begin(store);
    enum assay_status status = read_facts(&sampling);
    if (status == ASSAY_OK && sampling.facts.plain)
        status = seal_demand(store, experiment, SEAL_FACTS, error);
    if (status == ASSAY_OK && sampling.facts.plain) {
        struct store_rows rows = store_ask_kept(sampling.store, SQL_SAMPLE_CELLS, sampling.error,
                                                INTEGER(sampling.experiment));
        bool go_on = true;
        while (go_on && store_next(&rows))
            rows.status = take_cell(&sampling, rows.row, &go_on);
        status = store_asked(&rows);
    }
    store_snapshot_end(store, began);
    if (status == ASSAY_OK && !sampling.facts.plain)
        status = read_dataset(&sampling);
    free(sampling.first);
    cell_fini(&sampling.cell);
    return status;
}
