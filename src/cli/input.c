/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input.c -- one list of series from all sources, under names that tell them apart. */
#include "cli/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive.h"
#include "cli/fail.h"
#include "cli/input_parts.h"
#include "cli/origins.h"
#include "format/series_groups.h"
#include "render/terminal.h"

static bool has_one_system(const struct assay_dataset *dataset)
{
    const char *first = assay_dataset_get(dataset, 0)->system;
    for (size_t j = 1; j < assay_dataset_count(dataset); j++)
        if (strcmp(assay_dataset_get(dataset, j)->system, first) != 0)
            return false;
    return true;
}

/* Takes over a name that was made; NULL: out of memory. */
static const char *own(struct input *input, char *name)
{
    char **owned = realloc(input->owned, (input->n_owned + 1) * sizeof *owned);
    if (owned != NULL)
        input->owned = owned;
    if (owned == NULL || name == NULL) {
        free(name);
        return NULL;
    }
    owned[input->n_owned++] = name;
    return name;
}

/* The system's name with that of its source. */
static const char *name_with_source(struct input *input, const struct input_source *source,
                                    const char *system)
{
    char *name = NULL;
    return asprintf(&name, "%s: %s", source->name, system) < 0 ? NULL : own(input, name);
}

/* Beside another source nothing is paired, and the plain intervals that are left do not allow for
 * any rule that looks at the values. */
static bool is_peeked(const struct input *input, const struct input_source *source)
{
    const enum stop_rule rule = source->stop.rule;
    return rule == STOP_PEEK ||
           (input->n_sources > 1 && (rule == STOP_ANYTIME || rule == STOP_LOOKS));
}

static enum exit_code list_series(struct input *input)
{
    size_t n = 0;
    for (size_t i = 0; i < input->n_sources; i++)
        n += assay_dataset_count(input->sources[i].dataset);
    input->series = calloc(n + 1, sizeof *input->series);
    if (input->series == NULL)
        return fail_memory();
    for (size_t i = 0; i < input->n_sources; i++) {
        const struct input_source *source = &input->sources[i];
        for (size_t j = 0; j < assay_dataset_count(source->dataset); j++) {
            struct assay_series *series = &input->series[input->n++];
            *series = *assay_dataset_get(source->dataset, j);
            if (is_peeked(input, source))
                series->warnings |= ASSAY_WARNING(ASSAY_WARN_PEEKED);
        }
    }
    return EXIT_DONE;
}

/* Of versions the machines and environments that differ stand behind the benchmarks. */
static enum exit_code tell_origins(struct input *input)
{
    struct origins origins = {false, false};
    struct assay_series *series = input->series;
    for (size_t i = 1; i < input->n_sources; i++)
        origins_note(&origins, &input->sources[0].origin, &input->sources[i].origin);
    for (size_t i = 0; i < input->n_sources && origins_differ(&origins); i++)
        for (size_t j = 0; j < assay_dataset_count(input->sources[i].dataset); j++, series++) {
            char *name = origins_name(&origins, &input->sources[i].origin, series->benchmark);
            series->benchmark = own(input, name);
            if (series->benchmark == NULL)
                return fail_memory();
        }
    return EXIT_DONE;
}

/* Whether two sources have a series of the same name; in one source no two have. */
static enum exit_code find_clash(const struct input *input, bool *clash)
{
    const unsigned name = SERIES_SYSTEM | SERIES_BENCHMARK | SERIES_METRIC;
    struct series_groups groups;
    if (!series_groups_init(&groups, input->n, name, series_itself, input->series))
        return fail_memory();
    *clash = groups.n < input->n;
    series_groups_fini(&groups);
    return EXIT_DONE;
}

/* Where names clash, those of the sources tell systems apart. */
static enum exit_code tell_sources_apart(struct input *input)
{
    bool clash = false;
    const enum exit_code code = input->n_sources > 1 ? find_clash(input, &clash) : EXIT_DONE;
    struct assay_series *series = input->series;
    for (size_t i = 0; i < input->n_sources && clash; i++) {
        const struct input_source *source = &input->sources[i];
        const bool alone = has_one_system(source->dataset);
        for (size_t j = 0; j < assay_dataset_count(source->dataset); j++, series++) {
            series->system = alone ? source->name : name_with_source(input, source, series->system);
            if (series->system == NULL)
                return fail_memory();
        }
    }
    return code;
}

