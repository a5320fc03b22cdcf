/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_json.c -- the document of `assay compare --protocol speedup-test`. */
#include <math.h>

#include "view/document/documents.h"
#include "view/document/finding_json.h"
#include "view/document/json.h"
#include "view/face/speedup_words.h"
#include "view/text/view_memory.h"

static const char *const time_names[ASSAY_SPEEDUP_TIMES] = {"min", "mean", "median"};

/* ---- one benchmark ---- */

static json_t *answer_json(const struct assay_speedup_decision *decision)
{
    return decision->answer == ASSAY_SPEEDUP_REFUSED
               ? json_null()
               : render_json_bool(decision->answer == ASSAY_SPEEDUP_YES);
}

static void set_decision(json_t *object, const char *time,
                         const struct assay_speedup_decision *decision)
{
    char key[40];
    (void)snprintf(key, sizeof key, "%s_significant", time);
    render_json_set(object, key, decision != NULL ? answer_json(decision) : json_null());
    (void)snprintf(key, sizeof key, "%s_confidence", time);
    render_json_set(object, key,
                    decision != NULL ? render_json_number(decision->confidence) : json_null());
}

static json_t *p_json(const struct assay_speedup_p *p)
{
    return render_json_make(JSON("shapiro_old", p->shapiro_x), JSON("shapiro_new", p->shapiro_y),
                            JSON("variance", p->variance), JSON("student", p->student),
                            JSON("welch", p->welch), JSON("ks", p->kolmogorov),
                            JSON("wilcoxon", p->wilcoxon));
}

static json_t *times_json(const double time[ASSAY_SPEEDUP_TIMES])
{
    json_t *object = render_json_object();
    for (size_t t = 0; t < ASSAY_SPEEDUP_TIMES; t++)
        render_json_set(object, time_names[t], render_json_number(time[t]));
    return object;
}

static json_t *effect_json(const struct assay_speedup_effect *effect, double margin)
{
    json_t *mean = render_json_make(
        JSON("ratio", render_json_estimate(effect->ratio.estimate, &effect->ratio.interval)),
        JSON("change_percent", finding_json_change(&effect->ratio)), JSON("margin", margin),
        JSON("verdict", assay_verdict_name(effect->ratio_verdict)));
    json_t *median =
        render_json_make(JSON("p_superior", render_json_estimate(effect->superiority,
                                                                 &effect->superiority_interval)),
                         JSON("verdict", assay_verdict_name(effect->superiority_verdict)));
    return render_json_make(JSON("mean", mean), JSON("median", median));
}

/* What only a benchmark with samples has. */
static void set_details(json_t *object, const struct speedup_row *row,
                        const struct speedup_finding *finding)
{
    const struct assay_speedup_result *result = row->result;
    json_t *n = render_json_array();
    render_json_append(n, render_json_count(row->n));
    render_json_append(n, render_json_count(row->m));
    render_json_put(object, JSON("weights", times_json(result->weight)), JSON("n", n),
                    JSON("old", times_json(result->time_x)),
                    JSON("new", times_json(result->time_y)), JSON("p", p_json(&result->p)),
                    JSON("searched", result->mean.searched),
                    JSON_IF(!finding->options.strict, "effect",
                            effect_json(&result->effect, finding->options.margin)));
}

static json_t *row_json(const struct speedup_row *row, const struct speedup_finding *finding)
{
    const struct assay_speedup_result *result = row->result;
    json_t *object = render_json_object();
    static const double none[ASSAY_SPEEDUP_TIMES] = {NAN, NAN, NAN};
    const double *speedup = result != NULL ? result->speedup : none;
    render_json_put(object, JSON("name", row->name),
                    JSON("speedup_min", speedup[ASSAY_SPEEDUP_MIN]),
                    JSON("speedup_mean", speedup[ASSAY_SPEEDUP_MEAN]));
    set_decision(object, "mean", result != NULL ? &result->mean : NULL);
    render_json_set(object, "speedup_median", render_json_number(speedup[ASSAY_SPEEDUP_MEDIAN]));
    set_decision(object, "median", result != NULL ? &result->median : NULL);
    render_json_set(object, "weight",
                    result != NULL ? render_json_number(result->weight[ASSAY_SPEEDUP_MEAN])
                                   : json_null());
    if (result != NULL)
        set_details(object, row, finding);
    return object;
}

