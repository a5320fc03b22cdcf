/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_command_words.c -- a command line without a shell, as sh would split it. */
#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "design/command_words.h"

/* Words joined by "|". */
static const struct {
    const char *text, *words;
} splits[] = {
    {"", ""},          {"  \t\n ", ""},          {"gzip -1 -k", "gzip|-1|-k"},
    {" a  b ", "a|b"}, {"a 'b c' d", "a|b c|d"}, {"a \"b c\"d", "a|b cd"},
    {"a ''", "a|"},    {"a\\ b", "a b"},         {"\"a\\\"b\\n\"", "a\"b\\n"},
    {"'a\\'", "a\\"},  {"a\\", "a\\"},           {"x='1 2'3", "x=1 23"},
};

static void splits_as_sh(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof splits / sizeof splits[0]; i++) {
        size_t n = 99;
        const char *problem;
        char **words = command_words_split(splits[i].text, &n, &problem);
        assert_non_null(words);
        assert_null(words[n]);
        char joined[64] = "";
        for (size_t j = 0; j < n; j++) {
            strcat(joined, j > 0 ? "|" : "");
            strcat(joined, words[j]);
        }
        assert_string_equal(joined, splits[i].words);
        free(words);
    }
}

static void open_quotes_are_refused(void **state)
{
    (void)state;
    size_t n = 99;
    const char *problem;
    assert_null(command_words_split("a 'b", &n, &problem));
    assert_string_equal(problem, "the quote ' is not closed");
    assert_null(command_words_split("a \"b", &n, &problem));
    assert_string_equal(problem, "the quote \" is not closed");
    assert_int_equal(n, 99);
}

static const struct {
    const char *text, *operator;
} shells[] = {
    {"a | b", "|"},    {"a || b", "||"},      {"a && b", "&&"},       {"a > b", ">"},
    {"a >> b", ">>"},  {"a; b", ";"},         {"echo $HOME", "$"},    {"echo \"$HOME\"", "$"},
    {"ls *.c", "*"},   {"cat ~/x", "~"},      {"a # b", "#"},         {"echo `date`", "`"},
    {"(a)", "("},      {"a '|' \"|\"", NULL}, {"a \\| b", NULL},      {"echo '$HOME'", NULL},
    {"a~b c#d", NULL}, {"a -x=1 {b}", NULL},  {"echo \"\\$\"", NULL}, {"a b\n", NULL},
    {"a\nb", "\n"},    {"a \n\n", NULL},
};

static void shell_syntax_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        char operator[3];
        const char *found = command_shell_syntax(shells[i].text, operator);
        if (shells[i].operator== NULL) {
            assert_null(found);
        } else {
            assert_non_null(found);
            assert_string_equal(found, shells[i].operator);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_as_sh),
        cmocka_unit_test(open_quotes_are_refused),
        cmocka_unit_test(shell_syntax_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
