/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_run.c -- coverage as METHODS C says, and the same tallies however the work is cut. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/simulate.h>
#include <assay/stopping.h>

static struct assay_simulate_design flat(size_t r_old, size_t r_new, double cv_old, double cv_new)
{
    struct assay_simulate_design design = {.n_levels = 1, .ratio = 0.95};
    design.old_system = (struct assay_simulate_system){{r_old}, {cv_old}};
    design.new_system = (struct assay_simulate_system){{r_new}, {cv_new}};
    return design;
}

static struct assay_simulate_design nested(size_t top, double build, double execution,
                                           double iteration)
{
    struct assay_simulate_design design = {.n_levels = 3, .ratio = 0.95};
    design.old_system =
        (struct assay_simulate_system){{top, 10, 10}, {build, execution, iteration}};
    design.new_system = design.old_system;
    return design;
}

static struct assay_simulate_options options_of(const enum assay_simulate_method *methods, size_t n)
{
    struct assay_simulate_options options = {
        .n_methods = n, .confidence = 0.95, .seed = 1, .n_margins = 2, .margins = {0, 0.01}};
    memcpy(options.methods, methods, n * sizeof *methods);
    return options;
}

/* Within three standard errors of a published coverage in per cent, and of its rounding. */
static void assert_coverage(const struct assay_simulate_tally *tally, double percent,
                            double published_se)
{
    struct assay_simulate_summary summary = assay_simulate_summarise(tally);
    double p = percent / 100, n = (double)tally->experiments;
    double se = hypot(sqrt(p * (1 - p) / n), published_se / 100);
    assert_close(summary.coverage, p, 0, 3 * se + 0.0005);
}

/* METHODS C1: z, naive, pool, Satterthwaite; the widths are medians there. */
static void methods_c1(void **state)
{
    (void)state;
    enum { N = REPETITIONS(10000) };
    static const struct {
        size_t r_old, r_new;
        double cv_old, cv_new, z, naive, pool, satterthwaite;
    } rows[] = {{3, 3, .05, .05, 87.7, 98.7, 95.0, 96.5},
                {3, 3, .02, .08, 83.4, 97.0, 91.4, 94.2},
                {5, 5, .05, .05, 91.5, 97.7, 95.1, 95.6},
                {10, 10, .02, .08, 92.3, 95.4, 93.9, 94.9},
                {3, 10, .05, .05, 88.0, 99.3, 91.1, 93.6}};
    struct assay_simulate_options options = options_of(
        (enum assay_simulate_method[]){ASSAY_SIMULATE_NORMAL_QUANTILE, ASSAY_SIMULATE_PAPER,
                                       ASSAY_SIMULATE_POOLED, ASSAY_SIMULATE_FIELLER},
        4);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct assay_simulate_tally tallies[4] = {0};
        struct assay_simulate_design design =
            flat(rows[i].r_old, rows[i].r_new, rows[i].cv_old, rows[i].cv_new);
        assert_int_equal(assay_simulate_run(&design, &options, 0, N, tallies, NULL), ASSAY_OK);
        assert_coverage(&tallies[0], rows[i].z, 0.1);
        assert_coverage(&tallies[1], rows[i].naive, 0.1);
        assert_coverage(&tallies[2], rows[i].pool, 0.1);
        assert_coverage(&tallies[3], rows[i].satterthwaite, 0.1);
    }
}

