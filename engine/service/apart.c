/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apart.c -- services and what talks to them on processors of their own.
 * Assumes:  a load that shares a processor with its server slows it, and is slowed, by what the kernel happens to do.
 * Edge:     one core: both anywhere. Whoever names processors for commands (isolate.cpu, randomise.cpu) has said where the load
 *           runs; who names those of a service has said where it is not.
 * Checked:  tests/engine/service/test_apart.c: made-up machines. */
#include "service/apart.h"

#include <string.h>

#include "design/value.h"

enum { WORDS = 16, PROCESSORS = 64 * WORDS };

static bool has(const processors set, size_t cpu)
{
    return (set[cpu / 64] >> cpu % 64 & 1) != 0;
}

static void leave_out(processors set, const processors out)
{
    for (size_t i = 0; i < WORDS; i++)
        set[i] &= ~out[i];
}

/* Those of the lowest processor's core that are in the set, which is not empty. */
static void first_core(const char *root, const processors set, processors core)
{
    size_t cpu = 0;
    while (!has(set, cpu))
        cpu++;
    processors_of_core(root, cpu, core);
    for (size_t i = 0; i < WORDS; i++)
        core[i] &= set[i];
}

static size_t count_cores(const char *root, const processors allowed)
{
    processors left, core;
    size_t n = 0;
    memcpy(left, allowed, sizeof left);
    for (; processors_count(left) > 0; n++) {
        first_core(root, left, core);
        leave_out(left, core);
    }
    return n;
}

bool apart_part(const char *root, const processors allowed, struct apart *out)
{
    processors core;
    const size_t n = count_cores(root, allowed);
    *out = (struct apart){0};
    if (n < 2)
        return false;
    memcpy(out->load, allowed, sizeof out->load);
    for (size_t taken = 0; taken < (n + 1) / 2; taken++) {
        first_core(root, out->load, core);
        leave_out(out->load, core);
        for (size_t i = 0; i < WORDS; i++)
            out->service[i] |= core[i];
    }
    return true;
}

void apart_of(const struct design *design, size_t system, struct apart *out)
{
    const struct design_services *services = design_services_of(design, system);
    processors allowed, named;
    bool any_named = false;
    *out = (struct apart){0};
    if (design->isolate.cpus != NULL || design->randomise.n_cpus > 0)
        return;
    processors_allowed(design, allowed);
    memcpy(out->load, allowed, sizeof out->load);
    for (size_t i = 0; i < services->n; i++)
        if (services->items[i].cpus != NULL) {
            any_named = true;
            memset(named, 0, sizeof named);
            (void)value_read_cpus(services->items[i].cpus, named);
            leave_out(out->load, named);
        }
    if (!any_named)
        (void)apart_part(NULL, allowed, out);
    else if (processors_count(out->load) == 0)
        memset(out->load, 0, sizeof out->load);
}
