/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_files.c -- several files as one source. */
#include "source/read_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/failure.h"
#include "base/owned.h"
#include "source/found_files.h"
#include "source/joined_files.h"
#include "source/read_source.h"

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
    OWNED char *text = strdup(path);
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

/* Files of a directory that were left out for one reason: the first, and how many. */
struct left_out {
    const struct file *first;
    size_t n;
};

/* What is read in turn, and where it goes. */
struct reading {
    const struct format *format;
    const struct format_options *options;
    const char *level;
    bool each_a_version;         /* files that name the same are told apart by their own names */
    bool by_file;                /* they do: each system is called like its file */
    size_t n_told;               /* files of which it was told what was left out */
    struct format_summary found; /* of all files of directories, and the first of these that says */
    const struct file *first_found;
    size_t n_found; /* files that say something */
    struct left_out duplicates, unknown, without_values;
    size_t n_dated, n_undated; /* files that say when their version was made, and others */
    struct file_parts parts;   /* that wait */
    struct assay_dataset *dataset;
    struct remarks *remarks;
};

static void leave_out(struct left_out *left_out, const struct file *file)
{
    if (left_out->n++ == 0)
        left_out->first = file;
}

static void tell_left_out(const struct left_out *left_out, const char *why, struct remarks *remarks)
{
    if (left_out->n == 1)
        remark_located(remarks, "%s: left out: %s", left_out->first->path, why);
    else if (left_out->n > 1)
        remark_located(remarks, "%s and %zu more file%s: left out: %s", left_out->first->path,
                       left_out->n - 1, left_out->n == 2 ? "" : "s", why);
}

static void tell_all_left_out(const struct reading *reading)
{
    struct remarks *remarks = reading->remarks;
    const struct left_out *duplicates = &reading->duplicates;
    if (duplicates->n > 0)
        remark_located(remarks, "%s: left out: %s, which is called the same, was read",
                       duplicates->first->path, file_list_base(duplicates->first->better));
    if (duplicates->n > 1)
        remark_located(remarks, "%zu more file%s left out for that reason", duplicates->n - 1,
                       duplicates->n == 2 ? " was" : "s were");
    tell_left_out(&reading->unknown, "not a format that assay knows", remarks);
    tell_left_out(&reading->without_values,
                  "of a known format, but without a value that can be used", remarks);
}

/* A directory of a hundred files alike says it once. */
static void note_found(struct reading *reading, const struct file *file,
                       const struct format_summary *summary)
{
    struct format_summary *all = &reading->found;
    const bool says = summary->n > 0 || summary->n_summaries > 0 || summary->note != NULL ||
                      summary->packed_rest > 0;
    if (!says)
        return;
    if (reading->n_found++ == 0)
        reading->first_found = file;
    for (size_t i = 0; i < summary->n; i++)
        format_summary_skip(all, summary->skipped[i].n, summary->skipped[i].reason);
    all->n_summaries += summary->n_summaries;
    all->packed_rest += summary->packed_rest;
    all->note = summary->note != NULL ? summary->note : all->note;
}

static void tell_found(const struct reading *reading)
{
    OWNED char *name = NULL;
    if (reading->n_found == 0)
        return;
    if (reading->n_found > 1 &&
        asprintf(&name, "%s and %zu more file%s", reading->first_found->path, reading->n_found - 1,
                 reading->n_found == 2 ? "" : "s") < 0)
        name = NULL;
    source_tell_summary(name != NULL ? name : reading->first_found->path, &reading->found,
                        reading->remarks);
}

/* Adds what one file gave, or keeps it among the parts. Takes the dataset over. *again: names clash,
 * and everything is to be read once more, by file. */
