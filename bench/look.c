/* SPDX-License-Identifier: GPL-3.0-or-later */
/* look.c -- what a look of a watched run costs, by how much is stored.
 *
 *     build/bench/bench_look [ROUNDS …]        default 100 1000 10000 50000 200000
 *
 * Two systems in rounds of one command each. `look`: the rule is asked, as while a run goes on, a twentieth
 * more rounds from look to look (median of nine about ROUNDS). `round`: what keeping one for the looks to come
 * costs, without the store. `read`: the store is read by the open handle, as
 * at the first look after a resume. `opened`: the store is opened, read and compared by the analysis
 * behind `assay compare`, which each look did once (both: median of 5). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

#include "analysis/comparison.h"
#include "session/interim_looks.h"
#include "temporary.h"
#include "timing.h"

enum { TIMES = 9, FEW = 5, MOST_AT_ONCE = 24, STORED = 3 };

static void must(bool done, const char *what)
{
    if (done)
        return;
    fprintf(stderr, "%s failed\n", what);
    exit(1);
}

static struct design *make_design(void)
{
    struct design *design = design_new();
    must(design != NULL, "memory");
    design->manifest = design_string(design, "");
    design->levels[0] =
        (struct design_level){.name = design_string(design, "execution"), .count = 1000000};
    design->n_levels = 1;
    design->n_systems = 2;
    design->n_benchmarks = 1;
    design->systems = design_alloc(design, 2 * sizeof *design->systems);
    design->benchmarks = design_alloc(design, sizeof *design->benchmarks);
    design->systems[0].name = design_string(design, "old");
    design->systems[1].name = design_string(design, "new");
    design->benchmarks[0].name = design_string(design, "b");
    design->stop = (struct design_stop){.rule = STOP_ANYTIME, .precision = 1e-6, .expected = 100};
    return design;
}

/* One execution: times of 1 ms with 2 % of noise. */
struct look_execution {
    double wall;
    struct metric_values series;
    struct record record;
};

static void execution_of(uint32_t index, struct look_execution *execution)
{
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, index, 0);
    execution->wall = (double)(980000 + assay_random_below(&random, 40000)) / 1e9;
    execution->series = (struct metric_values){
        .metric = "wall", .unit = "s", .values = &execution->wall, .n = 1, .batch = 1};
    execution->record = (struct record){.step = {.kind = STEP_EXECUTE,
                                                 .system = index % 2,
                                                 .round = index / 2,
                                                 .position = index % 2,
                                                 .unit = {index / 2}},
                                        .start_ns = 1700000000000000000 + (int64_t)index * 1100000,
                                        .duration_s = execution->wall,
                                        .cost_s = 0.0011,
                                        .series = &execution->series,
                                        .n_series = 1};
}

static void store(const struct session *session, uint32_t first, size_t n)
{
    static struct look_execution executions[MOST_AT_ONCE];
    const struct record *records[MOST_AT_ONCE];
    struct assay_error error;
    for (size_t i = 0; i < n; i++) {
        execution_of(first + (uint32_t)i, &executions[i]);
        records[i] = &executions[i].record;
    }
    must(store_append_all(session->store, session->experiment, records, n, &error) == ASSAY_OK,
         "store");
}

/* Seconds a round. */
static double take(struct interim_looks *looks, size_t first_round, size_t rounds)
{
    struct look_execution *executions = calloc(2 * rounds, sizeof *executions);
    must(executions != NULL, "memory");
    for (size_t i = 0; i < 2 * rounds; i++)
        execution_of((uint32_t)(2 * first_round + i), &executions[i]);
    const double began = clock_s(CLOCK_MONOTONIC);
    for (size_t i = 0; i < 2 * rounds; i++)
        interim_looks_take(looks, &executions[i].record);
    const double took = clock_s(CLOCK_MONOTONIC) - began;
    free(executions);
    return took / (double)rounds;
}

static void look(struct interim_looks *looks)
{
    must(interim_looks_gather(looks) && !interim_looks_done(looks), "look");
}

