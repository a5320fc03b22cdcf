/* SPDX-License-Identifier: GPL-3.0-or-later */
/* latest.c -- which experiment "latest" stands for, where the screen does not say it.
 *
 * A store of all directories holds what was measured elsewhere: a default names no other directory's programs in silence. */
#include "cli/latest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/owned.h"
#include "source/read_source.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

static size_t count_experiments(const char *path)
{
    SCOPED(store_close) struct store *store = NULL;
    struct assay_error error;
    OWNED int64_t *ids = NULL;
    size_t n = 0;
    if (store_open(path, STORE_READ, &store, &error) == ASSAY_OK &&
        store_ids(store, &ids, &n, &error) != ASSAY_OK)
        n = 0;
    return n;
}

void latest_say(int64_t experiment, const struct global_options *global)
{
    OWNED char *path = global->quiet || global->json ? NULL : source_store_path(global->store);
    const size_t n = path != NULL ? count_experiments(path) : 0;
    if (n > 1)
        terminal_complain("assay: experiment %" PRId64 ", the latest of %zu", experiment, n);
}

char *latest_ago(int64_t then_ns)
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

bool latest_is_below(const char *place, const char *directory)
{
    const size_t n = strlen(directory);
    return strncmp(place, directory, n) == 0 && (place[n] == '/' || place[n] == '\0' || n == 1);
}

/* A store that somebody named, or that lies here, is meant as it is. */
static bool is_shared(const struct global_options *global)
{
    const char *named = global->store != NULL ? global->store : getenv("ASSAY_STORE");
    OWNED char *path = named == NULL || *named == '\0' ? source_store_path(NULL) : NULL;
    return path != NULL && strchr(path, '/') != NULL;
}

void latest_elsewhere(const struct experiment_info *info, const struct global_options *global)
{
    OWNED char *here = getcwd(NULL, 0);
    if (global->quiet || here == NULL || info == NULL || info->source == NULL ||
        !is_shared(global) || latest_is_below(info->source, here))
        return;
    OWNED char *when = latest_ago(info->started_ns);
    OWNED char *place = terminal_place(info->source);
    const bool imported = strcmp(info->source, "/") == 0;
    terminal_complain("assay: experiment %" PRId64 ", the latest, is %s%s, %s. "
                      "Others: assay store; to measure here: assay run",
                      info->id, imported ? "imported, of no directory" : "of another directory: ",
                      imported        ? ""
                      : place != NULL ? place
                                      : "?",
                      when != NULL ? when : "?");
}

enum exit_code latest_write(const struct global_options *global)
{
    OWNED char *path = source_store_path(global->store), *here = getcwd(NULL, 0);
    SCOPED(store_close) struct store *store = NULL;
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    struct assay_error none;
    if (here == NULL || path == NULL || !is_shared(global) ||
        store_open(path, STORE_READ, &store, &none) != ASSAY_OK ||
        store_find(store, "latest", &info, &none) != ASSAY_OK || info.source == NULL ||
        latest_is_below(info.source, here) || latest_is_below(here, info.source))
        return EXIT_DONE;
    OWNED char *place = terminal_place(info.source);
    terminal_complain("assay: no experiment of this directory to write of: the latest is of %.60s. "
                      "To take it: assay report %" PRId64,
                      place != NULL ? place : "?", info.id);
    return EXIT_USAGE;
}

enum exit_code latest_gate(const struct experiment_info *info, const struct global_options *global)
{
    OWNED char *here = getcwd(NULL, 0);
    if (here == NULL || info == NULL || info->source == NULL || !is_shared(global) ||
        latest_is_below(info->source, here) || latest_is_below(here, info->source))
        return EXIT_DONE;
    OWNED char *place = terminal_place(info->source);
    terminal_complain(
        "assay: no experiment of this directory for the gate: the latest is of %.60s. "
        "To take it: assay compare %" PRId64 " --gate",
        place != NULL ? place : "?", info->id);
    return EXIT_USAGE;
}

void latest_look(const struct global_options *global)
{
    OWNED char *path = source_store_path(global->store);
    SCOPED(store_close) struct store *store = NULL;
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    struct assay_error none;
    if (path != NULL && store_open(path, STORE_READ, &store, &none) == ASSAY_OK &&
        store_find(store, "latest", &info, &none) == ASSAY_OK)
        latest_elsewhere(&info, global);
}
