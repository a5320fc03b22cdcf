/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_sources.c -- from arguments to what was read: files, directories, experiments.
 *
 * Each argument is one source, unless the user says that files are units of a level: then all of
 * them are one.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/files.h"
#include "cli/input_parts.h"
#include "cli/source.h"
#include "manifest/manifest.h"
#include "render/terminal.h"

const char *const input_levels[] = {"auto", "execution", "iteration", "build", NULL};

static bool is_file(const char *argument)
{
    return strcmp(argument, "-") == 0 || files_is_there(files_path(argument));
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
                                             struct format_summary *summary,
                                             struct format_versions *versions)
{
    return (struct format_options){.system = system,
                                   .benchmark = benchmark,
                                   .level =
                                       options->level > 0 ? input_levels[options->level] : NULL,
                                   .alone = arguments->n == 1,
                                   .partial = options->partial,
                                   .summary = summary,
                                   .versions = versions};
}

static enum exit_code read_file(const struct input_options *options,
                                const struct option_arguments *arguments, size_t index, bool quiet,
                                struct input *input)
{
    struct input_source *source = &input->sources[index];
    const struct format *format;
    struct format_summary summary = {0};
    const char *path = files_path(arguments->items[index]);
    enum exit_code code = find_format(options, &format);
    char *first = short_name(arguments, 0);
    if (code == EXIT_DONE && first == NULL)
        code = fail_memory();
    if (code == EXIT_DONE) {
        const struct format_options reading =
            reading_options(options, arguments, source->name, first, &summary, &input->versions);
        if (files_is_directory(path) && options->by_version && arguments->n == 1) {
            code = files_read_versions(path, format, &reading, quiet, &source->dataset);
        } else if (files_is_directory(path)) {
            code = files_read_directory(path, format, &reading, NULL, quiet, &source->dataset);
        } else {
            code = source_read_file(path, format, &reading, &source->dataset);
            source->origin = summary.origin;
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
    const struct format_options reading =
        reading_options(options, arguments, NULL, "files", NULL, NULL);
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
    struct assay_error error;
    if (info->manifest != NULL && manifest_parse(info->manifest, strlen(info->manifest), "",
                                                 info->source, &design, &error) == ASSAY_OK) {
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
    if (!options->stored && is_file(argument))
        return read_file(options, arguments, index, global->quiet, input);
    struct experiment_info *info;
    enum exit_code code = source_read_experiment(argument, global, strcmp(argument, "latest") != 0,
                                                 &source->dataset, &info);
    if (code != EXIT_DONE)
        return code;
    read_stop(info, source);
    source->stored = true;
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

enum exit_code input_read_sources(const struct input_options *options,
                                  const struct option_arguments *arguments,
                                  const struct global_options *global, struct input *input)
{
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
    if (options->by_version)
        sort_by_version(input);
    return EXIT_DONE;
}
