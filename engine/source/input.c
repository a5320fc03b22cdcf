/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input.c -- one list of series from all sources, under names that tell them apart. */
#include "source/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "design/secret.h"
#include "source/archive.h"
#include "source/input_parts.h"
#include "source/joined_files.h"
#include "source/series_groups.h"

static bool has_one_system(const struct assay_dataset *dataset)
{
    const char *first = assay_dataset_get(dataset, 0)->system;
    for (size_t j = 1; j < assay_dataset_count(dataset); j++)
        if (strcmp(assay_dataset_get(dataset, j)->system, first) != 0)
            return false;
    return true;
}

void *input_own(struct input *input, void *made)
{
    void **owned = realloc(input->owned, (input->n_owned + 1) * sizeof *owned);
    if (owned != NULL)
        input->owned = owned;
    if (owned == NULL || made == NULL) {
        free(made);
        return NULL;
    }
    owned[input->n_owned++] = made;
    return made;
}

/* The system's name with that of its source. */
static const char *name_with_source(struct input *input, const struct input_source *source,
                                    const char *system)
{
    char *name = NULL;
    return asprintf(&name, "%s: %s", source->name, system) < 0 ? NULL : input_own(input, name);
}

/* Beside another source nothing is paired, and the plain intervals that are left do not allow for
 * any rule that looks at the values. */
static bool is_peeked(const struct input *input, const struct input_source *source)
{
    const enum stop_rule rule = source->stop.rule;
    return rule == STOP_PEEK || rule == STOP_ELIMINATE ||
           (input->n_sources > 1 && (rule == STOP_ANYTIME || rule == STOP_LOOKS));
}

/* Stores and files say it themselves; older files only by their manifest. */
static void tell_order(const struct input_order *order, struct assay_series *series)
{
    if (order_is_beside(order->by))
        series->together = lanes_together(order->by);
    lanes_doubt(series);
}

static enum assay_status list_series(struct input *input, struct assay_error *error)
{
    size_t n = 0;
    for (size_t i = 0; i < input->n_sources; i++)
        n += assay_dataset_count(input->sources[i].dataset);
    input->series = calloc(n + 1, sizeof *input->series);
    if (input->series == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < input->n_sources; i++) {
        const struct input_source *source = &input->sources[i];
        for (size_t j = 0; j < assay_dataset_count(source->dataset); j++) {
            struct assay_series *series = &input->series[input->n++];
            *series = *assay_dataset_get(source->dataset, j);
            tell_order(&source->order, series);
            failed_requests_doubt(source->dataset, series);
            saturated_doubt(source->dataset, series);
            few_requests_doubt(source->dataset, series);
            if (is_peeked(input, source))
                series->warnings |= ASSAY_WARNING(ASSAY_WARN_PEEKED);
        }
    }
    return ASSAY_OK;
}

/* Of versions the machines and environments that differ stand behind the benchmarks. */
static enum assay_status tell_provenance(struct input *input, struct assay_error *error)
{
    struct provenance provenance = {false, false};
    struct assay_series *series = input->series;
    for (size_t i = 1; i < input->n_sources; i++)
        provenance_note(&provenance, &input->sources[0].origin, &input->sources[i].origin);
    for (size_t i = 0; i < input->n_sources && provenance_differs(&provenance); i++)
        for (size_t j = 0; j < assay_dataset_count(input->sources[i].dataset); j++, series++) {
            char *name = provenance_name(&provenance, &input->sources[i].origin, series->benchmark);
            series->benchmark = input_own(input, name);
            if (series->benchmark == NULL)
                return fail_no_memory(error);
        }
    return ASSAY_OK;
}

/* Whether two sources have a series of the same name; in one source no two have. */
static enum assay_status find_clash(const struct input *input, bool *clash,
                                    struct assay_error *error)
{
    const unsigned name = SERIES_SYSTEM | SERIES_BENCHMARK | SERIES_METRIC;
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    if (!series_groups_init(&groups, input->n, name, series_itself, input->series))
        return fail_no_memory(error);
    *clash = groups.n < input->n;
    return ASSAY_OK;
}

