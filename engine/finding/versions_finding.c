/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_finding.c -- what a search among versions left open. */
#include "finding/versions_finding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool versions_is_step(const struct versions_pair *pair)
{
    return pair->say == VERSIONS_DIFFER && pair->unknown == 0;
}

bool versions_is_of_one_build(const struct versions_pair *pair)
{
    const struct versions_again *again = &pair->again;
    return again->asked && !again->same && (again->builds == 0 || again->verdict != pair->verdict);
}

/* Of two that are not told apart their interval says how much may hide between them, also beside a step that was found. */
bool versions_is_open(const struct versions_pair *pair)
{
    return pair->say == VERSIONS_OPEN || (pair->say == VERSIONS_DIFFER && pair->unknown > 0) ||
           versions_is_of_one_build(pair);
}

bool versions_is_lost(const struct versions_finding *finding, const struct versions_pair *pair)
{
    if (pair->say == VERSIONS_DIFFER || pair->held_to == 0)
        return pair->say == VERSIONS_DIFFER && pair->unknown > 0;
    for (size_t i = 0; i < finding->n_pairs; i++)
        if (finding->pairs[i].say == VERSIONS_DIFFER &&
            finding->pairs[i].older >= pair->held_from && finding->pairs[i].newer <= pair->held_to)
            return false;
    return true;
}

bool versions_is_found(const struct versions_pair *pair)
{
    return versions_is_step(pair) && !versions_is_of_one_build(pair);
}

size_t versions_count_found(const struct versions_finding *finding)
{
    size_t n = 0;
    for (size_t i = 0; i < finding->n_pairs; i++)
        n += versions_is_found(&finding->pairs[i]);
    return n;
}

/* Of the same benchmark by the same metric, and not off by what each build of it adds. */
static bool is_part_of(const struct versions_pair *step, const struct versions_pair *ends)
{
    return strcmp(step->benchmark, ends->benchmark) == 0 &&
           strcmp(step->metric, ends->metric) == 0 && (!step->again.asked || step->again.same);
}

bool versions_is_explained(const struct versions_finding *finding)
{
    double lower = 1, upper = 1;
    for (size_t i = 0; i < finding->n_pairs; i++) {
        const struct versions_pair *pair = &finding->pairs[i];
        if (!versions_is_step(pair))
            continue;
        if (!is_part_of(pair, &finding->ends))
            return true;
        lower *= pair->lower;
        upper *= pair->upper;
    }
    return !(lower > finding->ends.upper || upper < finding->ends.lower);
}

/* By how much the two may differ, as a logarithm. */
static double most_of(const struct versions_pair *pair)
{
    return pair->benchmark[0] != '\0' && pair->lower > 0
               ? fmax(fabs(log(pair->lower)), fabs(log(pair->upper)))
               : (double)INFINITY;
}

bool versions_is_enough(const struct versions_finding *finding)
{
    double most = 0, least = (double)INFINITY;
    for (size_t i = 0; i < finding->n_pairs; i++) {
        const struct versions_pair *pair = &finding->pairs[i];
        if (versions_is_found(pair))
            least = fmin(least, fabs(log(pair->ratio)));
        else if (versions_is_open(pair))
            most = fmax(most, most_of(pair));
    }
    return finding->decided && most < least;
}

void versions_finding_settle(struct versions_finding *finding)
{
    bool open = finding->n_pairs == 0, differ = false, found = false, lost = false;
    for (size_t i = 0; i < finding->n_pairs; i++) {
        const struct versions_pair *pair = &finding->pairs[i];
        open = open || versions_is_open(pair);
        differ = differ || pair->say == VERSIONS_DIFFER;
        found = found || versions_is_found(pair);
        lost = lost || versions_is_lost(finding, pair);
    }
    finding->whole = !open && (differ || finding->ends.say != VERSIONS_OPEN);
    finding->decided = finding->whole || (found && !lost && versions_is_explained(finding));
}

bool versions_never_told(assay_warnings withheld)
{
    return (withheld & (ASSAY_WARNING(ASSAY_WARN_DIRECTION_UNKNOWN) |
                        ASSAY_WARNING(ASSAY_WARN_UNIT_UNKNOWN))) != 0;
}

static void free_all(char **texts, size_t n)
{
    for (size_t i = 0; texts != NULL && i < n; i++)
        free(texts[i]);
    free(texts);
}

void versions_finding_fini(struct versions_finding *finding)
{
    free_all(finding->commits, finding->n);
    free_all(finding->subjects, finding->n);
    free(finding->pairs);
    *finding = (struct versions_finding){0};
}
