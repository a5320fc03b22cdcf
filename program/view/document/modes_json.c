/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes_json.c -- mixtures as JSON, field by field as docs/modes.md lists them. */
#include <math.h>

#include "view/document/finding_json.h"
#include "view/document/json.h"
#include "view/terminal/modes.h"

enum part_field { WEIGHT, MEAN, SD };

static json_t *parts_of(const struct assay_mixture *mixture, enum part_field field)
{
    double x[ASSAY_MIXTURE_MAX];
    for (size_t k = 0; k < mixture->k; k++) {
        const struct assay_gaussian *part = &mixture->part[k];
        x[k] = field == WEIGHT ? part->weight : field == MEAN ? part->mean : part->sd;
    }
    return render_json_numbers(x, mixture->k);
}

static json_t *mode_field(const struct assay_modes *modes, bool weight)
{
    json_t *array = render_json_array();
    for (size_t j = 0; j < modes->n; j++)
        render_json_append(array,
                           render_json_number(weight ? modes->mode[j].weight : modes->mode[j].at));
    return array;
}

static json_t *test_object(double d, double p)
{
    json_t *object = render_json_object();
    render_json_set(object, "d", render_json_number(d));
    render_json_set(object, "p", render_json_number(p));
    return object;
}

/* [{"unit", "counts"}] of the deciding level. */
static json_t *units_of(const struct sample_modes *row)
{
    json_t *array = render_json_array();
    size_t level = row->attribution.level, n_modes = row->modes.n;
    for (size_t u = 0; row->counts != NULL && u < row->n_units; u++) {
        json_t *object = render_json_object(), *counts = render_json_array();
        const char *const *labels = row->series->unit_label[level];
        render_json_set(object, "unit",
                        labels != NULL ? render_json_text(labels[u]) : render_json_count(u + 1));
        for (size_t j = 0; j < n_modes; j++)
            render_json_append(counts, render_json_count(row->counts[u * n_modes + j]));
        render_json_set(object, "counts", counts);
        render_json_append(array, object);
    }
    return array;
}

static json_t *level_shares(const struct sample_modes *row)
{
    json_t *array = render_json_array();
    for (size_t k = 0; row->modes.n > 1 && k < row->series->live.shape.n_levels; k++) {
        json_t *object = render_json_object();
        render_json_set(object, "name", render_json_text(row->series->level_name[k]));
        render_json_set(object, "share", render_json_number(row->attribution.share[k]));
        render_json_append(array, object);
    }
    return array;
}

static void set_fit(json_t *object, const struct sample_modes *row)
{
    const struct assay_mixture_fit *fit = &row->fit;
    json_t *test = test_object(row->test.replicates > 0 ? row->test.d : (double)NAN,
                               row->test.replicates > 0 ? row->test.p : (double)NAN);
    render_json_set(test, "replicates", render_json_count(row->test.replicates));
    render_json_set(object, "k", render_json_count(fit->mixture.k));
    render_json_set(object, "weights", parts_of(&fit->mixture, WEIGHT));
    render_json_set(object, "means", parts_of(&fit->mixture, MEAN));
    render_json_set(object, "sds", parts_of(&fit->mixture, SD));
    render_json_set(object, "loglik", render_json_number(fit->loglik));
    render_json_set(object, "bic", render_json_number(fit->bic));
    render_json_set(object, "bic_by_k", render_json_numbers(fit->bic_by_k, fit->n_by_k));
    render_json_set(object, "modes", mode_field(&row->modes, false));
    render_json_set(object, "mode_weights", mode_field(&row->modes, true));
    render_json_set(object, "i4", render_json_count(row->modes.n));
    render_json_set(object, "variability_level", render_json_text(modes_level(row)));
    render_json_set(object, "levels", level_shares(row));
    render_json_set(object, "units", units_of(row));
    render_json_set(object, "fit", test);
    json_t *dip = test_object(row->dip.d, row->dip.p);
    render_json_set(dip, "d_spread", render_json_number(row->dip.d_spread));
    render_json_set(object, "dip", dip);
    render_json_set(object, "tick", render_json_number(fit->tick));
    render_json_set(object, "likelihood", render_json_text(fit->rounded ? "rounded" : "density"));
}

