/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_read.c -- what was appended comes back as samples: order, levels, costs, pairs, doubt. */
#include "fixture.h"
#include "store/host.h"

#include <math.h>

static struct store *begin(struct fixture *fixture, const struct design *design, int64_t *id)
{
    struct store *store = NULL;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, NULL, id, &fixture->error));
    return store;
}

static void append(struct fixture *fixture, struct store *store, struct record record)
{
    assert_stored(fixture, store_append(store, 1, &record, &fixture->error));
}

/* Ends the writing and reads from a new handle. */
static struct assay_dataset *read_back(struct fixture *fixture, struct store **store)
{
    store_close(store);
    assert_stored(fixture, store_open(fixture->path, STORE_READ, store, &fixture->error));
    struct assay_dataset *dataset = assay_dataset_new();
    assert_stored(fixture, store_read(*store, 1, dataset, &fixture->error));
    struct assay_error error;
    if (assay_dataset_finish(dataset, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    store_close(store);
    return dataset;
}

/* Value of system s, benchmark b, build i, execution j, iteration k. */
static double value_of(uint32_t s, uint32_t b, uint32_t i, uint32_t j, uint32_t k)
{
    return (double)(10000 * (s + 1) + 1000 * (b + 1) + 100 * i + 10 * j + k) / 1e9;
}

/* A whole nested run: 2 builds x 2 executions x (1 warm-up + 3 live). max_rss has one value. */
static void run_nested(struct fixture *fixture, struct store *store, double live_s)
{
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t s = 2; s-- > 0;)
            append(fixture, store,
                   (struct record){.step = {.kind = STEP_BUILD, .system = s, .unit = {i}},
                                   .cost_s = 10 * (s + 1) + i});
        for (uint32_t j = 0; j < 2; j++)
            for (uint32_t place = 4; place-- > 0;) { /* new before old, the last benchmark first */
                uint32_t s = place / 2, b = place % 2;
                double values[4] = {99, 0, 0, 0}, rss = 4096.0 * (s + 1);
                for (uint32_t k = 0; k < 3; k++)
                    values[k + 1] = value_of(s, b, i, j, k);
                const struct metric_values series[] = {
                    {.metric = "wall", .unit = "s", .values = values, .n = 4, .n_warmup = 1},
                    {.metric = "max_rss", .unit = "byte", .values = &rss, .n = 1},
                    {.metric = "rate",
                     .unit = "op/s",
                     .more_is_better = true,
                     .values = values,
                     .n = s == 1 ? 1 : 0}};
                struct record record =
                    fixture_record(fixture_step(s, b, 2 * i + j, 3 - place), series, 3);
                record.step.unit[0] = i;
                record.step.unit[1] = j;
                record.cost_s = 0.5;
                record.live_s = live_s;
                append(fixture, store, record);
            }
    }
}

static void nested_samples_come_back(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(true);
    int64_t id;
    struct store *store = begin(fixture, design, &id);
    run_nested(fixture, store, 0.3);
    assert_stored(fixture, store_finish(store, 1, &fixture->error));
    struct assay_dataset *dataset = read_back(fixture, &store);
    assert_int_equal(assay_dataset_count(dataset), 10); /* rate: of one system only */
    assert_string_equal(assay_dataset_get(dataset, 0)->system, "old");
    assert_string_equal(assay_dataset_get(dataset, 0)->benchmark, "sort");

    const struct assay_series *wall =
        assay_dataset_find(dataset, "new", design->benchmarks[1].name, "wall");
    assert_non_null(wall);
    assert_int_equal(wall->live.shape.n_levels, 3);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(wall->level_name[i], design->levels[i].name);
    assert_int_equal(assay_shape_units(&wall->live.shape, 2), 12);
    for (uint32_t n = 0; n < 12; n++)
        assert_true(wall->live.values[n] == value_of(1, 1, n / 6, n / 3 % 2, n % 3));
    assert_int_equal(assay_shape_units(&wall->all.shape, 2), 16);
    assert_true(wall->all.values[0] == 99);
    assert_non_null(wall->n_warmup);
    assert_true(assay_series_paired(
        wall, assay_dataset_find(dataset, "old", design->benchmarks[1].name, "wall")));
    assert_close(wall->cost_s[0], 20.5, 1e-12, 0);    /* its builds took 20 and 21 s */
    assert_close(wall->cost_s[1], 0.2, 1e-12, 0);     /* 0.5 s less 0.3 s live */
    assert_close(wall->cost_s[2], 0.3 / 3, 1e-12, 0); /* three live iterations */
    assert_true(wall->warnings == 0 && !wall->more_is_better);

    const struct assay_series *rss = assay_dataset_find(dataset, "old", "sort", "max_rss");
    assert_non_null(rss);
    assert_int_equal(rss->live.shape.n_levels, 2);
    assert_string_equal(rss->unit, "byte");
    assert_true(rss->live.values[3] == 4096);
    assert_close(rss->cost_s[0], 10.5, 1e-12, 0);
    assert_close(rss->cost_s[1], 0.5, 1e-12, 0);
    const struct assay_series *rate = assay_dataset_find(dataset, "new", "sort", "rate");
    assert_true(rate != NULL && rate->more_is_better);
    assay_dataset_free(&dataset);
    design_free(&design);
}

