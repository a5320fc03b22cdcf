/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_work.c -- series of foreign files as executions of one experiment, with the levels that all of them have there.
 *
 * The store keeps executions with the values of all their metrics. So the units of all series are
 * listed, sorted by system, benchmark and place, and those of one place become one record. A level
 * that a series lacks has one unit there; values of a level above "iteration" are an execution each.
 */
#include "session/import_work.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/array.h"
#include "base/decimal.h"
#include "base/owned.h"
#include "design/stop_text.h"
#include "source/series_groups.h"
#include "source/walk.h"

/* True when the values of the series are iterations of an execution. */
static bool is_iterated(const struct assay_series *series)
{
    return strcmp(series->level_name[series->live.shape.n_levels - 1], "iteration") == 0;
}

/* Levels of the series above execution, which every experiment has. */
static size_t count_above(const struct assay_series *series)
{
    size_t n = series->live.shape.n_levels - is_iterated(series);
    if (n > 0 && strcmp(series->level_name[n - 1], "execution") == 0)
        n--;
    return n;
}

/* ---- the design ---- */

static void set_levels(struct import_work *work, const struct import_levels *levels)
{
    static char execution[] = "execution", iteration[] = "iteration";
    struct design *design = work->design;
    work->execution = levels->n_above;
    for (size_t k = 0; k < levels->n_above; k++)
        design->levels[k] =
            (struct design_level){.name = design_string(design, levels->above[k]), .count = 1};
    design->levels[work->execution] = (struct design_level){.name = execution, .count = 1};
    if (levels->iterated)
        design->levels[work->execution + 1] = (struct design_level){.name = iteration, .count = 1};
    design->n_levels = work->execution + 1 + levels->iterated;
}

static bool set_names(struct design *design, const struct input *input)
{
    design->n_systems = input->systems.n;
    design->n_benchmarks = input->benchmarks.n;
    design->n_metrics = input->metrics.n;
    design->systems = design_alloc(design, input->systems.n * sizeof *design->systems);
    design->benchmarks = design_alloc(design, input->benchmarks.n * sizeof *design->benchmarks);
    design->metrics = design_alloc(design, input->metrics.n * sizeof *design->metrics);
    if (design->systems == NULL || design->benchmarks == NULL || design->metrics == NULL)
        return false;
    for (size_t i = 0; i < input->metrics.n; i++)
        design->metrics[i] = design_string(design, input->metrics.items[i]);
    for (size_t i = 0; i < input->systems.n; i++)
        design->systems[i].name = design_string(design, input->systems.items[i]);
    for (size_t i = 0; i < input->benchmarks.n; i++) {
        design->benchmarks[i].name = design_string(design, input->benchmarks.items[i]);
        design->benchmarks[i].metrics = design->metrics;
        design->benchmarks[i].n_metrics = design->n_metrics;
    }
    return true;
}

/* Where nobody tells the plan; a rule by which the values were watched stands in a line of its own. */
static char *nothing_to_run(const struct input *input)
{
    char *text,
        *watched = stop_text_of(&input->told.stop, input->told.stop_most, input_seed(input));
    const enum assay_together order = input->n > 0 ? input->series[0].together : ASSAY_IN_ROUNDS;
    const bool beside = order != ASSAY_IN_ROUNDS; /* by which word a store knows to look for it */
    const int n = asprintf(&text, IMPORTED_TEXT ": there is nothing to run.\n%s%s%s%s%s%s",
                           beside ? "# order: " : "", beside ? assay_together_name(order) : "",
                           beside ? "\n" : "", watched != NULL ? STOP_TEXT_LINE : "",
                           watched != NULL ? watched : "", watched != NULL ? "\n" : "");
    free(watched);
    return n < 0 ? NULL : text;
}

bool import_work_tell_origin(struct import_work *work, int64_t experiment)
{
    const char *rest = strchr(work->design->manifest, '\n');
    char *text;
    if (strncmp(work->design->manifest, IMPORTED_TEXT, strlen(IMPORTED_TEXT)) != 0)
        return true;
    if (asprintf(&text, KEPT_TEXT "%" PRId64 ", where it was measured: there is nothing to run.%s",
                 experiment, rest != NULL ? rest : "\n") < 0)
        return false;
    work->design->manifest = design_string(work->design, text);
    free(text);
    return work->design->manifest != NULL;
}