static double look_opened(const struct session *session)
{
    const double began = clock_s(CLOCK_MONOTONIC);
    const char *latest = "latest";
    const struct source_request stored = {
        .arguments = {&latest, 1}, .stored = true, .store = session->store_path};
    struct input input;
    struct comparison pairs;
    struct assay_error error;
    must(input_read(&stored, &input, NULL, &error) == ASSAY_OK, "reading");
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    request.input = &input;
    must(compare_systems(&request, &pairs, &error) == ASSAY_OK, "comparing");
    comparison_fini(&pairs);
    input_fini(&input);
    return clock_s(CLOCK_MONOTONIC) - began;
}

static double look_read(const struct session *session)
{
    struct interim_looks looks;
    struct assay_error error;
    const double began = clock_s(CLOCK_MONOTONIC);
    must(interim_looks_init(&looks, session, &error) == ASSAY_OK, "rule");
    look(&looks);
    interim_looks_fini(&looks);
    return clock_s(CLOCK_MONOTONIC) - began;
}

/* At the rule's own pace, so that the middle one is made after `rounds`. */
static void look_at_pace(struct interim_looks *looks, size_t rounds, double *looked, double *taken)
{
    size_t n = (size_t)((double)rounds / pow(1 + 1.0 / (double)looks->rule.pace, TIMES / 2));
    (void)take(looks, STORED, n - STORED);
    look(looks);
    for (size_t i = 0; i < TIMES; i++) {
        const size_t next = assay_stopping_next(&looks->rule, n);
        taken[i] = take(looks, n, next - n);
        n = next;
        const double began = clock_s(CLOCK_MONOTONIC);
        look(looks);
        looked[i] = clock_s(CLOCK_MONOTONIC) - began;
    }
}

static void print_row(const struct session *session, struct interim_looks *looks, size_t rounds)
{
    double looked[TIMES], taken[TIMES], read[FEW], opened[FEW];
    look_at_pace(looks, rounds, looked, taken);
    for (size_t i = 2 * STORED; i < 2 * rounds; i += MOST_AT_ONCE)
        store(session, (uint32_t)i, 2 * rounds - i < MOST_AT_ONCE ? 2 * rounds - i : MOST_AT_ONCE);
    for (size_t i = 0; i < FEW; i++) {
        read[i] = look_read(session);
        opened[i] = look_opened(session);
    }
    printf("| %zu | %.4f ms | %.2f us | %.1f ms | %.1f ms |\n", rounds, 1e3 * median(looked, TIMES),
           1e6 * median(taken, TIMES), 1e3 * median(read, FEW), 1e3 * median(opened, FEW));
}

static void measure(size_t rounds)
{
    struct bench_file file;
    struct assay_error error;
    struct interim_looks looks;
    struct session session = {.design = make_design(), .confidence = 0.95, .stored = 2 * rounds};
    must(bench_file_open(&file, NULL), "a temporary file");
    session.store_path = file.path;
    must(store_open(file.path, STORE_WRITE, &session.store, &error) == ASSAY_OK, "opening");
    must(store_begin(session.store, session.design, NULL, &session.experiment, &error) == ASSAY_OK,
         "beginning");
    must(interim_looks_init(&looks, &session, &error) == ASSAY_OK, "rule");
    store(&session, 0, 2 * STORED);
    look(&looks); /* the first one reads */
    print_row(&session, &looks, rounds);
    interim_looks_fini(&looks);
    store_close(&session.store);
    design_free(&session.design);
    bench_file_remove(&file);
}

int main(int argc, char **argv)
{
    static const size_t usual[] = {100, 1000, 10000, 50000, 200000};
    puts("| rounds stored | look | round | read | opened |\n|---|---|---|---|---|");
    for (int i = 1; i < argc; i++)
        measure((size_t)strtoul(argv[i], NULL, 10));
    for (size_t i = 0; argc == 1 && i < sizeof usual / sizeof *usual; i++)
        measure(usual[i]);
    return 0;
}