/* METHODS C2: the bootstrap's modes at five builds, in the published order. */
static void methods_c2(void **state)
{
    (void)state;
    enum { N = 300 };
    static const struct {
        double build, execution, iteration, expected[6];
    } rows[] = {{.05, .01, .01, {87.5, 87.5, 87.5, 14.6, 97.1, 95.1}},
                {.034, .082, .014, {94.5, 94.2, 87.7, 30.6, 97.6, 95.6}},
                {.005, 0, .418, {99.8, 98.6, 87.1, 94.4, 97.5, 95.2}}};
    struct assay_simulate_options options =
        options_of((enum assay_simulate_method[]){ASSAY_SIMULATE_RRR, ASSAY_SIMULATE_RRN,
                                                  ASSAY_SIMULATE_RNN, ASSAY_SIMULATE_FLAT,
                                                  ASSAY_SIMULATE_PAPER, ASSAY_SIMULATE_FIELLER},
                   6);
    options.replicates = 199; /* 95 % from ranks 5 and 195: as 999, a little noisier */
    options.coverage_only = true;
    for (size_t i = 0; i < 3; i++) {
        struct assay_simulate_tally tallies[6] = {0};
        struct assay_simulate_design design =
            nested(5, rows[i].build, rows[i].execution, rows[i].iteration);
        assert_int_equal(assay_simulate_run(&design, &options, 0, N, tallies, NULL), ASSAY_OK);
        for (size_t m = 0; m < 6; m++)
            assert_coverage(&tallies[m], rows[i].expected[m], 0.5);
    }
}

/* Deciding early whether the truth is held, and which margins are passed, decides as the whole
 * interval does. */
static void decided_early(void **state)
{
    (void)state;
    enum { N = 60 };
    struct assay_simulate_options options =
        options_of((enum assay_simulate_method[]){ASSAY_SIMULATE_RRR, ASSAY_SIMULATE_RRN,
                                                  ASSAY_SIMULATE_RNN, ASSAY_SIMULATE_FLAT},
                   4);
    options.n_margins = 4, options.margins[2] = 0.03, options.margins[3] = 0.05;
    options.replicates = 199;
    for (int same = 0; same < 2; same++) {
        struct assay_simulate_tally whole[4] = {0}, early[4] = {0};
        struct assay_simulate_design design = nested(4, .034, .082, .014);
        design.ratio = same ? 1 : 0.95;
        options.coverage_only = false;
        assert_int_equal(assay_simulate_run(&design, &options, 0, N, whole, NULL), ASSAY_OK);
        options.coverage_only = true;
        assert_int_equal(assay_simulate_run(&design, &options, 0, N, early, NULL), ASSAY_OK);
        for (size_t m = 0; m < 4; m++) {
            assert_int_equal(early[m].covered, whole[m].covered);
            assert_int_equal(early[m].experiments, N);
            assert_int_equal(early[m].measured, 0);
            assert_int_equal(early[m].judged, same ? N : 0);
            if (same)
                assert_memory_equal(early[m].above, whole[m].above, sizeof early[m].above);
            if (same)
                assert_memory_equal(early[m].below, whole[m].below, sizeof early[m].below);
            assert_true(same || isnan(assay_simulate_summarise(&early[m]).above[0]));
            assert_true(isnan(assay_simulate_summarise(&early[m]).equivalent[1]));
        }
        assert_true(!same || whole[3].above[0] + whole[3].below[0] > whole[3].above[3]);
    }
}

/* Systems that differ by just the margin are called equivalent in at most 5 of 100 experiments
 * (METHODS B7), and in about so many when the margin is wide against the interval; equal ones in
 * nearly all. The bootstrap's verdict takes no other replicates than its interval. */
static void equivalence(void **state)
{
    (void)state;
    enum { N = REPETITIONS(4000) };
    struct assay_simulate_options options =
        options_of((enum assay_simulate_method[]){ASSAY_SIMULATE_FIELLER}, 1);
    static const double truths[] = {1, 1.05, 1 / 1.05};
    options.margins[1] = 0.05;
    for (size_t i = 0; i < 3; i++) {
        struct assay_simulate_tally tally = {0};
        struct assay_simulate_design design = flat(10, 10, 0.02, 0.02);
        design.ratio = truths[i];
        assert_int_equal(assay_simulate_run(&design, &options, 0, N, &tally, NULL), ASSAY_OK);
        assert_int_equal(tally.compared, N);
        assert_int_equal(tally.equivalent[0], 0); /* at margin 0 nothing is */
        double share = assay_simulate_summarise(&tally).equivalent[1];
        if (i == 0)
            assert_true(share > 0.99);
        else
            assert_close(share, 0.05, 0, 3 * sqrt(0.05 * 0.95 / N));
    }
    struct assay_simulate_tally alone = {0}, both = {0};
    struct assay_simulate_design design = nested(6, .034, .082, .014);
    options.methods[0] = ASSAY_SIMULATE_BOOTSTRAP;
    options.n_margins = 1;
    assert_int_equal(assay_simulate_run(&design, &options, 0, 20, &alone, NULL), ASSAY_OK);
    options.n_margins = 2;
    assert_int_equal(assay_simulate_run(&design, &options, 0, 20, &both, NULL), ASSAY_OK);
    assert_int_equal(both.width_low, alone.width_low);
    assert_int_equal(alone.compared, 0);
}

