/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c -- how fast JSON of other tools is read: texts in memory, in MB a second of processor time
 * (one thread). Usage: bench_json [ROUNDS [NAME]]
 *
 * Beside each text, in the same round: jansson's tree of it, and strtod on each of its numbers.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <assay/random.h>

#include "import/format.h"
#include "timing.h"

enum { ROWS = 200000, MOST_ROUNDS = 51, N_READERS = 3 };

static double now_s(void)
{
    return clock_s(CLOCK_THREAD_CPUTIME_ID);
}

/* ---- texts: what stands before the rows, a row, what stands between and behind ---- */

static double value_of(struct assay_random *random, double unit)
{
    return unit * (1 + assay_random_uniform(random));
}

/* n values in brackets. */
static char *put_values(char *end, struct assay_random *random, int n, double unit, int digits)
{
    *end++ = '[';
    for (int i = 0; i < n; i++)
        end += sprintf(end, "%s%.*g", i > 0 ? ", " : "", digits, value_of(random, unit));
    *end++ = ']';
    return end;
}

static char *put_pyperf(char *end, struct assay_random *random, long row)
{
    if (row % 60 == 0) { /* another benchmark */
        end -= row > 0;
        end += sprintf(end, "%s{\"metadata\":{\"name\":\"b%ld\"},\"runs\":[", row > 0 ? "]}," : "",
                       row);
    }
    end += sprintf(
        end,
        "{\"metadata\": {\"date\": \"2026-11-20 10:%02ld:00.123456\"}, \"values\": ", row % 60);
    end = put_values(end, random, 3, 0.02, 17);
    return stpcpy(end, ", \"warmups\": [[1, 0.03]]}");
}

static char *put_runs(char *end, struct assay_random *random, long row)
{
    (void)row;
    end = stpcpy(end, "{\"values\": ");
    return stpcpy(put_values(end, random, 20, 2e-7, 17), "}");
}

static char *put_google(char *end, struct assay_random *random, long row)
{
    const double real = value_of(random, 35326), cpu = value_of(random, 35326);
    return end + sprintf(end,
                         "\n    {\n      \"name\": \"BM_sort/10000\",\n      \"run_name\": "
                         "\"BM_sort/10000\",\n      \"run_type\": \"iteration\",\n      "
                         "\"repetitions\": 20,\n      \"repetition_index\": %ld,\n      "
                         "\"threads\": 1,\n      \"iterations\": 1841,\n      \"real_time\": "
                         "%.17g,\n      \"cpu_time\": %.17g,\n      \"time_unit\": \"ns\"\n    }",
                         row % 20, real, cpu);
}

static char *put_hyperfine(char *end, struct assay_random *random, long row)
{
    end += sprintf(end,
                   "\n    {\n      \"command\": \"sort --size %ld\",\n      \"mean\": 0.5,\n      "
                   "\"times\": [",
                   row);
    for (int i = 0; i < 10; i++)
        end += sprintf(end, "%s\n        %.17g", i > 0 ? "," : "", value_of(random, 0.5));
    end = stpcpy(end, "\n      ],\n      \"exit_codes\": [");
    for (int i = 0; i < 10; i++)
        end += sprintf(end, "%s\n        0", i > 0 ? "," : "");
    return stpcpy(end, "\n      ]\n    }");
}

static char *put_jmh(char *end, struct assay_random *random, long row)
{
    end += sprintf(end,
                   "\n    {\n        \"benchmark\": \"org.sample.Bench.run\",\n        "
                   "\"mode\": \"avgt\",\n        \"threads\": 1,\n        \"params\": "
                   "{\"size\": \"%ld\"},\n        \"primaryMetric\": {\n            \"score\": "
                   "12.5,\n            \"scoreUnit\": \"us/op\",\n            \"rawData\": [",
                   row);
    for (int fork = 0; fork < 5; fork++) {
        end = stpcpy(end, fork > 0 ? ",\n                " : "\n                ");
        end = put_values(end, random, 10, 12, 17);
    }
    return stpcpy(end, "\n            ]\n        },\n        \"secondaryMetrics\": {}\n    }");
}