static bool set_design(struct import_work *work, const struct input *input,
                       const struct import_levels *levels, const char *name)
{
    struct design *design = work->design;
    design->experiment = design_string(design, name);
    const bool planned = input->told.plan != NULL && input->told.plan->manifest != NULL;
    OWNED char *told = planned ? NULL : nothing_to_run(input);
    if (!planned && told == NULL)
        return false;
    design->manifest = design_string(design, planned ? input->told.plan->manifest : told);
    design->source = design_string(design, "/");
    design->margin = input_margin(input, ASSAY_MARGIN_DEFAULT);
    design->seed = input_seed(input);
    design->stop = input->told.stop;
    design->stop.per = NULL; /* the input's */
    design->stop.n_per = 0;
    set_levels(work, levels);
    return set_names(design, input);
}

/* ---- pieces ---- */

static bool append(struct import_work *work, const struct walk_unit *unit, size_t value)
{
    if (!array_more(&work->pieces, work->n, &work->room))
        return false;
    const struct assay_series *series = work->series;
    struct import_piece piece = {work->system, work->benchmark, {0},           series,
                                 unit->values, unit->n,         unit->n_warmup};
    const size_t above = count_above(series), n_levels = series->live.shape.n_levels;
    for (size_t k = 0; k < above; k++)
        piece.unit[work->execution - above + k] =
            (uint32_t)(k + 1 < n_levels ? unit->index[k] : value);
    if (!is_iterated(series)) {
        if (n_levels > above) /* executions are the values */
            piece.unit[work->execution] = (uint32_t)value;
        piece.values += value;
        piece.n = 1;
        piece.n_warmup = 0;
    } else if (n_levels > above + 1) {
        piece.unit[work->execution] = (uint32_t)unit->index[above];
    }
    piece.occasion = walk_occasion(series, unit, value);
    piece.top = (uint32_t)(n_levels > 1 ? unit->index[0] : value - unit->n_warmup);
    work->pieces[work->n++] = piece;
    return true;
}

static bool list_unit(void *context, const struct walk_unit *unit)
{
    struct import_work *work = context;
    if (is_iterated(work->series))
        return append(work, unit, 0);
    for (size_t i = unit->n_warmup; i < unit->n; i++)
        if (!append(work, unit, i))
            return false;
    return true;
}

static bool list_pieces(struct import_work *work, const struct input *input)
{
    SCOPED(series_groups_fini)
    struct series_groups systems = {0},
                         benchmarks = {0}; /* numbered as the input's lists of names */
    bool listed =
        series_groups_init(&systems, input->n, SERIES_SYSTEM, series_itself, input->series) &&
        series_groups_init(&benchmarks, input->n, SERIES_BENCHMARK, series_itself, input->series);
    for (size_t i = 0; listed && i < input->n; i++) {
        work->series = &input->series[i];
        work->system = (uint32_t)systems.of[i];
        work->benchmark = (uint32_t)benchmarks.of[i];
        listed = walk_series(work->series, list_unit, work);
    }
    return listed;
}

static int by_unit(const struct import_piece *x, const struct import_piece *y)
{
    if (x->system != y->system)
        return x->system < y->system ? -1 : 1;
    if (x->benchmark != y->benchmark)
        return x->benchmark < y->benchmark ? -1 : 1;
    for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++)
        if (x->unit[k] != y->unit[k])
            return x->unit[k] < y->unit[k] ? -1 : 1;
    return 0;
}

static int by_place(const void *a, const void *b)
{
    const struct import_piece *x = a, *y = b;
    const int order = by_unit(x, y);
    return order != 0 ? order : strcmp(x->series->metric, y->series->metric);
}

static int as_given(const void *a, const void *b)
{
    const struct import_piece *x = a, *y = b;
    const int order = by_unit(x, y);
    return order != 0 ? order : (x->series > y->series) - (x->series < y->series);
}

void import_work_as_given(struct import_work *work)
{
    qsort(work->pieces, work->n, sizeof *work->pieces, as_given);
}

bool import_same_place(const struct import_piece *x, const struct import_piece *y)
{
    return x->system == y->system && x->benchmark == y->benchmark &&
           memcmp(x->unit, y->unit, sizeof x->unit) == 0;
}

/* ---- rounds ---- */

/* Whether its top units are the store's, and their rounds follow each other as they do. */
static bool has_rounds(const struct import_work *work, const struct assay_series *series)
{
    const struct assay_shape *shape = &series->live.shape;
    bool has = series->pair_key != NULL && count_above(series) == work->execution &&
               (shape->n_levels == 1 ? !is_iterated(series)
                                     : shape->count[0] == series->all.shape.count[0]);
    for (size_t j = 1; has && j < shape->count[0]; j++)
        has = series->pair_key[j] > series->pair_key[j - 1];
    return has;
}

