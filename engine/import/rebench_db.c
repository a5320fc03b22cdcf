/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench_db.c -- the JSON that ReBench sends to ReBenchDB.
 * Source:   smarr/ReBenchDB src/shared/api.ts, smarr/ReBench run_id.py, exp_run_details.py: data[] =
 *           {runId, d: points}. In the first ones keys are run_id, input_size and so on.
 * Levels:   execution (in, the invocation) > iteration (it). Iterations up to the warm-up that the
 *           run's details tell are kept apart; mostly none is told, and warm-up is among the values.
 * Names:    the executor is the system; benchmark with input size, variable value, cores, machine
 *           and tag.
 * Edge:     criteria may stand behind the data that use them. Profiles are left out and counted. */
#include <math.h>

#include "import/rebench_points.h"

struct payload {
    struct importer *importer;
    struct rebench_criteria criteria;
    struct rebench_points points;
    struct rebench_run run; /* the entry's at hand */
};

static void read_criterion(struct pull *json, struct rebench_criteria *criteria)
{
    double index = -1;
    const char *name = "", *unit = "";
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "i"))
            pull_number(json, 0, &index);
        else if (pull_key_is(json, "c"))
            name = pull_string(json);
        else if (pull_key_is(json, "u"))
            unit = pull_string(json);
        else
            pull_skip(json);
    }
    if (json->failed)
        return;
    if (!(index >= 0 && index < REBENCH_MOST_CRITERIA) || index != floor(index)) {
        pull_fail(json, "a criterion has an index from 0 to %d", REBENCH_MOST_CRITERIA - 1);
        return;
    }
    size_t i = (size_t)index;
    criteria->name[i] = name;
    criteria->unit[i] = unit;
    criteria->power[i] = unit_of(unit).power;
    criteria->n = i >= criteria->n ? i + 1 : criteria->n;
}

static void read_entry(struct payload *payload)
{
    struct pull *json = &payload->importer->json;
    struct pull_place points = {0};
    payload->run = (struct rebench_run){.benchmark = ""};
    const struct pull_mark mark = pull_mark(json);
    bool known = false;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "runId") || pull_key_is(json, "run_id")) {
            rebench_run_read(json, &payload->run);
            known = true;
        } else if (pull_key_is(json, "d") && known) {
            rebench_points_read(&payload->points, &payload->run);
        } else {
            if (pull_key_is(json, "d"))
                points = pull_here(json);
            importer_skip(payload->importer, pull_key_is(json, "p"), "runs with a profile only");
            pull_skip(json);
        }
    }
    if (points.p != NULL && !json->failed) {
        const struct pull_place after = pull_here(json);
        pull_go(json, points);
        rebench_points_read(&payload->points, &payload->run);
        pull_go(json, after);
    }
    pull_forget(json, mark);
}

static void read_criteria(struct payload *payload)
{
    struct pull *json = &payload->importer->json;
    pull_array(json);
    while (pull_item(json))
        read_criterion(json, &payload->criteria);
}

static void read_payload(struct importer *importer)
{
    struct payload payload = {.importer = importer};
    struct pull *json = &importer->json;
    struct pull_place data = {0};
    payload.points.importer = importer;
    payload.points.criteria = &payload.criteria;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "criteria")) {
            read_criteria(&payload);
        } else if (pull_key_is(json, "data") && payload.criteria.n == 0) {
            data = pull_here(json); /* criteria come, or it is of profiles */
            pull_skip(json);
        } else if (pull_key_is(json, "data")) {
            pull_array(json);
            while (pull_item(json))
                read_entry(&payload);
        } else {
            pull_skip(json);
        }
    }
    pull_finish(json);
    if (data.p != NULL && !json->failed) {
        pull_go(json, data);
        pull_array(json);
        while (pull_item(json))
            read_entry(&payload);
    }
    rebench_points_fini(&payload.points);
}

/* The criteria stand behind all values: nobody looks for them. */
static bool probe(const struct format_text *text)
{
    static const char *const values[] = {"data", "runId", "d", NULL},
                             *const first[] = {"data", "run_id", "d", NULL},
                             *const profiles[] = {"data", "runId", "p", "nit", NULL};
    return pull_probe(text, '{', values) || pull_probe(text, '{', first) ||
           pull_probe(text, '{', profiles);
}

const struct format format_rebench_db = {
    .name = "rebench-db",
    .what = "ReBenchDB payload JSON",
    .probe = probe,
    .take = read_payload,
};
