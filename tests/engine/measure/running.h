/* SPDX-License-Identifier: GPL-3.0-or-later */
/* running.h -- small designs that are run, all of a test program's by one launcher. */
#ifndef MEASURE_RUNNING_H
#define MEASURE_RUNNING_H

#include "fixture.h"

static struct launcher *launcher;

static inline int start_launcher(void **state)
{
    (void)state;
    return launcher_start(&launcher, NULL, NULL) == ASSAY_OK ? 0 : -1;
}

static inline int stop_launcher(void **state)
{
    (void)state;
    launcher_stop(&launcher);
    return 0;
}

static inline enum assay_status run(struct small *s, struct sink *sink,
                                    struct experiment_report *report)
{
    return small_run(s, launcher, sink, report);
}

/* Runs one command once and returns what was kept of it. */
static inline struct kept run_once(struct small *s, struct experiment_report *report)
{
    struct sink sink = {0};
    (void)run(s, &sink, report);
    assert_int_equal(sink.n, 1);
    struct kept kept = sink.items[0];
    sink_fini(&sink);
    return kept;
}

static inline void use_shell(struct small *s)
{
    s->benchmark.shell = true;
}

static inline void use_iterations(struct small *s, size_t warmup, size_t live)
{
    s->benchmark.source = VALUES_HARNESS;
    s->design.levels[1] =
        (struct design_level){.name = (char *)"iteration", .count = live, .warmup = warmup};
    s->design.n_levels = 2;
    use_shell(s);
}

#endif