static bool are_files(const struct input *input)
{
    for (size_t i = 0; i < input->n_sources; i++)
        if (input->sources[i].planned)
            return false;
    return true;
}

static bool have_one_system(const struct input *input)
{
    for (size_t i = 0; i < input->n_sources; i++)
        if (!has_one_system(input->sources[i].dataset))
            return false;
    return true;
}

/* Where names clash, those of the sources tell systems apart. Files of several systems are compared one with the other,
 * system by system, and with those of one. */
static enum assay_status tell_sources_apart(struct input *input, struct assay_error *error)
{
    bool clash = false;
    const enum assay_status status =
        input->n_sources > 1 ? find_clash(input, &clash, error) : ASSAY_OK;
    const bool files = are_files(input), each = have_one_system(input);
    struct assay_series *series = input->series;
    for (size_t i = 0; i < input->n_sources && clash; i++) {
        const struct input_source *source = &input->sources[i];
        const bool alone = has_one_system(source->dataset);
        for (size_t j = 0; j < assay_dataset_count(source->dataset); j++, series++) {
            if (!each && files)
                series->benchmark = input_own(input, file_benchmark_of(series));
            series->system =
                alone || files ? source->name : name_with_source(input, source, series->system);
            if (series->system == NULL || series->benchmark == NULL)
                return fail_no_memory(error);
        }
    }
    return status;
}

/* A name without what looks like a secret in it: itself, when there is none. */
static const char *redacted(struct input *input, const char *name)
{
    return secret_find(name, name).value == NULL ? name : input_own(input, secret_redact(name));
}

static enum assay_status redact_names(struct input *input, struct assay_error *error)
{
    for (size_t i = 0; i < input->n; i++) {
        struct assay_series *series = &input->series[i];
        series->system = redacted(input, series->system);
        series->benchmark = redacted(input, series->benchmark);
        if (series->system == NULL || series->benchmark == NULL)
            return fail_no_memory(error);
    }
    return ASSAY_OK;
}

static int by_name(const void *a, const void *b)
{
    return series_compare(*(const struct assay_series *const *)a,
                          *(const struct assay_series *const *)b,
                          SERIES_SYSTEM | SERIES_BENCHMARK | SERIES_METRIC);
}

/* What the plans put before wall, unless they differ in it. */
static const char *decided_by(const struct input *input)
{
    const char *found = NULL;
    for (size_t i = 0; i < input->n_sources; i++) {
        const char *decides = input->sources[i].decides;
        if (decides[0] != '\0' && found != NULL && strcmp(found, decides) != 0)
            return NULL;
        found = decides[0] != '\0' ? decides : found;
    }
    return found;
}

const char *input_missed(const struct input *input)
{
    bool everywhere = input->decides != NULL;
    for (size_t i = 0; i < input->n_sources; i++)
        everywhere = everywhere && input->sources[i].decides_all;
    for (size_t i = 0; everywhere && i < input->n; i++)
        if (input->primary[i] && strcmp(input->series[i].metric, input->decides) != 0)
            return input->decides;
    return NULL;
}

/* Reads what is selected, and makes it findable. */
struct assay_question input_question(const struct input *input, const char *benchmark)
{
    if (input->has_question)
        return input->question;
    return input->told.design != NULL ? design_question(input->told.design, benchmark)
                                      : (struct assay_question){.basis = ASSAY_BASIS_BOTH};
}

static enum assay_status take(const struct source_request *request, struct input *input,
                              struct remarks *remarks, struct assay_error *error)
{
    input->question = request->question;
    input->has_question = request->has_question;
    TRY(list_series(input, error));
    if (request->by_version)
        TRY(tell_provenance(input, error));
    TRY(tell_sources_apart(input, error));
    if (request->redact)
        TRY(redact_names(input, error));
    input->decides = decided_by(input);
    TRY(input_derive(request, input, error));
    TRY(input_select(request, input, remarks, error));
    if (request->metrics.n == 0 && input_missed(input) != NULL)
        remark(remarks, "%s should decide and has no values: what follows is of %s",
               input->decides, input->primary_metric);
    input->by_name = calloc(input->n, sizeof *input->by_name);
    if (input->by_name == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < input->n; i++)
        input->by_name[i] = &input->series[i];
    qsort(input->by_name, input->n, sizeof *input->by_name, by_name);
    if (input_count_machines(input) == SIZE_MAX)
        remark(remarks,
               "the units of the level machine are numbers, and nothing says which machines they "
               "were: nothing is said of other machines. A column machine_id, or their names in "
               "place of the numbers, would say it");
    return ASSAY_OK;
}

