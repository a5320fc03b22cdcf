/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here.c -- assay alone: what stands in this directory, and what one would do with it.
 *
 * Nothing is made or changed: a store that is not there is not begun, and files are only looked at. */
#include "cli/here.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/here_name.h"
#include "cli/here_programs.h"
#include "cli/here_versions.h"
#include "design/manifest.h"
#include "git/git.h"
#include "source/read_source.h"
#include "view/text/view_memory.h"

enum {
    NAME = 14,          /* columns of what is seen */
    COMMAND = 28,       /* of what to type */
    COMMANDS = 3,       /* that are told */
    FILES_LOOKED = 400, /* in a directory, and so large */
    FILE_LARGEST = 64 << 20,
    FILES_TOLD = 4
};

struct found_file {
    char *name;
    const struct format *format;
    struct timespec written;
};

/* Where tools keep their results below a project; a directory is read as one of files. */
struct kept {
    const char *place, *what;
};
static const struct kept kept_places[] = {
    {"target/criterion", "results of criterion.rs"},
    {".benchmarks", "results of pytest-benchmark"},
    {"BenchmarkDotNet.Artifacts/results", "results of BenchmarkDotNet"},
};

/* What a directory is by one of its files, and the topic of the guide on measuring it. */
struct project {
    const char *file, *what, *topic;
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

struct here {
    struct design *design; /* of assay.yaml; NULL: it is not there, or cannot be read */
    bool has_manifest;
    struct store_listing listing;
    char *store;    /* its path, where it is there */
    bool is_shared; /* a store of all directories, not this one's and not one that somebody named */
    const struct store_entry **own; /* n_own of this directory, the oldest first */
    size_t n_own;
    struct found_file *files;
    size_t n_files;
    const struct kept *kept;       /* NULL: none is there */
    const struct project *project; /* NULL: likewise */
    struct here_programs programs;
    const char *pair[2];           /* of programs, the old one first; NULL: there is none */
    struct here_versions versions; /* that a manifest of one system can be measured by */
    int told;                      /* commands so far */
};

/* ---- looking ---- */

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

/* Measured in this directory or below it. */
static bool is_below(const char *place, const char *directory)
{
    const size_t n = strlen(directory);
    return place != NULL && strncmp(place, directory, n) == 0 &&
           (place[n] == '/' || place[n] == '\0');
}

/* The experiments of this directory come first; the others of a store of all directories are only counted. */
static void keep_own(struct here *here)
{
    struct store_listing *listing = &here->listing;
    OWNED char *directory = here->is_shared ? getcwd(NULL, 0) : NULL;
    here->own = calloc(listing->n + 1, sizeof *here->own);
    for (size_t i = 0; here->own != NULL && i < listing->n; i++)
        if (directory == NULL || is_below(listing->entries[i].source, directory))
            here->own[here->n_own++] = &listing->entries[i];
}

static bool open_store(struct here *here, const char *given, struct assay_error *error)
{
    struct store *store = NULL;
    here->store = source_store_path(given);
    if (here->store == NULL || access(here->store, F_OK) != 0) {
        free(here->store);
        here->store = NULL;
        return true;
    }
    const bool is_read = store_open(here->store, STORE_READ, &store, error) == ASSAY_OK &&
                         store_listing_read(store, &here->listing, error) == ASSAY_OK;
    store_close(&store);
    here->is_shared = given == NULL && strchr(here->store, '/') != NULL;
    keep_own(here);
    return is_read;
}

/* ---- what is seen ---- */

static void see(const struct terminal *terminal, const char *name, const char *what)
{
    const int columns = terminal_columns(name);
    const bool beside = columns + 2 <= NAME;
    OWNED char *lead = view_format("%s%*s", beside ? name : "", beside ? NAME - columns : NAME, "");
    if (!beside)
        terminal_printf(terminal, STYLE_PLAIN, "%s\n", name);
    terminal_paragraph(terminal, lead, what);
}

static char *ago(int64_t then_ns)
{
    static const struct {
        int64_t seconds;
        const char *one;
    } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}};
    const int64_t seconds = (int64_t)time(NULL) - then_ns / 1000000000;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const int64_t n = seconds / units[i].seconds;
        if (n > 0)
            return view_format("%" PRId64 " %s%s ago", n, units[i].one, n == 1 ? "" : "s");
    }
    return view_format("just now");
}

static void see_manifest(const struct terminal *terminal, const struct here *here,
                         const struct assay_error *error)
{
    if (here->design == NULL) {
        see(terminal, "assay.yaml", error->text); /* names the place */
        return;
    }
    const struct design *design = here->design;
    OWNED char *systems = VIEW_TEXT(stream, {
        for (size_t i = 1; i < design->n_systems; i++)
            view_say(stream, "%s%s", i > 1 ? ", " : "", design->systems[i].name);
        if (design->n_systems > 1)
            fputs(" against ", stream);
        view_say(stream, "%s", design->systems[0].name);
    });
    OWNED char *what =
        view_format("%zu benchmark%s, %s", design->n_benchmarks,
                    design->n_benchmarks == 1 ? "" : "s", systems != NULL ? systems : "?");
    see(terminal, "assay.yaml", what);
}

