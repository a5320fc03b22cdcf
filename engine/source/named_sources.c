/* SPDX-License-Identifier: GPL-3.0-or-later */
/* named_sources.c -- from arguments to what was read: files, directories, experiments.
 *
 * Each argument is one source, unless the user says that files are units of a level: then all of
 * them are one.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "base/suggestion.h"
#include "design/manifest.h"
#include "design/secret.h"
#include "design/stop_text.h"
#include "import/declaration.h"
#include "import/direct.h"
#include "postgres/postgres.h"
#include "source/input_parts.h"
#include "source/read_files.h"
#include "source/read_source.h"

static bool is_file(const char *argument)
{
    return strcmp(argument, "-") == 0 || files_is_there(files_path(argument));
}

/* "build/old.csv" is called old.csv, unless another argument is called so too; "NAME=FILE" is
 * called NAME. The caller frees it; NULL: out of memory. */
static char *short_name(const struct name_list *arguments, size_t index)
{
    const char *argument = arguments->items[index], *path = files_path(argument);
    if (postgres_is_url(argument))
        return strdup(strrchr(argument, '#') != NULL ? strrchr(argument, '#') : "latest");
    if (strcmp(path, "-") == 0)
        return strdup("stdin");
    if (path != argument)
        return strndup(argument, (size_t)(path - argument - 1));
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash[1] == '\0')
        return strdup(path);
    for (size_t i = 0; i < arguments->n; i++) {
        const char *other = strrchr(arguments->items[i], '/');
        other = other != NULL ? other + 1 : arguments->items[i];
        if (i != index && strcmp(other, slash + 1) == 0)
            return strdup(path);
    }
    return strdup(slash + 1);
}

static bool redact_text(char **text)
{
    if (*text == NULL)
        return true;
    char *redacted = secret_redact(*text);
    free(*text);
    *text = redacted;
    return redacted != NULL;
}

/* ---- the plan ---- */

/* The rule of stopping alone, where no more of the plan is told; false: it cannot be read. */
static bool take_watched(const char *text, struct input_source *source)
{
    struct stop_text told;
    if (!stop_text_read(text, &told))
        return false;
    source->stop = (struct design_stop){.rule = told.rule,
                                        .precision = told.precision,
                                        .expected = told.expected,
                                        .looks = told.looks};
    if (told.rule == STOP_CONTINUED) {
        source->stop.expected = 0;
        source->stop.pilot_units = told.expected;
    }
    source->stop_most = told.most;
    source->plan.seed = told.seed;
    return true;
}

static bool all_measure(const struct design *design, const char *metric)
{
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        bool listed = false;
        for (size_t j = 0; j < design->benchmarks[i].n_metrics; j++)
            listed = listed || strcmp(design->benchmarks[i].metrics[j], metric) == 0;
        if (!listed)
            return false;
    }
    return true;
}

/* How measuring ended and what was asked for, as the manifest says; false: it cannot be read. */
static bool read_manifest(const char *directory, struct input_source *source)
{
    struct design *design = NULL;
    struct assay_error error;
    const char *text = source->plan.manifest;
    const char *line = text != NULL ? strstr(text, STOP_TEXT_LINE) : NULL;
    if (line != NULL && (line == text || line[-1] == '\n'))
        take_watched(line + sizeof STOP_TEXT_LINE - 1, source);
    if (text == NULL ||
        manifest_parse(text, strlen(text), "", directory, &design, &error) != ASSAY_OK) {
        design_free(&design);
        return false;
    }
    if (source->dataset != NULL) {
        closed_loops_doubt(design, source->dataset);
        missed_rates_doubt(design, source->dataset);
    }
    source->stop = design->stop;
    source->stop_most = design->levels[design_top_level(design)].count;
    source->order = (struct input_order){.by = design->order.by,
                                         .asked = design->order.asked,
                                         .slice_s = design->order.slice_s,
                                         .chosen = design->order.chosen,
                                         .one_program = design_is_of_one_program(design),
                                         .has_services = design_has_services(design),
                                         .gain = design->order.gain,
                                         .bias = design->order.bias,
                                         .overlap = (double)NAN};
    if (design->order.because != NULL)
        (void)snprintf(source->order.because, sizeof source->order.because, "%s",
                       design->order.because);
    if (design->decides != NULL)
        (void)snprintf(source->decides, sizeof source->decides, "%s", design->decides);
    source->decides_all = design->decides != NULL && all_measure(design, design->decides);
    if (design->reported_as != NULL)
        (void)snprintf(source->reported_as, sizeof source->reported_as, "%s", design->reported_as);
    if (design_has_statistic(design))
        source->design = design;
    else
        design_free(&design);
    return true;
}

