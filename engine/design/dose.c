/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dose.c -- a design of doses, from a design of systems. */
#include "design/dose.h"

#include <stdio.h>
#include <string.h>

#include "base/failure.h"
#include "design/design_stop.h"

/* "as it is", "as it is again", "+2 %" */
static char *name_of(struct design *design, const double *dose, size_t i)
{
    char text[64];
    size_t same = 1;
    for (size_t k = 0; k < i; k++)
        same += dose[k] == dose[i];
    if (dose[i] > 0)
        (void)snprintf(text, sizeof text, "+%g %%", 100 * dose[i]);
    else
        (void)snprintf(text, sizeof text, same == 2 ? "as it is again" : "as it is");
    if (same > (dose[i] > 0 ? 1 : 2))
        (void)snprintf(text + strlen(text), 24, " (%zu)", same);
    return design_string(design, text);
}

static enum assay_status check_function(const struct design_system *system,
                                        const struct dose_request *request,
                                        struct assay_error *error)
{
    if (strpbrk(request->function, " \t\n") != NULL || strlen(request->function) > 500)
        return assay_fail(error, ASSAY_USAGE, "\"%.100s\" is no name of a function",
                          request->function);
    if (system->build == NULL)
        return assay_fail(
            error, ASSAY_USAGE,
            "%.100s is not built here. assay cc slows functions down, in the build of a "
            "manifest's system (build: make CC='assay cc -- gcc')",
            system->name);
    return ASSAY_OK;
}

static enum assay_status check_values(const struct design *design, struct assay_error *error)
{
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        const struct design_benchmark *b = &design->benchmarks[i];
        if (b->source != VALUES_PROCESS && b->source != VALUES_HARNESS)
            return assay_fail(error, ASSAY_USAGE,
                              "%.100s reads its values from what the program writes: assay cannot "
                              "slow these down. Take the process as a whole, or the harness",
                              b->name);
    }
    return ASSAY_OK;
}

/* Of one command for each system that of this one. */
static void keep_hook(char **commands, size_t *n, size_t at)
{
    if (*n > 1) {
        commands[0] = commands[at];
        *n = 1;
    }
}

static struct design_system *with_doses(struct design *design, size_t at,
                                        const struct dose_request *request)
{
    struct design_system whole = design->systems[at];
    struct design_system *systems = design_alloc(design, request->n * sizeof *systems);
    whole.dose_in = request->function != NULL ? design_string(design, request->function) : NULL;
    bool good = systems != NULL && (whole.dose_in != NULL) == (request->function != NULL);
    for (size_t i = 0; good && i < request->n; i++) {
        systems[i] = whole;
        systems[i].dose = request->dose[i];
        systems[i].name = name_of(design, request->dose, i);
        good = systems[i].name != NULL;
    }
    return good ? systems : NULL;
}

enum assay_status design_dose(struct design *design, const struct dose_request *request,
                              struct assay_error *error)
{
    const struct design_system *whole =
        request->system != NULL ? design_system_named(design, request->system) : design->systems;
    if (whole == NULL)
        return assay_fail(error, ASSAY_USAGE, "there is no system \"%.100s\"", request->system);
    TRY(request->function != NULL ? check_function(whole, request, error)
                                  : check_values(design, error));
    const size_t at = (size_t)(whole - design->systems);
    struct design_system *systems = with_doses(design, at, request);
    if (systems == NULL)
        return fail_no_memory(error);
    keep_hook(design->hooks.prepare, &design->hooks.n_prepare, at);
    keep_hook(design->hooks.conclude, &design->hooks.n_conclude, at);
    design->systems = systems;
    design->n_systems = request->n;
    design->quick = false;
    design->keep_builds = design->keep_builds && request->function == NULL; /* they tell this run */
    return run_rewrite(design, error);
}