/* ---- the suite ---- */

static json_t *overall_json(const struct assay_speedup_suite *suite)
{
    json_t *object = render_json_object();
    for (size_t t = 0; t < ASSAY_SPEEDUP_TIMES; t++) {
        json_t *one = render_json_make(JSON("gain", suite->overall[t].gain),
                                       JSON("speedup", suite->overall[t].speedup));
        render_json_set(object, time_names[t], one);
    }
    return object;
}

static json_t *share_json(const struct assay_speedup_share *share, double precision)
{
    const struct assay_proportion *p = &share->proportion;
    return render_json_make(
        JSON("accelerated", share->accelerated), JSON("benchmarks", share->benchmarks),
        JSON("untested", share->untested), JSON("estimate", p->estimate), JSON("lower", p->lower),
        JSON("upper", p->upper), JSON("confidence", p->confidence), JSON("valid", p->valid),
        JSON("precision", precision), JSON("needed", p->needed));
}

/* ---- warnings ---- */

static void warn(json_t *document, const struct speedup_words *words, const char *benchmark)
{
    OWNED char *message = view_format("%s %s", words->text, words->next);
    render_json_warn_text(document, words->code, message != NULL ? message : words->text,
                          benchmark);
}

static void warn_unreadable(json_t *document, const struct speedup_row *row)
{
    for (size_t k = 0; k < 2; k++) {
        if (row->unreadable[k] == NULL)
            continue;
        OWNED char *message = view_format("File '%s' is not readable", row->unreadable[k]);
        if (message != NULL)
            render_json_warn_text(document, "speedup-unreadable", message, row->name);
    }
    render_json_warn_text(document, "speedup-unavailable", speedup_unavailable, row->name);
}

static void warn_row(json_t *document, const struct speedup_finding *finding,
                     const struct speedup_row *row)
{
    render_json_warn(document, speedup_row_warnings(finding, row), row->name);
    if (row->result == NULL) {
        warn_unreadable(document, row);
        return;
    }
    for (unsigned bit = 0; bit < ASSAY_SPEEDUP_DOUBTS; bit++)
        if ((speedup_row_doubts(row) & ASSAY_SPEEDUP_DOUBT(bit)) != 0)
            warn(document, &speedup_doubt_words[bit], row->name);
    if (isnan(row->given_level))
        return;
    char message[128];
    (void)snprintf(message, sizeof message, SPEEDUP_LEVEL_OUTSIDE, row->given_level);
    render_json_warn_text(document, "speedup-level-outside", message, row->name);
}

json_t *speedup_json(const struct speedup_finding *finding)
{
    json_t *document = render_json_document("speedup", finding->options.effect_confidence);
    json_t *benchmarks = render_json_array(), *proportion = render_json_object();
    for (size_t i = 0; i < finding->n; i++) {
        warn_row(document, finding, &finding->rows[i]);
        render_json_append(benchmarks, row_json(&finding->rows[i], finding));
    }
    for (int r = 0; r < SPEEDUP_REMARKS; r++)
        if (speedup_remark_applies(finding, (enum speedup_remark)r))
            warn(document, &speedup_remark_words[r], NULL);
    render_json_put(document, JSON("old", finding->old_system), JSON("new", finding->new_system),
                    JSON("observation", finding->observation), JSON("benchmarks", benchmarks),
                    JSON("overall", overall_json(&finding->suite)));
    render_json_put(proportion,
                    JSON("mean", share_json(&finding->suite.mean, finding->options.precision)),
                    JSON("median", share_json(&finding->suite.median, finding->options.precision)));
    render_json_set(document, "proportion", proportion);
    return document;
}
