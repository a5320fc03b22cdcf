/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_elsewhere.c -- is what seems slower slower on another machine, too?
 *
 * A second look on the same machine repeats what the machine does to the change (docs/coverage.md). */
#include "cli/run.h"

#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "measure/machine.h"
#include "source/baseline.h"
#include "store/store.h"

static bool seems_slower(const struct verdict *first, const char *benchmark)
{
    for (size_t i = 0; i < first->pairs.n; i++)
        for (size_t j = 0; j < first->pairs.items[i].n; j++) {
            const struct system_pair *pair = &first->pairs.items[i];
            if (comparison_gated_verdict(pair, j) == ASSAY_SLOWER &&
                comparison_is_gated(pair, j, &first->input) &&
                baseline_is_of(pair->rows[j].old_series->benchmark, benchmark))
                return true;
        }
    return false;
}

/* The design's benchmarks that were slower (NULL: all), by name; borrowed. */
static enum assay_status list_suspects(const struct design *design, const struct verdict *first,
                                       struct name_list *names, struct assay_error *error)
{
    names->items = calloc(design->n_benchmarks + 1, sizeof *names->items);
    if (names->items == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < design->n_benchmarks; i++)
        if (first == NULL || seems_slower(first, design->benchmarks[i].name))
            names->items[names->n++] = design->benchmarks[i].name;
    return ASSAY_OK;
}

static enum assay_status fail_same(const char *path, const char *machine, struct assay_error *error)
{
    return assay_fail(error, ASSAY_INVALID,
                      "--confirm: %.200s was measured on this machine (%.80s), too: that "
                      "confirms the machine. Measure on another one",
                      path, machine);
}

/* It is of another machine than this one, and of one that is known. */
static enum assay_status check_place(const struct session *session, const char *path,
                                     const struct input *other, struct assay_error *error)
{
    struct machine here;
    if (other->record.n_machines == 0)
        return assay_fail(error, ASSAY_INVALID,
                          "--confirm: %.200s does not say on which machine it was measured: "
                          "it confirms nothing",
                          path);
    const size_t shard = session->design->shard;
    machine_identify(session->machine, shard > 0 ? shard : 1, &here);
    for (size_t i = 0; i < other->record.n_machines; i++)
        if (strcmp(here.id, other->record.machines[i].identity) == 0)
            return fail_same(path, other->record.machines[i].name, error);
    return ASSAY_OK;
}

/* What was taken up again may be of other machines than the one that goes on. */
static enum assay_status check_machines(const struct session *session, const char *path,
                                        const struct input *other, struct assay_error *error)
{
    struct store_machine *here = NULL;
    size_t n = 0;
    enum assay_status status =
        store_machines(session->store, session->experiment, &here, &n, error);
    for (size_t i = 0; status == ASSAY_OK && i < n; i++)
        for (size_t j = 0; status == ASSAY_OK && j < other->record.n_machines; j++)
            if (strcmp(here[i].identity, other->record.machines[j].identity) == 0)
                status = fail_same(path, other->record.machines[j].name, error);
    store_machines_free(&here, n);
    return status;
}

/* Of the latest experiment these benchmarks. */
static enum assay_status read_other(const char *path, const struct metric_limits *limits,
                                    const struct name_list *benchmarks, struct input *input,
                                    struct assay_error *error)
{
    struct source_request reading = {.store = path, .benchmarks = *benchmarks};
    SCOPED(remarks_fini) struct remarks remarks = {0};
    if (limits != NULL)
        reading.metrics = limits->metrics;
    return input_read(&reading, input, &remarks, error);
}

static bool has_benchmark(const struct input *input, const char *name)
{
    for (size_t i = 0; i < input->n; i++)
        if (strcmp(input->series[i].benchmark, name) == 0)
            return true;
    return false;
}

static enum assay_status check_benchmarks(const struct input *other, const char *path,
                                          const struct name_list *names, struct assay_error *error)
{
    for (size_t i = 0; i < names->n; i++)
        if (!has_benchmark(other, names->items[i]))
            return assay_fail(error, ASSAY_MISSING,
                              "--confirm: the latest experiment of %.200s has no benchmark "
                              "%.100s, and could not confirm it. Measure it there, too",
                              path, names->items[i]);
    if (other->systems.n < 2)
        return assay_fail(error, ASSAY_INVALID,
                          "--confirm: the latest experiment of %.200s measured one system, "
                          "and compares nothing. Measure both versions there",
                          path);
    return ASSAY_OK;
}

enum assay_status run_confirm_check(const struct session *session, const char *path,
                                    const struct metric_limits *limits, struct assay_error *error)
{
    struct name_list names = {0};
    const struct name_list any = {0};
    SCOPED(input_fini) struct input other = {0};
    enum assay_status status = list_suspects(session->design, NULL, &names, error);
    if (status == ASSAY_OK)
        status = read_other(path, limits, &any, &other, error);
    if (status == ASSAY_OK)
        status = check_place(session, path, &other, error);
    if (status == ASSAY_OK)
        status = check_benchmarks(&other, path, &names, error);
    free(names.items);
    return status;
}

enum assay_status run_confirm_elsewhere(const struct session *session, const char *path,
                                        const struct verdict *first, struct verdict *out,
                                        struct assay_error *error)
{
    struct name_list names = {0};
    *out = (struct verdict){.request = first->request, .elsewhere = path};
    enum assay_status status = list_suspects(session->design, first, &names, error);
    if (status == ASSAY_OK)
        status = read_other(path, first->request.limits, &names, &out->input, error);
    free(names.items);
    out->request.input = &out->input;
    if (status == ASSAY_OK)
        status = check_machines(session, path, &out->input, error);
    if (status == ASSAY_OK)
        status = compare_systems(&out->request, &out->pairs, error);
    if (status == ASSAY_OK)
        out->gate = comparison_gate_of(&out->pairs, &out->input);
    return status;
}
