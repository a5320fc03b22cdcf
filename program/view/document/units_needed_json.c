/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units_needed_json.c -- what it would take where a comparison is inconclusive, as JSON. */
#include <math.h>

#include "view/document/documents.h"
#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/face/units_needed.h"

json_t *units_needed_json(const struct units_needed *what)
{
    char statistic[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&what->statistic, statistic);
    json_t *object = render_json_make(JSON("level", what->level), JSON("measured", what->measured),
                                      JSON("units", render_json_some(what->units)));
    render_json_put(
        object,
        JSON_IF(what->may_be_unchanged, "units_unchanged", render_json_some(what->units_unchanged)),
        JSON_IF(what->statistic.kind != ASSAY_STATISTIC_MEAN, "of", statistic),
        JSON_IF(what->metric != NULL, "metric", what->metric));
    render_json_put(object,
                    JSON_IF(isinf(what->precision_s), "out_of_reach", render_json_bool(true)));
    return render_json_put(
        object, JSON("probability", what->probability), JSON("precision", what->precision),
        JSON("precision_s", what->precision_s), JSON("precision_low_s", what->precision_low_s),
        JSON("precision_high_s", what->precision_high_s), JSON("more_s", what->more_s));
}

char *units_needed_sentence_of(const json_t *object)
{
    if (!json_is_object(object))
        return NULL;
    struct assay_statistic statistic = {.kind = ASSAY_STATISTIC_MEAN};
    if (assay_statistic_parse(finding_text(object, "of"), &statistic, NULL) != ASSAY_OK)
        statistic.kind = ASSAY_STATISTIC_MEAN;
    return units_needed_sentence(&(struct units_needed){
        .statistic = statistic,
        .metric = json_string_value(json_object_get(object, "metric")),
        .level = finding_text(object, "level"),
        .measured = finding_count(object, "measured"),
        .units = finding_count(object, "units"),
        .may_be_unchanged = json_object_get(object, "units_unchanged") != NULL,
        .units_unchanged = finding_count(object, "units_unchanged"),
        .probability = finding_number(object, "probability"),
        .precision = finding_number(object, "precision"),
        .precision_s = json_is_true(json_object_get(object, "out_of_reach"))
                           ? (double)INFINITY
                           : finding_number(object, "precision_s"),
        .precision_low_s = finding_number(object, "precision_low_s"),
        .precision_high_s = finding_number(object, "precision_high_s"),
        .more_s = finding_number(object, "more_s")});
}
