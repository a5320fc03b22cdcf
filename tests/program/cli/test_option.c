/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_option.c -- the parser of the command line: every way to write an option, every mistake. */
#include "support/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/option.h"

struct target {
    bool flag, other;
    const char *string;
    struct name_list list, triples;
    long count;
    struct option_seed seed;
    double number, fraction, confidence, duration;
    int choice;
};

static const char *const choices[] = {"auto", "always", "never", NULL};

#define FIELD(field) offsetof(struct target, field)
static const struct option options[] = {
    {'f', "flag", OPTION_FLAG, FIELD(flag), NULL, "A flag."},
    {'N', "no-shell", OPTION_FLAG, FIELD(other), NULL, "Another flag."},
    {'s', "string", OPTION_STRING, FIELD(string), "TEXT", "A text."},
    {'l', "list", OPTION_LIST, FIELD(list), "TEXT", "Texts."},
    {'P', "triple", OPTION_LIST, FIELD(triples), "A B C", "Threes.", NULL, 2},
    {'c', "count", OPTION_COUNT, FIELD(count), "N", "A count."},
    {0, "seed", OPTION_SEED, FIELD(seed), "N", "A seed."},
    {'n', "number", OPTION_NUMBER, FIELD(number), "X", "A number."},
    {0, "fraction", OPTION_FRACTION, FIELD(fraction), "X", "A share."},
    {0, "confidence", OPTION_CONFIDENCE, FIELD(confidence), "C", "A confidence."},
    {0, "duration", OPTION_DURATION, FIELD(duration), "T", "A time."},
    {0, "color", OPTION_CHOICE, FIELD(choice), "WHEN", "A choice.", choices},
    OPTION_END,
};

struct parsed {
    bool ok;
    struct target target;
    struct option_arguments arguments;
    char message[512]; /* what was said on stderr */
};

/* Parses words that are separated by '|'; stderr goes to a file meanwhile. */
static struct parsed parse(const char *line)
{
    static char words[256];
    static char *argv[32];
    int argc = 0;
    (void)snprintf(words, sizeof words, "%s", line);
    for (char *w = words; w != NULL && line[0] != '\0';)
        argv[argc++] = strsep(&w, "|");
    struct parsed parsed = {.target = {.count = -1}};
    FILE *file = tmpfile();
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    const struct option_table table = {options, &parsed.target};
    parsed.ok = option_parse(argc, argv, &table, 1, &parsed.arguments);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    size_t n = fread(parsed.message, 1, sizeof parsed.message - 1, file);
    parsed.message[n] = '\0';
    fclose(file);
    return parsed;
}

static void end(struct parsed *parsed)
{
    option_arguments_fini(&parsed->arguments);
    option_lists_fini(options, &parsed->target);
    assert_int_equal(parsed->target.list.n + parsed->target.triples.n, 0);
}

static void every_type_is_read(void **state)
{
    (void)state;
    struct parsed p = parse("-f|--string|a b|--list=x|-ly|-l|z|-c|12|--seed|18446744073709551615|"
                            "-n|-1.5e3|--fraction|1%|--confidence=99%|--duration|5m|--color|never");
    assert_true(p.ok);
    assert_true(p.target.flag && !p.target.other);
    assert_string_equal(p.target.string, "a b");
    assert_int_equal(p.target.list.n, 3);
    assert_string_equal(p.target.list.items[2], "z");
    assert_int_equal(p.target.count, 12);
    assert_true(p.target.seed.given && p.target.seed.value == 18446744073709551615u);
    assert_true(p.target.number == -1500 && p.target.fraction == 0.01);
    assert_true(p.target.confidence == 0.99 && p.target.duration == 300);
    assert_int_equal(p.target.choice, 2);
    assert_int_equal(p.arguments.n, 0);
    end(&p);
}

/* 5 is hardly 500 %, which says so. */
static void large_shares_are_in_per_cent(void **state)
{
    (void)state;
    struct parsed p = parse("--fraction|150%");
    assert_true(p.ok && p.target.fraction == 1.5);
    end(&p);
    p = parse("--fraction|0.999");
    assert_true(p.ok && p.target.fraction == 0.999);
    end(&p);
}

static void letters_may_be_bundled(void **state)
{
    (void)state;
    struct parsed p = parse("-fNc3|-sN");
    assert_true(p.ok && p.target.flag && p.target.other);
    assert_int_equal(p.target.count, 3);
    assert_string_equal(p.target.string, "N"); /* the value, not the flag */
    end(&p);
    p = parse("-Nc|4|-f");
    assert_true(p.ok && p.target.flag && p.target.other && p.target.count == 4);
    end(&p);
}

static void arguments_and_options_mix(void **state)
{
    (void)state;
    struct parsed p = parse("a|-f|b c|-|--|-f|--string");
    assert_true(p.ok && p.target.flag);
    assert_int_equal(p.arguments.n, 5);
    assert_string_equal(p.arguments.items[0], "a");
    assert_string_equal(p.arguments.items[2], "-");
    assert_string_equal(p.arguments.items[4], "--string");
    end(&p);
    p = parse("");
    assert_true(p.ok);
    assert_int_equal(p.arguments.n, 0);
    end(&p);
}

