/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_simulate_grids.c -- the grids of the papers and of what was published, and those of what was measured. */
#include "support/made.h"
#include "support/simulated.h"

#include <math.h>

#include <assay/random.h>

#include "analysis/simulation_clt.h"
#include "analysis/simulation_parts.h"

static void make(const struct simulation_request *request, struct simulate_grid *grid)
{
    struct assay_error error;
    *grid = (struct simulate_grid){0};
    if (simulate_grid_make(request, grid, NULL, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
}

/* ---- papers ---- */

/* Benchmarks times counts times groups of methods, by hand from the lists of TR and KT06. */
static void papers(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t cells, margins;
        double ratio, widest;
    } all[] = {{"tr-fig3", 2 * 7 * 2, 11, 1, 0.05},      {"tr-fig4", 2 * 7, 16, 1, 0.15},
               {"tr-fig5", 2 * 6, 11, 1, 0.05},          {"tr-fig6", 10 * 7 * 2, 1, 0.95, 0},
               {"tr-fig7", 2 * 10 * 10 * 2, 1, 0.95, 0}, {"tr-fig8", 10 * 8 * 2, 1, 0.95, 0},
               {"tr-fig9", 2 * 10 * 10, 1, 0.95, 0},     {"kt06-fig2", 10 * 6, 1, 1, 0}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct simulation_request request = SIMULATION_REQUEST_DEFAULTS;
        struct simulate_grid grid;
        request.paper = all[i].name;
        make(&request, &grid);
        assert_string_equal(grid.name, all[i].name);
        assert_int_equal(grid.n, all[i].cells);
        for (size_t c = 0; c < grid.n; c++) {
            const struct assay_simulate_options *options = &grid.cells[c].options;
            assert_int_equal(options->n_margins, all[i].margins);
            assert_close(options->margins[options->n_margins - 1], all[i].widest, 1e-15, 0);
            assert_close(grid.cells[c].about.design.ratio, all[i].ratio, 0, 0);
            assert_true(options->coverage_only && options->replicates == 999);
            assert_int_equal(grid.cells[c].about.design.n_levels, 3);
            assert_string_equal(grid.cells[c].about.level_name[0], "build");
        }
        simulate_grid_fini(&grid);
    }
}

/* FFT NA OPT: 3.4, 8.2 and 1.4 % of the mean, 64 measurements an execution in the study. */
static void one_paper(void **state)
{
    (void)state;
    struct simulation_request request = SIMULATION_REQUEST_DEFAULTS;
    struct simulate_grid grid;
    request.paper = "tr-fig3";
    make(&request, &grid);
    const struct assay_simulate_design *design = &grid.cells[0].about.design;
    assert_string_equal(grid.cells[0].about.name, "FFT NA OPT");
    assert_close(design->old_system.sd[0], 0.034, 1e-15, 0);
    assert_close(design->new_system.sd[1], 0.082, 1e-15, 0);
    assert_int_equal(design->old_system.count[0], 2);
    assert_int_equal(design->old_system.count[1], 100);
    assert_int_equal(design->old_system.count[2], 64);
    assert_int_equal(grid.cells[0].options.n_methods, 3);
    assert_int_equal(grid.cells[1].options.methods[0], ASSAY_SIMULATE_RRR);
    simulate_grid_fini(&grid);
    request.paper = "tr-fig4";
    make(&request, &grid);
    assert_close(grid.cells[0].options.margins[7], 0.07, 1e-15, 0);
    simulate_grid_fini(&grid);
    /* Fewer counts, other margins, and methods in place of the figure's own. */
    const char *methods[] = {"fieller"};
    request.paper = "tr-fig7";
    request.thin = 50;
    request.margin = "0.5";
    request.methods = (struct name_list){methods, 1};
    make(&request, &grid);
    assert_int_equal(grid.n, 2 * 2 * 2);
    assert_int_equal(grid.cells[1].about.design.old_system.count[0], 50);
    assert_int_equal(grid.cells[1].about.design.old_system.count[1], 100);
    assert_int_equal(grid.cells[1].about.design.old_system.count[2], 10);
    assert_int_equal(grid.cells[0].options.n_margins, 1);
    assert_close(grid.cells[0].options.margins[0], 0.5, 0, 0);
    assert_int_equal(grid.cells[0].options.n_methods, 1);
    simulate_grid_fini(&grid);
}

/* ---- what was published ---- */

/* Each grid runs, a row for each method, and what was published stands beside it as a share. */
static void checks(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t cells, methods;
        double first; /* published of the first row */
    } all[] = {{"ratio", 17, 4, 0.877},   {"bootstrap", 13, 7, 0.808}, {"stopping", 9, 6, 0.949},
               {"quantile", 9, 2, 0.89},  {"order", 12, 2, 0.95},      {"fit-test", 12, 3, 0.946},
               {"machines", 10, 5, 0.951}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct simulation_request request = SIMULATION_REQUEST_DEFAULTS;
        struct simulation_result result;
        struct assay_error error;
        request.check = all[i].name;
        request.experiments = i == 1 || i == 3 || i == 5 ? 2 : 8;
        if (simulated_run(&request, &result, &error) != ASSAY_OK)
            fail_msg("%s", error.text);
        assert_string_equal(result.header.grid, all[i].name);
        assert_int_equal(result.n, all[i].cells * all[i].methods);
        assert_close(result.rows[0].published, all[i].first, 1e-12, 0);
        assert_true(result.rows[0].published_se > 0 && result.rows[0].published_se < 0.01);
        for (size_t r = 0; r < result.n; r++) {
            assert_int_equal(result.rows[r].tally.experiments, request.experiments);
            assert_true(isnan(result.rows[r].published) ||
                        (result.rows[r].published >= 0 && result.rows[r].published <= 1));
        }
        simulation_result_fini(&result);
    }
}

