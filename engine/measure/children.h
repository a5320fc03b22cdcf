/* SPDX-License-Identifier: GPL-3.0-or-later */
/* children.h -- the processes whose parent we are, adopted ones included. */
#pragma once

#include <stddef.h>
#include <sys/types.h>

/* Those of this process's main thread; at most capacity. None when /proc is not there. */
size_t children_list(pid_t *pids, size_t capacity);
