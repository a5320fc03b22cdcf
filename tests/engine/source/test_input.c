/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_input.c -- what analyses read: experiments of a store and files, selected and named. */
#include "source/input.h"

#include <math.h>
#include <unistd.h>

#include "engine/store/quick_run.h"
#include "source/read_source.h"

static enum assay_status read_one(struct fixture *fixture, struct source_request request,
                                  const char *argument, struct input *input)
{
    request.arguments = (struct name_list){&argument, argument != NULL ? 1 : 0};
    request.store = fixture->path;
    return input_read(&request, input, NULL, &fixture->error);
}

static void experiments_by_id_name_and_latest(void **state)
{
    struct fixture *fixture = *state;
    store_quick_run(fixture);
    static const char *const names[] = {"1", "fixture", "latest", NULL};
    for (size_t i = 0; i < 4; i++) {
        struct input input;
        assert_stored(fixture, read_one(fixture, (struct source_request){0}, names[i], &input));
        assert_int_equal(input.n, 2);
        assert_string_equal(input.systems.items[0], "old");
        assert_string_equal(input.primary_metric, "wall");
        assert_int_equal(input.metrics.n, 2);
        assert_true(input_margin(&input, 0.5) == 0.02);
        assert_non_null(input_find(&input, "new", "sort", "wall"));
        assert_null(input_find(&input, "new", "sort", "max_rss"));
        input_fini(&input);
    }
}

/* The second is read from the file that the first one opened: the place it names is not looked at. */
static void several_experiments_open_the_store_once(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct input input = {.sources = calloc(2, sizeof *input.sources), .n_sources = 2};
    const char *const paths[] = {fixture->path, "/nowhere/assay.db"};
    store_quick_run(fixture);
    assert_non_null(input.sources);
    for (size_t i = 0; i < 2; i++)
        assert_stored(fixture,
                      source_read_experiment("1", paths[i], &(struct source_beside){0}, &store,
                                             &input.sources[i], &input.record, &fixture->error));
    assert_int_equal(assay_dataset_count(input.sources[1].dataset),
                     assay_dataset_count(input.sources[0].dataset));
    assert_int_equal(input.sources[1].experiment->id, 1);
    store_close(&store);
    input_fini(&input);
}

static void selections(void **state)
{
    struct fixture *fixture = *state;
    store_quick_run(fixture);
    const char *all[] = {"all"}, *rss[] = {"max_*"}, *new_system[] = {"n?w"}, *none[] = {"x"};
    static const struct {
        size_t n;
        enum assay_status status;
    } expected[] = {{4, ASSAY_OK}, {2, ASSAY_OK}, {1, ASSAY_OK}, {0, ASSAY_MISSING}};
    const struct source_request requests[] = {{.metrics = {all, 1}},
                                              {.metrics = {rss, 1}},
                                              {.systems = {new_system, 1}},
                                              {.benchmarks = {none, 1}}};
    for (size_t i = 0; i < 4; i++) {
        struct input input;
        assert_int_equal(read_one(fixture, requests[i], "latest", &input), expected[i].status);
        assert_int_equal(input.n, expected[i].n);
        input_fini(&input);
    }
}

static void what_is_missing_is_data_what_is_damaged_is_the_system(void **state)
{
    struct fixture *fixture = *state;
    const struct source_request request = {0};
    struct input input;
    assert_int_equal(read_one(fixture, request, NULL, &input), ASSAY_MISSING);
    store_quick_run(fixture);
    assert_int_equal(read_one(fixture, request, "99", &input), ASSAY_MISSING);
    assert_int_equal(read_one(fixture, request, "no-such-name", &input), ASSAY_MISSING);
    FILE *file = fopen(fixture->path, "w");
    fputs("this is no database, and long enough to say so to anyone who opens it as one", file);
    fclose(file);
    assert_int_equal(read_one(fixture, request, "1", &input), ASSAY_SYSTEM);
}

