/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found_files.c -- the files of a directory.
 * Source:   criterion.rs: target/criterion/GROUP[/FUNCTION][/VALUE]/BASELINE/sample.json; `new` is the
 *           latest run. When a run is over it is copied to `base`, or to the baseline that
 *           --save-baseline names (copy_new_dir_to_base); only --baseline leaves that as it was.
 *           People keep samples side by side as NAME.sample.json: of the benchmark NAME. */
#include "source/found_files.h"

#include <fts.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/owned.h"
#include "import/declaration.h"
#include "source/read_source.h"

static void forget(struct file *file)
{
    free(file->path);
    free(file->system);
    free(file->benchmark);
    free(file->label);
}

void file_list_fini(struct files *files)
{
    for (size_t i = 0; i < files->n; i++)
        forget(&files->items[i]);
    free(files->items);
}

bool file_list_append(struct files *files, struct file file)
{
    if (!array_more(&files->items, files->n, &files->room)) {
        forget(&file);
        return false;
    }
    files->items[files->n++] = file;
    return file.path != NULL && file.system != NULL && file.label != NULL;
}

const char *file_list_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

/* ---- criterion.rs ---- */

/* What stands behind the last directory `criterion` of a path, or NULL. */
static const char *behind_criterion(const char *path)
{
    static const char directory[] = "/criterion/";
    const char *found = NULL;
    for (const char *p = path; (p = strstr(p, directory)) != NULL; p++)
        found = p + sizeof directory - 1;
    return found;
}

/* Where the benchmark's name begins in the path of a sample: below the root, or below a directory
 * criterion there; where the root is the benchmark itself, in the root. */
static const char *benchmark_of(const char *path, const char *root, const char *baseline)
{
    const char *below = path + strlen(root), *within = behind_criterion(below);
    if (within != NULL && within < baseline)
        return within;
    below += strspn(below, "/");
    if (below < baseline)
        return below;
    within = behind_criterion(path);
    if (within != NULL && within < baseline)
        return within;
    const char *name = baseline - 1;
    while (name > path && name[-1] != '/')
        name--;
    return name;
}

/* The name of the directory above the one that holds this file, wherever one stands; to be freed. */
static char *directory_above(const char *path)
{
    char *whole = realpath(path, NULL), *name = NULL;
    if (whole == NULL)
        return strdup("");
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(whole, '/');
        if (slash != NULL)
            *slash = '\0';
    }
    name = strdup(file_list_base(whole));
    free(whole);
    return name;
}

/* …/GROUP/FUNCTION/new/sample.json becomes GROUP/FUNCTION of the system `new`. */
static bool append_sample(struct files *files, const char *root, const char *path)
{
    const char *last = strrchr(path, '/'), *baseline = last;
    while (baseline > path && baseline[-1] != '/')
        baseline--;
    const char *name = baseline > path ? benchmark_of(path, root, baseline) : NULL;
    struct file file = {strdup(path), strndup(baseline, (size_t)(last - baseline)),
                        name == NULL          ? directory_above(path)
                        : baseline - 1 > name ? strndup(name, (size_t)(baseline - 1 - name))
                                              : strdup(file_list_base(root)),
                        strdup(path), true};
    return file_list_append(files, file);
}

static bool has_system(const struct files *files, size_t first, const char *system)
{
    for (size_t i = first; i < files->n; i++)
        if (strcmp(files->items[i].system, system) == 0)
            return true;
    return false;
}

/* A sample in the root itself is asked for by name, whatever baseline it is of. */
static bool is_named(const struct file *file, const char *root)
{
    const char *below = file->path + strlen(root);
    return strchr(below + strspn(below, "/"), '/') == NULL;
}

static bool is_wanted(const struct file *file, const char *root, bool alone, bool has_base)
{
    return is_named(file, root) || strcmp(file->system, "new") == 0 ||
           (alone && (!has_base || strcmp(file->system, "base") == 0));
}

/* Whether the sample is that of `new` beside it, byte for byte. */
static bool is_copy(const struct file *file)
{
    static const char beside[] = "new/sample.json";
    const size_t above = (size_t)(strrchr(file->path, '/') - file->path) - strlen(file->system);
    OWNED char *path = malloc(above + sizeof beside);
    struct assay_error error;
    SCOPED(content_fini) struct content sample = {0};
    SCOPED(content_fini) struct content latest = {0};
    if (path == NULL || strcmp(file->system, "new") == 0)
        return false;
    memcpy(path, file->path, above);
    memcpy(path + above, beside, sizeof beside);
    return source_read_content(file->path, &sample, &error) == ASSAY_OK &&
           source_read_content(path, &latest, &error) == ASSAY_OK && sample.size == latest.size &&
           memcmp(sample.text, latest.text, sample.size) == 0;
}

/* A run beside itself would pass for two that are the same. */
static void leave_out_copies(struct files *files, size_t first, const char *root,
                             struct remarks *remarks)
{
    size_t kept = first;
    for (size_t i = first; i < files->n; i++) {
        struct file *file = &files->items[i];
        if (!is_named(file, root) && is_copy(file))
            forget(file);
        else
            files->items[kept++] = *file;
    }
    if (kept < files->n)
        remark_located(remarks,
                       "%s: left out: %zu samples that cargo bench copied from new (cargo bench -- "
                       "--save-baseline NAME keeps a run, which later ones leave as it is)",
                       root, files->n - kept);
    files->n = kept;
}

