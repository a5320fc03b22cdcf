/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spec_runs.c -- which runs of a SPEC file count.
 * Source:   the tools' own util.pl: basepeak_munge copies the runs of base into peak where a
 *           benchmark has basepeak set, median_ratio passes runs whose status is not S.
 * Assumes:  status S, in CPU2000 1, is success; NR: not run. Others (CE, RE, VE, R? ...) are none,
 *           whatever time was reported.
 * Names:    base and peak are the systems. A time is that of all copies of a rate run together:
 *           their number, where it is not 1, belongs to the benchmark's name.
 * Edge:     where some runs say how they ended, one that does not is half: the text was cut.
 * Checked:  tests/engine/import/test_spec.c. */
#include "import/spec_runs.h"

#include <stdlib.h>

#include "import/gather.h"
#include "text/number.h"

enum { SUCCEEDED = 1, FAILED = 2, DIFFERENT = 4 }; /* what the runs of a benchmark and a tune are */

struct spec_run *spec_runs_add(struct spec_runs *runs)
{
    if (!array_more(&runs->runs, runs->n, &runs->room))
        return NULL;
    runs->runs[runs->n] = (struct spec_run){.line = 0};
    return &runs->runs[runs->n++];
}

static bool has_time(const struct spec_run *run)
{
    return run->time.size > 0 && !word_is(run->time, "--");
}

static bool succeeded(const struct spec_run *run)
{
    return has_time(run) &&
           (run->status.size == 0 || word_is(run->status, "S") || word_is(run->status, "1"));
}

static struct gather_entry *find_group(struct gather *groups, const struct spec_run *run, bool peak)
{
    const struct gather_field key[2] = {{run->benchmark.text, run->benchmark.size},
                                        {peak ? "peak" : "base", 4}};
    const size_t index = gather_find(groups, key);
    if (index == SIZE_MAX)
        return NULL;
    if (groups->entries[index].last_label == INT64_MIN)
        groups->entries[index].last_label = 0;
    return &groups->entries[index];
}

/* False when memory ran out. */
static bool group(struct gather *groups, const struct spec_runs *runs)
{
    for (size_t i = 0; i < runs->n; i++) {
        const struct spec_run *run = &runs->runs[i];
        struct gather_entry *entry = find_group(groups, run, run->peak);
        if (entry == NULL)
            return false;
        entry->last_label |= succeeded(run) ? SUCCEEDED : FAILED;
        entry->last_label |= succeeded(run) && !run->repeats ? DIFFERENT : 0;
    }
    return true;
}

/* "500_perlbench_r", as it stands in a raw file's keys, is 500.perlbench_r. */
static const char *name_run(struct pull *json, const struct spec_run *run)
{
    const struct word benchmark = run->benchmark, copies = run->copies;
    const char *name = word_keep(json, benchmark);
    const int digits = (int)strspn(name, "0123456789");
    if (digits > 0 && name[digits] == '_')
        name = pull_print(json, "%.*s.%s", digits, name, name + digits + 1);
    if (copies.size == 0 || word_is(copies, "1"))
        return name;
    return pull_print(json, "%s (copies=%.*s)", name, (int)copies.size, copies.text);
}

static void add_run(struct importer *importer, const struct spec_run *run, bool some_failed)
{
    struct pull *json = &importer->json;
    const struct pull_mark mark = pull_mark(json);
    const struct importer_series series = {.system = run->peak ? "peak" : "base",
                                           .benchmark = name_run(json, run),
                                           .metric = "wall",
                                           .unit = unit_of("s"),
                                           .lowest = "execution"};
    const char *end = run->time.text + run->time.size;
    double x;
    if (number_read(run->time.text, end, 0, &x) != end) {
        importer_fail_at(importer, run->line, NULL, "\"%s\" is not a time in seconds",
                         format_excerpt_of(run->time.text, run->time.size).text);
        return;
    }
    importer_value(importer, x);
    importer_add(importer, &series, NULL);
    if (some_failed)
        importer_warn_failed(importer, &series);
    pull_forget(json, mark);
}

static void take_run(struct importer *importer, struct gather *groups, const struct spec_run *run)
{
    const struct gather_entry *own = find_group(groups, run, run->peak);
    const bool some_failed = own != NULL && (own->last_label & FAILED) != 0;
    const bool copied = own != NULL && run->peak && (own->last_label & DIFFERENT) == 0;
    const struct gather_entry *base = find_group(groups, run, false);
    if (own == NULL || base == NULL)
        pull_no_memory(&importer->json);
    else if (word_is(run->status, "NR"))
        importer_skip(importer, 1, "rows of benchmarks that were not run");
    else if (!succeeded(run))
        importer_skip(importer, 1, "runs without success");
    else if (copied && (base->last_label & SUCCEEDED) != 0)
        importer_skip(importer, 1, "copies of base as peak");
    else
        add_run(importer, run, some_failed);
}

void spec_runs_take(struct spec_runs *runs, struct importer *importer)
{
    struct gather groups;
    bool said = false;
    gather_init(&groups, 2);
    for (size_t i = 0; i < runs->n; i++)
        said = said || runs->runs[i].status.size > 0;
    if (!importer->json.failed && !group(&groups, runs))
        pull_no_memory(&importer->json);
    for (size_t i = 0; i < runs->n && !importer->json.failed; i++) {
        const struct spec_run *run = &runs->runs[i];
        if (said && run->status.size == 0) {
            importer_fail_at(importer, run->line, "valid",
                             "nothing says whether this run succeeded, as others do");
            importer->json.cut = i + 1 == runs->n;
        } else {
            take_run(importer, &groups, run);
        }
    }
    if (runs->half > 0 && !importer->json.failed) {
        importer_fail_at(importer, runs->half, NULL, "the text ends in this row");
        importer->json.cut = true;
    }
    if (runs->medians)
        importer_summary(importer, importer->n_added);
    gather_fini(&groups);
    free(runs->runs);
}
