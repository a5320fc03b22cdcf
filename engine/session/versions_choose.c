/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_choose.c -- all of a range that the store does not have, or the middles where a change is suspected. */
#include "session/versions_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "session/versions_design.h"
#include "session/versions_next.h"
#include "session/versions_pairs.h"
#include "session/versions_shares.h"

/* ---- what the store has ---- */

struct places {
    enum version_state *states;
};

bool versions_is_measured(const struct store_entry *entries, size_t n, const char *experiment,
                          const char *commit)
{
    for (size_t i = n; i-- > 0;) {
        const struct store_version *version = &entries[i].version;
        if (entries[i].finished_ns != 0 && version->commit != NULL && !version->dirty &&
            strcmp(version->commit, commit) == 0 && entries[i].name != NULL &&
            strcmp(entries[i].name, experiment) == 0)
            return true;
    }
    return false;
}

/* As the only system of a run, or as one of a range, where it may have failed. */
static enum version_state state_of(struct store *store, const struct store_entry *entries, size_t n,
                                   const char *experiment, const char *commit)
{
    char label[VERSION_LABEL + 1];
    if (versions_is_measured(entries, n, experiment, commit))
        return VERSION_MEASURED;
    (void)snprintf(label, sizeof label, "%.*s", VERSION_LABEL, commit);
    return store_tried(store, experiment, label) ? VERSION_FAILED : VERSION_UNKNOWN;
}

/* Nothing is known where there is no store yet, or no name to find the experiments by. */
static struct store *look_up(const struct design *design, const char *path,
                             const struct git_commit *commits, size_t n,
                             const struct places *places)
{
    struct store *store = NULL;
    struct store_entry *entries = NULL;
    struct assay_error none;
    size_t n_entries = 0;
    if (path == NULL || design->experiment == NULL ||
        store_open(path, STORE_READ, &store, &none) != ASSAY_OK)
        return NULL;
    if (store_entries(store, &entries, &n_entries, &none) == ASSAY_OK)
        for (size_t i = 0; i < n; i++)
            places->states[i] =
                state_of(store, entries, n_entries, design->experiment, commits[i].name);
    store_entries_free(&entries, n_entries);
    return store;
}

/* ---- do two versions differ? ---- */

struct fill {
    const struct versions_request *request;
    struct versions_rounds rounds;
    const struct places *places;
    size_t n;                       /* versions in the range */
    struct versions_finding *known; /* what is told of those that are measured */
    assay_warnings doubts;          /* of those that differ */
    size_t n_rounds;                /* that tell these again */
    enum assay_status status;
    struct assay_error *error;
};

static bool judge(void *context, struct versions_pair *pair)
{
    struct fill *fill = context;
    fill->status = versions_judge(&fill->rounds, pair, fill->error);
    return fill->status == ASSAY_OK;
}

static void count_unknown(const struct fill *fill, struct versions_pair *pair)
{
    for (size_t i = pair->older + 1; i < pair->newer; i++)
        pair->unknown += fill->places->states[i] == VERSION_UNKNOWN;
}

/* Neighbours among those measured, and how many between them are not known. */
static enum assay_status judge_measured(struct fill *fill, double error)
{
    struct versions_finding *finding = fill->known;
    const struct versions_search search = {
        fill->places->states, fill->n, fill->request->sample, error, judge, fill};
    finding->pairs = calloc(fill->n, sizeof *finding->pairs);
    if (finding->pairs == NULL)
        return fail_no_memory(fill->error);
    if (!versions_judge_all(&search, &finding->ends, finding->pairs, &finding->n_pairs))
        return fill->status;
    for (size_t i = 0; i < finding->n_pairs; i++)
        count_unknown(fill, &finding->pairs[i]);
    for (size_t i = 0; i < fill->n; i++) {
        finding->n_failed += fill->places->states[i] == VERSION_FAILED;
        finding->n_measured += fill->places->states[i] == VERSION_MEASURED;
    }
    return ASSAY_OK;
}

enum { MOST_ROUNDS = 1000 };

/* In what of their error each half has at its first look. */
static void plan_rounds(struct fill *fill, const struct versions_pair *pair)
{
    const struct design *design = fill->rounds.design;
    const double confidence = versions_confidence(design, pair->error_halves, 0);
    const size_t rounds = versions_rounds_for(pair, design->margin, confidence, MOST_ROUNDS);
    fill->n_rounds = rounds > fill->n_rounds ? rounds : fill->n_rounds;
    fill->doubts |= pair->doubts;
}

static bool differ(void *context, size_t older, size_t newer)
{
    struct fill *fill = context;
    for (size_t i = 0; i < fill->known->n_pairs; i++) {
        const struct versions_pair *pair = &fill->known->pairs[i];
        if (pair->older != older || pair->newer != newer || pair->say != VERSIONS_DIFFER)
            continue;
        plan_rounds(fill, pair);
        return true;
    }
    return false;
}

