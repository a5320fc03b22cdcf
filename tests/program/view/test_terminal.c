/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_terminal.c -- signs in ASCII, safe names, folding, tables. */
#include "view/text/terminal.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "support/oracle.h"
#include "view/medium/screen.h"

/* What a view writes, as text. */
struct capture {
    char *text;
    size_t size;
    struct terminal terminal;
};

static void capture_begin(struct capture *capture, bool utf8, int width)
{
    *capture = (struct capture){.terminal = {.utf8 = utf8, .width = width}};
    capture->terminal.stream = open_memstream(&capture->text, &capture->size);
    assert_non_null(capture->terminal.stream);
}

static void capture_expect(struct capture *capture, const char *expected)
{
    assert_int_equal(fclose(capture->terminal.stream), 0);
    assert_string_equal(capture->text, expected);
    free(capture->text);
}

static void signs_become_ascii(void **state)
{
    (void)state;
    const struct terminal plain = {.utf8 = false}, full = {.utf8 = true};
    const char *text = "\u22125 \u2026 3 \u00b5s \u00b7 2 \u00d7 na\u00efve";
    char *shown = terminal_text(&plain, text);
    assert_string_equal(shown, "-5 .. 3 us - 2 x na\u00efve");
    free(shown);
    shown = terminal_text(&full, text);
    assert_string_equal(shown, text);
    free(shown);
}

