/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_site.c -- a page for each experiment, and an index of them.
 *
 * A page carries what it was made from; while that is the same, it is not made again.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/history_analyse.h"
#include "base/failure.h"
#include "base/hash.h"
#include "base/owned.h"
#include "cli/fail.h"
#include "cli/report_options.h"
#include "git/git.h"
#include "source/read_source.h"
#include "view/page/experiments.h"
#include "view/page/report_site.h"

#include <assay/assay.h>

/* ---- what a page is made from ---- */

static uint64_t mix(uint64_t hash, const char *text)
{
    return hash_bytes(hash_bytes(hash, text, strlen(text)), "\n", 1);
}

static uint64_t mix_list(uint64_t hash, const struct name_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        hash = mix(hash, list->items[i]);
    return mix(hash, "");
}

/* What is asked for, this program, and what the store knows of the experiment without reading its
 * values. */
static enum assay_status fingerprint_of(const struct report_request *request,
                                        const struct report_page *page, struct store *store,
                                        const struct experiment_info *info, bool has_history,
                                        char text[24], struct assay_error *error)
{
    const struct compare_request *compare = &request->compare;
    const struct source_request *source = &request->source;
    char facts[512];
    OWNED char *choices = NULL;
    struct store_hook *hooks = NULL; /* that failed: also of a run that added nothing else */
    size_t n_hooks = 0;
    enum assay_status status = store_choices(store, info->id, &choices, error);
    if (status == ASSAY_OK)
        status = store_hooks(store, info->id, &hooks, &n_hooks, error);
    store_hooks_free(&hooks, n_hooks);
    (void)snprintf(facts, sizeof facts,
                   "%s %.17g %.17g %d %" PRIu64 " %d %" PRId64 " %" PRId64 " %" PRId64
                   " %zu %zu %zu %.17g %" PRIu64 " %zu",
                   assay_version(), compare->confidence, compare->margin, compare->seed_given,
                   compare->seed, page->look.raw, info->id, info->started_ns, info->finished_ns,
                   info->executions, info->failures, info->planned, info->margin, info->seed,
                   n_hooks);
    uint64_t hash = mix(HASH_START, facts);
    hash = mix(hash, source->level != NULL ? source->level : "");
    hash = mix(hash, choices != NULL ? choices : "");
    hash = mix(hash, info->name != NULL ? info->name : "");
    hash = mix(hash, info->manifest != NULL ? info->manifest : "");
    hash = source->redact ? mix(hash, "redacted") : hash;
    hash = has_history ? mix(hash, "history") : hash;
    hash = mix(hash, compare->old_system != NULL ? compare->old_system : "");
    hash = mix_list(hash, &compare->new_systems);
    hash = mix_list(hash, &source->systems);
    hash = mix_list(hash, &source->benchmarks);
    hash = mix_list(hash, &source->metrics);
    (void)snprintf(text, 24, "%016" PRIx64, hash);
    return status;
}

/* ---- pages ---- */

#define HISTORY "history.html"

struct entry {
    struct store_version version;
    char *headline, *subject; /* NULL: not known */
};

struct site {
    const struct report_request *request;
    const struct report_page *page;
    const char *directory;
    struct store *store;
    struct store_listing listing;
    struct history history;
    bool has_history;
    struct entry *entries;         /* each with the line of the same place */
    struct experiment_line *lines; /* the newest first */
    size_t n, n_written;
    uint64_t hash; /* of what all pages were made from */
};

static enum exit_code write_page(const struct site *site, const char *id, const char *path,
                                 const char *fingerprint)
{
    struct report_request request = *site->request;
    struct report_page page = *site->page;
    request.source.arguments = (struct name_list){&id, 1};
    request.source.stored = true;
    page.output = path;
    page.look.fingerprint = fingerprint;
    page.look.links.experiments = "index.html";
    page.look.links.history = site->has_history ? HISTORY : NULL;
    page.open = false;
    page.quiet = true;
    return report_of_input(&request, &page);
}

static void entry_fini(struct entry *entry)
{
    free(entry->headline);
    free(entry->subject);
    store_version_fini(&entry->version);
}

