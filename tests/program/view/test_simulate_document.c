/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_simulate_document.c -- what is written of a simulation is read back: parts, checkpoints and interruptions give what
 * one run of everything gives. */
#include "engine/store/fixture.h"
#include "support/simulated.h"

#include <math.h>
#include <signal.h>

#include "view/document/simulate_json.h"

/* Of a checkpoint, too. */
static enum assay_status kept(const struct simulation_request *request,
                              struct simulation_result *result, struct assay_error *error)
{
    const struct simulation_watch watch = {.write = simulate_write, .read = simulate_read};
    return simulation_run(request, &watch, result, NULL, error);
}

static enum assay_status merge(const char *const *paths, size_t n, struct simulation_result *sum,
                               struct assay_error *error)
{
    return simulation_merge(paths, n, simulate_read, sum, error);
}

/* ---- parts ---- */

static char *place(const struct fixture *fixture, const char *name)
{
    char *path = NULL;
    assert_true(asprintf(&path, "%s/%s", fixture->directory, name) > 0);
    return path;
}

static void write_to(const char *path, const struct simulation_result *result, bool unfinished)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(simulate_write(file, result, unfinished));
    assert_int_equal(fclose(file), 0);
}

/* Three parts of 300 experiments, put together in any order, are the whole. */
static void parts(void **state)
{
    const struct fixture *fixture = *state;
    struct simulation_request request = simulated_request();
    struct simulation_result whole, part, sum;
    struct assay_error error;
    char *paths[4];
    request.experiments = 301;
    simulated(&request, &whole);
    assert_true(simulation_is_complete(&whole));
    request.n_parts = 3;
    for (size_t i = 0; i < 3; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "%zu.json", i);
        paths[i] = place(fixture, name);
        request.part = i;
        simulated(&request, &part);
        assert_false(simulation_is_complete(&part));
        assert_true(part.rows[0].tally.experiments == (i == 2 ? 101 : 100));
        write_to(paths[i], &part, false);
        simulation_result_fini(&part);
    }
    const char *const order[] = {paths[2], paths[0], paths[1], paths[0]};
    assert_int_equal(merge(order, 3, &sum, &error), ASSAY_OK);
    assert_true(simulation_is_complete(&sum));
    simulated_same(&whole, &sum);
    simulation_result_fini(&sum);
    assert_int_equal(merge(order, 2, &sum, &error), ASSAY_OK);
    assert_false(simulation_is_complete(&sum));
    simulation_result_fini(&sum);
    assert_int_equal(merge(order, 4, &sum, &error), ASSAY_INVALID);
    assert_non_null(strstr(error.text, "part 1 of 3 is there twice, again in"));
    simulation_result_fini(&sum);
    /* Of another seed, or another design, it is another simulation. */
    paths[3] = place(fixture, "other.json");
    for (int i = 0; i < 2; i++) {
        request.seed = i == 0 ? 2 : 1;
        request.sd = i == 0 ? "0.05,0.02" : "0.05,0.03";
        request.part = 1;
        simulated(&request, &part);
        write_to(paths[3], &part, false);
        simulation_result_fini(&part);
        assert_int_equal(merge((const char *const[]){paths[0], paths[3]}, 2, &sum, &error),
                         ASSAY_INVALID);
        assert_non_null(strstr(error.text, "other.json belongs to another simulation"));
        simulation_result_fini(&sum);
    }
    simulation_result_fini(&whole);
    for (size_t i = 0; i < 4; i++)
        free(paths[i]);
}

static void no_document(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const texts[] = {"{",
                                        "{}",
                                        "{\"schema\": \"assay.simulate/1\", \"cells\": []}",
                                        "{\"schema\": \"assay.simulate/1\", \"grid\": \"g\", "
                                        "\"confidence\": 0.95, \"seed\": 1, \"margins\": [],"
                                        " \"part\": {\"held\": [3], \"of\": 2}, \"cells\": [{}]}",
                                        "{\"schema\": \"assay.simulate/1\", \"grid\": \"g\", "
                                        "\"confidence\": 0.95, \"seed\": true, \"margins\": [],"
                                        " \"cells\": [{}]}",
                                        "{\"schema\": \"assay.simulate/1\", \"grid\": \"g\", "
                                        "\"confidence\": 0.95, \"seed\": 1, \"margins\": [],"
                                        " \"cells\": [{\"method\": \"magic\"}]}"};
    char *path = place(fixture, "x.json");
    struct simulation_result result;
    struct assay_error error;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(texts[i], file);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(merge((const char *const[]){path}, 1, &result, &error), ASSAY_INVALID);
        assert_non_null(strstr(error.text, "x.json"));
        simulation_result_fini(&result);
    }
    free(path);
}

