/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_mixture.c -- `assay stat`: Gaussian mixtures of plain numbers, and their metrics. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "cli/stat.h"
#include "design/value.h"

static json_t *places_of(const struct assay_modes *modes)
{
    return STAT_NUMBERS(j, modes->n, modes->mode[j].at);
}

static void set_parts(struct stat_answer *answer, const struct assay_mixture *mixture)
{
    const struct assay_gaussian *part = mixture->part;
    stat_put(answer, JSON("k", mixture->k),
             JSON("weights", STAT_NUMBERS(k, mixture->k, part[k].weight)),
             JSON("means", STAT_NUMBERS(k, mixture->k, part[k].mean)),
             JSON("sds", STAT_NUMBERS(k, mixture->k, part[k].sd)));
}

static void say_fit(struct stat_answer *answer, const struct assay_mixture_fit *fit,
                    const struct assay_modes *modes)
{
    const struct assay_mixture *mixture = &fit->mixture;
    stat_say(answer, "Mixture of %zu normal component%s fitted to the %zu values of %s%s\n\n",
             mixture->k, mixture->k == 1 ? "" : "s", answer->sample[0].n, answer->sample[0].name,
             fit->n_by_k > 0 ? " (number chosen by the smallest BIC)" : "");
    stat_say(answer, "  %9s %13s %13s\n", "weight", "mean", "sd");
    for (size_t k = 0; k < mixture->k; k++)
        stat_say(answer, "  %8.2f%% %13.7g %13.6g\n", 100 * mixture->part[k].weight,
                 mixture->part[k].mean, mixture->part[k].sd);
    stat_say(answer, "\n  %-24s", modes->n == 1 ? "mode" : "modes");
    for (size_t j = 0; j < modes->n; j++)
        stat_say(answer, "%s %.7g", j > 0 ? "," : "", modes->mode[j].at);
    stat_say(answer, "\n");
    stat_say_number(answer, "log-likelihood", fit->loglik);
    stat_say_number(answer, "BIC", fit->bic);
    if (fit->rounded)
        stat_say(answer,
                 "\nThe values are rounded to %.6g: the likelihood is that of rounded "
                 "values.\n",
                 fit->tick);
}

static bool mixture(struct stat_answer *answer)
{
    const struct stat_options *given = answer->options;
    const struct assay_mixture_options options = {
        .components = (size_t)given->components,
        .max_components = (size_t)given->max_components,
        .likelihood = (enum assay_likelihood)given->likelihood,
        .paper_bic = given->bic == 1,
        .seed = answer->global->seed.value,
    };
    struct assay_mixture_fit fit;
    struct assay_modes modes;
    if (given->components > ASSAY_MIXTURE_MAX || given->max_components > ASSAY_MIXTURE_MAX)
        return stat_usage(answer, "--components and --max-components are at most %d",
                          ASSAY_MIXTURE_MAX);
    if (given->components > 0 && given->max_components > 0)
        return stat_usage(answer, "give --components or --max-components, not both");
    if (assay_mixture_fit_values(stat_view(&answer->sample[0]), &options, &fit, &answer->error) !=
            ASSAY_OK ||
        assay_mixture_modes(&fit.mixture, &modes, &answer->error) != ASSAY_OK)
        return false;
    set_parts(answer, &fit.mixture);
    stat_put(answer, JSON("loglik", fit.loglik), JSON("bic", fit.bic));
    if (fit.n_by_k > 0)
        stat_put(answer, JSON("bic_by_k", render_json_numbers(fit.bic_by_k, fit.n_by_k)));
    stat_put(answer, JSON("modes", places_of(&modes)),
             JSON("likelihood", fit.rounded ? "rounded" : "density"), JSON("tick", fit.tick),
             JSON("sd_floor", fit.sd_floor));
    if (fit.tick >= 0.1 * sqrt(assay_mixture_variance(&fit.mixture)))
        answer->warnings |= ASSAY_WARNING(ASSAY_WARN_ROUNDED);
    say_fit(answer, &fit, &modes);
    return true;
}

/* ---- metrics of given mixtures ---- */

/* "0.4:1.5:0.1": false when it is not three numbers. */
static bool read_part(const char *text, size_t length, struct assay_gaussian *part)
{
    char copy[128];
    double number[3];
    char *rest = copy;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    for (int i = 0; i < 3; i++) {
        const char *field = strsep(&rest, ":");
        if (field == NULL || !value_read_number(field, &number[i]))
            return false;
    }
    *part = (struct assay_gaussian){number[0], number[1], number[2]};
    return rest == NULL;
}

