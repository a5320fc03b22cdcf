/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampling.h -- designs of one or two commands that are sampled, for the tests of this room. */
#ifndef PROFILE_SAMPLING_H
#define PROFILE_SAMPLING_H

#include "../measure/running.h"

#include "base/remarks.h"
#include "profile/pairs.h"

struct sampled_run {
    struct small small;
    struct profile profile;
    struct remarks remarks;
    struct experiment_report report;
    enum profile_of of;
    struct profile bytes; /* of allocations */
    bool in_slices, chains;
    enum profile_unwind unwind;
    const char *event; /* in place of the clock */
    size_t keeps, end_after; /* whole rounds that were kept; it ends after so many, 0: never */
};

static inline enum assay_status count_keeps(void *context, const struct profile *profile,
                                            struct assay_error *error)
{
    struct sampled_run *run = context;
    (void)profile;
    run->keeps++;
    return run->keeps == run->end_after ? assay_fail(error, ASSAY_SYSTEM, "enough") : ASSAY_OK;
}

/* new_command NULL: one system. */
static inline void sampled_init(struct sampled_run *run, const char *old_command,
                                const char *new_command)
{
    *run = (struct sampled_run){0};
    small_init(&run->small, old_command);
    run->small.systems[0].run = (char *)old_command;
    run->small.systems[1].run = (char *)new_command;
    run->small.design.n_systems = new_command != NULL ? 2 : 1;
}

static inline enum assay_status sampled_go(struct sampled_run *run, size_t rounds)
{
    const struct experiment_options options = {0};
    const struct profile_calls calls = {.context = run, .keep = count_keeps};
    const struct profile_pairs pairs = {
        .design = &run->small.design, .rounds = rounds, .of = run->of, .bytes = &run->bytes,
        .chains = run->chains, .unwind = run->unwind, .event = run->event, .in_slices = run->in_slices};
    return profile_pairs_run(&pairs, launcher, &options, &calls, &run->profile, &run->report,
                             &run->remarks);
}

static inline void sampled_fini(struct sampled_run *run)
{
    profile_fini(&run->profile);
    profile_fini(&run->bytes);
    remarks_fini(&run->remarks);
}

static inline bool was_said(const struct sampled_run *run, const char *words)
{
    for (size_t i = 0; i < run->remarks.n; i++)
        if (strstr(run->remarks.items[i].text, words) != NULL)
            return true;
    return false;
}

/* Share of a function among all samples of a system; object NULL: any. */
static inline double share_of(const struct sampled_run *run, size_t system, const char *name,
                              const char *object)
{
    const struct profile *profile = &run->profile;
    double all = 0, its = 0;
    for (size_t i = 0; i < profile->n_executions; i++) {
        const struct profile_execution *e = &profile->executions[i];
        for (size_t k = e->first; e->system == system && k < e->first + e->n; k++) {
            const struct profile_function *f = &profile->functions[profile->counts[k].function];
            all += (double)profile->counts[k].self;
            if (strcmp(f->name, name) == 0 && (object == NULL || strcmp(f->object, object) == 0))
                its += (double)profile->counts[k].self;
        }
    }
    return all > 0 ? its / all : 0;
}

static inline double samples_of(const struct sampled_run *run)
{
    double n = 0;
    for (size_t i = 0; i < run->profile.n_executions; i++)
        n += (double)profile_samples(&run->profile, &run->profile.executions[i]);
    return n;
}

/* compiling.c is sampled once; the map that it leaves goes. */
static inline void sample_compiling(struct sampled_run *run, const char *command)
{
    static const char output[] = "compiling-map.txt";
    char path[64] = {0};
    sampled_init(run, command, NULL);
    run->small.benchmark.output = (char *)output;
    assert_int_equal(sampled_go(run, 1), ASSAY_OK);
    FILE *file = fopen(output, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%63s", path), 1);
    fclose(file);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(unlink(output), 0);
}

#endif
