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

#include "cli/report_options.h"
#include "cli/source.h"
#include "render/html.h"
#include "render/json.h"
#include "render/report_site.h"
#include "render/terminal.h"

#include <assay/assay.h>

/* ---- what a page is made from ---- */

static uint64_t mix(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u; /* FNV-1a, 64 bits */
    return (hash ^ 10) * 1099511628211u;
}

static uint64_t mix_list(uint64_t hash, const struct name_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        hash = mix(hash, list->items[i]);
    return mix(hash, "");
}

/* Options, this program, and what the store knows of the experiment without reading its values. */
static bool fingerprint_of(const struct report_options *options,
                           const struct global_options *global, struct store *store,
                           const struct experiment_info *info, char text[24],
                           struct assay_error *error)
{
    char facts[512];
    char *choices = NULL;
    struct store_hook *hooks = NULL; /* that failed: also of a run that added nothing else */
    size_t n_hooks = 0;
    if (store_choices(store, info->id, &choices, error) != ASSAY_OK ||
        store_hooks(store, info->id, &hooks, &n_hooks, error) != ASSAY_OK) {
        free(choices);
        return false;
    }
    store_hooks_free(&hooks, n_hooks);
    (void)snprintf(facts, sizeof facts,
                   "%s %d %.17g %.17g %d %llu %d %d %" PRId64 " %" PRId64 " %" PRId64
                   " %zu %zu %zu %.17g %" PRIu64 " %zu",
                   assay_version(), report_has_charts(), global->confidence, options->margin,
                   global->seed.given, (unsigned long long)global->seed.value, options->raw,
                   options->input.level, info->id, info->started_ns, info->finished_ns,
                   info->executions, info->failures, info->planned, info->margin, info->seed,
                   n_hooks);
    uint64_t hash = mix(14695981039346656037u, facts);
    hash = mix(hash, choices);
    hash = mix(hash, info->name != NULL ? info->name : "");
    hash = mix(hash, info->manifest != NULL ? info->manifest : "");
    hash = options->input.redact ? mix(hash, "redacted") : hash;
    hash = mix(hash, options->old_system != NULL ? options->old_system : "");
    hash = mix_list(hash, &options->new_systems);
    hash = mix_list(hash, &options->input.systems);
    hash = mix_list(hash, &options->input.benchmarks);
    hash = mix_list(hash, &options->input.metrics);
    free(choices);
    (void)snprintf(text, 24, "%016" PRIx64, hash);
    return true;
}

/* ---- pages ---- */

struct site {
    const struct report_options *options;
    const struct global_options *global;
    struct store *store;
    struct site_entry *entries;
    size_t n, n_written;
};

/* Makes the page if it is not there or not right, and reads its line of the index. */
static enum exit_code make_page(struct site *site, const struct experiment_info *info)
{
    struct site_entry *entry = &site->entries[site->n];
    struct assay_error error;
    char fingerprint[24], id[24];
    char *path = NULL;
    if (!fingerprint_of(site->options, site->global, site->store, info, fingerprint, &error)) {
        terminal_complain("assay: %s", error.text);
        return EXIT_SYSTEM;
    }
    *entry = (struct site_entry){.info = info};
    (void)snprintf(entry->file, sizeof entry->file, "experiment-%" PRId64 ".html", info->id);
    (void)snprintf(id, sizeof id, "%" PRId64, info->id);
    if (asprintf(&path, "%s/%s", site->options->site, entry->file) < 0)
        return EXIT_SYSTEM;
    enum exit_code code = EXIT_DONE;
    if (!site_page_is(path, fingerprint, entry)) {
        const char *names[] = {id};
        const struct option_arguments arguments = {names, 1};
        struct report_options options = *site->options;
        struct global_options global = *site->global;
        options.output = path;
        options.fingerprint = fingerprint;
        options.open = false;
        global.quiet = true;
        code = report_of_input(&options, &arguments, &global);
        site->n_written += code == EXIT_DONE;
        if (code == EXIT_DONE)
            (void)site_page_is(path, fingerprint, entry);
    }
    site->n += code == EXIT_DONE;
    free(path);
    /* One experiment without data is no reason to have no site. */
    return code == EXIT_DATA ? EXIT_DONE : code;
}

static void print_index(FILE *stream, void *context)
{
    const struct site *site = context;
    site_print_index(stream, site->entries, site->n);
}

static bool wanted(const struct option_arguments *arguments, const struct experiment_info *info)
{
    char id[24];
    (void)snprintf(id, sizeof id, "%" PRId64, info->id);
    for (size_t i = 0; i < arguments->n; i++)
        if (strcmp(arguments->items[i], id) == 0 ||
            (info->name != NULL && strcmp(arguments->items[i], info->name) == 0))
            return true;
    return arguments->n == 0;
}

static enum exit_code make_pages(struct site *site, const struct option_arguments *arguments,
                                 const struct experiment_info *infos, size_t n)
{
    enum exit_code code = EXIT_DONE;
    for (size_t i = n; i-- > 0 && code == EXIT_DONE;) /* the newest first */
        if (wanted(arguments, &infos[i]))
            code = make_page(site, &infos[i]);
    if (code == EXIT_DONE && site->n == 0) {
        terminal_complain("assay: there is no experiment to write a page of");
        return EXIT_DATA;
    }
    char *path = NULL;
    if (code != EXIT_DONE || asprintf(&path, "%s/index.html", site->options->site) < 0)
        return code != EXIT_DONE ? code : EXIT_SYSTEM;
    code = report_write_file(path, print_index, site);
    if (code == EXIT_DONE && !site->global->quiet)
        terminal_complain("assay: wrote %s: %zu experiment%s, %zu page%s new", path, site->n,
                          site->n == 1 ? "" : "s", site->n_written,
                          site->n_written == 1 ? "" : "s");
    free(path);
    return code;
}

enum exit_code report_of_store(const struct report_options *options,
                               const struct option_arguments *arguments,
                               const struct global_options *global)
{
    struct assay_error error = {0};
    struct experiment_info *infos = NULL;
    struct site site = {.options = options, .global = global};
    size_t n = 0;
    char *path = source_store_path(global->store);
    enum exit_code code = EXIT_SYSTEM;
    if (mkdir(options->site, 0777) != 0 && errno != EEXIST) {
        terminal_complain("assay: %s cannot be made: %s", options->site, strerror(errno));
    } else if (path == NULL || store_open(path, STORE_READ, &site.store, &error) != ASSAY_OK ||
               store_list(site.store, &infos, &n, &error) != ASSAY_OK) {
        terminal_complain("assay: %s", path == NULL ? "out of memory" : error.text);
        code = error.status == ASSAY_MISSING ? EXIT_DATA : EXIT_SYSTEM;
    } else {
        site.entries = calloc(n + 1, sizeof *site.entries);
        if (site.entries != NULL)
            code = make_pages(&site, arguments, infos, n);
    }
    for (size_t i = 0; i < n; i++)
        experiment_info_fini(&infos[i]);
    for (size_t i = 0; i < site.n; i++)
        free(site.entries[i].headline);
    free(infos);
    free(site.entries);
    free(path);
    store_close(&site.store);
    return code;
}
