/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_run_events.c -- what is said before a run, and when it is not. */
#include "support/oracle.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_to_do_than_processors),
        cmocka_unit_test(nothing_where_there_is_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