/* As a file tells it that holds no manifest. */
static enum assay_status read_watched(struct input_source *source, struct assay_error *error)
{
    if (source->plan.watched != NULL && !take_watched(source->plan.watched, source))
        return assay_fail(error, ASSAY_INVALID,
                          "%s: watched: a rule of stopping is expected, as \"anytime expected=5 "
                          "looks=0 most=1000 seed=7\"; \"%.60s\" stands there",
                          source->name, source->plan.watched);
    return ASSAY_OK;
}

static void take_plan(const struct input_source *source, struct input *input)
{
    input->told.plan = &source->plan;
    input->told.stop = source->stop;
    input->told.stop_most = source->stop_most;
    input->told.design = source->design;
}

static enum assay_status take_plan_of_file(const struct source_request *request,
                                           struct input_source *source, struct input *input,
                                           struct assay_error *error)
{
    source->planned = read_manifest("/", source);
    if (request->redact && !redact_text(&source->plan.manifest))
        return fail_no_memory(error);
    const enum assay_status status = source->planned ? ASSAY_OK : read_watched(source, error);
    if (!lanes_tell(source->dataset, source->planned, &source->order))
        return fail_no_memory(error);
    source->order.alone = source->plan.alone;
    source->order.n_alone = source->plan.n_alone;
    source->plan.alone = NULL;
    source->plan.n_alone = 0;
    if (source->planned && request->arguments.n == 1)
        take_plan(source, input);
    if (request->arguments.n == 1) {
        input->told.stop = source->stop;
        input->told.stop_most = source->stop_most;
        input->record.machines = source->plan.machines;
        input->record.n_machines = source->plan.n_machines;
        source->plan.machines = NULL;
    }
    return status;
}

/* ---- files ---- */

/* What readers are told. The benchmark has one name in all files that name none: only then can they
 * be compared. */
static struct format_options reading_options(const struct source_request *request,
                                             const char *system, const char *benchmark,
                                             struct format_summary *summary,
                                             struct format_versions *versions)
{
    return (struct format_options){
        .system = system,
        .benchmark = benchmark,
        .level = request->level,
        .alone = request->arguments.n == 1,
        .partial = request->partial,
        .declaration = request->declaration,
        .columns = column_choices_given(&request->columns) ? &request->columns : NULL,
        .directions = &request->directions,
        .summary = summary,
        .versions = versions};
}

static enum assay_status read_path(const struct source_request *request, const char *path,
                                   const struct format_options *reading,
                                   struct input_source *source, struct remarks *remarks,
                                   struct assay_error *error)
{
    if (files_is_directory(path) && request->by_version && request->arguments.n == 1)
        return files_read_versions(path, request->format, reading, &source->dataset, remarks,
                                   error);
    if (files_is_directory(path))
        return files_read_directory(path, request->format, reading, NULL, &source->dataset, remarks,
                                    error);
    enum assay_status status =
        source_read_file(path, request->format, reading, NULL, &source->dataset, remarks, error);
    source->origin = reading->summary->origin;
    (void)snprintf(source->command, sizeof source->command, "%s", reading->summary->command);
    if (status == ASSAY_OK)
        source_tell_summary(path, reading->summary, remarks);
    return status;
}

