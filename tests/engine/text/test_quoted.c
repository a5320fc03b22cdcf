/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_quoted.c -- words in quotes, against a search of the text. */
#include "engine/import/support.h"

#include <string.h>

#include <assay/random.h>

#include "text/quoted.h"

enum { LONGEST_TEXT = 60, LONGEST_WORD = 10, STEPS = 20000 };

static void random_text(struct assay_random *random, char *text, size_t size, const char *letters)
{
    for (size_t i = 0; i < size; i++)
        text[i] = letters[assay_random_below(random, strlen(letters))];
    text[size] = '\0';
}

/* No word that stands there is missed; of those that do not most are told. */
static void against_a_search(void **state)
{
    (void)state;
    struct assay_random random;
    size_t n_there = 0, n_mistaken = 0;
    assay_random_init(&random, 31, ASSAY_RANDOM_TEST, 0, 0);
    for (int step = 0; step < STEPS; step++) {
        char text[LONGEST_TEXT + 1], word[LONGEST_WORD + 1], between[LONGEST_WORD + 3];
        random_text(&random, text, assay_random_below(&random, LONGEST_TEXT + 1), "ab\"\"\\:");
        random_text(&random, word, assay_random_below(&random, LONGEST_WORD + 1), "ab");
        (void)snprintf(between, sizeof between, "\"%s\"", word);
        char *exact = strndup(text, strlen(text)); /* a look behind it is seen */
        assert_non_null(exact);
        const struct quoted quoted = quoted_words(exact, strlen(text));
        const bool there = strstr(text, between) != NULL, may = quoted_may_hold(&quoted, word);
        if (there && !may)
            fail_msg("%s is missed in %s", between, text);
        n_there += there;
        n_mistaken += may && !there;
        free(exact);
    }
    assert_true(n_there > STEPS / 20);
    assert_true(n_mistaken < STEPS / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_a_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
