/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_json.c -- what a search among versions came to, as JSON. */
#include "view/document/documents.h"
#include "view/document/json.h"

static json_t *again_object(const struct versions_again *again)
{
    return render_json_make(
        JSON("builds", again->builds),
        JSON("change_percent", render_json_make(JSON("estimate", 100 * (again->ratio - 1)),
                                                JSON("lower", 100 * (again->lower - 1)),
                                                JSON("upper", 100 * (again->upper - 1)),
                                                JSON("confidence", again->confidence))),
        JSON("verdict", assay_verdict_name(again->verdict)));
}

static json_t *pair_object(const struct versions_finding *finding, const struct versions_pair *pair)
{
    const bool told = pair->benchmark[0] != '\0';
    return render_json_make(
        JSON("older", (const char *)finding->commits[pair->older]),
        JSON("newer", (const char *)finding->commits[pair->newer]), JSON("between", pair->unknown),
        JSON("experiments", pair->n_together),
        JSON("benchmark", told ? (const char *)pair->benchmark : NULL),
        JSON_IF(pair->metric[0] != '\0', "metric", json_string(pair->metric)),
        JSON_IF(told, "change_percent",
                render_json_make(JSON("estimate", 100 * (pair->ratio - 1)),
                                 JSON("lower", 100 * (pair->lower - 1)),
                                 JSON("upper", 100 * (pair->upper - 1)),
                                 JSON("confidence", pair->confidence))),
        JSON_IF(pair->manifest.kind[0] != '\0', "measured_with",
                render_json_make(JSON("kind", (const char *)pair->manifest.kind),
                                 JSON("before", (const char *)pair->manifest.there),
                                 JSON("after", (const char *)pair->manifest.here))),
        JSON_IF(pair->withheld != 0, "withheld",
                JSON_LIST_IF(i, ASSAY_WARN_COUNT, (pair->withheld & ASSAY_WARNING(i)) != 0,
                             render_json_text(assay_warning_code((enum assay_warning)i)))),
        JSON_IF(pair->again.builds > 0, "fresh_builds", again_object(&pair->again)),
        JSON("verdict", told ? assay_verdict_name(pair->verdict) : NULL));
}

json_t *versions_json(const struct versions_finding *finding)
{
    const struct versions_pair *pairs = finding->pairs;
    return render_json_make(
        JSON("decided", finding->decided), JSON("whole", finding->whole),
        JSON("versions", finding->n), JSON("measured", finding->n_measured),
        JSON("failed", finding->n_failed), JSON("confidence", finding->confidence),
        JSON_IF(finding->n_pairs > 0, "ends", pair_object(finding, &finding->ends)),
        JSON("steps", JSON_LIST_IF(i, finding->n_pairs, versions_is_step(&pairs[i]),
                                   pair_object(finding, &pairs[i]))),
        JSON("open", JSON_LIST_IF(i, finding->n_pairs, versions_is_open(&pairs[i]),
                                  pair_object(finding, &pairs[i]))));
}
