/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_valgrind.c -- totals of callgrind's and cachegrind's files, by texts of the shapes that both write. */
#include "read.h"

#define CALLGRIND                                                                                  \
    "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 7\ncmd:  ./p 1\npart: "       \
    "1\n\n\n"                                                                                      \
    "desc: I1 cache: \ndesc: Timerange: Basic block 0 - 9\n\npositions: line\n"

static const struct assay_series *found(struct assay_dataset *d, const char *metric)
{
    return find(d, "file", "file", metric);
}

static void callgrind(void **state)
{
    (void)state;
    struct assay_dataset *d = import("valgrind", CALLGRIND "events: Ir Dr D1mr\nsummary: 9 4 2\n\n"
                                                           "fn=(1) main\n16 6 3 2\n+1 3 1\n\n"
                                                           "totals: 9 4 2\n");
    assert_values(found(d, "instructions"), (const double[]){9}, 1);
    assert_values(found(d, "Dr"), (const double[]){4}, 1);
    assert_values(found(d, "D1mr"), (const double[]){2}, 1);
    assert_false(found(d, "D1mr")->more_is_better);
    assert_string_equal(found(d, "D1mr")->unit, "1");
    assay_dataset_free(&d);
}

/* Without instrumentation at its end the first part says 0 in its head; numbers behind the last one are 0. */
static void parts_are_one_sum(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("valgrind",
               CALLGRIND "events: Ir Dr\nsummary: 0\nfn=(1) main\n16 9\ntotals: 9\n"
                         "part: 2\nevents: Ir Dr\nsummary: 5 1\nfn=(1)\n16 5 1\ntotals: 5 1\n");
    assert_values(found(d, "instructions"), (const double[]){14}, 1);
    assert_values(found(d, "Dr"), (const double[]){1}, 1);
    assay_dataset_free(&d);
}

static void cachegrind(void **state)
{
    (void)state;
    static const char with_caches[] =
        "desc: I1 cache:         32768 B, 64 B, 8-way associative\n"
        "desc: LL cache:         8388608 B, 64 B, 16-way associative\n"
        "cmd: /bin/p\nevents: Ir I1mr ILmr \nfl=a.c\nfn=main\n1 4 1 0\nsummary: 1004311 1 0\n";
    struct assay_dataset *d = import("valgrind", with_caches);
    assert_values(found(d, "instructions"), (const double[]){1004311}, 1);
    assert_values(found(d, "I1mr"), (const double[]){1}, 1);
    assay_dataset_free(&d);
    d = import("valgrind", "cmd: sh x\nevents: Ir\nfl=x\nfn=main\n1 700\nsummary: 730400\n");
    assert_values(found(d, "instructions"), (const double[]){730400}, 1);
    assay_dataset_free(&d);
}

/* 1000 + 300 + 200 accesses of which 10 + 20 + 4 miss the first cache, and 2 + 3 + 1 of these the last: 1466 + 28 * 5 + 6 * 35. */
static void cycles_of_simulated_caches_are_a_model(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("valgrind", "cmd: p\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\nfn=main\n"
                           "1 1000 10 2 300 20 3 200 4 1\nsummary: 1000 10 2 300 20 3 200 4 1\n");
    assert_values(found(d, "cache_model"), (const double[]){1466 + 28 * 5 + 6 * 35}, 1);
    assert_int_equal(found(d, "cache_model")->told.direction, ASSAY_TOLD_BY_NOBODY);
    assert_int_equal(found(d, "instructions")->told.direction, ASSAY_TOLD_BY_FORMAT);
    assay_dataset_free(&d);
    d = import("valgrind", "cmd: p\nevents: Ir I1mr ILmr\nsummary: 1000 10 2\n");
    assert_null(assay_dataset_find(d, "file", "file", "cache_model"));
    assay_dataset_free(&d);
}

static void what_is_cut_short_is_refused(void **state)
{
    (void)state;
    assert_refused("valgrind", "cmd: p\nevents: Ir\nfn=main\n1 7\n", 4, "cut short");
    assert_refused("valgrind", "cmd: p\nevents: Ir\nsummary: 7304", 3, "cut short");
    assert_refused("valgrind", CALLGRIND "events: Ir\nsummary: 9\nfn=main\n1 7\n", 16, "cut short");
    assert_refused("valgrind", "cmd: p\nevents: Ir\nsummary: 7 8\n", 3, "more numbers than events");
    assert_refused("valgrind", "cmd: p\nevents: Ir\nsummary: many\n", 3, "many");
}

static const struct format *recognised(const char *text)
{
    const struct format_text whole = {text, strlen(text), false};
    return format_recognise(&whole, "file");
}

static void others_write_callgrinds_format_with_events_of_their_own(void **state)
{
    (void)state;
    assert_true(recognised(CALLGRIND "events: Ir\n") == format_named("valgrind"));
    assert_true(recognised("cmd: p\nevents: Ir\nsummary: 7\n") == format_named("valgrind"));
    const struct format *other =
        recognised("version: 1\ncreator: xdebug 3.1\ncmd: /a.php\npart: 1\npositions: "
                   "line\n\nevents: Time_(10ns) Memory_(bytes)\n");
    assert_true(other != format_named("valgrind"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callgrind),
        cmocka_unit_test(parts_are_one_sum),
        cmocka_unit_test(cachegrind),
        cmocka_unit_test(cycles_of_simulated_caches_are_a_model),
        cmocka_unit_test(what_is_cut_short_is_refused),
        cmocka_unit_test(others_write_callgrinds_format_with_events_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