/* Files stand for what they measured: the first that is of another command than the one before is named. */
static void tell_command(const struct input *input, size_t index, struct remarks *remarks)
{
    const struct input_source *other = &input->sources[index];
    for (size_t i = 0; i < index; i++) {
        const struct input_source *one = &input->sources[i];
        const bool differ = strcmp(one->command, other->command) != 0;
        if (one->command[0] == '\0' || other->command[0] == '\0' || (differ && i + 1 < index))
            return;
        if (differ)
            remark(remarks,
                   "%.40s measured \"%.40s\", %.40s measured \"%.40s\": two commands are compared",
                   one->name, one->command, other->name, other->command);
    }
}

static enum assay_status read_file(const struct source_request *request, size_t index,
                                   struct input *input, struct remarks *remarks,
                                   struct assay_error *error)
{
    struct input_source *source = &input->sources[index];
    struct format_summary summary = {0};
    OWNED char *first = short_name(&request->arguments, 0);
    if (first == NULL)
        return fail_no_memory(error);
    const char *path = files_path(request->arguments.items[index]);
    struct format_options reading =
        reading_options(request, source->name, first, &summary, &input->versions);
    if (request->benchmarks.n == 1 && !request->by_version && !files_is_directory(path))
        reading.benchmarks = &request->benchmarks;
    if (!files_is_directory(path))
        reading.plan = &source->plan;
    enum assay_status status = read_path(request, path, &reading, source, remarks, error);
    if (status == ASSAY_OK && assay_dataset_count(source->dataset) == 0) {
        assay_dataset_free(&source->dataset); /* who asked shall be told which there are */
        reading.benchmarks = NULL;
        summary = (struct format_summary){0};
        status = read_path(request, path, &reading, source, NULL, error);
    }
    if (status == ASSAY_OK)
        tell_command(input, index, remarks);
    return status == ASSAY_OK ? take_plan_of_file(request, source, input, error) : status;
}

/* All arguments as one source, each file a unit of the level that the user names. */
static enum assay_status read_units(const struct source_request *request, struct input *input,
                                    struct remarks *remarks, struct assay_error *error)
{
    const struct name_list *arguments = &request->arguments;
    for (size_t i = 0; i < arguments->n; i++)
        if (!is_file(arguments->items[i])) {
            struct near_name near;
            const bool is_near = near_file(arguments->items[i], &near);
            return assay_fail(error, ASSAY_MISSING, "there is no file \"%s\"%s%s%s",
                              arguments->items[i], is_near ? "; did you mean " : "",
                              is_near ? near.name : "", is_near ? "?" : "");
        }
    const struct format_options reading = reading_options(request, NULL, "files", NULL, NULL);
    input->n_sources = 1;
    input->sources[0].name = strdup("files");
    if (input->sources[0].name == NULL)
        return fail_no_memory(error);
    return files_read_units(arguments, request->format, &reading, request->level_of_files,
                            &input->sources[0].dataset, remarks, error);
}

enum assay_status input_explain(const struct source_request *request, FILE *out,
                                struct remarks *remarks, struct assay_error *error)
{
    SCOPED(declaration_fini) struct declaration explained = {0};
    struct format_summary summary = {0};
    struct assay_dataset *dataset = NULL;
    OWNED char *name = short_name(&request->arguments, 0);
    if (name == NULL)
        return fail_no_memory(error);
    const char *path = files_path(request->arguments.items[0]), *slash = strrchr(path, '/');
    struct format_options reading = reading_options(request, name, name, &summary, NULL);
    reading.explained = &explained;
    if (request->arguments.n != 1 || files_is_directory(path))
        return fail_naming(error, ASSAY_USAGE, "@explain takes one file");
    const enum assay_status status =
        source_read_file(path, request->format, &reading, NULL, &dataset, remarks, error);
    assay_dataset_free(&dataset);
    if (status != ASSAY_OK)
        return status;
    source_tell_summary(path, &summary, remarks);
    declaration_write(&explained,
                      strcmp(path, "-") == 0 ? NULL
                      : slash != NULL        ? slash + 1
                                             : path,
                      out);
    return ASSAY_OK;
}