/* Weights that are decimals of sum 1 within a thousandth are scaled to it. */
static void normalise(struct assay_mixture *mixture)
{
    double sum = 0;
    for (size_t k = 0; k < mixture->k; k++)
        sum += mixture->part[k].weight;
    for (size_t k = 0; k < mixture->k && fabs(sum - 1) <= 1e-3; k++)
        mixture->part[k].weight /= sum;
}

static bool read_mixture(const char *option, const char *text, struct stat_answer *answer,
                         struct assay_mixture *mixture)
{
    struct assay_error error;
    mixture->k = 0;
    if (text == NULL)
        return stat_usage(answer,
                          "--%s is missing: weight:mean:sd of each component, separated by "
                          "commas",
                          option);
    for (const char *p = text;; p++) {
        size_t length = strcspn(p, ",");
        if (mixture->k == ASSAY_MIXTURE_MAX)
            return stat_usage(answer, "--%s: at most %d components", option, ASSAY_MIXTURE_MAX);
        if (!read_part(p, length, &mixture->part[mixture->k++]))
            return stat_usage(answer, "--%s: \"%.*s\" is not weight:mean:sd, such as 0.4:1.5:0.1",
                              option, (int)length, p);
        p += length;
        if (*p == '\0')
            break;
    }
    normalise(mixture);
    if (assay_mixture_check(mixture, &error) != ASSAY_OK)
        return stat_usage(answer, "--%s: %s", option, error.text);
    return true;
}

struct versions {
    struct assay_mixture *mixture;
    double *share;
    size_t n;
};

static const char *version_name(size_t j)
{
    return j == 0 ? "x" : j == 1 ? "y" : "others";
}

static bool read_versions(struct stat_answer *answer, const struct versions *versions)
{
    const struct stat_options *given = answer->options;
    for (size_t j = 0; j < versions->n; j++) {
        const char *text = j == 0 ? given->x : j == 1 ? given->y : given->others.items[j - 2];
        if (!read_mixture(version_name(j), text, answer, &versions->mixture[j]))
            return false;
    }
    return true;
}

static bool set_modes(struct stat_answer *answer, const struct versions *versions)
{
    json_t *lists = render_json_array();
    stat_put(answer, JSON("modes", lists));
    stat_say(answer, "\n  %-10s %12s   modes\n", "version", "wins a run");
    for (size_t j = 0; j < versions->n; j++) {
        struct assay_modes modes;
        if (assay_mixture_modes(&versions->mixture[j], &modes, &answer->error) != ASSAY_OK)
            return false;
        render_json_append(lists, places_of(&modes));
        stat_say(answer, "  %-10s %10.4g %%   ", version_name(j), 100 * versions->share[j]);
        for (size_t i = 0; i < modes.n; i++)
            stat_say(answer, "%s%.7g", i > 0 ? ", " : "", modes.mode[i].at);
        stat_say(answer, "\n");
    }
    return true;
}

static bool measure(struct stat_answer *answer, const struct versions *versions)
{
    const struct stat_options *given = answer->options;
    const struct assay_mixture *mixture = versions->mixture;
    double i1, i2;
    if (assay_mixture_distance(&mixture[0], &mixture[1], &i1, &answer->error) != ASSAY_OK ||
        assay_mixture_superiority(&mixture[0], &mixture[1], given->delta, &i2, &answer->error) !=
            ASSAY_OK ||
        assay_mixture_winner(mixture, versions->n, versions->share, &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("i1", i1), JSON("i2", i2),
             JSON("i3", render_json_numbers(versions->share, versions->n)));
    stat_say(answer, "Metrics of single runs of X and Y\n\n");
    stat_say_number(answer, "mean |X - Y| (i1)", i1);
    if (given->delta == 0)
        stat_say_number(answer, "P(X < Y) (i2)", i2);
    else
        stat_say(answer, "  P(X < Y %c %.6g) (i2)%*s %.7g\n", given->delta < 0 ? '-' : '+',
                 fabs(given->delta), 4, "", i2);
    return set_modes(answer, versions);
}

static bool metrics(struct stat_answer *answer)
{
    const size_t n = 2 + answer->options->others.n;
    OWNED struct assay_mixture *mixture = calloc(n, sizeof *mixture);
    OWNED double *share = calloc(n, sizeof *share);
    if (mixture == NULL || share == NULL)
        return fail_no_memory(&answer->error) == ASSAY_OK;
    const struct versions versions = {mixture, share, n};
    return read_versions(answer, &versions) && measure(answer, &versions);
}

const struct stat_method stat_mixture_methods[] = {
    {"mixture", "in which clusters do the values stand?", 1, 1,
     " components max-components likelihood bic ", mixture},
    {"mixture-metrics", "how do runs of given mixtures compare?", 0, 0, " x y others delta ",
     metrics},
    {NULL, NULL, 0, 0, NULL, NULL},
};
