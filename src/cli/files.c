/* SPDX-License-Identifier: GPL-3.0-or-later */
/* files.c -- several files as one source. */
#include "cli/files.h"

#include <dirent.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/fail.h"
#include "cli/source.h"
#include "format/walk.h"
#include "render/terminal.h"

struct file {
    char *path, *system, *benchmark, *label; /* benchmark NULL: as the options say */
    bool found;                              /* in a directory, where other files may stand too */
};

struct files {
    struct file *items;
    size_t n, room;
};

static void files_fini(struct files *files)
{
    for (size_t i = 0; i < files->n; i++) {
        free(files->items[i].path);
        free(files->items[i].system);
        free(files->items[i].benchmark);
        free(files->items[i].label);
    }
    free(files->items);
}

/* Takes over what the file points to; false when memory is out, also before. */
static bool append(struct files *files, struct file file)
{
    if (files->n == files->room) {
        size_t room = files->room > 0 ? 2 * files->room : 16;
        struct file *items = realloc(files->items, room * sizeof *items);
        if (items == NULL) {
            free(file.path);
            free(file.system);
            free(file.benchmark);
            free(file.label);
            return false;
        }
        files->items = items;
        files->room = room;
    }
    files->items[files->n++] = file;
    return file.path != NULL && file.system != NULL && file.label != NULL;
}

const char *files_path(const char *argument)
{
    struct stat status;
    const char *equals = strchr(argument, '=');
    if (equals == NULL || equals == argument || stat(argument, &status) == 0)
        return argument;
    return stat(equals + 1, &status) == 0 ? equals + 1 : argument;
}

bool files_is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* ---- names ---- */

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

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
    char *base = text + (base_of(path) - path), *dot;
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
        name = strdup(base_of(text));
    } else {
        name = strdup(base);
    }
    free(text);
    return name;
}

/* ---- directories ---- */

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strverscmp((*a)->fts_name, (*b)->fts_name);
}

/* ROOT/GROUP/FUNCTION/new/sample.json becomes GROUP/FUNCTION of the system `new`. */
static bool append_criterion(struct files *files, const char *root, const char *path, bool alone,
                             const char *system)
{
    const char *last = strrchr(path, '/'), *kind = last;
    while (kind > path && kind[-1] != '/')
        kind--;
    const size_t size = (size_t)(last - kind);
    const bool is_new = size == 3 && strncmp(kind, "new", 3) == 0;
    const bool is_base = size == 4 && strncmp(kind, "base", 4) == 0;
    if (!is_new && !(alone && is_base))
        return true;
    const char *name = path + strlen(root);
    name += strspn(name, "/");
    char *benchmark = kind - 1 > name ? strndup(name, (size_t)(kind - 1 - name)) : strdup(name);
    struct file file = {strdup(path), alone ? strndup(kind, size) : strdup(system), benchmark,
                        strdup(system), true};
    return append(files, file);
}

/* The files below a directory: of criterion.rs its samples, else all. */
static bool list_directory(struct files *files, const char *path, bool alone, const char *system,
                           bool criterion)
{
    char *roots[] = {(char *)(uintptr_t)path, NULL};
    enum { DEEPEST = 6, MOST_ENTRIES = 20000 }; /* a tree of samples is smaller */
    FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR | FTS_XDEV, by_name);
    if (tree == NULL)
        return false;
    bool done = true;
    size_t seen = 0;
    for (FTSENT *entry; done && (entry = fts_read(tree)) != NULL && seen < MOST_ENTRIES; seen++) {
        if (entry->fts_info == FTS_D && entry->fts_level > 0 &&
            (entry->fts_level >= DEEPEST || entry->fts_name[0] == '.'))
            (void)fts_set(tree, entry, FTS_SKIP);
        if (entry->fts_info != FTS_F || entry->fts_name[0] == '.')
            continue;
        if (criterion && strcmp(entry->fts_name, "sample.json") == 0)
            done = append_criterion(files, path, entry->fts_path, alone, system);
        else if (!criterion)
            done = append(files, (struct file){strdup(entry->fts_path), strdup(system), NULL,
                                               strdup(entry->fts_name), true});
    }
    (void)fts_close(tree);
    return done;
}

static bool expand_directory(struct files *files, const char *path, bool alone, const char *system)
{
    const size_t before = files->n;
    if (!list_directory(files, path, alone, system, true))
        return false;
    return files->n > before || list_directory(files, path, alone, system, false);
}

