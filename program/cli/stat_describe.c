/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_describe.c -- `assay stat`: what one list of numbers looks like. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "cli/stat.h"
#include "design/value.h"

static bool summary(struct stat_answer *answer)
{
    struct assay_view view = stat_view(&answer->sample[0]);
    const double probabilities[] = {0.25, 0.5, 0.75};
    double quartiles[3];
    struct assay_moments moments;
    if (assay_moments_of(view, &moments, &answer->error) != ASSAY_OK ||
        assay_quantiles(view, probabilities, 3, 7, quartiles, &answer->error) != ASSAY_OK)
        return false;
    double sd = sqrt(moments.variance);
    const struct {
        const char *key, *label;
        double x;
    } numbers[] = {
        {"mean", "mean", moments.mean},
        {"sd", "standard deviation", sd},
        {"cv", "sd / mean", moments.mean != 0 ? sd / moments.mean : (double)NAN},
        {"min", "minimum", moments.min},
        {"q1", "first quartile", quartiles[0]},
        {"median", "median", quartiles[1]},
        {"q3", "third quartile", quartiles[2]},
        {"max", "maximum", moments.max},
    };
    stat_put(answer, JSON("n", moments.n));
    stat_say(answer, "%zu value%s of %s\n\n", moments.n, moments.n == 1 ? "" : "s",
             answer->sample[0].name);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        stat_put(answer, JSON(numbers[i].key, numbers[i].x));
        stat_say_number(answer, numbers[i].label, numbers[i].x);
    }
    return true;
}

/* "1" .. "9", or "hd" for Harrell and Davis; 0 then, -1 when it is neither. */
static int quantile_type(const char *text)
{
    if (text == NULL)
        return 7;
    if (strcmp(text, "hd") == 0)
        return 0;
    long type;
    return value_read_count(text, &type) && type >= 1 && type <= 9 ? (int)type : -1;
}

static void answer_quantiles(struct stat_answer *answer, const char *file, int type,
                             const double *probabilities, const double *values, size_t n)
{
    stat_put(answer, JSON("probabilities", render_json_numbers(probabilities, n)),
             JSON("values", render_json_numbers(values, n)));
    if (type > 0)
        stat_say(answer, "Quantiles of %s, type %d (Hyndman and Fan)\n\n", file, type);
    else
        stat_say(answer, "Quantiles of %s after Harrell and Davis\n\n", file);
    for (size_t i = 0; i < n; i++) {
        char label[32];
        (void)snprintf(label, sizeof label, "%.6g %%", 100 * probabilities[i]);
        stat_say_number(answer, label, values[i]);
    }
}

/* What is none is read all the same, to be told which it is. */
static bool read_probability(const char *text, double *number)
{
    return value_read_fraction(text, number) || value_read_number(text, number);
}

static bool read_probabilities(struct stat_answer *answer, struct value_list *list)
{
    const char *given = answer->options->probability;
    const enum assay_status status =
        value_read_list(given != NULL ? given : "0,0.25,0.5,0.75,1", read_probability, list);
    if (status == ASSAY_NO_MEMORY)
        return fail_no_memory(&answer->error) == ASSAY_OK;
    if (status != ASSAY_OK)
        return stat_usage(
            answer, "--probability: \"%s\" is not a list of numbers such as 0.1,0.5,0.9", given);
    for (size_t i = 0; i < list->n; i++)
        if (!(list->items[i] >= 0 && list->items[i] <= 1))
            return stat_usage(answer, "--probability: %g does not lie in [0, 1]", list->items[i]);
    return true;
}

static bool quantile(struct stat_answer *answer)
{
    int type = quantile_type(answer->options->type);
    if (type < 0)
        return stat_usage(answer, "--type: \"%s\" is none of 1 .. 9 and hd", answer->options->type);
    struct value_list list;
    const bool read = read_probabilities(answer, &list);
    OWNED double *probabilities = list.items;
    const size_t n = list.n;
    if (!read)
        return false;
    OWNED double *values = malloc(n * sizeof *values);
    struct assay_view view = stat_view(&answer->sample[0]);
    if (values == NULL ||
        (type > 0
             ? assay_quantiles(view, probabilities, n, type, values, &answer->error)
             : assay_harrell_davis(view, probabilities, n, values, &answer->error)) != ASSAY_OK)
        return false;
    answer_quantiles(answer, answer->sample[0].name, type, probabilities, values, n);
    return true;
}

