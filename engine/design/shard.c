/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shard.c -- which of a design's machines is measured here. */
#include "design/shard.h"

#include <stdio.h>
#include <string.h>

#include "base/failure.h"

/* "2/6", "2": digits alone, no sign and no blank. */
static bool read_text(const char *text, size_t *shard, size_t *of)
{
    int end = 0;
    *of = 0;
    if (strspn(text, "0123456789/") != strlen(text) || strlen(text) > 18)
        return false;
    if (sscanf(text, "%zu/%zu%n", shard, of, &end) == 2 && text[end] == '\0')
        return *of > 0;
    return sscanf(text, "%zu%n", shard, &end) == 1 && text[end] == '\0';
}

static enum assay_status check_design(const struct design *design, const char *from,
                                      const char *text, struct assay_error *error)
{
    if (!design_has_machines(design))
        return assay_fail(error, ASSAY_USAGE,
                          "%s %s: the design has no machines (put {name: machine, count: N} on top "
                          "of its levels)",
                          from, text);
    if (design->seed_drawn)
        return fail_naming(error, ASSAY_USAGE,
                           "%s %s: all shards need one seed (write seed: 1 into the manifest, or "
                           "give each of them @seed=1)",
                           from, text);
    if (design->stop.rule != STOP_FIXED)
        return assay_fail(error, ASSAY_USAGE,
                          "%s %s: a shard ends at its counts; the rule %s would have to see the "
                          "values of all machines",
                          from, text, stop_rule_names[design->stop.rule]);
    return ASSAY_OK;
}

enum assay_status design_choose_shard(struct design *design, const char *from, const char *text,
                                      struct assay_error *error)
{
    size_t shard, of;
    if (strcmp(text, "all") == 0)
        return ASSAY_OK;
    if (!read_text(text, &shard, &of))
        return assay_fail(error, ASSAY_USAGE,
                          "%s %.40s: write K/N, the K-th of N machines, as 2/6; or all", from,
                          text);
    TRY(check_design(design, from, text, error));
    const size_t machines = design->levels[0].count;
    if (of > 0 && of != machines)
        return assay_fail(error, ASSAY_USAGE, "%s %s: the design has %zu machine%s, not %zu", from,
                          text, machines, machines == 1 ? "" : "s", of);
    if (shard < 1 || shard > machines)
        return assay_fail(error, ASSAY_USAGE, "%s %s: the machines are numbered from 1 to %zu",
                          from, text, machines);
    design->shard = shard;
    return ASSAY_OK;
}
