/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage_tree.h -- processes below another one, and their threads. */
#pragma once

#include "service/usage.h"

/* Calls take with the directory of each thread. */
void tree_for_each_thread(pid_t pid, void (*take)(void *context, const char *path), void *context);
/* All living processes below one, `except` (and what is below it) left out: how many. */
size_t tree_below(pid_t pid, pid_t except, pid_t pids[TREE_MOST]);
/* Only those whose parent it is. */
size_t tree_children(pid_t pid, pid_t pids[TREE_MOST]);