/* Nothing is new in the second copy: it would only pass for more evidence. */
static enum assay_status check_doubles(const struct name_list *arguments, struct assay_error *error)
{
    for (size_t i = 0; i < arguments->n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(arguments->items[i], arguments->items[j]) == 0)
                return strcmp(arguments->items[i], "-") == 0
                           ? assay_fail(error, ASSAY_USAGE,
                                        "standard input (-) can be read once only")
                           : assay_fail(error, ASSAY_USAGE, "%s is named twice",
                                        arguments->items[i]);
    return ASSAY_OK;
}

enum assay_status input_take_around(struct input *input, const struct experiment_info *first,
                                    const struct experiment_info *second, struct assay_error *error)
{
    input->has_around =
        around_of(first, second, &input->around[0]) && around_of(second, first, &input->around[1]);
    return input->has_around ? ASSAY_OK : fail_no_memory(error);
}

enum assay_status input_read(const struct source_request *request, struct input *input,
                             struct remarks *remarks, struct assay_error *error)
{
    static const char *latest[] = {"latest"};
    struct source_request reading = *request;
    *input = (struct input){0};
    if (request->arguments.n == 0) {
        reading.arguments = (struct name_list){latest, 1};
        reading.stored = true;
    }
    TRY(check_doubles(&reading.arguments, error));
    struct archives archives;
    enum assay_status status = archives_open(&archives, &reading.arguments, error);
    if (status == ASSAY_OK) {
        reading.arguments = (struct name_list){archives.items, archives.n};
        status = input_read_sources(&reading, input, remarks, error);
    }
    if (status != ASSAY_OK)
        archives_name(&archives, error->text);
    for (size_t i = 0; remarks != NULL && i < remarks->n; i++)
        archives_name(&archives, remarks->items[i].text);
    archives_fini(&archives);
    if (status == ASSAY_OK)
        status = take(request, input, remarks, error);
    const struct input_source *sources = input->sources;
    if (status == ASSAY_OK && input->n_sources == 2 && sources[0].experiment != NULL &&
        sources[1].experiment != NULL)
        status = input_take_around(input, sources[0].experiment, sources[1].experiment, error);
    if (status != ASSAY_OK)
        input_fini(input);
    return status;
}

enum assay_status input_of_experiment(const struct source_request *request, struct store *store,
                                      int64_t experiment, struct input *input,
                                      struct remarks *remarks, struct assay_error *error)
{
    *input = (struct input){.series = NULL};
    enum assay_status status = input_read_stored(request, store, experiment, input, error);
    if (status == ASSAY_OK)
        status = take(request, input, remarks, error);
    if (status != ASSAY_OK)
        input_fini(input);
    return status;
}

enum assay_status input_of_dataset(const struct source_request *request,
                                   struct assay_dataset *dataset, const char *name,
                                   struct input *input, struct remarks *remarks,
                                   struct assay_error *error)
{
    *input = (struct input){.sources = calloc(1, sizeof *input->sources)};
    if (input->sources == NULL) {
        assay_dataset_free(&dataset);
        return fail_no_memory(error);
    }
    input->n_sources = 1;
    input->sources[0].dataset = dataset;
    input->sources[0].name = strdup(name);
    enum assay_status status = input->sources[0].name != NULL ? take(request, input, remarks, error)
                                                              : fail_no_memory(error);
    if (status != ASSAY_OK)
        input_fini(input);
    return status;
}