static enum assay_status add_part(struct reading *reading, const struct file *file, size_t index,
                                  struct assay_dataset *part, const struct format_summary *summary,
                                  bool *again, struct assay_error *error)
{
    SCOPED(assay_dataset_free) struct assay_dataset *own = part;
    const struct file_part whole = {file, part, summary->origin,
                                    file->named        ? FILE_NAMES_LENT
                                    : reading->by_file ? FILE_NAMES_BEFORE
                                                       : FILE_NAMES_ITS_OWN};
    const struct provenance none = {false, false};
    bool clashes = false;
    if (file->better != NULL || (reading->each_a_version && !reading->by_file))
        TRY(file_part_clashes(&whole, reading->dataset, &clashes, error));
    if (file->better != NULL && clashes) {
        leave_out(&reading->duplicates, file);
        return ASSAY_OK;
    }
    if (index >= reading->n_told) {
        if (!file->found || summary->cut_line > 0 || summary->cut_packed)
            source_tell_summary(file->path, summary, reading->remarks);
        else
            note_found(reading, file, summary);
        reading->n_told = index + 1;
    }
    *(summary->origin.version_ms > 0 ? &reading->n_dated : &reading->n_undated) += 1;
    if (file->found && origin_is_known(&summary->origin)) {
        reading->parts.items[reading->parts.n++] = whole;
        own = NULL;
        return ASSAY_OK;
    }
    *again = clashes && reading->each_a_version && !reading->by_file;
    return *again ? ASSAY_OK
                  : file_part_add(&whole, &none, reading->level, reading->dataset, error);
}

/* A file that was named itself must be read; of a directory's, those that can be. */
static enum assay_status read_one(struct reading *reading, const struct file *file, size_t index,
                                  bool *again, struct assay_error *error)
{
    struct format_summary summary = {0};
    struct format_options own = *reading->options;
    struct assay_dataset *part = NULL;
    bool unknown = false;
    own.system = file->system;
    own.summary = &summary;
    if (file->benchmark != NULL)
        own.benchmark = file->benchmark;
    enum assay_status status =
        source_read_file(file->path, reading->format, &own, file->found ? &unknown : NULL, &part,
                         reading->remarks, error);
    if (unknown) {
        if (!file->beside)
            leave_out(&reading->unknown, file);
        return ASSAY_OK;
    }
    if (status == ASSAY_UNDEFINED && file->found) {
        leave_out(&reading->without_values, file);
        return ASSAY_OK;
    }
    return status == ASSAY_OK ? add_part(reading, file, index, part, &summary, again, error)
                              : status;
}

/* A directory's files are versions by the time that they tell; those that tell none by their names. */
static void tell_order(const struct reading *reading)
{
    if (reading->n_dated == 0 && reading->n_undated > 1)
        remark(reading->remarks, "no file says when its version was made: they stand in the order "
                                 "of their names, v9 before v10");
    else if (reading->n_undated > 0 && reading->n_dated > 0)
        remark(reading->remarks,
               "%zu of %zu files do not say when their version was made: they stand in the order "
               "of their names, apart from the others",
               reading->n_undated, reading->n_undated + reading->n_dated);
}

static enum assay_status finish_reading(struct reading *reading, size_t n_files,
                                        struct assay_error *error)
{
    TRY(file_parts_add(&reading->parts, reading->level, reading->dataset, error));
    tell_found(reading);
    tell_all_left_out(reading);
    if (reading->each_a_version)
        tell_order(reading);
    if (assay_dataset_count(reading->dataset) == 0)
        return assay_fail(error, ASSAY_INVALID,
                          "none of the %zu files holds values that assay knows", n_files);
    return assay_dataset_finish(reading->dataset, error);
}

static enum assay_status read_each(struct reading *reading, const struct files *files, bool *again,
                                   struct assay_error *error)
{
    reading->duplicates = reading->unknown = reading->without_values = (struct left_out){NULL, 0};
    reading->n_dated = reading->n_undated = 0;
    reading->parts = (struct file_parts){calloc(files->n + 1, sizeof *reading->parts.items), 0};
    reading->dataset = assay_dataset_new();
    *again = false;
    const bool complete = reading->dataset != NULL && reading->parts.items != NULL;
    enum assay_status status = complete ? ASSAY_OK : fail_no_memory(error);
    for (size_t i = 0; i < files->n && status == ASSAY_OK && !*again; i++)
        status = read_one(reading, &files->items[i], i, again, error);
    if (status == ASSAY_OK && !*again)
        status = finish_reading(reading, files->n, error);
    file_parts_fini(&reading->parts);
    if (status != ASSAY_OK || *again)
        assay_dataset_free(&reading->dataset);
    return status;
}

