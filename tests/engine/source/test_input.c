/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_input.c -- what analyses read: experiments of a store and files, selected and named; and the
 * screen at the end of a quick run. */
#include "cli/input_options.h"

#include <locale.h>
#include <math.h>
#include <unistd.h>

#include "cli/compare.h"
#include "engine/store/fixture.h"
#include "source/source.h"

enum { ROUNDS = 8 };

/* A quick run of two commands: paired rounds, wall time and peak memory. */
static void store_quick_run(struct fixture *fixture)
{
    struct design *design = fixture_design(false);
    struct store *store = NULL;
    int64_t experiment = 0;
    design->n_benchmarks = 1;
    design->quick = true;
    design->levels[0].count = ROUNDS;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, &(struct store_beginning){"{}"}, &experiment,
                                       &fixture->error));
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t system = 0; system < 2; system++) {
            const double drift = 1 + 0.01 * round, wobble = 1 + 0.001 * (round * 7 % 5);
            const double wall = (system == 0 ? 0.04213 * wobble : 0.0163) * drift;
            const double rss = system == 0 ? 1677721 : 22334668;
            const struct series_values series[] = {
                {.metric = "wall", .unit = "s", .values = &wall, .n = 1},
                {.metric = "max_rss", .unit = "byte", .values = &rss, .n = 1}};
            const struct record record =
                fixture_record(fixture_step(system, 0, round, system), series, 2);
            assert_stored(fixture, store_append(store, experiment, &record, &fixture->error));
        }
    }
    assert_stored(fixture, store_finish(store, experiment, &fixture->error));
    store_close(&store);
    design_free(&design);
}

static struct global_options global_of(const struct fixture *fixture)
{
    return (struct global_options){.store = fixture->path, .confidence = 0.95};
}

static enum exit_code read_one(const struct fixture *fixture, const struct input_options *options,
                               const char *argument, struct input *input)
{
    const struct global_options global = global_of(fixture);
    const struct option_arguments arguments = {&argument, argument != NULL ? 1 : 0};
    return input_options_read(options, &arguments, &global, input);
}

static void experiments_by_id_name_and_latest(void **state)
{
    struct fixture *fixture = *state;
    store_quick_run(fixture);
    static const char *const names[] = {"1", "fixture", "latest", NULL};
    for (size_t i = 0; i < 4; i++) {
        const struct input_options options = {0};
        struct input input;
        assert_int_equal(read_one(fixture, &options, names[i], &input), EXIT_DONE);
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
        assert_stored(fixture, source_read_experiment("1", paths[i], false, 0, &store,
                                                      &input.sources[i], NULL, &fixture->error));
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
        enum exit_code code;
    } expected[] = {{4, EXIT_DONE}, {2, EXIT_DONE}, {1, EXIT_DONE}, {0, EXIT_DATA}};
    const struct input_options options[] = {{.metrics = {all, 1}},
                                            {.metrics = {rss, 1}},
                                            {.systems = {new_system, 1}},
                                            {.benchmarks = {none, 1}}};
    for (size_t i = 0; i < 4; i++) {
        struct input input;
        assert_int_equal(read_one(fixture, &options[i], "latest", &input), expected[i].code);
        assert_int_equal(input.n, expected[i].n);
        input_fini(&input);
    }
}