/* An iteration that does not say what it costs has its share of the execution; the warm-up stays with
 * the execution. */
static void check_even_costs(struct fixture *fixture, double live_s)
{
    struct design *design = fixture_design(true);
    int64_t id;
    struct store *store = begin(fixture, design, &id);
    run_nested(fixture, store, live_s);
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    struct assay_dataset *dataset = read_back(fixture, &store);
    const struct assay_series *wall =
        assay_dataset_find(dataset, "new", design->benchmarks[1].name, "wall");
    assert_non_null(wall);
    assert_close(wall->cost_s[1], 0.125, 1e-12, 0);
    assert_close(wall->cost_s[2], 0.125, 1e-12, 0);
    assay_dataset_free(&dataset);
    design_free(&design);
}

static void values_that_are_no_times_share_the_execution(void **state)
{
    check_even_costs(*state, 0);
}

static void values_longer_than_the_execution_share_it(void **state)
{
    check_even_costs(*state, 0.9);
}

/* Executions only, one of them warm-up, one failed, one failed and made up for. */
/* Shares of the execution that round up to more than the whole of it. */
static void a_rounding_makes_no_cost_unknown(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(true);
    int64_t id;
    struct store *store = begin(fixture, design, &id);
    for (uint32_t i = 0; i < 2; i++) {
        append(fixture, store,
               (struct record){.step = {.kind = STEP_BUILD, .unit = {i}}, .cost_s = 1});
        for (uint32_t j = 0; j < 2; j++) {
            const double values[3] = {1, 2, 3};
            const struct metric_values series = {
                .metric = "wall", .unit = "s", .values = values, .n = 3};
            struct record record = fixture_record(fixture_step(0, 0, 2 * i + j, 0), &series, 1);
            record.step.unit[0] = i;
            record.step.unit[1] = j;
            record.cost_s = 0.003;
            record.live_s = 6;
            append(fixture, store, record);
        }
    }
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    struct assay_dataset *dataset = read_back(fixture, &store);
    assert_true(assay_dataset_get(dataset, 0)->cost_s[1] >= 0);
    assay_dataset_free(&dataset);
    design_free(&design);
}

static void flat_samples_tell_what_is_left_out(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(false);
    int64_t id;
    struct store *store = begin(fixture, design, &id);
    for (uint32_t round = 0; round < 6; round++)
        for (uint32_t s = 0; s < 2; s++) {
            double time = (round + 1 + 10 * s) / 1e3;
            const struct metric_values wall = {
                .metric = "wall", .unit = "s", .values = &time, .n = 1};
            struct record record = fixture_record(fixture_step(s, 0, round, s), &wall, 1);
            record.step.warmup = round == 0;
            record.live_s = 0;
            record.cost_s = round == 0 ? 100 : 2;
            if (round == 2 || (round == 3 && s == 0)) {
                record.outcome = s == 0 ? OUTCOME_EXIT : OUTCOME_OK;
                append(fixture, store, record);
                if (round == 3) {
                    record.outcome = OUTCOME_OK;
                    append(fixture, store, record);
                }
                continue;
            }
            append(fixture, store, record);
        }
    struct assay_dataset *dataset = read_back(fixture, &store);
    const struct assay_series *old = assay_dataset_find(dataset, "old", "sort", "wall");
    const struct assay_series *new = assay_dataset_find(dataset, "new", "sort", "wall");
    assert_int_equal(assay_dataset_count(dataset), 2);
    assert_int_equal(old->live.shape.n_levels, 1);
    assert_int_equal(assay_shape_units(&old->live.shape, 0), 4);
    assert_int_equal(assay_shape_units(&new->live.shape, 0), 5);
    static const int64_t rounds[] = {1, 3, 4, 5};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(old->pair_key[i], rounds[i]);
        assert_true(old->live.values[i] == (double)(rounds[i] + 1) / 1e3);
    }
    assert_close(old->cost_s[0], 2, 1e-12, 0);
    assay_warnings incomplete = ASSAY_WARNING(ASSAY_WARN_INCOMPLETE);
    assert_true(old->warnings == (incomplete | ASSAY_WARNING(ASSAY_WARN_FAILED_EXECUTIONS)));
    assert_true(new->warnings == incomplete);
    assay_dataset_free(&dataset);
    design_free(&design);
}