/* The names of its systems; NULL: not known. */
static const char *systems_of(const struct store_listing *listing, int64_t id)
{
    for (size_t i = 0; i < listing->n_entries; i++)
        if (listing->entries[i].id == id)
            return listing->entries[i].systems;
    return NULL;
}

/* Makes the page if it is not there or not right, and reads its line of the index. */
static enum exit_code make_page(struct site *site, const struct experiment_info *info)
{
    struct entry *entry = &site->entries[site->n];
    struct experiment_line *line = &site->lines[site->n];
    struct assay_error error;
    char fingerprint[24], id[24];
    OWNED char *path = NULL;
    if (fingerprint_of(site->request, site->page, site->store, info, site->has_history, fingerprint,
                       &error) != ASSAY_OK)
        return fail_with(&error);
    *entry = (struct entry){.headline = NULL};
    *line = (struct experiment_line){
        .info = info, .version = &entry->version, .systems = systems_of(&site->listing, info->id)};
    (void)snprintf(line->address, sizeof line->address, "experiment-%" PRId64 ".html", info->id);
    (void)snprintf(id, sizeof id, "%" PRId64, info->id);
    if (asprintf(&path, "%s/%s", site->directory, line->address) < 0)
        return fail_memory();
    enum exit_code code = EXIT_DONE;
    site->hash = mix(site->hash, fingerprint);
    if (!site_page_is(path, fingerprint, &entry->headline)) {
        code = write_page(site, id, path, fingerprint);
        site->n_written += code == EXIT_DONE;
        if (code == EXIT_DONE)
            (void)site_page_is(path, fingerprint, &entry->headline);
    }
    if (code == EXIT_DONE &&
        store_version_of(site->store, info->id, &entry->version, &error) != ASSAY_OK)
        code = fail_with(&error);
    if (code == EXIT_DONE && entry->version.label != NULL)
        site->hash = mix(site->hash, entry->version.label);
    if (code == EXIT_DONE && entry->version.commit != NULL)
        site->hash = mix(site->hash, entry->version.commit);
    line->verdicts = entry->headline != NULL ? entry->headline : "";
    if (code != EXIT_DONE)
        entry_fini(entry);
    site->n += code == EXIT_DONE;
    /* One experiment without data is no reason to have no site. */
    return code == EXIT_DATA ? EXIT_DONE : code;
}

/* ---- the pages of versions and of all experiments ---- */

static void print_index(FILE *stream, void *context)
{
    experiments_print(stream, context);
}

static void print_history(FILE *stream, void *context)
{
    const struct experiments *all = context;
    const struct history_view view = {.finding = all->history, .stored = true};
    const struct history_ways ways = experiments_ways(all);
    history_page_print(stream, &view,
                       &(struct page_shell){.links = {.experiments = "index.html"},
                                            .compare_url = all->shell.compare_url},
                       &ways);
}

static enum exit_code make_index(struct site *site, const char *path, const char *fingerprint)
{
    OWNED char *compare_url = git_compare_url("."), *history = NULL;
    OWNED const char **commits = calloc(site->n + 1, sizeof *commits);
    OWNED char **subjects = calloc(site->n + 1, sizeof *subjects);
    for (size_t i = 0; commits != NULL && i < site->n; i++)
        commits[i] = site->entries[i].version.commit != NULL ? site->entries[i].version.commit
                                                             : site->entries[i].version.label;
    if (commits != NULL && subjects != NULL)
        git_subjects(".", commits, site->n, subjects);
    for (size_t i = 0; subjects != NULL && i < site->n; i++)
        site->lines[i].subject = site->entries[i].subject = subjects[i];
    struct experiments all = {.lines = site->lines,
                              .n = site->n,
                              .fingerprint = fingerprint,
                              .shell = {.compare_url = compare_url}};
    if (asprintf(&history, "%s/%s", site->directory, HISTORY) < 0)
        return fail_memory();
    if (site->has_history) {
        history_subjects(&site->history.finding);
        all.history = &site->history.finding;
        all.shell.links.history = HISTORY;
    }
    const enum exit_code code =
        site->has_history ? report_write_file(history, print_history, &all) : EXIT_DONE;
    return code == EXIT_DONE ? report_write_file(path, print_index, &all) : code;
}

