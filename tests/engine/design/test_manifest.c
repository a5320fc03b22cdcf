/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_manifest.c -- a manifest read whole and written again, and files that are none. */
#include "support/oracle.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "design/check_part.h"
#include "design/manifest.h"
#include "measure/metric.h"

/* The manifest that the guide shows, in full. */
static const char whole[] = "experiment: fft-O1-O2\n"
                            "seed: 20130620                 # left out: drawn and recorded\n"
                            "margin: 2%\n"
                            "levels:\n"
                            "  - {name: build, count: 3, setup: \"fetch {system}\", "
                            "prepare: [checkout a, checkout b]}\n"
                            "  - {name: execution, count: 6, conclude: sync, "
                            "cleanup: \"drop {dir}\"}\n"
                            "  - {name: iteration, count: 10, warmup: 5, batch: auto}\n"
                            "systems:\n"
                            "  - name: O1\n"
                            "    build: make -s -C {source} OUT={dir} CFLAGS=-O1\n"
                            "  - name: O2\n"
                            "    build: make -s -C {source} OUT={dir} CFLAGS=-O2\n"
                            "    env: {MALLOC_ARENA_MAX: 1, LC_ALL: \"\"}\n"
                            "benchmarks:\n"
                            "  - name: fft-1024\n"
                            "    run: \"{dir}/fft {size}\"\n"
                            "    values: harness\n"
                            "    metrics: [wall, max_rss]\n"
                            "    timeout: 5m\n"
                            "    exit_codes: [0, 255]\n"
                            "    parameters: {size: 1024}\n"
                            "    units: 2\n"
                            "  - name: framework\n"
                            "    run: bench --repetitions={iterations}\n"
                            "    values: {format: google-benchmark, file: \"{dir}/o.json\", "
                            "benchmark: BM_a}\n"
                            "  - name: other\n"
                            "    run: other | cat\n"
                            "    shell: true\n"
                            "    exit_codes: 1,63-65\n"
                            "    values: {regex: 'time: ([0-9.]+) ms'}\n"
                            "    directory: \"{dir}\"\n"
                            "    input: data.txt\n"
                            "    output: \"null\"\n"
                            "prepare: [sync, \"true\"]\n"
                            "cleanup: rm -f {source}/out\n"
                            "ignore_failure: yes\n"
                            "builds: keep\n"
                            "layout: runtime\n";

