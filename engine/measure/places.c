/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places.c -- on which processors the commands of a round run that are there at the same time.
 * Source:   METHODS I1 (one processor, drawn anew for each round), H3 (two physical cores, never two threads of one; which
 *           system has which: random permuted blocks of four rounds).
 * Edge:     one core only: no duet. Where the kernel does not tell what belongs to a core, each processor is one.
 * Checked:  tests/engine/measure/test_places.c: made-up machines, blocks, purity.
 *
 * A duet's two processors are drawn once, from the seed: what one of them has over the other is a factor of its own, and has
 * to be the same thing in all rounds.
 */
#include "measure/places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/value.h"
#include "measure/draw.h"
#include "system/system.h"

enum { PROCESSORS = 64 * 16 };
static const char system_root[] = "/sys/devices/system/cpu";

static bool has(const processors set, size_t cpu)
{
    return (set[cpu / 64] >> cpu % 64 & 1) != 0;
}

size_t processors_count(const processors set)
{
    size_t n = 0;
    for (size_t i = 0; i < PROCESSORS; i++)
        n += has(set, i);
    return n;
}

void processors_allowed(const struct design *design, processors set)
{
    const struct design_randomise *r = &design->randomise;
    memset(set, 0, sizeof(processors));
    for (size_t i = 0; i < r->n_cpus; i++) {
        const unsigned long cpu = strtoul(r->cpus[i], NULL, 10) % PROCESSORS;
        set[cpu / 64] |= (uint64_t)1 << cpu % 64;
    }
    if (r->n_cpus > 0 ||
        (design->isolate.cpus != NULL && value_read_cpus(design->isolate.cpus, set)))
        return;
    (void)system_processors_of(0, set);
}

void processors_of_core(const char *root, size_t cpu, processors set)
{
    char path[4096], line[4096];
    memset(set, 0, sizeof(processors));
    (void)snprintf(path, sizeof path, "%s/cpu%zu/topology/thread_siblings_list",
                   root != NULL ? root : system_root, cpu);
    FILE *file = fopen(path, "re");
    if (file != NULL) {
        if (fgets(line, sizeof line, file) != NULL) {
            line[strcspn(line, "\n")] = '\0';
            (void)value_read_cpus(line, set);
        }
        (void)fclose(file);
    }
    set[cpu / 64] |= (uint64_t)1 << cpu % 64;
}

/* The k-th of a set, which is not empty. */
static size_t member(const processors set, size_t k)
{
    size_t cpu = 0;
    for (; cpu < PROCESSORS - 1; cpu++)
        if (has(set, cpu) && k-- == 0)
            break;
    return cpu;
}

static void take(struct places *places, size_t at, size_t cpu)
{
    places->cpu[at] = cpu;
    memset(places->cpus[at], 0, sizeof(processors));
    places->cpus[at][cpu / 64] = (uint64_t)1 << cpu % 64;
}

/* Two cores' processors, the lower number first; false: there is one core. */
static bool draw_two(const struct design *design, const processors allowed, size_t cpu[2])
{
    const size_t n = processors_count(allowed);
    processors others, core;
    if (n == 0)
        return false;
    const size_t one = member(allowed, draw_of_all(design, 0, n));
    processors_of_core(NULL, one, core);
    for (size_t i = 0; i < 16; i++)
        others[i] = allowed[i] & ~core[i];
    const size_t left = processors_count(others);
    if (left == 0)
        return false;
    const size_t other = member(others, draw_of_all(design, 1, left));
    cpu[0] = one < other ? one : other;
    cpu[1] = one < other ? other : one;
    return true;
}

void places_draw(const struct design *design, const struct step *steps, size_t n,
                 struct places *out)
{
    processors allowed;
    size_t two[2];
    processors_allowed(design, allowed);
    const bool apart = n == 2 && design->order.by == ORDER_DUET && draw_two(design, allowed, two);
    const size_t count = processors_count(allowed);
    const size_t one = count > 0 ? member(allowed, draw_processor(design, &steps[0], count)) : 0;
    const bool swapped = draw_swapped(design, &steps[0]);
    for (size_t i = 0; i < n; i++)
        take(out, i, apart ? two[(steps[i].system != 0) != swapped] : one);
}

bool places_refuse(const struct design *design, char *text, size_t size)
{
    processors allowed;
    size_t two[2];
    if (design->order.by != ORDER_DUET)
        return false;
    processors_allowed(design, allowed);
    if (draw_two(design, allowed, two))
        return false;
    if (processors_count(allowed) > 1)
        (void)snprintf(text, size,
                       "the processors that it may use are threads of one core, which share it");
    else
        (void)snprintf(text, size, "there is one processor that it may use, and it needs two");
    return true;
}
