/* SPDX-License-Identifier: GPL-3.0-or-later */
/* files.c -- several files as one source. */
#include "cli/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/fail.h"
#include "cli/file_parts.h"
#include "cli/file_twins.h"
#include "cli/source.h"
#include "render/terminal.h"

bool files_is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ||
           (errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG);
}

const char *files_path(const char *argument)
{
    const char *equals = strchr(argument, '=');
    if (equals == NULL || equals == argument || files_is_there(argument))
        return argument;
    return files_is_there(equals + 1) ? equals + 1 : argument;
}

bool files_is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* ---- names ---- */

static bool is_separator(char c)
{
    return strchr("-_. #", c) != NULL;
}

/* "runs/old-2.json.gz" is of the system "old"; a name that is nothing but a number, of its
 * directory. */
static char *system_of(const char *path)
{
    char *text = strdup(path);
    if (text == NULL)
        return NULL;
    char *base = text + (file_list_base(path) - path), *dot;
    while ((dot = strrchr(base, '.')) != NULL && dot > base &&
           (strspn(dot + 1, "0123456789") < strlen(dot + 1) || dot[1] == '\0'))
        *dot = '\0';
    size_t n = strlen(base);
    while (n > 0 && (unsigned)(base[n - 1] - '0') < 10)
        n--;
    while (n > 0 && is_separator(base[n - 1]))
        n--;
    char *name;
    if (n > 0) {
        name = strndup(base, n);
    } else if (base > text) {
        base[-1] = '\0';
        name = strdup(file_list_base(text));
    } else {
        name = strdup(base);
    }
    free(text);
    return name;
}

/* `new` behind the others: the first system is the old one. */
static int new_last(const void *a, const void *b)
{
    const struct file *x = a, *y = b;
    const int x_is_new = strcmp(x->system, "new") == 0, y_is_new = strcmp(y->system, "new") == 0;
    const int order = x_is_new - y_is_new;
    if (order != 0 || strcmp(x->system, y->system) == 0)
        return order != 0 ? order : strverscmp(x->path, y->path);
    return strcmp(x->system, y->system);
}

/* ---- reading ---- */

static void say_left_out(const struct file *file, bool quiet)
{
    if (quiet)
        return;
    if (file->better != NULL)
        terminal_complain("%s: left out: %s, which is called the same, was read", file->path,
                          file_list_base(file->better));
    else
        terminal_complain("%s: left out: not a format that assay knows", file->path);
}

/* Reads a file into the dataset, or into the parts that wait. */
static enum exit_code read_one(const struct file *file, const struct format *format,
                               const struct format_options *options, const char *level, bool quiet,
                               struct file_parts *parts, struct assay_dataset *dataset)
{
    struct format_summary summary = {0};
    struct format_options own = *options;
    struct assay_dataset *part = NULL;
    if (file->found && format == NULL && !source_is_known(file->path)) {
        say_left_out(file, quiet);
        return EXIT_DONE;
    }
    own.system = file->system;
    own.summary = &summary;
    if (file->benchmark != NULL)
        own.benchmark = file->benchmark;
    enum exit_code code = source_read_file(file->path, format, &own, &part);
    if (code != EXIT_DONE)
        return code;
    if (file->better != NULL && file_twins_tell_of_the_same(part, dataset)) {
        say_left_out(file, quiet);
        assay_dataset_free(&part);
        return EXIT_DONE;
    }
    if (!quiet)
        source_say_summary(file->path, &summary);
    if (file->found && origin_is_known(&summary.origin)) {
        parts->items[parts->n++] = (struct file_part){file, part, summary.origin};
        return EXIT_DONE;
    }
    const struct file_part whole = {file, part, summary.origin};
    const struct origins none = {false, false};
    code = file_part_add(&whole, &none, level, dataset);
    assay_dataset_free(&part);
    return code;
}

