/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_shard.c -- which machine of the design this one is. docs/machines.md has the rules. */
#include "cli/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/shard.h"

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

/* A whole number of a scheduler; -1: it is none. */
static long number(const char *name)
{
    const char *text = variable(name);
    if (text == NULL || strspn(text, "0123456789") != strlen(text) || strlen(text) > 9)
        return -1;
    return strtol(text, NULL, 10);
}

static enum assay_status choose(struct design *design, const char *from, long shard,
                                struct assay_error *error)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%ld", shard);
    return design_choose_shard(design, from, text, error);
}

/* Whether an array counts from 0 or from 1 is its owner's choice. All of it tells, and so do its ends; a part of
 * it, as of tasks that are tried again, may not. */
static enum assay_status choose_slurm(struct design *design, struct assay_error *error)
{
    static const char from[] = "$SLURM_ARRAY_TASK_ID";
    const long machines = (long)design->levels[0].count, id = number(from + 1);
    const long least = number("SLURM_ARRAY_TASK_MIN"), most = number("SLURM_ARRAY_TASK_MAX");
    const bool whole =
        least >= 0 && most - least + 1 == machines && number("SLURM_ARRAY_TASK_COUNT") == machines;
    if (whole)
        return choose(design, from, id - least + 1, error);
    if (id == 0)
        return choose(design, from, 1, error);
    if (id == machines)
        return choose(design, from, id, error);
    return assay_fail(error, ASSAY_USAGE,
                      "%s is %ld, of an array that does not have %ld tasks: whether it counts from "
                      "0 or from 1 cannot be seen. Give --shard K/%ld",
                      from, id, machines, machines);
}

enum assay_status run_shard_choose(const char *option, struct design *design,
                                   struct assay_error *error)
{
    if (option != NULL)
        return design_choose_shard(design, "--shard", option, error);
    if (!design_has_machines(design))
        return ASSAY_OK;
    if (variable("ASSAY_SHARD") != NULL)
        return design_choose_shard(design, "$ASSAY_SHARD", variable("ASSAY_SHARD"), error);
    if (number("SLURM_ARRAY_TASK_ID") >= 0)
        return choose_slurm(design, error);
    if (number("JOB_COMPLETION_INDEX") >= 0)
        return choose(design, "$JOB_COMPLETION_INDEX + 1 =", number("JOB_COMPLETION_INDEX") + 1,
                      error);
    if (number("HQ_TASK_ID") >= 0)
        return choose(design, "$HQ_TASK_ID", number("HQ_TASK_ID"), error);
    return ASSAY_OK;
}

char *run_shard_store(const char *path, size_t shard)
{
    const char *slash = strrchr(path, '/'), *end = strrchr(path, '.');
    const size_t stem =
        end != NULL && (slash == NULL || end > slash + 1) ? (size_t)(end - path) : strlen(path);
    char *own = NULL;
    return asprintf(&own, "%.*s-shard-%zu%s", (int)stem, path, shard, path + stem) < 0 ? NULL : own;
}
