/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design.c -- memory of a design, and what follows from it. */
#include "design/design.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "design/template.h"

/* Designs are small and freed whole: one block for each allocation keeps the arena trivial. */
struct design_block {
    struct design_block *next;
    max_align_t memory[];
};

void *design_alloc(struct design *design, size_t size)
{
    struct design_block *block = calloc(1, sizeof *block + size);
    if (block == NULL)
        return NULL;
    block->next = design->blocks;
    design->blocks = block;
    return block->memory;
}

char *design_string(struct design *design, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = design_alloc(design, size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

size_t design_top_level(const struct design *design)
{
    size_t i = 0;
    while (i < design_execution_level(design) && design->levels[i].count == 1)
        i++;
    return i;
}

static char wall[] = "wall", user[] = "user", system_time[] = "system_time", max_rss[] = "max_rss",
            voluntary[] = "voluntary_switches", involuntary[] = "involuntary_switches",
            minor[] = "minor_faults", major[] = "major_faults";
char *design_process_metrics[DESIGN_PROCESS_METRICS] = {
    wall, user, system_time, max_rss, voluntary, involuntary, minor, major};
char *design_harness_metrics[DESIGN_HARNESS_METRICS] = {wall, voluntary, involuntary};

/* Beside another program on one processor wall time says nothing; where a pilot will say how it is measured, both. */
static char processor_time[] = "user+system";
static char *metrics_beside[DESIGN_PROCESS_METRICS] = {
    processor_time, user, system_time, max_rss, voluntary, involuntary, minor, major};
static char *metrics_of_both[DESIGN_PROCESS_METRICS + 1] = {
    wall, user, system_time, max_rss, voluntary, involuntary, minor, major, processor_time};

static char *harness_beside[DESIGN_HARNESS_METRICS] = {processor_time, voluntary, involuntary};
static char *harness_of_both[DESIGN_HARNESS_METRICS + 1] = {wall, voluntary, involuntary,
                                                            processor_time};

char **design_default_metrics(const struct design *design, bool of_harness, size_t *n)
{
    const bool beside = design->order.by == ORDER_SLICES, both = design->order.by == ORDER_AUTO;
    *n = (of_harness ? (size_t)DESIGN_HARNESS_METRICS : (size_t)DESIGN_PROCESS_METRICS) + both;
    if (of_harness)
        return both ? harness_of_both : beside ? harness_beside : design_harness_metrics;
    return both ? metrics_of_both : beside ? metrics_beside : design_process_metrics;
}

const char *const order_names[] = {"rounds", "slices", "duet", "lockstep", "auto", NULL};

bool order_is_beside(enum design_order_by by)
{
    return by == ORDER_SLICES || by == ORDER_DUET || by == ORDER_LOCKSTEP;
}

static const double memory_differs = 1.10, least_memory_bytes = 256 * 1024;

bool order_memory_differs(double old_bytes, double new_bytes)
{
    return fabs(new_bytes - old_bytes) >= least_memory_bytes &&
           fmax(new_bytes / old_bytes, old_bytes / new_bytes) >= memory_differs;
}

const char *order_says(enum design_order_by by)
{
    return by == ORDER_DUET ? "a duet says" : by == ORDER_LOCKSTEP ? "lockstep says" : "slices say";
}

/* What nobody named becomes what the new order has for such. */
static void reorder_metrics(struct design_benchmark *b, char **from, size_t n_from, char **to,
                            size_t n_to)
{
    bool alike = b->n_metrics == n_from;
    for (size_t k = 0; alike && k < n_from; k++)
        alike = strcmp(b->metrics[k], from[k]) == 0;
    if (!alike)
        return;
    b->metrics = to;
    b->n_metrics = n_to;
}

void design_set_order(struct design *design, const struct design_order *order)
{
    const struct design old = *design;
    design->order = *order;
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        struct design_benchmark *b = &design->benchmarks[i];
        const bool of_harness = b->source == VALUES_HARNESS;
        size_t n_before, n_now;
        char **const before = design_default_metrics(&old, of_harness, &n_before);
        char **const now = design_default_metrics(design, of_harness, &n_now);
        reorder_metrics(b, before, n_before, now, n_now);
        b->batch = 0;
    }
    if (design->decides_by_order)
        design->decides = NULL;
    design->decides_by_order = false;
    design->changed = true;
}

static struct assay_question question_of(const struct design *design, size_t at)
{
    struct assay_question question = {.basis = ASSAY_BASIS_BOTH};
    const char *own = at < design->n_benchmarks ? design->benchmarks[at].statistic : NULL;
    const char *text = own != NULL ? own : design->statistic;
    if (text != NULL)
        (void)assay_question_parse(text, &question, NULL);
    return question;
}

static struct assay_question common_question(const struct design *design)
{
    const struct assay_question first = question_of(design, 0);
    for (size_t i = 1; i < design->n_benchmarks; i++) {
        const struct assay_question other = question_of(design, i);
        if (other.basis != first.basis || other.statistic.kind != first.statistic.kind ||
            other.statistic.probability != first.statistic.probability)
            return (struct assay_question){.basis = ASSAY_BASIS_BOTH};
    }
    return first;
}

struct assay_question design_question(const struct design *design, const char *benchmark)
{
    size_t best = design->n_benchmarks, longest = 0;
    for (size_t i = 0; benchmark != NULL && i < design->n_benchmarks; i++) {
        const char *name = design->benchmarks[i].name;
        const size_t n = strlen(name);
        if (n >= longest && strncmp(name, benchmark, n) == 0 &&
            (benchmark[n] == '\0' || benchmark[n] == '/' || strncmp(benchmark + n, " on ", 4) == 0))
            best = i, longest = n;
    }
    return benchmark != NULL ? question_of(design, best) : common_question(design);
}

bool design_has_quantile(const struct design *design)
{
    bool has = false;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        has = has || question_of(design, i).statistic.kind != ASSAY_STATISTIC_MEAN;
    return has;
}

bool design_has_statistic(const struct design *design)
{
    bool has = design->statistic != NULL;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        has = has || design->benchmarks[i].statistic != NULL;
    return has;
}

const char *const stop_rule_names[] = {"fixed",   "pilot", "fresh",     "continued", "peek",
                                       "anytime", "looks", "eliminate", NULL};

bool design_ends_by_time(const struct design *design)
{
    return design->stop.rule == STOP_CONTINUED && design->stop.pilot_units == 0 &&
           design->stop.budget_s > 0;
}

struct design *design_new(void)
{
    struct design *design = calloc(1, sizeof *design);
    if (design != NULL) {
        design->margin = ASSAY_MARGIN_DEFAULT;
        design->isolate.quiet_wait_s = 300;
    }
    return design;
}

void design_free(struct design **design)
{
    if (*design == NULL)
        return;
    for (struct design_block *block = (*design)->blocks; block != NULL;) {
        struct design_block *next = block->next;
        free(block);
        block = next;
    }
    free(*design);
    *design = NULL;
}

size_t design_units(const struct design *design, size_t system, size_t benchmark)
{
    const size_t units = design->benchmarks[benchmark].units,
                 ended = design->ended != NULL
                             ? design->ended[system * design->n_benchmarks + benchmark]
                             : 0;
    const size_t top = design_top_level(design);
    size_t all = design->levels[top].count;
    all = top == 0 && units > 0 && units < all ? units : all;
    return ended > 0 && ended < all ? ended : all;
}

bool design_has_machines(const struct design *design)
{
    return strcmp(design->levels[0].name, "machine") == 0;
}

struct design_system *design_system_named(const struct design *design, const char *name)
{
    for (size_t i = 0; design != NULL && i < design->n_systems; i++)
        if (strcmp(design->systems[i].name, name) == 0)
            return &design->systems[i];
    return NULL;
}

struct design_benchmark *design_benchmark_named(const struct design *design, const char *name)
{
    for (size_t i = 0; design != NULL && i < design->n_benchmarks; i++)
        if (strcmp(design->benchmarks[i].name, name) == 0)
            return &design->benchmarks[i];
    return NULL;
}

size_t design_execution_level(const struct design *design)
{
    size_t level = 0;
    while (level + 1 < design->n_levels && strcmp(design->levels[level].name, "execution") != 0)
        level++;
    return level;
}

double design_executions(const struct design *design)
{
    double executions = (double)design->n_systems * (double)design->n_benchmarks;
    for (size_t i = 0; i <= design_execution_level(design); i++)
        executions *= (double)(design->levels[i].count + design->levels[i].warmup);
    return executions;
}

bool design_has_iterations(const struct design *design)
{
    return design_execution_level(design) + 1 < design->n_levels;
}

size_t design_iterations(const struct design *design)
{
    return design_has_iterations(design) ? design->levels[design->n_levels - 1].count : 1;
}

size_t design_warmup(const struct design *design)
{
    return design_has_iterations(design) ? design->levels[design->n_levels - 1].warmup : 0;
}

const char *design_hook(char *const *commands, size_t n, size_t system)
{
    return n == 0 ? NULL : commands[n == 1 ? 0 : system];
}

bool design_has_builds(const struct design *design)
{
    for (size_t i = 0; i < design->n_systems; i++)
        if (design->systems[i].build != NULL)
            return true;
    return false;
}

const char *design_command(const struct design *design, size_t system, size_t benchmark)
{
    const char *own = design->systems[system].run;
    return own != NULL ? own : design->benchmarks[benchmark].run;
}

static void add_parameters(struct template_value *values, size_t *n,
                           const struct design_environment *parameters)
{
    for (size_t i = 0; i < parameters->n; i++)
        values[(*n)++] = (struct template_value){parameters->names[i], parameters->values[i]};
}

const char *design_source(const struct design *design, size_t system)
{
    const struct design_system *s = &design->systems[system];
    return s->tree != NULL ? s->tree : s->source != NULL ? s->source : design->source;
}

const struct design_services *design_services_of(const struct design *design, size_t system)
{
    const struct design_services *own = &design->systems[system].services;
    return own->n > 0 ? own : &design->services;
}

bool design_has_services(const struct design *design)
{
    bool has = design->services.n > 0;
    for (size_t i = 0; i < design->n_systems; i++)
        has = has || design->systems[i].services.n > 0;
    return has;
}

struct port_text {
    char digits[12];
};

static void add_ports(struct template_value *values, size_t *n, struct port_text *texts,
                      const struct design_services *services, const struct design_ports *ports)
{
    for (size_t i = 0; ports != NULL && i < ports->n && i < services->n; i++) {
        (void)snprintf(texts[i].digits, sizeof texts[i].digits, "%u", ports->numbers[i]);
        values[(*n)++] =
            (struct template_value){services->items[i].port_name, texts[i].digits};
        if (i == ports->own)
            values[(*n)++] = (struct template_value){"port", texts[i].digits};
    }
}

char *design_expand(const struct design *design, const struct design_place *place, const char *text)
{
    const struct design_system *s = &design->systems[place->system];
    const struct design_benchmark *b = &design->benchmarks[place->benchmark];
    const char *source = design_source(design, place->system), *dir = place->dir;
    struct port_text ports[DESIGN_SERVICES_MOST];
    char seed_text[24], live[24], warmup[24];
    (void)snprintf(seed_text, sizeof seed_text, "%" PRIu64, place->seed);
    (void)snprintf(live, sizeof live, "%zu", design_iterations(design));
    (void)snprintf(warmup, sizeof warmup, "%zu", design_warmup(design));
    OWNED struct template_value *values =
        calloc(8 + DESIGN_SERVICES_MOST + s->parameters.n + b->parameters.n, sizeof *values);
    if (values == NULL)
        return NULL;
    size_t n = 0;
    values[n++] = (struct template_value){"dir", dir != NULL ? dir : source};
    values[n++] = (struct template_value){"source", source};
    values[n++] = (struct template_value){"seed", seed_text};
    values[n++] = (struct template_value){"system", s->name};
    values[n++] = (struct template_value){"benchmark", b->name};
    add_ports(values, &n, ports, design_services_of(design, place->system), place->ports);
    add_parameters(values, &n, &s->parameters);
    add_parameters(values, &n, &b->parameters);
    values[n++] = (struct template_value){"iterations", live};
    values[n++] = (struct template_value){"warmup", warmup};
    return template_expand(text, values, n);
}
