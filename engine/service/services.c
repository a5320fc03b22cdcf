/* SPDX-License-Identifier: GPL-3.0-or-later */
/* services.c -- the services of an experiment's systems, around its executions.
 *
 * They begin in the order in which they are written and end in the other one. Those of level build stay until their
 * build goes: while another system is measured they stand still, unless they are to run on. */
#include "service/services.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "service/apart.h"
#include "service/service.h"

const char *services_ready_by_line(const struct design *design)
{
    for (size_t i = 0; i < design->n_systems; i++) {
        const struct design_services *services = design_services_of(design, i);
        for (size_t k = 0; k < services->n; k++) {
            const struct design_service *service = &services->items[k];
            if (service->ready[service->n_ready - 1].by == SERVICE_READY_LINE)
                return service->name;
        }
    }
    return NULL;
}

struct of_system {
    struct service items[DESIGN_SERVICES_MOST];
    size_t n;
    struct design_ports ports;
    struct apart apart;
};

struct services {
    const struct design *design;
    struct launcher *launcher;
    struct of_system *systems;
    char names[DESIGN_SERVICES_MOST * SERVICES_VALUES][ASSAY_LONGEST_NAME + 32]; /* of the values */
    char reason[480];
};

enum assay_status services_new(const struct design *design, struct launcher *launcher,
                               struct services **out, struct assay_error *error)
{
    *out = NULL;
    if (!design_has_services(design))
        return ASSAY_OK;
    struct services *services = calloc(1, sizeof *services);
    struct of_system *systems = calloc(design->n_systems, sizeof *systems);
    if (services == NULL || systems == NULL) {
        free(services);
        free(systems);
        return fail_no_memory(error);
    }
    *services = (struct services){.design = design, .launcher = launcher, .systems = systems};
    for (size_t i = 0; i < design->n_systems; i++) {
        systems[i].n = design_services_of(design, i)->n;
        apart_of(design, i, &systems[i].apart);
        for (size_t k = 0; k < DESIGN_SERVICES_MOST; k++)
            systems[i].items[k] = (struct service){.socket = -1,
                                                   .port = {.kept = -1, .listener = -1},
                                                   .watches = k == 0,
                                                   .cpus = systems[i].apart.service};
    }
    *out = services;
    return ASSAY_OK;
}

static enum assay_status tell(struct services *services, const struct service *service,
                              const char *what, struct services_told *told)
{
    (void)snprintf(services->reason, sizeof services->reason, "%s: %s %s", what,
                   service->design->name, service->answer.reason);
    told->reason = services->reason;
    told->last_words = service->answer.words;
    return ASSAY_FAILED;
}

/* ---- before an execution --------------------------------------------------------------------- */

/* Those that are there already begin to count afresh, too. */
static enum assay_status begin_all(struct services *services, struct of_system *system,
                                   struct command_place *place, struct services_told *told,
                                   struct assay_error *error)
{
    for (size_t i = 0; i < system->n; i++)
        if (!service_is_there(&system->items[i])) {
            struct service *service = &system->items[i];
            TRY(service_take_port(
                service, &design_services_of(services->design, place->system)->items[i], error));
            system->ports.numbers[i] = service->port.number;
            system->ports.own = i;
            system->ports.n = i + 1;
            place->ports = &system->ports;
            const enum assay_status status =
                service_start(service, services->launcher, place, error);
            TRY(status == ASSAY_FAILED ? tell(services, service, "has no service", told) : status);
        }
    for (size_t i = 0; i < system->n; i++)
        if (!service_order(&system->items[i], GUARD_WAKE))
            return tell(services, &system->items[i], "has no service", told);
    return ASSAY_OK;
}

static enum assay_status begin(void *context, const struct command_place *place,
                               struct services_told *told, struct assay_error *error)
{
    struct services *services = context;
    struct of_system *system = &services->systems[place->system];
    struct command_place here = *place;
    TRY(begin_all(services, system, &here, told, error));
    system->ports.own = 0;
    system->ports.n = system->n;
    told->ports = &system->ports;
    told->n = system->n;
    memcpy(told->cpus, system->apart.load, sizeof told->cpus);
    for (size_t i = 0; i < system->n; i++)
        told->ends_with[i] = system->items[i].socket;
    return ASSAY_OK;
}

/* ---- behind it ------------------------------------------------------------------------------- */

static void add_values(struct services *services, const struct service *service, double requests,
                       struct services_told *told)
{
    const struct service_usage *usage = &service->answer.usage;
    const struct {
        const char *unit;
        double value;
    } values[SERVICES_VALUES] = {
        {"s", usage->processor_s}, {"byte", usage->max_rss_bytes},
        {"1", usage->voluntary},   {"1", usage->involuntary},
        {"s", service->ready_s},   {"s", requests > 0 ? usage->processor_s / requests : 0}};
    const size_t n = requests > 0 ? SERVICES_VALUES : SERVICES_VALUES - 1;
    for (size_t i = 0; i < n; i++) {
        char *name = services->names[told->n_values];
        (void)snprintf(name, sizeof services->names[0], "%s.%s", service->design->name,
                       service_metric_word(i));
        told->values[told->n_values++] =
            (struct service_value){name, values[i].unit, values[i].value};
    }
}

/* Read at once, before anything that takes time is done. */
static enum assay_status read_values(void *context, size_t system, double requests,
                                     struct services_told *told)
{
    struct services *services = context;
    struct of_system *of = &services->systems[system];
    const struct service *lost = NULL;
    for (size_t i = 0; i < of->n && lost == NULL; i++)
        if (service_order(&of->items[i], GUARD_READ))
            add_values(services, &of->items[i], requests, told);
        else
            lost = &of->items[i];
    if (lost == NULL) {
        /* What the guard of the first service has seen of who asks. */
        if (of->items[0].answer.load_busy >= 0)
            told->values[told->n_values++] =
                (struct service_value){SERVICE_LOAD_BUSY, "1", of->items[0].answer.load_busy};
    }
    return lost == NULL ? ASSAY_OK : tell(services, lost, "has lost its service", told);
}

/* One that ended unasked is not there any more, whatever its level. */
static enum assay_status end(void *context, size_t system, bool with_build,
                             struct services_told *told)
{
    struct services *services = context;
    struct of_system *of = &services->systems[system];
    enum assay_status status = ASSAY_OK;
    for (size_t i = of->n; i-- > 0;) {
        struct service *service = &of->items[i];
        if (!service_is_there(service))
            continue;
        const bool stays = service->design->of_build && !with_build && !service->ended;
        if (stays && !service->design->awake)
            (void)service_order(service, GUARD_FREEZE);
        if (!stays && !service_stop(service) && status == ASSAY_OK)
            status = tell(services, service, "went wrong", told);
    }
    return status;
}

void services_free(struct services **services)
{
    struct services *s = *services;
    struct services_told ignored = {0};
    for (size_t i = 0; s != NULL && i < s->design->n_systems; i++)
        (void)end(s, i, true, &ignored);
    if (s != NULL)
        free(s->systems);
    free(s);
    *services = NULL;
}

struct experiment_services services_calls(struct services *services)
{
    return services == NULL ? (struct experiment_services){0}
                            : (struct experiment_services){
                                  .context = services, .begin = begin, .read = read_values, .end = end};
}
