/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_html.c -- nothing from outside acts in a page. */
#include "view/page/html.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "support/oracle.h"

static char *text;
static size_t size;

static void assert_written(FILE *stream, const char *expected)
{
    assert_int_equal(fclose(stream), 0);
    assert_string_equal(text, expected);
    free(text);
}

static void escapes_signs(void **state)
{
    (void)state;
    FILE *stream = open_memstream(&text, &size);
    html_text(stream, "<b a=\"1\" c='2'>&amp;</b> \u2026");
    assert_written(stream, "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt; \u2026");
}

static void escapes_arguments(void **state)
{
    (void)state;
    FILE *stream = open_memstream(&text, &size);
    html_printf(stream, "<b title=\"%s\">%d %.2s %.*s %zu %.*f %" PRId64 "%%</b>", "<\n", 3, "&bc",
                1, "def", (size_t)4, 1, 0.25, INT64_C(-5));
    assert_written(stream, "<b title=\"&lt;\\n\">3 &amp;b d 4 0.2 -5%</b>");
}

static void shows_controls(void **state)
{
    (void)state;
    FILE *stream = open_memstream(&text, &size);
    html_name(stream, "a\033[1m<\n");
    assert_written(stream, "a\\033[1m&lt;\\n");
}

static void keeps_json_inside(void **state)
{
    (void)state;
    FILE *stream = open_memstream(&text, &size);
    html_json(stream, json_pack("{s:s, s:[i, i]}", "<!--", "</script>: \" , \\", "", 1, 2));
    assert_int_equal(fclose(stream), 0);
    assert_null(strchr(text, '<'));
    assert_non_null(strstr(text, ",\"\":[1,2]}"));
    json_t *back = json_loads(text, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(back, "<!--")), "</script>: \" , \\");
    json_decref(back);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_signs),
        cmocka_unit_test(escapes_arguments),
        cmocka_unit_test(shows_controls),
        cmocka_unit_test(keeps_json_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