static void values_are_taken_as_they_stand(void **state)
{
    (void)state;
    struct parsed p = parse("--string=");
    assert_true(p.ok);
    assert_string_equal(p.target.string, "");
    end(&p);
    p = parse("-s|-f");
    assert_true(p.ok && !p.target.flag);
    assert_string_equal(p.target.string, "-f");
    end(&p);
    p = parse("--string=a=b");
    assert_true(p.ok);
    assert_string_equal(p.target.string, "a=b");
    end(&p);
    p = parse("-s|--flag"); /* an option's value may look like an option */
    assert_true(p.ok && !p.target.flag);
    assert_string_equal(p.target.string, "--flag");
    end(&p);
}

static void a_list_may_take_several_words(void **state)
{
    (void)state;
    struct parsed p = parse("-P|a|1|2|-fPb|3|-4|x|--triple=c|5|6");
    assert_true(p.ok && p.target.flag);
    assert_int_equal(p.target.triples.n, 9);
    assert_string_equal(p.target.triples.items[3], "b");
    assert_string_equal(p.target.triples.items[5], "-4");
    assert_string_equal(p.target.triples.items[8], "6");
    assert_int_equal(p.arguments.n, 1);
    end(&p);
}

static const struct {
    const char *line, *message;
} mistakes[] = {
    {"--nothing", "assay: there is no option --nothing; --help lists them\n"},
    {"--colour=never", "assay: there is no option --colour; did you mean --color?\n"},
    {"--strin", "assay: there is no option --strin; did you mean --string?\n"},
    {"--conut", "assay: there is no option --conut; did you mean --count?\n"},
    {"--conf=0.9", "assay: there is no option --conf; did you mean --confidence?\n"},
    {"--y", "assay: there is no option --y; --help lists them\n"},
    {"-fx", "assay: there is no option -x; --help lists them\n"},
    {"--=x", "assay: there is no option --; --help lists them\n"},
    {"--flag=yes", "assay: --flag takes no value\n"},
    {"--count", "assay: --count needs a value: a whole number, 0 or more\n"},
    {"-fc", "assay: --count needs a value: a whole number, 0 or more\n"},
    {"-c|-1", "assay: --count: \"-1\" is not a whole number, 0 or more\n"},
    {"-c1.5", "assay: --count: \"1.5\" is not a whole number, 0 or more\n"},
    {"-c99999999999999999999",
     "assay: --count: \"99999999999999999999\" is not a whole number, 0 or more\n"},
    {"--seed=-1", "assay: --seed: \"-1\" is not a whole number below 2^64, 0 or more\n"},
    {"-n|nan", "assay: --number: \"nan\" is not a number\n"},
    {"-n|0x10", "assay: --number: \"0x10\" is not a number\n"},
    {"-n|1e999", "assay: --number: \"1e999\" is not a number\n"},
    {"--fraction|-1%",
     "assay: --fraction: \"-1%\" is not a share: write 1% or 0.01, and 1 and more in "
     "per cent: 150%\n"},
    {"--fraction|5",
     "assay: --fraction: \"5\" is not a share: write 1% or 0.01, and 1 and more in per "
     "cent: 150%\n"},
    {"--confidence|1",
     "assay: --confidence: \"1\" is not a confidence between 0 and 1, such as 0.95 or 95%\n"},
    {"--duration|sixty",
     "assay: --duration: \"sixty\" is not a duration such as 250ms, 60s, 5m or 1h\n"},
    {"--color|red", "assay: --color: \"red\" is not one of auto, always, never\n"},
    {"--count|1|-c2",
     "assay: --count takes one value and was given two: \"1\" and \"2\"; give it once\n"},
    {"-sa|--string=a",
     "assay: --string takes one value and was given two: \"a\" and \"a\"; give it once\n"},
    {"--color|never|--color|red",
     "assay: --color takes one value and was given two: \"never\" and \"red\"; give it once\n"},
    {"-P|a|1", "assay: --triple needs a value: A B C\n"},
};

static void every_mistake_has_its_message(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        struct parsed p = parse(mistakes[i].line);
        assert_false(p.ok);
        assert_string_equal(p.message, mistakes[i].message);
        assert_null(p.arguments.items);
        end(&p);
    }
}

static void help_is_folded(void **state)
{
    (void)state;
    static const struct option table[] = {
        {'x', "example", OPTION_STRING, 0, "TEXT",
         "One two three four five six seven eight nine ten eleven twelve thirteen fourteen."},
        {0, "a-rather-long-name-for-an-option", OPTION_FLAG, 0, NULL, "Below."},
        OPTION_END,
    };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    option_print_help(&(struct terminal){.stream = out, .width = TERMINAL_WIDTH}, table);
    option_print_help(&(struct terminal){.stream = out, .width = 60}, table);
    fclose(out);
    assert_string_equal(text, "  -x, --example TEXT            One two three four five six seven "
                              "eight nine ten eleven twelve\n"
                              "                                thirteen fourteen.\n"
                              "      --a-rather-long-name-for-an-option\n"
                              "                                Below.\n"
                              "  -x, --example TEXT\n"
                              "          One two three four five six seven eight nine ten\n"
                              "          eleven twelve thirteen fourteen.\n"
                              "      --a-rather-long-name-for-an-option\n"
                              "          Below.\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_is_read),
        cmocka_unit_test(large_shares_are_in_per_cent),
        cmocka_unit_test(letters_may_be_bundled),
        cmocka_unit_test(arguments_and_options_mix),
        cmocka_unit_test(values_are_taken_as_they_stand),
        cmocka_unit_test(a_list_may_take_several_words),
        cmocka_unit_test(every_mistake_has_its_message),
        cmocka_unit_test(help_is_folded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