static void what_is_missing_is_data_what_is_damaged_is_the_system(void **state)
{
    struct fixture *fixture = *state;
    const struct input_options options = {0};
    struct input input;
    assert_int_equal(read_one(fixture, &options, NULL, &input), EXIT_DATA);
    store_quick_run(fixture);
    assert_int_equal(read_one(fixture, &options, "99", &input), EXIT_DATA);
    assert_int_equal(read_one(fixture, &options, "no-such-name", &input), EXIT_DATA);
    FILE *file = fopen(fixture->path, "w");
    fputs("this is no database, and long enough to say so to anyone who opens it as one", file);
    fclose(file);
    assert_int_equal(read_one(fixture, &options, "1", &input), EXIT_SYSTEM);
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
    const struct global_options global = global_of(fixture);
    char first[256], second[256], third[256];
    write_file(fixture, "a.csv", "system,benchmark,seconds\ngcc,fft,1\ngcc,fft,2\n", first);
    write_file(fixture, "b.csv", "system,benchmark,seconds\ngcc,fft,3\ngcc,fft,4\n", second);
    write_file(fixture, "c.csv", "system,benchmark,seconds\ngcc,lu,3\ngcc,lu,4\n", third);
    const char *clashing[] = {first, second}, *distinct[] = {first, third};
    const struct input_options options = {0};
    const struct option_arguments same = {clashing, 2}, other = {distinct, 2};
    struct input input;
    assert_int_equal(input_options_read(&options, &same, &global, &input), EXIT_DONE);
    assert_int_equal(input.systems.n, 2);
    assert_string_equal(input.systems.items[0], "a.csv");
    assert_string_equal(input.systems.items[1], "b.csv");
    assert_null(input.experiment);
    assert_true(input_margin(&input, 0.5) == 0.5);
    input_fini(&input);
    assert_int_equal(input_options_read(&options, &other, &global, &input), EXIT_DONE);
    assert_int_equal(input.systems.n, 1);
    assert_string_equal(input.systems.items[0], "gcc");
    assert_int_equal(input.benchmarks.n, 2);
    input_fini(&input);
}

static void levels_of_flat_files(void **state)
{
    struct fixture *fixture = *state;
    char path[256];
    write_file(fixture, "flat.txt", "1 2 3\n", path);
    for (int level = 0; input_levels[level] != NULL; level++) {
        const struct input_options options = {.level = level};
        struct input input;
        assert_int_equal(read_one(fixture, &options, path, &input), EXIT_DONE);
        assert_string_equal(input.series[0].level_name[0],
                            level == 0 ? "execution" : input_levels[level]);
        input_fini(&input);
    }
}

/* What a call prints on standard output, to be freed. */
static char *printed_quick(const struct global_options *global)
{
    const char *name = "latest";
    const struct option_arguments latest = {&name, 1};
    FILE *file = tmpfile();
    assert_non_null(file);
    (void)fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
    const struct input_options options = {.stored = true};
    struct input input;
    assert_int_equal(input_options_read(&options, &latest, global, &input), EXIT_DONE);
    enum exit_code code = compare_present_quick(&input, &(struct quick_choice){0}, global);
    input_fini(&input);
    (void)fflush(stdout);
    assert_true(dup2(kept, STDOUT_FILENO) >= 0);
    (void)close(kept);
    assert_int_equal(code, EXIT_DONE);
    char *text = calloc(1, 1 << 16);
    assert_non_null(text);
    rewind(file);
    (void)fread(text, 1, (1 << 16) - 1, file);
    fclose(file);
    return text;
}

static void quick_screen(void **state)
{
    struct fixture *fixture = *state;
    store_quick_run(fixture);
    struct global_options global = global_of(fixture);
    global.details = true;
    char *text = printed_quick(&global);
    static const char *const parts[] = {
        "new takes 61 % less time than old: 2.590 times as fast",
        "95 % CI 2.586 \u2026 2.593    faster",
        "mean wall",
        "1.6 MiB",
        "21.3 MiB",
        "8 paired rounds in random order \u00b7 kept as experiment 1 \u00b7 next: assay show 1",
        "paired Fieller, 7 degrees of freedom",
        "18364758544493064720"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strstr(text, parts[i]) == NULL)
            fail_msg("\"%s\" is missing in\n%s", parts[i], text);
    free(text);
    global.json = true;
    text = printed_quick(&global);
    json_t *document = json_loads(text, 0, NULL);
    json_t *first = json_array_get(json_object_get(document, "comparisons"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "verdict")), "faster");
    assert_true(json_is_true(json_object_get(first, "paired")));
    assert_int_equal(json_array_size(json_object_get(document, "comparisons")), 2);
    json_decref(document);
    free(text);
}

int main(void)
{
    (void)setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        fixture_test(experiments_by_id_name_and_latest),
        fixture_test(several_experiments_open_the_store_once),
        fixture_test(selections),
        fixture_test(what_is_missing_is_data_what_is_damaged_is_the_system),
        fixture_test(files_lend_their_names_when_systems_clash),
        fixture_test(levels_of_flat_files),
        fixture_test(quick_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