/* METHODS C5: drift against order and pairing, 20 + 20 executions. */
static void methods_c5(void **state)
{
    (void)state;
    enum { N = REPETITIONS(4000) };
    static const struct {
        enum assay_simulate_drift drift;
        double blocked, shuffled, rounds, paired;
    } rows[] = {{ASSAY_SIMULATE_AR1, 40.8, 95.1, 99.2, 95.1},
                {ASSAY_SIMULATE_LINEAR, 0.0, 95.0, 100, 95.3},
                {ASSAY_SIMULATE_STEP, 24.5, 95.0, 99.5, 95.3}};
    struct assay_simulate_options options = options_of(
        (enum assay_simulate_method[]){ASSAY_SIMULATE_FIELLER, ASSAY_SIMULATE_PAIRED}, 2);
    for (size_t i = 0; i < 3; i++) {
        struct assay_simulate_design design = flat(20, 20, 0.01, 0.01);
        design.drift = rows[i].drift;
        design.drift_sd = 0.02;
        struct assay_simulate_tally tallies[3][2] = {0};
        for (int order = 0; order < 3; order++) {
            design.order = (enum assay_simulate_order)order;
            assert_int_equal(assay_simulate_run(&design, &options, 0, N, tallies[order], NULL),
                             ASSAY_OK);
        }
        assert_coverage(&tallies[ASSAY_SIMULATE_BLOCKED][0], rows[i].blocked, 0.7);
        assert_coverage(&tallies[ASSAY_SIMULATE_SHUFFLED][0], rows[i].shuffled, 0.3);
        assert_coverage(&tallies[ASSAY_SIMULATE_ROUNDS][0], rows[i].rounds, 0.2);
        assert_coverage(&tallies[ASSAY_SIMULATE_ROUNDS][1], rows[i].paired, 0.3);
    }
}

/* METHODS C4: percentile and expanded percentile of ratios of quantiles of skewed data. What exactly
 * they were is not published; here iterations are exponential. */
static void methods_c4(void **state)
{
    (void)state;
    enum { N = REPETITIONS(200) };
    static const struct {
        size_t builds;
        double probability, percentile, expanded;
    } rows[] = {{5, 0.5, 89.0, 95.0}, {10, 0.95, 92.0, 94.9}, {10, 0.99, 92.6, 95.0}};
    struct assay_simulate_options options =
        options_of((enum assay_simulate_method[]){ASSAY_SIMULATE_RNN, ASSAY_SIMULATE_BOOTSTRAP}, 2);
    options.n_margins = 0;
    options.replicates = 599;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct assay_simulate_tally tallies[2] = {0};
        struct assay_simulate_design design = nested(rows[i].builds, .04, .04, .05);
        design.old_system.count[1] = design.new_system.count[1] = 5;
        design.old_system.count[2] = design.new_system.count[2] = 20;
        design.distribution[2] = ASSAY_SIMULATE_GAMMA;
        options.statistic =
            (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, rows[i].probability, 7};
        assert_int_equal(assay_simulate_run(&design, &options, 0, N, tallies, NULL), ASSAY_OK);
        assert_coverage(&tallies[0], rows[i].percentile, 0.8);
        assert_coverage(&tallies[1], rows[i].expanded, 0.8);
    }
}

