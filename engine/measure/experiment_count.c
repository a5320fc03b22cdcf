/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_count.c -- before the first timed executions of a unit each system's counts are taken, in executions of their
 * own with the same draws, one for each way of counting. What they take is no part of a cost, and what they count is kept
 * with the timed one.
 * Why before: systems take turns in random order, and each of a round is timed right behind its own counted one. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "measure/experiment_loop.h"

static struct spread *spread_of(const struct loop *loop, const struct step *step)
{
    return &loop->spreads[step->system * loop->design.n_benchmarks + step->benchmark];
}

bool loop_is_counted(const struct loop *loop, const struct step *step)
{
    const struct design *design = &loop->design;
    const size_t unit = step->unit[design_execution_level(design)], before = loop_uncounted(loop);
    bool any = false;
    for (size_t by = 0; by < COUNTED_WAYS; by++)
        any = any || design_counts_by(design, step->benchmark, (enum counted_by)by);
    any = any && !design_has_services(design); /* which would not be there */
    const size_t most =
        spread_of(loop, step)->differs ? design_counted_most(design) : design_counted(design);
    return any && !step->warmup && unit >= before && unit - before < most;
}

/* An empty directory for what a counted execution leaves. */
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
static void tell_uncounted(struct loop *loop, enum counted_by by, const struct record *record)
{
    char *text = loop->report->not_counted[by];
    if (text[0] != '\0')
        return;
    char what[400];
    if (record->outcome == OUTCOME_NO_VALUES)
        (void)snprintf(what, sizeof what, "%s", record->reason);
    else
        record_say_outcome(record, what, sizeof what);
    (void)snprintf(text, sizeof *loop->report->not_counted, "%.40s on %.40s, which %.160s",
                   loop->design.benchmarks[record->step.benchmark].name,
                   loop->design.systems[record->step.system].name, what);
}

static bool count(struct loop *loop, const struct step *step, const char *directory,
                  enum counted_by by, struct counted *counted)
{
    struct execution execution;
    struct assay_error error;
    if (!loop_hooks_before(loop, step))
        return false;
    if (executor_count(loop->executor, step, loop->builds[step->system].dir, directory, by,
                       &execution, counted, &error) != ASSAY_OK)
        return loop_stop_unstartable(loop, &error);
    if (execution.interrupted)
        return loop_stop_interrupted(loop);
    counted->cost_s += execution.record.cost_s;
    if (execution.record.outcome != OUTCOME_OK)
        tell_uncounted(loop, by, &execution.record);
    return loop_hooks_behind(loop, step);
}

static bool count_by(struct loop *loop, const struct step *step, enum counted_by by,
                     struct counted *counted)
{
    struct assay_error error;
    char *directory = fresh_directory(loop, &error);
    if (directory == NULL)
        return loop_stop_error(loop, &error);
    const bool goes_on = count(loop, step, directory, by, counted);
    workspace_remove(directory);
    free(directory);
    return goes_on;
}

/* Whether executions differ is known of those of this run. */
static void note_spread(struct spread *spread, const struct counted *counted, bool is_first)
{
    if (is_first)
        *spread = (struct spread){.differs = false};
    for (size_t i = 0; i < COUNTED_METRICS && !is_first; i++)
        spread->differs = spread->differs || (spread->first[i] > 0 && counted->values[i] > 0 &&
                                              spread->first[i] != counted->values[i]);
    if (is_first)
        memcpy(spread->first, counted->values, sizeof spread->first);
}

bool loop_count_apart(struct loop *loop, const struct step *step, struct counted *counted)
{
    bool goes_on = true;
    counted->cost_s = 0;
    for (size_t i = 0; i < COUNTED_METRICS; i++)
        counted->values[i] = (double)NAN;
    if (!loop_is_counted(loop, step))
        return true;
    for (size_t by = 0; by < COUNTED_WAYS && goes_on; by++)
        if (design_counts_by(&loop->design, step->benchmark, (enum counted_by)by))
            goes_on = count_by(loop, step, (enum counted_by)by, counted);
    note_spread(spread_of(loop, step), counted,
                step->unit[design_execution_level(&loop->design)] == loop_uncounted(loop));
    return goes_on;
}