static char *put_rebench(char *end, struct assay_random *random, long row)
{
    return end + sprintf(end,
                         "{\"in\":1,\"it\":%ld,\"m\":[{\"c\":0,\"v\":%.6f},{\"c\":1,\"v\":%.0f}]}",
                         row + 1, value_of(random, 90), value_of(random, 1e6));
}

static char *put_krun(char *end, struct assay_random *random, long row)
{
    (void)row;
    return put_values(end, random, 100, 0.2, 17);
}

static char *put_asv(char *end, struct assay_random *random, long row)
{
    end += sprintf(end, "\"module.Suite.time_%ld\": [[%.5g], [], \"0123456789abcdef\", 1.5, 2, [",
                   row, value_of(random, 1e-5));
    return stpcpy(put_values(end, random, 100, 1e-5, 5), "]]");
}

static char *put_pytest(char *end, struct assay_random *random, long row)
{
    end += sprintf(end,
                   "\n        {\n            \"name\": \"test_%ld\",\n            \"fullname\": "
                   "\"tests/test_sort.py::test_%ld\",\n            \"stats\": {\n                "
                   "\"mean\": 0.5,\n                \"rounds\": 30,\n                \"data\": [",
                   row, row);
    for (int i = 0; i < 30; i++)
        end +=
            sprintf(end, "%s\n                    %.17g", i > 0 ? "," : "", value_of(random, 1e-5));
    return stpcpy(end, "\n                ]\n            }\n        }");
}

static char *put_nanobench(char *end, struct assay_random *random, long row)
{
    end +=
        sprintf(end, "\n{\"title\": \"benchmark\", \"name\": \"b%ld\", \"measurements\": [", row);
    for (int i = 0; i < 11; i++)
        end += sprintf(end,
                       "%s\n{\"iterations\": 1841, \"elapsed\": %.10g, \"pagefaults\": 0, "
                       "\"cpucycles\": %.10g, \"contextswitches\": 0, \"instructions\": %.10g, "
                       "\"branchinstructions\": %.10g, \"branchmisses\": %.10g}",
                       i > 0 ? "," : "", value_of(random, 1e-8), value_of(random, 40),
                       value_of(random, 100), value_of(random, 10), value_of(random, 0.1));
    return stpcpy(end, "\n]}");
}

static char *put_dotnet(char *end, struct assay_random *random, long row)
{
    end += sprintf(end,
                   "\n{\"DisplayInfo\": \"Sort.Run: DefaultJob\", \"FullName\": \"Sort.Run(%ld)\", "
                   "\"Statistics\": {\"Mean\": 1.5}, \"Measurements\": [",
                   row);
    for (int i = 0; i < 30; i++)
        end += sprintf(end,
                       "%s\n    {\n        \"IterationMode\": \"Workload\",\n        "
                       "\"IterationStage\": \"%s\",\n        \"LaunchIndex\": %d,\n        "
                       "\"IterationIndex\": %d,\n        \"Operations\": 1024,\n        "
                       "\"Nanoseconds\": %.0f\n    }",
                       i > 0 ? "," : "", i % 15 < 4 ? "Warmup" : "Result", i / 15 + 1, i % 15,
                       value_of(random, 4e8));
    return stpcpy(end, "\n]}");
}

static char *put_tinybench(char *end, struct assay_random *random, long row)
{
    end += sprintf(end,
                   "{\"name\": \"b%ld\", \"result\": {\"latency\": {\"rme\": 1, \"sem\": 1, "
                   "\"samples\": ",
                   row);
    return stpcpy(put_values(end, random, 100, 0.02, 17), "}}}");
}

static char *put_k6(char *end, struct assay_random *random, long row)
{
    end[-1] = '\n';
    return end +
           sprintf(end,
                   "{\"metric\":\"http_req_duration\",\"type\":\"Point\",\"data\":{\"time\":"
                   "\"2026-11-20T10:00:00.%06ld+02:00\",\"value\":%.6f,\"tags\":{"
                   "\"expected_response\":\"true\",\"group\":\"\",\"method\":\"GET\",\"name\":"
                   "\"http://127.0.0.1/\",\"proto\":\"HTTP/1.1\",\"scenario\":\"default\","
                   "\"status\":\"200\",\"url\":\"http://127.0.0.1/\"}}}",
                   row, value_of(random, 12));
}

