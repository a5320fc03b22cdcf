/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_length.c -- a store of many versions: one experiment a version, one system, executions of
 * one value in random rounds, as assay run leaves it. Then time `assay history`, `compare` and
 * `store merge` on it. Usage: store_length [FILE [VERSIONS [BENCHMARKS [EXECUTIONS [SEED]]]]];
 * FILE -: a temporary one, for the size alone.
 *
 * Times lie between 1 ms and 1 s with 2 % of noise, in whole nanoseconds; every hundredth version
 * one benchmark in ten becomes 3 % slower or faster.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <assay/random.h>

#include "store/store.h"
#include "temporary.h"

struct length {
    uint32_t versions, benchmarks, executions, seed;
    double *means, *values;
    struct metric_values *series;
    struct record *records;
    const struct record **pointers;
};

static void must(enum assay_status status, const struct assay_error *error)
{
    if (status != ASSAY_OK) {
        fprintf(stderr, "%s\n", error->text);
        exit(1);
    }
}

static void *room(size_t n, size_t size)
{
    void *items = calloc(n, size);
    if (items == NULL)
        exit(1);
    return items;
}

/* A manifest as long as people write them. */
static char *manifest_of(const struct length *length)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        exit(1);
    fputs("experiment: nightly\nlevels:\n  - {name: execution, count: 30}\nsystems:\n"
          "  - name: tip\n    build: make -s -C {source} OUT={dir}\nbenchmarks:\n",
          stream);
    for (uint32_t b = 0; b < length->benchmarks; b++)
        fprintf(stream, "  - name: suite/benchmark-%03u\n    run: \"{dir}/suite benchmark-%03u\"\n",
                b, b);
    fclose(stream);
    return text;
}

static struct design *design_of(const struct length *length)
{
    struct design *design = design_new();
    char name[64];
    if (design == NULL)
        exit(1);
    char *manifest = manifest_of(length);
    design->manifest = design_string(design, manifest);
    design->source = design_string(design, "/home/ci/project");
    free(manifest);
    design->margin = 0.01;
    design->levels[0] = (struct design_level){.name = design_string(design, "execution"),
                                              .count = length->executions};
    design->n_levels = 1;
    design->n_systems = 1;
    design->n_benchmarks = length->benchmarks;
    design->systems = design_alloc(design, sizeof *design->systems);
    design->benchmarks = design_alloc(design, length->benchmarks * sizeof *design->benchmarks);
    design->systems[0].name = design_string(design, "tip");
    for (uint32_t b = 0; b < length->benchmarks; b++) {
        (void)snprintf(name, sizeof name, "suite/benchmark-%03u", b);
        design->benchmarks[b].name = design_string(design, name);
    }
    return design;
}

/* One round: every benchmark once, in random order. */
static int64_t add_round(struct length *length, struct assay_random *random, uint32_t round,
                         int64_t start_ns)
{
    const uint32_t n = length->benchmarks;
    uint32_t order[4096];
    for (uint32_t b = 0; b < n; b++)
        order[b] = b;
    for (uint32_t b = n; b-- > 1;) {
        const uint32_t other = (uint32_t)assay_random_below(random, b + 1), kept = order[b];
        order[b] = order[other];
        order[other] = kept;
    }
    for (uint32_t p = 0; p < n; p++) {
        const size_t i = (size_t)round * n + p;
        const double wall = length->means[order[p]] * (1 + 0.02 * assay_random_normal(random));
        length->values[i] = nearbyint(wall * 1e9) / 1e9;
        length->series[i] = (struct metric_values){
            .metric = "wall", .unit = "s", .values = &length->values[i], .n = 1};
        const double cost =
            length->values[i] + 1e-4 + 1e-9 * (double)assay_random_below(random, 60000);
        length->records[i] = (struct record){.step = {.kind = STEP_EXECUTE,
                                                      .benchmark = order[p],
                                                      .round = round,
                                                      .position = p,
                                                      .unit = {round}},
                                             .start_ns = start_ns,
                                             .cost_s = cost,
                                             .series = &length->series[i],
                                             .n_series = 1};
        start_ns += llround(cost * 1e9) + 20000 + (int64_t)assay_random_below(random, 30000);
    }
    return start_ns;
}