static bool redact_info(struct experiment_info *info)
{
    return redact_text(&info->manifest) && redact_text(&info->name);
}

/* What lay side by side, and how long the kernel let each of them run. Without a manifest that can be read, the values
 * themselves tell the order. */
static enum assay_status take_lanes(struct store *store, int64_t experiment, bool told,
                                    struct input_order *order, struct assay_error *error)
{
    struct store_draw *draws = NULL;
    size_t n = 0;
    enum assay_together together = ASSAY_IN_ROUNDS;
    enum assay_status status =
        told ? ASSAY_OK : store_order_of(store, experiment, true, &together, error);
    if (!told)
        order->by = lanes_order(together);
    if (status != ASSAY_OK || !order_is_beside(order->by))
        return status;
    status = store_draws(store, experiment, "overlap", &draws, &n, error);
    if (status == ASSAY_OK)
        order->overlap = store_draws_median(draws, n, NULL);
    store_draws_free(&draws, n);
    if (status == ASSAY_OK)
        status = store_draws(store, experiment, "slice_ms", &draws, &n, error);
    if (n > 0)
        order->slice_s = 1e-3 * draws[0].drawn;
    store_draws_free(&draws, n);
    if (status == ASSAY_OK && order->by == ORDER_DUET)
        status = store_draws(store, experiment, "cpu", &order->places, &order->n_places, error);
    if (status == ASSAY_OK && order->by == ORDER_DUET)
        status = store_alone(store, experiment, &order->alone, &order->n_alone, error);
    return status;
}

/* Takes over what is known of the experiment that the source was read from. */
static enum assay_status take_info(const struct source_request *request, bool alone,
                                   struct store *store, struct input_source *source,
                                   struct input *input, struct assay_error *error)
{
    direct_dataset(&request->directions, source->dataset);
    struct experiment_info *info = source->experiment;
    source->planned = true;
    const struct store_version *version = &info->version;
    source->plan = (struct format_plan){info->manifest, info->seed, info->margin,
                                        version->label != NULL ? version->label : version->commit};
    const bool told = read_manifest(info->source, source);
    source->stop.pilot = info->pilot; /* may have another number now */
    TRY(take_lanes(store, info->id, told, &source->order, error));
    if (request->redact && !redact_info(info))
        return fail_no_memory(error);
    source->plan.manifest = told ? info->manifest : NULL;
    if (alone) {
        input->experiment = info;
        take_plan(source, input);
    }
    return ASSAY_OK;
}

bool source_wants_builds(const struct name_list *metrics)
{
    for (size_t i = 0; i < metrics->n; i++)
        if (strncmp(metrics->items[i], BUILD_METRIC, strlen(BUILD_METRIC)) == 0 ||
            strcmp(metrics->items[i], "all") == 0)
            return true;
    return false;
}

/* What is read beside the values. */
static unsigned wanted(const struct source_request *request)
{
    return (request->occasions ? STORE_OCCASIONS : 0) |
           (source_wants_builds(&request->metrics) ? STORE_BUILDS : 0);
}

static enum assay_status read_of_store(const struct source_request *request, const char *which,
                                       const char *path, const struct source_beside *beside,
                                       struct store **store, struct input_source *source,
                                       struct input *input, struct assay_error *error)
{
    TRY(source_read_experiment(which, path, beside, store, source, &input->record, error));
    return take_info(request, beside->alone, *store, source, input, error);
}

/* It comes into a store of its own, which lasts as long as it is read. */
static enum assay_status read_archived(const struct source_request *request, const char *url,
                                       const struct source_beside *beside,
                                       struct input_source *source, struct input *input,
                                       struct assay_error *error)
{
    struct source_beside own = *beside;
    char *path;
    struct store *store = NULL;
    TRY(postgres_fetch(url, &path, error));
    own.is_guess = false;
    const enum assay_status read =
        read_of_store(request, "latest", path, &own, &store, source, input, error);
    store_close(&store);
    postgres_forget(&path);
    return read;
}

