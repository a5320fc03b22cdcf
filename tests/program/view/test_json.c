/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_json.c -- findings as JSON: numbers read back, nothing undefined leaks out, any bytes are
 * text. */
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>


#include "view/document/json.h"
#include "view/text/warning.h"

/* Prints the document and reads it again with jansson. */
static json_t *printed(json_t *document)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    render_json_print(stream, document);
    fclose(stream);
    assert_int_equal(text[size - 1], '\n');
    json_error_t error;
    json_t *read = json_loads(text, 0, &error);
    if (read == NULL)
        fail_msg("%s in %s", error.text, text);
    free(text);
    return read;
}

static void undefined_is_null(void **state)
{
    (void)state;
    const double x[] = {1, NAN, INFINITY, -INFINITY, 5e-324, 1.7976931348623157e308};
    json_t *document = render_json_document("stat", 0.95);
    render_json_set(document, "x", render_json_numbers(x, 6));
    json_t *read = printed(document);
    json_t *array = json_object_get(read, "x");
    for (size_t i = 0; i < 6; i++)
        assert_true(isfinite(x[i]) ? json_number_value(json_array_get(array, i)) == x[i]
                                   : json_is_null(json_array_get(array, i)));
    json_decref(read);
}

static void document_has_its_head(void **state)
{
    (void)state;
    json_t *document = render_json_document("compare", 0.9);
    render_json_warn(document, ASSAY_WARNING(ASSAY_WARN_UNBOUNDED) | ASSAY_WARNING(0), "fft");
    json_t *read = printed(document);
    assert_string_equal(json_string_value(json_object_get(read, "schema")), "assay.compare/1");
    assert_true(json_number_value(json_object_get(read, "confidence")) == 0.9);
    json_t *warnings = json_object_get(read, "warnings");
    assert_int_equal(json_array_size(warnings), 2);
    json_t *second = json_array_get(warnings, 1);
    assert_string_equal(json_string_value(json_object_get(second, "code")), "unbounded");
    assert_string_equal(json_string_value(json_object_get(second, "benchmark")), "fft");
    assert_true(json_string_length(json_object_get(second, "message")) > 20);
    json_decref(read);
}

static void any_bytes_are_text(void **state)
{
    (void)state;
    static const struct {
        const char *given, *expected;
    } cases[] = {
        {"plain \"quoted\"\n\x01", "plain \"quoted\"\n\x01"},
        {"caf\xc3\xa9", "caf\xc3\xa9"},
        {"caf\xe9", "caf\xef\xbf\xbd"},
        {"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"a\xf0\x9f\x98\x80z\xf0\x9f", "a\xf0\x9f\x98\x80z\xef\xbf\xbd\xef\xbf\xbd"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *document = render_json_object();
        render_json_set(document, "t", render_json_text(cases[i].given));
        json_t *read = printed(document);
        assert_string_equal(json_string_value(json_object_get(read, "t")), cases[i].expected);
        json_decref(read);
    }
}

/* Each warning has a code of its own and a sentence whose last part is a next step. */
static void every_warning_speaks(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ASSAY_WARN_COUNT; i++) {
        const char *code = assay_warning_code((enum assay_warning)i);
        assert_non_null(code);
        const char *sentence = warning_sentence((enum assay_warning)i);
        assert_non_null(sentence);
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
        assert_non_null(strstr(sentence, ". "));
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(code, assay_warning_code((enum assay_warning)j));
    }
    assert_null(assay_warning_code(ASSAY_WARN_COUNT));
    assert_string_equal(warning_sentence(ASSAY_WARN_COUNT), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undefined_is_null),
        cmocka_unit_test(document_has_its_head),
        cmocka_unit_test(any_bytes_are_text),
        cmocka_unit_test(every_warning_speaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
