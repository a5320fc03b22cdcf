/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_html.c -- nothing from outside acts in a page. */
#include "view/page/html.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/oracle.h"
#include "view/chart/canvas.h"

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

/* The last segment of a path tells more than its first. */
static void keeps_the_end_of_a_path(void **state)
{
    (void)state;
    FILE *stream = open_memstream(&text, &size);
    html_elided_path(stream, "queries.delete_related.Del<ete>.time_delete_related");
    assert_written(
        stream,
        "<span>queries.delete_related.Del&lt;ete&gt;.</span><span>time_delete_related</span>");
    stream = open_memstream(&text, &size);
    html_elided_path(stream, "a.short.path");
    assert_written(stream, "a.short.path");
    stream = open_memstream(&text, &size);
    html_elided_path(stream, "x.a_last_segment_that_is_longer_than_a_column_can_be");
    assert_written(
        stream, "<span>x.a_last_segment_that_is_longer_than_a_column</span><span>_can_be</span>");
}

static void encodes_addresses(void **state)
{
    (void)state;
    FILE *stream = open_memstream(&text, &size);
    html_encoded(stream, "a/b (n=4) & \u00b5\"");
    assert_written(stream, "a/b%20(n%3D4)%20%26%20%C2%B5%22");
}

/* Each number from the one before, so that thousands of points take few bytes; a gap begins anew. */
static void writes_whole_paths(void **state)
{
    (void)state;
    const double none = (double)NAN;
    const struct canvas_point points[] = {{0.4, 10},    {4.6, 7.6}, {9, 12}, {8, 12},
                                          {none, none}, {20, 1},    {21, 0}};
    FILE *stream = open_memstream(&text, &size);
    const struct canvas canvas = {
        .out = canvas_svg.open(stream), .language = &canvas_svg, .whole = true};
    canvas_svg.path(&canvas, (struct canvas_look){INK_ONE, 0, 1.5, false}, points, 7);
    assert_written(
        stream, "<path class=\"k i10\" stroke-width=\"1.5\" d=\"M0 10l5-2 4 4-1 0M20 1l1-1\"/>\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_signs),           cmocka_unit_test(escapes_arguments),
        cmocka_unit_test(shows_controls),          cmocka_unit_test(keeps_json_inside),
        cmocka_unit_test(keeps_the_end_of_a_path), cmocka_unit_test(encodes_addresses),
        cmocka_unit_test(writes_whole_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