static int by_round(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* False: no memory. */
static bool list_rounds(struct import_work *work, const struct input *input)
{
    size_t room = 1, n = 0;
    bool known = true;
    for (size_t i = 0; i < input->n; i++) {
        known = known && has_rounds(work, &input->series[i]);
        room += input->series[i].live.shape.count[0];
    }
    for (size_t i = 0; i < work->n; i++)
        if (work->pieces[i].unit[work->execution] >= work->most_executions)
            work->most_executions = work->pieces[i].unit[work->execution] + (size_t)1;
    if (!known || room > UINT32_MAX / (work->most_executions + 1))
        return true;
    work->rounds = malloc(room * sizeof *work->rounds);
    for (size_t i = 0; work->rounds != NULL && i < input->n; i++)
        for (size_t j = 0; j < input->series[i].live.shape.count[0]; j++)
            work->rounds[n++] = input->series[i].pair_key[j];
    if (work->rounds != NULL)
        qsort(work->rounds, n, sizeof *work->rounds, by_round);
    for (size_t i = 0; i < n && work->rounds != NULL; i++)
        if (work->n_rounds == 0 || work->rounds[i] != work->rounds[work->n_rounds - 1])
            work->rounds[work->n_rounds++] = work->rounds[i];
    return work->rounds != NULL;
}

uint32_t import_round(const struct import_work *work, size_t at, size_t before)
{
    const struct import_piece *piece = &work->pieces[at];
    if (work->rounds == NULL)
        return (uint32_t)before;
    const int64_t *found = bsearch(&piece->series->pair_key[piece->top], work->rounds,
                                   work->n_rounds, sizeof *work->rounds, by_round);
    const size_t rank = (size_t)(found - work->rounds);
    return (uint32_t)(work->execution == 0
                          ? work->n_alone_rounds + rank
                          : rank * work->most_executions + piece->unit[work->execution]);
}

/* ---- the whole ---- */

/* The series that tells of most units of the level "machine"; NULL: none does. */
static const struct assay_series *series_of_machines(const struct input *input)
{
    const struct assay_series *widest = NULL;
    for (size_t i = 0; i < input->n; i++) {
        const struct assay_series *series = &input->series[i];
        if (strcmp(series->level_name[0], "machine") == 0 && series->unit_label[0] != NULL &&
            (widest == NULL || series->live.shape.count[0] > widest->live.shape.count[0]))
            widest = series;
    }
    return widest;
}

/* Which machine each unit was, by its place among the units. */
static bool list_machines(struct import_work *work, const struct input *input)
{
    const struct assay_series *series =
        input->record.n_machines > 0 ? series_of_machines(input) : NULL;
    const size_t n = series != NULL ? series->live.shape.count[0] : 0;
    work->machines = calloc(n + 1, sizeof *work->machines);
    for (size_t j = 0; work->machines != NULL && j < n; j++) {
        const struct store_machine *machine = input_machine(input, series->unit_label[0][j]);
        if (machine == NULL)
            continue;
        work->machines[work->n_machines] = *machine;
        work->machines[work->n_machines++].place = j;
    }
    return work->machines != NULL;
}

/* A duet's rounds alone stand before those of its pairs, where these are rounds of executions. */
static void take_alone(struct import_work *work, const struct input *input)
{
    const struct input_order *order = input->n_sources == 1 ? &input->sources[0].order : NULL;
    if (order == NULL || work->rounds == NULL || work->design->n_levels > 1)
        return;
    work->alone = order->alone;
    work->n_alone = order->n_alone;
    for (size_t i = 0; i < work->n_alone; i++)
        work->n_alone_rounds += i == 0 || work->alone[i].round != work->alone[i - 1].round;
}

bool import_work_init(struct import_work *work, const struct input *input,
                      const struct import_levels *levels, const char *experiment)
{
    *work = (struct import_work){.design = design_new()};
    if (work->design == NULL || !set_design(work, input, levels, experiment) ||
        !list_pieces(work, input) || !list_rounds(work, input) || !list_machines(work, input)) {
        import_work_fini(work);
        return false;
    }
    qsort(work->pieces, work->n, sizeof *work->pieces, by_place);
    take_alone(work, input);
    for (size_t i = 0; i < work->n; i++)
        work->pieces[i].unit[work->execution] += (uint32_t)work->n_alone_rounds;
    return true;
}

void import_work_fini(struct import_work *work)
{
    free(work->pieces);
    free(work->rounds);
    free(work->machines);
    design_free(&work->design);
    *work = (struct import_work){0};
}

size_t import_executions(const struct import_work *work)
{
    size_t n = work->n > 0;
    for (size_t i = 1; i < work->n; i++)
        n += !import_same_place(&work->pieces[i - 1], &work->pieces[i]);
    return n;
}

/* ---- what it holds ---- */

static void hash_text(XXH3_state_t *state, const char *text)
{
    (void)XXH3_128bits_update(state, text, strlen(text) + 1);
}

static void hash_number(XXH3_state_t *state, uint64_t number)
{
    unsigned char bytes[8]; /* the same on every machine */
    for (size_t b = 0; b < sizeof bytes; b++)
        bytes[b] = (unsigned char)(number >> (8 * b));
    (void)XXH3_128bits_update(state, bytes, sizeof bytes);
}

static bool told_by_format(const struct assay_told *told)
{
    return told->unit == ASSAY_TOLD_BY_FORMAT && told->direction == ASSAY_TOLD_BY_FORMAT &&
           told->structure == ASSAY_TOLD_BY_FORMAT;
}

static void hash_piece(XXH3_state_t *state, const struct import_piece *piece)
{
    const struct assay_series *series = piece->series;
    hash_text(state, series->benchmark);
    hash_text(state, series->metric);
    hash_text(state, series->unit);
    hash_number(state, series->more_is_better);
    if (!told_by_format(&series->told)) { /* others keep the identity that they have had */
        hash_number(state, series->told.unit);
        hash_number(state, series->told.direction);
        hash_number(state, series->told.structure);
    }
    hash_number(state, piece->system);
    for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++)
        hash_number(state, piece->unit[k]);
    hash_number(state, piece->n_warmup);
    hash_number(state, piece->n);
    for (size_t i = 0; i < piece->n; i++) {
        uint64_t bits;
        memcpy(&bits, &piece->values[i], sizeof bits);
        hash_number(state, bits);
    }
}

