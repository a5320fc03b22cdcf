/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_lanes.c -- what rows of a file tell of systems that were measured at the same time. */
#include "source/input_parts.h"

#include <math.h>

#include "support/oracle.h"

/* Three executions of two systems; the overlap of the second is `middle`. */
static struct assay_dataset *make(enum assay_together first, enum assay_together second,
                                  double middle)
{
    static const char *const levels[] = {"execution"};
    struct assay_dataset *d = assay_dataset_new();
    for (int system = 0; system < 2; system++) {
        size_t series;
        const struct assay_series_key key = {
            system == 0 ? "old" : "new", "b", "user+system", "s", false, 1, levels};
        assert_int_equal(assay_dataset_series(d, &key, &series, NULL), ASSAY_OK);
        assay_dataset_together(d, series, system == 0 ? first : second);
        for (int i = 0; i < 3; i++) {
            const double value = 1 + i, overlap = i == 0 ? 0.1 : i == 1 ? middle : 0.99;
            const struct assay_occasion occasion = {.cost_s = (double)NAN,
                                                    .lane = {overlap, 0.005, 1}};
            assert_int_equal(assay_dataset_add(d, series, NULL, &value, 1, 0, NULL), ASSAY_OK);
            assert_int_equal(assay_dataset_occasion(d, series, &occasion, NULL), ASSAY_OK);
        }
    }
    assert_int_equal(assay_dataset_finish(d, NULL), ASSAY_OK);
    return d;
}

static void the_order_of_all_rows(void **state)
{
    (void)state;
    const struct {
        enum assay_together first, second;
        bool planned;
        enum design_order_by manifest, order;
    } cases[] = {
        {ASSAY_IN_SLICES, ASSAY_IN_SLICES, false, ORDER_ROUNDS, ORDER_SLICES},
        {ASSAY_IN_DUET, ASSAY_IN_DUET, false, ORDER_ROUNDS, ORDER_DUET},
        {ASSAY_IN_LOCKSTEP, ASSAY_IN_LOCKSTEP, false, ORDER_ROUNDS, ORDER_LOCKSTEP},
        {ASSAY_IN_SLICES, ASSAY_IN_ROUNDS, false, ORDER_ROUNDS, ORDER_ROUNDS}, /* they differ */
        {ASSAY_IN_ROUNDS, ASSAY_IN_ROUNDS, true, ORDER_SLICES, ORDER_SLICES},  /* an older file */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct assay_dataset *d = make(cases[i].first, cases[i].second, 0.9);
        struct input_order order = {.by = cases[i].manifest};
        assert_true(lanes_tell(d, cases[i].planned, &order));
        assert_int_equal(order.by, cases[i].order);
        assert_true(order.by == ORDER_ROUNDS ? isnan(order.overlap) : order.overlap == 0.9);
        assert_true(order.slice_s == 0.005);
        assay_dataset_free(&d);
    }
}

/* The median decides, of slices and of duets. */
static void too_little_overlap(void **state)
{
    (void)state;
    const struct {
        enum assay_together together;
        double middle;
        bool doubted;
    } cases[] = {
        {ASSAY_IN_SLICES, 0.79, true},   {ASSAY_IN_SLICES, 0.8, false},
        {ASSAY_IN_DUET, 0.79, true},     {ASSAY_IN_DUET, 0.8, false},
        {ASSAY_IN_LOCKSTEP, 0.2, false}, {ASSAY_IN_ROUNDS, 0.2, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct assay_dataset *d = make(cases[i].together, cases[i].together, cases[i].middle);
        struct assay_series series = *assay_dataset_get(d, 0);
        lanes_doubt(&series);
        assert_int_equal((series.warnings & ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP)) != 0,
                         cases[i].doubted);
        assay_dataset_free(&d);
    }
}

/* Of each system the median, so that one large execution says nothing; the one that differs most speaks. */
static void peak_memory(void **state)
{
    (void)state;
    static const char *const levels[] = {"execution"}, *const systems[] = {"a", "b", "c"};
    enum { MIB = 1024 * 1024 };
    const struct {
        double mib[3], memory;
    } cases[] = {{{4, 4, 4}, 1},      {{4, 4.2, 4}, 1}, {{4, 4.6, 8}, 2},
                 {{4, 1, 8.5}, 0.25}, {{1, 1.2, 1}, 1}, {{1, 1.25, 1}, 1.25}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct assay_dataset *d = assay_dataset_new();
        for (size_t system = 0; system < 3; system++) {
            size_t series;
            const struct assay_series_key key = {systems[system], "b", "max_rss", "byte",
                                                 false,           1,   levels};
            assert_int_equal(assay_dataset_series(d, &key, &series, NULL), ASSAY_OK);
            for (int k = 0; k < 3; k++) {
                const double value =
                    k == 1 ? 100 * MIB * (double)(system + 1) : cases[i].mib[system] * MIB;
                assert_int_equal(assay_dataset_add(d, series, NULL, &value, 1, 0, NULL), ASSAY_OK);
            }
        }
        assert_int_equal(assay_dataset_finish(d, NULL), ASSAY_OK);
        assert_true(source_peak_memory(&(struct input_source){.dataset = d}) == cases[i].memory);
        assay_dataset_free(&d);
    }
}

static void nothing_is_known(void **state)
{
    (void)state;
    struct assay_dataset *d = assay_dataset_new();
    struct input_order order = {.by = ORDER_DUET};
    assert_int_equal(assay_dataset_finish(d, NULL), ASSAY_OK);
    assert_true(lanes_tell(d, true, &order));
    assert_true(order.by == ORDER_DUET && isnan(order.overlap));
    assert_true(source_peak_memory(&(struct input_source){.dataset = d}) == 1);
    assert_true(lanes_tell(d, false, &order));
    assert_int_equal(order.by, ORDER_ROUNDS);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_of_all_rows),
        cmocka_unit_test(too_little_overlap),
        cmocka_unit_test(peak_memory),
        cmocka_unit_test(nothing_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
