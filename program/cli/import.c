/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import.c -- other tools' files into the store. */

#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/input_options.h"
#include "cli/words/import.h"
#include "session/import_store.h"
#include "source/read_files.h"
#include "view/document/json.h"

struct verb_options {
    struct input_options input;
    const char *name, *version_label;
    bool versions, explain;
};

static void print_json(const struct input *input, const struct imported *imported,
                       double confidence)
{
    json_t *document = render_json_document("import", confidence);
    render_json_put(document, JSON("experiment", json_integer((json_int_t)imported->experiment)),
                    JSON("experiments", imported->n_experiments), JSON("known", imported->n_known),
                    JSON("executions", json_integer((json_int_t)imported->executions)),
                    JSON("series", json_integer((json_int_t)input->n)),
                    JSON("values", json_integer((json_int_t)imported->values)),
                    JSON("warmup_values", json_integer((json_int_t)imported->warmup)));
    render_json_print(stdout, document);
}

static void print_count(size_t n, const char *what, const char *behind)
{
    printf("%zu %s%s%s", n, what, n == 1 ? "" : "s", behind);
}

/* All of it was there. */
static void print_known(const struct imported *imported, const char *name)
{
    if (imported->n_known == 1)
        printf("%s: this version is in the store as experiment %lld, value for value; nothing was "
               "imported\n",
               name, (long long)imported->experiment);
    else
        printf("%s: all %zu versions are in the store, value for value; nothing was imported\n",
               name, imported->n_known);
}

static void print_words(const struct input *input, const struct imported *imported,
                        const char *name)
{
    if (imported->n_experiments == 0) {
        print_known(imported, name);
        return;
    }
    if (imported->n_experiments > 1)
        printf("imported as experiments %lld to %lld, %s: ", (long long)imported->first,
               (long long)imported->last, name);
    else
        printf("imported as experiment %lld, %s: ", (long long)imported->last, name);
    print_count(input->systems.n - imported->n_known, "system", ", ");
    print_count(input->benchmarks.n, "benchmark", ", ");
    print_count(input->metrics.n, "metric", "; ");
    print_count(imported->values, "value", " in ");
    print_count(imported->executions, "execution", "");
    if (imported->warmup > 0)
        fputs(", and ", stdout);
    if (imported->warmup > 0)
        print_count(imported->warmup, "warm-up value", "");
    if (imported->n_known > 0)
        fputs("; ", stdout);
    if (imported->n_known > 0)
        print_count(imported->n_known, "other version", " in the store already");
    fputc('\n', stdout);
}

/* "old.txt and new.txt", "old.txt and 2 more": an experiment of several files is no one of them. */
static void name_several(const struct input *input, char *name, size_t size)
{
    name[0] = '\0';
    if (input->n_sources == 2)
        (void)snprintf(name, size, "%.60s and %.60s", input->sources[0].name,
                       input->sources[1].name);
    else if (input->n_sources > 2)
        (void)snprintf(name, size, "%.60s and %zu more", input->sources[0].name,
                       input->n_sources - 1);
}