/* ---- checkpoints ---- */

/* Half of it was done by somebody: the other half is, and together they are the whole. */
static void goes_on(void **state)
{
    const struct fixture *fixture = *state;
    struct simulation_request request = simulated_request();
    struct simulation_result whole, half, rest;
    struct assay_error error;
    bool all = true;
    char *path = place(fixture, "checkpoint.json");
    simulated(&request, &whole);
    request.n_parts = 2;
    simulated(&request, &half);
    free(half.part);
    half.part = &all;
    half.n_parts = 1;
    write_to(path, &half, true);
    half.part = NULL;
    assert_int_equal(merge((const char *const[]){path}, 1, &rest, &error), ASSAY_INVALID);
    assert_non_null(strstr(error.text, "is not finished; go on with checkpoint="));
    simulation_result_fini(&rest);
    request.n_parts = 1;
    request.checkpoint = path;
    assert_int_equal(kept(&request, &rest, &error), ASSAY_OK);
    simulated_same(&whole, &rest);
    simulation_result_fini(&rest);
    /* It stands there now, whole, and is not done again. */
    assert_int_equal(merge((const char *const[]){path}, 1, &rest, &error), ASSAY_OK);
    simulated_same(&whole, &rest);
    simulation_result_fini(&rest);
    assert_int_equal(kept(&request, &rest, &error), ASSAY_OK);
    simulated_same(&whole, &rest);
    simulation_result_fini(&rest);
    request.n_parts = 2;
    request.part = 1;
    assert_int_equal(kept(&request, &rest, &error), ASSAY_INVALID);
    assert_non_null(strstr(error.text, "holds another part of a simulation"));
    simulation_result_fini(&rest);
    simulation_result_fini(&half);
    simulation_result_fini(&whole);
    free(path);
}

struct seen {
    size_t n;
    double share;
    bool interrupt;
};

static void look(void *context, const struct simulation_progress *progress)
{
    struct seen *seen = context;
    seen->n++;
    assert_true(progress->share > seen->share && progress->share <= 1);
    assert_true(progress->cell < progress->n_cells && progress->left_s >= 0);
    seen->share = progress->share;
    if (seen->interrupt)
        (void)raise(SIGINT);
}

/* Whoever interrupts it finds what was done, and the same command goes on from there. */
static void interruption(void **state)
{
    const struct fixture *fixture = *state;
    struct simulation_request request = simulated_request();
    struct simulation_result whole, result;
    struct assay_error error;
    struct seen seen = {.interrupt = true};
    const struct simulation_watch watch = {&seen, look, simulate_write, simulate_read};
    char *path = place(fixture, "checkpoint.json");
    simulated(&request, &whole);
    assert_int_equal(simulation_run(&request, &watch, &result, NULL, &error), ASSAY_INTERRUPTED);
    assert_non_null(strstr(error.text, "nothing is kept without checkpoint="));
    simulation_result_fini(&result);
    request.checkpoint = path;
    seen.share = 0;
    assert_int_equal(simulation_run(&request, &watch, &result, NULL, &error), ASSAY_INTERRUPTED);
    assert_non_null(strstr(error.text, "what is done stands in"));
    assert_true(result.rows[0].tally.experiments > 0 && result.rows[0].tally.experiments < 300);
    simulation_result_fini(&result);
    seen.interrupt = false;
    assert_int_equal(simulation_run(&request, &watch, &result, NULL, &error), ASSAY_OK);
    assert_true(seen.n >= 3);
    simulated_same(&whole, &result);
    simulation_result_fini(&result);
    simulation_result_fini(&whole);
    free(path);
    request.checkpoint = "/nowhere/at/all.json";
    seen.share = 0;
    assert_int_equal(simulation_run(&request, &watch, &result, NULL, &error), ASSAY_SYSTEM);
    simulation_result_fini(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {fixture_test(parts), fixture_test(no_document),
                                       fixture_test(goes_on), fixture_test(interruption)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
