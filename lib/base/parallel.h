/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parallel.h -- one loop on several threads. */
#pragma once

#include <stddef.h>

/* Calls body(i, thread, context) once for every i in [0, n), on up to n_threads threads (0: one a
 * processor); thread is in [0, n_threads used) and names the caller's scratch space. Indices are
 * handed out in order, a few at a time. The body must write only to places of its own i or thread;
 * the result then does not depend on the threads. When a thread cannot be started the others do its
 * share. */
typedef void parallel_body(size_t i, size_t thread, void *context);
void parallel_for(size_t n, size_t n_threads, parallel_body *body, void *context);

/* How many threads parallel_for uses at most for n_threads as given: size scratch arrays by it. */
size_t parallel_threads(size_t n_threads);