static void shift_means(struct length *length, struct assay_random *random)
{
    for (uint32_t b = 0; b < length->benchmarks; b++)
        if (assay_random_below(random, 10) == 0)
            length->means[b] *= assay_random_below(random, 2) == 0 ? 1.03 : 1 / 1.03;
}

static void add_version(struct length *length, struct store *store, const struct design *design,
                        uint32_t version)
{
    static const char host[] =
        "{\"hostname\":\"ci-17\",\"cpu_model\":\"Example CPU @ 3.0 GHz\",\"microcode\":\"0x1\","
        "\"processors_online\":8,\"smt\":\"off\",\"governor\":\"performance\",\"turbo\":\"off\","
        "\"kernel\":\"6.1.0-18-amd64\",\"libc\":\"glibc 2.36\",\"architecture\":\"x86_64\","
        "\"aslr\":2,\"transparent_huge_pages\":\"madvise\",\"load_1m\":1.01,\"uptime_s\":864000}";
    struct assay_error error;
    struct assay_random random;
    int64_t experiment, start_ns = 1600000000000000000 + (int64_t)version * 86400000000000;
    char label[32], state[128];
    assay_random_init(&random, length->seed, ASSAY_RANDOM_TEST, version, 0);
    if (version % 100 == 99)
        shift_means(length, &random);
    must(store_begin(store, design, &(struct store_beginning){host}, &experiment, &error), &error);
    (void)snprintf(label, sizeof label, "r%u.%u", length->seed, version);
    must(store_set_version(store, experiment, &(struct store_version){.label = label}, &error),
         &error);
    for (uint32_t round = 0; round < length->executions; round++) {
        start_ns = add_round(length, &random, round, start_ns);
        (void)snprintf(state, sizeof state,
                       "{\"load_1m\":1.0%u,\"frequency_mhz\":3000,\"uptime_s\":%u}", round % 10,
                       864000 + 20 * round);
        must(store_host_state(store, experiment, round, state, &error), &error);
    }
    must(store_append_all(store, experiment, length->pointers,
                          (size_t)length->benchmarks * length->executions, &error),
         &error);
    must(store_finish(store, experiment, &error), &error);
}

static uint32_t number(char **argv, int argc, int i, uint32_t otherwise)
{
    return i < argc ? (uint32_t)atol(argv[i]) : otherwise;
}

int main(int argc, char **argv)
{
    struct length length = {.versions = number(argv, argc, 2, 2000),
                            .benchmarks = number(argv, argc, 3, 200),
                            .executions = number(argv, argc, 4, 30),
                            .seed = number(argv, argc, 5, 1)};
    struct bench_file file;
    if (length.benchmarks > 4096 || !bench_file_open(&file, argc > 1 ? argv[1] : NULL))
        return 2;
    const size_t n = (size_t)length.benchmarks * length.executions;
    length.means = room(length.benchmarks, sizeof *length.means);
    length.values = room(n, sizeof *length.values);
    length.series = room(n, sizeof *length.series);
    length.records = room(n, sizeof *length.records);
    length.pointers = room(n, sizeof *length.pointers);
    for (size_t i = 0; i < n; i++)
        length.pointers[i] = &length.records[i];
    for (uint32_t b = 0; b < length.benchmarks; b++)
        length.means[b] = 0.001 * pow(1000, (double)b / length.benchmarks);
    struct assay_error error;
    struct store *store = NULL;
    struct design *design = design_of(&length);
    const clock_t began = clock();
    must(store_open(file.path, STORE_WRITE, &store, &error), &error);
    for (uint32_t v = 0; v < length.versions; v++)
        add_version(&length, store, design, v);
    store_close(&store);
    struct stat found;
    if (stat(file.path, &found) == 0)
        printf("%.1f MB, %.2f bytes an execution; made in %.0f s of processor time\n",
               (double)found.st_size / 1e6,
               (double)found.st_size / (double)n / (double)length.versions,
               (double)(clock() - began) / CLOCKS_PER_SEC);
    design_free(&design);
    bench_file_remove(&file);
    return 0;
}