/* The anytime interval of the first n executions holds the ratio, or with one sample the quantile. */
static bool holds_at(const double *old_values, const double *new_values, size_t n, double truth,
                     const struct assay_statistic *statistic)
{
    const size_t count[] = {n, 2};
    const struct assay_sample y = assay_sample_balanced(new_values, 2, count);
    struct assay_estimate found;
    if (old_values == NULL) {
        assert_int_equal(assay_quantile_anytime(&y, statistic, 100, 0.95, &found, NULL), ASSAY_OK);
    } else {
        const struct assay_sample x = assay_sample_balanced(old_values, 2, count);
        assert_int_equal(assay_quantile_ratio_anytime(&x, &y, statistic, 100, 0.95, &found, NULL),
                         ASSAY_OK);
    }
    return found.interval.lower <= truth && truth <= found.interval.upper;
}

/* Watched quantiles are covered where every look of `assay run` holds what is true: of two normal effects
 * the normal quantile. */
static void every_look(void **state)
{
    (void)state;
    enum { N = REPETITIONS(300), UNITS = 80, VALUES = 2 * UNITS };
    const struct assay_simulate_design design = {
        .n_levels = 2,
        .ratio = 1,
        .old_system = {{UNITS, 2}, {0.04, 0.03}},
        .new_system = {{UNITS, 2}, {0.04, 0.03}},
    };
    struct assay_simulate_options options =
        options_of((enum assay_simulate_method[]){ASSAY_SIMULATE_WATCHED, ASSAY_SIMULATE_ALONE,
                                                  ASSAY_SIMULATE_ALONE_WATCHED},
                   3);
    options.confidence = 0.95;
    options.statistic = (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, 0.8, 7};
    const double truth = 1 + 0.05 * 0.8416212335729143;
    struct assay_stopping_rule rule = assay_stopping_rule_of(ASSAY_STOPPED_ANYTIME);
    rule.most = UNITS;
    uint64_t covered[2] = {0, 0};
    for (uint32_t i = 0; i < N; i++) {
        double values[2][VALUES];
        bool held[2] = {true, true};
        for (int which = 0; which < 2; which++)
            assert_int_equal(
                assay_simulate_values(&design, options.seed, i, which, values[which], NULL),
                ASSAY_OK);
        for (size_t n = 0; n < UNITS;) {
            n = assay_stopping_next(&rule, n);
            held[0] &= holds_at(values[0], values[1], n, 1, &options.statistic);
            held[1] &= holds_at(NULL, values[1], n, truth, &options.statistic);
        }
        covered[0] += held[0], covered[1] += held[1];
    }
    struct assay_simulate_tally tallies[3] = {0};
    assert_int_equal(assay_simulate_run(&design, &options, 0, N, tallies, NULL), ASSAY_OK);
    assert_int_equal(tallies[0].covered, covered[0]);
    assert_int_equal(tallies[2].covered, covered[1]);
    assert_coverage(&tallies[1], 95, 0);
    assert_int_equal(tallies[0].undefined + tallies[1].undefined + tallies[2].undefined, 0);
    assert_false(assay_simulate_method_knows(ASSAY_SIMULATE_FIELLER, &options.statistic));
    options.statistic = (struct assay_statistic){0};
    assert_int_equal(assay_simulate_run(&design, &options, 0, 1, tallies, NULL), ASSAY_INVALID);
}

