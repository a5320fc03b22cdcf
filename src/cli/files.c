/* SPDX-License-Identifier: GPL-3.0-or-later */
/* files.c -- several files as one source. */
#include "cli/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/file_parts.h"
#include "cli/file_twins.h"
#include "cli/source.h"
#include "memory/failure.h"

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

static void tell_left_out(const struct file *file, struct remarks *remarks)
{
    if (file->better != NULL)
        remark_located(remarks, "%s: left out: %s, which is called the same, was read", file->path,
                       file_list_base(file->better));
    else
        remark_located(remarks, "%s: left out: not a format that assay knows", file->path);
}

/* Reads a file into the dataset, or into the parts that wait. */
static enum assay_status read_one(const struct file *file, const struct format *format,
                                  const struct format_options *options, const char *level,
                                  struct file_parts *parts, struct assay_dataset *dataset,
                                  struct remarks *remarks, struct assay_error *error)
{
    struct format_summary summary = {0};
    struct format_options own = *options;
    struct assay_dataset *part = NULL;
    if (file->found && format == NULL && !source_is_known(file->path)) {
        tell_left_out(file, remarks);
        return ASSAY_OK;
    }
    own.system = file->system;
    own.summary = &summary;
    if (file->benchmark != NULL)
        own.benchmark = file->benchmark;
    enum assay_status status = source_read_file(file->path, format, &own, &part, remarks, error);
    if (status != ASSAY_OK)
        return status;
    if (file->better != NULL && file_twins_tell_of_the_same(part, dataset)) {
        tell_left_out(file, remarks);
        assay_dataset_free(&part);
        return ASSAY_OK;
    }
    source_tell_summary(file->path, &summary, remarks);
    if (file->found && origin_is_known(&summary.origin)) {
        parts->items[parts->n++] = (struct file_part){file, part, summary.origin};
        return ASSAY_OK;
    }
    const struct file_part whole = {file, part, summary.origin};
    const struct origins none = {false, false};
    status = file_part_add(&whole, &none, level, dataset, error);
    assay_dataset_free(&part);
    return status;
}

static enum assay_status read_all(const struct files *files, const struct format *format,
                                  const struct format_options *options, const char *level,
                                  struct assay_dataset **dataset, struct remarks *remarks,
                                  struct assay_error *error)
{
    struct file_parts parts = {calloc(files->n + 1, sizeof *parts.items), 0};
    *dataset = assay_dataset_new();
    enum assay_status status =
        *dataset != NULL && parts.items != NULL ? ASSAY_OK : fail_no_memory(error);
    for (size_t i = 0; i < files->n && status == ASSAY_OK; i++)
        status =
            read_one(&files->items[i], format, options, level, &parts, *dataset, remarks, error);
    if (status == ASSAY_OK)
        status = file_parts_add(&parts, level, *dataset, error);
    file_parts_fini(&parts);
    if (status == ASSAY_OK && assay_dataset_count(*dataset) == 0)
        status = assay_fail(error, ASSAY_INVALID,
                            "none of the %zu files holds values that assay knows", files->n);
    if (status == ASSAY_OK)
        status = assay_dataset_finish(*dataset, error);
    if (status != ASSAY_OK)
        assay_dataset_free(dataset);
    return status;
}

/* The files of a directory, of criterion.rs the samples that are asked for. */
static enum assay_status expand(struct files *files, const char *path,
                                const struct format_options *options, struct remarks *remarks,
                                struct assay_error *error)
{
    if (!file_list_expand(files, path, options->alone, options->system, remarks) ||
        !file_twins_mark(files))
        return fail_no_memory(error);
    return files->n > 0 ? ASSAY_OK
                        : assay_fail(error, ASSAY_MISSING, "the directory %s holds no files", path);
}

enum assay_status files_read_directory(const char *path, const struct format *format,
                                       const struct format_options *options, const char *level,
                                       struct assay_dataset **dataset, struct remarks *remarks,
                                       struct assay_error *error)
{
    struct files files = {NULL, 0, 0};
    enum assay_status status = expand(&files, path, options, remarks, error);
    if (status == ASSAY_OK) {
        if (files.items[0].benchmark != NULL)
            qsort(files.items, files.n, sizeof *files.items, new_last);
        status = read_all(&files, format, options, level, dataset, remarks, error);
    }
    file_list_fini(&files);
    return status;
}

/* Names files after themselves, "2024/v1.json" below the directory; one that may hold the same as a
 * better one is of its version. */
static enum assay_status name_after_files(struct files *files, const char *directory,
                                          struct assay_error *error)
{
    for (size_t i = 0; i < files->n; i++) {
        const struct file *file = &files->items[i];
        const char *path = file->better != NULL ? file->better : file->path;
        const char *below = path + strlen(directory);
        free(files->items[i].system);
        files->items[i].system = strdup(below + strspn(below, "/"));
        if (files->items[i].system == NULL)
            return fail_no_memory(error);
    }
    return ASSAY_OK;
}

enum assay_status files_read_versions(const char *path, const struct format *format,
                                      const struct format_options *options,
                                      struct assay_dataset **dataset, struct remarks *remarks,
                                      struct assay_error *error)
{
    struct files files = {NULL, 0, 0};
    struct format_options own = *options;
    enum assay_status status = expand(&files, path, options, remarks, error);
    if (status == ASSAY_OK && files.items[0].benchmark == NULL) {
        own.alone = files.n == 1;
        status = name_after_files(&files, path, error);
    }
    if (status == ASSAY_OK)
        status = read_all(&files, format, &own, NULL, dataset, remarks, error);
    file_list_fini(&files);
    return status;
}

static bool append_argument(struct files *files, const char *argument, struct remarks *remarks)
{
    const char *path = files_path(argument);
    char *system =
        path != argument ? strndup(argument, (size_t)(path - argument - 1)) : system_of(path);
    if (system == NULL)
        return false;
    bool done;
    if (files_is_directory(path))
        done = file_list_expand(files, path, false, system, remarks);
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

enum assay_status files_read_units(const struct name_list *arguments, const struct format *format,
                                   const struct format_options *options, const char *level,
                                   struct assay_dataset **dataset, struct remarks *remarks,
                                   struct assay_error *error)
{
    struct files files = {NULL, 0, 0};
    struct format_options own = *options;
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < arguments->n && status == ASSAY_OK; i++)
        if (!append_argument(&files, arguments->items[i], remarks))
            status = fail_no_memory(error);
    own.alone = has_one_system(&files);
    if (status == ASSAY_OK && !file_twins_mark(&files))
        status = fail_no_memory(error);
    if (status == ASSAY_OK)
        status = read_all(&files, format, &own, level, dataset, remarks, error);
    file_list_fini(&files);
    return status;
}
