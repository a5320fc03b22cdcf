/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_files.c -- files of other tools as they are: the counts of published data sets, files as
 * units of a level, directories, packed files. The data sets are looked for in $ASSAY_SHARED/data,
 * else in ../shared/data beside the project; where they are not, their cases are skipped. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/input.h"
#include "support/oracle.h"

static void read_input(struct source_request request, struct input *input)
{
    struct assay_error error;
    if (input_read(&request, input, NULL, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
}

/* Where the published files are, or NULL. */
static const char *shared_file(const char *name, char *path, size_t size)
{
    const char *shared = getenv("ASSAY_SHARED"), *source = getenv("ASSAY_SOURCE");
    struct stat status;
    if (shared != NULL)
        (void)snprintf(path, size, "%s/data/%s", shared, name);
    else
        (void)snprintf(path, size, "%s/../shared/data/%s", source != NULL ? source : ".", name);
    return stat(path, &status) == 0 ? path : NULL;
}

struct counts {
    size_t series, live, warmup, systems, levels; /* levels of the first series */
};

static struct counts count(const struct input *input)
{
    struct counts c = {.series = input->n,
                       .systems = input->systems.n,
                       .levels = input->series[0].live.shape.n_levels};
    for (size_t i = 0; i < input->n; i++) {
        const struct assay_series *s = &input->series[i];
        const size_t live = assay_shape_units(&s->live.shape, s->live.shape.n_levels - 1);
        c.live += live;
        if (s->n_warmup != NULL)
            c.warmup += assay_shape_units(&s->all.shape, s->all.shape.n_levels - 1) - live;
    }
    return c;
}

static struct counts count_files(const char *const *paths, size_t n, const char *level)
{
    static const char *all_metrics[] = {"all"};
    struct input input;
    read_input((struct source_request){.arguments = {(const char **)(uintptr_t)paths, n},
                                       .metrics = {all_metrics, 1},
                                       .level_of_files = level},
               &input);
    struct counts c = count(&input);
    input_fini(&input);
    return c;
}

/* What SOURCES.md says of each file, worked out again from its text where it says less. */
static const struct {
    const char *file;
    struct counts counts;
} published[] = {
    {"pyperf/telco.json", {1, 120, 40, 1, 2}},
    {"pyperf/mult_list_py36.json", {3, 180, 60, 1, 2}},
    {"pyperf/mult_list_py37.json", {3, 180, 60, 1, 2}},
    {"pyperf/mult_list_py38.json", {3, 180, 60, 1, 2}},
    {"pyperf/py2.json.gz", {1, 60, 20, 1, 2}},
    {"pyperf/py3.json.gz", {1, 60, 20, 1, 2}},
    {"asv/03988c5a-conda-py3.12.json", {66, 660, 0, 1, 1}},
    {"rebench/rebenchdb-large-payload.json.bz2", {460, 459928, 0, 3, 2}},
    {"ripgrep/2016-09-17-ubuntu1604-ec2.csv", {152, 456, 0, 0, 1}},
    {"ripgrep/2016-09-22-archlinux-cheetah.csv", {161, 483, 0, 0, 1}},
    {"ripgrep/2020-10-14-archlinux-frink.csv", {134, 670, 0, 0, 1}},
    {"criterion-rs/Fibonacci-Iterative-base.sample.json", {1, 100, 0, 1, 1}},
    {"criterion-rs/Fibonacci-Iterative-new.raw.csv", {1, 100, 0, 1, 1}},
    {"criterion-rs/Fibonacci-Recursive-base.raw.csv", {1, 100, 0, 1, 1}},
    {"criterion-rs/Fibonacci-Recursive-new.sample.json", {1, 100, 0, 1, 1}},
    {"hyperfine/3em-results.json", {5, 100, 0, 5, 1}},
    {"own/hyperfine-1.15-two.json", {2, 811, 0, 2, 1}},
    {"own/google-benchmark-1.7.1-rep20.json", {10, 200, 0, 1, 1}},
    {"gbench/googlecpp_output.json", {4, 4, 0, 1, 1}},
    {"jmh/ojalgo-jmh-result.json", {28, 84, 0, 1, 2}},
    {"jmh/ojalgo-2021-11-openj9_svd.log", {28, 140, 140, 1, 2}},
    {"jmh/ojalgo-2021-11-hotspot_svd.log", {28, 140, 140, 1, 2}},
    {"jmh/rebench-issue_32_jmh.txt", {2, 80, 80, 1, 2}},
    {"benchmarkdotnet/benchmarkdotnet.json", {2, 27, 0, 1, 1}},
    {"misc/pytest_output.json", {2, 8, 0, 1, 1}}, /* 5 rounds each, one of them cut out */
    {"krun/quick_results.json.bz2", {4, 4, 0, 2, 2}},
    {"mongodb/robust_series.json", {1, 173, 0, 1, 1}},
    {"mongodb/huge.json", {1, 4844, 0, 1, 1}},
    {"mongodb/long_series.json", {1, 1000, 0, 1, 1}},
    {"otava/tigerbeetle.csv", {1, 365, 0, 1, 1}},
    {"go/crc-old.txt", {72, 720, 0, 1, 1}},
    {"go/crc-new.txt", {72, 720, 0, 1, 1}},
    {"go/old.txt", {2, 20, 0, 1, 1}},
};

static void published_files(void **state)
{
    (void)state;
    char path[512];
    if (shared_file(published[0].file, path, sizeof path) == NULL)
        skip();
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        const struct counts *expected = &published[i].counts;
        const char *file = shared_file(published[i].file, path, sizeof path);
        assert_non_null(file);
        struct counts c = count_files(&file, 1, NULL);
        if (c.series != expected->series || c.live != expected->live ||
            c.warmup != expected->warmup || c.levels != expected->levels ||
            (expected->systems > 0 && c.systems != expected->systems))
            fail_msg("%s: %zu series, %zu live, %zu warm-up, %zu systems, %zu levels",
                     published[i].file, c.series, c.live, c.warmup, c.systems, c.levels);
    }
}

/* The files of a packed set, unpacked into a directory of the fixture. */
static void unpack_set(const char *archive, const char *directory)
{
    char command[1200];
    assert_int_equal(mkdir(directory, 0700), 0);
    (void)snprintf(command, sizeof command, "tar xzf '%s' -C '%s'", archive, directory);
    assert_int_equal(system(command), 0);
}

/* 23 days x {base, tip} x 25 repeats: each file a unit of the level day. */
static void benchseries(void **state)
{
    const char *root = *state;
    char path[512], directory[600];
    if (shared_file("go/benchseries-2022-01.tar.gz", path, sizeof path) == NULL)
        skip();
    (void)snprintf(directory, sizeof directory, "%s/series", root);
    unpack_set(path, directory);
    static const char *wall[] = {"wall"};
    const char *argument = directory;
    struct input input;
    read_input((struct source_request){.arguments = {&argument, 1},
                                       .metrics = {wall, 1},
                                       .level_of_files = "day"},
               &input);
    assert_int_equal(input.systems.n, 2);
    struct counts c = count(&input);
    assert_int_equal(c.live, 116006);
    assert_int_equal(c.levels, 2);
    input_fini(&input);
}

/* 260 commits, each a file and a system; 163 650 samples. As it is, without unpacking it before. */
static void archive(void **state)
{
    (void)state;
    char path[512];
    const char *file =
        shared_file("asv/django-asv-ubuntu-latest-py312-last260.tar.gz", path, sizeof path);
    if (file == NULL)
        skip();
    struct counts c = count_files(&file, 1, NULL);
    assert_int_equal(c.systems, 260);
    assert_int_equal(c.live, 163650);
    file = shared_file("go/benchseries-2022-01.tar.gz", path, sizeof path);
    static const char *wall[] = {"wall"};
    struct input input;
    read_input((struct source_request){.arguments = {&file, 1},
                                       .metrics = {wall, 1},
                                       .level_of_files = "day"},
               &input);
    c = count(&input);
    assert_int_equal(c.systems, 2);
    assert_int_equal(c.live, 116006);
    input_fini(&input);
}

static void write_file(const char *root, const char *name, const char *text, char path[600])
{
    (void)snprintf(path, 600, "%s/%s", root, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void files_as_units(void **state)
{
    const char *root = *state;
    char path[4][600];
    write_file(root, "old1.csv", "seconds\n1\n2\n", path[0]);
    write_file(root, "new-1.csv", "seconds\n3\n4\n", path[1]);
    write_file(root, "old2.csv", "seconds\n5\n6\n7\n", path[2]);
    write_file(root, "new-2.csv", "seconds\n8\n9\n", path[3]);
    const char *files[] = {path[0], path[1], path[2], path[3]};
    struct input input;
    read_input((struct source_request){.arguments = {files, 4}, .level_of_files = "build"}, &input);
    assert_int_equal(input.systems.n, 2);
    assert_string_equal(input.systems.items[0], "old");
    assert_string_equal(input.systems.items[1], "new");
    const struct assay_series *s = &input.series[0];
    assert_string_equal(s->level_name[0], "build");
    assert_string_equal(s->level_name[1], "execution");
    assert_int_equal(s->live.shape.count[0], 2);
    assert_int_equal(assay_shape_units(&s->live.shape, 1), 5);
    assert_false((s->warnings & ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL)) != 0);
    assert_true(s->live.values[4] == 7);
    input_fini(&input);
}

static void named_files(void **state)
{
    const char *root = *state;
    char path[600], first[700], second[700];
    write_file(root, "a.csv", "seconds\n1\n2\n", path);
    (void)snprintf(first, sizeof first, "base=%s", path);
    write_file(root, "b.csv", "seconds\n3\n4\n", path);
    (void)snprintf(second, sizeof second, "tip=%s", path);
    const char *files[] = {first, second};
    struct input input;
    read_input((struct source_request){.arguments = {files, 2}}, &input);
    assert_string_equal(input.systems.items[0], "base");
    assert_string_equal(input.systems.items[1], "tip");
    assert_int_equal(input.benchmarks.n, 1);
    input_fini(&input);
}

static void criterion_directory(void **state)
{
    const char *root = *state;
    char path[600], directory[600];
    static const char *const parts[] = {"target", "target/fib", "target/fib/iter",
                                        "target/fib/iter/base", "target/fib/iter/new"};
    for (size_t i = 0; i < 5; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", root, parts[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    write_file(root, "target/fib/iter/base/sample.json", "[[1,2],[10,20]]", path);
    write_file(root, "target/fib/iter/new/sample.json", "{\"iters\":[1],\"times\":[30]}", path);
    (void)snprintf(directory, sizeof directory, "%s/target", root);
    const char *argument = directory;
    struct input input;
    read_input((struct source_request){.arguments = {&argument, 1}}, &input);
    assert_int_equal(input.systems.n, 2);
    assert_string_equal(input.systems.items[0], "base");
    assert_string_equal(input.benchmarks.items[0], "fib/iter");
    input_fini(&input);
}

static void make_sample(const char *root, const char *directory)
{
    char path[600], name[256], text[80];
    for (const char *p = directory; p != NULL; p = strchr(p + 1, '/')) {
        const char *next = strchr(p + 1, '/');
        const int n = next != NULL ? (int)(next - directory) : (int)strlen(directory);
        (void)snprintf(path, sizeof path, "%s/%.*s", root, n, directory);
        assert_true(mkdir(path, 0700) == 0 || errno == EEXIST);
    }
    (void)snprintf(name, sizeof name, "%s/sample.json", directory);
    (void)snprintf(text, sizeof text, "{\"iters\":[1,2],\"times\":[30,7%d]}",
                   strrchr(directory, '/')[1] % 10);
    write_file(root, name, text, path);
}

static void read_directory(const char *root, const char *below, struct input *input)
{
    char directory[600];
    (void)snprintf(directory, sizeof directory, "%s%s", root, below);
    const char *argument = directory;
    read_input((struct source_request){.arguments = {&argument, 1}}, input);
}

/* The directory of the whole project, deep names, and baselines that were saved. */
static void criterion_project(void **state)
{
    const char *root = *state;
    struct input input;
    make_sample(root, "target/criterion/fib/iter/20/zeta");
    make_sample(root, "target/criterion/fib/iter/20/new");
    make_sample(root, "target/criterion/sort/new");
    read_directory(root, "", &input);
    assert_int_equal(input.systems.n, 2);
    assert_string_equal(input.systems.items[0], "zeta");
    assert_string_equal(input.systems.items[1], "new");
    assert_int_equal(input.benchmarks.n, 2);
    assert_string_equal(input.benchmarks.items[0], "fib/iter/20");
    assert_string_equal(input.benchmarks.items[1], "sort");
    input_fini(&input);
    make_sample(root, "target/criterion/fib/iter/20/base");
    read_directory(root, "/target/criterion/fib/iter/20", &input);
    assert_int_equal(input.systems.n, 2);
    assert_string_equal(input.systems.items[0], "base");
    assert_string_equal(input.benchmarks.items[0], "fib/iter/20");
    input_fini(&input);
}

/* Files of a directory with levels of their own: executions stay two, and are not one that is called as the file is. */
static void levels_of_files(void **state)
{
    const char *root = *state;
    char path[600];
    struct input input;
    write_file(root, "one.csv", "benchmark,execution,ms\na,1,1\na,1,2\na,2,3\na,2,4\n", path);
    write_file(root, "two.csv", "benchmark,execution,ms\nb,1,1\nb,1,2\nb,2,3\nb,2,4\n", path);
    read_directory(root, "", &input);
    assert_int_equal(input.benchmarks.n, 2);
    const struct assay_series *series = assay_dataset_get(input.sources[0].dataset, 0);
    assert_int_equal(series->live.shape.n_levels, 2);
    assert_int_equal(series->live.shape.count[0], 2);
    input_fini(&input);
}

/* Samples that somebody kept side by side, beside a file of another tool. */
static void kept_samples(void **state)
{
    const char *root = *state;
    char path[600];
    struct input input;
    write_file(root, "sort.sample.json", "{\"iters\":[1,2],\"times\":[30,70]}", path);
    write_file(root, "parse.sample.json", "[[1,2],[10,20]]", path);
    write_file(root, ".sample.json", "[[1,2],[10,20]]", path);
    write_file(root, "others.csv", "benchmark,ms\nscan,2\nscan,3\n", path);
    read_directory(root, "", &input);
    assert_int_equal(input.systems.n, 1);
    assert_int_equal(input.benchmarks.n, 3);
    assert_string_equal(input.benchmarks.items[0], "scan");
    assert_string_equal(input.benchmarks.items[1], "parse");
    assert_string_equal(input.benchmarks.items[2], "sort");
    input_fini(&input);
}

/* cargo bench copies its run to `base`: beside itself it would pass for two runs that are equal. */
static void criterion_copies(void **state)
{
    const char *root = *state;
    char path[600];
    struct input input;
    make_sample(root, "fib/new");
    make_sample(root, "fib/base");
    make_sample(root, "sort/new");
    write_file(root, "fib/base/sample.json", "{\"iters\":[1,2],\"times\":[30,79]}", path);
    write_file(root, "fib/new/sample.json", "{\"iters\":[1,2],\"times\":[30,79]}", path);
    read_directory(root, "", &input);
    assert_int_equal(input.systems.n, 1);
    assert_string_equal(input.systems.items[0], "new");
    assert_int_equal(input.benchmarks.n, 2);
    input_fini(&input);
    make_sample(root, "fib/old");
    read_directory(root, "", &input);
    assert_int_equal(input.systems.n, 2);
    assert_string_equal(input.systems.items[0], "old");
    input_fini(&input);
    read_directory(root, "/fib/base", &input);
    assert_string_equal(input.systems.items[0], "base");
    input_fini(&input);
}

/* The directories of two baselines, named from where they lie and from elsewhere. */
static void criterion_baselines(void **state)
{
    const char *root = *state;
    char here[600], old[700], new[700];
    make_sample(root, "target/criterion/fib/base");
    make_sample(root, "target/criterion/fib/new");
    (void)snprintf(old, sizeof old, "%s/target/criterion/fib/base", root);
    (void)snprintf(new, sizeof new, "%s/target/criterion/fib/new", root);
    const char *from_elsewhere[] = {old, new}, *from_there[] = {"base", "new"};
    const char *const *names[] = {from_elsewhere, from_there};
    assert_non_null(getcwd(here, sizeof here));
    for (size_t i = 0; i < 2; i++) {
        char there[700];
        (void)snprintf(there, sizeof there, "%s/target/criterion/fib", root);
        assert_int_equal(chdir(i == 0 ? here : there), 0);
        struct input input;
        read_input((struct source_request){.arguments = {(const char **)(uintptr_t)names[i], 2}},
                   &input);
        assert_int_equal(input.systems.n, 2);
        assert_string_equal(input.systems.items[0], "base");
        assert_string_equal(input.systems.items[1], "new");
        assert_int_equal(input.benchmarks.n, 1);
        assert_string_equal(input.benchmarks.items[0], "fib");
        input_fini(&input);
    }
    assert_int_equal(chdir(here), 0);
}

static int setup(void **state)
{
    char *root = strdup("/tmp/assay-files-XXXXXX");
    *state = root;
    return root != NULL && mkdtemp(root) != NULL ? 0 : -1;
}

static int teardown(void **state)
{
    char command[600], *root = *state;
    (void)snprintf(command, sizeof command, "rm -rf '%s'", root);
    int code = system(command);
    free(root);
    return code;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_files),
        cmocka_unit_test(archive),
        cmocka_unit_test_setup_teardown(benchseries, setup, teardown),
        cmocka_unit_test_setup_teardown(files_as_units, setup, teardown),
        cmocka_unit_test_setup_teardown(named_files, setup, teardown),
        cmocka_unit_test_setup_teardown(criterion_directory, setup, teardown),
        cmocka_unit_test_setup_teardown(criterion_project, setup, teardown),
        cmocka_unit_test_setup_teardown(levels_of_files, setup, teardown),
        cmocka_unit_test_setup_teardown(kept_samples, setup, teardown),
        cmocka_unit_test_setup_teardown(criterion_copies, setup, teardown),
        cmocka_unit_test_setup_teardown(criterion_baselines, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
