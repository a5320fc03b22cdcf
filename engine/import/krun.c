/* SPDX-License-Identifier: GPL-3.0-or-later */
/* krun.c -- results of Krun (JSON, mostly .bz2).
 * Source:   softdevteam/krun results.py; wallclock_times["bench:VM:variant"][execution][iteration],
 *           seconds; before 2016 data. Keys are sorted: counters by core, which may be most of the
 *           text, stand before the times.
 * Levels:   execution > iteration. Warm-up is part of the values.
 * Names:    VM and variant are the system.
 * Edge:     a crashed execution is an empty array: left out and counted, as are counters by core. */
#include <string.h>

#include "import/krun.h"

void krun_name(struct pull *json, const char *key, struct importer_series *series)
{
    const char *colon = strchr(key, ':');
    series->benchmark = colon != NULL ? pull_copy(json, key, (size_t)(colon - key)) : key;
    if (colon != NULL)
        series->system = colon + 1;
}

static void read_key(struct importer *importer)
{
    struct pull *json = &importer->json;
    const struct pull_mark mark = pull_mark(json);
    struct importer_series series = {.metric = "wall",
                                     .unit = unit_of("s"),
                                     .levels = importer_execution_iteration,
                                     .n_levels = 2};
    krun_name(json, pull_key_text(json), &series);
    size_t execution = 0, crashed = 0;
    pull_array(json);
    while (pull_item(json)) {
        const char *label = importer_label(importer, ++execution);
        importer_numbers(importer, 0);
        crashed += importer->values.n == 0;
        importer_add(importer, &series, &label);
    }
    importer_skip(importer, crashed, "crashed executions");
    importer_skip(importer, execution == 0, "benchmarks without executions");
    if (crashed > 0 && crashed < execution)
        importer_warn_failed(importer, &series);
    pull_forget(json, mark);
}

/* Why the series under the key at hand are left out, or NULL. */
static const char *reason_of(const struct pull *json)
{
    static const char *const reasons[][3] = {
        {"core_cycle_counts", "core_cycles_data", "series of cycle counts by core"},
        {"aperf_counts", "aperf_data", "series of APERF counts by core"},
        {"mperf_counts", "mperf_data", "series of MPERF counts by core"},
        {"instr_data", "inst_data", "series of instrumentation"}};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (pull_key_is(json, reasons[i][0]) || pull_key_is(json, reasons[i][1]))
            return reasons[i][2];
    return NULL;
}

static void count_members(struct importer *importer, const char *reason)
{
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_key(json)) {
        pull_skip(json);
        importer_skip(importer, 1, reason);
    }
}

static void read_krun(struct importer *importer)
{
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_key(json)) {
        const bool object = pull_peek(json) == PULL_OBJECT;
        const char *reason = reason_of(json);
        if (pull_key_is(json, "wallclock_times") || (object && pull_key_is(json, "data"))) {
            pull_object(json);
            while (pull_key(json))
                read_key(importer);
        } else if (reason != NULL && object) {
            count_members(importer, reason);
        } else if (pull_key_is(json, "error_flag")) {
            if (pull_true(json))
                importer_note(importer, "its error_flag is set: Krun saw errors while it measured");
        } else {
            pull_skip(json);
        }
    }
    pull_finish(json);
}

static bool probe(const struct format_text *text)
{
    static const char *const times[] = {"wallclock_times", NULL},
                             *const counters[] = {"aperf_counts", NULL},
                             *const first[] = {"audit", "config", "data", NULL};
    return pull_probe(text, '{', counters) || pull_probe(text, '{', times) ||
           pull_probe(text, '{', first);
}

const struct format format_krun = {
    .name = "krun",
    .what = "Krun JSON",
    .probe = probe,
    .take = read_krun,
};
