/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_order_choose.c -- pilots of which it is known by hand what they say. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include "session/order_choose.h"

enum { EACH = 10, VALUES = 4 * EACH };

/* Rounds and pairs of two systems, all costing the same: new / old is exp(centre + spread) and exp(centre - spread)
 * in turn. */
struct kind {
    double centre, spread;
};

static enum design_order_by choose(struct kind turns, struct kind pairs, char text[320])
{
    struct store_pilot_value values[VALUES];
    size_t n = 0;
    for (size_t i = 0; i < 2 * EACH; i++) {
        const bool beside = i % 2 == 1;
        const struct kind *kind = beside ? &pairs : &turns;
        const double sign = i / 2 % 2 == 0 ? 1 : -1;
        for (size_t s = 0; s < 2; s++)
            values[n++] = (struct store_pilot_value){
                .system = s,
                .round = (int64_t)i,
                .beside = beside,
                .cost_s = 1,
                .value = s == 0 ? 2 : 2 * exp(kind->centre + sign * kind->spread)};
    }
    const struct order_pilot pilot = {values, n, 2, 1, 0.95, 0.01};
    return order_choose(&pilot, text, 320);
}

static void what_varies_less_is_chosen(void **state)
{
    (void)state;
    char text[320];
    assert_int_equal(choose((struct kind){0.03, 0.002}, (struct kind){0.03, 0.0005}, text),
                     ORDER_SLICES);
    assert_string_equal(text, "slices need 16 times less time than rounds for the same interval; "
                              "rounds agree within 1 %");
    assert_int_equal(choose((struct kind){0.03, 0.001}, (struct kind){0.03, 0.002}, text),
                     ORDER_ROUNDS);
    assert_string_equal(text, "rounds need 4.0 times less time than slices for the same interval; "
                              "rounds agree within 1 %");
}

/* A gain of 1.5 and less is a coin's toss. */
static void little_gain_is_none(void **state)
{
    (void)state;
    char text[320];
    const double narrower = 0.002 / sqrt(1.4);
    assert_int_equal(choose((struct kind){0, 0.002}, (struct kind){0, narrower}, text),
                     ORDER_ROUNDS);
    assert_non_null(strstr(text, "slices need 1.4 times less time"));
}

static void programs_that_disturb_each_other_go_in_rounds(void **state)
{
    (void)state;
    char text[320];
    assert_int_equal(
        choose((struct kind){log(1.02), 0.002}, (struct kind){log(1.05), 0.0001}, text),
        ORDER_ROUNDS);
    assert_non_null(
        strstr(text, "the programs disturb each other: side by side +5.0 %, in rounds +2.0 %"));
    assert_int_equal(choose((struct kind){log(1.02), 0.03}, (struct kind){log(1.03), 0.001}, text),
                     ORDER_SLICES);
    assert_non_null(strstr(text, "is not excluded: side by side +3.0 %, in rounds +2.0 %"));
}

static void nothing_to_choose_by(void **state)
{
    (void)state;
    char text[320];
    const struct order_pilot pilot = {NULL, 0, 2, 1, 0.95, 0.01};
    assert_int_equal(order_choose(&pilot, text, sizeof text), ORDER_ROUNDS);
    assert_non_null(strstr(text, "too few values"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_varies_less_is_chosen),
        cmocka_unit_test(little_gain_is_none),
        cmocka_unit_test(programs_that_disturb_each_other_go_in_rounds),
        cmocka_unit_test(nothing_to_choose_by),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
