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

/* Every other pair is of longer slices, where these are another kind. */
struct made {
    struct kind turns, pairs;
    const struct kind *longer;
    double old_bytes, new_bytes; /* 0: memory is not known */
    size_t failed;               /* rounds at the end */
};

static struct order_choice choose(const struct made *made)
{
    struct store_pilot_value values[VALUES], memory[VALUES];
    struct order_choice choice;
    size_t n = 0;
    for (size_t i = 0; i < 2 * EACH - made->failed; i++) {
        const bool beside = i % 2 == 1, longer = made->longer != NULL && i % 4 == 3;
        const struct kind *kind = longer ? made->longer : beside ? &made->pairs : &made->turns;
        const double sign = i / (made->longer != NULL && beside ? 4 : 2) % 2 == 0 ? 1 : -1;
        for (size_t s = 0; s < 2; s++, n++) {
            memory[n] = values[n] = (struct store_pilot_value){
                .system = s,
                .round = (int64_t)i,
                .beside = beside,
                .longer = longer,
                .cost_s = 1,
                .value = s == 0 ? 2 : 2 * exp(kind->centre + sign * kind->spread)};
            memory[n].value = s == 0 ? made->old_bytes : made->new_bytes;
        }
    }
    const struct order_pilot pilot = {.values = values,
                                      .n = n,
                                      .memory = memory,
                                      .n_memory = made->old_bytes > 0 ? n : 0,
                                      .n_systems = 2,
                                      .n_benchmarks = 1,
                                      .rounds = 2 * EACH,
                                      .confidence = 0.95,
                                      .margin = 0.01,
                                      .long_s = made->longer != NULL ? 0.05 : 0};
    order_choose(&pilot, &choice);
    return choice;
}

static struct order_choice choose_plain(struct kind turns, struct kind pairs)
{
    return choose(&(struct made){.turns = turns, .pairs = pairs});
}

static void says(const struct order_choice *choice, const char *words)
{
    if (strstr(choice->because, words) == NULL)
        fail_msg("\"%s\" does not stand in \"%s\"", words, choice->because);
}

/* Variances of log ratios are 10 / 9 of the squared spread; the error of both means is hypot(0.002, 0.0005) / 3, its
 * degrees of freedom 10.12 (Satterthwaite), and t of 90 % there 1.8094. */
static void what_varies_less_is_chosen(void **state)
{
    (void)state;
    struct order_choice choice =
        choose_plain((struct kind){0.03, 0.002}, (struct kind){0.031, 0.0005});
    assert_int_equal(choice.by, ORDER_SLICES);
    assert_false(choice.longer);
    assert_string_equal(choice.because, "slices need 16 times less time than rounds for the same "
                                        "interval; rounds agree within 1 %");
    assert_close(choice.gain, 16, 1e-9, 0);
    assert_false(choice.afresh);
    assert_true(choice.bias.known);
    assert_close(choice.bias.estimate, expm1(0.001), 1e-9, 0);
    assert_close(choice.bias.upper, expm1(0.001 + 1.8094 * hypot(0.002, 0.0005) / 3), 1e-3, 0);
    assert_close(choice.bias.lower, expm1(0.001 - 1.8094 * hypot(0.002, 0.0005) / 3), 5e-3, 0);
    choice = choose_plain((struct kind){0.03, 0.001}, (struct kind){0.03, 0.002});
    assert_int_equal(choice.by, ORDER_ROUNDS);
    assert_string_equal(choice.because, "rounds need 4.0 times less time than slices for the same "
                                        "interval; rounds agree within 1 %");
    assert_close(choice.gain, 0.25, 1e-9, 0);
}

/* A gain of 1.5 and less is a coin's toss. */
static void little_gain_is_none(void **state)
{
    (void)state;
    const struct order_choice choice =
        choose_plain((struct kind){0, 0.002}, (struct kind){0, 0.002 / sqrt(1.4)});
    assert_int_equal(choice.by, ORDER_ROUNDS);
    says(&choice, "slices need 1.4 times less time");
}

static void programs_that_disturb_each_other_go_in_rounds(void **state)
{
    (void)state;
    struct order_choice choice =
        choose_plain((struct kind){log(1.02), 0.002}, (struct kind){log(1.05), 0.0001});
    assert_int_equal(choice.by, ORDER_ROUNDS);
    says(&choice, "the programs disturb each other, likely since they need the caches that they "
                  "share unlike each other: side by side +5.0 %, in rounds +2.0 %");
    choice = choose_plain((struct kind){log(1.02), 0.03}, (struct kind){log(1.03), 0.001});
    assert_int_equal(choice.by, ORDER_SLICES);
    says(&choice, "is not excluded: side by side +3.0 %, in rounds +2.0 %");
}

