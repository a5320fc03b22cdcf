/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_around.c -- what two experiments differ in beside the program, and in which order it is told. */
#include "source/around.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MANIFEST(build, run, input)                                                                \
    "levels: [{name: execution, count: 3}]\nsystems: [{name: s, build: '" build                    \
    "'}]\nbenchmarks: [{name: b, run: '" run "', input: '" input "'}, {name: c, run: 'c'}]\n"

/* "kind name before>after; …", of one side that is not there "-". */
static void told_is(const char *manifests[2], const char *facts[2], const char *expected)
{
    struct experiment_info infos[2];
    struct around around;
    char text[1024] = "";
    for (size_t i = 0; i < 2; i++)
        infos[i] = (struct experiment_info){.manifest = (char *)manifests[i],
                                            .host_json = (char *)facts[i],
                                            .source = (char *)"/tmp"};
    assert_true(around_of(&infos[0], &infos[1], &around));
    for (size_t i = 0; i < around.n; i++) {
        const struct around_change *change = &around.items[i];
        const size_t n = strlen(text);
        (void)snprintf(text + n, sizeof text - n, "%s %s %s>%s; ", around_kind_name(change->kind),
                       change->name, change->before != NULL ? change->before : "-",
                       change->after != NULL ? change->after : "-");
    }
    around_fini(&around);
    assert_string_equal(text, expected);
}

static void manifests_differ(void **state)
{
    (void)state;
    const char *facts[] = {"{}", "{}"};
    const char *plain = MANIFEST("cc", "p 1", "in");
    told_is((const char *[]){plain, plain}, facts, "");
    told_is((const char *[]){plain, MANIFEST("cc -O2", "p 2", "out")}, facts,
            "command b p 1>p 2; input b in>out; build s cc>cc -O2; ");
    told_is((const char *[]){plain, "nonsense"}, facts, "");
}

static void environments_and_machines_differ(void **state)
{
    (void)state;
    const char *plain = MANIFEST("cc", "p 1", "in");
    const char *manifests[] = {plain, plain};
    told_is(manifests,
            (const char *[]){
                "{\"kernel\":\"6.1\",\"governor\":null,\"environment\":{\"A\":\"1\",\"TERM\":\"1\","
                "\"LD_PRELOAD\":\"1\",\"Z_TOKEN\":null}}",
                "{\"kernel\":\"6.2\",\"governor\":\"performance\",\"environment\":{\"A\":\"2\","
                "\"TERM\":\"2\","
                "\"CI_JOB\":\"1\",\"N\":\"1\",\"Z_TOKEN\":null}}"},
            "environment LD_PRELOAD >-; environment A >; environment N ->; "
            "machine kernel 6.1>6.2; ");
    /* What one machine does not tell, as of a governor, is no difference; tunables that are not set are known. */
    told_is(manifests,
            (const char *[]){"{\"governor\":\"performance\",\"glibc_tunables\":null}",
                             "{\"governor\":null,\"glibc_tunables\":\"a=1\"}"},
            "machine glibc_tunables none>a=1; ");
    /* Of a store before environments were kept nothing is said of them. */
    told_is(manifests,
            (const char *[]){"{\"kernel\":\"6.1\"}",
                             "{\"kernel\":\"6.1\",\"environment\":{\"N\":\"1\"}}"},
            "");
}

#define PART ",\"not_followed\":\"slow\""
#define INNER(system, files, part) "\"" system "\":{\"files\":{\"" files "\"}" part "}"
#define FILES(system, files, part) "{" INNER(system, files, part) "}"

/* Of what executions opened, of systems that both have, or of the lone one; without what the build made. */
static void opened_files_differ(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after, *expected;
    } cases[] = {
        {FILES("s", "{dir}/p\":\"1\",\"/b\":\"2\",\"/a\":\"3\",\"/same\":\"4", ""),
         FILES("t", "{dir}/p\":\"5\",\"/c\":\"6\",\"/a\":\"7\",\"/same\":\"4", ""),
         "file /a 3>7; file /b 2>-; file /c ->6; "},
        {"{" INNER("s", "/a\":\"1", "") "," INNER("t", "/a\":\"1", "") "}",
         "{" INNER("t", "/a\":\"2", "") "," INNER("u", "/a\":\"3", "") "}", "file /a 1>2; "},
        /* of a part it is not said what one side did not open */
        {FILES("s", "/b\":\"2\",\"/a\":\"3", PART), FILES("s", "/c\":\"6\",\"/a\":\"7", ""),
         "file /a 3>7; part: slow"},
        {FILES("s", "/b\":\"2\",\"/a\":\"3", ""), FILES("s", "/c\":\"6\",\"/a\":\"7", PART),
         "file /a 3>7; part: slow"},
        {"{\"s\":{\"not_followed\":\"slow\"}}", FILES("s", "/c\":\"6", ""), "part: slow"},
        {FILES("s", "/a\":\"1", ""), NULL, ""},
        {FILES("s", "/a\":\"1", ""), "nonsense", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct experiment_info infos[2] = {{.opened = (char *)cases[i].before},
                                           {.opened = (char *)cases[i].after}};
        struct around around;
        char text[256] = "";
        assert_true(around_of(&infos[0], &infos[1], &around));
        for (size_t k = 0; k < around.n; k++) {
            const struct around_change *change = &around.items[k];
            const size_t n = strlen(text);
            (void)snprintf(text + n, sizeof text - n, "%s %s %s>%s; ",
                           around_kind_name(change->kind), change->name,
                           change->before != NULL ? change->before : "-",
                           change->after != NULL ? change->after : "-");
        }
        if (around.not_followed != NULL)
            (void)snprintf(text + strlen(text), sizeof text - strlen(text), "part: %s",
                           around.not_followed);
        around_fini(&around);
        assert_string_equal(text, cases[i].expected);
    }
}

static void commands_bear_on_their_benchmark(void **state)
{
    (void)state;
    struct around_change change = {.kind = AROUND_COMMAND, .name = (char *)"fft"};
    assert_true(around_bears(&change, "fft"));
    assert_true(around_bears(&change, "fft on O2"));
    assert_false(around_bears(&change, "fft-1024"));
    change.kind = AROUND_VARIABLE;
    assert_true(around_bears(&change, "fft-1024"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manifests_differ),
        cmocka_unit_test(environments_and_machines_differ),
        cmocka_unit_test(opened_files_differ),
        cmocka_unit_test(commands_bear_on_their_benchmark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
