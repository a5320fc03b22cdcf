/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here_look.c -- what stands in this directory.
 *
 * Nothing is made or changed: a store that is not there is not begun, and files are only looked at. */
#include "cli/here_look.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/owned.h"
#include "cli/here_name.h"
#include "cli/latest.h"
#include "design/manifest.h"
#include "git/git.h"

enum {
    FILES_LOOKED = 400, /* in a directory, and so large */
    FILE_LARGEST = 64 << 20
};

static const struct kept kept_places[] = {
    {"target/criterion", "results of criterion.rs"},
    {".benchmarks", "results of pytest-benchmark"},
    {"BenchmarkDotNet.Artifacts/results", "results of BenchmarkDotNet"},
};

static const struct project projects[] = {
    {"package.json", "a package of JavaScript", "javascript"},
    {"pyproject.toml", "a project of Python", "python"},
    {"setup.py", "a project of Python", "python"},
    {"Cargo.toml", "a package of Rust", "other-tools"},
    {"go.mod", "a module of Go", "other-tools"},
    {"pom.xml", "a project of Java", "other-tools"},
    {"build.gradle", "a project of Java", "other-tools"},
    {"CMakeLists.txt", "sources built by cmake", "program"},
    {"meson.build", "sources built by meson", "program"},
    {"Makefile", "sources built by make", "program"},
};

/* What every text could be is no sign of another tool. */
static bool tells(const struct format *format)
{
    static const char *const loose[] = {"plain", "columns", "rows", "printed", "values", "table"};
    for (size_t i = 0; i < sizeof loose / sizeof *loose; i++)
        if (format == NULL || strcmp(format->name, loose[i]) == 0)
            return false;
    return true;
}

static bool looks_like_results(const char *name)
{
    static const char *const ends[] = {".json", ".csv", ".tsv", ".txt",
                                       ".log",  ".out", ".xml", ".jsonl"};
    const char *end = strrchr(name, '.');
    if (!here_is_plain(name))
        return false; /* the command that is told is to be copied as it stands */
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (end != NULL && end != name && strcmp(end, ends[i]) == 0)
            return true;
    return false;
}

