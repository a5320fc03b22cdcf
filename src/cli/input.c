/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input.c -- from arguments to selected series. */
#include "cli/input.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/archive.h"
#include "cli/fail.h"
#include "cli/files.h"
#include "cli/source.h"
#include "manifest/manifest.h"
#include "render/terminal.h"

const char *const input_levels[] = {"auto", "execution", "iteration", "build", NULL};

/* ---- sources ---- */

static bool is_file(const char *argument)
{
    struct stat status;
    return strcmp(argument, "-") == 0 || stat(files_path(argument), &status) == 0;
}

/* "build/old.csv" is called old.csv, unless another argument is called so too; "NAME=FILE" is
 * called NAME. The caller frees it; NULL: out of memory. */
static char *short_name(const struct option_arguments *arguments, size_t index)
{
    const char *argument = arguments->items[index], *path = files_path(argument);
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

static enum exit_code find_format(const struct input_options *options, const struct format **format)
{
    *format = options->format != NULL ? format_named(options->format) : NULL;
    if (options->format == NULL || *format != NULL)
        return EXIT_DONE;
    fputs("assay: there is no format \"", stderr);
    terminal_say_name(options->format, strlen(options->format));
    fputs("\"; known are", stderr);
    for (size_t i = 0; formats[i] != NULL; i++)
        fprintf(stderr, "%s %s", i > 0 ? "," : "", formats[i]->name);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

/* What readers are told. The benchmark has one name in all files that name none: only then can they
 * be compared. */
static struct format_options reading_options(const struct input_options *options,
                                             const struct option_arguments *arguments,
                                             const char *system, const char *benchmark,
                                             struct format_summary *summary)
{
    return (struct format_options){.system = system,
                                   .benchmark = benchmark,
                                   .level =
                                       options->level > 0 ? input_levels[options->level] : NULL,
                                   .alone = arguments->n == 1,
                                   .partial = options->partial,
                                   .summary = summary};
}

static enum exit_code read_file(const struct input_options *options,
                                const struct option_arguments *arguments, size_t index, bool quiet,
                                struct input_source *source)
{
    const struct format *format;
    struct format_summary summary = {0};
    const char *path = files_path(arguments->items[index]);
    enum exit_code code = find_format(options, &format);
    char *first = short_name(arguments, 0);
    if (code == EXIT_DONE && first == NULL)
        code = fail_memory();
    if (code == EXIT_DONE) {
        const struct format_options reading =
            reading_options(options, arguments, source->name, first, &summary);
        if (files_is_directory(path)) {
            code = files_read_directory(path, format, &reading, NULL, quiet, &source->dataset);
        } else {
            code = source_read_file(path, format, &reading, &source->dataset);
            if (code == EXIT_DONE && !quiet)
                source_say_summary(path, &summary);
        }
    }
    free(first);
    return code;
}

/* All arguments as one source, each file a unit of the level that the user names. */
static enum exit_code read_units(const struct input_options *options,
                                 const struct option_arguments *arguments, bool quiet,
                                 struct input *input)
{
    const struct format *format;
    enum exit_code code = find_format(options, &format);
    for (size_t i = 0; i < arguments->n && code == EXIT_DONE; i++)
        if (!is_file(arguments->items[i])) {
            terminal_complain("assay: there is no file \"%s\"", arguments->items[i]);
            code = EXIT_DATA;
        }
    if (code != EXIT_DONE)
        return code;
    const struct format_options reading = reading_options(options, arguments, NULL, "files", NULL);
    input->n_sources = 1;
    input->sources[0].name = strdup("files");
    if (input->sources[0].name == NULL)
        return fail_memory();
    return files_read_units(arguments, format, &reading, options->level_of_files, quiet,
                            &input->sources[0].dataset);
}

/* How the experiment's measuring ended, as its manifest says. */
static void read_stop(const struct experiment_info *info, struct input_source *source)
{
    struct design *design = NULL;
    struct manifest_error error;
    if (info->manifest != NULL && manifest_parse(info->manifest, strlen(info->manifest), "",
                                                 info->source, &design, &error) == MANIFEST_OK) {
        source->stop = design->stop;
        source->stop_most = design->levels[design_top_level(design)].count;
    }
    design_free(&design);
}

static enum exit_code read_source(const struct input_options *options,
                                  const struct option_arguments *arguments, size_t index,
                                  const struct global_options *global, struct input *input)
{
    const char *argument = arguments->items[index];
    struct input_source *source = &input->sources[index];
    source->name = short_name(arguments, index);
    if (source->name == NULL)
        return fail_memory();
    if (is_file(argument))
        return read_file(options, arguments, index, global->quiet, source);
    struct experiment_info *info;
    enum exit_code code = source_read_experiment(argument, global, strcmp(argument, "latest") != 0,
                                                 &source->dataset, &info);
    if (code != EXIT_DONE)
        return code;
    read_stop(info, source);
    source->host = info->host_json != NULL ? strdup(info->host_json) : NULL;
    if (arguments->n == 1) {
        input->experiment = info;
        input->stop = source->stop;
        input->stop_most = source->stop_most;
    } else {
        experiment_info_fini(info);
        free(info);
    }
    return EXIT_DONE;
}

static size_t count_stdin(const struct option_arguments *arguments)
{
    size_t n = 0;
    for (size_t i = 0; i < arguments->n; i++)
        n += strcmp(arguments->items[i], "-") == 0;
    return n;
}

static enum exit_code read_sources(const struct input_options *options,
                                   const struct option_arguments *arguments,
                                   const struct global_options *global, struct input *input)
{
    if (count_stdin(arguments) > 1) {
        fputs("assay: standard input (-) can be read once only\n", stderr);
        return EXIT_USAGE;
    }
    input->sources = calloc(arguments->n, sizeof *input->sources);
    if (input->sources == NULL)
        return fail_memory();
    if (options->level_of_files != NULL)
        return read_units(options, arguments, global->quiet, input);
    input->n_sources = arguments->n;
    for (size_t i = 0; i < arguments->n; i++) {
        enum exit_code code = read_source(options, arguments, i, global, input);
        if (code != EXIT_DONE)
            return code;
    }
    return EXIT_DONE;
}

/* ---- names that several sources use ---- */

static bool in_another_source(const struct input *input, size_t source,
                              const struct assay_series *series)
{
    for (size_t i = 0; i < input->n_sources; i++)
        if (i != source && assay_dataset_find(input->sources[i].dataset, series->system,
                                              series->benchmark, series->metric) != NULL)
            return true;
    return false;
}

static bool sources_clash(const struct input *input)
{
    for (size_t i = 0; i < input->n_sources; i++)
        for (size_t j = 0; j < assay_dataset_count(input->sources[i].dataset); j++)
            if (in_another_source(input, i, assay_dataset_get(input->sources[i].dataset, j)))
                return true;
    return false;
}

static bool has_one_system(const struct assay_dataset *dataset)
{
    const char *first = assay_dataset_get(dataset, 0)->system;
    for (size_t j = 1; j < assay_dataset_count(dataset); j++)
        if (strcmp(assay_dataset_get(dataset, j)->system, first) != 0)
            return false;
    return true;
}

/* The system's name with that of its source, owned by the input; NULL: out of memory. */
static const char *name_with_source(struct input *input, const struct input_source *source,
                                    const char *system)
{
    if (has_one_system(source->dataset))
        return source->name;
    char **owned = realloc(input->owned, (input->n_owned + 1) * sizeof *owned);
    if (owned == NULL)
        return NULL;
    input->owned = owned;
    char *name = NULL;
    if (asprintf(&name, "%s: %s", source->name, system) < 0)
        return NULL;
    input->owned[input->n_owned++] = name;
    return name;
}

static enum exit_code list_series(struct input *input)
{
    size_t n = 0;
    for (size_t i = 0; i < input->n_sources; i++)
        n += assay_dataset_count(input->sources[i].dataset);
    input->series = calloc(n + 1, sizeof *input->series);
    if (input->series == NULL)
        return fail_memory();
    const bool clash = sources_clash(input);
    for (size_t i = 0; i < input->n_sources; i++) {
        const struct input_source *source = &input->sources[i];
        for (size_t j = 0; j < assay_dataset_count(source->dataset); j++) {
            struct assay_series *series = &input->series[input->n];
            *series = *assay_dataset_get(source->dataset, j);
            if (source->stop.rule == STOP_PEEK)
                series->warnings |= ASSAY_WARNING(ASSAY_WARN_PEEKED);
            if (clash)
                series->system = name_with_source(input, source, series->system);
            if (series->system == NULL)
                return fail_memory();
            input->n++;
        }
    }
    return EXIT_DONE;
}

/* ---- selection ---- */

static const char *system_of(const struct assay_series *series)
{
    return series->system;
}

static const char *benchmark_of(const struct assay_series *series)
{
    return series->benchmark;
}

static const char *metric_of(const struct assay_series *series)
{
    return series->metric;
}

typedef const char *(*name_of)(const struct assay_series *);

static bool matches(const char *pattern, const char *name)
{
    return strcmp(pattern, name) == 0 || fnmatch(pattern, name, 0) == 0;
}

static bool selected(const struct option_list *patterns, const char *name)
{
    for (size_t i = 0; i < patterns->n; i++)
        if (matches(patterns->items[i], name))
            return true;
    return patterns->n == 0;
}

struct appearance {
    const char *name;
    size_t at;
};

static int by_name_and_place(const void *a, const void *b)
{
    const struct appearance *left = a, *right = b;
    int order = strcmp(left->name, right->name);
    return order != 0 ? order : (left->at > right->at) - (left->at < right->at);
}

/* The distinct names of all series, in order of appearance. Sorted between, as archives hold tens of
 * thousands of benchmarks. */
static bool collect(const struct input *input, name_of name, struct input_names *names)
{
    const char **items = calloc(input->n + 1, sizeof *items);
    struct appearance *all = calloc(input->n + 1, sizeof *all);
    if (items == NULL || all == NULL) {
        free(all);
        free(items);
        return false;
    }
    for (size_t i = 0; i < input->n; i++)
        all[i] = (struct appearance){name(&input->series[i]), i};
    qsort(all, input->n, sizeof *all, by_name_and_place);
    for (size_t i = 0; i < input->n; i++)
        if (i == 0 || strcmp(all[i - 1].name, all[i].name) != 0)
            items[all[i].at] = all[i].name;
    size_t n = 0;
    for (size_t i = 0; i < input->n; i++)
        if (items[i] != NULL)
            items[n++] = items[i];
    free(all);
    free(names->items);
    *names = (struct input_names){items, n};
    return true;
}

static bool collect_all(struct input *input)
{
    return collect(input, system_of, &input->systems) &&
           collect(input, benchmark_of, &input->benchmarks) &&
           collect(input, metric_of, &input->metrics);
}

void input_say_unknown(const char *what, const char *name, const struct input_names *names)
{
    char *list = NULL;
    size_t size;
    FILE *stream = open_memstream(&list, &size);
    if (stream == NULL) {
        (void)fail_memory();
        return;
    }
    for (size_t i = 0; i < names->n; i++)
        fprintf(stream, "%s%s", i > 0 ? ", " : "", names->items[i]);
    if (fclose(stream) == 0)
        terminal_complain("assay: there is no %s \"%s\"; there is %s", what, name, list);
    free(list);
}

/* Each pattern must find something: a misspelt name is no empty result. */
static bool patterns_apply(const struct option_list *patterns, const struct input_names *names,
                           const char *what)
{
    for (size_t i = 0; i < patterns->n; i++) {
        size_t j = 0;
        while (j < names->n && !matches(patterns->items[i], names->items[j]))
            j++;
        if (j < names->n)
            continue;
        input_say_unknown(what, patterns->items[i], names);
        return false;
    }
    return true;
}

static void keep(struct input *input, const struct option_list *patterns, name_of name)
{
    size_t n = 0;
    for (size_t i = 0; i < input->n; i++)
        if (selected(patterns, name(&input->series[i])))
            input->series[n++] = input->series[i];
    input->n = n;
}

static const char *primary_metric(const struct input *input)
{
    for (size_t i = 0; i < input->metrics.n; i++)
        if (strcmp(input->metrics.items[i], "wall") == 0)
            return input->metrics.items[i];
    return input->metrics.n > 0 ? input->metrics.items[0] : "";
}

static enum exit_code select_metrics(const struct input_options *options, bool json,
                                     struct input *input)
{
    const struct option_list *metrics = &options->metrics;
    const bool all = metrics->n == 1 && strcmp(metrics->items[0], "all") == 0;
    input->primary_metric = primary_metric(input);
    if (all || (metrics->n == 0 && json))
        return EXIT_DONE;
    if (metrics->n == 0) {
        const struct option_list primary = {&input->primary_metric, 1};
        keep(input, &primary, metric_of);
        return EXIT_DONE;
    }
    if (!patterns_apply(metrics, &input->metrics, "metric"))
        return EXIT_DATA;
    keep(input, metrics, metric_of);
    struct input_names kept = {NULL, 0};
    if (!collect(input, metric_of, &kept))
        return fail_memory();
    struct input_names available = input->metrics;
    input->metrics = kept;
    input->primary_metric = primary_metric(input);
    input->metrics = available;
    free(kept.items);
    return EXIT_DONE;
}

static enum exit_code select_series(const struct input_options *options, bool json,
                                    struct input *input)
{
    if (!collect_all(input))
        return fail_memory();
    if (!patterns_apply(&options->systems, &input->systems, "system") ||
        !patterns_apply(&options->benchmarks, &input->benchmarks, "benchmark"))
        return EXIT_DATA;
    keep(input, &options->systems, system_of);
    keep(input, &options->benchmarks, benchmark_of);
    if (!collect_all(input))
        return fail_memory();
    enum exit_code code = select_metrics(options, json, input);
    if (code != EXIT_DONE)
        return code;
    if (!collect(input, system_of, &input->systems) ||
        !collect(input, benchmark_of, &input->benchmarks))
        return fail_memory();
    if (input->n > 0)
        return EXIT_DONE;
    fputs("assay: nothing is left of what was measured; --system, --benchmark and --metric select "
          "no series together\n",
          stderr);
    return EXIT_DATA;
}

/* ---- all of it ---- */

enum exit_code input_read(const struct input_options *options,
                          const struct option_arguments *arguments,
                          const struct global_options *global, struct input *input)
{
    static const char *latest[] = {"latest"};
    const struct option_arguments default_arguments = {latest, 1};
    *input = (struct input){0};
    if (arguments->n == 0)
        arguments = &default_arguments;
    struct archives archives;
    enum exit_code code = archives_open(&archives, arguments);
    if (code == EXIT_DONE) {
        const struct option_arguments opened = {archives.items, archives.n};
        code = read_sources(options, &opened, global, input);
    }
    archives_fini(&archives);
    if (code == EXIT_DONE)
        code = list_series(input);
    if (code == EXIT_DONE)
        code = select_series(options, global->json, input);
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
    enum exit_code code = input->sources[0].name != NULL ? list_series(input) : fail_memory();
    if (code == EXIT_DONE)
        code = select_series(options, global->json, input);
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
    free(input->systems.items);
    free(input->benchmarks.items);
    free(input->metrics.items);
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
    for (size_t i = 0; i < input->n; i++) {
        const struct assay_series *series = &input->series[i];
        if (strcmp(series->system, system) == 0 && strcmp(series->benchmark, benchmark) == 0 &&
            strcmp(series->metric, metric) == 0)
            return series;
    }
    return NULL;
}

double input_margin(const struct input *input, double otherwise)
{
    return input->experiment != NULL ? input->experiment->margin : otherwise;
}
