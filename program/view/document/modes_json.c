/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes_json.c -- mixtures as JSON, field by field as docs/modes.md lists them. */
#include <math.h>

#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/finding_json.h"
#include "view/document/json.h"
#include "view/document/provenance.h"

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
    return JSON_LIST(j, modes->n,
                     render_json_number(weight ? modes->mode[j].weight : modes->mode[j].at));
}

static json_t *test_object(double d, double p)
{
    return render_json_make(JSON("d", d), JSON("p", p));
}

/* [{"unit", "counts"}] of the deciding level. */
static json_t *units_of(const struct sample_modes *row)
{
    const size_t n_modes = row->modes.n;
    const char *const *labels = row->series->unit_label[row->attribution.level];
    return JSON_LIST(
        u, row->counts != NULL ? row->n_units : 0,
        render_json_make(
            JSON("unit", labels != NULL ? render_json_text(labels[u]) : render_json_count(u + 1)),
            JSON("counts",
                 JSON_LIST(j, n_modes, render_json_count(row->counts[u * n_modes + j])))));
}

static json_t *level_shares(const struct sample_modes *row)
{
    return JSON_LIST(k, row->modes.n > 1 ? row->series->live.shape.n_levels : 0,
                     render_json_make(JSON("name", row->series->level_name[k]),
                                      JSON("share", row->attribution.share[k])));
}

static void set_fit(json_t *object, const struct sample_modes *row)
{
    const struct assay_mixture_fit *fit = &row->fit;
    json_t *test = test_object(row->test.replicates > 0 ? row->test.d : (double)NAN,
                               row->test.replicates > 0 ? row->test.p : (double)NAN);
    render_json_set(test, "replicates", render_json_count(row->test.replicates));
    render_json_put(
        object, JSON("k", fit->mixture.k), JSON("weights", parts_of(&fit->mixture, WEIGHT)),
        JSON("means", parts_of(&fit->mixture, MEAN)), JSON("sds", parts_of(&fit->mixture, SD)),
        JSON("loglik", fit->loglik), JSON("bic", fit->bic),
        JSON("bic_by_k", render_json_numbers(fit->bic_by_k, fit->n_by_k)),
        JSON("modes", mode_field(&row->modes, false)),
        JSON("mode_weights", mode_field(&row->modes, true)), JSON("i4", row->modes.n),
        JSON("variability_level", modes_level(row)), JSON("levels", level_shares(row)),
        JSON("units", units_of(row)), JSON("fit", test));
    json_t *dip = test_object(row->dip.d, row->dip.p);
    render_json_set(dip, "d_spread", render_json_number(row->dip.d_spread));
    render_json_put(object, JSON("dip", dip), JSON("tick", fit->tick),
                    JSON("likelihood", fit->rounded ? "rounded" : "density"));
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
    json_t *object = render_json_make(
        JSON("system", row->series->system), JSON("benchmark", row->series->benchmark),
        JSON("metric", row->series->metric), JSON("unit", row->series->unit), JSON("n", row->n));
    if (row->refusal[0] == '\0')
        set_fit(object, row);
    else
        set_nothing(object);
    return object;
}

static json_t *pair_object(const struct modes_pair *pair)
{
    const struct assay_mixture_pair *finding = &pair->finding;
    return render_json_make(JSON("x", pair->x->series->system), JSON("y", pair->y->series->system),
                            JSON("benchmark", pair->x->series->benchmark),
                            JSON("metric", pair->x->series->metric), JSON("delta", pair->delta),
                            JSON("i1", finding->i1.estimate), JSON("i2", finding->i2.estimate),
                            JSON("i1_interval", render_json_interval(&finding->i1.interval)),
                            JSON("i2_interval", render_json_interval(&finding->i2.interval)),
                            JSON("i1_values", render_json_estimate(finding->i1_values.estimate,
                                                                   &finding->i1_values.interval)),
                            JSON("i2_values", render_json_estimate(finding->i2_values.estimate,
                                                                   &finding->i2_values.interval)));
}

static json_t *winner_object(const struct modes_winner *winner)
{
    return render_json_make(
        JSON("system", winner->version->series->system),
        JSON("benchmark", winner->version->series->benchmark),
        JSON("metric", winner->version->series->metric), JSON("i3", winner->finding.i3.estimate),
        JSON("i3_interval", render_json_interval(&winner->finding.i3.interval)),
        JSON("i3_values", winner->finding.i3_values.estimate),
        JSON("i3_values_interval", render_json_interval(&winner->finding.i3_values.interval)));
}

json_t *modes_document(const struct input *input, const struct modes_finding *finding,
                       double confidence, const struct name_list *command)
{
    json_t *document = render_json_document("modes", confidence);
    json_t *samples = render_json_array();
    for (size_t i = 0; i < finding->n; i++) {
        const struct sample_modes *row = &finding->rows[i];
        finding_json_warn(document, modes_warnings(row), row->series);
        if (row->refusal[0] != '\0')
            render_json_warn_text(document, "no-mixture", row->refusal, row->series->benchmark);
        render_json_append(samples, sample_object(row));
    }
    render_json_put(document, JSON("samples", samples),
                    JSON("pairs", JSON_LIST(i, finding->n_pairs, pair_object(&finding->pairs[i]))),
                    JSON("single_run_winner",
                         JSON_LIST(i, finding->n_winners, winner_object(&finding->winners[i]))));
    experiment_set_failures(input, document);
    provenance_set(input, command, document);
    return document;
}
