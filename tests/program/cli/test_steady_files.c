/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_steady_files.c -- published series whose start-up is plain to see. Where the data sets are
 * not ($ASSAY_SHARED/data, else ../shared/data beside the project), the cases are skipped. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <assay/steady.h>

#include "cli/input_options.h"
#include "support/oracle.h"

static const struct global_options global = {.quiet = true, .confidence = 0.95};

/* By eye: the first long iterations of SOMns. */
static const struct {
    const char *benchmark;
    enum assay_state state;
    size_t least, most; /* steady from, counted from 0 */
} seen[] = {
    {"Mandelbrot*", ASSAY_STATE_WARMUP, 3, 3},
    {"Storage*", ASSAY_STATE_WARMUP, 5, 12},
    {"Towers*", ASSAY_STATE_WARMUP, 5, 20},
};

static bool rebench(char *path, size_t size)
{
    const char *shared = getenv("ASSAY_SHARED"), *source = getenv("ASSAY_SOURCE");
    struct stat status;
    if (shared != NULL)
        (void)snprintf(path, size, "%s/data/rebench/rebenchdb-large-payload.json.bz2", shared);
    else
        (void)snprintf(path, size, "%s/../shared/data/rebench/rebenchdb-large-payload.json.bz2",
                       source != NULL ? source : ".");
    return stat(path, &status) == 0;
}

static void classes_are_those_of_the_eye(void **state)
{
    (void)state;
    char path[4096];
    if (!rebench(path, sizeof path))
        skip();
    const char *benchmarks[sizeof seen / sizeof *seen], *system = "SOMns*", *file = path;
    const size_t n = sizeof seen / sizeof *seen;
    for (size_t i = 0; i < n; i++)
        benchmarks[i] = seen[i].benchmark;
    const struct input_options options = {.systems = {&system, 1}, .benchmarks = {benchmarks, n}};
    const struct option_arguments arguments = {&file, 1};
    struct input input;
    assert_int_equal(input_options_read(&options, &arguments, &global, &input), EXIT_DONE);
    for (size_t i = 0; i < n; i++) {
        const struct assay_steady_options steady = {.seed = 1};
        struct assay_benchmark_state found;
        size_t at = 0;
        while (at < input.n && fnmatch(seen[i].benchmark, input.series[at].benchmark, 0) != 0)
            at++;
        assert_in_range(at, 0, input.n - 1);
        assert_int_equal(assay_benchmark_state_of(&input.series[at].all, &steady, &found, NULL),
                         ASSAY_OK);
        if (found.state != seen[i].state)
            fail_msg("%s: %s", seen[i].benchmark, assay_state_name(found.state));
        assert_in_range(found.initialised_from, seen[i].least, seen[i].most);
        assay_benchmark_state_fini(&found);
    }
    input_fini(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(classes_are_those_of_the_eye)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
