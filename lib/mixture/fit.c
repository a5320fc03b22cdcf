/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit.c -- the mixture with K parts, and the K of the smallest BIC.
 * Source:   METHODS A12: 3K - 1 parameters, smallest BIC; Schwarz 1978. `paper`: K log n as printed
 *           by Worms & Touati 2016.
 * Assumes:  independent values. Values nested in few units cluster by chance: see attribution.
 * Edge:     refused: n < 10, constant, tick above the sd. K is at most half the number of values.
 *           All K get a quick fit, those whose BIC comes within CLOSE of the best a thorough one.
 *           Quick runs end as soon as they can neither come close nor beat their own K's best.
 * Checked:  oracle gmm.json: at least mclust's log-likelihood minus 1e-6 relative; K.
 */
#include <math.h>

#include "base/try.h"
#include "mixture/problem.h"

static const double close_call = 12; /* in BIC */

struct effort {
    size_t kept, n_random;
    struct em_effort em;
};
static const struct effort quick = {2, 2, {40, 1e-6, 100}};
static const struct effort thorough = {STARTS_KEPT, 24, {4000, 1e-12, 1000}};

struct search {
    const struct mixture_problem *problem;
    struct partitions partitions;
    uint64_t seed;
    bool credible;                     /* K is chosen: only parts that stand out count */
    struct assay_mixture best[EM_MAX]; /* by K - 1, standardised */
    double loglik[EM_MAX];
};

/* Keeps a mixture when it is the best so far and may count. */
static void offer(struct search *search, size_t k, const struct assay_mixture *mixture,
                  double loglik)
{
    const struct mixture_problem *problem = search->problem;
    if (!(loglik > search->loglik[k - 1]))
        return;
    if (search->credible && !mixture_credible(&problem->full, (double)problem->n, mixture))
        return;
    search->loglik[k - 1] = loglik;
    search->best[k - 1] = *mixture;
}

/* k parts always do as well as k - 1: one of them in two halves. */
static void inherit(struct search *search, size_t k)
{
    struct assay_mixture *mixture = &search->best[k - 1];
    size_t widest = 0;
    *mixture = search->best[k - 2];
    for (size_t i = 1; i < mixture->k; i++)
        if (mixture->part[i].weight > mixture->part[widest].weight)
            widest = i;
    mixture->part[widest].weight *= 0.5;
    mixture->part[mixture->k++] = mixture->part[widest];
    search->loglik[k - 1] = search->loglik[k - 2];
}

static double penalty(const struct assay_mixture_options *options, size_t k, size_t n)
{
    return (options->paper_bic ? (double)k : 3 * (double)k - 1) * log((double)n);
}

static double bic_of(const struct search *search, const struct assay_mixture_options *options,
                     size_t k)
{
    size_t n = search->problem->n;
    double loglik = search->loglik[k - 1] - (double)n * log(search->problem->scale);
    return -2 * loglik + penalty(options, k, n);
}

/* bar: log-likelihood below which k parts are of no interest. */
static void fit_k(struct search *search, size_t k, const struct effort *effort, double bar)
{
    struct starts starts = {.kept = effort->kept, .credible = search->credible};
    starts_find(search->problem, &search->partitions, &search->best[k - 2], k, effort->n_random,
                search->seed, &starts);
    for (size_t i = 0; i < starts.n; i++) {
        double loglik = em_run(&search->problem->full, &starts.best[i], &effort->em,
                               fmax(bar, search->loglik[k - 1]));
        offer(search, k, &starts.best[i], loglik);
    }
}

/* Goes on from what is already known of k, thoroughly. */
static void refine(struct search *search, size_t k)
{
    if (k == 1)
        return;
    struct assay_mixture mixture = search->best[k - 1];
    double loglik = em_run(&search->problem->full, &mixture, &thorough.em, -HUGE_VAL);
    offer(search, k, &mixture, loglik);
    fit_k(search, k, &thorough, -HUGE_VAL);
}

static size_t smallest_bic(const struct search *search, const struct assay_mixture_options *options,
                           size_t k_max)
{
    size_t best = 1;
    for (size_t k = 2; k <= k_max; k++)
        if (bic_of(search, options, k) < bic_of(search, options, best))
            best = k;
    return best;
}