static void write_file(const struct fixture *fixture, const char *name, const char *text,
                       char path[256])
{
    (void)snprintf(path, 256, "%s/%s", fixture->directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Two files of one system are two systems; files of different benchmarks keep their systems. */
static void files_lend_their_names_when_systems_clash(void **state)
{
    struct fixture *fixture = *state;
    char first[256], second[256], third[256];
    write_file(fixture, "a.csv", "system,benchmark,seconds\ngcc,fft,1\ngcc,fft,2\n", first);
    write_file(fixture, "b.csv", "system,benchmark,seconds\ngcc,fft,3\ngcc,fft,4\n", second);
    write_file(fixture, "c.csv", "system,benchmark,seconds\ngcc,lu,3\ngcc,lu,4\n", third);
    const char *clashing[] = {first, second}, *distinct[] = {first, third};
    const struct source_request same = {.arguments = {clashing, 2}},
                                other = {.arguments = {distinct, 2}};
    struct input input;
    assert_stored(fixture, input_read(&same, &input, NULL, &fixture->error));
    assert_int_equal(input.systems.n, 2);
    assert_string_equal(input.systems.items[0], "a.csv");
    assert_string_equal(input.systems.items[1], "b.csv");
    assert_null(input.experiment);
    assert_true(input_margin(&input, 0.5) == 0.5);
    input_fini(&input);
    assert_stored(fixture, input_read(&other, &input, NULL, &fixture->error));
    assert_int_equal(input.systems.n, 1);
    assert_string_equal(input.systems.items[0], "gcc");
    assert_int_equal(input.benchmarks.n, 2);
    input_fini(&input);
}

/* Of two files of the same systems each system is compared with itself: it stands behind the benchmark. */
static void files_of_several_systems(void **state)
{
    struct fixture *fixture = *state;
    char first[256], second[256], named[2][300];
    write_file(fixture, "a.csv", "system,benchmark,seconds\ngcc,fft,1\nclang,fft (n=8),2\n", first);
    write_file(fixture, "b.csv", "system,benchmark,seconds\ngcc,fft,3\nclang,fft (n=8),4\n",
               second);
    (void)snprintf(named[0], sizeof named[0], "old=%s", first);
    (void)snprintf(named[1], sizeof named[1], "new=%s", second);
    const char *plain[] = {first, second}, *both[] = {named[0], named[1]};
    const struct source_request requests[] = {{.arguments = {plain, 2}},
                                              {.arguments = {both, 2}},
                                              {.arguments = {both, 2}, .level_of_files = "build"}};
    for (size_t i = 0; i < 3; i++) {
        struct input input;
        assert_stored(fixture, input_read(&requests[i], &input, NULL, &fixture->error));
        assert_int_equal(input.systems.n, 2);
        assert_string_equal(input.systems.items[1], i == 0 ? "b.csv" : "new");
        assert_int_equal(input.benchmarks.n, 2);
        assert_non_null(input_find(&input, i == 0 ? "a.csv" : "old", "fft (gcc)", "wall"));
        const struct assay_series *clang =
            input_find(&input, i == 0 ? "b.csv" : "new", "fft (n=8, clang)", "wall");
        assert_non_null(clang);
        assert_true(clang->live.values[0] == 4);
        input_fini(&input);
    }
}

static void levels_of_flat_files(void **state)
{
    struct fixture *fixture = *state;
    char path[256];
    write_file(fixture, "flat.txt", "1 2 3\n", path);
    const char *const levels[] = {NULL, "execution", "iteration", "build"};
    for (size_t i = 0; i < 4; i++) {
        struct input input;
        assert_stored(fixture,
                      read_one(fixture, (struct source_request){.level = levels[i]}, path, &input));
        assert_string_equal(input.series[0].level_name[0],
                            levels[i] == NULL ? "execution" : levels[i]);
        input_fini(&input);
    }
}

/* In whatever order a store met its metrics, what judges comes first, and the others keep theirs. */
static void what_judges_comes_first(void **state)
{
    struct fixture *fixture = *state;
    char path[256];
    write_file(fixture, "metrics.csv",
               "system,benchmark,execution,metric,value,unit\n"
               "old,sort,0,user,1,s\nold,sort,1,user,2,s\nold,sort,0,max_rss,1,B\n"
               "old,sort,1,max_rss,2,B\nold,sort,0,wall,1,s\nold,sort,1,wall,2,s\n",
               path);
    struct input input;
    static const char *const expected[] = {"wall", "user", "max_rss"};
    assert_stored(fixture,
                  read_one(fixture, (struct source_request){.others_too = true}, path, &input));
    assert_int_equal(input.n, 3);
    for (size_t i = 0; i < input.n; i++) {
        assert_string_equal(input.series[i].metric, expected[i]);
        assert_true(input_is_primary(&input, &input.series[i]) == (i == 0));
    }
    input_fini(&input);
}

/* A system without what judges is left out, whether the other metrics are asked for or not; but "all" names them. */
static void who_is_not_judged_is_left_out(void **state)
{
    struct fixture *fixture = *state;
    char path[256];
    write_file(fixture, "odd.csv",
               "system,benchmark,execution,metric,value,unit\n"
               "odd,sort,0,max_rss,5,B\nodd,sort,1,max_rss,6,B\n"
               "old,sort,0,max_rss,1,B\nold,sort,1,max_rss,2,B\n"
               "old,sort,0,wall,1,s\nold,sort,1,wall,2,s\n",
               path);
    static const char *all[] = {"all"};
    const struct source_request requests[] = {
        {.stored = false}, {.others_too = true}, {.metrics = {all, 1}}};
    for (size_t i = 0; i < 3; i++) {
        struct input input;
        assert_stored(fixture, read_one(fixture, requests[i], path, &input));
        assert_int_equal(input.n, i + 1);
        assert_int_equal(input.systems.n, i == 2 ? 2 : 1);
        assert_true(input_is_primary(&input, &input.series[i == 2]));
        input_fini(&input);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(experiments_by_id_name_and_latest),
        fixture_test(several_experiments_open_the_store_once),
        fixture_test(selections),
        fixture_test(what_is_missing_is_data_what_is_damaged_is_the_system),
        fixture_test(files_lend_their_names_when_systems_clash),
        fixture_test(files_of_several_systems),
        fixture_test(levels_of_flat_files),
        fixture_test(what_judges_comes_first),
        fixture_test(who_is_not_judged_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
