/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parallel.h -- one loop on several threads. */
#ifndef ASSAY_PARALLEL_H
#define ASSAY_PARALLEL_H

#include <stddef.h>

#include <assay/api.h>

ASSAY_BEGIN_DECLS

/* Calls body(i, thread, context) once for every i in [0, n), on up to n_threads threads (0: one a
 * processor); thread is in [0, threads used) and names the caller's scratch space. Indices are
 * handed out in order, a few at a time. The body must write only to places of its own i or thread;
 * the result then does not depend on the threads. */
typedef void assay_parallel_body(size_t i, size_t thread, void *context);
ASSAY_API void assay_parallel_for(size_t n, size_t n_threads, assay_parallel_body *body,
                                  void *context);

ASSAY_END_DECLS

#endif
