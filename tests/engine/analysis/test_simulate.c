/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_simulate.c -- simulations: what is asked for becomes cells, what is refused says why. */
#include "support/simulated.h"

#include <math.h>

/* ---- from a request to cells ---- */

/* All combinations, the lowest level fastest, a row for each method. */
static void a_grid(void **state)
{
    (void)state;
    static const size_t counts[][2] = {{3, 2}, {3, 4}, {6, 2}, {6, 4}};
    struct simulation_request request = simulated_request();
    struct simulation_result result;
    const char *methods[] = {"fieller,paper", "fieller"};
    request.shape = "3,6x2,4";
    request.ratio = "0.9,1";
    request.experiments = 20;
    request.methods = (struct name_list){methods, 2};
    simulated(&request, &result);
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
    simulated(&request, &result);
    assert_int_equal(result.rows[0].about.design.new_system.count[0], 4);
    assert_int_equal(result.rows[15].about.design.new_system.count[1], 5);
    assert_int_equal(result.rows[15].about.design.old_system.count[1], 4);
    simulation_result_fini(&result);
}

/* Fieller's interval covers as often as it says; the paper's of few more often; a true step is seen. */
static void covers(void **state)
{
    (void)state;
    struct simulation_request request = simulated_request();
    struct simulation_result result;
    request.ratio = "1,0.7";
    request.experiments = REPETITIONS(2000);
    const char *methods[] = {"fieller"};
    request.methods = (struct name_list){methods, 1};
    simulated(&request, &result);
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
        {.shape = "5", .sd = "0.1", .shape_new = "5x5", .why = "must list as many counts as shape"},
        {.shape = "5", .sd = "0.1", .shape_new = "5,6", .why = "must list as many counts as shape"},
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
    struct simulation_request request = simulated_request();
    struct simulation_result result;
    const char *methods[] = {"all"};
    request.distribution = "gamma,bimodal";
    request.experiments = 4;
    request.methods.n = 0;
    simulated(&request, &result);
    assert_int_equal(result.n, 3); /* fieller, paper, bootstrap */
    assert_int_equal(result.rows[0].about.design.distribution[0], ASSAY_SIMULATE_GAMMA);
    assert_int_equal(result.rows[0].about.design.distribution[1], ASSAY_SIMULATE_BIMODAL);
    simulation_result_fini(&result);
    request.distribution = "lognormal";
    request.methods = (struct name_list){methods, 1};
    request.replicates = 50;
    simulated(&request, &result);
    assert_int_equal(result.rows[0].about.design.distribution[1], ASSAY_SIMULATE_LOGNORMAL);
    const size_t of_means = result.n;
    simulation_result_fini(&result);
    request.statistic = "p90";
    simulated(&request, &result);
    assert_string_equal(result.header.statistic, "p90");
    assert_true(result.n < of_means);
    simulation_result_fini(&result);
    request.methods.n = 0;
    simulated(&request, &result);
    assert_int_equal(result.n, 1);
    assert_string_equal(result.rows[0].method, "bootstrap");
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
        cmocka_unit_test(distributions), cmocka_unit_test(contours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
