/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_steady_choose.c -- when benchmarks are steady, and keeping which iterations are live. */
#include "support/stored.h"

#include <math.h>
#include <string.h>

#include "analysis/steady_analyse.h"

enum { EACH = 60, WARM = 20 };

/* "warm" is five times as slow for its first twenty iterations, "flat" is not. Processor time likewise. */
static double value(const void *context, const struct stored_at *at)
{
    const bool warms = at->benchmark == 0 && at->iteration < WARM;
    const double noise =
        sin(12.9898 * (double)(at->iteration + 1) + 78.233 * (double)(at->execution + 3));
    (void)context;
    return (warms ? 5 : 1) * (1 + 0.005 * noise);
}

static int64_t add(struct fixture *fixture, size_t iterations)
{
    static const char *const benchmarks[] = {"warm", "flat", NULL};
    const struct stored_experiment made = {.name = "n",
                                           .benchmarks = benchmarks,
                                           .executions = 4,
                                           .iterations = iterations,
                                           .value = value};
    return stored_add(fixture, &made);
}

struct scene {
    struct store *store;
    struct input input;
    struct steady_finding finding;
    struct remarks remarks;
};

static void scene_forget(struct scene *scene)
{
    steady_finding_fini(&scene->finding);
    input_fini(&scene->input);
}

/* Reads an experiment, over the one read before, and judges it. */
static void scene_read(struct fixture *fixture, int64_t id, struct scene *scene)
{
    const struct source_request stored = {.stored = true};
    const struct steady_request request = STEADY_REQUEST_DEFAULTS;
    struct assay_error *error = &fixture->error;
    if (scene->store == NULL)
        assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &scene->store, error));
    scene_forget(scene);
    assert_stored(fixture, input_of_experiment(&stored, scene->store, id, &scene->input,
                                               &scene->remarks, error));
    assert_stored(fixture, steady_analyse(&scene->input, &request, &scene->finding, error));
}

static enum assay_status choose(struct fixture *fixture, struct scene *scene, size_t live_from)
{
    return steady_choose(scene->store, &scene->input, live_from, &scene->finding, &scene->remarks,
                         &fixture->error);
}

static void scene_end(struct scene *scene)
{
    scene_forget(scene);
    remarks_fini(&scene->remarks);
    store_close(&scene->store);
}

/* The states' own warm-up, kept for each benchmark, is what is read from then on. */
static void automatic(void **state)
{
    struct fixture *fixture = *state;
    struct scene scene = {0};
    const int64_t id = add(fixture, EACH);
    scene_read(fixture, id, &scene);
    assert_int_equal(scene.finding.n, 2);
    assert_int_equal(scene.finding.n_short, 0);
    assert_int_equal(scene.finding.rows[0].state.warmup, WARM);
    assert_int_equal(scene.finding.rows[1].state.warmup, 0);
    const struct manifest_count counts = steady_counts(&scene.finding, true);
    assert_string_equal(counts.level, "iteration");
    assert_true(counts.sets_warmup);
    assert_int_equal(counts.warmup, WARM); /* of all, what the one needs that needs most */
    assert_true(counts.count >= 1);
    assert_stored(fixture, choose(fixture, &scene, 0));
    assert_int_equal(scene.remarks.n, 2);
    assert_string_equal(scene.remarks.items[0].text,
                        "warm on it: live from iteration 21, automatic.");
    assert_string_equal(scene.remarks.items[1].text,
                        "flat on it: live from iteration 1, automatic.");
    scene_read(fixture, id, &scene);
    assert_int_equal(scene.input.series[0].decided, ASSAY_DECIDED_AUTOMATIC);
    assert_int_equal(scene.input.series[0].live_from, WARM);
    assert_int_equal(scene.input.series[0].live.shape.count[1], EACH - WARM);
    scene_end(&scene);
}

/* By hand it is the same one for all, and stands in for the automatic one until that is asked for. */
static void by_hand(void **state)
{
    struct fixture *fixture = *state;
    struct scene scene = {0};
    const int64_t id = add(fixture, EACH);
    scene_read(fixture, id, &scene);
    assert_stored(fixture, choose(fixture, &scene, 31));
    assert_int_equal(scene.remarks.n, 2);
    assert_string_equal(scene.remarks.items[1].text,
                        "flat on it: live from iteration 31, by hand.");
    assert_int_equal(choose(fixture, &scene, EACH + 1), ASSAY_INVALID);
    assert_string_equal(
        fixture->error.text,
        "warm on it: iteration 61 cannot be the first live one: an execution has 60");
    scene_read(fixture, id, &scene);
    assert_int_equal(scene.input.series[1].live_from, 30);
    assert_int_equal(steady_counts(&scene.finding, false).warmup, 30);
    assert_int_equal(steady_counts(&scene.finding, true).warmup, WARM);
    scene_end(&scene);
}

/* Executions alone have nothing to choose among; too few iterations have no state, and their row says so. */
static void nothing_to_choose(void **state)
{
    struct fixture *fixture = *state;
    struct scene scene = {0};
    const int64_t plain = add(fixture, 0), few = add(fixture, 2);
    for (int i = 0; i < 2; i++) {
        scene_read(fixture, i == 0 ? plain : few, &scene);
        assert_int_equal(scene.finding.n, 2);
        assert_int_equal(scene.finding.n_short, 2);
        assert_string_not_equal(scene.finding.rows[0].problem.text, "");
        assert_int_equal(steady_counts(&scene.finding, true).count, 1);
        assert_int_equal(choose(fixture, &scene, 0), ASSAY_UNDEFINED);
        assert_non_null(strstr(fixture->error.text, "nothing here has iterations"));
        assert_int_equal(choose(fixture, &scene, 2), i == 0 ? ASSAY_UNDEFINED : ASSAY_OK);
    }
    assert_int_equal(scene.remarks.n, 2);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {fixture_test(automatic), fixture_test(by_hand),
                                       fixture_test(nothing_to_choose)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
