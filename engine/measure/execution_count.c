/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_count.c -- one execution under valgrind, which counts its instructions; its time means nothing. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"
#include "measure/counting.h"
#include "measure/executor.h"
#include "measure/runtime_layout.h"

/* So much longer may it take than a timed one before it counts as hung, and so long at least: 4 to 50 times are usual, and a
 * second to begin (docs/evidence/counts.md). */
static const double slower = 100, at_least_s = 60;

/* valgrind's words, then the command's own, whose program it looks for itself. NULL: no memory. */
static char **words_of(const struct prepared *p, char *files)
{
    static const char *const before[] = {"valgrind",
                                         "--tool=cachegrind",
                                         "--cache-sim=no",
                                         "--branch-sim=no",
                                         "--vgdb=no",
                                         "--trace-children=yes",
                                         "--log-file=/dev/null",
                                         "--child-silent-after-fork=yes"};
    enum { N = sizeof before / sizeof *before };
    size_t n = 0;
    while (p->words.items[n] != NULL)
        n++;
    char **words = calloc(N + n + 2, sizeof *words);
    if (words == NULL)
        return NULL;
    memcpy(words, before, sizeof before);
    words[N] = files;
    memcpy(words + N + 1, p->words.items, n * sizeof *words);
    if (strchr(p->words.items[0], '/') == NULL)
        words[N + 1] = p->path;
    return words;
}

static enum assay_status run_counted(struct executor *e, struct prepared *p, size_t benchmark,
                                     const char *valgrind, char **words, struct execution *out,
                                     struct assay_error *error)
{
    struct spawn spawn;
    executor_make_spawn(p, &e->design->benchmarks[benchmark], &spawn);
    spawn.path = valgrind;
    spawn.argv = words;
    spawn.timeout_s = fmax(slower * spawn.timeout_s, at_least_s);
    spawn.place.dose = 0;
    spawn.place.memory_bytes = 0; /* it needs room of its own */
    return executor_run_apart(e, p, benchmark, &spawn, out, error);
}

enum assay_status executor_count(struct executor *e, const struct step *step, const char *dir,
                                 const char *directory, struct execution *out, double *instructions,
                                 struct assay_error *error)
{
    const double begin_s = clock_now_s();
    OWNED char *files = NULL;
    struct prepared *p = executor_prepare(e, step, dir, out, error);
    *instructions = (double)NAN;
    if (p == NULL)
        return error->status;
    OWNED char *valgrind =
        command_resolve("valgrind", environment_get(&p->environment, "PATH"), p->directory);
    if (e->design->runtime_layout)
        TRY(runtime_layout_apply(e->design, step, p, &out->record, error));
    if (p->path == NULL || valgrind == NULL) {
        out->record.outcome = OUTCOME_NOT_STARTED;
        out->record.error_number = p->path == NULL ? p->error_number : ENOENT;
        return ASSAY_OK;
    }
    if (asprintf(&files, "--cachegrind-out-file=%s/%%p", directory) < 0) {
        files = NULL;
        return fail_no_memory(error);
    }
    char **words = words_of(p, files);
    const enum assay_status status =
        words != NULL ? run_counted(e, p, step->benchmark, valgrind, words, out, error)
                      : fail_no_memory(error);
    free(words);
    if (status == ASSAY_OK && out->record.outcome == OUTCOME_OK &&
        !counting_read(directory, instructions))
        out->record.outcome = OUTCOME_NO_VALUES;
    out->record.cost_s = clock_now_s() - begin_s;
    return status;
}

void executor_add_count(struct executor *e, const struct counted *counted, struct record *record)
{
    if (record->outcome != OUTCOME_OK || isnan(counted->instructions))
        return;
    collected_values_add_count(&e->collected, "instructions", counted->instructions, record);
    if (record->n_draws < DRAWS_MAX)
        record->draws[record->n_draws++] = (struct draw){COUNTED_DRAW, counted->cost_s};
}
