/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_about.c -- commands in sentences are told what the screen is about, once and quoted for a shell. */
#include "view/text/about.h"

#include <stdlib.h>

#include "support/oracle.h"

static void assert_told(const char *text, const char *told)
{
    char *found = about_told(text);
    assert_string_equal(found, told);
    free(found);
}

static void files_stand_behind_the_verb(void **state)
{
    (void)state;
    about_set((const char *const[]){"old.txt", "new.txt"}, 2);
    assert_told("open: assay plan --precision 1% says",
                "open: assay plan old.txt new.txt --precision 1% says");
    assert_told("See assay show --modes, or assay plan.",
                "See assay show old.txt new.txt --modes, or assay plan old.txt new.txt.");
    assert_told("assay plan old.txt new.txt says", "assay plan old.txt new.txt says");
    assert_told("assay show 12, assay planning, assay compare",
                "assay show 12, assay planning, assay compare");
}

static void the_latest_experiment_needs_no_word(void **state)
{
    (void)state;
    about_set(NULL, 0);
    assert_told("Continue with assay run --resume.", "Continue with assay run --resume.");
    about_set((const char *const[]){"3"}, 1);
    assert_told("Continue with assay run --resume.", "Continue with assay run --resume 3.");
}

static void words_are_quoted_as_a_shell_takes_them(void **state)
{
    (void)state;
    about_set((const char *const[]){"a b", "it's", "new=c.csv"}, 3);
    assert_string_equal(about_words(), " 'a b' 'it'\\''s' new=c.csv");
    about_set((const char *const[]){"1", "2", "3", "4", "5"}, 5);
    assert_string_equal(about_words(), "");
    about_set((const char *const[]){"-"}, 1);
    assert_string_equal(about_words(), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_stand_behind_the_verb),
        cmocka_unit_test(the_latest_experiment_needs_no_word),
        cmocka_unit_test(words_are_quoted_as_a_shell_takes_them),
    };
    return cmocka_run_group_tests_name("about", tests, NULL, NULL);
}
