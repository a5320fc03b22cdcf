/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv.c -- how fast assay CSV is read: 1e7 rows in memory, in MB a second of processor time (one
 * thread; so other work on the machine disturbs less).
 * Usage: bench_csv [ROUNDS], or bench_csv file FILE: seconds of reading this file, and the KiB that
 *        were resident at most, for bench/csv-peers
 *
 * Beside each text, in the same round: finding its line ends with memchr (what memory and the C
 * library allow) and strtod on the last field of each line (what a simple reader pays for numbers
 * alone). Medians over the rounds after one warm-up; the cases of a round run in turn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <assay/random.h>

#include "import/format.h"
#include "source/read_source.h"
#include "timing.h"

enum { ROWS = 10000000, MOST_ROUNDS = 51, N_TEXTS = 3, N_READERS = 3 };

static double now_s(void)
{
    return clock_s(CLOCK_THREAD_CPUTIME_ID);
}

/* ---- texts ---- */

static int write_row(char *out, int kind, long row, double value)
{
    switch (kind) {
    case 0: /* units one after the other, clock ticks */
        return sprintf(out, "O1,fft-1024,%ld,%ld,%ld,%.9f\n", row / 1000000 + 1,
                       row / 10000 % 100 + 1, row % 10000 + 1, value);
    case 1: /* all digits that a double has */
        return sprintf(out, "O1,fft-1024,%ld,%ld,%ld,%.17g\n", row / 1000000 + 1,
                       row / 10000 % 100 + 1, row % 10000 + 1, value);
    default: /* paired rounds: the system changes with each row */
        return sprintf(out, "O%ld,fft-1024,%ld,%.9f\n", row % 2 + 1, row / 2 + 1, value);
    }
}

static struct format_text make_text(int kind)
{
    static const char *const headers[N_TEXTS] = {
        "system,benchmark,build,execution,iteration,seconds\n",
        "system,benchmark,build,execution,iteration,seconds\n",
        "system,benchmark,execution,seconds\n"};
    char *text = malloc((size_t)ROWS * 64 + 256);
    if (text == NULL)
        exit(1);
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, (uint32_t)kind, 0);
    char *end = stpcpy(text, headers[kind]);
    for (long row = 0; row < ROWS; row++)
        end += write_row(end, kind, row, 1.9e-3 * (1 + 0.02 * assay_random_uniform(&random)));
    return (struct format_text){text, (size_t)(end - text)};
}

/* ---- readers; each returns something that depends on all it read ---- */

static double read_format(const struct format_text *text)
{
    static const struct format_options options = {"file", "file", "execution"};
    struct assay_error error;
    struct assay_dataset *dataset = assay_dataset_new();
    if (dataset == NULL ||
        format_read(format_named("csv"), text, &options, dataset, &error) != ASSAY_OK)
        exit(1);
    double n = (double)assay_dataset_count(dataset);
    assay_dataset_free(&dataset);
    return n;
}

static double read_lines(const struct format_text *text)
{
    const char *p = text->text, *end = p + text->size;
    double n = 0;
    for (; p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
        n++;
    return n;
}

static double read_strtod(const struct format_text *text)
{
    const char *p = text->text, *end = p + text->size;
    double sum = 0;
    for (const char *line; p < end; p++) {
        line = p;
        p = memchr(p, '\n', (size_t)(end - p));
        const char *comma = memrchr(line, ',', (size_t)(p - line));
        if (comma != NULL)
            sum += strtod(comma + 1, NULL);
    }
    return sum;
}

static int read_from_file(const char *path)
{
    static const struct format_options options = {"file", "file", "execution"};
    const struct format *csv = format_named("csv");
    struct assay_dataset *dataset = NULL;
    struct assay_error error;
    struct rusage usage;
    const double start = now_s();
    if (source_read_file(path, csv, &options, NULL, &dataset, NULL, &error) != ASSAY_OK)
        return 1;
    const double seconds = now_s() - start;
    getrusage(RUSAGE_SELF, &usage);
    printf("%.6f %ld\n", seconds, usage.ru_maxrss);
    assay_dataset_free(&dataset);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "file") == 0)
        return read_from_file(argv[2]);
    static const char *const names[N_TEXTS] = {"3 levels, ns ticks", "3 levels, 17 digits",
                                               "1 level, 2 systems in turn"};
    static double (*const readers[N_READERS])(const struct format_text *) = {
        read_format, read_strtod, read_lines};
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    rounds = rounds < 1 ? 1 : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    printf("%-28s %8s %10s %10s %10s\n", "MB/s", "MB", "assay", "strtod", "line ends");
    for (int kind = 0; kind < N_TEXTS; kind++) {
        const struct format_text text = make_text(kind);
        double seconds[N_READERS][MOST_ROUNDS], sum = 0;
        for (int round = -1; round < rounds; round++) {
            for (int reader = 0; reader < N_READERS; reader++) {
                double start = now_s();
                sum += readers[reader](&text);
                if (round >= 0)
                    seconds[reader][round] = now_s() - start;
            }
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
