/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_service.c -- an execution with its services around it (engine/service).
 * Edge:     a service that ends meanwhile takes the execution with it: what it measured is no value, even when it ended
 *           well. A service that ends badly behind an execution takes nothing of what is kept. */
#include "measure/experiment_loop.h"

#include <string.h>

#include "measure/interrupt.h"

static bool execute(struct loop *loop, const struct step *step, struct execution *execution)
{
    struct assay_error error;
    if (executor_execute(loop->executor, step, loop->builds[step->system].dir, execution, &error) ==
        ASSAY_OK)
        return true;
    return loop_stop_unstartable(loop, &error);
}

/* False: the experiment has to end. */
static bool begin(struct loop *loop, const struct step *step, struct services_told *told,
                  struct execution *execution)
{
    const struct experiment_services *services = &loop->calls->services;
    const struct command_place place = {.design = &loop->design,
                                        .system = step->system,
                                        .benchmark = step->benchmark,
                                        .dir = loop->builds[step->system].dir,
                                        .seed = schedule_seed(&loop->design, step)};
    struct assay_error error;
    *execution = (struct execution){.record = {.step = *step}};
    const enum assay_status status = services->begin(services->context, &place, told, &error);
    if (status == ASSAY_INTERRUPTED)
        return loop_stop_interrupted(loop);
    if (status == ASSAY_FAILED)
        executor_fail_service(loop->executor, told, OUTCOME_NOT_STARTED, execution);
    return status == ASSAY_OK || status == ASSAY_FAILED || loop_stop_unstartable(loop, &error);
}

/* What the load says of itself under this name; 0: nothing. */
static double requests_of(const struct record *record)
{
    double n = 0;
    for (size_t i = 0; i < record->n_series; i++)
        if (strcmp(record->series[i].metric, "requests") == 0)
            for (size_t k = record->series[i].n_warmup; k < record->series[i].n; k++)
                n += record->series[i].values[k];
    return n;
}

/* What it was killed for may be a service that has gone. */
static void read_services(struct loop *loop, const struct step *step, struct services_told *told,
                          struct execution *execution)
{
    const struct experiment_services *services = &loop->calls->services;
    if (services->read(services->context, step->system, requests_of(&execution->record), told) == ASSAY_FAILED) {
        execution->interrupted = execution->interrupted && interrupt_requested();
        executor_fail_service(loop->executor, told, OUTCOME_NO_VALUES, execution);
    } else if (execution->record.outcome == OUTCOME_OK) {
        executor_add_services(loop->executor, told, &execution->record);
    }
}

bool loop_execute_served(struct loop *loop, const struct step *step, struct execution *execution)
{
    struct services_told told = {0};
    const bool served = loop->calls->services.begin != NULL;
    if (served && !begin(loop, step, &told, execution))
        return false;
    if (!served || execution->record.outcome == OUTCOME_OK) {
        executor_set_services(loop->executor, served ? &told : NULL);
        const bool tried = execute(loop, step, execution);
        executor_set_services(loop->executor, NULL);
        if (!tried)
            return false;
        if (served)
            read_services(loop, step, &told, execution);
    }
    return !execution->interrupted || loop_stop_interrupted(loop);
}

bool loop_end_services(struct loop *loop, const struct step *step, size_t system, bool with_build)
{
    const struct experiment_services *services = &loop->calls->services;
    struct services_told told = {0};
    if (services->end == NULL ||
        services->end(services->context, system, with_build, &told) == ASSAY_OK)
        return true;
    struct record record = {.step = *step,
                            .outcome = OUTCOME_NO_VALUES,
                            .reason = told.reason,
                            .last_words = told.last_words,
                            .hook = "service"};
    record.step.system = (uint32_t)system;
    return loop_keep(loop, &record) && (loop_stop_failed(loop, &record) || loop->closing);
}