/* The rule for series that do not vary: R's acf and Box.test answer NaN there, so we answer null
 * and say why, instead of refusing. */
static bool constant(struct assay_view view)
{
    for (size_t i = 1; i < view.n; i++)
        if (view.x[i] != view.x[0])
            return false;
    return true;
}

static void say_autocorrelations(struct stat_answer *answer, const double *values, size_t lags,
                                 double bound)
{
    size_t beyond = 0;
    for (size_t lag = 1; lag <= lags; lag++) {
        bool outside = fabs(values[lag]) > bound;
        beyond += outside;
        stat_say(answer, "  lag %-6zu %+.4f%s\n", lag, values[lag], outside ? "  *" : "");
    }
    stat_say(answer,
             "\n  * beyond %.4f, the bound for one lag of independent values: %zu of %zu.\n", bound,
             beyond, lags);
}

static bool acf(struct stat_answer *answer)
{
    struct assay_view view = stat_view(&answer->sample[0]);
    long asked = answer->options->lags;
    size_t lags = asked >= 0 ? (size_t)asked : assay_autocorrelation_lags(view.n);
    lags = lags < view.n ? lags : view.n - 1; /* as R does */
    OWNED double *values = malloc((lags + 1) * sizeof *values);
    double bound = assay_autocorrelation_bound(view.n, answer->confidence);
    bool flat = constant(view);
    if (values == NULL ||
        (!flat && assay_autocorrelation(view, lags, values, &answer->error) != ASSAY_OK))
        return false;
    for (size_t lag = 0; flat && lag <= lags; lag++)
        values[lag] = NAN;
    answer->warnings |= flat ? ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK) : 0;
    stat_put(answer, JSON("values", render_json_numbers(values, lags + 1)), JSON("bound", bound));
    stat_say(answer, "Autocorrelation of %s, %zu values in order\n\n", answer->sample[0].name,
             view.n);
    if (flat)
        stat_say(answer, "  not defined: all values are %.7g\n", view.x[0]);
    else
        say_autocorrelations(answer, values, lags, bound);
    return true;
}

static bool effective_size(struct stat_answer *answer)
{
    struct assay_effective effective;
    struct assay_view view = stat_view(&answer->sample[0]);
    if (assay_effective_size(view, &effective, &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("ess", effective.size), JSON("tau", effective.tau));
    stat_say(answer,
             "%zu values of %s, in order, tell as much about their mean as %.4g independent "
             "ones\n",
             view.n, answer->sample[0].name, effective.size);
    return true;
}

static bool ljung_box(struct stat_answer *answer)
{
    struct assay_view view = stat_view(&answer->sample[0]);
    long asked = answer->options->lags;
    size_t fifth = view.n / 5 > 1 ? view.n / 5 : 1;
    size_t lags = asked >= 0 ? (size_t)asked : fifth < 10 ? fifth : 10;
    bool flat = lags >= 1 && lags < view.n && constant(view);
    struct assay_ljung_box test = {NAN, (double)lags, NAN};
    if (!flat && assay_ljung_box_test(view, lags, &test, &answer->error) != ASSAY_OK)
        return false;
    answer->warnings |= flat ? ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK) : 0;
    stat_put(answer, JSON("q", test.q), JSON("df", test.df), JSON("p", test.p));
    stat_say(answer, "Ljung-Box test: are the %zu values of %s uncorrelated at lags 1 .. %zu?\n\n",
             view.n, answer->sample[0].name, lags);
    stat_say_number(answer, "Q", test.q);
    stat_say_number(answer, "p", test.p);
    stat_conclude(answer, test.p,
                  "the values depend on those before them; intervals that take them as independent "
                  "are too narrow",
                  "no dependence is seen");
    return true;
}