/* A sample without a mixture keeps its place; all that is undefined is null. */
static void set_nothing(json_t *object)
{
    static const char *const fields[] = {"k",   "weights",  "means", "sds", "loglik",
                                         "bic", "bic_by_k", "modes", "i4",  "variability_level",
                                         "fit", "dip",      "tick"};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        render_json_set(object, fields[i], render_json_number((double)NAN));
}

static json_t *sample_object(const struct sample_modes *row)
{
    json_t *object = render_json_object();
    render_json_set(object, "system", render_json_text(row->series->system));
    render_json_set(object, "benchmark", render_json_text(row->series->benchmark));
    render_json_set(object, "metric", render_json_text(row->series->metric));
    render_json_set(object, "unit", render_json_text(row->series->unit));
    render_json_set(object, "n", render_json_count(row->n));
    if (row->refusal[0] == '\0')
        set_fit(object, row);
    else
        set_nothing(object);
    return object;
}

static json_t *pair_object(const struct modes_pair *pair)
{
    const struct assay_mixture_pair *finding = &pair->finding;
    json_t *object = render_json_object();
    render_json_set(object, "x", render_json_text(pair->x->series->system));
    render_json_set(object, "y", render_json_text(pair->y->series->system));
    render_json_set(object, "benchmark", render_json_text(pair->x->series->benchmark));
    render_json_set(object, "metric", render_json_text(pair->x->series->metric));
    render_json_set(object, "delta", render_json_number(pair->delta));
    render_json_set(object, "i1", render_json_number(finding->i1.estimate));
    render_json_set(object, "i2", render_json_number(finding->i2.estimate));
    render_json_set(object, "i1_interval", render_json_interval(&finding->i1.interval));
    render_json_set(object, "i2_interval", render_json_interval(&finding->i2.interval));
    render_json_set(
        object, "i1_values",
        render_json_estimate(finding->i1_values.estimate, &finding->i1_values.interval));
    render_json_set(
        object, "i2_values",
        render_json_estimate(finding->i2_values.estimate, &finding->i2_values.interval));
    return object;
}

static json_t *winner_object(const struct modes_winner *winner)
{
    json_t *object = render_json_object();
    render_json_set(object, "system", render_json_text(winner->version->series->system));
    render_json_set(object, "benchmark", render_json_text(winner->version->series->benchmark));
    render_json_set(object, "metric", render_json_text(winner->version->series->metric));
    render_json_set(object, "i3", render_json_number(winner->finding.i3.estimate));
    render_json_set(object, "i3_interval", render_json_interval(&winner->finding.i3.interval));
    render_json_set(object, "i3_values", render_json_number(winner->finding.i3_values.estimate));
    render_json_set(object, "i3_values_interval",
                    render_json_interval(&winner->finding.i3_values.interval));
    return object;
}

void modes_json_set(json_t *document, const struct modes_finding *finding)
{
    json_t *samples = render_json_array(), *pairs = render_json_array(),
           *winners = render_json_array();
    for (size_t i = 0; i < finding->n; i++) {
        const struct sample_modes *row = &finding->rows[i];
        finding_json_warn(document, modes_warnings(row), row->series);
        if (row->refusal[0] != '\0')
            render_json_warn_text(document, "no-mixture", row->refusal, row->series->benchmark);
        render_json_append(samples, sample_object(row));
    }
    for (size_t i = 0; i < finding->n_pairs; i++)
        render_json_append(pairs, pair_object(&finding->pairs[i]));
    for (size_t i = 0; i < finding->n_winners; i++)
        render_json_append(winners, winner_object(&finding->winners[i]));
    render_json_set(document, "samples", samples);
    render_json_set(document, "pairs", pairs);
    render_json_set(document, "single_run_winner", winners);
}