static enum exit_code read_all(const struct files *files, const struct format *format,
                               const struct format_options *options, const char *level, bool quiet,
                               struct assay_dataset **dataset)
{
    struct assay_error error;
    struct file_parts parts = {calloc(files->n + 1, sizeof *parts.items), 0};
    *dataset = assay_dataset_new();
    enum exit_code code = *dataset != NULL && parts.items != NULL ? EXIT_DONE : fail_memory();
    for (size_t i = 0; i < files->n && code == EXIT_DONE; i++)
        code = read_one(&files->items[i], format, options, level, quiet, &parts, *dataset);
    if (code == EXIT_DONE)
        code = file_parts_add(&parts, level, *dataset);
    file_parts_fini(&parts);
    if (code == EXIT_DONE && assay_dataset_count(*dataset) == 0) {
        terminal_complain("assay: none of the %zu files holds values that assay knows", files->n);
        code = EXIT_DATA;
    }
    if (code == EXIT_DONE && assay_dataset_finish(*dataset, &error) != ASSAY_OK) {
        code = fail_with(&error);
    }
    if (code != EXIT_DONE)
        assay_dataset_free(dataset);
    return code;
}

/* The files of a directory, of criterion.rs the samples that are asked for. */
static enum exit_code expand(struct files *files, const char *path,
                             const struct format_options *options, bool quiet)
{
    if (!file_list_expand(files, path, options->alone, options->system, quiet) ||
        !file_twins_mark(files))
        return fail_memory();
    if (files->n > 0)
        return EXIT_DONE;
    terminal_complain("assay: the directory %s holds no files", path);
    return EXIT_DATA;
}

enum exit_code files_read_directory(const char *path, const struct format *format,
                                    const struct format_options *options, const char *level,
                                    bool quiet, struct assay_dataset **dataset)
{
    struct files files = {NULL, 0, 0};
    enum exit_code code = expand(&files, path, options, quiet);
    if (code == EXIT_DONE) {
        if (files.items[0].benchmark != NULL)
            qsort(files.items, files.n, sizeof *files.items, new_last);
        code = read_all(&files, format, options, level, quiet, dataset);
    }
    file_list_fini(&files);
    return code;
}

/* Names files after themselves, "2024/v1.json" below the directory; one that may hold the same as a
 * better one is of its version. */
static enum exit_code name_after_files(struct files *files, const char *directory)
{
    for (size_t i = 0; i < files->n; i++) {
        const struct file *file = &files->items[i];
        const char *path = file->better != NULL ? file->better : file->path;
        const char *below = path + strlen(directory);
        free(files->items[i].system);
        files->items[i].system = strdup(below + strspn(below, "/"));
        if (files->items[i].system == NULL)
            return fail_memory();
    }
    return EXIT_DONE;
}

enum exit_code files_read_versions(const char *path, const struct format *format,
                                   const struct format_options *options, bool quiet,
                                   struct assay_dataset **dataset)
{
    struct files files = {NULL, 0, 0};
    struct format_options own = *options;
    enum exit_code code = expand(&files, path, options, quiet);
    if (code == EXIT_DONE && files.items[0].benchmark == NULL) {
        own.alone = files.n == 1;
        code = name_after_files(&files, path);
    }
    if (code == EXIT_DONE)
        code = read_all(&files, format, &own, NULL, quiet, dataset);
    file_list_fini(&files);
    return code;
}

static bool append_argument(struct files *files, const char *argument, bool quiet)
{
    const char *path = files_path(argument);
    char *system =
        path != argument ? strndup(argument, (size_t)(path - argument - 1)) : system_of(path);
    if (system == NULL)
        return false;
    bool done;
    if (files_is_directory(path))
        done = file_list_expand(files, path, false, system, quiet);
    else
        done = file_list_append(
            files, (struct file){strdup(path), strdup(system), NULL, strdup(path), false});
    free(system);
    return done;
}

static bool has_one_system(const struct files *files)
{
    for (size_t i = 1; i < files->n; i++)
        if (strcmp(files->items[i].system, files->items[0].system) != 0)
            return false;
    return true;
}

enum exit_code files_read_units(const struct option_arguments *arguments,
                                const struct format *format, const struct format_options *options,
                                const char *level, bool quiet, struct assay_dataset **dataset)
{
    struct files files = {NULL, 0, 0};
    struct format_options own = *options;
    enum exit_code code = EXIT_DONE;
    for (size_t i = 0; i < arguments->n && code == EXIT_DONE; i++)
        if (!append_argument(&files, arguments->items[i], quiet))
            code = fail_memory();
    own.alone = has_one_system(&files);
    if (code == EXIT_DONE && !file_twins_mark(&files))
        code = fail_memory();
    if (code == EXIT_DONE)
        code = read_all(&files, format, &own, level, quiet, dataset);
    file_list_fini(&files);
    return code;
}
