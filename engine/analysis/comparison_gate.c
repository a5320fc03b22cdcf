/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_gate.c -- what a gate says of comparisons, and whether their hosts may be compared. */
#include "analysis/comparison.h"

#include <string.h>

#include "base/failure.h"
#include "store/host.h"

/* NULL: files tell nothing of it. */
static const char *host_of(const struct input_source *source)
{
    return source->experiment != NULL ? source->experiment->host_json : NULL;
}

enum assay_status comparison_check_hosts(struct input *input, bool allow, struct assay_error *error)
{
    const char *fact = NULL;
    size_t first = 0, other = 0;
    for (size_t i = 0; fact == NULL && i < input->n_sources; i++)
        for (size_t j = i + 1; fact == NULL && j < input->n_sources; j++) {
            fact = host_difference(host_of(&input->sources[i]), host_of(&input->sources[j]));
            first = i;
            other = j;
        }
    if (fact == NULL)
        return ASSAY_OK;
    if (!allow)
        return fail_naming(error, ASSAY_INVALID,
                           "%s and %s were measured on different hosts or in different states of "
                           "one (%s differs). Measure both in one assay run, or compare them all "
                           "the same with @allow-different-hosts",
                           input->sources[first].name, input->sources[other].name, fact);
    for (size_t i = 0; i < input->n; i++)
        input->series[i].warnings |= ASSAY_WARNING(ASSAY_WARN_DIFFERENT_HOSTS);
    return ASSAY_OK;
}

/* The metrics of a row that were decided together; NULL: it stands alone. */
static const struct joint_finding *joint_of(const struct system_pair *pair, size_t row, size_t *at)
{
    for (size_t j = 0; j < pair->n_joints; j++)
        for (*at = 0; *at < pair->joints[j].n; ++*at)
            if (pair->joints[j].rows[*at] == &pair->rows[row])
                return &pair->joints[j];
    return NULL;
}

/* The gate looks at the metrics that the screen shows by default, so that --json and the screen end
 * alike; with --metric, at all that were selected. */
bool comparison_is_gated(const struct system_pair *pair, size_t row, const struct input *primary)
{
    size_t at;
    return primary == NULL || joint_of(pair, row, &at) != NULL ||
           input_is_primary(primary, pair->rows[row].waiting.decides ? pair->rows[row].waiting.wall
                                                                     : pair->rows[row].old_series);
}

enum assay_verdict comparison_gated_verdict(const struct system_pair *pair, size_t row)
{
    size_t at;
    const struct assay_comparison *finding = &pair->rows[row].finding;
    const struct joint_finding *joint = joint_of(pair, row, &at);
    const enum assay_verdict verdict = joint != NULL ? joint->verdicts[at] : finding->verdict;
    if (verdict != ASSAY_MIXED)
        return verdict;
    return assay_comparison_is_slower(finding) ? ASSAY_SLOWER : verdict;
}

const struct assay_series *comparison_withheld(const struct comparison *pairs,
                                               const struct input *primary)
{
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++)
            if (comparison_is_gated(&pairs->items[i], j, primary) &&
                comparison_is_withheld(&pairs->items[i].rows[j]))
                return pairs->items[i].rows[j].new_series;
    return NULL;
}

bool comparison_moves(const struct comparison *pairs, const struct input *primary)
{
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++) {
            const enum assay_verdict verdict = comparison_gated_verdict(&pairs->items[i], j);
            if (comparison_is_gated(&pairs->items[i], j, primary) && verdict != ASSAY_EQUIVALENT &&
                verdict != ASSAY_INCONCLUSIVE)
                return true;
        }
    return false;
}

bool comparison_can_decide(const struct comparison *pairs, const struct input *primary)
{
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++)
            if (comparison_is_gated(&pairs->items[i], j, primary) &&
                !pairs->items[i].rows[j].otherwise &&
                comparison_gated_verdict(&pairs->items[i], j) == ASSAY_INCONCLUSIVE)
                return true;
    return false;
}

enum comparison_gate comparison_gate_of(const struct comparison *pairs, const struct input *primary)
{
    bool inconclusive = false;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++) {
            if (!comparison_is_gated(&pairs->items[i], j, primary))
                continue;
            const enum assay_verdict verdict = comparison_gated_verdict(&pairs->items[i], j);
            if (verdict == ASSAY_SLOWER)
                return COMPARISON_SLOWER;
            inconclusive = inconclusive || verdict == ASSAY_INCONCLUSIVE;
        }
    return inconclusive ? COMPARISON_INCONCLUSIVE : COMPARISON_PASS;
}

/* All that the other system ran of it failed. */
static bool has_failed(const struct system_pair *pair, const struct unpaired *unpaired,
                       const struct input_record *record)
{
    const bool of_old = strcmp(unpaired->series->system, pair->old_system) == 0;
    const char *other = of_old ? pair->new_system : pair->old_system;
    for (size_t i = 0; i < record->n_failures && unpaired->other == NULL; i++)
        if (record->failures[i].benchmark != NULL &&
            strcmp(record->failures[i].benchmark, unpaired->series->benchmark) == 0 &&
            strcmp(record->failures[i].system, other) == 0)
            return true;
    return false;
}

enum comparison_gate comparison_gate_measured(const struct comparison *pairs,
                                              const struct input *primary,
                                              const struct input *measured)
{
    const enum comparison_gate gate = comparison_gate_of(pairs, primary);
    for (size_t i = 0; i < pairs->n && gate == COMPARISON_PASS; i++)
        for (size_t j = 0; j < pairs->items[i].n_unpaired; j++)
            if (has_failed(&pairs->items[i], &pairs->items[i].unpaired[j], &measured->record))
                return COMPARISON_INCONCLUSIVE;
    return gate;
}