/* base before new: the first system is the old one. */
static int base_first(const void *a, const void *b)
{
    const struct file *x = a, *y = b;
    return strcmp(x->system, y->system) != 0 ? strcmp(x->system, y->system)
                                             : strverscmp(x->path, y->path);
}

/* ---- reading ---- */

/* Adds the file's series; a series that another file has too needs a level that tells them apart.
 */
static enum exit_code add_file(const struct file *file, const struct assay_dataset *own,
                               const char *level, struct assay_dataset *dataset)
{
    for (size_t i = 0; i < assay_dataset_count(own); i++) {
        const struct assay_series *series = assay_dataset_get(own, i);
        struct assay_error error;
        if (level == NULL && assay_dataset_find(dataset, series->system, series->benchmark,
                                                series->metric) != NULL) {
            terminal_complain("%s: another file has %s of %s on %s too; say what each file is one "
                              "of: --level-of-files execution, build or another level",
                              file->path, series->metric, series->benchmark, series->system);
            return EXIT_DATA;
        }
        if (walk_copy(series, series->system, level, file->label, dataset, &error) != ASSAY_OK) {
            terminal_complain("%s: %s", file->path, error.text);
            return error.status == ASSAY_NO_MEMORY ? EXIT_SYSTEM : EXIT_DATA;
        }
    }
    return EXIT_DONE;
}

static enum exit_code read_one(const struct file *file, const struct format *format,
                               const struct format_options *options, const char *level, bool quiet,
                               struct assay_dataset *dataset)
{
    struct format_summary summary = {0};
    struct format_options own = *options;
    struct assay_dataset *part = NULL;
    if (file->found && format == NULL && !source_is_known(file->path)) {
        if (!quiet)
            terminal_complain("%s: left out: not a format that assay knows", file->path);
        return EXIT_DONE;
    }
    own.system = file->system;
    own.summary = &summary;
    if (file->benchmark != NULL)
        own.benchmark = file->benchmark;
    enum exit_code code = source_read_file(file->path, format, &own, &part);
    if (code != EXIT_DONE)
        return code;
    if (!quiet)
        source_say_summary(file->path, &summary);
    code = add_file(file, part, level, dataset);
    assay_dataset_free(&part);
    return code;
}

static enum exit_code read_all(const struct files *files, const struct format *format,
                               const struct format_options *options, const char *level, bool quiet,
                               struct assay_dataset **dataset)
{
    struct assay_error error;
    *dataset = assay_dataset_new();
    if (*dataset == NULL)
        return fail_memory();
    enum exit_code code = EXIT_DONE;
    for (size_t i = 0; i < files->n && code == EXIT_DONE; i++)
        code = read_one(&files->items[i], format, options, level, quiet, *dataset);
    if (code == EXIT_DONE && assay_dataset_count(*dataset) == 0) {
        terminal_complain("assay: none of the %zu files holds values that assay knows", files->n);
        code = EXIT_DATA;
    }
    if (code == EXIT_DONE && assay_dataset_finish(*dataset, &error) != ASSAY_OK) {
        terminal_complain("assay: %s", error.text);
        code = EXIT_DATA;
    }
    if (code != EXIT_DONE)
        assay_dataset_free(dataset);
    return code;
}

enum exit_code files_read_directory(const char *path, const struct format *format,
                                    const struct format_options *options, const char *level,
                                    bool quiet, struct assay_dataset **dataset)
{
    struct files files = {NULL, 0, 0};
    enum exit_code code = EXIT_SYSTEM;
    if (!expand_directory(&files, path, options->alone, options->system)) {
        (void)fail_memory();
    } else if (files.n == 0) {
        terminal_complain("assay: the directory %s holds no files", path);
        code = EXIT_DATA;
    } else {
        if (files.items[0].benchmark != NULL)
            qsort(files.items, files.n, sizeof *files.items, base_first);
        code = read_all(&files, format, options, level, quiet, dataset);
    }
    files_fini(&files);
    return code;
}

static bool append_argument(struct files *files, const char *argument)
{
    const char *path = files_path(argument);
    char *system =
        path != argument ? strndup(argument, (size_t)(path - argument - 1)) : system_of(path);
    if (system == NULL)
        return false;
    bool done;
    if (files_is_directory(path))
        done = expand_directory(files, path, false, system);
    else
        done =
            append(files, (struct file){strdup(path), strdup(system), NULL, strdup(path), false});
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
        if (!append_argument(&files, arguments->items[i]))
            code = fail_memory();
    own.alone = has_one_system(&files);
    if (code == EXIT_DONE)
        code = read_all(&files, format, &own, level, quiet, dataset);
    files_fini(&files);
    return code;
}