/* What was published of intervals of ratios is found again, within what so few experiments allow: 3 of 52 may lie beyond
 * three standard errors, none beyond five. */
static void published_again(void **state)
{
    (void)state;
    struct simulation_request request = SIMULATION_REQUEST_DEFAULTS;
    struct simulation_result result;
    struct assay_error error;
    size_t far = 0, n = 0;
    request.check = "ratio";
    request.experiments = 400;
    if (simulated_run(&request, &result, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    for (size_t i = 0; i < result.n; i++) {
        const double distance = simulation_distance(&result.rows[i]);
        assert_false(fabs(distance) > 5);
        far += fabs(distance) > 3;
        n += isnan(distance) ? 0 : 1;
    }
    assert_int_equal(n, 52);
    assert_true(far <= 3);
    simulation_result_fini(&result);
}

/* ---- what was measured ---- */

enum { N = 24, EACH = 4 };

static double measured[2][N];

static int fill(void **state)
{
    struct assay_random random;
    (void)state;
    assay_random_init(&random, 54, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < N; i++)
            measured[s][i] = (1 + 0.1 * (double)s) * (1 + 0.03 * assay_random_normal(&random));
    return 0;
}

static void input_of(struct input *input)
{
    const struct made_series made[] = {
        {.system = "old",
         .benchmark = "b",
         .metric = "wall",
         .values = measured[0],
         .n = N,
         .each = EACH},
        {.system = "old", .benchmark = "few", .metric = "wall", .values = measured[0], .n = 3},
        {.system = "old", .benchmark = "one", .metric = "wall", .values = measured[0], .n = 1},
        {.system = "new",
         .benchmark = "b",
         .metric = "wall",
         .values = measured[1],
         .n = N,
         .each = EACH}};
    made_input(made, 4, input);
}

/* What was measured, to be simulated by one method. */
struct scene {
    struct input input;
    struct simulation_request request;
    struct simulation_result result;
    struct remarks remarks;
    struct assay_error error;
};

static void scene_init(struct scene *scene, long experiments)
{
    static const char *methods[] = {"fieller"};
    *scene = (struct scene){.request = SIMULATION_REQUEST_DEFAULTS};
    input_of(&scene->input);
    scene->request.input = &scene->input;
    scene->request.experiments = experiments;
    scene->request.methods = (struct name_list){methods, 1};
}

static enum assay_status scene_run(struct scene *scene)
{
    const struct simulation_watch watch = {.context = NULL};
    simulation_result_fini(&scene->result);
    return simulation_run(&scene->request, &watch, &scene->result, &scene->remarks, &scene->error);
}

static void scene_end(struct scene *scene)
{
    simulation_result_fini(&scene->result);
    remarks_fini(&scene->remarks);
    input_fini(&scene->input);
}

/* A design for each benchmark of the old system, of the shape that was measured and the components that were found. */
static void from(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, 40);
    scene.request.from = "old.csv";
    scene.request.ratio = "0.9,1";
    for (int resampled = 0; resampled < 2; resampled++) {
        scene.request.resampled = resampled;
        if (scene_run(&scene) != ASSAY_OK)
            fail_msg("%s", scene.error.text);
        assert_string_equal(scene.result.header.grid, "from");
        assert_int_equal(scene.result.n, 4);
        assert_string_equal(scene.result.rows[0].about.name, "b");
        assert_string_equal(scene.result.rows[2].about.name, "few");
        const struct assay_simulate_design *design = &scene.result.rows[0].about.design;
        assert_int_equal(design->n_levels, 2);
        assert_int_equal(design->old_system.count[0], N / EACH);
        assert_int_equal(design->old_system.count[1], EACH);
        assert_close(design->ratio, 0.9, 0, 0);
        assert_close(scene.result.rows[1].about.design.ratio, 1, 0, 0);
        assert_int_equal(design->distribution[1],
                         resampled ? ASSAY_SIMULATE_RESAMPLED : ASSAY_SIMULATE_NORMAL);
        assert_true(design->old_system.sd[1] > 0.01 && design->old_system.sd[1] < 0.06);
    }
    assert_int_equal(scene.remarks.n, 2); /* "one", each time */
    assert_non_null(strstr(scene.remarks.items[0].text, "one on old is left out: "));
    scene_end(&scene);
}

/* Disjoint halves of what was measured, of each series; two sets of three are too few. */
static void against_itself(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, 60);
    scene.request.aa = "old.csv";
    if (scene_run(&scene) != ASSAY_OK)
        fail_msg("%s", scene.error.text);
    assert_int_equal(scene.result.n, 2);
    assert_string_equal(scene.result.rows[0].about.name, "b on old");
    assert_string_equal(scene.result.rows[1].about.name, "b on new");
    assert_int_equal(scene.result.rows[0].about.kind, SIMULATION_SAMPLE);
    assert_int_equal(scene.result.rows[0].about.top_units, 6);
    assert_int_equal(scene.result.rows[0].about.design.old_system.count[0], 3);
    assert_int_equal(scene.result.rows[0].about.design.old_system.count[1], EACH);
    assert_true(scene.result.rows[0].about.identity != scene.result.rows[1].about.identity);
    assert_int_equal(scene.remarks.n, 2);
    assert_string_equal(scene.remarks.items[0].text,
                        "few on old is left out: two disjoint sets take at "
                        "least 4 units of the top level");
    scene.request.shape = "2,4";
    assert_int_equal(scene_run(&scene), ASSAY_OK);
    assert_int_equal(scene.result.n, 2);
    assert_int_equal(scene.result.rows[0].about.design.old_system.count[0], 2);
    assert_int_equal(scene.remarks.n, 2 + 4);
    assert_non_null(strstr(scene.remarks.items[2].text,
                           "two sets of 4 executions take 8 of them, there are 6"));
    scene.request.shape = "2x2";
    assert_int_equal(scene_run(&scene), ASSAY_USAGE);
    assert_non_null(strstr(scene.error.text, "shape lists counts of top units only"));
    scene.request.shape = "50";
    assert_int_equal(scene_run(&scene), ASSAY_INVALID);
    assert_string_equal(scene.error.text, "nothing in old.csv can be simulated");
    scene_end(&scene);
}

