/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c -- how fast JSON of other tools is read: texts in memory, in MB a second of processor time
 * (one thread). Usage: bench_json [ROUNDS]
 *
 * Beside each text, in the same round: jansson's tree of it, and strtod on each of its numbers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include <assay/random.h>

#include "format/format.h"

enum { ROWS = 200000, MOST_ROUNDS = 51, N_TEXTS = 2, N_READERS = 3 };

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* pyperf: runs of ten values with all their digits; Google Benchmark: a row of 260 bytes a value. */
static struct format_text make_text(int kind)
{
    char *text = malloc((size_t)ROWS * 320 + 256);
    struct assay_random random;
    if (text == NULL)
        exit(1);
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, (uint32_t)kind, 0);
    char *end =
        stpcpy(text, kind == 0 ? "{\"benchmarks\":[{\"metadata\":{\"name\":\"b\"},\"runs\":["
                               : "{\"context\":{},\"benchmarks\":[");
    for (long row = 0; row < ROWS; row++) {
        if (row > 0)
            *end++ = ',';
        if (kind == 1) {
            end += sprintf(end,
                           "\n    {\n      \"name\": \"BM_sort/10000\",\n      \"run_name\": "
                           "\"BM_sort/10000\",\n      \"run_type\": \"iteration\",\n      "
                           "\"repetitions\": 20,\n      \"threads\": 1,\n      \"iterations\": "
                           "1841,\n      \"real_time\": %.17g,\n      \"cpu_time\": %.17g,\n      "
                           "\"time_unit\": \"ns\"\n    }",
                           35326 * (1 + assay_random_uniform(&random)),
                           35326 * (1 + assay_random_uniform(&random)));
            continue;
        }
        end = stpcpy(end, "{\"values\":[");
        for (int i = 0; i < 10; i++)
            end += sprintf(end, "%s%.17g", i > 0 ? "," : "",
                           0.02 * (1 + assay_random_uniform(&random)));
        end = stpcpy(end, "]}");
    }
    end = stpcpy(end, kind == 0 ? "]}],\"version\":\"1.0\"}" : "]}");
    return (struct format_text){text, (size_t)(end - text)};
}

static double read_assay(const struct format_text *text)
{
    static const struct format_options options = {"file", "file", NULL, true, false, NULL};
    struct format_error error;
    struct assay_dataset *dataset = assay_dataset_new();
    const struct format *format = format_recognise(text, "file");
    if (dataset == NULL || format == NULL ||
        format->read(text, &options, dataset, &error) != ASSAY_OK)
        exit(1);
    double n = (double)assay_dataset_count(dataset);
    assay_dataset_free(&dataset);
    return n;
}

static double read_tree(const struct format_text *text)
{
    json_t *tree = json_loadb(text->text, text->size, 0, NULL);
    if (tree == NULL)
        exit(1);
    double n = (double)json_object_size(tree);
    json_decref(tree);
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

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static const char *const names[N_TEXTS] = {"pyperf, 17 digits", "Google Benchmark"};
    static double (*const readers[N_READERS])(const struct format_text *) = {read_assay, read_tree,
                                                                             read_strtod};
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    rounds = rounds < 1 ? 1 : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    printf("%-28s %8s %10s %10s %10s\n", "MB/s", "MB", "assay", "jansson", "strtod");
    for (int kind = 0; kind < N_TEXTS; kind++) {
        const struct format_text text = make_text(kind);
        double seconds[N_READERS][MOST_ROUNDS], sum = 0;
        for (int round = -1; round < rounds; round++)
            for (int reader = 0; reader < N_READERS; reader++) {
                double start = now_s();
                sum += readers[reader](&text);
                if (round >= 0)
                    seconds[reader][round] = now_s() - start;
            }
        printf("%-28s %8.0f", names[kind], (double)text.size / 1e6);
        for (int reader = 0; reader < N_READERS; reader++) {
            qsort(seconds[reader], (size_t)rounds, sizeof(double), ascending);
            printf(" %10.0f", (double)text.size / 1e6 / seconds[reader][rounds / 2]);
        }
        printf("%s\n", sum > 0 ? "" : " ?");
        free((char *)(uintptr_t)text.text);
    }
    return 0;
}