static struct design *parse(const char *text)
{
    struct design *design = NULL;
    struct assay_error error;
    if (manifest_parse(text, strlen(text), "m.yaml", "/src", &design, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return design;
}

static void check_hooks_of_levels(const struct design *d)
{
    const struct design_hooks *build = &d->levels[0].hooks, *execution = &d->levels[1].hooks;
    assert_string_equal(build->setup, "fetch {system}");
    assert_string_equal(design_hook(build->prepare, build->n_prepare, 0), "checkout a");
    assert_string_equal(design_hook(build->prepare, build->n_prepare, 1), "checkout b");
    assert_string_equal(execution->cleanup, "drop {dir}");
    assert_int_equal(execution->n_conclude, 0); /* hyperfine's: the design's own */
    assert_string_equal(design_hook(d->hooks.conclude, d->hooks.n_conclude, 1), "sync");
    assert_null(design_hook(execution->prepare, execution->n_prepare, 0));
    assert_true(d->keep_builds && d->levels[2].batch == DESIGN_BATCH_AUTO);
}

/* Exactly those in the list, which is in order and ends with -1. */
static void assert_codes(const struct exit_codes *codes, const int *expected)
{
    for (int code = -2; code < 300; code++) {
        const bool stands = code >= 0 && code == *expected;
        assert_int_equal(exit_codes_have(codes, code), stands);
        expected += stands;
    }
    assert_int_equal(*expected, -1);
}

static void check_whole(const struct design *d)
{
    assert_string_equal(d->experiment, "fft-O1-O2");
    assert_true(d->seed_given && d->seed == 20130620 && d->ignore_failure && !d->quick);
    assert_true(d->runtime_layout);
    assert_true(d->margin == 0.02);
    assert_int_equal(d->n_levels, 3);
    assert_string_equal(d->levels[2].name, "iteration");
    assert_int_equal(d->levels[2].count, 10);
    assert_int_equal(d->levels[2].warmup, 5);
    assert_int_equal(d->n_systems, 2);
    assert_string_equal(d->systems[0].build, "make -s -C {source} OUT={dir} CFLAGS=-O1");
    assert_int_equal(d->systems[1].environment.n, 2);
    assert_string_equal(d->systems[1].environment.names[0], "MALLOC_ARENA_MAX");
    assert_string_equal(d->systems[1].environment.values[0], "1");
    assert_string_equal(d->systems[1].environment.values[1], "");
    assert_int_equal(d->n_benchmarks, 3);
    const struct design_benchmark *b = d->benchmarks;
    assert_true(b[0].source == VALUES_HARNESS && b[0].timeout_s == 300 && !b[0].shell);
    assert_int_equal(b[0].n_metrics, 2);
    assert_int_equal(b[0].units, 2);
    assert_true(b[1].source == VALUES_FORMAT && b[1].units == 0);
    assert_string_equal(b[1].format, "google-benchmark");
    assert_string_equal(b[1].values_file, "{dir}/o.json");
    assert_string_equal(b[1].values_benchmark, "BM_a");
    assert_true(b[2].source == VALUES_REGEX && b[2].shell && isinf(b[2].timeout_s));
    assert_string_equal(b[2].regex, "time: ([0-9.]+) ms");
    assert_codes(&b[0].exit_codes, (const int[]){0, 255, -1});
    assert_codes(&b[1].exit_codes, (const int[]){0, -1});
    assert_codes(&b[2].exit_codes, (const int[]){1, 63, 64, 65, -1});
    assert_string_equal(b[2].regex_unit, "ms");
    assert_string_equal(b[2].metrics[0], "wall");
    check_hooks_of_levels(d);
    assert_string_equal(d->shell, "sh");
    assert_int_equal(d->n_metrics, 2);
    assert_string_equal(d->metrics[1], "max_rss");
    assert_int_equal(d->hooks.n_prepare, 2);
}

static void reads_every_key(void **state)
{
    (void)state;
    struct design *design = parse(whole);
    check_whole(design);
    assert_string_equal(design->manifest, whole);
    char *text = design_expand(design, &(struct design_place){1, 0, "/tmp/b", 7, NULL},
                               design_command(design, 1, 0));
    assert_string_equal(text, "/tmp/b/fft 1024");
    free(text);
    design_free(&design);
    assert_null(design);
}

static void writes_what_it_reads(void **state)
{
    (void)state;
    struct design *first = parse(whole);
    char *text = manifest_write(first);
    struct design *second = parse(text);
    check_whole(second);
    char *again = manifest_write(second);
    assert_string_equal(text, again);
    free(text);
    free(again);
    design_free(&first);
    design_free(&second);
}

static const char two[] = "levels: [{name: execution, count: 20}]\n"
                          "systems: [{name: old}, {name: new}]\nbenchmarks: [{name: b, run: 'true'}]\n";

/* What a pilot of both orders has said is read back as it was. */
static void writes_what_a_pilot_said(void **state)
{
    (void)state;
    char *source = NULL;
    assert_true(asprintf(&source,
                         "order: {by: slices, slice: 50ms, tried: true, chosen: true, pilot: 15, "
                         "gain: 16.25, bias: [-0.001, -0.004, 0.002], because: so}\n%s",
                         two) > 0);
    struct design *first = parse(source);
    char *text = manifest_write(first);
    struct design *second = parse(text);
    const struct design_order *order = &second->order;
    assert_int_equal(order->pilot, 15);
    assert_true(order->slice_s == 0.05 && order->gain == 16.25 && order->bias.known);
    assert_true(order->bias.estimate == -0.001 && order->bias.lower == -0.004 &&
                order->bias.upper == 0.002);
    free(text);
    free(source);
    design_free(&first);
    design_free(&second);
}

/* What counts, in short and in full, is read back as it was; auto is not written. */
static void writes_what_counts(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        enum design_counts_by by;
        size_t executions;
    } cases[] = {{"counts: valgrind\n", COUNTS_VALGRIND, 0},
                 {"counts: {by: perf}\n", COUNTS_PERF, 0},
                 {"counts: {by: auto, executions: 3}\n", COUNTS_AUTO, 3},
                 {"", COUNTS_AUTO, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *source = NULL;
        assert_true(asprintf(&source, "%s%s", cases[i].line, two) > 0);
        struct design *first = parse(source);
        char *text = manifest_write(first);
        struct design *second = parse(text);
        assert_int_equal(second->counts.by, cases[i].by);
        assert_int_equal(second->counts.executions, cases[i].executions);
        assert_int_equal(strstr(text, "counts:") != NULL, cases[i].line[0] != '\0');
        free(text);
        free(source);
        design_free(&first);
        design_free(&second);
    }
}

/* A system's own services win; what is written gives the same text again. */
static void writes_services(void **state)
{
    (void)state;
    char *source = NULL;
    assert_true(asprintf(&source,
                         "service:\n"
                         "  - {run: a, ready: [\"line ^up\", \"port {port}\"], cpus: 0-1}\n"
                         "  - {name: b, run: \"b {server.port}\", ready: notify, level: build, "
                         "waiting: running, stop: {signal: SIGINT, grace: 2s}}\n%s",
                         two) > 0);
    struct design *first = parse(source);
    char *text = manifest_write(first);
    struct design *second = parse(text);
    char *again = manifest_write(second);
    assert_string_equal(text, again);
    const struct design_services *services = design_services_of(second, 1);
    assert_int_equal(services->n, 2);
    assert_string_equal(services->items[0].name, "server");
    assert_int_equal(services->items[0].n_ready, 2);
    assert_int_equal(services->items[0].ready[0].by, SERVICE_READY_LINE);
    assert_string_equal(services->items[0].ready[0].what, "^up");
    assert_int_equal(services->items[0].ready[1].by, SERVICE_READY_PORT);
    assert_string_equal(services->items[0].cpus, "0-1");
    assert_int_equal(services->items[0].stop_signal, SIGTERM);
    assert_false(services->items[0].of_build);
    assert_int_equal(services->items[1].stop_signal, SIGINT);
    assert_true(services->items[1].grace_s == 2);
    assert_true(services->items[1].of_build && services->items[1].awake);
    assert_true(metric_is_of_service(second, "b.max_rss"));
    assert_false(metric_is_of_service(second, "c.max_rss"));
    assert_false(metric_is_of_service(second, "b.max"));
    const struct design_ports ports = {{8001, 8002}, 2, 1};
    char *words = design_expand(second, &(struct design_place){.ports = &ports},
                                "{port} {server.port} {b.port}");
    assert_string_equal(words, "8002 8001 8002");
    free(words);
    free(again);
    free(text);
    free(source);
    design_free(&first);
    design_free(&second);
}

static const char *const stops[] = {
    "stop: {rule: pilot, precision: 1%}",
    "stop: {rule: fresh, precision: 0.01, pilot: 12}",
    "stop: {rule: continued, precision: 0.01, pilot_units: 30}",
    "stop: {rule: peek, precision: 2%}",
    "stop: {rule: anytime, expected: 30}",
    "stop: {rule: looks, looks: 4}",
};

/* A run that is resumed goes on by the rule that it was begun with. */
static void writes_rules_of_stopping(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        char *source = NULL;
        assert_true(asprintf(&source, "%s\n%s", stops[i], whole) > 0);
        struct design *first = parse(source);
        char *text = manifest_write(first);
        struct design *second = parse(text);
        assert_int_equal(first->stop.rule, i + 1);
        assert_int_equal(second->stop.rule, i + 1);
        assert_true(first->stop.precision == second->stop.precision);
        assert_int_equal(first->stop.expected, second->stop.expected);
        assert_int_equal(first->stop.looks, second->stop.looks);
        assert_int_equal(first->stop.pilot_units, second->stop.pilot_units);
        assert_int_equal(second->stop.pilot, 0); /* a number of a store, which keeps it */
        free(text);
        free(source);
        design_free(&first);
        design_free(&second);
    }
}

/* A load is a number of processors; a margin of 100 % and more is written as such. */
static void writes_large_shares(void **state)
{
    (void)state;
    char *source = NULL;
    assert_true(asprintf(&source, "isolate: {quiet_load: 2.5}\n%s", whole) > 0);
    struct design *first = parse(source);
    first->margin = 1.5;
    char *text = manifest_write(first);
    assert_non_null(strstr(text, "\nmargin: 150%\n"));
    struct design *second = parse(text);
    assert_true(second->margin == 1.5);
    assert_true(second->isolate.quiet_load == 2.5);
    free(text);
    free(source);
    design_free(&first);
    design_free(&second);
}

static void writes_any_text(void **state)
{
    (void)state;
    struct design *design = parse("levels: [{name: execution, count: 1}]\n"
                                  "systems: [{name: a}]\nbenchmarks: [{name: b, run: c}]\n");
    char odd[] =
        "a \"b\" \\ 'c'\n\td: #e\x01 {{}} ü\xc2\x85\xe2\x80\xa8\xf0\x9f\x8e\x89\xef\xbb\xbf";
    design->benchmarks[0].run = odd;
    design->benchmarks[0].shell = true;
    design->margin = 0.1 + 0.2;
    char *text = manifest_write(design);
    struct design *second = parse(text);
    assert_string_equal(second->benchmarks[0].run, odd);
    assert_true(second->margin == 0.1 + 0.2);
    free(text);
    design_free(&design);
    design_free(&second);
}

static void a_build_implies_its_level(void **state)
{
    (void)state;
    struct design *design = parse("levels: [{name: execution, count: 4}]\n"
                                  "systems: [{name: a, build: make}]\n"
                                  "benchmarks: [{name: b, run: c}]\n");
    assert_int_equal(design->n_levels, 2);
    assert_string_equal(design->levels[0].name, "build");
    assert_int_equal(design->levels[0].count, 1);
    assert_int_equal(design_execution_level(design), 1);
    design_free(&design);
}

/* ---- files ---- */

static void expect_unreadable(const char *path, enum assay_status status, const char *end)
{
    struct design *design = NULL;
    struct assay_error error;
    assert_int_equal(manifest_read(path, &design, &error), status);
    assert_null(design);
    char expected[256];
    (void)snprintf(expected, sizeof expected, "%s: %s", path, end);
    assert_string_equal(error.text, expected);
}

static void write_file(const char *path, const char *bytes, size_t n, size_t times)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (size_t i = 0; i < times; i++)
        assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

static void files_that_are_no_manifest(void **state)
{
    (void)state;
    char directory[] = "/tmp/assay-test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    char path[64];
    (void)snprintf(path, sizeof path, "%s/assay.yaml", directory);
    expect_unreadable(path, ASSAY_USAGE, "cannot be read: No such file or directory");
    expect_unreadable(directory, ASSAY_USAGE,
                      "cannot be read: it is a directory; a manifest is a YAML file");
    write_file(path, "a: b\0c", 6, 1);
    expect_unreadable(path, ASSAY_USAGE, "is not text: byte 5 is NUL; a manifest is YAML text");
    write_file(path, "# 0123456789abcd\n", 17, 70000);
    expect_unreadable(path, ASSAY_USAGE, "is longer than 1 MiB; that is no manifest");
    write_file(path, whole, sizeof whole - 1, 1);
    struct design *design = NULL;
    struct assay_error error;
    assert_int_equal(manifest_read(path, &design, &error), ASSAY_OK);
    check_whole(design);
    assert_string_equal(design->source, directory);
    design_free(&design);
    unlink(path);
    rmdir(directory);
}

/* The lists of two rooms that may not know each other. */
static void every_metric_of_a_process_may_be_asked_for(void **state)
{
    (void)state;
    size_t n = 0;
    for (; metrics[n].name != NULL; n++)
        assert_true(metric_is_of_process(metrics[n].name));
    assert_int_equal(n, 13);
    assert_false(metric_is_of_process("speed"));
}

static void expect_bomb(const char *begin, const char *repeated, const char *end,
                        const char *expected)
{
    enum { TIMES = 50000 };
    struct assay_error error;
    struct design *design = NULL;
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    (void)fputs(begin, stream);
    for (int i = 0; i < TIMES; i++) { /* # becomes the number */
        const char *number = strchr(repeated, '#');
        if (number == NULL)
            (void)fputs(repeated, stream);
        else
            (void)fprintf(stream, "%.*s%d%s", (int)(number - repeated), repeated, i, number + 1);
    }
    (void)fputs(end, stream);
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(manifest_parse(text, size, "file", "/", &design, &error), ASSAY_USAGE);
    if (strstr(error.text, expected) == NULL)
        fail_msg("%s", error.text);
    free(text);
}

/* Texts on which libyaml would work for minutes: its tests have seconds. */
static void bombs(void **state)
{
    (void)state;
    expect_bomb("levels: ", "[", "\n", "file:1:72: more than 64 lists or mappings in one another");
    expect_bomb("", "{\"a\":", "\n", "more than 64 lists or mappings in one another");
    expect_bomb("levels: [", "&a# 1,", "]\n", "more than 256 anchors");
    expect_bomb("parameters: {", "k#: 1,", "}\n", "more than 4096 keys of one mapping");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_key),
        cmocka_unit_test(writes_what_it_reads),
        cmocka_unit_test(writes_rules_of_stopping),
        cmocka_unit_test(writes_what_a_pilot_said),
        cmocka_unit_test(writes_what_counts),
        cmocka_unit_test(writes_services),
        cmocka_unit_test(writes_large_shares),
        cmocka_unit_test(writes_any_text),
        cmocka_unit_test(a_build_implies_its_level),
        cmocka_unit_test(files_that_are_no_manifest),
        cmocka_unit_test(bombs),
        cmocka_unit_test(every_metric_of_a_process_may_be_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