/* ---- how large is large ---- */

static void sizes(void **state)
{
    (void)state;
    struct simulation_request request = SIMULATION_REQUEST_DEFAULTS;
    double normal[200], heavy[200], same[200];
    struct simulation_clt clt;
    struct remarks remarks = {0};
    struct assay_error error;
    struct assay_random random;
    struct input input;
    assay_random_init(&random, 55, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < 200; i++) {
        normal[i] = 10 + assay_random_normal(&random);
        heavy[i] = i < 4 ? 1000 : 1 + 0.01 * assay_random_normal(&random);
        same[i] = 1;
    }
    const struct made_series made[] = {
        {.system = "s", .benchmark = "normal", .metric = "wall", .values = normal, .n = 200},
        {.system = "s", .benchmark = "heavy", .metric = "wall", .values = heavy, .n = 200},
        {.system = "s", .benchmark = "same", .metric = "wall", .values = same, .n = 200},
        {.system = "s",
         .benchmark = "nested",
         .metric = "wall",
         .values = normal,
         .n = 200,
         .each = 10}};
    made_input(made, 4, &input);
    request.input = &input;
    request.experiments = 60;
    assert_int_equal(simulation_clt_of(&request, &clt, &remarks, &error), ASSAY_OK);
    assert_string_equal(clt.rows[0].series->benchmark, "normal");
    assert_int_equal(clt.rows[0].n_values, 200);
    assert_int_equal(clt.rows[0].sizes[0].n, 5);
    assert_int_equal(clt.rows[0].sizes[19].n, 100);
    assert_int_equal(clt.rows[0].mean_from, 5); /* of normal values means are normal at any size */
    assert_int_equal(clt.rows[1].mean_from, 0); /* and with one in fifty far away at none */
    const struct simulation_clt_row *last = &clt.rows[clt.n - 1];
    assert_string_equal(last->series->benchmark, "nested");
    assert_int_equal(last->n_values, 20); /* means of executions */
    simulation_clt_fini(&clt);
    remarks_fini(&remarks);
    input_fini(&input);
}

/* The mean of n varies by 1 / sqrt(n), the minimum ever less. */
static void minima(void **state)
{
    (void)state;
    struct simulation_request request = SIMULATION_REQUEST_DEFAULTS;
    struct assay_minimum_row rows[SIMULATION_MINIMUM_ROWS];
    struct assay_error error;
    request.experiments = 300;
    assert_int_equal(simulation_minimum(&request, rows, &error), ASSAY_OK);
    assert_int_equal(rows[0].n, 20);
    assert_int_equal(rows[4].n, 10000);
    for (size_t i = 0; i < SIMULATION_MINIMUM_ROWS; i++)
        assert_close(rows[i].mean_sd, 1 / sqrt((double)rows[i].n), 0.2, 0);
    assert_true(rows[4].minimum_sd < rows[0].minimum_sd && rows[0].minimum_sd > rows[0].mean_sd);
    request.experiments = 1;
    assert_int_equal(simulation_minimum(&request, rows, &error), ASSAY_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(papers), cmocka_unit_test(one_paper),
        cmocka_unit_test(checks), cmocka_unit_test(published_again),
        cmocka_unit_test(from),   cmocka_unit_test(against_itself),
        cmocka_unit_test(sizes),  cmocka_unit_test(minima),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
