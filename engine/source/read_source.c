/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_source.c -- opening files and experiments for reading. */
#include "source/read_source.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/knob.h"
#include "base/owned.h"
#include "base/suggestion.h"
#include "import/console_output.h"
#include "import/declaration.h"
#include "import/unknown.h"
#include "source/declared.h"
#include "store/host.h"
#include "text/json_pull.h"
#include "text/unpack.h"

static const char *shown_path(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* What looks like JSON and is broken is told where, for that may be why nobody knows it. */
static bool fail_broken_json(const struct format_text *text, const char *path,
                             struct assay_error *error)
{
    SCOPED(pull_fini) struct pull json = {0};
    struct assay_error problem = {.status = ASSAY_OK};
    pull_init(&json, text, &problem);
    const enum pull_kind kind = pull_peek(&json);
    if (kind == PULL_OBJECT || kind == PULL_ARRAY)
        pull_skip(&json);
    if (json.failed)
        (void)fail_located(
            error, ASSAY_INVALID,
            "%s:%zu: not a format that assay knows; it begins like JSON, but here %s",
            shown_path(path), problem.line, json.cut ? "the file is cut short" : problem.text);
    return problem.status != ASSAY_OK;
}

static enum assay_status fail_unknown_format(const struct format_text *text, const char *path,
                                             struct assay_error *error)
{
    if (fail_broken_json(text, path, error))
        return ASSAY_INVALID;
    return fail_located(error, ASSAY_INVALID, "%s: %s", shown_path(path),
                        format_unknown(text).text);
}

static enum assay_status finish(struct assay_dataset *dataset, const char *name,
                                struct assay_error *error)
{
    struct assay_error problem;
    enum assay_status status = assay_dataset_finish(dataset, &problem);
    return status == ASSAY_OK ? status : fail_located(error, status, "%s: %s", name, problem.text);
}

/* What a reader could not read; what it is when it is known as what a tool prints for people, and
 * only begins like a format. */
static enum assay_status fail_unread(const struct format_text *text, const char *path, bool named,
                                     struct assay_error *error, struct remarks *remarks)
{
    const enum assay_status status = error->status;
    const char *shown = !named && status == ASSAY_INVALID ? format_console_output(text) : NULL;
    format_error_locate(error, shown_path(path));
    if (shown == NULL)
        return status;
    remark_located(remarks, "%s", error->text);
    return fail_located(error, status, "%s: %s", shown_path(path), shown);
}

/* Of formats that tell no places: what each metric is. */
static void explain_metrics(struct declaration *explained, const struct format *format,
                            const struct assay_dataset *dataset)
{
    if (explained == NULL)
        return;
    if (explained->format == NULL)
        explained->format = declaration_keep(explained, format->name);
    const size_t n_places = explained->n;
    for (size_t i = 0; i < assay_dataset_count(dataset) && n_places == 0; i++) {
        const struct assay_series *series = assay_dataset_get(dataset, i);
        bool known = false;
        for (size_t k = 0; k < explained->n && !known; k++)
            known = strcmp(explained->items[k].metric, series->metric) == 0;
        const struct declared_item item = {.role = SHAPE_VALUE,
                                           .metric = (char *)(uintptr_t)series->metric,
                                           .unit = (char *)(uintptr_t)series->unit,
                                           .better =
                                               series->more_is_better ? BETTER_MORE : BETTER_LESS};
        if (!known)
            declaration_note(explained, &item);
    }
}

/* What a declaration says of metrics. */
static enum assay_status declare(const struct format_options *options,
                                 struct assay_dataset *dataset, struct assay_error *error)
{
    bool matched, wanted = false;
    const enum assay_status status = declaration_apply(options->declared, dataset, &matched, error);
    for (size_t i = 0; i < options->declared->n; i++)
        wanted |= options->declared->items[i].at == NULL;
    if (wanted && !matched && options->summary != NULL)
        options->summary->note = "none of the metrics that its declaration names stands in it";
    return status;
}

/* named: by the user; seen: the one that the text looks like. NULL: none. */
static enum assay_status parse(const struct format_text *text, const char *path,
                               const struct format *format, const struct format *seen,
                               const struct format_options *options, struct assay_dataset *dataset,
                               struct remarks *remarks, struct assay_error *error)
{
    if (text->size == 0)
        return fail_located(error, ASSAY_UNDEFINED, "%s: it is empty", shown_path(path));
    if (options->declared != NULL)
        format = declaration_format(options->declared);
    const bool named = format != NULL;
    const char *no_text = !named ? format_no_text(text) : NULL;
    if (no_text != NULL)
        return fail_located(error, ASSAY_INVALID, "%s: %s", shown_path(path), KNOBS(no_text));
    if (!named && options->columns != NULL)
        format = &format_columns;
    else if (!named && (format = seen) == NULL) {
        const char *shown = format_console_output(text);
        if (shown != NULL)
            return fail_located(error, ASSAY_INVALID, "%s: %s", shown_path(path), shown);
        format = format_by_suffix(path);
    }
    if (format == NULL)
        return fail_unknown_format(text, path, error);
    struct format_options reading = *options;
    reading.file = path;
    if (format_read(format, text, &reading, dataset, error) != ASSAY_OK)
        return fail_unread(text, path, named, error, remarks);
    explain_metrics(options->explained, format, dataset);
    if (options->declared != NULL && declare(options, dataset, error) != ASSAY_OK) {
        format_error_locate(error, shown_path(path));
        return error->status;
    }
    return finish(dataset, shown_path(path), error);
}

static enum assay_status fail_unreadable(const char *path, int cause, struct assay_error *error)
{
    return assay_fail(error, cause == ENOSPC || cause == ENOMEM ? ASSAY_SYSTEM : ASSAY_MISSING,
                      "cannot read %s: %s", shown_path(path), spool_reason(cause));
}

/* Puts the unpacked text in the place of a packed one. */
static enum assay_status unpack_content(struct content *content, const char *path, bool partial,
                                        struct format_summary *summary, struct assay_error *error)
{
    const struct format_text packed = {content->text, content->size, content->mapped};
    struct spool spool;
    if (unpack_kind_of(&packed) == UNPACK_NONE)
        return ASSAY_OK;
    size_t rest;
    enum assay_status status = unpack(&packed, &spool, &rest, error);
    if (status == ASSAY_OK && summary != NULL)
        summary->packed_rest = rest;
    if (status == ASSAY_INVALID && partial && spool_size(&spool) > 0) {
        status = ASSAY_OK;
        if (summary != NULL)
            summary->cut_packed = true;
    }
    struct format_text text;
    if (status == ASSAY_OK && !spool_finish(&spool, &text))
        status = format_fail(error, ASSAY_NO_MEMORY, 0, NULL,
                             "its unpacked text cannot be kept: %s", spool_reason(errno));
    if (status != ASSAY_OK) {
        spool_abandon(&spool);
        format_error_locate(error, shown_path(path));
        return status;
    }
    content_fini(content);
    *content = (struct content){(char *)(uintptr_t)text.text, text.size, text.mapped};
    return ASSAY_OK;
}

/* Without colours, but of our own CSV, where they belong to names. */
static struct format_text text_of(const struct content *content, const struct format *format,
                                  char **made)
{
    const struct format_text whole = format_text_of(content->text, content->size, content->mapped);
    const struct format_text bare = format_text_bare(&whole, made);
    const struct format *known =
        *made == NULL || format != NULL ? format : format_recognise(&whole, "");
    return known == format_named("csv") ? whole : bare;
}

static enum assay_status read_content(struct content *content, const char *path,
                                      const struct format *format,
                                      const struct format_options *options, bool *unknown,
                                      struct assay_dataset **dataset, struct remarks *remarks,
                                      struct assay_error *error)
{
    const char *packed = content->text;
    TRY(unpack_content(content, path, options->partial, options->summary, error));
    OWNED char *made = NULL;
    const struct format_text text = text_of(content, format, &made);
    const bool open = format == NULL && options->declared == NULL;
    const struct format *seen = open ? format_recognise(&text, "") : NULL;
    if (unknown != NULL && open && seen == NULL && packed == content->text && content->size > 0 &&
        format_by_suffix(path) == NULL) {
        *unknown = true;
        return ASSAY_OK;
    }
    *dataset = assay_dataset_new();
    if (*dataset == NULL)
        return fail_no_memory(error);
    const enum assay_status status =
        parse(&text, path, format, seen, options, *dataset, remarks, error);
    if (status != ASSAY_OK)
        assay_dataset_free(dataset);
    return status;
}

enum assay_status source_read_content(const char *path, struct content *content,
                                      struct assay_error *error)
{
    if (!content_read(path, content))
        return fail_unreadable(path, errno, error);
    enum assay_status status = unpack_content(content, path, false, NULL, error);
    if (status != ASSAY_OK)
        content_fini(content);
    return status;
}

const struct format *source_format(const char *path)
{
    SCOPED(content_fini) struct content content = {0};
    if (!content_read(path, &content))
        return NULL;
    const struct format_text packed = {content.text, content.size, content.mapped};
    OWNED char *made = NULL;
    const struct format_text text = text_of(&content, NULL, &made);
    const bool readable = content.size > 0 && unpack_kind_of(&packed) == UNPACK_NONE;
    return readable ? format_recognise(&text, path) : NULL;
}

enum assay_status source_read_file(const char *path, const struct format *format,
                                   const struct format_options *options, bool *unknown,
                                   struct assay_dataset **dataset, struct remarks *remarks,
                                   struct assay_error *error)
{
    SCOPED(content_fini) struct content content = {0};
    SCOPED(declarations_fini) struct declarations all = {NULL, NULL, 0};
    struct format_options own = *options;
    *dataset = NULL;
    if (options->declaration != NULL || (format == NULL && options->columns == NULL))
        TRY(declared_find(path, options->declaration, &all, &own.declared, error));
    if (own.declared != NULL && own.declaration == NULL && own.summary != NULL)
        own.summary->note = "read as " DECLARATION_FILE " says";
    if (!content_read(path, &content))
        return fail_unreadable(path, errno, error);
    return read_content(&content, path, format, &own, unknown, dataset, remarks, error);
}

void source_tell_summary(const char *path, const struct format_summary *summary,
                         struct remarks *remarks)
{
    const char *name = shown_path(path);
    if (summary->cut_line > 0)
        remark_located(remarks, "%s:%zu: it is cut short here; the part before was read", name,
                       summary->cut_line);
    else if (summary->cut_packed)
        remark_located(remarks, "%s: it is packed and cut short; the part before was read", name);
    if (summary->packed_rest > 0)
        remark_located(remarks, "%s: %zu bytes behind the packed text are no part of it", name,
                       summary->packed_rest);
    if (summary->note != NULL)
        remark_located(remarks, "%s: %s", name, summary->note);
    if (summary->n_summaries == 1)
        remark_located(remarks,
                       "%s: one value is a mean or median itself: the file does not hold what it "
                       "was made from",
                       name);
    else if (summary->n_summaries > 1)
        remark_located(remarks,
                       "%s: %zu values are means or medians themselves: their spread is not that "
                       "of single values, which the file does not hold",
                       name, summary->n_summaries);
    if (summary->n == 0)
        return;
    char list[1024];
    format_summary_words(summary, list, sizeof list);
    remark_located(remarks, "%s: left out: %s", name, list);
}

/* ---- the store ---- */

/* What was asked for may have been meant as a file. */
static enum assay_status fail_experiment(const struct assay_error *problem, const char *which,
                                         bool is_guess, struct assay_error *error)
{
    struct near_name near;
    if (problem->status == ASSAY_MISSING && is_guess && near_file(which, &near))
        return assay_fail(error, ASSAY_MISSING, "there is no file \"%s\"; did you mean %s?", which,
                          near.name);
    if (problem->status == ASSAY_MISSING && is_guess)
        return assay_fail(error, ASSAY_MISSING, "there is no file \"%s\", and as an experiment: %s",
                          which, problem->text);
    *error = *problem;
    return problem->status;
}

static bool has_iterations(const struct assay_dataset *dataset)
{
    for (size_t i = 0; i < assay_dataset_count(dataset); i++) {
        const struct assay_series *series = assay_dataset_get(dataset, i);
        for (size_t k = 0; k < series->live.shape.n_levels; k++)
            if (strcmp(series->level_name[k], "iteration") == 0)
                return true;
    }
    return false;
}

/* Adds to the failures of other experiments. */
static enum assay_status read_failures(struct store *store, int64_t experiment,
                                       struct input_record *record, struct assay_error *error)
{
    OWNED struct store_failure *more = NULL;
    size_t n = 0;
    TRY(store_failures(store, experiment, &more, &n, error));
    if (!array_resize(&record->failures, record->n_failures + n)) {
        store_failures_free(&more, n);
        return fail_no_memory(error);
    }
    if (n > 0)
        memcpy(&record->failures[record->n_failures], more, n * sizeof *more);
    record->n_failures += n;
    return ASSAY_OK;
}

/* Batches are of iterations: without them none are looked for. */
static enum assay_status read_record(struct store *store, int64_t experiment,
                                     const struct assay_dataset *dataset,
                                     const struct source_beside *beside,
                                     struct input_record *record, struct assay_error *error)
{
    TRY(read_failures(store, experiment, record, error));
    if (!beside->alone)
        return ASSAY_OK;
    TRY(store_hooks(store, experiment, &record->hooks, &record->n_hooks, error));
    TRY(store_layouts(store, experiment, &record->layouts, &record->n_layouts, error));
    TRY(store_machines(store, experiment, &record->machines, &record->n_machines, error));
    TRY(store_host_pressure(store, experiment, &record->pressure, error));
    if (beside->draws == NULL || (strcmp(beside->draws, "batch") == 0 && !has_iterations(dataset)))
        return ASSAY_OK;
    return store_draws(store, experiment, beside->draws, &record->draws, &record->n_draws, error);
}

/* Nothing was measured of what was to be: the commonest end says why. */
static enum assay_status fail_without_values(struct store *store,
                                             const struct experiment_info *info,
                                             struct assay_error *error)
{
    struct store_failure *failures;
    size_t n, most = 0, all = 0;
    char ending[160] = "";
    TRY(store_failures(store, info->id, &failures, &n, error));
    for (size_t i = 0; i < n; i++) {
        all += failures[i].n;
        most = failures[i].n > failures[most].n ? i : most;
    }
    if (n == 0) {
        (void)assay_fail(error, ASSAY_MISSING, "experiment %lld holds no values.",
                         (long long)info->id);
    } else {
        const struct store_failure *first = &failures[most];
        store_failure_say(first, ending, sizeof ending);
        (void)assay_fail(error, ASSAY_MISSING,
                         "experiment %lld holds no values: %zu of its commands failed. %zu time%s "
                         "%.80s %s%s%.200s",
                         (long long)info->id, all, first->n, first->n == 1 ? "" : "s",
                         first->system, ending, first->last_words != NULL ? ", saying: " : ".",
                         first->last_words != NULL ? first->last_words : "");
        error->text[strcspn(error->text, "\n")] = '\0';
    }
    store_failures_free(&failures, n);
    return ASSAY_MISSING;
}

enum assay_status source_open_experiment(struct store *store, const char *which,
                                         const struct source_beside *beside,
                                         struct input_source *source, struct input_record *record,
                                         struct assay_error *error)
{
    struct assay_error problem;
    struct assay_dataset *dataset = source->dataset = assay_dataset_new();
    source->experiment = calloc(1, sizeof *source->experiment);
    if (dataset == NULL || source->experiment == NULL)
        return fail_no_memory(error);
    if (store_find(store, which, source->experiment, &problem) != ASSAY_OK)
        return fail_experiment(&problem, which, beside->is_guess, error);
    const int64_t id = source->experiment->id;
    TRY(store_read_also(store, id, beside->also, dataset, error));
    if (assay_dataset_count(dataset) == 0)
        TRY(source->experiment->failures > 0
                ? fail_without_values(store, source->experiment, error)
                : store_read_also(store, id, STORE_BUILDS, dataset, error));
    TRY(finish(dataset, which, error));
    return read_record(store, id, dataset, beside, record, error);
}

char *source_store_path(const char *given)
{
    return store_known_path(given, NULL);
}

enum assay_status source_read_experiment(const char *which, const char *given,
                                         const struct source_beside *beside, struct store **store,
                                         struct input_source *source, struct input_record *record,
                                         struct assay_error *error)
{
    struct assay_error problem;
    OWNED char *path = source_store_path(given);
    if (path == NULL)
        return fail_no_memory(error);
    if (*store == NULL && store_open(path, STORE_READ, store, &problem) != ASSAY_OK)
        return fail_experiment(&problem, which, beside->is_guess, error);
    return source_open_experiment(*store, which, beside, source, record, error);
}
