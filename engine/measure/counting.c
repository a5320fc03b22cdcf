/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counting.c -- what counts instructions here.
 * Source:   cachegrind's file: the last line is "summary: IR …", the sums of the events of the line "events: Ir …"
 *           (Valgrind manual, 5.3).
 * Edge:     a process that is cut short leaves no file; one that forks without exec counts what its parent had until then
 *           once more (docs/counts.md).
 * Checked:  tests/engine/measure/test_counting.c.
 */
#include "measure/counting.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "measure/counter.h"
#include "measure/host.h"

/* A batch that a harness finds by its clock is another one under valgrind, where the clock stands nearly still. */
static bool follows_clock(const struct design *design)
{
    return design_has_iterations(design) &&
           design->levels[design->n_levels - 1].batch == DESIGN_BATCH_AUTO;
}

static enum assay_status take_valgrind(const struct design *design, struct counting *out,
                                       struct assay_error *error)
{
    if (follows_clock(design))
        return assay_fail(error, ASSAY_USAGE,
                          "valgrind counts instructions of whole executions, which a batch that is "
                          "found by the clock changes: write batch: N at the level iteration");
    out->by = COUNTS_VALGRIND;
    return ASSAY_OK;
}

enum assay_status counting_choose(const struct design *design,
                                  const struct counter_sources *sources, struct counting *out,
                                  struct assay_error *error)
{
    const enum design_counts_by asked = design->counts.by;
    *out = (struct counting){.by = COUNTS_AUTO};
    if (!design_has_counts(design) || design->only_builds)
        return ASSAY_OK;
    if (asked == COUNTS_PERF ||
        (asked == COUNTS_AUTO && counters_can_count(sources, "instructions"))) {
        *out = (struct counting){.by = COUNTS_PERF, .source = COUNTING_PERF};
        return ASSAY_OK;
    }
    if (asked == COUNTS_AUTO && (order_is_beside(design->order.by) || follows_clock(design)))
        return ASSAY_OK; /* not measured, as before there was valgrind */
    if (compiler_version("valgrind", out->source, sizeof out->source))
        return take_valgrind(design, out, error);
    out->source[0] = '\0';
    return asked == COUNTS_AUTO ? ASSAY_OK
                                : assay_fail(error, ASSAY_USAGE,
                                             "counts: valgrind does not answer: " COUNTING_REMEDY);
}

/* Of one file; false: it is none. */
static bool read_summary(int directory, const char *name, double *instructions)
{
    char line[512];
    bool of_instructions = false, found = false;
    const int fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    FILE *in = fd >= 0 ? fdopen(fd, "r") : NULL;
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        char *end;
        of_instructions = of_instructions || strncmp(line, "events: Ir", 10) == 0;
        if (strncmp(line, "summary: ", 9) != 0)
            continue;
        const double n = strtod(line + 9, &end);
        found = end != line + 9 && n >= 0;
        *instructions = n;
    }
    if (in != NULL)
        (void)fclose(in);
    return of_instructions && found;
}

bool counting_read(const char *directory, double *instructions)
{
    DIR *files = opendir(directory);
    const struct dirent *entry;
    bool good = true;
    size_t n = 0;
    double sum = 0, one = 0;
    while (files != NULL && (entry = readdir(files)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        good = good && read_summary(dirfd(files), entry->d_name, &one);
        sum += one;
        n++;
    }
    if (files != NULL)
        (void)closedir(files);
    if (good && n > 0)
        *instructions = sum;
    return good && n > 0;
}