/* Of the samples from `first` on, those that are asked for. */
static bool choose_samples(struct files *files, size_t first, const char *root, bool alone,
                           const char *system, struct remarks *remarks)
{
    if (alone)
        leave_out_copies(files, first, root, remarks);
    const bool has_base = has_system(files, first, "base");
    size_t kept = first, left_out = 0;
    bool done = true;
    for (size_t i = first; i < files->n; i++) {
        struct file *file = &files->items[i];
        if (!is_wanted(file, root, alone, has_base)) {
            forget(file);
            left_out++;
            continue;
        }
        free(file->label);
        file->label = strdup(system);
        if (!alone) {
            free(file->system);
            file->system = strdup(system);
        }
        done = done && file->label != NULL && file->system != NULL;
        files->items[kept++] = *file;
    }
    files->n = kept;
    if (alone && kept - first > 0 && !has_system(files, first, "new") &&
        !is_named(&files->items[first], root))
        remark_located(
            remarks,
            "%s: no benchmark has a directory new, which cargo bench writes: %s alone is read",
            root, files->items[first].system);
    if (left_out > 0)
        remark_located(remarks, "%s: left out: %zu samples of baselines other than %s", root,
                       left_out, alone ? "base and new" : "new");
    return done;
}

/* ---- directories ---- */

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strverscmp((*a)->fts_name, (*b)->fts_name);
}

enum { DEEPEST = 12, MOST_ENTRIES = 100000 }; /* a tree of results is smaller */

/* What was passed over. */
struct listing {
    bool deeper, hidden;
    size_t unread;
};

static void tell_left_out(const char *path, const struct listing *over, struct remarks *remarks)
{
    if (over->unread > 0)
        remark_located(remarks, "%s: left out: directories that cannot be read (%zu)", path,
                       over->unread);
    if (over->deeper)
        remark_located(remarks,
                       "%s: left out: what lies deeper than %d directories, or behind the first "
                       "%d entries",
                       path, DEEPEST, MOST_ENTRIES);
    if (over->hidden)
        remark_located(remarks, "%s: left out: hidden files, which are read where they are named",
                       path);
}

/* A file of a directory without samples of criterion.rs; "sort.sample.json" is one that somebody kept, of the benchmark sort. */
static bool append_found(struct files *files, const FTSENT *entry, const char *system)
{
    static const char kept[] = ".sample.json";
    const size_t n = strlen(entry->fts_name), suffix = sizeof kept - 1;
    const bool is_kept = n > suffix && strcmp(entry->fts_name + n - suffix, kept) == 0;
    struct file file = {.path = strdup(entry->fts_path),
                        .system = strdup(system),
                        .benchmark = is_kept ? strndup(entry->fts_name, n - suffix) : NULL,
                        .label = strdup(entry->fts_name),
                        .found = true};
    return file_list_append(files, file) && (!is_kept || file.benchmark != NULL);
}

/* The files below a directory: samples of criterion.rs, or all. */
static bool list(struct files *files, const char *path, const char *system, bool samples,
                 struct remarks *remarks)
{
    char *roots[] = {(char *)(uintptr_t)path, NULL};
    FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR | FTS_XDEV, by_name);
    if (tree == NULL)
        return false;
    const size_t before = files->n;
    struct listing over = {0};
    bool done = true;
    size_t seen = 0;
    FTSENT *entry = NULL;
    for (; done && (entry = fts_read(tree)) != NULL && seen < MOST_ENTRIES; seen++) {
        const bool hidden = entry->fts_level > 0 && entry->fts_name[0] == '.';
        const bool declares = strcmp(entry->fts_name, DECLARATION_FILE) == 0;
        over.hidden = over.hidden || hidden;
        if (entry->fts_info == FTS_D && (entry->fts_level >= DEEPEST || hidden)) {
            over.deeper = over.deeper || !hidden;
            (void)fts_set(tree, entry, FTS_SKIP);
        }
        over.unread += entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR;
        if (entry->fts_info != FTS_F || hidden || declares)
            continue;
        if (samples && strcmp(entry->fts_name, "sample.json") == 0)
            done = append_sample(files, path, entry->fts_path);
        else if (!samples)
            done = append_found(files, entry, system);
    }
    over.deeper = over.deeper || entry != NULL;
    over.hidden = over.hidden && !samples && files->n == before;
    if (done && (!samples || files->n > before))
        tell_left_out(path, &over, remarks);
    (void)fts_close(tree);
    return done;
}

/* MACHINE/machine.json and benchmarks.json of asv, whose results are called "03988c5a-conda-py3.12.json". */
static void mark_beside(struct files *files, size_t first)
{
    for (size_t i = first; i < files->n; i++) {
        const char *path = files->items[i].path, *base = file_list_base(path);
        if (strcmp(base, "machine.json") != 0 && strcmp(base, "benchmarks.json") != 0)
            continue;
        for (size_t j = first; j < files->n; j++) {
            const char *other = files->items[j].path, *name = file_list_base(other);
            const bool is_result = strspn(name, "0123456789abcdef") == 8 && name[8] == '-';
            if (is_result && strncmp(other, path, (size_t)(base - path)) == 0)
                files->items[i].beside = true;
        }
    }
}

bool file_list_expand(struct files *files, const char *path, bool alone, const char *system,
                      struct remarks *remarks)
{
    const size_t before = files->n;
    if (!list(files, path, system, true, remarks) ||
        !choose_samples(files, before, path, alone, system, remarks))
        return false;
    const bool done = files->n > before || list(files, path, system, false, remarks);
    mark_beside(files, before);
    return done;
}
