/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_actions.h -- what the files of `assay store` share. */
#pragma once

#include "cli/exit.h"
#include "cli/verb.h"
#include "store/store.h"

struct store_options {
    const char *output;
    bool failed, yes; /* of delete */
};

/* What every action gets. */
struct task {
    const struct global_options *global;
    const struct store_options *options;
    struct store *store;
    const char **arguments; /* behind the action's name */
    size_t n;
};

/* On standard output, for people. */
void store_say(const struct task *task, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Between stores: store_move.c. */
enum exit_code store_merge_files(const struct task *task);
enum exit_code store_push(const struct task *task);
/* Before the store at this path is opened, which makes it: nothing is left of a pull that cannot begin. */
enum exit_code store_pull_begins(const struct task *task, const char *path);
enum exit_code store_pull(const struct task *task);

/* ---- which experiments an action is for (store_ids.c) ---- */

struct store_ids {
    int64_t *items; /* to be freed */
    size_t n, room;
};

/* Those of each argument: by id, name, version or "latest", or from one id to another, "3..7", of which
 * there must be one. What is wrong is said. */
enum exit_code store_ids_named(struct store *store, const char *const *arguments, size_t n,
                               struct store_ids *ids);

/* The same, of what shall be deleted; failed: and those in which no execution ended well. */
enum exit_code store_ids_to_delete(struct store *store, const char *const *arguments, size_t n,
                                   bool failed, struct store_ids *ids);

/* Whether to delete these: asked where people can answer, and where the experiments are not each named by
 * their ids or are all that there are. */
bool store_ids_confirm(struct store *store, const char *const *arguments, size_t n,
                       const struct store_ids *ids);
