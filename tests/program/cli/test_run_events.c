/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_run_events.c -- what is said before a run, and when it is not. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run_events.h"

static void more_to_do_than_processors(void **state)
{
    (void)state;
    char *words = run_load_words(21.34, 2);
    assert_non_null(words);
    assert_non_null(strstr(words, "the load is 21.3 on 2 processors:"));
    assert_non_null(strstr(words, "assay doctor"));
    free(words);
    words = run_load_words(1.5, 1);
    assert_non_null(words);
    assert_non_null(strstr(words, "on 1 processor:"));
    free(words);
}

static void nothing_where_there_is_room(void **state)
{
    (void)state;
    assert_null(run_load_words(2, 2));
    assert_null(run_load_words(0.1, 64));
    assert_null(run_load_words(3, 0));
}

/* Two systems of `sleep 30`, ten times each: one round is done. */
static struct experiment_progress after_a_round(void)
{
    return (struct experiment_progress){
        .done = 2, .planned = 20, .elapsed_s = 60, .left_s = 540, .unknown = 0};
}

static char *told(enum stop_rule rule, struct experiment_progress state, bool *tells)
{
    const struct design design = {.stop = {.rule = rule}};
    struct run_progress progress = {.tells = true, .design = &design};
    char *words = run_cost_words(&progress, &state);
    *tells = progress.tells;
    return words;
}

static void what_a_run_takes_is_told_once(void **state)
{
    (void)state;
    bool again;
    char *words = told(STOP_FIXED, after_a_round(), &again);
    assert_non_null(words);
    assert_string_equal(words, "about 10 min for 20 executions in all");
    assert_false(again);
    free(words);
    struct experiment_progress open = after_a_round();
    open.open = true;
    words = told(STOP_FIXED, open, &again);
    assert_non_null(words);
    assert_string_equal(words, "about 10 min for 20 or more executions in all");
    free(words);
}

/* The first of a round may be the shortest. */
static void it_waits_for_every_system(void **state)
{
    (void)state;
    bool again;
    struct experiment_progress first = after_a_round();
    first.unknown = 1;
    first.elapsed_s = 0.1;
    assert_null(told(STOP_FIXED, first, &again));
    assert_true(again);
    first.left_s = (double)NAN;
    assert_null(told(STOP_FIXED, first, &again));
    assert_true(again);
    first.left_s = 5000;
    first.elapsed_s = 61; /* a minute is gone: what is known is told */
    char *words = told(STOP_FIXED, first, &again);
    assert_non_null(words);
    assert_false(again);
    free(words);
}

static void what_is_short_or_open_is_not_told(void **state)
{
    (void)state;
    bool again;
    struct experiment_progress brief = after_a_round();
    brief.elapsed_s = 1;
    brief.left_s = 50;
    assert_null(told(STOP_FIXED, brief, &again));
    assert_false(again);
    assert_null(told(STOP_ANYTIME, after_a_round(), &again));
    assert_false(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_to_do_than_processors),
        cmocka_unit_test(nothing_where_there_is_room),
        cmocka_unit_test(what_a_run_takes_is_told_once),
        cmocka_unit_test(it_waits_for_every_system),
        cmocka_unit_test(what_is_short_or_open_is_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