void input_fini(struct input *input)
{
    for (size_t i = 0; i < input->n_sources; i++) {
        assay_dataset_free(&input->sources[i].dataset);
        free(input->sources[i].name);
        design_free(&input->sources[i].design);
        store_draws_free(&input->sources[i].order.alone, input->sources[i].order.n_alone);
        store_draws_free(&input->sources[i].order.places, input->sources[i].order.n_places);
        if (input->sources[i].experiment == NULL) {
            free(input->sources[i].plan.manifest);
            free(input->sources[i].plan.version);
            free(input->sources[i].plan.watched);
            store_machines_free(&input->sources[i].plan.machines,
                                input->sources[i].plan.n_machines);
            store_draws_free(&input->sources[i].plan.alone, input->sources[i].plan.n_alone);
        } else {
            experiment_info_fini(input->sources[i].experiment);
        }
        free(input->sources[i].experiment);
    }
    around_fini(&input->around[0]);
    around_fini(&input->around[1]);
    for (size_t i = 0; input->warm_up.cuts != NULL && i < input->n; i++)
        assay_sample_cut_fini(&input->warm_up.cuts[i]);
    free(input->warm_up.cuts);
    for (size_t i = 0; input->warm_up.processor != NULL && i < input->n; i++)
        assay_sample_cut_fini(&input->warm_up.processor[i].sample);
    free(input->warm_up.processor);
    free(input->warm_up.looked);
    for (size_t i = 0; i < input->n_owned; i++)
        free(input->owned[i]);
    store_hooks_free(&input->record.hooks, input->record.n_hooks);
    store_failures_free(&input->record.failures, input->record.n_failures);
    store_layouts_free(&input->record.layouts, input->record.n_layouts);
    store_machines_free(&input->record.machines, input->record.n_machines);
    store_draws_free(&input->record.draws, input->record.n_draws);
    free(input->sources);
    free(input->owned);
    free(input->series);
    free(input->by_name);
    free(input->primary);
    free(input->systems.items);
    free(input->benchmarks.items);
    free(input->metrics.items);
    format_versions_fini(&input->versions);
    *input = (struct input){0};
}

const struct assay_series *input_find(const struct input *input, const char *system,
                                      const char *benchmark, const char *metric)
{
    const struct assay_series named = {.system = system, .benchmark = benchmark, .metric = metric};
    const struct assay_series *key = &named, **found = bsearch(&key, input->by_name, input->n,
                                                               sizeof *input->by_name, by_name);
    return found != NULL ? *found : NULL;
}

enum randomised input_randomised(const struct input *input, const char *system)
{
    for (size_t i = 0; i < input->record.n_layouts; i++)
        if (strcmp(input->record.layouts[i].system, system) == 0)
            return store_layout_of(&input->record.layouts[i]);
    return RANDOMISED_UNKNOWN;
}

uint64_t input_seed(const struct input *input)
{
    return input->n_sources == 1 ? input->sources[0].plan.seed : 0;
}

double input_margin(const struct input *input, double otherwise)
{
    return input->told.plan != NULL ? input->told.plan->margin : otherwise;
}

const struct store_machine *input_machine(const struct input *input, const char *label)
{
    for (size_t i = 0; label != NULL && i < input->record.n_machines; i++)
        if (strcmp(input->record.machines[i].label, label) == 0)
            return &input->record.machines[i];
    return NULL;
}

bool input_hides_machines(const struct input *input, const struct assay_series *series)
{
    if (strcmp(series->level_name[0], "machine") != 0 || series->live.shape.n_levels < 2)
        return false;
    for (size_t j = 0; j < series->live.shape.count[0]; j++) {
        const char *label = series->unit_label[0] != NULL ? series->unit_label[0][j] : "";
        if (label[strspn(label, "0123456789")] == '\0' && input_machine(input, label) == NULL)
            return true;
    }
    return false;
}

size_t input_count_machines(const struct input *input)
{
    size_t n = 0;
    for (size_t i = 0; i < input->n; i++)
        if (input_hides_machines(input, &input->series[i]))
            return SIZE_MAX;
    for (size_t i = 0; i < input->record.n_machines; i++) {
        size_t j = 0;
        while (strcmp(input->record.machines[j].identity, input->record.machines[i].identity) != 0)
            j++;
        n += j == i;
    }
    return n;
}

const char *input_version(const struct input *input)
{
    return input->n_sources == 1 ? input->sources[0].plan.version : NULL;
}