/* A system that is called like the version is it, however many letters of the commit its name has. */
static void hash_systems(XXH3_state_t *state, const struct design *design, const char *version)
{
    for (size_t i = 0; i < design->n_systems; i++)
        hash_text(state,
                  strcmp(design->systems[i].name, version) == 0 ? "" : design->systems[i].name);
}

bool import_work_uid(const struct import_work *work, const char *version, const char *commit,
                     unsigned char uid[STORE_UID_BYTES])
{
    XXH3_state_t *state = XXH3_createState();
    if (state == NULL)
        return false;
    (void)XXH3_128bits_reset(state);
    hash_text(state, "assay.import/1");
    hash_text(state, work->design->experiment);
    hash_text(state, commit != NULL ? commit : version);
    hash_systems(state, work->design, version);
    for (size_t k = 0; k < work->design->n_levels; k++)
        hash_text(state, work->design->levels[k].name);
    for (size_t i = 0; i < work->n; i++)
        hash_piece(state, &work->pieces[i]);
    for (size_t i = 0; i < work->n_alone; i++) {
        hash_text(state, work->alone[i].metric);
        hash_text(state, decimal_of(work->alone[i].mean).text);
    }
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
    memcpy(uid, canonical.digest, STORE_UID_BYTES);
    (void)XXH3_freeState(state);
    return true;
}

/* A series without the upper levels has one unit of each: the lower names must agree. */
static enum assay_status check_names(const struct assay_series *series,
                                     const struct assay_series *widest, struct assay_error *error)
{
    const size_t n = count_above(series), missing = count_above(widest) - n;
    for (size_t k = 0; k < n; k++)
        if (strcmp(series->level_name[k], widest->level_name[missing + k]) != 0)
            return assay_fail(error, ASSAY_INVALID,
                              "%s on %s has the level %s where %s on %s has %s: an experiment "
                              "has one list of levels. Import them one by one.",
                              series->benchmark, series->system, series->level_name[k],
                              widest->benchmark, widest->system, widest->level_name[missing + k]);
    return ASSAY_OK;
}

enum assay_status import_levels_of(const struct input *input, struct import_levels *levels,
                                   struct assay_error *error)
{
    const struct assay_series *widest = &input->series[0];
    bool iterated = false;
    for (size_t i = 0; i < input->n; i++) {
        if (count_above(&input->series[i]) > count_above(widest))
            widest = &input->series[i];
        iterated |= is_iterated(&input->series[i]);
    }
    *levels = (struct import_levels){widest->level_name, count_above(widest), iterated};
    const size_t most = (size_t)(ASSAY_MAX_LEVELS - 1 - iterated);
    if (levels->n_above > most)
        return assay_fail(error, ASSAY_INVALID,
                          "%s on %s has %zu levels above the execution: the store keeps up "
                          "to %zu%s.",
                          widest->benchmark, widest->system, levels->n_above, most,
                          iterated ? " above executions with iterations" : "");
    for (size_t i = 0; i < input->n; i++) {
        const enum assay_status status = check_names(&input->series[i], widest, error);
        if (status != ASSAY_OK)
            return status;
    }
    return ASSAY_OK;
}