/* Of a whole store with two versions; of some experiments no history is asked. */
static enum exit_code read_history(struct site *site)
{
    struct history_request request = HISTORY_REQUEST_DEFAULTS;
    struct assay_error error;
    if (site->request->source.arguments.n > 0)
        return EXIT_DONE;
    request.source = site->request->source;
    request.rule.confidence = site->request->compare.confidence;
    request.n_threads = site->request->compare.n_threads;
    const enum assay_status status = history_analyse(&request, &site->history, NULL, &error);
    site->has_history = status == ASSAY_OK && site->history.finding.n_versions > 1;
    /* other reasons are that there is no history */
    return status == ASSAY_NO_MEMORY || status == ASSAY_SYSTEM ? fail_with(&error) : EXIT_DONE;
}

static bool wanted(const struct name_list *arguments, const struct experiment_info *info)
{
    char id[24];
    (void)snprintf(id, sizeof id, "%" PRId64, info->id);
    for (size_t i = 0; i < arguments->n; i++)
        if (strcmp(arguments->items[i], id) == 0 ||
            (info->name != NULL && strcmp(arguments->items[i], info->name) == 0))
            return true;
    return arguments->n == 0;
}

static enum exit_code make_pages(struct site *site)
{
    enum exit_code code = read_history(site);
    for (size_t i = site->listing.n_infos; i-- > 0 && code == EXIT_DONE;) /* the newest first */
        if (wanted(&site->request->source.arguments, &site->listing.infos[i]))
            code = make_page(site, &site->listing.infos[i]);
    if (code == EXIT_DONE && site->n == 0)
        return fail_saying(EXIT_DATA, "assay: there is no experiment to write a page of");
    OWNED char *path = NULL, *old = NULL;
    char fingerprint[24];
    if (code != EXIT_DONE || asprintf(&path, "%s/index.html", site->directory) < 0)
        return code != EXIT_DONE ? code : fail_memory();
    (void)snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, site->hash);
    if (!site_page_is(path, fingerprint, &old))
        code = make_index(site, path, fingerprint);
    if (code == EXIT_DONE && !site->page->quiet)
        terminal_complain("assay: wrote %s: %zu experiment%s, %zu page%s new", path, site->n,
                          site->n == 1 ? "" : "s", site->n_written,
                          site->n_written == 1 ? "" : "s");
    return code;
}

static enum assay_status read_list(struct site *site, struct assay_error *error)
{
    OWNED char *path = source_store_path(site->request->source.store);
    enum assay_status status =
        path == NULL ? fail_no_memory(error) : store_open(path, STORE_READ, &site->store, error);
    if (status == ASSAY_OK)
        status = store_listing_read(site->store, &site->listing, error);
    site->entries = calloc(site->listing.n_infos + 1, sizeof *site->entries);
    site->lines = calloc(site->listing.n_infos + 1, sizeof *site->lines);
    return status == ASSAY_OK && (site->entries == NULL || site->lines == NULL)
               ? fail_no_memory(error)
               : status;
}

enum exit_code report_of_store(const struct report_request *request, const char *directory,
                               const struct report_page *page)
{
    struct assay_error error;
    struct site site = {
        .request = request, .page = page, .directory = directory, .hash = HASH_START};
    enum assay_status status = ASSAY_OK;
    if (mkdir(directory, 0777) != 0 && errno != EEXIST)
        status =
            assay_fail(&error, ASSAY_SYSTEM, "%s cannot be made: %s", directory, strerror(errno));
    if (status == ASSAY_OK)
        status = read_list(&site, &error);
    const enum exit_code code = status == ASSAY_OK ? make_pages(&site) : fail_with(&error);
    for (size_t i = 0; i < site.n; i++)
        entry_fini(&site.entries[i]);
    free(site.entries);
    free(site.lines);
    history_fini(&site.history);
    store_listing_fini(&site.listing);
    store_close(&site.store);
    return code;
}
