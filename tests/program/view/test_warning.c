/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_warning.c -- what warnings say is short enough to be read: a remedy, and no sentence of more than 25 words. */
#include "view/text/warning.h"

#include <string.h>

#include "support/oracle.h"

/* Words of the longest sentence; counts the sentences, of which each ends with a full stop. */
static size_t longest_of(const char *text, size_t *sentences)
{
    size_t longest = 0, words = 0;
    *sentences = 0;
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        words++;
        longest = words > longest ? words : longest;
        if (text[length - 1] == '.') {
            *sentences += 1;
            words = 0;
        }
        text += length;
        text += *text == ' ';
    }
    assert_int_equal(words, 0); /* it ends with a full stop */
    return longest;
}

static void assert_short(const char *text)
{
    size_t sentences;
    if (longest_of(text, &sentences) > 25)
        fail_msg("a sentence of more than 25 words: %s", text);
    if (sentences < 2 || strlen(text) > 160)
        fail_msg("no remedy, or more than 160 bytes: %s", text);
}

static void each_is_short_and_has_its_remedy(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < ASSAY_WARN_COUNT; bit++)
        assert_short(warning_sentence((enum assay_warning)bit));
    assert_short(warning_instead(WARNING_FEW_PILOT_UNITS));
    assert_short(warning_instead(WARNING_NO_COMPONENT));
    assert_short(warning_instead(WARNING_ALL_EQUAL));
    assert_short(warning_instead(WARNING_COUNTS));
}

static void words_are_counted(void **state)
{
    (void)state;
    size_t sentences;
    assert_int_equal(longest_of("one two. three four five. six.", &sentences), 3);
    assert_int_equal(sentences, 3);
    assert_string_equal(warning_sentence((enum assay_warning)ASSAY_WARN_COUNT), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_short_and_has_its_remedy),
        cmocka_unit_test(words_are_counted),
    };
    return cmocka_run_group_tests_name("warning", tests, NULL, NULL);
}
