/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_few_requests.c -- which quantiles of a load are doubted, as too few requests lie beyond them. */
#include "source/input_parts.h"

#include "support/oracle.h"

/* Three windows; the median one has `middle`. */
static void add(struct assay_dataset *d, const char *metric, const char *unit, double middle)
{
    static const char *const levels[] = {"execution"};
    size_t series;
    const struct assay_series_key key = {"s", "b", metric, unit, false, 1, levels};
    assert_int_equal(assay_dataset_series(d, &key, &series, NULL), ASSAY_OK);
    for (int i = 0; i < 3; i++) {
        const double value = i == 0 ? 1 : i == 1 ? middle : 1e9;
        assert_int_equal(assay_dataset_add(d, series, NULL, &value, 1, 0, NULL), ASSAY_OK);
    }
}

static bool is_doubted(const char *metric, const char *unit, const char *counted, double requests)
{
    struct assay_dataset *d = assay_dataset_new();
    add(d, metric, unit, 1);
    add(d, counted, "1", requests);
    assert_int_equal(assay_dataset_finish(d, NULL), ASSAY_OK);
    struct assay_series series = *assay_dataset_find(d, "s", "b", metric);
    few_requests_doubt(d, &series);
    assay_dataset_free(&d);
    return (series.warnings & ASSAY_WARNING(ASSAY_WARN_FEW_REQUESTS)) != 0;
}

static void twenty_beyond_it(void **state)
{
    (void)state;
    static const struct {
        const char *metric;
        double least;
    } cases[] = {{"p50", 40}, {"p90", 200}, {"p99", 2000}, {"p99.9", 20000}, {"p99.99", 200000}, {"p1", 2000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(is_doubted(cases[i].metric, "s", "requests", cases[i].least));
        assert_true(is_doubted(cases[i].metric, "s", "requests", cases[i].least - 1));
    }
}

static void nothing_else(void **state)
{
    (void)state;
    assert_false(is_doubted("wall", "s", "requests", 10));
    assert_false(is_doubted("p99", "byte", "requests", 10));
    assert_false(is_doubted("p99", "s", "rows", 10)); /* nobody says how many there were */
    assert_false(is_doubted("p99 of GET", "s", "requests", 10));
    assert_false(is_doubted("p999", "s", "requests", 10));
    assert_false(is_doubted("pause", "s", "requests", 10));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_beyond_it),
        cmocka_unit_test(nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