static void names_are_safe(void **state)
{
    (void)state;
    static const struct {
        const char *name, *expected;
    } cases[] = {
        {"gzip -1", "gzip -1"},
        {"caf\u00e9 \u4e16", "caf\u00e9 \u4e16"},
        {"a\nb\tc\rd", "a\\nb\\tc\\rd"},
        {"\x1b[31mred", "\\033[31mred"},
        {"del\x7f", "del\\177"},
        {"c1 \xc2\x9b", "c1 \\233"},
        {"broken \xff\xc3", "broken \\377\\303"},
        {"overlong \xc0\xaf", "overlong \\300\\257"},
        {"surrogate \xed\xa0\x80", "surrogate \\355\\240\\200"},
        {"too high \xf4\x90\x80\x80", "too high \\364\\220\\200\\200"},
        {"right \u202eleft", "right \\u202eleft"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *shown = terminal_name(cases[i].name);
        assert_string_equal(shown, cases[i].expected);
        free(shown);
    }
}

static void long_names_lose_their_middle(void **state)
{
    (void)state;
    OWNED char *whole = view_said("%s and %.12s", "short", "short"),
               *cut = view_said("%.16s", "gzip -1 --keep --stdout corpus.tar");
    assert_string_equal(whole, "short and short");
    assert_string_equal(cut, "gzip -1 --\u2026s.tar");
    assert_int_equal(terminal_columns(cut), 16);
}

/* Each kind of argument takes its place, and the next one is that behind it. */
static void what_is_said_is_harmless(void **state)
{
    (void)state;
    OWNED char *text = view_said("%s|%.*s|%d|%zu|%.*f|%ld|%*s|%%|%c|%s", "a\x1b[1mb", 8,
                                 "0123456789", 1, (size_t)2, 1, 2.25, 3L, 3, "x", 'y', "c\nd");
    assert_string_equal(text, "a\\033[1mb|0123\u2026789|1|2|2.2|3|  x|%|y|c\\nd");
}

static void paragraphs_fold(void **state)
{
    (void)state;
    struct capture capture;
    capture_begin(&capture, true, 24);
    terminal_paragraph(&capture.terminal, "  sor: ", "three builds are few; take two more");
    capture_expect(&capture, "  sor: three builds are\n       few; take two\n       more\n");
    capture_begin(&capture, true, 24);
    terminal_paragraph(&capture.terminal, "  sor on old, sparse on new: ", "few builds");
    capture_expect(&capture, "  sor on old, sparse on\n    new: few builds\n");
    capture_begin(&capture, true, 10);
    terminal_paragraph(&capture.terminal, "", "unbreakablelongword ok");
    capture_expect(&capture, "unbreakablelongword\nok\n");
}

static void no_line_begins_with_a_separator(void **state)
{
    (void)state;
    struct capture capture;
    capture_begin(&capture, true, 12);
    terminal_paragraph(&capture.terminal, "", "three words \u00b7 last");
    capture_expect(&capture, "three\nwords \u00b7 last\n");
    capture_begin(&capture, false, 12);
    terminal_paragraph(&capture.terminal, "", "three words \u00b7 last");
    capture_expect(&capture, "three\nwords - last\n");
}

enum { PART = 1 };

static void draw_line(const void *context, size_t row, int columns, bool utf8,
                      char text[TABLE_DRAWN])
{
    const char *const *signs = context;
    (void)utf8;
    text[0] = '\0';
    for (int i = 0; i < columns; i++)
        strcat(text, signs[row]);
}

/* "fft" and "café long", in one of these fits. */
static struct table *table_in(const struct table_fit *fits, size_t n, const char *const *signs)
{
    static const char *const names[] = {"fft", "caf\u00e9 long"};
    struct table *table = table_new(2);
    if (n > 0)
        table_fits(table, fits, n);
    for (size_t i = 0; i < 2; i++) {
        table_row(table);
        table_put_name(table, COLUMN_LEFT("name"), names[i], TABLE_FITTED);
        table_put(table, COLUMN_RIGHT("change"), STYLE_PLAIN, "%s",
                  i == 0 ? "\u221238.1 %" : "+1 %");
        if (signs != NULL)
            table_put_drawn(table, COLUMN_LEFT(""), draw_line, signs);
        table_put(table, COLUMN_LEFT("verdict", .part = PART, .terse = "v", .terse_at = 1),
                  STYLE_PLAIN, "%s", i == 0 ? "faster" : "");
        table_terse(table, "f");
    }
    return table;
}

static void tables_align(void **state)
{
    (void)state;
    struct capture capture;
    capture_begin(&capture, true, 80);
    struct table *table = table_in(NULL, 0, NULL);
    (void)table_print(&capture.terminal, &table);
    capture_expect(&capture, "  name        change  verdict\n"
                             "  fft        \u221238.1 %  faster\n"
                             "  caf\u00e9 long     +1 %\n");
}

static void tables_give_way(void **state)
{
    static const struct table_fit fits[] = {{.gap = 3},
                                            {.gap = 2},
                                            {.gap = 2, .terse = 1},
                                            {.gap = 2, .names_least = 6, .without = PART},
                                            {.gap = 1, .names = 5, .without = PART}};
    static const struct {
        int width;
        const char *shown;
    } cases[] = {
        {31, "  name         change   verdict\n  fft         \u221238.1 %   faster\n"
             "  caf\u00e9 long      +1 %\n"},
        {30, "  name        change  verdict\n  fft        \u221238.1 %  faster\n"
             "  caf\u00e9 long     +1 %\n"},
        {23, "  name        change  v\n  fft        \u221238.1 %  f\n"
             "  caf\u00e9 long     +1 %  f\n"},
        {19, "  name       change\n  fft       \u221238.1 %\n  caf\u00e9\u2026ong     +1 %\n"},
        {5, "  name   change\n  fft   \u221238.1 %\n  ca\u2026ng    +1 %\n"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct capture capture;
        capture_begin(&capture, true, cases[i].width);
        struct table *table = table_in(fits, sizeof fits / sizeof *fits, NULL);
        assert_int_equal(table_has_room(&capture.terminal, table), cases[i].width > 5);
        const struct table_fit fit = table_print(&capture.terminal, &table);
        assert_int_equal(fit.gap, i == 0 ? 3 : i == 4 ? 1 : 2);
        capture_expect(&capture, cases[i].shown);
    }
}

/* As wide as there is room, and not at all where there is none. */
static void tables_draw(void **state)
{
    static const struct table_fit fits[] = {{.gap = 2, .drawing = 3, .drawing_most = 5},
                                            {.gap = 2}};
    static const char *const signs[] = {"-", "="};
    (void)state;
    for (int width = 33; width <= 38; width++) {
        struct capture capture;
        capture_begin(&capture, true, width);
        struct table *table = table_in(fits, 2, signs);
        const struct table_fit fit = table_print(&capture.terminal, &table);
        assert_int_equal(fit.drawing, width < 34 ? 0 : width < 36 ? width - 31 : 5);
        assert_int_equal(fclose(capture.terminal.stream), 0);
        assert_true((strstr(capture.text, "  ---") != NULL) == (width >= 34));
        free(capture.text);
    }
}

static void color_surrounds_cells_only_when_wanted(void **state)
{
    (void)state;
    struct capture capture;
    capture_begin(&capture, true, 80);
    capture.terminal.color = true;
    terminal_puts(&capture.terminal, STYLE_BAD, "slower");
    terminal_puts(&capture.terminal, STYLE_PLAIN, " x");
    capture_expect(&capture, "\x1b[31mslower\x1b[0m x");
    capture_begin(&capture, true, 80);
    terminal_puts(&capture.terminal, STYLE_BAD, "slower");
    capture_expect(&capture, "slower");
}

static void files_get_signs_where_the_locale_has_them(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    struct terminal terminal = terminal_of(file, TERMINAL_AUTO);
    assert_true(terminal.utf8);
    (void)setlocale(LC_ALL, "C");
    assert_false(terminal_of(file, TERMINAL_AUTO).utf8);
    (void)setlocale(LC_ALL, "C.UTF-8");
    assert_false(terminal.color);
    assert_int_equal(terminal.width, TERMINAL_WIDTH);
    assert_true(terminal_of(file, TERMINAL_ALWAYS).color);
    fclose(file);
}

int main(void)
{
    (void)setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_become_ascii),
        cmocka_unit_test(names_are_safe),
        cmocka_unit_test(long_names_lose_their_middle),
        cmocka_unit_test(what_is_said_is_harmless),
        cmocka_unit_test(paragraphs_fold),
        cmocka_unit_test(no_line_begins_with_a_separator),
        cmocka_unit_test(tables_align),
        cmocka_unit_test(tables_give_way),
        cmocka_unit_test(tables_draw),
        cmocka_unit_test(color_surrounds_cells_only_when_wanted),
        cmocka_unit_test(files_get_signs_where_the_locale_has_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