/* Methods that look at top means find the same in means made from values and in exact ones. */
static void exact_means(void **state)
{
    (void)state;
    enum { N = REPETITIONS(2000) };
    struct assay_simulate_options options =
        options_of((enum assay_simulate_method[]){ASSAY_SIMULATE_FIELLER, ASSAY_SIMULATE_PAPER}, 2);
    struct assay_simulate_design design = nested(4, .034, .082, .014);
    struct assay_simulate_tally exact[2] = {0}, made[2] = {0};
    assert_true(assay_simulate_by_top_means(&design, &options));
    assert_int_equal(assay_simulate_run(&design, &options, 0, N, exact, NULL), ASSAY_OK);
    options.every_value = true;
    assert_false(assay_simulate_by_top_means(&design, &options));
    assert_int_equal(assay_simulate_run(&design, &options, 0, N, made, NULL), ASSAY_OK);
    for (size_t m = 0; m < 2; m++) {
        struct assay_simulate_summary a = assay_simulate_summarise(&exact[m]);
        struct assay_simulate_summary b = assay_simulate_summarise(&made[m]);
        assert_close(a.coverage, b.coverage, 0, 3 * hypot(a.coverage_se, b.coverage_se));
        assert_close(a.mean_width, b.mean_width, 0, 3 * hypot(a.mean_width_se, b.mean_width_se));
    }
    design.tick = 0.01;
    options.every_value = false;
    assert_false(assay_simulate_by_top_means(&design, &options));
    design.tick = 0;
    options.methods[1] = ASSAY_SIMULATE_KT2006;
    assert_false(assay_simulate_by_top_means(&design, &options));
}

/* 1, 2 and 3 threads, and four parts in a mixed order: the same numbers to the last bit. */
static void same_tallies(void **state)
{
    (void)state;
    enum { N = 40, METHODS = ASSAY_SIMULATE_WATCHED }; /* all that know means */
    enum assay_simulate_method all[METHODS];
    for (size_t m = 0; m < METHODS; m++)
        all[m] = (enum assay_simulate_method)m;
    struct assay_simulate_options options = options_of(all, METHODS);
    struct assay_simulate_design design = nested(5, .03, .05, .01);
    design.distribution[1] = ASSAY_SIMULATE_GAMMA;
    design.drift = ASSAY_SIMULATE_AR1, design.drift_sd = 0.01;
    options.replicates = 99;
    static struct assay_simulate_tally whole[METHODS], parts[METHODS];
    options.n_threads = 1;
    assert_int_equal(assay_simulate_run(&design, &options, 0, N, whole, NULL), ASSAY_OK);
    static const uint64_t borders[] = {0, 7, 19, 20, N};
    static const size_t order[] = {2, 0, 3, 1};
    for (size_t i = 0; i < 4; i++) {
        options.n_threads = i % 3 + 1;
        struct assay_simulate_tally part[METHODS] = {0};
        assert_int_equal(assay_simulate_run(&design, &options, borders[order[i]],
                                            borders[order[i] + 1], part, NULL),
                         ASSAY_OK);
        for (size_t m = 0; m < METHODS; m++)
            assay_simulate_add(&parts[m], &part[m]);
    }
    assert_memory_equal(whole, parts, sizeof whole);
    assert_int_equal(whole[ASSAY_SIMULATE_FIELLER].experiments, N);
}

/* Unpaired Fieller knows nothing of units: the width is a ratio. Wrong intervals are flagged. */
static void trust(void **state)
{
    (void)state;
    struct assay_simulate_options options =
        options_of((enum assay_simulate_method[]){ASSAY_SIMULATE_FIELLER, ASSAY_SIMULATE_FLAT,
                                                  ASSAY_SIMULATE_KT2006},
                   3);
    options.replicates = 199;
    struct assay_simulate_tally tallies[3] = {0};
    struct assay_simulate_design design = nested(6, .034, .082, .014);
    assert_int_equal(assay_simulate_run(&design, &options, 0, 400, tallies, NULL), ASSAY_OK);
    assert_int_equal(assay_simulate_trust_of(&tallies[0], 0.95), ASSAY_SIMULATE_TRUSTED);
    assert_int_equal(assay_simulate_trust_of(&tallies[1], 0.95), ASSAY_SIMULATE_NOT_TRUSTED);
    assert_string_equal(assay_simulate_trust_name(ASSAY_SIMULATE_NOT_TRUSTED), "not trusted");
    struct assay_simulate_tally few = {.experiments = 10, .covered = 10};
    assert_int_equal(assay_simulate_trust_of(&few, 0.95), ASSAY_SIMULATE_UNDECIDED);
    struct assay_simulate_tally wide = {.experiments = 10000, .covered = 9990};
    assert_int_equal(assay_simulate_trust_of(&wide, 0.95), ASSAY_SIMULATE_TOO_WIDE);
    struct assay_simulate_tally none = {.experiments = 10, .undefined = 10};
    assert_int_equal(assay_simulate_trust_of(&none, 0.95), ASSAY_SIMULATE_NO_ANSWER);
    assert_true(isnan(assay_simulate_summarise(&none).coverage));
}

