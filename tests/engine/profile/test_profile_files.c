/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_profile_files.c -- what other profilers write, and what of it is whose. */
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile_file.h"

/* ---- reading ---- */

static enum assay_status read_text(struct profile *profile, const char *text, size_t size,
                                   struct assay_error *error)
{
    const struct format_text given = {.text = text, .size = size};
    return profile_read_text(profile, &given, "file", (uint32_t)profile->n_executions, 0, error);
}

static void begin(struct profile *profile)
{
    profile_init(profile, 2, &(struct profile_origin){.sampler = "", .unit = ""});
}

/* A file of the corpus that is also fuzzed. */
static void read_corpus(struct profile *profile, const char *name)
{
    char path[600];
    static char text[1 << 16];
    struct assay_error error = {.status = ASSAY_OK};
    (void)snprintf(path, sizeof path, "%s/tests/fuzz/corpus/profile/%s", getenv("ASSAY_SOURCE"), name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t n = fread(text, 1, sizeof text, file);
    fclose(file);
    begin(profile);
    if (read_text(profile, text, n, &error) != ASSAY_OK)
        fail_msg("%s: %s", name, error.text);
}

static void read_words(struct profile *profile, const char *text)
{
    struct assay_error error = {.status = ASSAY_OK};
    begin(profile);
    if (read_text(profile, text, strlen(text), &error) != ASSAY_OK)
        fail_msg("%s", error.text);
}

static void assert_refused(const char *text, const char *why)
{
    struct profile profile;
    struct assay_error error = {.status = ASSAY_OK};
    begin(&profile);
    assert_int_equal(read_text(&profile, text, strlen(text), &error), ASSAY_INVALID);
    if (strstr(error.text, why) == NULL)
        fail_msg("\"%s\" is not said, but: %s", why, error.text);
    profile_fini(&profile);
}

static struct profile_count count_of(struct profile *profile, const char *name, const char *object)
{
    const size_t n = profile->n_functions;
    const uint32_t function = profile_function(profile, name, object);
    if (profile->n_functions > n)
        fail_msg("there is no %s in \"%s\"", name, object);
    for (size_t i = 0; i < profile->executions[0].n; i++)
        if (profile->counts[i].function == function)
            return profile->counts[i];
    return (struct profile_count){.function = function};
}

static uint64_t self_of(struct profile *profile, const char *name, const char *object)
{
    return count_of(profile, name, object).self;
}

/* ---- formats ---- */

static void collapsed(void **state)
{
    (void)state;
    struct profile profile;
    read_corpus(&profile, "collapsed.txt");
    assert_string_equal(profile.origin.sampler, "collapsed stacks");
    assert_string_equal(profile.origin.unit, "samples");
    assert_int_equal(self_of(&profile, "lookup", ""), 43);
    assert_int_equal(self_of(&profile, "memcpy", ""), 3);
    assert_int_equal(self_of(&profile, "parse", "app.py"), 13); /* on two lines */
    assert_int_equal(self_of(&profile, "", ""), 2);
    assert_int_equal(self_of(&profile, "Lorg/App.step", PROFILE_JIT), 6);
    assert_int_equal(count_of(&profile, "parse", "").self, 7);
    assert_int_equal(count_of(&profile, "parse", "").total, 42 + 3 + 7 + 1); /* once where it calls itself */
    assert_close(profile.executions[0].system_s, 5, 0, 0);
    assert_close(profile.executions[0].user_s, 43 + 3 + 7 + 2 + 13 + 6, 0, 0);
    profile_fini(&profile);
    read_corpus(&profile, "tachyon.txt");
    assert_int_equal(self_of(&profile, "parse", "app.py"), 13);
    assert_int_equal(count_of(&profile, "run", "app.py").total, 13);
    assert_int_equal(self_of(&profile, "wait", "threading.py"), 3);
    profile_fini(&profile);
}

static void perf_script(void **state)
{
    (void)state;
    struct profile profile;
    read_corpus(&profile, "perf-stacks.txt");
    assert_string_equal(profile.origin.unit, "s");
    assert_int_equal(self_of(&profile, "lookup", ""), 1);
    assert_int_equal(count_of(&profile, "parse_all", "").total, 2);
    assert_int_equal(count_of(&profile, "__libc_start_call_main", "libc.so.6").total, 1);
    assert_int_equal(self_of(&profile, "LazyCompile:~body app.js:1", PROFILE_JIT), 1);
    assert_int_equal(self_of(&profile, "", ""), 1);
    assert_close(profile.executions[0].user_s, 3 * 1.001001e-3, 1e-12, 0);
    assert_close(profile.executions[0].system_s, 1.001001e-3, 1e-12, 0);
    profile_fini(&profile);
    read_corpus(&profile, "perf.txt");
    assert_true(self_of(&profile, "parse", "") > 0 && self_of(&profile, "mix", "") > 0);
    assert_int_equal(profile_samples(&profile, &profile.executions[0]), 24);
    profile_fini(&profile);
    read_words(&profile, "a b 12 cycles:\n 55 f (/x/a b)\n\na b 12 cycles:\n 66 g (/lib/modules/6/ext4.ko)\n");
    assert_int_equal(self_of(&profile, "f", ""), 1);
    assert_close(profile.executions[0].system_s, 1, 0, 0);
    profile_fini(&profile);
    read_words(&profile, "a 12 3.5: 700 cycles:u: 55 f+0x1 (/x/c)\na 12 3.6: 300 cycles:u: 55 f+0x2 (/x/c)\n");
    assert_string_equal(profile.origin.unit, "cycles");
    assert_int_equal(self_of(&profile, "f", "c"), 1000);
    profile_fini(&profile);
    assert_refused("a 12 3.5: 7 cycles: 55 f (/x/c)\na 12 3.6: 3 faults: 55 f (/x/c)\n", "file:2: it holds samples of cycles and of faults");
}

static void callgrind(void **state)
{
    (void)state;
    struct profile profile;
    read_corpus(&profile, "callgrind.out");
    assert_string_equal(profile.origin.unit, "Ir");
    assert_int_equal(self_of(&profile, "lookup", ""), 1520);
    assert_int_equal(self_of(&profile, "main", ""), 38); /* without what it calls */
    assert_int_equal(self_of(&profile, "_IO_default_setbuf", "libc.so.6"), 6);
    assert_int_equal(self_of(&profile, "", ""), 25);
    assert_close(profile.executions[0].user_s, 1520 + 38 + 6 + 25, 0, 0);
    profile_fini(&profile);
    read_words(&profile, "positions: instr line\nevents: Dr\nfn=f\n0x10 3 4\n+3 * 5\n");
    assert_int_equal(self_of(&profile, "f", ""), 9);
    profile_fini(&profile);
    read_words(&profile, "events: Ir\nfn=(1) f.isra.0\n1 4\nfn=(2) f.isra.0'2\n1 5\nfn=(3) g(int) [clone .part.1]\n1 7\nfn='\n1 1\n");
    assert_int_equal(self_of(&profile, "f", ""), 9); /* copies, and calls of itself, are the function */
    assert_int_equal(self_of(&profile, "g(int)", ""), 7);
    assert_int_equal(self_of(&profile, "'", ""), 1);
    profile_fini(&profile);
    assert_refused("events: Ir\nfn=f\n1 x\n", "file:3: \"x\" is no cost");
    assert_refused("events: Ir\nfn=(99999999) f\n1 1\n", "number is too large");
}

static void cpuprofile(void **state)
{
    (void)state;
    struct profile profile;
    read_corpus(&profile, "node.cpuprofile");
    assert_int_equal(self_of(&profile, "parse", "app.js"), 60);
    assert_int_equal(self_of(&profile, "(anonymous)", "app.js"), 6);
    assert_int_equal(self_of(&profile, "readSync", "node:fs"), 4);
    assert_int_equal(self_of(&profile, "(program)", ""), 10);
    assert_close(profile.executions[0].wall_s, 0.2, 1e-12, 0);
    assert_close(profile.executions[0].user_s, 0.2 * 80 / 100, 1e-12, 0); /* the rest is idle */
    profile_fini(&profile);
    read_words(&profile, "{\"nodes\":[{\"id\":7,\"callFrame\":{\"functionName\":\"f\",\"url\":\"\"}}],"
                         "\"startTime\":0,\"endTime\":1000000,\"samples\":[7,7,9]}");
    assert_int_equal(self_of(&profile, "f", ""), 2);
    profile_fini(&profile);
    read_words(&profile, "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\"},\"hitCount\":0,\"children\":[2]},"
                         "{\"callFrame\":{\"functionName\":\"main\"},\"hitCount\":2,\"children\":[3,4],\"id\":2},"
                         "{\"id\":3,\"callFrame\":{\"functionName\":\"f\"},\"hitCount\":5,\"children\":[3]},"
                         "{\"id\":4,\"callFrame\":{\"functionName\":\"g\"},\"hitCount\":4}],\"startTime\":0,\"endTime\":1000}");
    assert_int_equal(count_of(&profile, "main", "").total, 6); /* f, which calls itself for ever, is nobody's */
    assert_int_equal(count_of(&profile, "f", "").total, 5);
    assert_int_equal(count_of(&profile, "g", "").total, 4);
    profile_fini(&profile);
    assert_refused("{\"nodes\":[{\"id\":7,\"callFrame\":{\"functionName\":\"f\"}}]}", "it holds no sample");
}

/* One that node itself wrote; and one by hand: main [1] calls f [2], 30 ms; a location without a name; the kernel. */
static void pprof(void **state)
{
    (void)state;
    static const char by_hand[] =
        "\x0a\x04\x08\x01\x10\x02" "\x0a\x04\x08\x03\x10\x04" /* samples/count, cpu/nanoseconds */
        "\x12\x0a\x0a\x02\x02\x01\x12\x04\x03\xc0\x84\x3d"     /* f, main: 3 samples, 1 ms */
        "\x12\x07\x08\x03\x10\x01\x10\x90\x4e"                 /* nameless: 1, 10 000 ns */
        "\x12\x07\x08\x04\x10\x02\x10\x90\x4e"                 /* kernel */
        "\x1a\x04\x08\x01\x28\x05" "\x1a\x04\x08\x02\x28\x06" "\x1a\x04\x08\x03\x28\x07"
        "\x22\x08\x08\x01\x10\x01\x22\x02\x08\x01"
        "\x22\x08\x08\x02\x10\x01\x22\x02\x08\x02"
        "\x22\x04\x08\x03\x10\x02" "\x22\x04\x08\x04\x10\x03"
        "\x2a\x04\x08\x01\x10\x08" "\x2a\x04\x08\x02\x10\x09"
        "\x32\x00" "\x32\x07samples" "\x32\x05" "count" "\x32\x03" "cpu" "\x32\x0bnanoseconds"
        "\x32\x06/x/app" "\x32\x06/l/lib" "\x32\x11[kernel.kallsyms]" "\x32\x04main" "\x32\x01" "f"
        "\x50\x80\x94\xeb\xdc\x03";
    struct profile profile;
    struct assay_error error = {.status = ASSAY_OK};
    begin(&profile);
    if (read_text(&profile, by_hand, sizeof by_hand - 1, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    assert_string_equal(profile.origin.unit, "s");
    assert_int_equal(self_of(&profile, "f", ""), 3);
    assert_int_equal(self_of(&profile, "main", ""), 0);
    assert_int_equal(count_of(&profile, "main", "").total, 3);
    assert_int_equal(self_of(&profile, "", "lib"), 1);
    assert_close(profile.executions[0].user_s, 1.01e-3, 1e-12, 0);
    assert_close(profile.executions[0].system_s, 1e-5, 1e-12, 0);
    assert_close(profile.executions[0].wall_s, 1, 1e-12, 0);
    profile_fini(&profile);
    read_corpus(&profile, "time.pb");
    assert_string_equal(profile.origin.unit, "s");
    assert_true(self_of(&profile, "main", "") + self_of(&profile, "parse", "") > 100);
    profile_fini(&profile);
}

static void in_one_unit(void **state)
{
    (void)state;
    static const char other[] = "events: Ir\nfn=f\n1 1\n";
    struct profile profile;
    struct assay_error error = {.status = ASSAY_OK};
    read_words(&profile, "a;b 1\n");
    assert_int_equal(read_text(&profile, other, sizeof other - 1, &error), ASSAY_INVALID);
    assert_non_null(strstr(error.text, "it counts Ir, the files before it samples"));
    profile_fini(&profile);
    assert_refused("name,value\nx,1\n", "no profile that assay reads");
    assert_refused("", "no profile that assay reads");
    assert_refused("a;b 1\na;b x\n", "no profile");
    assert_refused("a;b 1\n1;2 3\n1;2 3\n1;2 3\n1;2 3\n1;2 3\n1;2 3\n1;2 3\n1;2 3\n1;2 3\n1;2 3\n1;2 3\n"
                   "1;2 3\n1;2 3\n1;2 3\n1;2 3\na;b x\n",
                   "file:17: a stack ends with a blank and its count");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collapsed), cmocka_unit_test(perf_script), cmocka_unit_test(callgrind),
        cmocka_unit_test(cpuprofile), cmocka_unit_test(pprof),      cmocka_unit_test(in_one_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