/* ---- the choice ---- */

static size_t keep_unknown(struct git_commit *commits, size_t n, const struct places *places)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        commits[kept] = commits[i];
        kept += places->states[i] == VERSION_UNKNOWN;
    }
    return kept;
}

/* Of the steps that rest on one build of each. */
static enum assay_status judge_again(struct fill *fill, struct versions_finding *finding)
{
    size_t n_steps = 0;
    for (size_t i = 0; i < finding->n_pairs; i++)
        n_steps += versions_wants_builds(&fill->rounds, &finding->pairs[i]);
    for (size_t i = 0; i < finding->n_pairs && fill->status == ASSAY_OK; i++)
        fill->status =
            versions_judge_again(&fill->rounds, n_steps, &finding->pairs[i], fill->error);
    return fill->status;
}

/* What the search came to by now. */
static enum assay_status conclude(struct fill *fill, struct versions_finding *finding)
{
    finding->confidence = fill->request->confidence;
    finding->commits = calloc(fill->n + 1, sizeof *finding->commits);
    finding->n = fill->n;
    for (size_t i = 0; finding->commits != NULL && i < fill->n; i++)
        if ((finding->commits[i] = strdup(fill->rounds.commits[i].name)) == NULL)
            return fail_no_memory(fill->error);
    if (finding->commits == NULL)
        return fail_no_memory(fill->error);
    fill->status = judge_again(fill, finding);
    versions_finding_settle(finding);
    return fill->status;
}

/* Which of two had fewer fresh rounds? Of as many the one that seems to differ by more: it is likelier to be what is looked
 * for, and its share of the error is its own, whichever comes first. */
static bool goes_before(const struct versions_pair *pair, const struct versions_pair *other)
{
    return pair->n_together != other->n_together ? pair->n_together < other->n_together
                                                 : fabs(log(pair->ratio)) > fabs(log(other->ratio));
}

/* The pair that fresh rounds are for, the ends where these are open; *n: how many had no more of them. NULL: none is open. */
static const struct versions_pair *choose_open(const struct versions_finding *finding, size_t *n)
{
    const struct versions_pair *chosen = NULL;
    *n = 0;
    for (size_t i = 0; i < finding->n_pairs; i++) {
        const struct versions_pair *pair = &finding->pairs[i];
        if (pair->say != VERSIONS_OPEN || versions_never_told(pair->withheld))
            continue;
        if (chosen == NULL || pair->n_together < chosen->n_together)
            *n = 0;
        if (chosen == NULL || goes_before(pair, chosen))
            chosen = pair;
        *n += pair->n_together == chosen->n_together;
    }
    if (chosen != NULL || finding->whole || finding->n_pairs == 0 ||
        finding->ends.say != VERSIONS_OPEN || versions_never_told(finding->ends.withheld))
        return chosen;
    *n = 1;
    return &finding->ends;
}

/* Those that are next, each beside its measured neighbours: what they differ by is known from rounds that they share. */
static size_t with_neighbours(const struct fill *fill, const size_t *next, size_t n_next,
                              bool *taken)
{
    const enum version_state *states = fill->places->states;
    size_t n = 0;
    for (size_t k = 0; k < n_next; k++) {
        size_t below = next[k], above = next[k];
        taken[next[k]] = true;
        while (below > 0 && states[below] != VERSION_MEASURED)
            below--;
        while (above + 1 < fill->n && states[above] != VERSION_MEASURED)
            above++;
        taken[below] = taken[below] || states[below] == VERSION_MEASURED;
        taken[above] = taken[above] || states[above] == VERSION_MEASURED;
    }
    for (size_t i = 0; i < fill->n; i++)
        n += taken[i];
    return n;
}

/* The widest interval that is halved says how many experiments are left; before the ends are known it is all of them. */
static size_t steps_left(const struct fill *fill, const bool *taken, bool begins)
{
    size_t widest = 0, older = fill->n;
    for (size_t i = 0; i < fill->n; i++) {
        if (fill->places->states[i] != VERSION_MEASURED)
            continue;
        if (older < i && taken[older] && taken[i])
            widest = i - older > widest ? i - older : widest;
        older = i;
    }
    return begins || widest == 0 ? 1 + versions_halvings(fill->n - 1) : versions_halvings(widest);
}

static void keep_taken(const bool *taken, size_t n, struct git_commit *commits)
{
    for (size_t i = 0, kept = 0; i < n; i++)
        if (taken[i])
            commits[kept++] = commits[i];
}

static void take_both(const struct versions_pair *pair, size_t n, bool *taken,
                      struct git_commit *commits)
{
    taken[pair->older] = taken[pair->newer] = true;
    keep_taken(taken, n, commits);
}

