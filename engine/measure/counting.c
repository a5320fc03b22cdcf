/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counting.c -- what counts instructions here.
 * Source:   cachegrind's file: the last line is "summary: IR …", the sums of the events of the line "events: Ir …"
 *           (Valgrind manual, 5.3); callgrind's: the same behind "totals:".
 * Edge:     a process that is cut short leaves no file; one that forks without exec counts what its parent had until then
 *           once more (docs/counts.md).
 * Checked:  tests/engine/measure/test_counting.c.
 */
#include "measure/counting.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "measure/counter.h"
#include "measure/host.h"

static enum assay_status take_valgrind(const struct design *design, struct counting *out,
                                       struct assay_error *error)
{
    if (design_follows_clock(design))
        return assay_fail(error, ASSAY_USAGE,
                          "valgrind counts instructions of whole executions, which a batch that is "
                          "found by the clock changes: write batch: N at the level iteration");
    out->by = COUNTS_VALGRIND;
    return ASSAY_OK;
}

/* Iterations alone are what valgrind counts, where harnesses say when they begin and end. */
static enum assay_status check_iterations(const struct design *design, struct assay_error *error)
{
    bool any = !design->counts.of_iterations;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        any = any || design->benchmarks[i].source == VALUES_HARNESS;
    if (!any)
        return assay_fail(error, ASSAY_USAGE,
                          "counts of iterations are those of a harness (write values: harness, or "
                          "drop of: iterations)");
    return design->counts.of_iterations && design->counts.by == COUNTS_PERF
               ? assay_fail(error, ASSAY_USAGE,
                            "counts of iterations are what valgrind counts (write by: valgrind, or "
                            "drop of: iterations)")
               : ASSAY_OK;
}

enum assay_status counting_choose(const struct design *design,
                                  const struct counter_sources *sources, struct counting *out,
                                  struct assay_error *error)
{
    const enum design_counts_by asked = design->counts.by;
    *out = (struct counting){.by = COUNTS_AUTO};
    if (!design_has_counts(design) || design->only_builds)
        return ASSAY_OK;
    TRY(check_iterations(design, error));
    if (asked == COUNTS_PERF || (asked == COUNTS_AUTO && !design->counts.of_iterations &&
                                 counters_can_count(sources, "instructions"))) {
        *out = (struct counting){.by = COUNTS_PERF, .source = COUNTING_PERF};
        return ASSAY_OK;
    }
    if (asked == COUNTS_AUTO && (order_is_beside(design->order.by) || design_follows_clock(design)))
        return ASSAY_OK; /* not measured, as before there was valgrind */
    if (compiler_version("valgrind", out->source, sizeof out->source)) {
        if (design->counts.of_iterations)
            (void)strncat(out->source, " of iterations",
                          sizeof out->source - strlen(out->source) - 1);
        return take_valgrind(design, out, error);
    }
    out->source[0] = '\0';
    return asked == COUNTS_AUTO ? ASSAY_OK
                                : assay_fail(error, ASSAY_USAGE,
                                             "counts: valgrind does not answer: " COUNTING_REMEDY);
}

char **counting_words(const char *const *tool, char *const *command, const char *path)
{
    static const char *const before[] = {"valgrind", "--vgdb=no", "--trace-children=yes",
                                         "--log-file=/dev/null", "--child-silent-after-fork=yes"};
    enum { OWN = sizeof before / sizeof *before };
    size_t n_tool = 0, n = 0;
    while (tool[n_tool] != NULL)
        n_tool++;
    while (command[n] != NULL)
        n++;
    char **words = calloc(OWN + n_tool + n + 1, sizeof *words);
    if (words == NULL)
        return NULL;
    memcpy(words, before, sizeof before);
    memcpy(words + OWN, tool, n_tool * sizeof *words);
    memcpy(words + OWN + n_tool, command, n * sizeof *words);
    if (strchr(command[0], '/') == NULL)
        words[OWN + n_tool] = (char *)(uintptr_t)path;
    return words;
}

double counting_timeout_s(double timed_s)
{
    static const double slower = 100, at_least_s = 60;
    return fmax(slower * timed_s, at_least_s);
}

static FILE *open_in(int directory, const char *name)
{
    const int fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    FILE *in = fd >= 0 ? fdopen(fd, "r") : NULL;
    if (in == NULL && fd >= 0)
        close(fd);
    return in;
}

/* The number behind these words, of instructions; false: there is none. */
static bool read_sum(FILE *in, const char *words, double *instructions)
{
    const size_t length = strlen(words);
    char line[512];
    bool of_instructions = false, found = false;
    double sum = 0;
    while (fgets(line, sizeof line, in) != NULL) {
        char *end;
        of_instructions = of_instructions || strncmp(line, "events: Ir", 10) == 0;
        if (strncmp(line, words, length) != 0)
            continue;
        const double n = strtod(line + length, &end);
        sum += n;
        found = end != line + length && n >= 0;
    }
    *instructions = sum;
    return of_instructions && found;
}

/* Of one file of cachegrind's. */
static bool read_summary(FILE *in, double *instructions)
{
    return read_sum(in, "summary: ", instructions);
}

/* Of one file of callgrind's, the sum of all that it has written in parts. */
static bool read_totals(FILE *in, double *instructions)
{
    return read_sum(in, "totals: ", instructions);
}

/* Of one program's loader: those with a symbol, as it ends, or begins where its end is not told (_exit), with the relative ones.
 * A child that was forked writes into the same file, and has those of its parent. */
static bool read_statistics(FILE *in, double *relocations)
{
    static const char looked_up[] = "number of relocations:", relative[] = "relative relocations:";
    char line[512];
    double most = -1, fixed = 0;
    while (fgets(line, sizeof line, in) != NULL) {
        const char *at = strstr(line, looked_up);
        const double n = at != NULL ? strtod(at + sizeof looked_up - 1, NULL) : -1;
        most = n > most ? n : most;
        if ((at = strstr(line, relative)) != NULL)
            fixed = strtod(at + sizeof relative - 1, NULL);
    }
    *relocations = most + fixed;
    return most >= 0;
}

/* The sum over all files; false: there is none, or one is no such file. */
static bool read_all(const char *directory, bool (*read)(FILE *in, double *n), double *out)
{
    DIR *files = opendir(directory);
    const struct dirent *entry;
    bool good = true;
    size_t n = 0;
    double sum = 0, one = 0;
    while (files != NULL && (entry = readdir(files)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        FILE *in = open_in(dirfd(files), entry->d_name);
        good = good && in != NULL && read(in, &one);
        if (in != NULL)
            (void)fclose(in);
        sum += one;
        n++;
    }
    if (files != NULL)
        (void)closedir(files);
    if (good && n > 0)
        *out = sum;
    return good && n > 0;
}

bool counting_read(const char *directory, double *instructions)
{
    return read_all(directory, read_summary, instructions);
}

bool counting_read_callgrind(const char *directory, double *instructions)
{
    return read_all(directory, read_totals, instructions);
}

bool counting_read_loader(const char *directory, double *relocations)
{
    return read_all(directory, read_statistics, relocations);
}