/* The log-likelihood with which k parts come close to the best BIC of fewer. */
static double bar_of(const struct search *search, const struct assay_mixture_options *options,
                     size_t k)
{
    double least = bic_of(search, options, smallest_bic(search, options, k - 1)) + close_call;
    return search->loglik[k - 1] + 0.5 * (bic_of(search, options, k) - least);
}

static size_t choose(struct search *search, const struct assay_mixture_options *options,
                     size_t k_max)
{
    double bar = bic_of(search, options, smallest_bic(search, options, k_max)) + close_call;
    for (size_t k = 2; k <= k_max; k++)
        if (bic_of(search, options, k) <= bar)
            refine(search, k);
    return smallest_bic(search, options, k_max);
}

static size_t most_parts(const struct assay_mixture_options *options, size_t n)
{
    size_t most = options->components != 0       ? options->components
                  : options->max_components != 0 ? options->max_components
                                                 : (size_t)ASSAY_MIXTURE_DEFAULT_MAX;
    return most < n / 2 ? most : n / 2;
}

static void search_all(struct search *search, const struct assay_mixture_options *options,
                       size_t k_max, struct assay_mixture_fit *out)
{
    size_t n = search->problem->n, k = k_max;
    search->loglik[0] = mixture_fit_one(search->problem, &search->best[0]);
    for (size_t i = 2; i <= k_max; i++) {
        inherit(search, i);
        fit_k(search, i, &quick, options->components != 0 ? -HUGE_VAL : bar_of(search, options, i));
    }
    if (options->components != 0)
        refine(search, k);
    else
        k = choose(search, options, k_max);
    out->n_by_k = options->components != 0 ? 0 : k_max;
    for (size_t i = 0; i < out->n_by_k; i++)
        out->bic_by_k[i] = bic_of(search, options, i + 1);
    mixture_restore(search->problem, &search->best[k - 1], &out->mixture);
    out->loglik = search->loglik[k - 1] - (double)n * log(search->problem->scale);
    out->bic = bic_of(search, options, k);
}

static enum assay_status check_options(const struct assay_mixture_options *options, size_t n,
                                       struct assay_error *error)
{
    if (options->components > ASSAY_MIXTURE_MAX || options->max_components > ASSAY_MIXTURE_MAX)
        return assay_fail(error, ASSAY_INVALID,
                          "a mixture has at most %d components, asked for %zu", ASSAY_MIXTURE_MAX,
                          options->components > options->max_components ? options->components
                                                                        : options->max_components);
    if (options->components > n / 2 && n >= ASSAY_MIXTURE_LEAST)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "%zu components need at least %zu values, there are %zu",
                          options->components, 2 * options->components, n);
    return ASSAY_OK;
}

enum assay_status mixture_fit_on(const struct em_path *path, struct assay_view view,
                                 const struct assay_mixture_options *options,
                                 struct assay_mixture_fit *out, struct assay_error *error)
{
    SCOPED(mixture_problem_fini) struct mixture_problem problem = {0};
    struct assay_mixture_fit fit = {0};
    TRY(check_options(options, view.n, error));
    TRY(mixture_problem_init(&problem, view, options->likelihood, -1, error));
    problem.full.path = problem.thinned.path = path;
    struct search search = {
        .problem = &problem, .seed = options->seed, .credible = options->components == 0};
    size_t k_max = most_parts(options, view.n);
    enum assay_status status = partitions_init(&search.partitions, &problem, k_max, error);
    if (status == ASSAY_OK) {
        search_all(&search, options, k_max, &fit);
        fit.tick = problem.tick;
        fit.rounded = problem.full.tick > 0;
        fit.sd_floor = problem.full.floor * problem.scale;
        *out = fit;
    }
    partitions_fini(&search.partitions);
    return status;
}

enum assay_status assay_mixture_fit_values(struct assay_view view,
                                           const struct assay_mixture_options *options,
                                           struct assay_mixture_fit *out, struct assay_error *error)
{
    static const struct assay_mixture_options defaults = {0};
    return mixture_fit_on(em_path_best(), view, options != NULL ? options : &defaults, out, error);
}
