/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_actions.h -- what the files of `assay store` share. */
#pragma once

#include "cli/verb.h"

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
