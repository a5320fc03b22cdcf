/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_distinct_names.c -- names cut to a width: by hand, and many generated ones. */
#include "view/text/distinct_names.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/text/terminal.h"
#include "support/oracle.h"

struct expected {
    const char *name, *cut;
};

static void expect(const struct expected *cases, size_t n, int limit)
{
    const char **names = malloc(n * sizeof *names);
    char **cut = malloc(n * sizeof *cut);
    assert_non_null(names);
    assert_non_null(cut);
    for (size_t i = 0; i < n; i++)
        names[i] = cases[i].name;
    assert_true(distinct_names(names, n, limit, cut));
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(cut[i], cases[i].cut);
        free(cut[i]);
    }
    free(names);
    free(cut);
}

#define EXPECT(limit, ...)                                                                         \
    expect((const struct expected[]){__VA_ARGS__},                                                 \
           sizeof(const struct expected[]){__VA_ARGS__} / sizeof(struct expected), limit)

static void short_names_stay_and_long_ones_lose_their_middle(void **state)
{
    (void)state;
    EXPECT(16, {"short", "short"}, {"gzip -1 --keep --stdout corpus.tar", "gzip -1 --\u2026s.tar"});
    EXPECT(0, {"gzip -1 --keep --stdout corpus.tar", "gzip -1 --keep --stdout corpus.tar"});
    expect(NULL, 0, 16);
}

static void alike_names_show_where_they_differ(void **state)
{
    (void)state;
    EXPECT(24, {"encode/json/size=1024/threads=8/warm", "encode/json/\u20261024\u20268/warm"},
           {"encode/json/size=4096/threads=8/warm", "encode/json/\u20264096\u20268/warm"},
           {"decode/json/size=4096/threads=8/warm", "decode/json/siz\u2026s=8/warm"});
}

static void all_places_that_tell_are_kept(void **state)
{
    (void)state;
    EXPECT(16, {"suite/sort/size=10/values=long/kind=old/warm", "suite\u202610\u2026long\u2026rm"},
           {"suite/sort/size=10/values=lone/kind=new/warm", "suite\u202610\u2026lone\u2026rm"},
           {"suite/sort/size=20/values=long/kind=old/warm", "suite\u202620\u2026long\u2026rm"},
           {"suite/sort/size=20/values=lone/kind=new/warm", "suite\u202620\u2026lone\u2026rm"});
}

static void what_nothing_tells_apart_stays_whole(void **state)
{
    (void)state;
    EXPECT(10, {"aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaa"},
           {"aaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaa"});
}

static void the_same_name_is_cut_the_same(void **state)
{
    (void)state;
    EXPECT(20, {"encode/json/size=1024/threads=8/warm", "encode/jso\u20261024\u2026warm"},
           {"encode/json/size=4096/threads=8/warm", "encode/jso\u20264096\u2026warm"},
           {"encode/json/size=1024/threads=8/warm", "encode/jso\u20261024\u2026warm"});
    EXPECT(24, {"encode/json/size=1024/threads=8/warm", "encode/json/siz\u2026s=8/warm"},
           {"encode/json/size=1024/threads=8/warm", "encode/json/siz\u2026s=8/warm"});
}

static void signs_are_not_halved(void **state)
{
    (void)state;
    EXPECT(8,
           {"\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e8\u00e9\u00e9\u00e9\u00e9\u00e9",
            "\u2026\u00e9\u00e8\u00e9\u00e9\u00e9\u00e9\u00e9"},
           {"\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00ea\u00e9\u00e9\u00e9\u00e9\u00e9",
            "\u2026\u00e9\u00ea\u00e9\u00e9\u00e9\u00e9\u00e9"});
}

static int by_text(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Parameters in the middle, of a few values each: the worst that people write. */
static void thousands_of_names_stay_apart(void **state)
{
    (void)state;
    enum { N = 4000 };
    char **names = malloc(N * sizeof *names), **cut = malloc(N * sizeof *cut);
    assert_non_null(names);
    assert_non_null(cut);
    for (int limit = 12; limit <= 40; limit += 7) {
        for (int i = 0; i < N; i++)
            assert_true(asprintf(&names[i], "package/module/Sort/size=%d/kind=%d/long=%s/%d/end",
                                 i % 10, i / 10 % 20, i % 2 != 0 ? "yes, very much so" : "no, not",
                                 i / 200) > 0);
        assert_true(distinct_names((const char *const *)names, N, limit, cut));
        int whole = 0;
        for (int i = 0; i < N; i++) {
            whole += terminal_columns(cut[i]) > limit;
            free(names[i]);
        }
        qsort(cut, N, sizeof *cut, by_text);
        for (int i = 1; i < N; i++)
            assert_string_not_equal(cut[i - 1], cut[i]);
        printf("# limit %d: %d of %d whole\n", limit, whole, N);
        assert_true(limit < 20 || whole == 0);
        for (int i = 0; i < N; i++)
            free(cut[i]);
    }
    free(names);
    free(cut);
}

int main(void)
{
    (void)setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_names_stay_and_long_ones_lose_their_middle),
        cmocka_unit_test(alike_names_show_where_they_differ),
        cmocka_unit_test(all_places_that_tell_are_kept),
        cmocka_unit_test(what_nothing_tells_apart_stays_whole),
        cmocka_unit_test(the_same_name_is_cut_the_same),
        cmocka_unit_test(signs_are_not_halved),
        cmocka_unit_test(thousands_of_names_stay_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