static char *put_vegeta(char *end, struct assay_random *random, long row)
{
    end[-1] = '\n';
    return end + sprintf(end,
                         "{\"attack\":\"a\",\"seq\":%ld,\"code\":200,\"timestamp\":"
                         "\"2026-11-20T10:00:00.123456789+02:00\",\"latency\":%.0f,\"bytes_out\":0,"
                         "\"bytes_in\":512,\"error\":\"\",\"body\":\"\",\"method\":\"GET\",\"url\":"
                         "\"http://127.0.0.1/\",\"headers\":null}",
                         row, value_of(random, 2e6));
}

static char *put_custom(char *end, struct assay_random *random, long row)
{
    return end +
           sprintf(end,
                   "\n  {\"name\": \"suite/benchmark %ld\", \"unit\": \"ns\", \"value\": %.10g}",
                   row % 1000, value_of(random, 100));
}

static char *put_own(char *end, struct assay_random *random, long row)
{
    end += sprintf(end, "\n   {\"labels\": {\"execution\": \"%ld\"}, \"values\": ", row + 1);
    return stpcpy(put_values(end, random, 20, 2e-7, 17), "}");
}

static char *put_plain(char *end, struct assay_random *random, long row)
{
    (void)row;
    return end + sprintf(end, "%.6f", value_of(random, 100));
}

static const struct kind {
    const char *name, *before;
    char *(*put)(char *end, struct assay_random *random, long row);
    long rows;
    const char *behind;
} kinds[] = {
    {"pyperf, 3 values a run", "{\"benchmarks\":[", put_pyperf, ROWS,
     "]}],\"metadata\":{\"unit\":\"second\"},\"version\":\"1.0\"}"},
    {"pyperf, 20 values a run", "{\"benchmarks\":[{\"runs\":[", put_runs, ROWS / 4,
     "]}],\"metadata\":{\"name\":\"b\"},\"version\":\"1.0\"}"},
    {"Google Benchmark", "{\"context\":{},\"benchmarks\":[", put_google, ROWS, "]}"},
    {"hyperfine", "{\"results\":[", put_hyperfine, ROWS / 10, "]}"},
    {"JMH", "[", put_jmh, ROWS / 20, "]"},
    {"ReBenchDB",
     "{\"data\":[{\"runId\":{\"cmdline\":\"x\",\"benchmark\":{\"name\":\"Queens\",\"suite\":{"
     "\"name\":"
     "\"s\",\"executor\":{\"name\":\"vm\"}}}},\"d\":[",
     put_rebench, 2 * ROWS,
     "]}],\"criteria\":[{\"i\":0,\"c\":\"total\",\"u\":\"ms\"},{\"i\":1,\"c\":\"mem\",\"u\":"
     "\"byte\"}]}"},
    {"Krun", "{\"wallclock_times\":{\"b:V:x\":[", put_krun, ROWS / 20, "]}}"},
    {"asv",
     "{\"commit_hash\":\"0123456789abcdef\",\"result_columns\":[\"result\",\"params\",\"version\","
     "\"started_at\",\"duration\",\"samples\"],\"params\":{},\"results\":{",
     put_asv, ROWS / 40, "}}"},
    {"pytest-benchmark", "{\"benchmarks\":[", put_pytest, ROWS / 10, "]}"},
    {"nanobench", "{\"results\":[", put_nanobench, ROWS / 20, "]}"},
    {"BenchmarkDotNet", "{\"HostEnvironmentInfo\":{},\"Benchmarks\":[", put_dotnet, ROWS / 20,
     "]}"},
    {"tinybench", "[", put_tinybench, ROWS / 10, "]"},
    {"k6", " ", put_k6, ROWS, "\n"},
    {"vegeta", " ", put_vegeta, ROWS, "\n"},
    {"names, units and values", "[", put_custom, ROWS, "]"},
    {"assay.values",
     "{\"schema\": \"assay.values/1\", \"assay\": \"0.1.0\", \"series\": [{\"system\": \"a\", "
     "\"benchmark\": \"b\", \"metric\": \"wall\", \"unit\": \"s\", \"more_is_better\": false, "
     "\"levels\": [\"execution\", \"iteration\"], \"rows\": [",
     put_own, ROWS / 4, "]}]}"},
    {"numbers", "[", put_plain, 20 * ROWS, "]"},
};
enum { N_TEXTS = sizeof kinds / sizeof kinds[0] };

