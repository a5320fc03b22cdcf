/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_shares.c -- what of a search's error each pair has that it tests.
 * Source:   own: a union bound over the tests that are made, whose shares are fixed before their rounds are run (as alpha is
 *           spent over time, Lan & DeMets 1983). A pair is tested when the one that it halves differed, in rounds of its own:
 *           from the ends on, two tests a halving, 1 + 2 log2(n - 1) in all where one step is there. A share for every pair
 *           that could be tested, n - 2 with others between and n - 1 neighbours, is 2 to 10 times stricter.
 *           A pair's share is for all looks at it, half of what is left at each (versions_confidence). What is left when
 *           it has been told goes to its halves; with it goes what its parent kept for further halvings. Where both
 *           halves differ at once they share that; one that differs later, beside one that did at once, has its own rest alone.
 * Assumes:  nothing of the number of steps, of what differs by chance, or of what all intervals are of: these hold together.
 *           Versions that were measured for something else share no rounds with the others, and leave what they had.
 * Edge:     what failed is passed over, and makes a half wider than half: a share of what is left is never more than that.
 *           With more versions to begin with than the ends, the ends and each interval have an equal part.
 * Checked:  tests/engine/session/test_versions_shares.c; how often a search errs, test_versions_error.c, bench/fill.c.
 */
#include "session/versions_shares.h"

#include <math.h>

struct judging {
    const struct versions_search *search;
    struct versions_pair *pairs;
    size_t n;
};

static bool judge(const struct judging *judging, struct versions_pair *pair)
{
    return judging->search->judge(judging->search->context, pair);
}

/* Is it known by the first rounds that both had? Without any it is not asked. */
static bool is_settled(const struct versions_pair *pair)
{
    return pair->n_together == 0 || (pair->say == VERSIONS_DIFFER && pair->n_together == 1);
}

/* Of what was kept for halving either of two; nothing is told of the other one when one goes on. */
static double part_of(double kept, const struct versions_pair halves[2], size_t i)
{
    const double n = (double)is_settled(&halves[0]) + (double)is_settled(&halves[1]);
    return n == 0 ? kept / 2 : is_settled(&halves[i]) ? kept / n : 0;
}

/* A share of each half, while so many halvings are left: two tests at each of them. */
static double share_of(double rest, const struct versions_pair *pair)
{
    return rest / (2 * (double)versions_halvings(pair->newer - pair->older));
}

/* What is within two that differ is held by these, while none within differ. */
static void hold(struct versions_pair *half, const struct versions_pair *pair)
{
    const bool differ = pair->say == VERSIONS_DIFFER;
    half->held_from = differ ? pair->older : pair->held_from;
    half->held_to = differ ? pair->newer : pair->held_to;
}

/* Goes down to neighbours from a pair that was judged; kept: what is left for that, beside its own rest. */
static bool descend(struct judging *judging, struct versions_pair *pair, double kept)
{
    const size_t at =
        versions_middle(judging->search->states, pair->older, pair->newer, VERSION_MEASURED);
    const double rest =
        kept + ldexp(pair->error, -(int)(pair->n_together < 60 ? pair->n_together : 60));
    const double each = pair->newer - pair->older > 1 ? share_of(rest, pair) : 0;
    if (at == pair->older) {
        pair->error_halves = each;
        judging->pairs[judging->n++] = *pair;
        return true;
    }
    struct versions_pair halves[] = {{.older = pair->older, .newer = at, .error = each},
                                     {.older = at, .newer = pair->newer, .error = each}};
    if (!judge(judging, &halves[0]) || !judge(judging, &halves[1]))
        return false;
    for (size_t i = 0; i < 2; i++) {
        hold(&halves[i], pair);
        if (!descend(judging, &halves[i], part_of(rest - 2 * each, halves, i)))
            return false;
    }
    return true;
}

/* One of the intervals that a search began with, whose part of the error is for all within it. */
static bool begin(struct judging *judging, struct versions_pair *pair,
                  const struct versions_pair *around, double part)
{
    pair->error = part / (1 + 2 * (double)versions_halvings(pair->newer - pair->older));
    if (!judge(judging, pair))
        return false;
    if (around != pair)
        hold(pair, around);
    return descend(judging, pair, part - pair->error);
}

static size_t measured_from(const struct versions_search *search, size_t i)
{
    while (i < search->n && search->states[i] != VERSION_MEASURED)
        i++;
    return i;
}

/* Of more versions than the ends: those between which one of them was measured are intervals of their own. */
static bool begin_sample(struct judging *judging, const struct versions_pair *ends, size_t sample,
                         double part)
{
    const struct versions_search *search = judging->search;
    size_t older = ends->older;
    for (size_t i = 1; i < sample; i++) {
        const size_t at = i + 1 < sample ? versions_spaced(i, sample, search->n) : ends->newer;
        if (at <= older || at > ends->newer || search->states[at] != VERSION_MEASURED)
            continue;
        if (!begin(judging, &(struct versions_pair){.older = older, .newer = at}, ends, part))
            return false;
        older = at;
    }
    return true;
}

bool versions_judge_all(const struct versions_search *search, struct versions_pair *ends,
                        struct versions_pair *pairs, size_t *n_pairs)
{
    struct judging judging = {search, pairs, 0};
    const size_t sample = search->sample < search->n ? search->sample : search->n;
    size_t last = search->n;
    *n_pairs = 0;
    *ends = (struct versions_pair){.older = measured_from(search, 0)};
    while (last > 0 && search->states[last - 1] != VERSION_MEASURED)
        last--;
    if (last < 2 || last - 1 <= ends->older)
        return true;
    ends->newer = last - 1;
    bool judged;
    if (sample <= 2) {
        judged = begin(&judging, ends, ends, search->error);
    } else {
        ends->error = search->error / (double)sample;
        judged = judge(&judging, ends) && begin_sample(&judging, ends, sample, ends->error);
    }
    *n_pairs = judging.n;
    return judged;
}
