/* SPDX-License-Identifier: GPL-3.0-or-later */
/* look.c -- what a look of a watched run costs, by how much is stored.
 *
 *     build/bench/bench_look [ROUNDS …]        default 10 1000 50000
 *
 * Two systems in rounds of one command each. `look`: a round that was just kept is added and the rule
 * is asked, as while a run goes on (median of 200). `read`: the store is read by the open handle, as
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

enum { TIMES = 200, FEW = 5, MOST_AT_ONCE = 24 };

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
struct execution {
    double wall;
    struct series_values series;
    struct record record;
};

static void execution_of(uint32_t index, struct execution *execution)
{
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, index, 0);
    execution->wall = (double)(980000 + assay_random_below(&random, 40000)) / 1e9;
    execution->series = (struct series_values){
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

static void keep(struct session *session, struct interim_looks *looks, uint32_t first, size_t n)
{
    static struct execution executions[MOST_AT_ONCE];
    const struct record *records[MOST_AT_ONCE];
    struct assay_error error;
    for (size_t i = 0; i < n; i++) {
        execution_of(first + (uint32_t)i, &executions[i]);
        records[i] = &executions[i].record;
    }
    must(store_append_all(session->store, session->experiment, records, n, &error) == ASSAY_OK,
         "store");
    for (size_t i = 0; i < n; i++)
        interim_looks_take(looks, records[i]);
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

static void print_row(struct session *session, struct interim_looks *looks, size_t rounds)
{
    double looked[TIMES], read[FEW], opened[FEW];
    for (size_t i = 0; i < FEW; i++) {
        read[i] = look_read(session);
        opened[i] = look_opened(session);
    }
    for (size_t i = 0; i < TIMES; i++) {
        keep(session, looks, (uint32_t)(2 * (rounds + i)), 2);
        const double began = clock_s(CLOCK_MONOTONIC);
        look(looks);
        looked[i] = clock_s(CLOCK_MONOTONIC) - began;
    }
    printf("| %zu | %.4f ms | %.2f ms | %.2f ms |\n", rounds, 1e3 * median(looked, TIMES),
           1e3 * median(read, FEW), 1e3 * median(opened, FEW));
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
    keep(&session, &looks, 0, 6);
    look(&looks); /* the first one reads */
    for (size_t i = 6; i < 2 * rounds; i += MOST_AT_ONCE)
        keep(&session, &looks, (uint32_t)i,
             2 * rounds - i < MOST_AT_ONCE ? 2 * rounds - i : MOST_AT_ONCE);
    look(&looks);
    print_row(&session, &looks, rounds);
    interim_looks_fini(&looks);
    store_close(&session.store);
    design_free(&session.design);
    bench_file_remove(&file);
}

int main(int argc, char **argv)
{
    static const size_t usual[] = {10, 1000, 50000};
    puts("| rounds stored | look | read | opened |\n|---|---|---|---|");
    for (int i = 1; i < argc; i++)
        measure((size_t)strtoul(argv[i], NULL, 10));
    for (size_t i = 0; argc == 1 && i < 3; i++)
        measure(usual[i]);
    return 0;
}
