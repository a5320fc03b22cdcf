/* SPDX-License-Identifier: GPL-3.0-or-later */
/* without_linux.c -- in place of the room where nothing adopts what a service leaves behind, or ends it with assay: services are refused. */
#include <unistd.h>

#include "base/failure.h"
#include "service/guard.h"
#include "service/services.h"

const char *services_ready_by_line(const struct design *design)
{
    (void)design;
    return NULL;
}

enum assay_status services_new(const struct design *design, struct launcher *launcher,
                               struct services **out, struct assay_error *error)
{
    (void)launcher;
    *out = NULL;
    for (size_t i = 0; i < design->n_systems; i++)
        if (design_services_of(design, i)->n > 0)
            return assay_fail(error, ASSAY_SYSTEM,
                              "service \"%s\": services run on Linux alone, where all that they "
                              "start ends with them (start it yourself, "
                              "and leave the key out)",
                              design_services_of(design, i)->items[0].name);
    return ASSAY_OK;
}

void services_free(struct services **services)
{
    *services = NULL;
}

struct experiment_services services_calls(struct services *services)
{
    (void)services;
    return (struct experiment_services){0};
}

void guard_serve(const struct guard_start *start)
{
    (void)start;
}