/* Iterations under executions that nothing stands above. */
static void iterations_of_executions_come_back(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(false);
    design->levels[design->n_levels++] =
        (struct design_level){.name = design_string(design, "iteration"), .count = 2};
    int64_t id;
    struct store *store = begin(fixture, design, &id);
    for (uint32_t round = 0; round < 3; round++) {
        const double times[] = {round + 0.25, round + 0.5};
        const struct metric_values wall = {.metric = "wall", .unit = "s", .values = times, .n = 2};
        struct record record = fixture_record(fixture_step(0, 0, 7 + round, 0), &wall, 1);
        record.step.unit[0] = round;
        append(fixture, store, record);
    }
    struct assay_dataset *dataset = read_back(fixture, &store);
    const struct assay_series *old = assay_dataset_find(dataset, "old", "sort", "wall");
    assert_int_equal(old->live.shape.n_levels, 2);
    assert_true(old->live.values[5] == 2.5 && old->pair_key[0] == 7 && old->pair_key[2] == 9);
    assay_dataset_free(&dataset);
    design_free(&design);
}

/* A level above build: day x build x execution. Equal places under other parents are other units. */
static void deep_trees_come_back(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(true);
    design->levels[2] = design->levels[1];
    design->levels[1] = design->levels[0];
    design->levels[0].name = design_string(design, "day");
    int64_t id;
    struct store *store = begin(fixture, design, &id);
    for (uint32_t n = 0; n < 8; n++) {
        struct step step = fixture_step(0, 0, n, 0);
        step.unit[0] = n / 4;
        step.unit[1] = n / 2 % 2;
        step.unit[2] = n % 2;
        double time = n + 1;
        const struct metric_values wall = {.metric = "wall", .unit = "s", .values = &time, .n = 1};
        append(fixture, store, fixture_record(step, &wall, 1));
        if (n % 2 == 0) {
            step.kind = STEP_BUILD;
            assert_false(store_has_step(store, id, &step));
            append(fixture, store, (struct record){.step = step, .cost_s = 3});
            assert_true(store_has_step(store, id, &step));
        }
    }
    struct assay_dataset *dataset = read_back(fixture, &store);
    const struct assay_series *old = assay_dataset_find(dataset, "old", "sort", "wall");
    assert_int_equal(old->live.shape.n_levels, 3);
    assert_int_equal(assay_shape_units(&old->live.shape, 0), 2);
    assert_int_equal(assay_shape_units(&old->live.shape, 1), 4);
    for (size_t n = 0; n < 8; n++)
        assert_true(old->live.values[n] == (double)(n + 1));
    assert_true(old->cost_s[0] == 0 && old->cost_s[1] == 3);
    assert_true(old->pair_key[0] == 2 && old->pair_key[1] == 6); /* where their last builds began */
    assay_dataset_free(&dataset);
    design_free(&design);
}

static void nothing_to_read(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(true);
    int64_t id;
    struct store *store = begin(fixture, design, &id);
    struct assay_dataset *dataset = assay_dataset_new();
    assert_int_equal(store_read(store, 2, dataset, &fixture->error), ASSAY_MISSING);
    assert_stored(fixture, store_read(store, 1, dataset, &fixture->error));
    assert_int_equal(assay_dataset_count(dataset), 0);
    assay_dataset_free(&dataset);
    store_close(&store);
    design_free(&design);
}

/* A damaged array is told; it is neither read nor followed. */
static void damaged_values_are_refused(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(true);
    int64_t id;
    struct store *store = begin(fixture, design, &id);
    run_nested(fixture, store, 0.3);
    store_close(&store);
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "UPDATE value SET data = CAST(replace(data, x'00', x'01') AS "
                                  "BLOB), n = 3 WHERE execution = 5",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    struct assay_dataset *dataset = assay_dataset_new();
    assert_int_equal(store_read(store, 1, dataset, &fixture->error), ASSAY_SYSTEM);
    assert_non_null(strstr(fixture->error.text, "execution 5"));
    assay_dataset_free(&dataset);
    store_close(&store);
    design_free(&design);
}

