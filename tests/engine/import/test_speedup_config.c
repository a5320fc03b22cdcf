/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_speedup_config.c -- the configurations that the paper prints, columns in any order, and every
 * complaint with its line. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/speedup_config.h"
#include "support/oracle.h"

static struct format_text text_of(const char *text)
{
    return (struct format_text){text, strlen(text)};
}

static struct speedup_config read_string(const char *string)
{
    struct speedup_config config;
    struct assay_error error;
    const struct format_text text = text_of(string);
    assert_true(speedup_config_probe(&text));
    if (speedup_config_read(&text, &config, &error) != ASSAY_OK)
        fail_msg("%zu:%s: %s", error.line, error.field, error.text);
    return config;
}

static void assert_row(const struct speedup_config *config, size_t index, const char *name,
                       const char *sample1, const char *sample2, double level, double coefficient)
{
    const struct speedup_config_row *row = &config->rows[index];
    assert_string_equal(row->name, name);
    assert_string_equal(row->sample[0], sample1);
    assert_string_equal(row->sample[1], sample2);
    assert_close(row->confidence, level, 0, 0);
    assert_close(row->coefficient, coefficient, 0, 0);
}

/* Section 6.2.1. */
static void printed(void **state)
{
    (void)state;
    struct speedup_config config =
        read_string("Name,Sample1,Sample2,ConfLevel,Coef\n"
                    "\"First benchmark\",\"bench/bench1.1\",\"bench/bench1.2\",0.9,2\n"
                    "\"Second benchmark\",\"bench/bench2.1\",\"bench/bench2.2\",0.8,1.5\n");
    assert_int_equal(config.n, 2);
    assert_row(&config, 0, "First benchmark", "bench/bench1.1", "bench/bench1.2", 0.9, 2);
    assert_row(&config, 1, "Second benchmark", "bench/bench2.1", "bench/bench2.2", 0.8, 1.5);
    assert_int_equal(config.rows[1].line, 3);
    speedup_config_fini(&config);
    config = read_string("Name,Sample1,Sample2,ConfLevel,Coef\n"
                         "\"First benchmark\",\"1.1\",\"1.2\",NA,\n"
                         "\"Second benchmark\",\"2.1\",\"2.2\",,\n"
                         "\"Third benchmark\",\"3.1\",\"3.2\",0.95,NA");
    assert_int_equal(config.n, 3);
    assert_row(&config, 0, "First benchmark", "1.1", "1.2", NAN, NAN);
    assert_row(&config, 1, "Second benchmark", "2.1", "2.2", NAN, NAN);
    assert_row(&config, 2, "Third benchmark", "3.1", "3.2", 0.95, NAN);
    speedup_config_fini(&config);
}

static void forms(void **state)
{
    (void)state;
    struct speedup_config config =
        read_string("\xef\xbb\xbf# who wrote this\r\n\r\n sample2 ,NAME,\"Sample1\",Host\r\n"
                    " b c , \"\"x ,\"a,\"\"1\"\"\",h\r\n\r\n");
    assert_int_equal(config.n, 1);
    assert_row(&config, 0, "\"\"x", "a,\"1\"", "b c", NAN, NAN);
    assert_int_equal(config.rows[0].line, 4);
    speedup_config_fini(&config);
    config = read_string("Name,Sample1,Sample2,ConfLevel,Coef\na,1,2, 95 ,\"0\"\nb,1,2,-1,1e2\n");
    assert_row(&config, 0, "a", "1", "2", 95, 0);
    assert_row(&config, 1, "b", "1", "2", -1, 100);
    speedup_config_fini(&config);
}

static void assert_refused(const char *string, size_t line, const char *field, const char *part)
{
    struct speedup_config config;
    struct assay_error error = {.status = ASSAY_OK};
    const struct format_text text = text_of(string);
    assert_int_equal(speedup_config_read(&text, &config, &error), ASSAY_INVALID);
    if (error.line != line || strcmp(error.field, field) != 0 || strstr(error.text, part) == NULL)
        fail_msg("%zu:%s: %s", error.line, error.field, error.text);
    speedup_config_fini(&config);
}

#define HEADER "Name,Sample1,Sample2,ConfLevel,Coef\n"

static void complaints(void **state)
{
    (void)state;
    assert_refused("", 0, "", "empty");
    assert_refused(HEADER, 0, "", "no benchmark");
    assert_refused("Name,Sample1\na,b\n", 1, "Sample2", "no such column");
    assert_refused("\n#\nSample1,Sample2\n", 3, "Name", "no such column");
    assert_refused(HEADER "a,1,2\n", 2, "", "3 fields");
    assert_refused(HEADER "a,1,2,,,\n", 2, "", "6 fields");
    assert_refused(HEADER ",1,2,,\n", 2, "Name", "name");
    assert_refused(HEADER "a,,2,,\n", 2, "Sample1", "missing");
    assert_refused(HEADER "a,1,\"\",,\n", 2, "Sample2", "missing");
    assert_refused(HEADER "a,1,2,x,\n", 2, "ConfLevel", "\"x\"");
    assert_refused(HEADER "a,1,2,,inf\n", 2, "Coef", "not a number");
    assert_refused(HEADER "a,1,2,,1e999\n", 2, "Coef", "not a number");
    assert_refused(HEADER "a,1,2,,-0.5\n", 2, "Coef", "negative");
    assert_refused(HEADER "a,1,2,,\n\"b,1,2,,\n", 3, "", "quote");
    assert_refused(HEADER "b,1,2,,\na,1,2,,\nc,1,2,,\n\"a\",3,4,,\n", 5, "Name", "line 3");
}

static void recognised(void **state)
{
    (void)state;
    static const char *const others[] = {"", "1.5\n2.5\n", "system,benchmark,seconds\na,b,1\n",
                                         "\"open", "{\"Sample1\": 1}"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const struct format_text text = text_of(others[i]);
        assert_false(speedup_config_probe(&text));
    }
    const struct format_text half = text_of("Name,Sample1\n");
    assert_true(speedup_config_probe(&half)); /* so that its fault is told */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed),
        cmocka_unit_test(forms),
        cmocka_unit_test(complaints),
        cmocka_unit_test(recognised),
    };
    return cmocka_run_group_tests_name("speedup_config", tests, NULL, NULL);
}