/* False alarms of a ratio of 1 at margin 0 are what coverage leaves out. */
static void alarms(void **state)
{
    (void)state;
    struct assay_simulate_options options =
        options_of((enum assay_simulate_method[]){ASSAY_SIMULATE_FIELLER}, 1);
    struct assay_simulate_design design = flat(8, 6, 0.02, 0.03);
    struct assay_simulate_tally tally = {0};
    design.ratio = 1;
    assert_int_equal(assay_simulate_run(&design, &options, 0, 3000, &tally, NULL), ASSAY_OK);
    assert_int_equal(tally.above[0] + tally.below[0], tally.experiments - tally.covered);
    assert_true(tally.above[1] <= tally.above[0] && tally.below[1] <= tally.below[0]);
}

static void edges(void **state)
{
    (void)state;
    struct assay_error error;
    struct assay_simulate_options options =
        options_of((enum assay_simulate_method[]){ASSAY_SIMULATE_FIELLER, ASSAY_SIMULATE_BOOTSTRAP,
                                                  ASSAY_SIMULATE_PAIRED},
                   3);
    struct assay_simulate_tally tallies[3] = {0};
    struct assay_simulate_design design = flat(1, 1, 0.1, 0.1);
    assert_int_equal(assay_simulate_run(&design, &options, 0, 5, tallies, &error), ASSAY_OK);
    assert_int_equal(tallies[0].undefined, 5);
    design = flat(4, 3, 0.1, 0.1);
    assert_int_equal(assay_simulate_run(&design, &options, 5, 5, tallies, &error), ASSAY_OK);
    assert_int_equal(tallies[0].experiments, 5);
    assert_int_equal(assay_simulate_run(&design, &options, 5, 8, tallies, &error), ASSAY_OK);
    assert_int_equal(tallies[0].undefined, 5);
    assert_int_equal(tallies[1].undefined, 8); /* fewer than five units */
    assert_int_equal(tallies[2].undefined, 8); /* nothing to pair */
    options.confidence = 1;
    assert_int_equal(assay_simulate_run(&design, &options, 0, 5, tallies, &error), ASSAY_INVALID);
    options.confidence = 0.95, options.margins[1] = -1;
    assert_int_equal(assay_simulate_run(&design, &options, 0, 5, tallies, &error), ASSAY_INVALID);
    options.margins[1] = 0, options.n_methods = 0;
    assert_int_equal(assay_simulate_run(&design, &options, 0, 5, tallies, &error), ASSAY_INVALID);
    options.n_methods = 1, options.statistic.kind = ASSAY_STATISTIC_QUANTILE;
    assert_int_equal(assay_simulate_run(&design, &options, 0, 5, tallies, &error), ASSAY_INVALID);
    options.statistic.kind = ASSAY_STATISTIC_MEAN;
    assert_int_equal(assay_simulate_run(&design, &options, 9, 5, tallies, &error), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_c1),    cmocka_unit_test(methods_c2),
        cmocka_unit_test(decided_early), cmocka_unit_test(equivalence),
        cmocka_unit_test(methods_c4),    cmocka_unit_test(methods_c5),
        cmocka_unit_test(every_look),    cmocka_unit_test(exact_means),
        cmocka_unit_test(trust),         cmocka_unit_test(same_tallies),
        cmocka_unit_test(alarms),        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
