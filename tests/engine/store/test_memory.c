/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_memory.c -- what a long experiment takes: appending nothing that grows, reading little more
 * than the values.
 */
#include "fixture.h"

#ifdef ASSAY_SANITIZED
#define SANITIZED 1 /* which keeps what was freed */
#else
#define SANITIZED 0
#endif

enum {
    EXECUTIONS = 30000,
    METRICS = 4,
    AT_ONCE = 50,
    PAGES = 4 << 20, /* SQLite keeps 2 MB of them */
    /* A value, its round, the round's copy, and a quarter for what grows by halves: 30 bytes. An
     * entry of 48 more for each value, as there once was, does not fit. */
    READ = EXECUTIONS * METRICS * 30 + (1 << 20)
};

static long peak_bytes(void)
{
    char line[128];
    long kib = 0;
    FILE *status = fopen("/proc/self/status", "r");
    assert_non_null(status);
    while (fgets(line, sizeof line, status) != NULL)
        if (sscanf(line, "VmHWM: %ld", &kib) == 1)
            break;
    fclose(status);
    return kib * 1024;
}

static void append(struct fixture *fixture, struct store *store, uint32_t first)
{
    static const char *const names[METRICS] = {"wall", "user", "system_time", "max_rss"};
    double values[AT_ONCE][METRICS];
    struct metric_values series[AT_ONCE][METRICS];
    struct record records[AT_ONCE];
    const struct record *pointers[AT_ONCE];
    for (uint32_t i = 0; i < AT_ONCE; i++) {
        for (size_t m = 0; m < METRICS; m++) {
            values[i][m] = 1e-3 + 1e-9 * (double)((first + i) * 7919 % 100003);
            series[i][m] = (struct metric_values){
                .metric = names[m], .unit = m < 3 ? "s" : "byte", .values = &values[i][m], .n = 1};
        }
        records[i] = fixture_record(fixture_step(0, 0, first + i, 0), series[i], METRICS);
        records[i].step.unit[0] = first + i;
        pointers[i] = &records[i];
    }
    assert_stored(fixture, store_append_all(store, 1, pointers, AT_ONCE, &fixture->error));
}

static void appending_is_flat_and_reading_takes_the_values(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct design *design = fixture_design(false);
    int64_t id;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, NULL, &id, &fixture->error));
    append(fixture, store, 0);
    const long before = peak_bytes();
    for (uint32_t i = AT_ONCE; i < EXECUTIONS; i += AT_ONCE)
        append(fixture, store, i);
    const long appended = peak_bytes();
    struct assay_dataset *dataset = assay_dataset_new();
    struct assay_error error;
    assert_stored(fixture, store_read(store, id, dataset, &fixture->error));
    assert_int_equal(assay_dataset_finish(dataset, &error), ASSAY_OK);
    const long read = peak_bytes();
    const struct assay_series *wall = assay_dataset_find(dataset, "old", "sort", "wall");
    assert_non_null(wall);
    assert_int_equal(wall->live.shape.count[0], EXECUTIONS);
    if (!SANITIZED && appended - before > PAGES)
        fail_msg("appending took %ld KiB more", (appended - before) / 1024);
    if (!SANITIZED && read - appended > READ)
        fail_msg("reading took %ld KiB more", (read - appended) / 1024);
    assay_dataset_free(&dataset);
    store_close(&store);
    design_free(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(appending_is_flat_and_reading_takes_the_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
