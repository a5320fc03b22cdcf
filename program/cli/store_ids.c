/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_ids.c -- which experiments an action of `assay store` is for. */
#include "cli/store_actions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/fail.h"

static enum exit_code add(struct store_ids *ids, int64_t id)
{
    for (size_t i = 0; i < ids->n; i++)
        if (ids->items[i] == id) /* named twice */
            return EXIT_DONE;
    if (!array_more(&ids->items, ids->n, &ids->room))
        return fail_memory();
    ids->items[ids->n++] = id;
    return EXIT_DONE;
}

typedef bool (*choice)(const struct experiment_info *info, const int64_t *bounds);

/* Those of all that are chosen. */
static enum exit_code add_all(struct store *store, choice is_chosen, const int64_t *bounds,
                              struct store_ids *ids)
{
    OWNED struct experiment_info *infos = NULL;
    struct assay_error error;
    size_t n = 0;
    if (store_list(store, &infos, &n, &error) != ASSAY_OK)
        return fail_with(&error);
    enum exit_code code = EXIT_DONE;
    for (size_t i = 0; i < n; i++) {
        if (code == EXIT_DONE && is_chosen(&infos[i], bounds))
            code = add(ids, infos[i].id);
        experiment_info_fini(&infos[i]);
    }
    return code;
}

static bool is_between(const struct experiment_info *info, const int64_t *bounds)
{
    return info->id >= bounds[0] && info->id <= bounds[1];
}

static bool is_failed(const struct experiment_info *info, const int64_t *bounds)
{
    (void)bounds;
    return info->executions == info->failures;
}

static enum exit_code find_one(struct store *store, const char *which, int64_t *id)
{
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    struct assay_error error;
    if (store_find(store, which, &info, &error) != ASSAY_OK)
        return fail_with(&error);
    *id = info.id;
    return EXIT_DONE;
}

/* "3..7" */
static bool is_range(const char *text, int64_t bounds[2])
{
    char *end = NULL;
    if (text[0] < '0' || text[0] > '9')
        return false;
    bounds[0] = strtoll(text, &end, 10);
    if (strncmp(end, "..", 2) != 0 || end[2] < '0' || end[2] > '9')
        return false;
    bounds[1] = strtoll(end + 2, &end, 10);
    return *end == '\0';
}

static enum exit_code add_range(struct store *store, const int64_t bounds[2], struct store_ids *ids)
{
    const size_t before = ids->n;
    const enum exit_code code = add_all(store, is_between, bounds, ids);
    if (code != EXIT_DONE || ids->n > before)
        return code;
    return fail_saying(EXIT_DATA,
                       "assay: there is no experiment from %" PRId64 " to %" PRId64
                       "; assay store lists them",
                       bounds[0], bounds[1]);
}

enum exit_code store_ids_named(struct store *store, const char *const *arguments, size_t n,
                               struct store_ids *ids)
{
    enum exit_code code = EXIT_DONE;
    for (size_t i = 0; i < n && code == EXIT_DONE; i++) {
        int64_t bounds[2], id = 0;
        if (is_range(arguments[i], bounds)) {
            code = add_range(store, bounds, ids);
            continue;
        }
        code = find_one(store, arguments[i], &id);
        if (code == EXIT_DONE)
            code = add(ids, id);
    }
    return code;
}

/* ---- to delete ---- */

/* "latest" is the newest with values: whoever means one that failed since then would lose them. */
static enum exit_code check_latest(struct store *store, const char *const *arguments, size_t n)
{
    int64_t latest = 0, newest = 0;
    enum exit_code code = EXIT_DONE;
    for (size_t i = 0; i < n && code == EXIT_DONE; i++)
        if (strcmp(arguments[i], "latest") == 0) {
            code = find_one(store, "latest", &latest);
            code = code == EXIT_DONE ? find_one(store, NULL, &newest) : code;
        }
    if (code != EXIT_DONE || newest == latest)
        return code;
    return fail_saying(EXIT_USAGE,
                       "assay: the latest with values is experiment %" PRId64 ", and %" PRId64
                       " is newer and has none: name one by its id, or --failed",
                       latest, newest);
}

enum exit_code store_ids_to_delete(struct store *store, const char *const *arguments, size_t n,
                                   bool failed, struct store_ids *ids)
{
    if (n == 0 && !failed)
        return fail_saying(EXIT_USAGE, "assay: store delete needs a name; see assay store --help");
    enum exit_code code = check_latest(store, arguments, n);
    if (code == EXIT_DONE)
        code = store_ids_named(store, arguments, n, ids);
    return code == EXIT_DONE && failed ? add_all(store, is_failed, NULL, ids) : code;
}

/* ---- the question ---- */

static bool is_id(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

static bool ask(const struct store_ids *ids)
{
    char answer[16] = "";
    if (ids->n == 1)
        fprintf(stderr, "Delete experiment %" PRId64 " with all its values? [y/N] ", ids->items[0]);
    else
        fprintf(stderr,
                "Delete %zu experiments (%" PRId64 " \u2026 %" PRId64
                ") with all their values? [y/N] ",
                ids->n, ids->items[0], ids->items[ids->n - 1]);
    return fgets(answer, sizeof answer, stdin) != NULL && (answer[0] == 'y' || answer[0] == 'Y');
}

static bool is_any(const struct experiment_info *info, const int64_t *bounds)
{
    (void)info;
    (void)bounds;
    return true;
}

bool store_ids_confirm(struct store *store, const char *const *arguments, size_t n,
                       const struct store_ids *ids)
{
    struct store_ids all = {0};
    bool plain = n > 0;
    for (size_t i = 0; i < n; i++)
        plain = plain && is_id(arguments[i]);
    const bool some_stay = add_all(store, is_any, NULL, &all) == EXIT_DONE && ids->n < all.n;
    free(all.items);
    return ids->n == 0 || (plain && some_stay) || isatty(STDIN_FILENO) != 1 ||
           isatty(STDERR_FILENO) != 1 || ask(ids);
}