/* Ten executions of three iterations of a microsecond each, by a clock that takes 30 ns to read. */
static assay_warnings warnings_with_batch(struct fixture *fixture, double batch, const char *host)
{
    struct store *store = NULL;
    struct design *design = fixture_design(false);
    int64_t id;
    (void)unlink(fixture->path);
    design->levels[design->n_levels++] =
        (struct design_level){.name = design_string(design, "iteration"), .count = 3};
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(
        fixture, store_begin(store, design, &(struct store_beginning){host}, &id, &fixture->error));
    const double values[] = {1e-6, 1.1e-6, 0.9e-6};
    const struct metric_values series[] = {
        {.metric = "wall", .unit = "s", .values = values, .n = 3},
        {.metric = "wall", .part = "part", .unit = "s", .values = values, .n = 3}};
    for (uint32_t i = 0; i < 10; i++) {
        struct record record = fixture_record(fixture_step(0, 0, i, 0), series, 2);
        record.draws[0] = (struct draw){"batch", batch};
        record.n_draws = batch > 0;
        append(fixture, store, record);
    }
    struct assay_dataset *dataset = read_back(fixture, &store);
    const struct assay_series *first = assay_dataset_get(dataset, 0),
                              *part = assay_dataset_get(dataset, 1);
    char name[64];
    (void)snprintf(name, sizeof name, "%s/part", first->benchmark);
    assert_string_equal(part->benchmark, name);
    assert_string_equal(part->metric, "wall");
    assay_warnings warnings = first->warnings & ASSAY_WARNING(ASSAY_WARN_SHORT_ITERATIONS);
    assay_dataset_free(&dataset);
    design_free(&design);
    return warnings;
}

static void iterations_too_short_for_the_clock_are_told(void **state)
{
    static const char *const slow = "{\"clock_cost_ns\": 30}", *const quick =
                                                                   "{\"clock_cost_ns\": 5}";
    assert_true(warnings_with_batch(*state, 1, slow) != 0);
    assert_true(warnings_with_batch(*state, 2, slow) != 0);
    assert_true(warnings_with_batch(*state, 4, slow) == 0);
    assert_true(warnings_with_batch(*state, 1, quick) == 0);
    assert_true(warnings_with_batch(*state, 1, "{}") != 0);
    assert_true(warnings_with_batch(*state, 0, slow) == 0); /* not by a harness */
}

static assay_warnings warnings_with_hosts(struct fixture *fixture, const char *first,
                                          const char *second, const char *third)
{
    const char *const facts[] = {second, third};
    struct store *store = NULL;
    struct design *design = fixture_design(false);
    int64_t id;
    (void)unlink(fixture->path);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, &(struct store_beginning){first}, &id,
                                       &fixture->error));
    const double time = 1;
    const struct metric_values wall = {.metric = "wall", .unit = "s", .values = &time, .n = 1};
    for (uint32_t i = 0; i < 2; i++) {
        append(fixture, store, fixture_record(fixture_step(0, 0, i, 0), &wall, 1));
        assert_stored(fixture, store_host(store, id, i + 1, facts[i], &fixture->error));
    }
    struct assay_dataset *dataset = read_back(fixture, &store);
    const assay_warnings warnings = assay_dataset_get(dataset, 0)->warnings;
    assay_dataset_free(&dataset);
    design_free(&design);
    return warnings &
           (ASSAY_WARNING(ASSAY_WARN_HOST_DRIFT) | ASSAY_WARNING(ASSAY_WARN_DIFFERENT_HOSTS));
}

/* A machine whose frequency, load, stolen time or throttling moved between the rounds, and one that is
 * another machine; noise of an idle machine is neither. */
