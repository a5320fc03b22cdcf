/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench_run.c -- what ReBench tells in JSON of that which it ran.
 * Source:   smarr/ReBench run_id.py, benchmark.py, exp_run_details.py (as_dict); in the first payloads of
 *           ReBenchDB keys are run_id, input_size and so on. */
#include "import/rebench_run.h"

static const char *read_name(struct pull *json)
{
    const char *name = "";
    pull_object(json);
    while (pull_find(json, "name"))
        name = pull_string(json);
    return name;
}

static void read_suite(struct pull *json, struct rebench_run *run)
{
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "executor"))
            run->system = read_name(json);
        else if (pull_key_is(json, "name"))
            run->suite = pull_string(json);
        else
            pull_skip(json);
    }
}

/* {"warmup": 3}, or null. */
static void read_details(struct pull *json, struct rebench_run *run)
{
    if (pull_peek(json) != PULL_OBJECT) {
        pull_skip(json);
        return;
    }
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "warmup") && pull_peek(json) == PULL_NUMBER)
            pull_number(json, 0, &run->n_warmup);
        else
            pull_skip(json);
    }
}

void rebench_run_benchmark(struct pull *json, struct rebench_run *run)
{
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "name"))
            run->benchmark = run->name = pull_string(json);
        else if (pull_key_is(json, "suite"))
            read_suite(json, run);
        else if (pull_key_is(json, "runDetails") || pull_key_is(json, "run_details"))
            read_details(json, run);
        else
            pull_skip(json);
    }
}

/* The detail that the key at hand names, or NULL. */
static const char *detail_of(struct pull *json)
{
    static const char *const names[][2] = {{"inputSize", "input_size"}, {"varValue", "var_value"},
                                           {"extraArgs", "extra_args"}, {"cores", "cores"},
                                           {"machine", "machine"},      {"tag", "tag"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (pull_key_is(json, names[i][0]) || pull_key_is(json, names[i][1]))
            return names[i][0];
    return NULL;
}

void rebench_run_read(struct pull *json, struct rebench_run *run)
{
    const char *details = "";
    pull_object(json);
    while (pull_key(json)) {
        const char *key = detail_of(json);
        if (pull_key_is(json, "benchmark")) {
            rebench_run_benchmark(json, run);
        } else if (key != NULL) {
            const char *value = pull_string(json);
            if (value[0] != '\0')
                details = pull_join(json, details, key, value);
        } else {
            pull_skip(json);
        }
    }
    if (details[0] != '\0')
        run->benchmark = pull_print(json, "%s (%s)", run->benchmark, details);
}