static int by_name(const void *a, const void *b)
{
    return series_compare(*(const struct assay_series *const *)a,
                          *(const struct assay_series *const *)b,
                          SERIES_SYSTEM | SERIES_BENCHMARK | SERIES_METRIC);
}

/* Reads what is selected, and makes it findable. */
static enum exit_code take(const struct input_options *options, const struct global_options *global,
                           struct input *input)
{
    enum exit_code code = list_series(input);
    if (code == EXIT_DONE && options->by_version)
        code = tell_origins(input);
    if (code == EXIT_DONE)
        code = tell_sources_apart(input);
    if (code == EXIT_DONE)
        code = input_select(options, global, input);
    if (code != EXIT_DONE)
        return code;
    input->by_name = calloc(input->n, sizeof *input->by_name);
    if (input->by_name == NULL)
        return fail_memory();
    for (size_t i = 0; i < input->n; i++)
        input->by_name[i] = &input->series[i];
    qsort(input->by_name, input->n, sizeof *input->by_name, by_name);
    return EXIT_DONE;
}

/* Nothing is new in the second copy: it would only pass for more evidence. */
static bool check_doubles(const struct option_arguments *arguments)
{
    for (size_t i = 0; i < arguments->n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(arguments->items[i], arguments->items[j]) == 0) {
                if (strcmp(arguments->items[i], "-") == 0)
                    fputs("assay: standard input (-) can be read once only\n", stderr);
                else
                    terminal_complain("assay: %s is named twice", arguments->items[i]);
                return false;
            }
    return true;
}

enum exit_code input_read(const struct input_options *options,
                          const struct option_arguments *arguments,
                          const struct global_options *global, struct input *input)
{
    static const char *latest[] = {"latest"};
    const struct option_arguments default_arguments = {latest, 1};
    struct input_options reading = *options;
    *input = (struct input){0};
    if (arguments->n == 0) {
        arguments = &default_arguments;
        reading.stored = true;
    }
    if (!check_doubles(arguments))
        return EXIT_USAGE;
    struct archives archives;
    enum exit_code code = archives_open(&archives, arguments);
    if (code == EXIT_DONE) {
        const struct option_arguments opened = {archives.items, archives.n};
        code = input_read_sources(&reading, &opened, global, input);
    }
    archives_fini(&archives);
    if (code == EXIT_DONE)
        code = take(options, global, input);
    if (code != EXIT_DONE)
        input_fini(input);
    return code;
}

enum exit_code input_of_dataset(const struct input_options *options, struct assay_dataset *dataset,
                                const char *name, const struct global_options *global,
                                struct input *input)
{
    *input = (struct input){.sources = calloc(1, sizeof *input->sources)};
    if (input->sources == NULL) {
        assay_dataset_free(&dataset);
        return fail_memory();
    }
    input->n_sources = 1;
    input->sources[0].dataset = dataset;
    input->sources[0].name = strdup(name);
    enum exit_code code =
        input->sources[0].name != NULL ? take(options, global, input) : fail_memory();
    if (code != EXIT_DONE)
        input_fini(input);
    return code;
}

void input_fini(struct input *input)
{
    for (size_t i = 0; i < input->n_sources; i++) {
        assay_dataset_free(&input->sources[i].dataset);
        free(input->sources[i].name);
        free(input->sources[i].host);
    }
    for (size_t i = 0; i < input->n_owned; i++)
        free(input->owned[i]);
    if (input->experiment != NULL)
        experiment_info_fini(input->experiment);
    free(input->experiment);
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

void input_options_fini(struct input_options *options)
{
    option_list_fini(&options->systems);
    option_list_fini(&options->benchmarks);
    option_list_fini(&options->metrics);
}

const struct assay_series *input_find(const struct input *input, const char *system,
                                      const char *benchmark, const char *metric)
{
    const struct assay_series named = {.system = system, .benchmark = benchmark, .metric = metric};
    const struct assay_series *key = &named, **found = bsearch(&key, input->by_name, input->n,
                                                               sizeof *input->by_name, by_name);
    return found != NULL ? *found : NULL;
}

double input_margin(const struct input *input, double otherwise)
{
    return input->experiment != NULL ? input->experiment->margin : otherwise;
}
