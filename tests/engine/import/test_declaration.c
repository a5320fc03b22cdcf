/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_declaration.c -- what a team says of its own files: tables, JSON, printed lines, metrics alone; mistakes with
 * their places; and what a reader took for what, written as such a declaration. */
#include "import/declaration.h"
#include "read.h"

static struct declarations parse(const char *text)
{
    struct declarations all;
    if (declarations_parse(text, strlen(text), "d.yaml", &all, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return all;
}

static struct assay_dataset *read_with(const struct declaration *declared, const char *text,
                                       struct declaration *explained)
{
    const struct format_options options = {.system = "file",
                                           .benchmark = "file",
                                           .alone = true,
                                           .declared = declared,
                                           .explained = explained,
                                           .summary = &summary};
    const struct format_text whole = {text, strlen(text)};
    const struct format *format =
        declared != NULL ? declaration_format(declared) : format_recognise(&whole, "file");
    struct assay_dataset *dataset = assay_dataset_new();
    bool matched;
    assert_non_null(format);
    summary = (struct format_summary){0};
    error = (struct assay_error){ASSAY_OK, ""};
    if (explained != NULL)
        explained->format = declaration_keep(explained, format->name);
    if (format_read(format, &whole, &options, dataset, &error) != ASSAY_OK ||
        (declared != NULL && declaration_apply(declared, dataset, &matched, &error) != ASSAY_OK) ||
        assay_dataset_finish(dataset, &error) != ASSAY_OK)
        assay_dataset_free(&dataset);
    return dataset;
}

static struct assay_dataset *read_declared(const char *declaration, const char *text)
{
    struct declarations all = parse(declaration);
    struct assay_dataset *dataset = read_with(&all.items[0], text, NULL);
    if (dataset == NULL)
        fail_msg("%s", error.text);
    declarations_fini(&all);
    return dataset;
}

static void table(void **state)
{
    (void)state;
    struct assay_dataset *d = read_declared(
        "imports:\n"
        "  - format: columns\n"
        "    repeats: iteration\n"
        "    take:\n"
        "      - {at: engine, is: system}\n"
        "      - {at: case, is: benchmark}\n"
        "      - {at: n, is: parameter, name: size}\n"
        "      - {at: pid, is: level, level: execution}\n"
        "      - {at: state, is: only, text: ok}\n"
        "      - {at: took, metric: wall, unit: ms}\n"
        "      - {at: score, metric: score, better: more}\n",
        "engine,case,n,pid,state,took,score,note\n"
        "v8,sort,10,7,ok,1.5,3,a\nv8,sort,10,7,failed,9,9,b\nv8,sort,10,8,ok,2.5,4,c\n");
    const struct assay_series *wall = find(d, "v8", "sort (size=10)", "wall");
    assert_values(wall, (const double[]){1.5e-3, 2.5e-3}, 2);
    assert_int_equal(wall->live.shape.n_levels, 2);
    assert_string_equal(wall->level_name[0], "execution");
    assert_string_equal(wall->level_name[1], "iteration");
    assert_int_equal(skipped(&summary, "rows that the declaration leaves out"), 1);
    const struct assay_series *score = find(d, "v8", "sort (size=10)", "score");
    assert_true(score->more_is_better);
    assert_false(wall->more_is_better);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
}

/* Columns that say unit and direction, cells with units, columns by place and of one name. */
static void table_of_words(void **state)
{
    (void)state;
    struct assay_dataset *d = read_declared("imports:\n"
                                            "  - format: columns\n"
                                            "    take:\n"
                                            "      - {at: what, is: metric}\n"
                                            "      - {at: in, is: unit}\n"
                                            "      - {at: goal, is: direction, more: up}\n"
                                            "      - {at: '#1'}\n",
                                            ",what,in,goal\n5,speed,points,up\n7,load,points,down\n"
                                            "3,took,ms,down\n");
    assert_true(find(d, "file", "file", "speed")->more_is_better);
    assert_false(find(d, "file", "file", "load")->more_is_better);
    assert_values(find(d, "file", "file", "took"), (const double[]){3e-3}, 1);
    assay_dataset_free(&d);
    d = read_declared(
        "imports: [{format: columns, take: [{at: t, unit: s, unit_in_cells: true, metric: one},"
        " {at: t, unit: s, metric: two}]}]",
        "t,t\n1.5ms,2\n4us,3\n");
    assert_values(find(d, "file", "file", "one"), (const double[]){1.5e-3, 4e-6}, 2);
    assert_values(find(d, "file", "file", "two"), (const double[]){2, 3}, 2);
    assay_dataset_free(&d);
}

static void json(void **state)
{
    (void)state;
    static const char declaration[] =
        "imports:\n"
        "  - format: json\n"
        "    repeats: iteration\n"
        "    take:\n"
        "      - {at: build/sha, is: version}\n"
        "      - {at: suites/*, is: benchmark}\n"
        "      - {at: 'suites/*/[]', is: parameter}\n"
        "      - {at: 'suites/*/[]/pid', is: level, level: execution}\n"
        "      - {at: 'suites/*/[]/state', is: only, text: ok|fair}\n"
        "      - {at: 'suites/*/[]/big', is: direction, more: 'yes'}\n"
        "      - {at: 'suites/*/[]/times', metric: wall, unit: us}\n"
        "      - {at: 'suites/*/[]/rate', metric: rate, unit: points}\n";
    struct assay_dataset *d = read_declared(
        declaration, "{\"build\":{\"sha\":\"4d\"},\"suites\":{\"sort\":["
                     "{\"pid\":1,\"state\":\"ok\",\"big\":\"yes\",\"times\":[1,2],\"rate\":\"5\"},"
                     "{\"pid\":2,\"state\":\"fair\",\"times\":[3]},"
                     "{\"pid\":3,\"state\":\"bad\",\"times\":[9]}]}}");
    assert_values(find(d, "4d", "sort (#1)", "wall"), (const double[]){1e-6, 2e-6}, 2);
    assert_string_equal(find(d, "4d", "sort (#2)", "wall")->level_name[0], "execution");
    assert_true(find(d, "4d", "sort (#1)", "rate")->more_is_better);
    assert_int_equal(skipped(&summary, "objects that the declaration leaves out"), 1);
    assay_dataset_free(&d);
}

/* Names in one text, and versions with their dates. */
static void json_names(void **state)
{
    (void)state;
    struct format_versions versions = {0};
    struct declarations all = parse("imports:\n"
                                    "  - format: json\n"
                                    "    take:\n"
                                    "      - {at: '[]/build', is: version, after: '@'}\n"
                                    "      - {at: '[]/date', is: time}\n"
                                    "      - {at: '[]/took/*', is: benchmark, until: ' / '}\n"
                                    "      - {at: '[]/took/*', metric: wall, unit: ms}\n");
    static const char text[] =
        "[{\"took\":{\"sort / quick\":1,\"scan\":2},\"build\":\"main@4d\","
        "\"date\":\"2024-05-01T12:30:00Z\"},"
        "{\"took\":{\"sort / heap\":3},\"build\":\"5e\",\"date\":1714566601}]";
    const struct format_options options = {.system = "file",
                                           .benchmark = "file",
                                           .declared = &all.items[0],
                                           .versions = &versions,
                                           .summary = &summary};
    const struct format_text whole = {text, sizeof text - 1};
    struct assay_dataset *d = assay_dataset_new();
    summary = (struct format_summary){0};
    assert_int_equal(format_read(declaration_format(&all.items[0]), &whole, &options, d, &error),
                     ASSAY_OK);
    assert_int_equal(assay_dataset_finish(d, &error), ASSAY_OK);
    assert_values(find(d, "4d", "sort", "wall"), (const double[]){1e-3}, 1);
    assert_values(find(d, "4d", "scan", "wall"), (const double[]){2e-3}, 1);
    assert_values(find(d, "file", "sort", "wall"), (const double[]){3e-3}, 1);
    assert_true(format_versions_find(&versions, "4d")->time_ms == 1714566600000);
    assert_null(format_versions_find(&versions, "5e"));
    format_versions_fini(&versions);
    declarations_fini(&all);
    assay_dataset_free(&d);
}

static void lines(void **state)
{
    (void)state;
    struct assay_dataset *d = read_declared(
        "imports:\n"
        "  - format: lines\n"
        "    repeats: iteration\n"
        "    take:\n"
        "      - {at: 'case {name}:', is: benchmark}\n"
        "      - {at: 'with {name} threads', is: parameter, before: ' (threads=', behind: ')'}\n"
        "      - {at: 'took {value} ms', metric: wall, unit: ms}\n"
        "      - {at: 'score {value}', metric: score, better: more, system: x}\n",
        "case sort:\nwith 4 threads\ntook 1,234 ms\ntook 2 ms\nscore 7\nelse\n");
    assert_values(find(d, "file", "sort (threads=4)", "wall"), (const double[]){1234e-3, 2e-3}, 2);
    assert_string_equal(find(d, "file", "sort (threads=4)", "wall")->level_name[0], "iteration");
    assert_true(find(d, "x", "sort (threads=4)", "score")->more_is_better);
    assert_int_equal(summary.n_summaries, 0);
    assay_dataset_free(&d);
}

/* Of a tool's own format: what its metrics are. A unit that the file says is not talked over. */
static void metrics(void **state)
{
    (void)state;
    static const char text[] = "[1.5, 2.5]";
    struct assay_dataset *d = read_declared(
        "imports: [{format: series, take: [{metric: 'v*', unit: us, better: more}]}]", text);
    assert_values(find(d, "file", "file", "value"), (const double[]){1.5 / 1e6, 2.5 / 1e6}, 2);
    assert_string_equal(find(d, "file", "file", "value")->unit, "s");
    assert_true(find(d, "file", "file", "value")->more_is_better);
    assay_dataset_free(&d);
    struct declarations all =
        parse("imports: [{format: plain, take: [{metric: wall, unit: byte}]}]");
    assert_null(read_with(&all.items[0], "1.5ms\n2ms\n", NULL));
    assert_non_null(strstr(error.text, "the unit of wall is s"));
    declarations_fini(&all);
}

/* What repeats in an execution is iterations, unless somebody says something else. */
static void within_executions(void **state)
{
    (void)state;
    struct assay_dataset *d = read_declared(
        "imports: [{format: json, take: [{at: '[]/p', is: level, level: execution}, {at: '[]/t', unit: s, metric: took}]}]",
        "[{\"p\":1,\"t\":[1,2]},{\"p\":2,\"t\":[3,4]}]");
    const struct assay_series *took = find(d, "file", "file", "took");
    assert_int_equal(took->live.shape.n_levels, 2);
    assert_string_equal(took->level_name[0], "execution");
    assert_string_equal(took->level_name[1], "iteration");
    assay_dataset_free(&d);
}

static void mistakes(void **state)
{
    (void)state;
#define IMPORT(rest) "imports:\n  - format: columns\n    take:\n" rest
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "d.yaml: is empty (write imports)"},
        {"imports: []", "d.yaml:1:10: imports: the list is empty"},
        {"import: 1", "d.yaml:1:1: import: unknown key; a declaration has: imports"},
        {"imports:\n  - take: [{at: x}]\n",
         "d.yaml:2:5: imports[0]: the key \"format\" is missing"},
        {"imports:\n  - format: fancy\n", "d.yaml:2:13: imports[0].format: there is no format"},
        {IMPORT("      - {at: x, is: colour}\n"),
         "d.yaml:4:21: imports[0].take[0].is: \"colour\" is nothing that a file has"},
        {IMPORT("      - {at: x, better: bigger}\n"),
         "d.yaml:4:25: imports[0].take[0].better: \"bigger\" says nothing of what is better"},
        {IMPORT("      - {at: x, is: system, unit: ms}\n      - {at: y}\n"),
         "d.yaml:4:29: imports[0].take[0]: the key \"unit\" says nothing of a system here"},
        {IMPORT("      - {at: x, is: system}\n"), "d.yaml:4:7: imports[0]: no item is a value"},
        {IMPORT("      - {at: x, is: level}\n      - {at: y}\n"),
         "d.yaml:4:9: imports[0].take[0]: the key \"level\" is missing"},
        {IMPORT("      - {unit: ms}\n"),
         "d.yaml:4:9: imports[0].take[0]: the key \"at\" is missing"},
        {IMPORT("      - {at: x, is: window}\n"),
         "d.yaml:4:9: imports[0].take[0]: the format \"columns\" has no window"},
        {"imports: [{format: lines, take: [{at: 'took {ms}'}]}]",
         "d.yaml:1:34: imports[0].take[0]: \"{ms}\" is no field of a line"},
        {"imports: [{format: lines, take: [{at: 'took {value'}]}]",
         "d.yaml:1:34: imports[0].take[0]: a brace of \"took {value\" is not closed"},
        {"imports: [{format: lines, take: [{at: 'took'}]}]",
         "d.yaml:1:34: imports[0].take[0]: {value} is missing in the line"},
        {"imports: [{format: pyperf, take: [{at: x}]}]",
         "d.yaml:1:35: imports[0].take[0]: the format \"pyperf\" knows its places"},
        {"imports: [{format: columns, take: [{at: x}], words: [{text: a}]}]",
         "d.yaml:1:53: imports[0]: words are of json alone"},
        {"imports: [{format: columns, take: [{at: x, is: system, after: a}, {at: y}]}]",
         "d.yaml:1:56: imports[0].take[0]: the key \"after\" says nothing of a system here"},
        {"imports: [{format: json, take: [{at: x, is: system, after: a, until: b}, {at: y}]}]",
         "d.yaml:1:33: imports[0].take[0]: until and after stand in one item"},
        {"imports: [{format: columns, dialect: pipe, take: [{at: x}]}]",
         "d.yaml:1:38: imports[0].dialect: \"pipe\" parts no columns"},
        {"imports: [{format: json, repeats: execution, take: [{at: p, is: level, level: execution}, {at: y}]}]",
         "d.yaml:1:53: imports[0].take[0]: the level \"execution\" is in itself"},
        {"imports: [{format: columns, take: [{at: p, is: level, level: build}, {at: q, is: level, level: build}, {at: y}]}]",
         "d.yaml:1:70: imports[0].take[1]: the level \"build\" stands twice"},
        {"imports: [{format: columns, take: [{at: x}]}]\n---\nmore: 1\n",
         "d.yaml:4:1: more follows the declaration; a file holds one"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct declarations all;
        assert_int_equal(
            declarations_parse(cases[i].text, strlen(cases[i].text), "d.yaml", &all, &error),
            ASSAY_USAGE);
        if (strncmp(error.text, cases[i].error, strlen(cases[i].error)) != 0)
            fail_msg("%s\nis not\n%s", error.text, cases[i].error);
        assert_null(all.memory);
    }
    struct declarations all = parse("imports: [{format: columns, take: [{at: x}, {at: y}]}]");
    assert_null(read_with(&all.items[0], "x,z\n1,2\n", NULL));
    assert_string_equal(error.text, "it has no column \"y\", of which d.yaml tells");
    declarations_fini(&all);
}

static void patterns(void **state)
{
    (void)state;
    struct declarations all =
        parse("imports:\n"
              "  - {files: 'nightly/*.csv', format: columns, take: [{at: a}]}\n"
              "  - {files: [x.csv, 'run-?.csv'], format: columns, take: [{at: b}]}\n");
    assert_ptr_equal(declarations_find(&all, "nightly/1.csv"), &all.items[0]);
    assert_ptr_equal(declarations_find(&all, "deep/below/x.csv"), &all.items[1]);
    assert_ptr_equal(declarations_find(&all, "run-7.csv"), &all.items[1]);
    assert_null(declarations_find(&all, "run-77.csv"));
    assert_null(declarations_find(&all, "1.csv"));
    declarations_fini(&all);
}

static bool same(const struct assay_dataset *a, const struct assay_dataset *b)
{
    bool is_same = assay_dataset_count(a) == assay_dataset_count(b);
    for (size_t i = 0; is_same && i < assay_dataset_count(a); i++) {
        const struct assay_series *x = assay_dataset_get(a, i), *y = assay_dataset_get(b, i);
        is_same = strcmp(x->system, y->system) == 0 && strcmp(x->benchmark, y->benchmark) == 0 &&
                  strcmp(x->metric, y->metric) == 0 && strcmp(x->unit, y->unit) == 0 &&
                  x->more_is_better == y->more_is_better &&
                  x->live.shape.n_levels == y->live.shape.n_levels &&
                  n_values(&x->live) == n_values(&y->live) &&
                  memcmp(x->live.values, y->live.values,
                         n_values(&x->live) * sizeof *x->live.values) == 0;
    }
    return is_same;
}

/* What was taken for what, written and read again, gives the same. */
static void explained(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "name,threads,time_ms,ops/s\na,1,1.5,7\nb,2,2.5,8\n",
        ",commit,build,latency [us],metric\n3,4d,1,5,x\n1,4d,2,6,x\n2,bc,1,7,x\n",
        "benchmark,old,new\nsort,1.5,1.25\nfind,2.5,2.25\n",
        "metric,value,unit\nread,5,ms\nwrite,6,MB/s\n",
        "[{\"name\":\"a\",\"mean\":{\"ms\":4},\"threads\":2},{\"name\":\"b\",\"mean\":{\"ms\":5},"
        "\"threads\":3}]",
        "[{\"name\":\"a\",\"unit\":\"ms\",\"value\":3},{\"name\":\"b\",\"unit\":\"req/"
        "s\",\"value\":5}]",
        "{\"tests\":[{\"name\":\"a\",\"execution_time\":[0.5,0.25]}],\"run\":{\"llvm_project_"
        "revision\":\"r1\"},"
        "\"machine\":{}}",
        "Running 10s test @ http://x/\n  4 threads and 10 connections\n    Latency   635.91us  "
        "0.89ms  93%\n"
        "Requests/sec:  56.25\n",
        "====== redis ======\nnothing\n  throughput summary: 5.5 requests per second\n  latency "
        "summary (msec):\n"
        "   0.75 0.5 0.25 1 2 3\n",
        "name,engine,rebar_version,err,median,mean\na,x,1,,1.5ms,2ms\nb,x,1,boom,1ns,1ns\n",
        "1.5ms\n2.5ms\n",
        "test a ... bench:          18 ns/iter (+/- 0) = 21666 MB/s\ntest b ... bench: 3 ns/iter "
        "(+/- 1)\n",
        "BenchmarkX-8 1000 5.5 ns/op 16 B/op\nBenchmarkX-8 1000 6.5 ns/op 16 B/op\n",
        "[{\"suite\":[\"A\",\"B\"],\"times_ms\":[1,2],\"mean_ms\":1.5},{\"suite\":[\"A\",\"C\"],"
        "\"times_ms\":[3,4],"
        "\"mean_ms\":3.5}]",
        "{\"metrics\":{\"http_req_duration\":{\"avg\":19.5,\"max\":20},\"checks\":{\"rate\":1}}}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct declaration took = {0};
        char *yaml = NULL;
        size_t size;
        struct assay_dataset *direct = read_with(NULL, texts[i], &took);
        if (direct == NULL)
            fail_msg("text %zu: %s", i, error.text);
        FILE *out = open_memstream(&yaml, &size);
        if (took.n == 0) /* no places: what source.c says of the metrics */
            declaration_note(&took,
                             &(const struct declared_item){.role = SHAPE_VALUE,
                                                           .metric = (char *)(uintptr_t) "wall",
                                                           .unit = (char *)(uintptr_t) "s"});
        declaration_write(&took, "a file.csv", out);
        fclose(out);
        struct declarations all = parse(yaml);
        assert_string_equal(all.items[0].files[0], "a file.csv");
        struct assay_dataset *again = read_with(&all.items[0], texts[i], NULL);
        if (again == NULL || !same(direct, again))
            fail_msg("text %zu: %s\n%s", i, error.text, yaml);
        declarations_fini(&all);
        declaration_fini(&took);
        assay_dataset_free(&direct);
        assay_dataset_free(&again);
        free(yaml);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table),      cmocka_unit_test(table_of_words), cmocka_unit_test(json),
        cmocka_unit_test(json_names), cmocka_unit_test(lines),          cmocka_unit_test(metrics),
        cmocka_unit_test(mistakes), cmocka_unit_test(within_executions),   cmocka_unit_test(patterns),       cmocka_unit_test(explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
