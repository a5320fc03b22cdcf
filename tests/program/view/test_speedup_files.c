/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_speedup_files.c -- numbers and names as R writes them, NA, warnings counted by benchmark, and
 * that every doubt has its words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/oracle.h"
#include "view/document/documents.h"
#include "view/face/speedup_words.h"
#include "view/terminal/speedup.h"

typedef void write_view(FILE *stream, const struct speedup_finding *finding);

static void capture(write_view *write, const struct speedup_finding *finding, char **text,
                    size_t *size)
{
    FILE *stream = open_memstream(text, size);
    assert_non_null(stream);
    write(stream, finding);
    assert_int_equal(fclose(stream), 0);
}

/* The line of the results file that this speedup of the mean gives. */
static void assert_speedup(double speedup, const char *printed)
{
    struct assay_speedup_result result = {.speedup = {1, speedup, 1}, .weight = {1, 0.25, 1.0 / 3}};
    result.mean = (struct assay_speedup_decision){ASSAY_SPEEDUP_YES, 0.84, true, 0};
    result.median = (struct assay_speedup_decision){ASSAY_SPEEDUP_REFUSED, 0.9999, false, 0};
    const struct speedup_row row = {.name = "a", .result = &result, .given_level = NAN};
    const struct speedup_finding finding = {.title = "t", .rows = &row, .n = 1};
    char expected[128], *text;
    size_t size;
    capture(speedup_write_out, &finding, &text, &size);
    (void)snprintf(expected, sizeof expected,
                   "\"a\",1,%s,TRUE,0.84,1,NA,0.9999,1,0.25,0.333333333333333\n", printed);
    assert_string_equal(strchr(text, '\n') + 1, expected);
    free(text);
}

static void numbers(void **state)
{
    (void)state;
    assert_speedup(1.13, "1.13");
    assert_speedup(1.1296, "1.13");
    assert_speedup(1.9569, "1.957");
    assert_speedup(2, "2");
    assert_speedup(100, "100");
    assert_speedup(0.0004, "0");
    assert_speedup(-0.0004, "0");
    assert_speedup(-1.5, "-1.5");
    assert_speedup(123456.7891, "123456.789");
    assert_speedup(1e300, "1e+300");
    assert_speedup(NAN, "NA");
    assert_speedup(INFINITY, "Inf");
}

static void names_and_warnings(void **state)
{
    (void)state;
    struct assay_speedup_result calm = {.speedup = {1, 1, 1}}, doubtful = calm;
    doubtful.mean.doubts = ASSAY_SPEEDUP_DOUBT(ASSAY_SPEEDUP_MEAN_NOT_NORMAL_Y);
    doubtful.median.doubts = ASSAY_SPEEDUP_DOUBT(ASSAY_SPEEDUP_MEDIAN_NO_SHIFT);
    const struct speedup_row rows[] = {{.name = "say \"hi\", you", .unreadable = {"x", NULL}},
                                       {.name = "calm", .result = &calm},
                                       {.name = "doubtful", .result = &doubtful}};
    const struct speedup_finding finding = {.title = "./t", .rows = rows, .n = 3};
    char *text;
    size_t size;
    capture(speedup_write_out, &finding, &text, &size);
    assert_non_null(strstr(text, "\n\"say \"\"hi\"\", you\",NA,NA,NA,NA,NA,NA,NA,NA,NA,NA\n"));
    free(text);
    capture(speedup_write_warning, &finding, &text, &size);
    assert_string_equal(
        text,
        "Warnings regarding analysis of ./t\n\nsay \"hi\", you :\n\nFile 'x' is not readable\n"
        "Cannot process benchmark: samples unavailable.\n\n2 warning(s).\n\ndoubtful :\n\n"
        "Sample2 data are not normally distributed. The indicated confidence level for the speedup "
        "of the average execution time may not be accurate.\n"
        "The two samples do not fit the location shift model. The indicated confidence level for "
        "the speedup of the median execution time may not be accurate.\n\n2 warning(s).\n");
    free(text);
}

static void assert_words(const struct speedup_words *words)
{
    assert_true(words->text != NULL && words->next != NULL && words->brief != NULL &&
                words->code != NULL);
    assert_true(words->text[strlen(words->text) - 1] == '.');
    assert_true(words->next[strlen(words->next) - 1] == '.');
}

static void every_doubt_has_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < ASSAY_SPEEDUP_DOUBTS; i++)
        assert_words(&speedup_doubt_words[i]);
    for (size_t i = 0; i < SPEEDUP_REMARKS; i++)
        assert_words(&speedup_remark_words[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(names_and_warnings),
        cmocka_unit_test(every_doubt_has_words),
    };
    return cmocka_run_group_tests_name("speedup_files", tests, NULL, NULL);
}
