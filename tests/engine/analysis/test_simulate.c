/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_simulate.c -- simulations: what is asked for becomes cells, what is refused says why, and parts, checkpoints and
 * interruptions give what one run of everything gives. */
#include "engine/store/fixture.h"
#include "support/simulated.h"

#include <math.h>
#include <signal.h>

static const char *quick[] = {"fieller,paper"};

static struct simulation_request plain_request(void)
{
    struct simulation_request request = SIMULATION_REQUEST_DEFAULTS;
    request.shape = "5x4";
    request.sd = "0.05,0.02";
    request.ratio = "1";
    request.experiments = 300;
    request.methods = (struct name_list){quick, 1}; /* bootstraps take long */
    return request;
}

static void run(const struct simulation_request *request, struct simulation_result *result)
{
    struct assay_error error;
    if (simulated_run(request, result, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
}

/* The same tallies, to the last bit, and the same names. */
static void check_same(const struct simulation_result *a, const struct simulation_result *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++) {
        assert_string_equal(a->rows[i].method, b->rows[i].method);
        assert_memory_equal(&a->rows[i].tally, &b->rows[i].tally, sizeof a->rows[i].tally);
        assert_int_equal(a->rows[i].about.identity, b->rows[i].about.identity);
    }
}

/* ---- from a request to cells ---- */

/* All combinations, the lowest level fastest, a row for each method. */
static void a_grid(void **state)
{
    (void)state;
    static const size_t counts[][2] = {{3, 2}, {3, 4}, {6, 2}, {6, 4}};
    struct simulation_request request = plain_request();
    struct simulation_result result;
    const char *methods[] = {"fieller,paper", "fieller"};
    request.shape = "3,6x2,4";
    request.ratio = "0.9,1";
    request.experiments = 20;
    request.methods = (struct name_list){methods, 2};
    run(&request, &result);
    assert_string_equal(result.header.grid, "design");
    assert_int_equal(result.n, 4 * 2 * 2);
    for (size_t i = 0; i < result.n; i++) {
        const struct simulation_case *about = &result.rows[i].about;
        assert_int_equal(about->design.n_levels, 2);
        assert_string_equal(about->level_name[0], "execution");
        assert_string_equal(about->level_name[1], "iteration");
        for (size_t k = 0; k < 2; k++) {
            assert_int_equal(about->design.old_system.count[k], counts[i / 4][k]);
            assert_int_equal(about->design.new_system.count[k], counts[i / 4][k]);
        }
        assert_close(about->design.ratio, i / 2 % 2 == 0 ? 0.9 : 1, 0, 0);
        assert_string_equal(result.rows[i].method, i % 2 == 0 ? "fieller" : "paper");
        assert_int_equal(result.rows[i].tally.experiments, 20);
        assert_true(isnan(result.rows[i].published));
    }
    simulation_result_fini(&result);
    request.shape_new = "4,7x3,5";
    run(&request, &result);
    assert_int_equal(result.rows[0].about.design.new_system.count[0], 4);
    assert_int_equal(result.rows[15].about.design.new_system.count[1], 5);
    assert_int_equal(result.rows[15].about.design.old_system.count[1], 4);
    simulation_result_fini(&result);
}

/* Fieller's interval covers as often as it says; the paper's of few more often; a true step is seen. */
static void covers(void **state)
{
    (void)state;
    struct simulation_request request = plain_request();
    struct simulation_result result;
    request.ratio = "1,0.7";
    request.experiments = REPETITIONS(2000);
    const char *methods[] = {"fieller"};
    request.methods = (struct name_list){methods, 1};
    run(&request, &result);
    const struct assay_simulate_summary equal = assay_simulate_summarise(&result.rows[0].tally),
                                        step = assay_simulate_summarise(&result.rows[1].tally);
    assert_close(equal.coverage, 0.95, 0, 4 * sqrt(0.95 * 0.05 / (double)request.experiments));
    assert_close(equal.above[0] + equal.below[0], 1 - equal.coverage, 1e-9, 1e-9);
    assert_true(step.below[0] > 0.9 && step.above[0] < 0.01);
    assert_string_equal(result.header.statistic, "mean");
    assert_int_equal(result.header.n_margins, 2);
    simulation_result_fini(&result);
}

struct refusal {
    const char *shape, *shape_new, *sd, *sd_new, *ratio, *margin, *method, *distribution,
        *statistic, *paper, *check, *why;
    long thin;
};

static void refused(void **state)
{
    (void)state;
    static const struct refusal all[] = {
        {.shape = "5", .why = "shape=5: give sd too"},
        {.shape = "5x0", .sd = "1,1", .why = "write counts from the top level down"},
        {.shape = "5y4", .sd = "1,1", .why = "write x between levels and commas between counts"},
        {.shape = "2x2x2x2x2x2x2x2x2", .sd = "1", .why = "that are too many levels"},
        {.shape = "5x4", .sd = "0.1", .why = "sd names 1 of 2 levels: give one number for each"},
        {.shape = "5", .sd = "0.1,0.1", .why = "sd names 2 of 1 levels"},
        {.shape = "5", .sd = "much", .why = "sd=much: write shares of 0 or more"},
        {.shape = "5", .sd = "0.1", .sd_new = "1,2", .why = "sd-new names 2 of 1 levels"},
        {.shape = "5",
         .sd = "0.1",
         .shape_new = "5x5",
         .why = "must list as many counts as shape"},
        {.shape = "5",
         .sd = "0.1",
         .shape_new = "5,6",
         .why = "must list as many counts as shape"},
        {.shape = "5", .sd = "0.1", .shape_new = "-5", .why = "shape-new=-5: write counts"},
        {.shape = "5", .sd = "0.1", .ratio = "x", .why = "ratio=x"},
        {.shape = "5", .sd = "0.1", .margin = "x", .why = "margin=x"},
        {.shape = "5",
         .sd = "0.1",
         .method = "magic",
         .why = "there is no method \"magic\"; there is all, "},
        {.shape = "5",
         .sd = "0.1",
         .distribution = "flat",
         .why = "write normal, lognormal, gamma or bimodal"},
        {.shape = "5", .sd = "0.1", .statistic = "p101", .why = "statistic: "},
        {.paper = "tr-fig2", .why = "there is no such grid; the grids are tr-fig3"},
        {.paper = "tr-fig3", .thin = 101, .why = "thin goes to 100"},
        {.check = "all", .why = "check=all: there is ratio, bootstrap"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct simulation_request request = SIMULATION_REQUEST_DEFAULTS;
        struct simulation_result result;
        struct assay_error error = {.text = ""};
        const char *methods[] = {all[i].method};
        request.shape = all[i].shape;
        request.shape_new = all[i].shape_new;
        request.sd = all[i].sd;
        request.sd_new = all[i].sd_new;
        request.ratio = all[i].ratio;
        request.margin = all[i].margin;
        request.distribution = all[i].distribution;
        request.statistic = all[i].statistic;
        request.paper = all[i].paper;
        request.check = all[i].check;
        request.thin = all[i].thin;
        request.experiments = 2;
        request.methods = (struct name_list){methods, all[i].method != NULL};
        assert_int_equal(simulated_run(&request, &result, &error), ASSAY_USAGE);
        if (strstr(error.text, all[i].why) == NULL)
            fail_msg("%s\n  has not: %s", error.text, all[i].why);
        simulation_result_fini(&result);
    }
}

/* Once for all levels, or one for each; methods that know no quantile are not among all of them. */
static void distributions(void **state)
{
    (void)state;
    struct simulation_request request = plain_request();
    struct simulation_result result;
    const char *methods[] = {"all"};
    request.distribution = "gamma,bimodal";
    request.experiments = 4;
    request.methods.n = 0;
    run(&request, &result);
    assert_int_equal(result.n, 3); /* fieller, paper, bootstrap */
    assert_int_equal(result.rows[0].about.design.distribution[0], ASSAY_SIMULATE_GAMMA);
    assert_int_equal(result.rows[0].about.design.distribution[1], ASSAY_SIMULATE_BIMODAL);
    simulation_result_fini(&result);
    request.distribution = "lognormal";
    request.methods = (struct name_list){methods, 1};
    request.replicates = 50;
    run(&request, &result);
    assert_int_equal(result.rows[0].about.design.distribution[1], ASSAY_SIMULATE_LOGNORMAL);
    const size_t of_means = result.n;
    simulation_result_fini(&result);
    request.statistic = "p90";
    run(&request, &result);
    assert_string_equal(result.header.statistic, "p90");
    assert_true(result.n < of_means);
    simulation_result_fini(&result);
    request.methods.n = 0;
    run(&request, &result);
    assert_int_equal(result.n, 1);
    assert_string_equal(result.rows[0].method, "bootstrap");
    simulation_result_fini(&result);
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
    assert_true(simulated_write(file, result, unfinished));
    assert_int_equal(fclose(file), 0);
}

/* Three parts of 300 experiments, put together in any order, are the whole. */
static void parts(void **state)
{
    const struct fixture *fixture = *state;
    struct simulation_request request = plain_request();
    struct simulation_result whole, part, sum;
    struct assay_error error;
    char *paths[4];
    request.experiments = 301;
    run(&request, &whole);
    assert_true(simulation_is_complete(&whole));
    request.n_parts = 3;
    for (size_t i = 0; i < 3; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "%zu.json", i);
        paths[i] = place(fixture, name);
        request.part = i;
        run(&request, &part);
        assert_false(simulation_is_complete(&part));
        assert_true(part.rows[0].tally.experiments == (i == 2 ? 101 : 100));
        write_to(paths[i], &part, false);
        simulation_result_fini(&part);
    }
    const char *const order[] = {paths[2], paths[0], paths[1], paths[0]};
    assert_int_equal(simulation_merge(order, 3, &sum, &error), ASSAY_OK);
    assert_true(simulation_is_complete(&sum));
    check_same(&whole, &sum);
    simulation_result_fini(&sum);
    assert_int_equal(simulation_merge(order, 2, &sum, &error), ASSAY_OK);
    assert_false(simulation_is_complete(&sum));
    simulation_result_fini(&sum);
    assert_int_equal(simulation_merge(order, 4, &sum, &error), ASSAY_INVALID);
    assert_non_null(strstr(error.text, "part 1 of 3 is there twice, again in"));
    simulation_result_fini(&sum);
    /* Of another seed, or another design, it is another simulation. */
    paths[3] = place(fixture, "other.json");
    for (int i = 0; i < 2; i++) {
        request.seed = i == 0 ? 2 : 1;
        request.sd = i == 0 ? "0.05,0.02" : "0.05,0.03";
        request.part = 1;
        run(&request, &part);
        write_to(paths[3], &part, false);
        simulation_result_fini(&part);
        assert_int_equal(
            simulation_merge((const char *const[]){paths[0], paths[3]}, 2, &sum, &error),
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
        assert_int_equal(simulation_merge((const char *const[]){path}, 1, &result, &error),
                         ASSAY_INVALID);
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
    struct simulation_request request = plain_request();
    struct simulation_result whole, half, rest;
    struct assay_error error;
    bool all = true;
    char *path = place(fixture, "checkpoint.json");
    run(&request, &whole);
    request.n_parts = 2;
    run(&request, &half);
    free(half.part);
    half.part = &all;
    half.n_parts = 1;
    write_to(path, &half, true);
    half.part = NULL;
    assert_int_equal(simulation_merge((const char *const[]){path}, 1, &rest, &error),
                     ASSAY_INVALID);
    assert_non_null(strstr(error.text, "is not finished; go on with checkpoint="));
    simulation_result_fini(&rest);
    request.n_parts = 1;
    request.checkpoint = path;
    run(&request, &rest);
    check_same(&whole, &rest);
    simulation_result_fini(&rest);
    /* It stands there now, whole, and is not done again. */
    assert_int_equal(simulation_merge((const char *const[]){path}, 1, &rest, &error), ASSAY_OK);
    check_same(&whole, &rest);
    simulation_result_fini(&rest);
    run(&request, &rest);
    check_same(&whole, &rest);
    simulation_result_fini(&rest);
    request.n_parts = 2;
    request.part = 1;
    assert_int_equal(simulated_run(&request, &rest, &error), ASSAY_INVALID);
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
    struct simulation_request request = plain_request();
    struct simulation_result whole, result;
    struct assay_error error;
    struct seen seen = {.interrupt = true};
    const struct simulation_watch watch = {&seen, look, simulated_write};
    char *path = place(fixture, "checkpoint.json");
    run(&request, &whole);
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
    check_same(&whole, &result);
    simulation_result_fini(&result);
    simulation_result_fini(&whole);
    free(path);
    request.checkpoint = "/nowhere/at/all.json";
    seen.share = 0;
    assert_int_equal(simulation_run(&request, &watch, &result, NULL, &error), ASSAY_SYSTEM);
    simulation_result_fini(&result);
}

/* ---- what rows say ---- */

/* Alarms of 20, 10 and 0 of 100 at margins of 0, 1 and 2 %: 15 % at 0.5 %, 5 % at 1.5 %. */
static void contours(void **state)
{
    (void)state;
    const struct simulation_header header = {.margins = {0, 0.01, 0.02}, .n_margins = 3};
    struct simulation_row row = {
        .tally = {.experiments = 100, .judged = 100, .above = {12, 6, 0}, .below = {8, 4, 0}}};
    assert_close(simulation_contour(&header, &row, 0.15), 0.005, 1e-12, 0);
    assert_close(simulation_contour(&header, &row, 0.05), 0.015, 1e-12, 0);
    assert_close(simulation_contour(&header, &row, 0.2), 0, 0, 1e-12);
    row.tally.above[2] = 9;
    row.tally.below[1] = 9;
    assert_true(isnan(simulation_contour(&header, &row, 0.05)));
    /* 92 of 100 where 95 % was published without an error: three per cent of a standard error of 2.18. */
    row = (struct simulation_row){.published = 0.95,
                                  .tally = {.experiments = 104, .undefined = 4, .covered = 92}};
    assert_close(simulation_distance(&row), -0.03 / sqrt(0.95 * 0.05 / 100), 1e-3, 0);
    row.published_se = 0.05;
    assert_close(simulation_distance(&row), -0.03 / hypot(sqrt(0.95 * 0.05 / 100), 0.05), 1e-3, 0);
    row.published = NAN;
    assert_true(isnan(simulation_distance(&row)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid),        cmocka_unit_test(covers),   cmocka_unit_test(refused),
        cmocka_unit_test(distributions), fixture_test(parts),        fixture_test(no_document),
        fixture_test(goes_on),           fixture_test(interruption), cmocka_unit_test(contours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
