/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_speedup_reference.c -- every case of the reference, and section 6.3 of the paper as it is
 * printed. */
#include "suite.h"

#include <string.h>

/* The tolerance that speedup.json names. R's two-sided F and exact KS p values are 1 - P and carry
 * an absolute error (ours do not). A level is the same or it is not. */
static const double RELATIVE = 1e-9, ABSOLUTE_P = 1e-13;

static struct assay_view view_of(const json_t *array)
{
    size_t n;
    double *x = oracle_array(array, &n);
    return (struct assay_view){x, n};
}

static enum assay_speedup_weight weight_named(const char *name)
{
    return strcmp(name, "custom") == 0  ? ASSAY_SPEEDUP_CUSTOM
           : strcmp(name, "equal") == 0 ? ASSAY_SPEEDUP_EQUAL
                                        : ASSAY_SPEEDUP_FRACTION;
}

static void suite_load(struct suite *suite, const json_t *input)
{
    *suite = (struct suite){.options = default_options()};
    double asked = oracle_number(input, "conf_level_option");
    suite->options.confidence = asked;
    suite->options.proportion_confidence = isnan(asked) ? 0.95 : asked;
    suite->options.precision = oracle_number(input, "precision");
    suite->options.weight = weight_named(json_string_value(json_object_get(input, "weight")));
    json_t *one;
    json_array_foreach(json_object_get(input, "benchmarks"), suite->b, one)
    {
        assert_true(suite->b < MOST);
        suite->in[suite->b] =
            (struct assay_speedup_benchmark){.x = view_of(json_object_get(one, "x")),
                                             .y = view_of(json_object_get(one, "y")),
                                             .confidence = oracle_number(one, "level"),
                                             .coefficient = oracle_number(one, "coef")};
    }
}

/* ---- the reference ---- */

