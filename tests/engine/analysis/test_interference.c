/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the systems of a duet disturb each other, against rounds alone that were made up. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include "analysis/comparison_parts.h"

enum { PAIRS = 8, ALONE = 6, METRICS = 2 };

struct duet {
    double old_values[PAIRS], new_values[PAIRS];
    bool on_second[PAIRS];
    struct store_draw alone[2 * ALONE * METRICS];
    struct input_source source;
    struct input input;
    struct assay_series old_series, new_series;
    struct assay_compare_options options;
    struct comparison_finding row;
};

/* Values that vary by 0.1 % about a mean of their logs. */
static double near(double mean, size_t i)
{
    return mean * exp(i % 2 == 0 ? 1e-3 : -1e-3);
}

static char old_name[] = "old", new_name[] = "new", benchmark[] = "b", user[] = "user",
            kernel[] = "system_time", wall[] = "wall", seconds[] = "s";

static struct assay_series series_of(char *system, double *values, const char *metric)
{
    struct assay_series series = {
        .system = system, .benchmark = benchmark, .metric = metric, .unit = seconds};
    series.live.values = values;
    series.live.shape.n_levels = 1;
    series.live.shape.count[0] = PAIRS;
    return series;
}

/* Alone old takes 2, new 3; beside the other one as given. */
static void begin(struct duet *d, double old_beside, double new_beside)
{
    memset(d, 0, sizeof *d);
    for (size_t i = 0; i < PAIRS; i++) {
        d->old_values[i] = near(old_beside, i / 2);
        d->new_values[i] = near(new_beside, i);
        d->on_second[i] = i % 4 < 2;
    }
    for (size_t i = 0; i < ALONE; i++)
        for (size_t side = 0; side < 2; side++)
            d->alone[2 * i + side] = (struct store_draw){.system = side == 0 ? old_name : new_name,
                                                         .benchmark = benchmark,
                                                         .metric = wall,
                                                         .unit = seconds,
                                                         .round = (int64_t)i,
                                                         .mean = near(side == 0 ? 2 : 3, i / 2)};
    d->source.order =
        (struct input_order){.by = ORDER_DUET, .alone = d->alone, .n_alone = (size_t)2 * ALONE};
    d->input = (struct input){.sources = &d->source, .n_sources = 1};
    d->old_series = series_of(old_name, d->old_values, wall);
    d->new_series = series_of(new_name, d->new_values, wall);
    d->options = (struct assay_compare_options){
        .confidence = 0.95, .margin = 0.01, .on_second = d->on_second, .n_on_second = PAIRS};
    d->row.old_series = &d->old_series;
    d->row.new_series = &d->new_series;
    d->row.finding.has_cpu = true;
}

static const struct interference_finding *find(struct duet *d)
{
    assert_int_equal(interference_of(&d->input, &d->options, &d->row, NULL), ASSAY_OK);
    return &d->row.interference;
}

static bool warned(const struct duet *d)
{
    return (d->row.finding.warnings & ASSAY_WARNING(ASSAY_WARN_INTERFERENCE)) != 0;
}

static void one_that_is_slowed_down_more(void **state)
{
    (void)state;
    struct duet d;
    begin(&d, 2.02, 3.6);
    const struct interference_finding *found = find(&d);
    assert_true(found->known);
    assert_close(found->bias.bias, log(3.6 / 2.02) - log(1.5), 0, 1e-12);
    assert_close(found->old_slow_down, log(1.01), 0, 1e-3);
    assert_close(found->new_slow_down, log(1.2), 0, 1e-3);
    assert_int_equal(found->bias.agreement, ASSAY_ORDER_INTERFERENCE);
    assert_true(warned(&d));
}

static void both_slowed_down_alike_are_no_interference(void **state)
{
    (void)state;
    struct duet d;
    begin(&d, 2.6, 3.9);
    const struct interference_finding *found = find(&d);
    assert_int_equal(found->bias.agreement, ASSAY_ORDER_AGREES);
    assert_close(found->old_slow_down, log(1.3), 0, 1e-3);
    assert_false(warned(&d));
}

static void a_round_that_one_lacks_is_left_out(void **state)
{
    (void)state;
    struct duet d;
    begin(&d, 2, 3);
    d.alone[0].mean = 1e9;                    /* old of round 0, whose new … */
    d.alone[1].system = d.alone[1].benchmark; /* … is another system's */
    assert_close(find(&d)->bias.bias, 0, 0, 1e-3);
    d.source.order.n_alone = 4; /* one round has both */
    assert_false(find(&d)->known);
}

static void processor_time_is_the_sum_of_both(void **state)
{
    (void)state;
    struct duet d;
    begin(&d, 2, 3);
    for (size_t i = 0; i < (size_t)2 * ALONE; i++) {
        d.alone[i].metric = user;
        d.alone[2 * ALONE + i] = d.alone[i];
    }
    for (size_t i = 0; i < (size_t)4 * ALONE; i++) {
        d.alone[i] = d.alone[2 * ALONE + i / 2];
        d.alone[i].metric = i % 2 == 0 ? user : kernel;
        d.alone[i].round = (int64_t)(i / 4);
        d.alone[i].system = i / 2 % 2 == 0 ? old_name : new_name;
        d.alone[i].mean = i / 2 % 2 == 0 ? 0.5 : 0.75;
    }
    d.source.order.n_alone = (size_t)4 * ALONE;
    d.old_series.metric = d.new_series.metric = "user+system";
    const struct interference_finding *found = find(&d);
    assert_true(found->known);
    assert_close(found->old_slow_down, log(2), 0, 1e-3);
    assert_close(found->new_slow_down, log(2), 0, 1e-3);
}

static void of_what_is_no_duet_or_no_time_nothing_is_known(void **state)
{
    (void)state;
    struct duet d;
    begin(&d, 2, 4);
    d.old_series.unit = "byte";
    assert_false(find(&d)->known);
    begin(&d, 2, 4);
    d.row.finding.has_cpu = false;
    assert_false(find(&d)->known);
    begin(&d, 2, 4);
    d.old_series.live.shape.n_levels = 2;
    assert_false(find(&d)->known);
    begin(&d, 2, 4);
    d.source.order.n_alone = 0;
    assert_false(find(&d)->known);
    assert_false(warned(&d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_is_slowed_down_more),
        cmocka_unit_test(both_slowed_down_alike_are_no_interference),
        cmocka_unit_test(a_round_that_one_lacks_is_left_out),
        cmocka_unit_test(processor_time_is_the_sum_of_both),
        cmocka_unit_test(of_what_is_no_duet_or_no_time_nothing_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
