/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_json.c -- which functions make a change, as JSON, field by field as docs/schema/why.md lists them. */
#include <math.h>

#include "view/document/documents.h"
#include "view/document/json.h"

static json_t *counted_json(const struct why_counted *counted)
{
    return render_json_make(JSON("old", counted->old), JSON("new", counted->new),
                            JSON("own_ratio", counted->old > 0 ? counted->new / counted->old : (double)NAN),
                            JSON("contribution_percent", counted->estimate),
                            JSON("exact", counted->exact));
}

/* Of allocations and bytes also what is asked for without what is called. */
static json_t *asked_json(const struct why_counted *counted)
{
    return render_json_put(counted_json(counted), JSON("old_itself", counted->old_itself),
                           JSON("new_itself", counted->new_itself));
}

static json_t *allocating_json(const struct why_allocating *of)
{
    return render_json_make(JSON("name", of->name), JSON("object", of->object),
                            JSON("allocations", asked_json(&of->allocations)),
                            JSON_IF(of->bytes.known, "allocated_bytes", asked_json(&of->bytes)));
}

static json_t *spread_json(const struct why_spread *spread)
{
    return render_json_make(JSON("variance", spread->variance), JSON("sd_percent", spread->sd),
                            JSON("sd_upper_percent", spread->sd_upper));
}

static json_t *contribution_json(const struct why_line *line)
{
    const struct assay_contribution *of = &line->of;
    const bool function = of->kind == ASSAY_OF_FUNCTION && line->name != NULL;
    return render_json_make(
        JSON_IF(line->name != NULL || of->kind != ASSAY_OF_FUNCTION, "kind",
                assay_contribution_kind_name(of->kind)),
        JSON_IF(function, "name", line->name), JSON_IF(function, "object", line->object),
        JSON("functions", of->functions), JSON("share", of->share), JSON("old", of->old_mean),
        JSON("new", of->new_mean), JSON("contribution_percent", of->estimate),
        JSON("se_percent", of->se), JSON("lower_percent", of->lower),
        JSON("upper_percent", of->upper), JSON("p", of->p), JSON("p_adjusted", of->p_adjusted),
        JSON("exact", of->exact), JSON("stands_out", why_stands_out(line)),
        JSON("verdict", assay_verdict_name(line->verdict)), JSON("own_ratio", line->own),
        JSON("own_interval", render_json_interval(&line->own_interval)),
        JSON_IF(line->code != WHY_CODE_UNKNOWN, "code", why_code_name(line->code)),
        JSON_IF(line->appears, "appears", line->appears),
        JSON_IF(line->disappears, "disappears", line->disappears),
        JSON_IF(line->counted[WHY_INSTRUCTIONS].known, "instructions",
                counted_json(&line->counted[WHY_INSTRUCTIONS])),
        JSON_IF(line->counted[WHY_ALLOCATIONS].known, "allocations",
                asked_json(&line->counted[WHY_ALLOCATIONS])),
        JSON_IF(line->counted[WHY_BYTES].known, "allocated_bytes",
                asked_json(&line->counted[WHY_BYTES])),
        JSON_IF(line->layout[0].known && line->layout[1].known, "layout",
                render_json_make(JSON("old", spread_json(&line->layout[0])),
                                 JSON("new", spread_json(&line->layout[1])))));
}

static json_t *gate_json(const struct why_gate *gate)
{
    return render_json_make(JSON("function", gate->function), JSON("margin", gate->margin),
                            JSON("own_ratio", gate->line->own),
                            JSON("own_interval", render_json_interval(&gate->own_interval)),
                            JSON("verdict", assay_verdict_name(gate->verdict)));
}

static json_t *sides(const double amounts[2])
{
    return render_json_make(JSON("old", amounts[0]), JSON("new", amounts[1]));
}

static json_t *callers_json(const struct why_callers *callers)
{
    return render_json_make(JSON("by", why_callers_name(callers->by)), JSON("whole", sides(callers->whole)),
                            JSON_IF(callers->by == WHY_CALLERS_BY_FRAMES, "frameless",
                                    sides(callers->frameless)));
}

json_t *why_json(const struct why_finding *finding)
{
    json_t *document = render_json_document("why", finding->confidence);
    return render_json_put(
        document, JSON_IF(finding->benchmark != NULL, "benchmark", finding->benchmark),
        JSON_IF(finding->chosen != NULL, "chosen", finding->chosen),
        JSON("old", finding->old_name), JSON("new", finding->new_name),
        JSON("sampler", finding->sampler), JSON("unit", finding->unit),
        JSON("rate_hz", finding->rate_hz > 0 ? finding->rate_hz : (double)NAN),
        JSON("whole", finding->whole == ASSAY_WHOLE_WALL ? "wall" : "processor"),
        JSON("margin", finding->margin), JSON("pairs", finding->pairs),
        JSON("units", finding->units), JSON("functions", finding->functions),
        JSON("samples", sides(finding->samples)),
        JSON_IF(finding->planned[0] > 0, "planned_samples", sides(finding->planned)),
        JSON("adjusted_by", finding->by_flips ? "flips" : "holm"),
        JSON_IF(finding->counts[WHY_INSTRUCTIONS].by != NULL, "counted_by",
                finding->counts[WHY_INSTRUCTIONS].by),
        JSON_IF(finding->counts[WHY_INSTRUCTIONS].by != NULL, "counted_executions",
                finding->counts[WHY_INSTRUCTIONS].executions),
        JSON_IF(finding->counts[WHY_ALLOCATIONS].by != NULL, "allocations_executions",
                finding->counts[WHY_ALLOCATIONS].executions),
        JSON_IF(finding->callers.by != WHY_CALLERS_UNKNOWN, "callers", callers_json(&finding->callers)),
        JSON_IF(finding->layout == WHY_LAYOUT_KNOWN, "layout_builds", finding->layout_builds),
        JSON_IF(finding->inclusive, "inclusive", finding->inclusive),
        JSON("critical", finding->critical), JSON("total", contribution_json(&finding->total)),
        JSON("named", contribution_json(&finding->named)),
        JSON("lines", JSON_LIST(i, finding->n, contribution_json(&finding->lines[i]))),
        JSON_IF(finding->counts[WHY_ALLOCATIONS].by != NULL, "allocating",
                JSON_LIST(i, finding->n_allocating, allocating_json(&finding->allocating[i]))),
        JSON_IF(finding->n_gates > 0, "gates",
                JSON_LIST(i, finding->n_gates, gate_json(&finding->gates[i]))));
}