static enum assay_status read_experiment(const struct source_request *request, const char *which,
                                         struct store **store, struct input_source *source,
                                         struct input *input, struct assay_error *error)
{
    const struct source_beside beside = {.also = wanted(request),
                                         .is_guess =
                                             !request->stored && strcmp(which, "latest") != 0,
                                         .alone = request->arguments.n == 1,
                                         .draws = request->draws};
    if (postgres_is_url(which))
        return read_archived(request, which, &beside, source, input, error);
    return read_of_store(request, which, request->store, &beside, store, source, input, error);
}

enum assay_status input_read_stored(const struct source_request *request, struct store *store,
                                    int64_t experiment, struct input *input,
                                    struct assay_error *error)
{
    const struct source_beside beside = {
        .also = wanted(request), .alone = true, .draws = request->draws};
    char which[24];
    (void)snprintf(which, sizeof which, "%" PRId64, experiment);
    input->sources = calloc(1, sizeof *input->sources);
    if (input->sources == NULL)
        return fail_no_memory(error);
    input->n_sources = 1;
    input->sources[0].name = strdup(which);
    if (input->sources[0].name == NULL)
        return fail_no_memory(error);
    TRY(source_open_experiment(store, which, &beside, &input->sources[0], &input->record, error));
    return take_info(request, true, store, &input->sources[0], input, error);
}

/* The latest is the latest with values: a newer one without any is no reason to say nothing of it. */
static void tell_newer(struct store *store, const char *which, const struct input_source *source,
                       struct remarks *remarks)
{
    SCOPED(experiment_info_fini) struct experiment_info newest = {0};
    struct assay_error ignored;
    if (store == NULL || source->experiment == NULL || strcmp(which, "latest") != 0 ||
        store_find(store, NULL, &newest, &ignored) != ASSAY_OK)
        return;
    if (newest.id != source->experiment->id)
        remark(remarks,
               "experiment %" PRId64 ", the newest, has no values (assay show %" PRId64
               " says why): what follows is of experiment %" PRId64,
               newest.id, newest.id, source->experiment->id);
}

static enum assay_status read_source(const struct source_request *request, size_t index,
                                     struct store **store, struct input *input,
                                     struct remarks *remarks, struct assay_error *error)
{
    const char *argument = request->arguments.items[index];
    struct input_source *source = &input->sources[index];
    source->name = short_name(&request->arguments, index);
    if (source->name == NULL)
        return fail_no_memory(error);
    if (!request->stored && !postgres_is_url(argument) && is_file(argument))
        return read_file(request, index, input, remarks, error);
    TRY(read_experiment(request, argument, store, source, input, error));
    tell_newer(*store, argument, source, remarks);
    return ASSAY_OK;
}

static int earlier_first(const void *a, const void *b)
{
    const struct input_source *x = a, *y = b;
    if (x->origin.version_ms != y->origin.version_ms)
        return x->origin.version_ms < y->origin.version_ms ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void sort_by_version(struct input *input)
{
    for (size_t i = 0; i < input->n_sources; i++)
        if (input->sources[i].origin.version_ms <= 0)
            return;
    qsort(input->sources, input->n_sources, sizeof *input->sources, earlier_first);
}

enum assay_status input_read_sources(const struct source_request *request, struct input *input,
                                     struct remarks *remarks, struct assay_error *error)
{
    const size_t n = request->arguments.n;
    enum assay_status status = ASSAY_OK;
    SCOPED(store_close) struct store *store = NULL; /* opened once for all experiments */
    input->sources = calloc(n, sizeof *input->sources);
    if (input->sources == NULL)
        return fail_no_memory(error);
    if (request->level_of_files != NULL)
        return read_units(request, input, remarks, error);
    input->n_sources = n;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++)
        status = read_source(request, i, &store, input, remarks, error);
    if (status == ASSAY_OK && request->by_version)
        sort_by_version(input);
    return status;
}