/* What was looked at for where its mean lies says too little of it; what was chosen for how it varies does. */
static void what_its_means_chose_does_not_count(void **state)
{
    (void)state;
    struct order_choice choice =
        choose_plain((struct kind){log(1.02), 0.002}, (struct kind){log(1.05), 0.0001});
    assert_int_equal(choice.by, ORDER_ROUNDS);
    assert_true(choice.afresh);
    says(&choice, "in rounds +2.0 %; none of the pilot counts");
    choice = choose_plain((struct kind){log(1.02), 0.001}, (struct kind){log(1.02), 0.002});
    assert_int_equal(choice.by, ORDER_ROUNDS);
    assert_false(choice.afresh);
    const struct kind turns = {log(1.05), 0.002}, brief = {log(1.02), 0.0002},
                      like = {log(1.05), 0.0002};
    choice = choose(&(struct made){.turns = turns, .pairs = brief, .longer = &like});
    assert_int_equal(choice.by, ORDER_SLICES);
    assert_true(choice.afresh);
}

/* Where short slices contradict rounds and long ones do not, these are taken; where both do, rounds. */
static void longer_slices_disturb_less(void **state)
{
    (void)state;
    const struct kind turns = {log(1.05), 0.002}, brief = {log(1.02), 0.0002},
                      like = {log(1.05), 0.0002}, unlike = {log(1.03), 0.0002};
    struct order_choice choice =
        choose(&(struct made){.turns = turns, .pairs = brief, .longer = &like});
    assert_int_equal(choice.by, ORDER_SLICES);
    assert_true(choice.longer);
    assert_close(choice.bias.estimate, 0, 0, 2e-4);
    says(&choice, "rounds agree within 1 %; shorter slices than 50 ms do not");
    choice = choose(&(struct made){.turns = turns, .pairs = brief, .longer = &unlike});
    assert_int_equal(choice.by, ORDER_ROUNDS);
    says(&choice, "side by side +3.0 %, in rounds +5.0 %");
    choice = choose(&(struct made){.turns = turns, .pairs = like, .longer = &like});
    assert_int_equal(choice.by, ORDER_SLICES);
    assert_false(choice.longer);
}

/* Of programs that need other memory, not to contradict rounds is too little. A tenth of next to nothing is nothing. */
static void memory_asks_for_agreement(void **state)
{
    (void)state;
    const struct kind wide = {log(1.02), 0.03}, narrow = {log(1.03), 0.001};
    struct made made = {.turns = wide, .pairs = narrow, .old_bytes = 10e6, .new_bytes = 11.4e6};
    struct order_choice choice = choose(&made);
    assert_int_equal(choice.by, ORDER_ROUNDS);
    says(&choice,
         "is not excluded, and peak memory is +14 %, so they need the caches unlike: side");
    made.new_bytes = 10.9e6;
    assert_int_equal(choose(&made).by, ORDER_SLICES);
    made.old_bytes = 1e6;
    made.new_bytes = 1.2e6;
    assert_int_equal(choose(&made).by, ORDER_SLICES);
    made = (struct made){
        .turns = {0.03, 0.002}, .pairs = {0.03, 0.0005}, .old_bytes = 11.4e6, .new_bytes = 10e6};
    choice = choose(&made);
    assert_int_equal(choice.by, ORDER_SLICES);
    says(&choice, "rounds agree within 1 %, though peak memory differs");
}

static void what_failed_is_said(void **state)
{
    (void)state;
    const struct order_choice choice =
        choose(&(struct made){.turns = {0.03, 0.002}, .pairs = {0.03, 0.0005}, .failed = 3});
    assert_int_equal(choice.by, ORDER_SLICES);
    says(&choice, "; 3 of its 20 rounds failed");
}

static void nothing_to_choose_by(void **state)
{
    (void)state;
    const struct order_choice choice = choose(&(struct made){.failed = 2 * EACH});
    assert_int_equal(choice.by, ORDER_ROUNDS);
    assert_false(choice.bias.known);
    says(&choice, "too few values");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_varies_less_is_chosen),
        cmocka_unit_test(little_gain_is_none),
        cmocka_unit_test(programs_that_disturb_each_other_go_in_rounds),
        cmocka_unit_test(what_its_means_chose_does_not_count),
        cmocka_unit_test(longer_slices_disturb_less),
        cmocka_unit_test(memory_asks_for_agreement),
        cmocka_unit_test(what_failed_is_said),
        cmocka_unit_test(nothing_to_choose_by),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
