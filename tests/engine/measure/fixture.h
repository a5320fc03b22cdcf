/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixture.h -- small designs and a sink that remembers, for the tests of this room. */
#ifndef MEASURE_FIXTURE_H
#define MEASURE_FIXTURE_H

#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "design/design.h"
#include "measure/experiment.h"

/* What a small child may report as its peak: a few MiB; sanitizers take more. */
#ifdef ASSAY_SANITIZED
#define SMALL_PEAK_BYTES (32 << 20)
#define OWN_PEAK_BYTES (32 << 20)
#else
#define SMALL_PEAK_BYTES (4 << 20)
#define OWN_PEAK_BYTES (2 << 20)
#endif

/* What a sink keeps of a record. */
struct kept {
    struct step step;
    enum outcome outcome;
    int exit_code, signal, error_number;
    double duration_s, cost_s, live_s;
    char last_words[4097], reason[256], hook[16];
    struct draw draws[DRAWS_MAX];
    size_t n_draws;
    size_t n_series;
    struct {
        char metric[32], part[32], unit[16];
        bool more_is_better;
        size_t n, n_warmup;
        uint64_t batch;
        double first, last;
    } series[8];
};

struct sink {
    struct kept *items;
    size_t n;
    size_t refuse_from; /* 0: never */
    const struct sink *before;
};

static inline enum assay_status sink_keep(void *context, const struct record *r,
                                          struct assay_error *error)
{
    struct sink *sink = context;
    if (sink->refuse_from > 0 && sink->n + 1 >= sink->refuse_from)
        return assay_fail(error, ASSAY_SYSTEM, "the sink is full");
    sink->items = realloc(sink->items, (sink->n + 1) * sizeof *sink->items);
    assert_non_null(sink->items);
    struct kept *k = &sink->items[sink->n++];
    *k = (struct kept){.step = r->step,
                       .outcome = r->outcome,
                       .exit_code = r->exit_code,
                       .signal = r->signal,
                       .error_number = r->error_number,
                       .duration_s = r->duration_s,
                       .cost_s = r->cost_s,
                       .live_s = r->live_s,
                       .n_draws = r->n_draws,
                       .n_series = r->n_series};
    memcpy(k->draws, r->draws, sizeof k->draws);
    snprintf(k->last_words, sizeof k->last_words, "%s", r->last_words ? r->last_words : "");
    snprintf(k->reason, sizeof k->reason, "%s", r->reason ? r->reason : "");
    snprintf(k->hook, sizeof k->hook, "%s", r->hook ? r->hook : "");
    for (size_t i = 0; i < r->n_series && i < 8; i++) {
        snprintf(k->series[i].part, sizeof k->series[i].part, "%s",
                 r->series[i].part ? r->series[i].part : "");
        snprintf(k->series[i].metric, sizeof k->series[i].metric, "%s", r->series[i].metric);
        snprintf(k->series[i].unit, sizeof k->series[i].unit, "%s", r->series[i].unit);
        k->series[i].more_is_better = r->series[i].more_is_better;
        k->series[i].n = r->series[i].n;
        k->series[i].n_warmup = r->series[i].n_warmup;
        k->series[i].batch = r->series[i].batch;
        k->series[i].first = r->series[i].values[0];
        k->series[i].last = r->series[i].values[r->series[i].n - 1];
    }
    return ASSAY_OK;
}

static inline bool is_same_step(const struct step *a, const struct step *b)
{
    return a->kind == b->kind && a->system == b->system && a->benchmark == b->benchmark &&
           memcmp(a->unit, b->unit, sizeof a->unit) == 0 && a->round == b->round &&
           a->position == b->position && a->warmup == b->warmup;
}

static inline bool sink_has(void *context, const struct step *step)
{
    const struct sink *before = ((struct sink *)context)->before;
    for (size_t i = 0; before != NULL && i < before->n; i++)
        if (is_same_step(&before->items[i].step, step))
            return true;
    return false;
}

/* One benchmark, one system that runs the command once, in the working directory. */
struct small {
    struct design design;
    struct design_system systems[3];
    struct design_benchmark benchmark;
    char *metrics[8];
    char source[512];
};

static inline void small_init(struct small *s, const char *command)
{
    *s = (struct small){0};
    assert_non_null(getcwd(s->source, sizeof s->source));
    s->metrics[0] = (char *)"wall";
    s->systems[0] = (struct design_system){.name = (char *)"old"};
    s->systems[1] = (struct design_system){.name = (char *)"new"};
    s->systems[2] = (struct design_system){.name = (char *)"third"};
    s->benchmark = (struct design_benchmark){.name = (char *)"bench",
                                             .run = (char *)command,
                                             .timeout_s = (double)INFINITY,
                                             .metrics = s->metrics,
                                             .n_metrics = 1};
    s->design = (struct design){.source = s->source,
                                .shell = (char *)"sh",
                                .seed = 7,
                                .levels = {{.name = (char *)"execution", .count = 1}},
                                .n_levels = 1,
                                .systems = s->systems,
                                .n_systems = 1,
                                .benchmarks = &s->benchmark,
                                .n_benchmarks = 1,
                                .metrics = s->metrics,
                                .n_metrics = 1};
}

static inline enum assay_status small_run(struct small *s, struct launcher *launcher,
                                          struct sink *sink, struct experiment_report *report)
{
    const struct experiment_options options = {0};
    const struct experiment_calls calls = {.context = sink, .has = sink_has, .keep = sink_keep};
    return experiment_run(&s->design, launcher, &options, &calls, report);
}

static inline void sink_fini(struct sink *sink)
{
    free(sink->items);
    *sink = (struct sink){0};
}

#endif
