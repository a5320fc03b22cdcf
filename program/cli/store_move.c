/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_move.c -- experiments from one store to another, and to and from a team's archive. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/fail.h"
#include "cli/store_actions.h"
#include "postgres/postgres.h"

/* ---- files ---- */

static enum exit_code merge_one(const struct task *task, const char *other, int64_t *shards)
{
    struct store_merged merged;
    struct remarks remarks = {0};
    struct assay_error error;
    const enum assay_status status = store_merge(task->store, other, &merged, &remarks, &error);
    const enum exit_code code = conclude(status, &remarks, &error);
    if (code != EXIT_DONE)
        return code;
    store_say(task, "%s: %zu experiment%s added, %zu already here", other, merged.added,
              merged.added == 1 ? "" : "s", merged.known);
    if (merged.machines > 0)
        store_say(task, ", %zu machine%s joined", merged.machines, merged.machines == 1 ? "" : "s");
    store_say(task, ".\n");
    *shards = merged.experiment != 0 ? merged.experiment : *shards;
    return EXIT_DONE;
}

enum exit_code store_merge_files(const struct task *task)
{
    enum exit_code code = EXIT_DONE;
    int64_t shards = 0;
    for (size_t i = 0; i < task->n && code == EXIT_DONE; i++)
        code = merge_one(task, task->arguments[i], &shards);
    if (code != EXIT_DONE || shards == 0)
        return code;
    struct remarks remarks = {0};
    struct assay_error error;
    return conclude(store_tell_shards(task->store, shards, &remarks, &error), &remarks, &error);
}

/* ---- an archive ---- */

/* Without what may hold a password, as "host=x password=y" does. */
static enum exit_code refuse_url(const char *text)
{
    const int known = (int)(strchr(text, '@') != NULL ? strcspn(text, "@:") : strcspn(text, "="));
    return fail_saying(EXIT_USAGE,
                       "assay: \"%.*s%s\" is no archive: its URL begins with postgresql://", known,
                       text, text[known] != '\0' ? "\u2026" : "");
}

static void say_moved(const struct task *task, const struct postgres_moved *moved, const char *done,
                      const char *where)
{
    store_say(task, "%zu experiment%s %s, %zu already %s", moved->moved,
              moved->moved == 1 ? "" : "s", done, moved->known, where);
    if (moved->refused > 0)
        store_say(task, ", %zu refused", moved->refused);
    store_say(task, ".\n");
}

enum exit_code store_push(const struct task *task)
{
    struct store_ids ids = {0};
    struct postgres_moved moved = {0};
    struct remarks remarks = {0};
    struct assay_error error;
    if (!postgres_is_url(task->arguments[0]))
        return refuse_url(task->arguments[0]);
    enum exit_code code = store_ids_named(task->store, task->arguments + 1, task->n - 1, &ids);
    if (code == EXIT_DONE) {
        const enum assay_status status = postgres_push(task->arguments[0], task->store, ids.items,
                                                       ids.n, &moved, &remarks, &error);
        if (status == ASSAY_OK)
            say_moved(task, &moved, "pushed", "there");
        code = conclude(status, &remarks, &error);
    }
    if (code == EXIT_DONE && ids.n > 0 && moved.incomplete > 0)
        code = EXIT_DATA; /* it was named, and is not there */
    free(ids.items);
    return code;
}

enum exit_code store_pull_begins(const struct task *task, const char *path)
{
    struct remarks remarks = {0};
    struct assay_error error;
    if (!postgres_is_url(task->arguments[0]))
        return refuse_url(task->arguments[0]);
    if (access(path, F_OK) == 0)
        return EXIT_DONE;
    return conclude(postgres_look(task->arguments[0], &error), &remarks, &error);
}

enum exit_code store_pull(const struct task *task)
{
    struct postgres_moved moved = {0};
    struct remarks remarks = {0};
    struct assay_error error;
    const enum assay_status status =
        postgres_pull(task->arguments[0], task->arguments + 1, task->n - 1, task->store, &moved,
                      &remarks, &error);
    if (status == ASSAY_OK || moved.refused > 0)
        say_moved(task, &moved, "pulled", "here");
    return conclude(status, &remarks, &error);
}
