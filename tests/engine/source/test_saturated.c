/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_saturated.c -- which values of a load are doubted, once it was the bottleneck itself. */
#include "source/input_parts.h"

#include "support/oracle.h"

/* Three executions of `system`; the median of load.busy is `middle`. */
static void add(struct assay_dataset *d, const char *system, const char *metric, const char *unit,
                double middle)
{
    static const char *const levels[] = {"execution"};
    size_t series;
    const struct assay_series_key key = {system, "b", metric, unit, false, 1, levels};
    assert_int_equal(assay_dataset_series(d, &key, &series, NULL), ASSAY_OK);
    for (int i = 0; i < 3; i++) {
        const double value = i == 0 ? 0.1 : i == 1 ? middle : 0.99;
        assert_int_equal(assay_dataset_add(d, series, NULL, &value, 1, 0, NULL), ASSAY_OK);
    }
}

static bool is_doubted(const char *system, const char *metric, const char *unit, double middle)
{
    struct assay_dataset *d = assay_dataset_new();
    add(d, "old", "load.busy", "1", middle);
    add(d, system, metric, unit, 1);
    assert_int_equal(assay_dataset_finish(d, NULL), ASSAY_OK);
    struct assay_series series = *assay_dataset_find(d, system, "b", metric);
    saturated_doubt(d, &series);
    assay_dataset_free(&d);
    return (series.warnings & ASSAY_WARNING(ASSAY_WARN_LOAD_SATURATED)) != 0;
}

/* The median decides: one busy execution says nothing. */
static void from_nine_tenths_on(void **state)
{
    (void)state;
    assert_true(is_doubted("old", "p99", "s", 0.9));
    assert_false(is_doubted("old", "p99", "s", 0.899));
    assert_false(is_doubted("new", "p99", "s", 0.95)); /* nothing is known of its load */
}

static void what_services_used_and_memory_are_left(void **state)
{
    (void)state;
    const struct {
        const char *metric, *unit;
        bool doubted;
    } cases[] = {{"wall", "s", true},
                 {"requests", "1", true},
                 {"rate", "op/s", true},
                 {"user+system", "s", true},
                 {"server.user+system", "s", false},
                 {"db.user+system/request", "s", false},
                 {"server.max_rss", "byte", false},
                 {"max_rss", "byte", false},
                 {"server.p99", "s", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(is_doubted("old", cases[i].metric, cases[i].unit, 0.95), cases[i].doubted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_nine_tenths_on),
        cmocka_unit_test(what_services_used_and_memory_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