/* The one that was written first is the old one. */
static int by_age(const void *a, const void *b)
{
    const struct found_file *x = a, *y = b;
    if (x->written.tv_sec != y->written.tv_sec)
        return x->written.tv_sec < y->written.tv_sec ? -1 : 1;
    if (x->written.tv_nsec != y->written.tv_nsec)
        return x->written.tv_nsec < y->written.tv_nsec ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void look_at(struct here *here, const char *name)
{
    struct stat status;
    if (stat(name, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    here_programs_take(&here->programs, name, &status);
    if (!looks_like_results(name) || status.st_size > FILE_LARGEST)
        return;
    const struct format *format = source_format(name);
    if (!tells(format))
        return;
    struct found_file *more = realloc(here->files, (here->n_files + 1) * sizeof *more);
    if (more == NULL)
        return;
    here->files = more;
    more[here->n_files] = (struct found_file){strdup(name), format, status.st_mtim};
    here->n_files += more[here->n_files].name != NULL;
}

static void look_for_files(struct here *here)
{
    DIR *directory = opendir(".");
    if (directory == NULL)
        return;
    const struct dirent *entry;
    for (int i = 0; i < FILES_LOOKED && (entry = readdir(directory)) != NULL; i++)
        look_at(here, entry->d_name);
    (void)closedir(directory);
    if (here->n_files > 0)
        qsort(here->files, here->n_files, sizeof *here->files, by_age);
}

static bool has_entries(const char *place)
{
    DIR *directory = opendir(place);
    const struct dirent *entry = NULL;
    while (directory != NULL && (entry = readdir(directory)) != NULL && entry->d_name[0] == '.')
        continue;
    if (directory != NULL)
        (void)closedir(directory);
    return entry != NULL;
}

static void look_for_projects(struct here *here)
{
    for (size_t i = 0; here->kept == NULL && i < sizeof kept_places / sizeof *kept_places; i++)
        if (has_entries(kept_places[i].place))
            here->kept = &kept_places[i];
    for (size_t i = 0; here->project == NULL && i < sizeof projects / sizeof *projects; i++)
        if (access(projects[i].file, F_OK) == 0)
            here->project = &projects[i];
}

/* The experiments of this directory come first; the others of a store of all directories are only counted. */
static void keep_own(struct here *here)
{
    struct store_listing *listing = &here->listing;
    OWNED char *directory = here->is_shared ? getcwd(NULL, 0) : NULL;
    here->own = calloc(listing->n + 1, sizeof *here->own);
    for (size_t i = 0; here->own != NULL && i < listing->n; i++)
        if (directory == NULL || (listing->entries[i].source != NULL &&
                                  latest_is_below(listing->entries[i].source, directory)))
            here->own[here->n_own++] = &listing->entries[i];
}

/* Builds alone are values, too: they end without a failure. */
static bool has_values(const struct here *here, const struct store_entry *entry)
{
    const struct experiment_info *info = &here->listing.infos[entry - here->listing.entries];
    return info->executions > info->failures || (info->executions == 0 && info->finished_ns != 0);
}

const struct store_entry *here_newest_with_values(const struct here *here, size_t n)
{
    while (n > 0 && !has_values(here, &here->listing.entries[n - 1]))
        n--;
    return n > 0 ? &here->listing.entries[n - 1] : NULL;
}

static const struct store_entry *answering(const struct here *here)
{
    size_t n = here->n_own;
    while (n > 0 && !has_values(here, here->own[n - 1]))
        n--;
    return n > 0 ? here->own[n - 1] : NULL;
}

/* What gave no value yet failed by itself: to go on would fail again. */
static bool is_cut_short(const struct here *here, struct store *store)
{
    if (here->n_own == 0)
        return false;
    const struct store_entry *newest = here->own[here->n_own - 1];
    const struct experiment_info *info = &here->listing.infos[newest - here->listing.entries];
    return info->finished_ns == 0 && info->executions > info->failures &&
           !store_is_run(store, info->id);
}

static const char *version_of(const struct store_entry *entry)
{
    return entry->version.label != NULL ? entry->version.label : entry->version.commit;
}

static bool is_named_as(const struct store_entry *entry, const struct store_entry *other)
{
    return entry->name == NULL || other->name == NULL ? entry->name == other->name
                                                      : strcmp(entry->name, other->name) == 0;
}

/* Each of the first n is of another version, or of another name. */
static bool is_new_version(const struct here *here, size_t n)
{
    const struct store_entry *entry = here->own[n];
    const char *version = version_of(entry);
    bool is_new = version != NULL && is_named_as(entry, here->own[here->n_own - 1]);
    for (size_t i = 0; i < n && is_new; i++)
        is_new = !is_named_as(here->own[i], entry) || version_of(here->own[i]) == NULL ||
                 strcmp(version_of(here->own[i]), version) != 0;
    return is_new;
}

static size_t count_versions(const struct here *here)
{
    size_t n = 0;
    for (size_t i = 0; i < here->n_own; i++)
        n += is_new_version(here, i);
    return n;
}

static bool open_store(struct here *here, const char *given, struct assay_error *error)
{
    SCOPED(store_close) struct store *store = NULL;
    here->store = source_store_path(given);
    if (here->store == NULL || access(here->store, F_OK) != 0) {
        free(here->store);
        here->store = NULL;
        return true;
    }
    const bool is_read = store_open(here->store, STORE_READ, &store, error) == ASSAY_OK &&
                         store_listing_read(store, &here->listing, error) == ASSAY_OK;
    here->is_shared = given == NULL && strchr(here->store, '/') != NULL;
    keep_own(here);
    if (is_read)
        here->answering = answering(here);
    here->n_versions = count_versions(here);
    here->is_cut_short = is_read && is_cut_short(here, store);
    return is_read;
}

/* Versions are asked for where a manifest measures this tree alone. */
static void look_at_git(struct here *here)
{
    git_describe(".", &here->version);
    if (here->design != NULL && here->design->n_systems == 1)
        here_versions_look(&here->version, &here->versions);
}

void here_look(const char *store, struct here *out)
{
    *out = (struct here){.has_manifest = access("assay.yaml", F_OK) == 0};
    if (out->has_manifest)
        (void)manifest_read("assay.yaml", &out->design, &out->mistake);
    out->store_is_read = open_store(out, store, &out->damage);
    look_for_files(out);
    look_for_projects(out);
    here_programs_pair(&out->programs, out->pair);
    look_at_git(out);
}

void here_look_fini(struct here *here)
{
    for (size_t i = 0; i < here->n_files; i++)
        free(here->files[i].name);
    free(here->files);
    free(here->store);
    free(here->own);
    here_programs_fini(&here->programs);
    here_versions_fini(&here->versions);
    store_version_fini(&here->version);
    store_listing_fini(&here->listing);
    design_free(&here->design);
}