/* What the user says, else the files, or NAME of NAME=FILE. */
static const char *name_of(const struct verb_options *options,
                           const struct option_arguments *arguments, const struct input *input,
                           const char *several)
{
    if (options->name != NULL)
        return options->name;
    if (options->input.level_of_files == NULL)
        return several[0] != '\0' ? several : input->sources[0].name;
    const char *path = files_path(arguments->items[0]), *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

/* The one system of a version is called like it: that name is all that differs between versions. */
static void name_after_version(struct input *input, const char *version)
{
    if (input->systems.n != 1)
        return;
    input->systems.items[0] = version;
    for (size_t i = 0; i < input->n; i++)
        input->series[i].system = version;
}

/* A unit's name that is not a number alone, or NULL. */
static const char *name_of_unit(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->live.shape;
    for (size_t k = 0; k + 1 < shape->n_levels; k++)
        for (size_t u = 0; series->unit_label[k] != NULL && u < assay_shape_units(shape, k); u++) {
            const char *label = series->unit_label[k][u];
            if (label[strspn(label, "0123456789")] != '\0')
                return label;
        }
    return NULL;
}

/* The store numbers the units of a level, as a run does that makes them. */
static void tell_unit_names(const struct input *input)
{
    const char *name = NULL;
    for (size_t i = 0; i < input->n && name == NULL; i++)
        name = name_of_unit(&input->series[i]);
    if (name != NULL)
        terminal_complain("assay: units have numbers in the store; their names, such as %s, stay "
                          "in the files",
                          name);
}

static enum exit_code open_store(const struct global_options *global, struct store **store)
{
    struct assay_error error;
    OWNED char *path = store_default_path(global->store, NULL);
    if (path == NULL)
        return fail_memory();
    const enum assay_status status = store_open(path, STORE_WRITE, store, &error);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

/* Into the store, and nothing is said but what is wrong. */
static enum exit_code store_input(struct input *input, const struct verb_options *options,
                                  const char *name, const struct global_options *global,
                                  struct imported *imported)
{
    struct store *store = NULL;
    struct assay_error error;
    const struct import_names names = {
        name, options->version_label != NULL ? options->version_label : input_version(input), NULL};
    enum exit_code code = open_store(global, &store);
    if (code != EXIT_DONE)
        return code;
    /* Whether its systems are versions: that was said, or the file says so of each of several. */
    bool all = input->versions.named || input->versions.n > 0;
    for (size_t i = 0; i < input->systems.n && !input->versions.named; i++)
        all = all && format_versions_find(&input->versions, input->systems.items[i]) != NULL;
    const bool versions =
        options->versions || (all && options->version_label == NULL && input->systems.n > 1);
    const enum assay_status status =
        versions ? import_versions(store, input, name, imported, &error)
                 : import_into_store(store, input, &names, imported, &error);
    const size_t done = imported->n_experiments + imported->n_known;
    if (status != ASSAY_OK)
        code = fail_with(&error);
    if (status != ASSAY_OK && versions && done > 0)
        terminal_complain("assay: %zu of %zu versions are in the store; the same command goes on",
                          done, imported->n_versions);
    return fail_closing(&store, code);
}

static enum exit_code import_input(struct input *input, const struct verb_options *options,
                                   const char *name, const struct global_options *global)
{
    struct imported imported = {0};
    if (options->version_label != NULL)
        name_after_version(input, options->version_label);
    const enum exit_code code = store_input(input, options, name, global, &imported);
    if (code != EXIT_DONE)
        return code;
    if (!global->quiet && imported.n_experiments > 0)
        tell_unit_names(input);
    if (global->json)
        print_json(input, &imported, global->confidence);
    else if (!global->quiet) {
        OWNED char *shown = view_said("%s", name);
        print_words(input, &imported, shown != NULL ? shown : "?");
    }
    return EXIT_DONE;
}

static enum exit_code explain(const struct input_options *options,
                              const struct option_arguments *arguments,
                              const struct global_options *global)
{
    struct source_request request;
    struct remarks remarks = {0};
    struct assay_error error;
    const enum exit_code code = input_options_request(options, arguments, global, &request);
    if (code != EXIT_DONE)
        return code;
    const enum assay_status status =
        input_explain(&request, stdout, global->quiet ? NULL : &remarks, &error);
    return conclude(status, &remarks, &error);
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    static const char *every[] = {"all"};
    const struct verb_options *options = given;
    SCOPED(input_fini) struct input input = {0};
    struct input_options reading = options->input;
    reading.by_version = options->versions;
    if (reading.metrics.n == 0)
        reading.metrics = (struct name_list){every, 1};
    if (arguments->n == 0)
        return fail_saying(EXIT_USAGE, "assay: import needs a file; - is standard input");
    if (options->versions && options->version_label != NULL)
        return fail_saying(
            EXIT_USAGE,
            "assay: --each-version and --version-label: each system is a version, or all are of one");
    if (options->explain)
        return explain(&options->input, arguments, global);
    const enum exit_code code = input_options_read(&reading, arguments, global, &input);
    char several[160];
    if (code != EXIT_DONE)
        return code;
    name_several(&input, several, sizeof several);
    return import_input(&input, options, name_of(options, arguments, &input, several), global);
}

const struct verb verb_import = {
    VERB_PAGE,
    .answer = answer,
};
