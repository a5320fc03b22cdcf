/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_count.c -- before the first timed executions of a unit each system's instructions are counted, in an execution
 * of its own with the same draws. What it takes is no part of a cost, and its count is kept with the timed one.
 * Why before: systems take turns in random order, and each of a round is timed right behind its own counted one. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "measure/experiment_loop.h"

static bool asks_for_counts(const struct design_benchmark *benchmark)
{
    for (size_t i = 0; i < benchmark->n_metrics; i++)
        if (strcmp(benchmark->metrics[i], "instructions") == 0)
            return true;
    return false;
}

bool loop_is_counted(const struct loop *loop, const struct step *step)
{
    const struct design *design = &loop->design;
    const size_t unit = step->unit[design_execution_level(design)], before = loop_uncounted(loop);
    return !step->warmup && asks_for_counts(&design->benchmarks[step->benchmark]) &&
           unit >= before && unit - before < design_counted(design);
}

/* An empty directory for what valgrind leaves. */
static char *fresh_directory(struct loop *loop, struct assay_error *error)
{
    char *path = NULL;
    if (!loop_have_workspace(loop, error))
        return NULL;
    if (asprintf(&path, "%s/counts", loop->workspace.path) < 0) {
        (void)assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for a path");
        return NULL;
    }
    workspace_remove(path);
    if (mkdir(path, S_IRWXU) == 0)
        return path;
    (void)assay_fail(error, ASSAY_SYSTEM, "cannot make the directory %.150s: %s", path,
                     strerror(errno));
    free(path);
    return NULL;
}

/* Once: what is missing was not forgotten. */
static void tell_uncounted(struct loop *loop, const struct record *record)
{
    char *text = loop->report->not_counted;
    if (text[0] != '\0')
        return;
    char what[400];
    if (record->outcome == OUTCOME_NO_VALUES)
        (void)snprintf(what, sizeof what, "it leaves no count behind");
    else
        record_say_outcome(record, what, sizeof what);
    (void)snprintf(text, sizeof loop->report->not_counted, "%.60s on %.60s, which %.120s",
                   loop->design.benchmarks[record->step.benchmark].name,
                   loop->design.systems[record->step.system].name, what);
}

static bool count(struct loop *loop, const struct step *step, const char *directory,
                  struct counted *counted)
{
    struct execution execution;
    struct assay_error error;
    if (!loop_hooks_before(loop, step))
        return false;
    if (executor_count(loop->executor, step, loop->builds[step->system].dir, directory, &execution,
                       &counted->instructions, &error) != ASSAY_OK)
        return loop_stop_unstartable(loop, &error);
    if (execution.interrupted)
        return loop_stop_interrupted(loop);
    counted->cost_s = execution.record.cost_s;
    if (execution.record.outcome != OUTCOME_OK) {
        counted->instructions = (double)NAN;
        tell_uncounted(loop, &execution.record);
    }
    return loop_hooks_behind(loop, step);
}

bool loop_count_instructions(struct loop *loop, const struct step *step, struct counted *counted)
{
    *counted = (struct counted){(double)NAN, 0};
    if (!loop_is_counted(loop, step))
        return true;
    struct assay_error error;
    char *directory = fresh_directory(loop, &error);
    if (directory == NULL)
        return loop_stop_error(loop, &error);
    const bool goes_on = count(loop, step, directory, counted);
    workspace_remove(directory);
    free(directory);
    return goes_on;
}
