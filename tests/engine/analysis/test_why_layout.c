/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_why_layout.c -- how much of a function's seconds is the layout of its build: by hand, unbiased, and refused. */
#include "support/oracle.h"

#include <assay/random.h>
#include <math.h>

#include "analysis/why_analyse.h"

enum { GRAIN = 1000000 }; /* samples of an execution, of a second: finer than what is asked */

static void execute(struct profile *profile, size_t system, size_t unit, size_t round, double lookup_s)
{
    const uint64_t lookup = (uint64_t)llround(lookup_s * GRAIN);
    profile_begin(profile, &(struct profile_execution){.round = (uint32_t)round,
                                                       .system = (uint32_t)system,
                                                       .unit = (uint32_t)unit,
                                                       .user_s = 1,
                                                       .wall_s = (double)NAN});
    profile_count(profile, profile_function(profile, "lookup", ""), lookup, 0);
    profile_count(profile, profile_function(profile, "rest", ""), GRAIN - lookup, 0);
}

static void begin(struct profile *profile)
{
    profile_init(profile, 2, &(struct profile_origin){"cpu-clock", "s", 4000});
}

/* One function, whose code is the same. */
static void spread(const struct profile *profile, bool random, struct why_line *line,
                   struct why_finding *finding)
{
    struct why_request request = WHY_REQUEST_DEFAULTS;
    struct assay_error error;
    *line = (struct why_line){.name = "lookup", .object = "", .code = WHY_CODE_SAME};
    *finding = (struct why_finding){.lines = line, .n = 1};
    request.random_layout = random;
    assert_int_equal(why_add_layout(finding, profile, &request, &error), ASSAY_OK);
}

/* Builds .30 .32 .34 with executions .01 to either side, in mixed order; new has the same builds but for a tenth of these.
 * S^2 = 4e-4, within 2e-4 of one and 1e-4 of a mean: T^2 = 3e-4 of a second squared, 3 of per cent squared. */
static void by_hand(void **state)
{
    struct profile profile;
    struct why_finding finding;
    struct why_line line;
    (void)state;
    begin(&profile);
    for (size_t k = 0; k < 2; k++)
        for (size_t build = 0; build < 3; build++) {
            const double at = 0.30 + 0.02 * (double)build;
            execute(&profile, 0, build, 2 * build + k, k == 0 ? at - 0.01 : at + 0.01);
            execute(&profile, 1, build, 2 * build + k, k == 0 ? at - 0.001 : at + 0.001);
        }
    spread(&profile, true, &line, &finding);
    assert_int_equal(finding.layout, WHY_LAYOUT_KNOWN);
    assert_int_equal(finding.layout_builds, 3);
    assert_true(line.layout[0].known && line.layout[1].known);
    assert_close(line.layout[0].variance, 3, 1e-9, 0);
    assert_close(line.layout[0].sd, 0, 0, 0); /* not told from none: F_2,3 is 4 */
    assert_close(line.layout[1].variance, 3.99, 1e-9, 0);
    assert_close(line.layout[1].sd, sqrt(3.99), 1e-9, 0);
    assert_true(line.layout[0].sd_upper > line.layout[0].sd);
    profile_fini(&profile);
}

/* The mean of so many estimates of the variance, in per cent squared; its standard error, and how many are below 0. */
struct simulated {
    double mean, se;
    size_t below;
};

static struct simulated simulate(double layout_sd, uint64_t seed)
{
    enum { EXPERIMENTS = 4000, BUILDS = 5, EXECUTIONS = 4 };
    static const double execution_sd = 0.006;
    double sum = 0, squares = 0;
    struct simulated out = {0, 0, 0};
    for (uint32_t k = 0; k < EXPERIMENTS; k++) {
        struct assay_random random;
        struct profile profile;
        struct why_finding finding;
        struct why_line line;
        assay_random_init(&random, seed, ASSAY_RANDOM_TEST, k, 0);
        begin(&profile);
        for (size_t build = 0; build < BUILDS; build++) {
            const double at = 0.3 + layout_sd * assay_random_normal(&random);
            for (size_t i = 0; i < EXECUTIONS; i++)
                for (size_t system = 0; system < 2; system++)
                    execute(&profile, system, build, build * EXECUTIONS + i,
                            at + execution_sd * assay_random_normal(&random));
        }
        spread(&profile, true, &line, &finding);
        sum += line.layout[0].variance;
        squares += line.layout[0].variance * line.layout[0].variance;
        out.below += line.layout[0].variance < 0;
        profile_fini(&profile);
    }
    out.mean = sum / EXPERIMENTS;
    out.se = sqrt((squares / EXPERIMENTS - out.mean * out.mean) / EXPERIMENTS);
    return out;
}

/* Within four standard errors; where layout moves nothing as often below 0 as the F of such means is below 1. */
static void unbiased(void **state)
{
    (void)state;
    const struct simulated moved = simulate(0.009, 41), still = simulate(0, 42);
    assert_close(moved.mean, 0.81, 0, 4 * moved.se);
    assert_true(moved.se < 0.02);
    assert_close(still.mean, 0, 0, 4 * still.se);
    assert_close((double)still.below / 4000, 0.561, 0, 0.04); /* P(F_4,15 < 1) */
}

static void refused(void **state)
{
    struct profile profile;
    struct why_finding finding;
    struct why_line line;
    (void)state;
    begin(&profile);
    for (size_t build = 0; build < 2; build++)
        for (size_t i = 0; i < 4; i++)
            execute(&profile, i % 2, build, 2 * build + i / 2, 0.3);
    spread(&profile, true, &line, &finding);
    assert_int_equal(finding.layout, WHY_LAYOUT_FEW_BUILDS);
    assert_false(line.layout[0].known);
    for (size_t i = 0; i < 4; i++)
        execute(&profile, i % 2, 2, 4 + i / 2, 0.3);
    spread(&profile, false, &line, &finding);
    assert_int_equal(finding.layout, WHY_LAYOUT_NOT_DRAWN);
    assert_false(line.layout[0].known);
    profile_fini(&profile);
    begin(&profile);
    for (size_t build = 0; build < 5; build++)
        for (size_t system = 0; system < 2; system++)
            execute(&profile, system, build, build, 0.3);
    spread(&profile, true, &line, &finding);
    assert_int_equal(finding.layout, WHY_LAYOUT_ONE_EXECUTION);
    profile_fini(&profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(unbiased),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