static bool dip(struct stat_answer *answer)
{
    struct assay_view view = stat_view(&answer->sample[0]);
    struct assay_dip test;
    if (assay_dip_test(view, (size_t)answer->options->replicates, answer->global->seed.value, &test,
                       &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("d", test.d), JSON("p", test.p), JSON("tick", test.tick),
             JSON("d_spread", test.d_spread));
    stat_say(answer, "Hartigan's dip test: have the %zu values of %s one mode?\n\n", view.n,
             answer->sample[0].name);
    stat_say_number(answer, "dip", test.d);
    if (!isnan(test.tick)) {
        stat_say_number(answer, "tick", test.tick);
        stat_say_number(answer, "dip, ties spread", test.d_spread);
    }
    stat_say_number(answer, "p", test.p);
    stat_conclude(answer, test.p, "more than one mode; a mean hides them",
                  "one mode is enough to explain them");
    return true;
}

static void say_adjusted(struct stat_answer *answer, const double *p, const double *adjusted,
                         size_t n, double alpha)
{
    size_t below = 0;
    stat_say(answer, "  %-14s %s\n", "p", "adjusted");
    for (size_t i = 0; i < n; i++) {
        below += adjusted[i] <= alpha;
        stat_say(answer, "  %-14.6g %.6g%s\n", p[i], adjusted[i],
                 adjusted[i] <= alpha ? "  *" : "");
    }
    stat_say(answer, "\n  * at most %.4g: %zu of %zu.\n", alpha, below, n);
}

static bool adjust(struct stat_answer *answer)
{
    const struct number_file *p = &answer->sample[0];
    const char *name = answer->options->method != NULL ? answer->options->method : "holm";
    static const char *const names[] = {[ASSAY_ADJUST_HOLM] = "holm",
                                        [ASSAY_ADJUST_HOCHBERG] = "hochberg",
                                        [ASSAY_ADJUST_BONFERRONI] = "bonferroni",
                                        [ASSAY_ADJUST_BH] = "bh",
                                        [ASSAY_ADJUST_BY] = "by"};
    const size_t method = stat_method_of(name, names, sizeof names / sizeof names[0]);
    if (method == SIZE_MAX)
        return stat_usage(answer, "--method: \"%s\" is none of holm, hochberg, bonferroni, bh, by",
                          name);
    for (size_t i = 0; i < p->n; i++) {
        if (p->values[i] >= 0 && p->values[i] <= 1)
            continue;
        return fail_located(&answer->error, ASSAY_INVALID,
                            "%s:%zu: a p value lies in [0, 1], this is %g", p->name, p->line[i],
                            p->values[i]) == ASSAY_OK;
    }
    OWNED double *adjusted = malloc(p->n * sizeof *adjusted);
    if (adjusted == NULL || assay_adjust(p->values, p->n, (enum assay_adjustment)method, adjusted,
                                         &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("values", render_json_numbers(adjusted, p->n)));
    stat_say(answer, "%zu p values of %s, adjusted for their number (%s)\n\n", p->n, p->name, name);
    say_adjusted(answer, p->values, adjusted, p->n, 1 - answer->confidence);
    return true;
}

const struct stat_method stat_describe_methods[] = {
    {"summary", "what do the values look like?", 1, 1, "", summary},
    {"quantile", "which values stand at given shares?", 1, 1, " probability type ", quantile},
    {"acf", "how does each value depend on those before it?", 1, 1, " lags ", acf},
    {"ess", "how many independent values is the series worth?", 1, 1, "", effective_size},
    {"ljung-box", "are the values uncorrelated?", 1, 1, " lags ", ljung_box},
    {"dip", "have the values one mode?", 1, 1, " replicates ", dip},
    {"adjust", "p values adjusted for their number", 1, 1, " method ", adjust},
    {NULL, NULL, 0, 0, NULL, NULL},
};