static void a_host_that_changed_is_told(void **state)
{
    static const struct {
        const char *facts[3];
        bool drifts;
    } cases[] = {
        {{"{\"frequency_mhz\": 3000}", "{\"frequency_mhz\": 3290}", "{}"}, false},
        {{"{\"frequency_mhz\": 3000}", "{\"frequency_mhz\": 2700}", "{}"}, true},
        {{"{\"load_1m\": 0.5}", "{\"load_1m\": 1.9}", "{\"load_1m\": 1}"}, false},
        {{"{\"load_1m\": 0.5}", "{\"load_1m\": 2.1}", "{\"load_1m\": 1}"}, true},
        {{"{\"throttle_count\": 7}", "{\"throttle_count\": 7}", "{}"}, false},
        {{"{\"throttle_count\": 7}", "{}", "{\"throttle_count\": 8}"}, true},
        {{"{\"processors_online\": 4, \"steal_s\": 5, \"uptime_s\": 100}", "{}",
          "{\"steal_s\": 8.9, \"uptime_s\": 200}"},
         false},
        {{"{\"processors_online\": 4, \"steal_s\": 5, \"uptime_s\": 100}", "{}",
          "{\"steal_s\": 9.1, \"uptime_s\": 200}"},
         true},
        {{"{\"cgroup_throttled_s\": 5, \"uptime_s\": 100}", "{}",
          "{\"cgroup_throttled_s\": 5.9, \"uptime_s\": 200}"},
         false},
        {{"{\"cgroup_throttled_s\": 5, \"uptime_s\": 100}", "{}",
          "{\"cgroup_throttled_s\": 6.1, \"uptime_s\": 200}"},
         true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const *f = cases[i].facts;
        const assay_warnings told = warnings_with_hosts(*state, f[0], f[1], f[2]);
        if (told != (cases[i].drifts ? ASSAY_WARNING(ASSAY_WARN_HOST_DRIFT) : 0))
            fail_msg("%s, %s, %s", f[0], f[1], f[2]);
    }
    assert_true(warnings_with_hosts(*state, "{\"kernel\": \"5\", \"smt\": null}", "{}",
                                    "{\"kernel\": \"6\"}") ==
                ASSAY_WARNING(ASSAY_WARN_DIFFERENT_HOSTS));
}

/* By what a program counts otherwise: only where both tell. */
static void another_libc_is_told(void **state)
{
    (void)state;
    static const char *const facts[] = {
        "{\"libc\": \"glibc 2.36\", \"glibc_tunables\": null, \"kernel\": \"6\"}",
        "{\"libc\": \"glibc 2.41\", \"glibc_tunables\": null}",
        "{\"libc\": \"glibc 2.36\", \"glibc_tunables\": \"glibc.cpu.hwcaps=-AVX2\"}",
        "{\"libc\": \"glibc 2.36\", \"kernel\": \"7\"}",
    };
    assert_string_equal(host_libc_difference(facts[0], facts[1]), "libc");
    assert_string_equal(host_libc_difference(facts[0], facts[2]), "glibc_tunables");
    assert_null(host_libc_difference(facts[0], facts[3]));
    assert_null(host_libc_difference(facts[0], facts[0]));
    assert_null(host_libc_difference(facts[0], NULL));
    assert_string_equal(host_difference(facts[0], facts[3]), "kernel");
    assert_null(host_difference(facts[0], facts[2])); /* of times it is no refusal */
}

/* Over the whole of the measuring; at most all of it; not known of a kernel without it, nor of a moment. */
static void pressure_is_a_share_of_the_time(void **state)
{
    static const struct {
        const char *facts[3];
        double share;
    } cases[] = {
        {{"{\"cpu_pressure_s\": 50, \"uptime_s\": 100}", "{}",
          "{\"cpu_pressure_s\": 53, \"uptime_s\": 110}"},
         0.3},
        {{"{\"cpu_pressure_s\": 50, \"uptime_s\": 100}", "{}",
          "{\"cpu_pressure_s\": 61, \"uptime_s\": 110}"},
         1},
        {{"{\"uptime_s\": 100}", "{}", "{\"cpu_pressure_s\": null, \"uptime_s\": 110}"}, NAN},
        {{"{\"cpu_pressure_s\": 50, \"uptime_s\": 100}", "{}",
          "{\"cpu_pressure_s\": 50.1, \"uptime_s\": 100.5}"},
         NAN},
    };
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct store *store = NULL;
        double share = 0;
        const char *const *f = cases[i].facts;
        (void)warnings_with_hosts(fixture, f[0], f[1], f[2]);
        assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
        assert_stored(fixture, store_host_pressure(store, 1, &share, &fixture->error));
        store_close(&store);
        if (isnan(cases[i].share) ? !isnan(share) : !(fabs(share - cases[i].share) < 1e-12))
            fail_msg("%s, %s, %s: %g", f[0], f[1], f[2], share);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(pressure_is_a_share_of_the_time),
        fixture_test(iterations_too_short_for_the_clock_are_told),
        fixture_test(a_host_that_changed_is_told),
        fixture_test(another_libc_is_told),
        fixture_test(nested_samples_come_back),
        fixture_test(values_that_are_no_times_share_the_execution),
        fixture_test(values_longer_than_the_execution_share_it),
        fixture_test(a_rounding_makes_no_cost_unknown),
        fixture_test(flat_samples_tell_what_is_left_out),
        fixture_test(iterations_of_executions_come_back),
        fixture_test(deep_trees_come_back),
        fixture_test(nothing_to_read),
        fixture_test(damaged_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