/* The newest, and the one before it. */
static void see_store(const struct terminal *terminal, const struct here *here)
{
    const struct store_listing *listing = &here->listing;
    OWNED char *place = terminal_place(here->store);
    OWNED char *what = VIEW_TEXT(stream, {
        fprintf(stream, "%zu experiment%s", listing->n, listing->n == 1 ? "" : "s");
        if (here->n_own == 0 && listing->n > 0)
            fputs(", none of this directory", stream);
        else if (here->n_own < listing->n)
            fprintf(stream, ", %zu of this directory", here->n_own);
        for (size_t i = 0; i < 2 && i < here->n_own; i++) {
            const struct store_entry *entry = here->own[here->n_own - 1 - i];
            OWNED char *when = ago(entry->started_ns);
            OWNED char *name = terminal_shorten(entry->systems != NULL ? entry->systems : "?", 40);
            view_say(stream, "%s %" PRId64 ": %s, %s", i == 0 ? " \u00b7" : " \u00b7 before it",
                     entry->id, name, when);
        }
    });
    see(terminal, place != NULL ? place : here->store, what);
}

static void see_files(const struct terminal *terminal, const struct here *here)
{
    for (size_t i = 0; i < here->n_files && i < FILES_TOLD; i++)
        see(terminal, here->files[i].name, here->files[i].format->what);
    if (here->n_files <= FILES_TOLD)
        return;
    OWNED char *more = view_format("%zu more files of measurements", here->n_files - FILES_TOLD);
    see(terminal, "...", more);
}

static bool is_python(const struct here *here)
{
    return here->programs.python != NULL && !here->has_manifest &&
           (here->project == NULL || strcmp(here->project->topic, "python") != 0);
}

static void see_programs(const struct terminal *terminal, const struct here *here)
{
    for (int i = 0; here->pair[0] != NULL && i < 2; i++)
        see(terminal, here->pair[i], "a program");
    if (is_python(here))
        see(terminal, here->programs.python, "functions of Python");
}

static void see_git(const struct terminal *terminal, struct here *here)
{
    struct store_version version = {0};
    git_describe(".", &version);
    const bool known = version.commit != NULL || version.branch != NULL;
    OWNED char *what = VIEW_TEXT(stream, {
        view_say(stream, "%s%s", version.branch != NULL ? version.branch : "no branch",
                 version.commit != NULL ? " at " : ", no commit yet");
        fprintf(stream, "%.12s%s", version.commit != NULL ? version.commit : "",
                version.dirty ? ", with changes" : "");
    });
    if (known)
        see(terminal, "git", what);
    if (here->design != NULL && here->design->n_systems == 1)
        here_versions_look(&version, &here->versions);
    store_version_fini(&version);
}

/* ---- what one would do ---- */

static void tell(const struct terminal *terminal, struct here *here, const char *command,
                 const char *why)
{
    if (here->told++ >= COMMANDS)
        return;
    const int columns = terminal_columns(command);
    const bool beside =
        columns <= COMMAND && 2 + COMMAND + 2 + terminal_columns(why) <= terminal->width;
    if (beside)
        terminal_printf(terminal, STYLE_PLAIN, "  %s%*s  %s\n", command, COMMAND - columns, "",
                        why);
    else
        terminal_printf(terminal, STYLE_PLAIN, "  %s\n      %s\n", command, why);
}

static void tell_of_files(const struct terminal *terminal, struct here *here)
{
    const struct found_file *files = here->files;
    size_t i = 1;
    while (i < here->n_files && files[i].format != files[i - 1].format)
        i++;
    if (i < here->n_files) {
        OWNED char *command = view_said("assay compare %s %s", files[i - 1].name, files[i].name);
        tell(terminal, here, command != NULL ? command : "?", "the second against the first");
    } else if (here->n_files > 0) {
        OWNED char *command = view_said("assay show %s", files[0].name);
        tell(terminal, here, command != NULL ? command : "?", "what these values say");
    }
}

static void tell_of_store(const struct terminal *terminal, struct here *here)
{
    if (here->n_own == 0)
        return;
    const struct store_entry *newest = here->own[here->n_own - 1];
    const bool several = newest->systems != NULL && strchr(newest->systems, ',') != NULL;
    const bool is_last = newest == &here->listing.entries[here->listing.n - 1];
    OWNED char *why = view_format("what experiment %" PRId64 " says", newest->id);
    OWNED char *command = view_format("assay %s", several ? "compare" : "show");
    OWNED char *named = view_format("assay %s %" PRId64, several ? "compare" : "show", newest->id);
    const char *told = is_last ? command : named;
    tell(terminal, here, told != NULL ? told : "?", why != NULL ? why : "?");
}