static void check_p(const struct assay_speedup_p *p, const json_t *expected)
{
    const struct {
        const char *key;
        double value;
    } all[] = {{"shapiro_x", p->shapiro_x}, {"shapiro_y", p->shapiro_y}, {"f", p->variance},
               {"student", p->student},     {"welch", p->welch},         {"ks", p->kolmogorov},
               {"wilcoxon", p->wilcoxon}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        assert_close(all[i].value, oracle_number(expected, all[i].key), RELATIVE, ABSOLUTE_P);
}

/* The texts of the warnings as the protocol words them, by their beginnings. */
static const char *const beginnings[ASSAY_SPEEDUP_DOUBTS] = {
    [ASSAY_SPEEDUP_MEAN_SMALL_X] = "Sample1 too small for applying the Student",
    [ASSAY_SPEEDUP_MEAN_SMALL_Y] = "Sample2 too small for applying the Student",
    [ASSAY_SPEEDUP_MEAN_NOT_NORMAL_X] = "Sample1 data are not normally",
    [ASSAY_SPEEDUP_MEAN_NOT_NORMAL_Y] = "Sample2 data are not normally",
    [ASSAY_SPEEDUP_MEAN_NO_LEVEL] = "Unable to find a confidence level",
    [ASSAY_SPEEDUP_MEDIAN_SMALL_X] = "Sample1 too small for applying the Wilcoxon",
    [ASSAY_SPEEDUP_MEDIAN_SMALL_Y] = "Sample2 too small for applying the Wilcoxon",
    [ASSAY_SPEEDUP_MEDIAN_NO_SHIFT] = "The two samples do not fit",
    [ASSAY_SPEEDUP_MEDIAN_NO_LEVEL] = "Unable to find a confidence level"};

static void check_doubts(unsigned doubts, const json_t *texts)
{
    size_t at = 0;
    for (unsigned bit = 0; bit < ASSAY_SPEEDUP_DOUBTS; bit++) {
        if ((doubts & ASSAY_SPEEDUP_DOUBT(bit)) == 0)
            continue;
        const char *text = json_string_value(json_array_get(texts, at++));
        assert_non_null(text);
        assert_memory_equal(text, beginnings[bit], strlen(beginnings[bit]));
    }
    assert_int_equal(at, json_array_size(texts));
}

static void check_decision(const struct assay_speedup_decision *decision, const json_t *expected)
{
    const json_t *significant = json_object_get(expected, "significant");
    assert_int_equal(decision->answer, json_is_null(significant)   ? ASSAY_SPEEDUP_REFUSED
                                       : json_is_true(significant) ? ASSAY_SPEEDUP_YES
                                                                   : ASSAY_SPEEDUP_NO);
    assert_close(decision->confidence, oracle_number(expected, "level"), 0, 0);
    check_doubts(decision->doubts, json_object_get(expected, "warnings"));
}

static void check_bisection(const struct assay_speedup_result *result,
                            const struct assay_speedup_benchmark *in, const json_t *expected)
{
    struct assay_speedup_decision mean, median;
    if (expected == NULL)
        return;
    assert_int_equal(assay_speedup_decide(&result->p, in->x.n, in->y.n, (double)NAN,
                                          ASSAY_SPEEDUP_BISECTION, &mean, &median, NULL),
                     ASSAY_OK);
    assert_close(mean.confidence, oracle_number(expected, "mean_level"), 0, 0);
    assert_close(median.confidence, oracle_number(expected, "median_level"), 0, 0);
}

static void check_benchmark(const struct suite *suite, size_t i, const json_t *expected)
{
    const struct assay_speedup_result *result = &suite->out[i];
    const double *speedup = result->speedup;
    assert_close(speedup[ASSAY_SPEEDUP_MIN], oracle_number(expected, "speedup_min"), RELATIVE, 0);
    assert_close(speedup[ASSAY_SPEEDUP_MEAN], oracle_number(expected, "speedup_mean"), RELATIVE, 0);
    assert_close(speedup[ASSAY_SPEEDUP_MEDIAN], oracle_number(expected, "speedup_median"), RELATIVE,
                 0);
    check_p(&result->p, json_object_get(expected, "p"));
    check_decision(&result->mean, json_object_get(expected, "mean"));
    check_decision(&result->median, json_object_get(expected, "median"));
    check_bisection(result, &suite->in[i], json_object_get(expected, "bisect"));
}

static void check_overall(const struct suite *suite, const json_t *expected)
{
    static const char *const keys[] = {"min", "mean", "median"};
    for (size_t t = 0; t < ASSAY_SPEEDUP_TIMES; t++) {
        const json_t *one = json_object_get(expected, keys[t]);
        assert_close(suite->whole.overall[t].gain, oracle_number(one, "gain"), RELATIVE, 1e-15);
        assert_close(suite->whole.overall[t].speedup, oracle_number(one, "speedup"), RELATIVE, 0);
        for (size_t i = 0; i < suite->b; i++)
            assert_close(suite->out[i].weight[t],
                         oracle_value(json_array_get(json_object_get(one, "coef"), i)), RELATIVE,
                         0);
    }
}

static void check_share(const struct assay_speedup_share *share, const json_t *expected)
{
    const json_t *ends = json_object_get(expected, "ci");
    assert_int_equal(share->accelerated, json_integer_value(json_object_get(expected, "a")));
    assert_int_equal(share->benchmarks, json_integer_value(json_object_get(expected, "b")));
    assert_close(share->proportion.estimate, oracle_number(expected, "C"), RELATIVE, 0);
    assert_close(share->proportion.confidence, oracle_number(expected, "level"), 0, 0);
    assert_close(share->proportion.lower, oracle_value(json_array_get(ends, 0)), RELATIVE, 1e-15);
    assert_close(share->proportion.upper, oracle_value(json_array_get(ends, 1)), RELATIVE, 1e-15);
    assert_close(share->proportion.needed, oracle_number(expected, "b_min"), 0, 0);
    assert_int_equal(share->proportion.valid, json_is_true(json_object_get(expected, "valid")));
}

static void reference(void **state)
{
    (void)state;
    json_t *root = oracle_load("speedup.json"), *one;
    size_t k, checked = 0;
    json_array_foreach(json_object_get(root, "cases"), k, one)
    {
        struct suite suite;
        const json_t *expected = json_object_get(one, "expected");
        suite_load(&suite, json_object_get(one, "input"));
        suite_run(&suite);
        for (size_t i = 0; i < suite.b; i++, checked++)
            check_benchmark(&suite, i, json_array_get(json_object_get(expected, "benchmarks"), i));
        check_overall(&suite, json_object_get(expected, "overall"));
        check_share(&suite.whole.mean, json_object_get(expected, "proportion_mean"));
        check_share(&suite.whole.median, json_object_get(expected, "proportion_median"));
        suite_fini(&suite);
    }
    assert_int_equal(json_array_size(json_object_get(root, "cases")), 40);
    assert_true(checked > 100);
    json_decref(root);
}

/* ---- section 6.3, as printed ---- */

static void load_section_6_3(struct suite *suite)
{
    json_t *root = oracle_load("speedup.json");
    suite_load(suite, json_object_get(json_array_get(json_object_get(root, "cases"), 0), "input"));
    json_decref(root);
    suite_run(suite);
}

static double rounded(double x, double digits)
{
    return nearbyint(x * digits) / digits;
}

/* The rows of bench.cfg.out: speedups to three decimals, answers and levels; NaN for NA. The level
 * 0.84 is what the definition gives where 0.83 is printed. */
static void printed_cells(void **state)
{
    (void)state;
    static const struct {
        double min, mean, mean_level, median, median_level;
        bool mean_significant;
    } rows[] = {{1.971, 1.276, NAN, 1.098, 0.76, false},
                {4.861, 1.957, 0.98, 1.956, 0.99, true},
                {1.365, 1.167, 0.99, 1.127, 0.99, true},
                {1.457, 1.112, 0.84, 1.130, 0.81, true}};
    struct suite suite;
    load_section_6_3(&suite);
    for (int search = 0; search < 2; search++) {
        suite.options.search = search ? ASSAY_SPEEDUP_BISECTION : ASSAY_SPEEDUP_GRID;
        suite_run(&suite);
        for (size_t i = 0; i < 4; i++) {
            const struct assay_speedup_result *r = &suite.out[i];
            assert_close(rounded(r->speedup[ASSAY_SPEEDUP_MIN], 1000), rows[i].min, 1e-12, 0);
            assert_close(rounded(r->speedup[ASSAY_SPEEDUP_MEAN], 1000), rows[i].mean, 1e-12, 0);
            assert_close(rounded(r->speedup[ASSAY_SPEEDUP_MEDIAN], 1000), rows[i].median, 1e-12, 0);
            assert_int_equal(r->mean.answer,
                             rows[i].mean_significant ? ASSAY_SPEEDUP_YES : ASSAY_SPEEDUP_NO);
            assert_int_equal(r->median.answer, ASSAY_SPEEDUP_YES);
            assert_true(r->mean.searched && r->median.searched);
            assert_close(r->mean.confidence, search && i == 3 ? 0.83 : rows[i].mean_level, 0, 0);
            assert_close(r->median.confidence, rows[i].median_level, 0, 0);
        }
    }
    suite_fini(&suite);
}

static void printed_suite(void **state)
{
    (void)state;
    static const double gain[] = {0.371, 0.178, 0.156}, speedup[] = {1.589, 1.216, 1.185};
    struct suite suite;
    load_section_6_3(&suite);
    for (size_t t = 0; t < ASSAY_SPEEDUP_TIMES; t++) {
        assert_close(rounded(suite.whole.overall[t].gain, 1000), gain[t], 1e-12, 0);
        assert_close(rounded(suite.whole.overall[t].speedup, 1000), speedup[t], 1e-12, 0);
    }
    const struct assay_speedup_share *mean = &suite.whole.mean, *median = &suite.whole.median;
    assert_int_equal(mean->accelerated, 3);
    assert_close(rounded(mean->proportion.lower, 1000), 0.219, 1e-12, 0);
    assert_close(rounded(mean->proportion.upper, 1000), 0.987, 1e-12, 0);
    assert_true(mean->proportion.needed == 289 && !mean->proportion.valid);
    assert_int_equal(median->accelerated, 4);
    assert_close(rounded(median->proportion.lower, 1000), 0.396, 1e-12, 0);
    assert_true(median->proportion.upper == 1 && isnan(median->proportion.needed));
    suite_fini(&suite);
}

/* Section 5: 17 of 30 at 90 %, and 378 benchmarks for a precision of 5 %. */
static void printed_proportion(void **state)
{
    (void)state;
    struct assay_proportion p;
    assert_int_equal(
        assay_proportion_interval(17, 30, ASSAY_PROPORTION_PROP_TEST, 0.9, 0.05, &p, NULL),
        ASSAY_OK);
    assert_close(p.lower, 0.4027157, 0, 5e-8);
    assert_close(p.upper, 0.7184049, 0, 5e-8);
    assert_true(p.valid);
    assert_int_equal(
        assay_proportion_interval(17, 30, ASSAY_PROPORTION_PROP_TEST, 0.95, 0.05, &p, NULL),
        ASSAY_OK);
    assert_true(p.needed == 378);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference),
        cmocka_unit_test(printed_cells),
        cmocka_unit_test(printed_suite),
        cmocka_unit_test(printed_proportion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
