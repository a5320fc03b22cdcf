/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_choose.c -- which benchmark of several `assay why` explains.
 *
 * What a comparison says of them is asked, and no mean of wall times: where others took the processors, wall time moves without the
 * program. A verdict comes first, then how far it is; what is equivalent needs no explaining and comes last. */
#include "cli/why_choose.h"

#include <math.h>
#include <string.h>

#include "analysis/comparison.h"
#include "base/failure.h"
#include "base/owned.h"
#include "finding/overview.h"

/* What was found of the benchmark, and of all. */
struct found {
    const char *benchmark; /* NULL: nothing */
    enum assay_verdict verdict;
    double cost;
    const char *metric;
    size_t slower, n; /* benchmarks */
};

static int rank_of(enum assay_verdict verdict)
{
    return verdict == ASSAY_SLOWER ? 3 : verdict == ASSAY_EQUIVALENT ? 1 : 2;
}

static bool comes_before(const struct found *of, const struct found *than)
{
    const int first = rank_of(of->verdict), other = rank_of(than->verdict);
    return than->benchmark == NULL || first > other || (first == other && of->cost > than->cost);
}

/* Where wall time leaves it open and processor time tells more, that is asked: it is what is sampled. */
static struct found found_in(const struct system_pair *pair, size_t row)
{
    const struct comparison_finding *finding = &pair->rows[row];
    const struct waiting_finding *beside = &finding->waiting;
    if (beside->told && !beside->decides)
        return (struct found){.benchmark = finding->old_series->benchmark,
                              .verdict = beside->verdict,
                              .cost = beside->ratio.estimate,
                              .metric = beside->metric};
    return (struct found){.benchmark = finding->old_series->benchmark,
                          .verdict = comparison_gated_verdict(pair, row),
                          .cost = comparison_cost(finding),
                          .metric = finding->old_series->metric};
}

/* Of its metrics the one that comes first. */
static struct found found_of(const struct system_pair *pair, const struct input *input,
                             const char *benchmark)
{
    struct found found = {.benchmark = NULL};
    for (size_t row = 0; row < pair->n; row++) {
        const struct found fresh = found_in(pair, row);
        if (strcmp(fresh.benchmark, benchmark) == 0 && comparison_is_gated(pair, row, input) &&
            comes_before(&fresh, &found))
            found = fresh;
    }
    found.benchmark = found.benchmark != NULL ? benchmark : NULL; /* it outlives the input */
    return found;
}

static struct found choose(const struct system_pair *pair, const struct input *input,
                           const struct store_profiled *of, const char *name)
{
    struct found chosen = {.benchmark = NULL};
    size_t slower = 0;
    for (size_t i = 0; i < of->n_benchmarks; i++) {
        const struct found fresh = found_of(pair, input, of->benchmarks[i]);
        const bool asked = name == NULL || strcmp(name, of->benchmarks[i]) == 0;
        slower += fresh.benchmark != NULL && fresh.verdict == ASSAY_SLOWER;
        if (asked && fresh.benchmark != NULL && comes_before(&fresh, &chosen))
            chosen = fresh;
    }
    chosen.slower = slower;
    chosen.n = of->n_benchmarks;
    return chosen;
}

static const char *reason(const struct found *found, struct arena *memory)
{
    if (found->slower > 1)
        return arena_print(memory, "%s became slower most of %zu, by %s", found->benchmark,
                           found->slower, found->metric);
    if (found->slower == 1)
        return arena_print(memory, "of %zu benchmarks %s alone became slower, by %s", found->n,
                           found->benchmark, found->metric);
    return arena_print(memory, "of %zu benchmarks none became slower; %s has %s estimate by %s",
                       found->n, found->benchmark,
                       found->verdict == ASSAY_EQUIVALENT ? "the highest" : "the highest open",
                       found->metric);
}

static void settle(const struct system_pair *pair, const struct input *input,
                   const struct store_profiled *of, const char *name, struct arena *memory,
                   struct why_request *request)
{
    const struct found found = choose(pair, input, of, name);
    if (found.benchmark == NULL)
        return;
    request->benchmark = found.benchmark;
    request->equivalent = found.verdict == ASSAY_EQUIVALENT;
    if (name == NULL && of->n_benchmarks > 1)
        request->chosen = reason(&found, memory);
}

/* What cannot be compared leaves the choice as it is. */
static enum assay_status ask(const struct input *input, const struct store_profiled *of,
                             const char *name, struct arena *memory, struct why_request *request,
                             struct assay_error *error)
{
    struct compare_request asked = COMPARE_REQUEST_DEFAULTS;
    const char *newer[] = {request->new_name};
    SCOPED(comparison_fini) struct comparison pairs = {0};
    asked.input = input;
    asked.margin = request->margin;
    asked.confidence = request->how.confidence;
    asked.old_system = request->old_name;
    asked.new_systems = (struct name_list){newer, 1};
    const enum assay_status status = compare_systems(&asked, &pairs, error);
    if (status == ASSAY_OK && pairs.n > 0)
        settle(&pairs.items[0], input, of, name, memory, request);
    return status == ASSAY_NO_MEMORY || memory->lost ? fail_no_memory(error) : ASSAY_OK;
}

static bool is_there(const struct store_profiled *of, const char *name)
{
    for (size_t i = 0; name != NULL && i < of->n_benchmarks; i++)
        if (strcmp(of->benchmarks[i], name) == 0)
            return true;
    return name == NULL && of->n_benchmarks > 0;
}

enum assay_status why_choose_benchmark(struct store *store, int64_t experiment,
                                       const struct store_profiled *of, const char *name,
                                       struct arena *memory, struct why_request *request,
                                       struct assay_error *error)
{
    static const struct source_request primary = {.stored = true};
    SCOPED(input_fini) struct input input = {0};
    struct remarks ignored = {0};
    if (!is_there(of, name))
        return assay_fail(error, ASSAY_MISSING, "the experiment has no benchmark \"%s\"",
                          name != NULL ? name : "");
    request->benchmark = name != NULL ? name : of->benchmarks[0];
    request->of_several = of->n_benchmarks > 1;
    enum assay_status status =
        input_of_experiment(&primary, store, experiment, &input, &ignored, error);
    remarks_fini(&ignored);
    if (status == ASSAY_OK)
        status = ask(&input, of, name, memory, request, error);
    return status;
}