/* What is there without a manifest: results in their tool's place, and something that can be measured. */
static void tell_of_project(const struct terminal *terminal, struct here *here)
{
    if (here->kept != NULL) {
        OWNED char *command = view_said("assay show %s", here->kept->place);
        tell(terminal, here, command != NULL ? command : "?", "what these values say");
    }
    if (here->project != NULL && !here->has_manifest) {
        OWNED char *command = view_format("assay help %s", here->project->topic);
        OWNED char *why = view_format("how to measure %s", here->project->what);
        tell(terminal, here, command != NULL ? command : "?", why != NULL ? why : "?");
    }
}

/* Those that are there, in place of any. */
static void tell_of_programs(const struct terminal *terminal, struct here *here)
{
    if (here->pair[0] == NULL)
        return;
    OWNED char *command = view_said("assay run ./%s ./%s", here->pair[0], here->pair[1]);
    tell(terminal, here, command != NULL ? command : "?", "the second against the first");
}

/* A branch beside the one that it left; on that one, what made it slower. A search finds its experiment by a name. */
static void tell_of_versions(const struct terminal *terminal, struct here *here)
{
    const struct here_versions *versions = &here->versions;
    if (versions->base != NULL) {
        OWNED char *command =
            view_format("assay run --against %s --gate --time-budget 60s", versions->base);
        OWNED char *why = view_format("this tree against %s", versions->base);
        tell(terminal, here, command != NULL ? command : "?", why != NULL ? why : "?");
    }
    if (versions->range != NULL) {
        OWNED char *command =
            view_said("assay run%s --versions %s --bisect",
                      here->design->experiment != NULL ? "" : " --name search", versions->range);
        tell(terminal, here, command != NULL ? command : "?",
             "which of these commits made it slower?");
    }
}

static void tell_of_commit_before(const struct terminal *terminal, struct here *here)
{
    const struct here_versions *versions = &here->versions;
    if (versions->before == NULL || versions->base != NULL)
        return;
    OWNED char *command = view_format("assay run --against %s", versions->before);
    tell(terminal, here, command != NULL ? command : "?", "this tree against the commit before");
}

static void tell_all(const struct terminal *terminal, struct here *here)
{
    const bool measured = here->n_own > 0;
    fputc('\n', terminal->stream);
    if (here->has_manifest && here->design == NULL)
        tell(terminal, here, "assay run --dry-run", "checks assay.yaml");
    else if (here->has_manifest)
        tell(terminal, here, "assay run",
             measured ? "measures assay.yaml again" : "measures assay.yaml");
    tell_of_versions(terminal, here);
    tell_of_store(terminal, here);
    tell_of_files(terminal, here);
    tell_of_programs(terminal, here);
    tell_of_project(terminal, here);
    if (is_python(here))
        tell(terminal, here, "assay help python", "how to measure functions of Python");
    tell_of_commit_before(terminal, here);
    if (measured)
        tell(terminal, here, "assay store", "what else is stored");
    if (here->pair[0] == NULL)
        tell(terminal, here, "assay run 'sleep 0.1' true", "compares two commands: take yours");
    if (!measured && here->listing.n > 0)
        tell(terminal, here, "assay store", "what was measured elsewhere");
    tell(terminal, here, "assay doctor", "is this machine fit to measure?");
    tell(terminal, here, "assay help first-hour", "from the first run to a gate");
    terminal_paragraph(terminal, "", "all verbs: assay -h");
}

enum exit_code here_print(const struct terminal *terminal, const struct global_options *global)
{
    struct assay_error mistake = {0}, damage = {0};
    struct here here = {.has_manifest = access("assay.yaml", F_OK) == 0};
    if (here.has_manifest)
        (void)manifest_read("assay.yaml", &here.design, &mistake);
    const bool read = open_store(&here, global->store, &damage);
    look_for_files(&here);
    look_for_projects(&here);
    here_programs_pair(&here.programs, here.pair);
    if (here.has_manifest)
        see_manifest(terminal, &here, &mistake);
    if (!read)
        see(terminal, here.store, damage.text);
    else if (here.n_own > 0)
        see_store(terminal, &here);
    see_files(terminal, &here);
    if (here.kept != NULL)
        see(terminal, here.kept->place, here.kept->what);
    if (here.project != NULL)
        see(terminal, here.project->file, here.project->what);
    see_programs(terminal, &here);
    see_git(terminal, &here);
    if (read && here.store != NULL && here.n_own == 0)
        see_store(terminal, &here);
    if (!here.has_manifest && here.store == NULL && here.n_files == 0 && here.kept == NULL &&
        here.pair[0] == NULL && !is_python(&here))
        terminal_paragraph(terminal, "",
                           "Here is nothing yet that assay knows: no assay.yaml, no store, no "
                           "results of another tool.");
    tell_all(terminal, &here);
    for (size_t i = 0; i < here.n_files; i++)
        free(here.files[i].name);
    free(here.files);
    free(here.store);
    free(here.own);
    here_programs_fini(&here.programs);
    here_versions_fini(&here.versions);
    store_listing_fini(&here.listing);
    design_free(&here.design);
    return EXIT_USAGE;
}
