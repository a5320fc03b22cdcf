/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_expand.c -- lists and ranges of parameters: which cells they make, under which names. */
#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "design/manifest.h"

#define LEVELS "levels:\n  - {name: execution, count: 2}\n"
#define ONE "systems: [{name: one}]\n"
#define RUN "benchmarks:\n  - name: s\n    run: prog {n} {k}\n"

static struct design *parse(const char *text)
{
    struct design *design = NULL;
    struct assay_error error;
    if (manifest_parse(text, strlen(text), "m.yaml", "/src", &design, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return design;
}

/* Names of all benchmarks, or of all systems, one after another. */
static void check_names(const char *text, bool systems, const char *expected)
{
    struct design *design = parse(text);
    char names[600] = "";
    for (size_t i = 0; i < (systems ? design->n_systems : design->n_benchmarks); i++) {
        const char *name = systems ? design->systems[i].name : design->benchmarks[i].name;
        (void)snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
                       i > 0 ? " " : "", name);
    }
    assert_string_equal(names, expected);
    assert_true(design->changed);
    design_free(&design);
}

static void cells(void **state)
{
    (void)state;
    check_names(LEVELS ONE RUN "    parameters: {n: [8, 16], k: [a, b]}\n", false,
                "s/n=8/k=a s/n=8/k=b s/n=16/k=a s/n=16/k=b");
    check_names(LEVELS ONE RUN "    parameters: {n: {from: 1, to: 9, times: 3}, k: 5}\n", false,
                "s/n=1 s/n=3 s/n=9");
    check_names(LEVELS ONE RUN "    parameters: {n: {from: 0.1, to: 0.3, step: 0.1}, k: 5}\n",
                false, "s/n=0.1 s/n=0.2 s/n=0.3");
    check_names(LEVELS ONE RUN "    parameters: {n: {from: -1, to: 1}, k: ''}\n", false,
                "s/n=-1 s/n=0 s/n=1");
    check_names(LEVELS ONE RUN "    parameters: {n: [8, 16], k: [a, b]}\n    zip: [k, n]\n", false,
                "s/n=8/k=a s/n=16/k=b");
    check_names(LEVELS ONE "benchmarks:\n  - name: \"s-{n}\"\n    run: prog {n}\n"
                           "    parameters: {n: [8, 16]}\n",
                false, "s-8 s-16");
    /* Of all benchmarks, where a benchmark's own wins. */
    check_names(LEVELS ONE "parameters: {n: [1, 2], k: 0}\n" RUN
                           "  - name: t\n    run: \"{n}\"\n    parameters: {n: [3]}\n",
                false, "s/n=1 s/n=2 t/n=3");
    check_names(LEVELS "systems:\n  - name: z\n    run: zstd {n}\n    parameters: {n: [1, 9]}\n"
                       "  - name: none\n    run: cat\nprepare: [a, b]\n"
                       "benchmarks: [{name: b}]\n",
                true, "z/n=1 z/n=9 none");
}

static void conditions(void **state)
{
    (void)state;
#define GRID LEVELS ONE RUN "    parameters: {n: [8, 16, 32], k: [a, b c]}\n"
    check_names(GRID "    only: n <= 16\n    except: k == 'b c'\n", false, "s/n=8/k=a s/n=16/k=a");
    check_names(GRID "    only: [n > 8, k != a]\n", false, "s/n=16/k=b c s/n=32/k=b c");
    check_names(GRID "    except: [n < 32, k == a]\n", false, "s/n=32/k=b c");
    check_names(GRID "    only: n >= 16 and 16.0 == n and k == a\n", false, "s/n=16/k=a");
    check_names(GRID "    only: cores >= 1 and k == a\n", false, "s/n=8/k=a s/n=16/k=a s/n=32/k=a");
    check_names("only: n == 8\n" GRID "    except: k == a\n", false, "s/n=8/k=b c");
}

/* A hook for each system as written is repeated with it; what is kept is what ran. */
static void written_again(void **state)
{
    (void)state;
    struct design *design =
        parse(LEVELS "systems:\n  - name: z\n    run: zstd {n}\n    parameters: {n: [1, 9]}\n"
                     "  - name: none\n    run: cat\nprepare: [a, b]\nbenchmarks: [{name: b}]\n");
    assert_int_equal(design->hooks.n_prepare, 3);
    assert_string_equal(design->hooks.prepare[1], "a");
    assert_string_equal(design->hooks.prepare[2], "b");
    char *text = manifest_write(design);
    struct design *again = parse(text);
    assert_int_equal(again->n_systems, 3);
    assert_false(again->changed);
    assert_string_equal(again->systems[1].name, "z/n=9");
    assert_string_equal(again->systems[1].parameters.values[0], "9");
    char *command = design_expand(again, &(struct design_place){.system = 1, .seed = 1},
                                  design_command(again, 1, 0));
    assert_string_equal(command, "zstd 9");
    free(command);
    free(text);
    design_free(&again);
    design_free(&design);
}

static const struct {
    const char *text, *message;
} mistakes[] = {
    {"{n: [], k: 1}", "9:21: benchmarks[0].parameters.n: 0 values stand here (write 1 to 10000)"},
    {"{n: [1, 1], k: 1}", "9:21: benchmarks[0].parameters.n: the value \"1\" stands here twice"},
    {"{n: {from: 1, to: 0}, k: 1}",
     "9:21: benchmarks[0].parameters.n: to \"0\" is below from \"1\""},
    {"{n: {from: 0, to: 9, times: 2}, k: 1}",
     "9:28: benchmarks[0].parameters.n.from: \"0\" is not enough (write a number above 0)"},
    {"{n: {from: 1, to: 9, times: 1}, k: 1}",
     "9:45: benchmarks[0].parameters.n.times: \"1\" is not enough (write a number above 1)"},
    {"{n: {from: 1, to: 9, times: 2, step: 2}, k: 1}",
     "9:21: benchmarks[0].parameters.n: step adds and times multiplies (write one of them)"},
    {"{n: {from: a, to: 9}, k: 1}", "9:28: benchmarks[0].parameters.n.from: \"a\" is not a number"},
    {"{n: {from: 1, to: 1e9}, k: 1}",
     "9:21: benchmarks[0].parameters.n: the range has 1e+09 values (make it at most 10000)"},
    {"{n: {from: 1, to: 101}, k: {from: 1, to: 101}}",
     "9:17: benchmarks[0].parameters: make more than 10000 combinations with one another"},
    {"{n: [1, 2], k: [1, 2, 3]}\n    zip: [n, k]",
     "10:14: benchmarks[0].zip[1]: \"k\" has 3 values and n has 2; what goes together has as many"},
    {"{n: [1, 2], k: 3}\n    zip: [n, k]",
     "10:14: benchmarks[0].zip[1]: \"k\" is no parameter with a list or a range of values here"},
    {"{n: [1, 2], k: [1, 2]}\n    zip: [[n, k], [k, n]]",
     "10:20: benchmarks[0].zip[1][0]: \"k\" stands here twice"},
    {"{n: [1, 2], k: 1}\n    only: n = 2",
     "10:11: benchmarks[0].only: \"n = 2\" is no condition (write comparisons such as threads <= "
     "cores, joined by \"and\")"},
    {"{n: [1, 2], k: 1}\n    only: [n > 0, k == x]",
     "10:19: benchmarks[0].only[1]: \"x\" is no parameter here, no number and no value of the "
     "other "
     "side (parameters: n, k; cores; a text stands in single quotes)"},
    {"{n: [1, x], k: 1}\n    except: n < 2",
     "10:13: benchmarks[0].except: \"x\" is no number, as < needs"},
    {"{n: [1, 2], k: 1}\n    only: n > 2", "9:17: benchmarks[0].parameters: have no combination "
                                           "that \"only\" and \"except\" leave"},
    {"{n: [1, 2], k: 1, z: [3, 4]}", "9:17: benchmarks[0].parameters: the parameter \"z\" is used "
                                     "nowhere here: write {z} where its "
                                     "values belong, or give it to those that use it"},
};

static void what_is_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        struct design *design = NULL;
        struct assay_error error;
        char text[600], message[400];
        (void)snprintf(text, sizeof text, "%s%s%s    parameters: %s\n", LEVELS,
                       "systems:\n  - name: one\n\n", RUN, mistakes[i].text);
        (void)snprintf(message, sizeof message, "m.yaml:%s", mistakes[i].message);
        assert_int_equal(manifest_parse(text, strlen(text), "m.yaml", "/", &design, &error),
                         ASSAY_USAGE);
        assert_string_equal(error.text, message);
    }
}

/* The place of a mistake is that of the item as written, not that of the cell. */
static void place_of_a_cell(void **state)
{
    (void)state;
    struct design *design = NULL;
    struct assay_error error;
    const char text[] = LEVELS ONE "benchmarks:\n  - name: a\n    run: prog {n}\n"
                                   "    parameters: {n: [1, 2, 3]}\n  - name: b\n    run: a {m}\n";
    assert_int_equal(manifest_parse(text, strlen(text), "m.yaml", "/", &design, &error),
                     ASSAY_USAGE);
    const char expected[] = "m.yaml:9:10: benchmarks[1].run: {m} is no placeholder";
    assert_memory_equal(error.text, expected, sizeof expected - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells),           cmocka_unit_test(conditions),
        cmocka_unit_test(written_again),   cmocka_unit_test(what_is_wrong),
        cmocka_unit_test(place_of_a_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