/* Only when names clash the files' own are used, for all: then everything is read once more. */
static enum assay_status read_all(struct reading *reading, const struct files *files,
                                  struct assay_dataset **dataset, struct assay_error *error)
{
    bool again;
    enum assay_status status = read_each(reading, files, &again, error);
    if (status == ASSAY_OK && again) {
        reading->by_file = true;
        status = read_each(reading, files, &again, error);
    }
    *dataset = reading->dataset;
    return status;
}

/* The files of a directory, of criterion.rs the samples that are asked for. */
static enum assay_status expand(struct files *files, const char *path,
                                const struct format_options *options, struct remarks *remarks,
                                struct assay_error *error)
{
    if (!file_list_expand(files, path, options->alone, options->system, remarks) ||
        !duplicates_mark(files))
        return fail_no_memory(error);
    return files->n > 0 ? ASSAY_OK
                        : assay_fail(error, ASSAY_MISSING, "the directory %s holds no files", path);
}

enum assay_status files_read_directory(const char *path, const struct format *format,
                                       const struct format_options *options, const char *level,
                                       struct assay_dataset **dataset, struct remarks *remarks,
                                       struct assay_error *error)
{
    SCOPED(file_list_fini) struct files files = {NULL, 0, 0};
    TRY(expand(&files, path, options, remarks, error));
    if (files.items[0].benchmark != NULL)
        qsort(files.items, files.n, sizeof *files.items, new_last);
    struct reading reading = {
        .format = format, .options = options, .level = level, .remarks = remarks};
    return read_all(&reading, &files, dataset, error);
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
    SCOPED(file_list_fini) struct files files = {NULL, 0, 0};
    struct format_options own = *options;
    TRY(expand(&files, path, options, remarks, error));
    if (files.items[0].benchmark == NULL) {
        own.alone = files.n == 1;
        TRY(name_after_files(&files, path, error));
    }
    struct reading reading = {
        .format = format, .options = &own, .each_a_version = true, .remarks = remarks};
    return read_all(&reading, &files, dataset, error);
}

static bool append_argument(struct files *files, const char *argument, struct remarks *remarks)
{
    const char *path = files_path(argument);
    OWNED char *system =
        path != argument ? strndup(argument, (size_t)(path - argument - 1)) : system_of(path);
    if (system == NULL)
        return false;
    bool done;
    if (files_is_directory(path))
        done = file_list_expand(files, path, false, system, remarks);
    else
        done = file_list_append(
            files, (struct file){strdup(path), strdup(system), NULL, strdup(path), false});
    return done;
}

static bool has_one_system(const struct files *files)
{
    for (size_t i = 1; i < files->n; i++)
        if (strcmp(files->items[i].system, files->items[0].system) != 0)
            return false;
    return true;
}

static bool all_named(const struct name_list *arguments)
{
    for (size_t i = 0; i < arguments->n; i++)
        if (files_path(arguments->items[i]) == arguments->items[i])
            return false;
    return true;
}

enum assay_status files_read_units(const struct name_list *arguments, const struct format *format,
                                   const struct format_options *options, const char *level,
                                   struct assay_dataset **dataset, struct remarks *remarks,
                                   struct assay_error *error)
{
    SCOPED(file_list_fini) struct files files = {NULL, 0, 0};
    struct format_options own = *options;
    for (size_t i = 0; i < arguments->n; i++)
        if (!append_argument(&files, arguments->items[i], remarks))
            return fail_no_memory(error);
    own.alone = has_one_system(&files);
    for (size_t i = 0; i < files.n; i++)
        files.items[i].named = !own.alone && all_named(arguments);
    if (!duplicates_mark(&files))
        return fail_no_memory(error);
    struct reading reading = {
        .format = format, .options = &own, .level = level, .remarks = remarks};
    return read_all(&reading, &files, dataset, error);
}
