/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_note.c -- what withholds a verdict is said before what only limits it, and never folded away. */
#include "view/text/note.h"

#include <stdlib.h>
#include <string.h>

#include "support/oracle.h"
#include "view/text/view_memory.h"
#include "view/text/warning.h"

/* As engine/analysis/comparison_row.c withholds, and as an interval without ends decides nothing (verdict.c). */
static const enum assay_warning withholding[] = {
    ASSAY_WARN_UNBOUNDED,       ASSAY_WARN_DIRECTION_UNKNOWN, ASSAY_WARN_UNIT_UNKNOWN,
    ASSAY_WARN_LITTLE_OVERLAP,  ASSAY_WARN_DIFFERENT_ORDERS,  ASSAY_WARN_INTERFERENCE,
    ASSAY_WARN_FAILED_REQUESTS, ASSAY_WARN_LOAD_SATURATED,    ASSAY_WARN_RATE_MISSED};

enum { WITHHOLDING = sizeof withholding / sizeof *withholding };

static bool withholds(unsigned bit)
{
    for (size_t i = 0; i < WITHHOLDING; i++)
        if (withholding[i] == (enum assay_warning)bit)
            return true;
    return false;
}

static void notes_with(assay_warnings warnings, struct sentences *notes)
{
    const struct note_subject subject = {.benchmark = "fib",
                                         .warnings = warnings,
                                         .top_level = "execution",
                                         .top_units = 3,
                                         .df = 2,
                                         .has_builds = true};
    notes_of(&subject, 1, 0, notes);
}

/* Of two warnings. */
static void assert_first(enum assay_warning first, enum assay_warning second)
{
    SCOPED(sentences_fini) struct sentences notes = {0};
    notes_with(ASSAY_WARNING(first) | ASSAY_WARNING(second), &notes);
    assert_int_equal(notes.n, 2);
    assert_string_equal(notes.items[0].text, warning_sentence(first));
    assert_int_equal(notes.items[0].harm, HARM_VERDICT);
    assert_true(notes.items[1].harm > HARM_VERDICT);
}

static void each_that_withholds_comes_before_each_that_does_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < WITHHOLDING; i++)
        for (unsigned bit = 0; bit < ASSAY_WARN_COUNT; bit++)
            if (!withholds(bit))
                assert_first(withholding[i], (enum assay_warning)bit);
}

/* What a screen prints of all warnings at once, to be freed. */
static char *printed(bool all)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    const struct terminal terminal = {.stream = stream, .width = 400, .utf8 = true};
    SCOPED(sentences_fini) struct sentences notes = {0};
    assert_non_null(stream);
    notes_with(ASSAY_WARNING(ASSAY_WARN_COUNT) - 1, &notes);
    assert_int_equal(notes.n, ASSAY_WARN_COUNT);
    sentences_want_all(all);
    sentences_print_worst(&terminal, &notes);
    sentences_want_all(false);
    assert_int_equal(fclose(stream), 0);
    return text;
}

static void none_that_withholds_stands_behind_details(void **state)
{
    (void)state;
    OWNED char *text = printed(false);
    for (size_t i = 0; i < WITHHOLDING; i++)
        assert_non_null(strstr(text, warning_sentence(withholding[i])));
    char more[32];
    (void)snprintf(more, sizeof more, "%d more notes", (int)ASSAY_WARN_COUNT - WITHHOLDING);
    assert_non_null(strstr(text, more));
}

static void details_tell_all_and_the_same_first(void **state)
{
    (void)state;
    OWNED char *text = printed(true);
    assert_null(strstr(text, "more note"));
    const char *host = strstr(text, warning_sentence(ASSAY_WARN_DIFFERENT_HOSTS));
    assert_non_null(host);
    for (size_t i = 0; i < WITHHOLDING; i++) {
        const char *at = strstr(text, warning_sentence(withholding[i]));
        assert_non_null(at);
        assert_true(at < host);
    }
}

/* The note of one comparison with these warnings and so many runs, in `notes`. */
static const char *note_of_change(assay_warnings warnings, enum assay_verdict verdict, double units,
                                  struct sentences *notes)
{
    const struct assay_comparison change = {.verdict = verdict};
    const struct note_subject subject = {.benchmark = "fib",
                                         .warnings = warnings,
                                         .top_level = "run",
                                         .top_units = units,
                                         .change = &change};
    notes_of(&subject, 1, 0, notes);
    assert_true(notes->n > 0);
    return notes->items[0].text;
}

static bool says(assay_warnings warnings, enum assay_verdict verdict, double units,
                 const char *words)
{
    SCOPED(sentences_fini) struct sentences notes = {0};
    return strstr(note_of_change(warnings, verdict, units, &notes), words) != NULL;
}

static void a_machine_that_moved_under_both_turns_no_verdict(void **state)
{
    (void)state;
    const assay_warnings drift = ASSAY_WARNING(ASSAY_WARN_HOST_DRIFT);
    assert_true(says(drift, ASSAY_SLOWER, 30, "the verdict stands"));
    assert_false(says(drift, ASSAY_INCONCLUSIVE, 30, "the verdict stands"));
    assert_false(
        says(drift | ASSAY_WARNING(ASSAY_WARN_UNPAIRED), ASSAY_SLOWER, 30, "the verdict stands"));
}

static void few_skewed_runs_have_the_cases_of_their_number(void **state)
{
    (void)state;
    const assay_warnings skewed = ASSAY_WARNING(ASSAY_WARN_SKEWED);
    assert_true(says(skewed, ASSAY_SLOWER, 5, "85 to 88 of 100 cases"));
    assert_true(says(skewed, ASSAY_SLOWER, 19, "88 to 90 of 100 cases"));
    assert_true(says(skewed, ASSAY_SLOWER, 36, "90 to 93 of 100 cases. Take more: -r 50."));
    assert_false(says(skewed, ASSAY_INCONCLUSIVE, 36, "Take more")); /* the other advice decides */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_that_withholds_comes_before_each_that_does_not),
        cmocka_unit_test(none_that_withholds_stands_behind_details),
        cmocka_unit_test(details_tell_all_and_the_same_first),
        cmocka_unit_test(a_machine_that_moved_under_both_turns_no_verdict),
        cmocka_unit_test(few_skewed_runs_have_the_cases_of_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