static struct format_text make_text(int number)
{
    const struct kind *kind = &kinds[number];
    char *text = malloc((size_t)(64 << 20) + 256 * 1024);
    struct assay_random random;
    if (text == NULL)
        exit(1);
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, (uint32_t)number, 0);
    char *end = stpcpy(text, kind->before);
    for (long row = 0; row < kind->rows && end - text < 64 << 20; row++) {
        if (row > 0)
            *end++ = ',';
        end = kind->put(end, &random, row);
    }
    end = stpcpy(end, kind->behind);
    return (struct format_text){text, (size_t)(end - text), false};
}

static double read_assay(const struct format_text *text)
{
    static const struct format_options options = {"file", "file", NULL, true, false, NULL};
    struct assay_error error;
    struct assay_dataset *dataset = assay_dataset_new();
    const struct format *format = format_recognise(text, "file");
    if (dataset == NULL || format == NULL ||
        format_read(format, text, &options, dataset, &error) != ASSAY_OK) {
        fprintf(stderr, "%s: %s\n", format != NULL ? format->name : "no format",
                format != NULL ? error.text : "");
        exit(1);
    }
    double n = (double)assay_dataset_count(dataset);
    assay_dataset_free(&dataset);
    return n;
}

/* All texts in it: some formats have an object a line. */
static double read_tree(const struct format_text *text)
{
    double n = 0;
    for (size_t at = 0; at + 1 < text->size;) {
        json_error_t where;
        json_t *tree = json_loadb(text->text + at, text->size - at, JSON_DISABLE_EOF_CHECK, &where);
        if (tree == NULL)
            exit(1);
        n += (double)json_object_size(tree);
        json_decref(tree);
        at += (size_t)where.position;
    }
    return n;
}

static double read_strtod(const struct format_text *text)
{
    double sum = 0;
    for (const char *p = text->text, *end = p + text->size; p < end; p++)
        if ((unsigned)(*p - '0') < 10) {
            char *last;
            sum += strtod(p, &last);
            p = last;
        }
    return sum;
}

int main(int argc, char **argv)
{
    static double (*const readers[N_READERS])(const struct format_text *) = {read_assay, read_tree,
                                                                             read_strtod};
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    rounds = rounds < 1 ? 1 : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    printf("%-28s %8s %10s %10s %10s\n", "MB/s", "MB", "assay", "jansson", "strtod");
    for (int kind = 0; kind < N_TEXTS; kind++) {
        if (argc > 2 && strstr(kinds[kind].name, argv[2]) == NULL)
            continue;
        const struct format_text text = make_text(kind);
        double seconds[N_READERS][MOST_ROUNDS], sum = 0;
        for (int round = -1; round < rounds; round++)
            for (int reader = 0; reader < N_READERS; reader++) {
                (void)malloc_trim(0); /* nobody pays for the trees of another */
                double start = now_s();
                sum += readers[reader](&text);
                if (round >= 0)
                    seconds[reader][round] = now_s() - start;
            }
        printf("%-28s %8.0f", kinds[kind].name, (double)text.size / 1e6);
        for (int reader = 0; reader < N_READERS; reader++) {
            qsort(seconds[reader], (size_t)rounds, sizeof(double), ascending);
            printf(" %10.0f", (double)text.size / 1e6 / seconds[reader][rounds / 2]);
        }
        printf("%s\n", sum > 0 ? "" : " ?");
        free((char *)(uintptr_t)text.text);
    }
    return 0;
}