/* A step whose fresh builds are next, and how many there are; NULL: none. */
static const struct versions_pair *choose_step(const struct fill *fill,
                                               const struct versions_finding *finding, size_t *n)
{
    const struct versions_pair *chosen = NULL;
    *n = 0;
    for (size_t i = 0; i < finding->n_pairs; i++)
        if (versions_wants_builds(&fill->rounds, &finding->pairs[i])) {
            chosen = chosen != NULL ? chosen : &finding->pairs[i];
            (*n)++;
        }
    return chosen;
}

/* The versions of the next experiment into commits; *n is 0 where the search ends. */
static enum assay_status bisect(struct fill *fill, struct git_commit *commits, size_t *n,
                                struct versions_found *found)
{
    OWNED size_t *next = calloc(fill->n, sizeof *next);
    OWNED bool *taken = calloc(fill->n, sizeof *taken);
    const struct versions_known known = {fill->places->states, fill->n, fill->request->sample,
                                         differ, fill};
    if (next == NULL || taken == NULL)
        return fail_no_memory(fill->error);
    const bool begins = found->n_known == 0, timed = fill->request->timed;
    const bool may = begins || !timed || fill->request->left_s >= VERSIONS_LEAST_S;
    const size_t n_next = may ? versions_next(&known, next) : 0;
    *n = 0;
    if (fill->status == ASSAY_OK && n_next > 0) {
        *n = with_neighbours(fill, next, n_next, taken);
        found->n_new = n_next;
        found->rounds = fill->n_rounds;
        found->n_steps = steps_left(fill, taken, begins);
        found->doubts = fill->doubts;
        keep_taken(taken, fill->n, commits);
        return ASSAY_OK;
    }
    if (fill->status != ASSAY_OK || conclude(fill, &found->finding) != ASSAY_OK)
        return fill->status;
    size_t n_open;
    const struct versions_pair *step = choose_step(fill, &found->finding, &n_open);
    if (step != NULL && fill->request->builds_left_s >= (double)n_open * VERSIONS_LEAST_S) {
        found->builds_s = fill->request->builds_left_s / (double)n_open;
        found->n_asked = step->again.n;
        found->confidence = versions_confidence_again(&fill->rounds, n_open, step->again.n);
        take_both(step, fill->n, taken, commits);
        *n = 2;
        return ASSAY_OK;
    }
    if (!timed && versions_is_enough(&found->finding))
        return ASSAY_OK;
    const struct versions_pair *open = choose_open(&found->finding, &n_open);
    if (open == NULL || fill->request->left_s < (double)n_open * VERSIONS_LEAST_S)
        return ASSAY_OK;
    found->fresh_s = fill->request->left_s / (double)n_open;
    found->confidence = versions_confidence(fill->rounds.design, open->error, open->n_together);
    found->doubts = open->doubts;
    (void)snprintf(found->metric, sizeof found->metric, "%s", open->metric);
    take_both(open, fill->n, taken, commits);
    *n = 2;
    return ASSAY_OK;
}

/* Evenly spaced, both ends among them. */
static size_t thin(struct git_commit *commits, size_t n, size_t sample)
{
    if (sample == 0 || sample >= n)
        return n;
    if (sample == 1)
        commits[0] = commits[n - 1];
    for (size_t i = 1; i < sample; i++)
        commits[i] = commits[versions_spaced(i, sample, n)];
    return sample;
}

enum assay_status versions_choose(const struct design *design,
                                  const struct versions_request *request,
                                  struct git_commit *commits, size_t *n,
                                  struct versions_found *found, struct assay_error *error)
{
    const size_t all = request->bisect ? *n : thin(commits, *n, request->sample);
    OWNED enum version_state *states = calloc(all, sizeof *states);
    SCOPED(store_close) struct store *store = NULL;
    const struct places places = {states};
    *n = all;
    if (states == NULL)
        return fail_no_memory(error);
    store = look_up(design, request->store, commits, all, &places);
    for (size_t i = 0; i < all; i++)
        found->n_known += states[i] != VERSION_UNKNOWN;
    if (!request->bisect) {
        *n = keep_unknown(commits, all, &places);
        return ASSAY_OK;
    }
    OWNED struct versions_built *built = calloc(all, sizeof *built);
    if (built == NULL)
        return fail_no_memory(error);
    const double again = versions_are_built_once(design) ? (1 - request->confidence) / 2 : 0;
    struct fill fill = {.request = request,
                        .rounds = {.design = design,
                                   .store = store,
                                   .commits = commits,
                                   .error_again = again,
                                   .built = built},
                        .places = &places,
                        .n = all,
                        .known = &found->finding,
                        .error = error};
    TRY(judge_measured(&fill, 1 - request->confidence - again));
    return bisect(&fill, commits, n, found);
}
