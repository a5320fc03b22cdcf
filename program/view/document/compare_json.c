/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_json.c -- what `compare` found, as the document of schema compare. */
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/finding_json.h"
#include "view/document/json.h"
#include "view/document/provenance.h"

static void json_pair(json_t *document, json_t *comparisons, const struct system_pair *pair,
                      struct compare_hints *hints)
{
    for (size_t i = 0; i < pair->n; i++) {
        const struct comparison_finding *row = &pair->rows[i];
        finding_json_warn(document, comparison_warnings(row), row->old_series);
        if (pair->trouble[i][0] != '\0')
            render_json_warn_text(document, "undefined", pair->trouble[i],
                                  row->old_series->benchmark);
        json_t *comparison = finding_json_comparison(row);
        compare_hints_set(hints, row, comparison);
        render_json_append(comparisons, comparison);
    }
    unpaired_warn(pair, document);
}

static json_t *json_joints(const struct comparison *pairs)
{
    json_t *joints = render_json_array();
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n_joints; j++)
            render_json_append(joints, finding_json_joint(&pairs->items[i].joints[j]));
    return joints;
}

json_t *compare_document(const struct compare_request *request, const struct comparison *pairs,
                         const struct name_list *command)
{
    json_t *document = render_json_document("compare/2", request->confidence);
    json_t *comparisons = render_json_array(), *new_systems = NULL;
    struct compare_hints hints = compare_hints_begin(pairs, request->n_threads);
    if (pairs->n == 1) {
        new_systems = render_json_text(pairs->items[0].new_system);
    } else {
        new_systems = render_json_array();
        for (size_t i = 0; i < pairs->n; i++)
            render_json_append(new_systems, render_json_text(pairs->items[i].new_system));
    }
    render_json_put(document, JSON("old", pairs->items[0].old_system), JSON("new", new_systems));
    for (size_t i = 0; i < pairs->n; i++)
        json_pair(document, comparisons, &pairs->items[i], &hints);
    compare_hints_end(&hints);
    render_json_set(document, "comparisons", comparisons);
    if (request->jointly)
        render_json_set(document, "joint", json_joints(pairs));
    experiment_set_stopping(request->input, document);
    experiment_set_layouts(request->input, document);
    experiment_set_hooks(request->input, document);
    experiment_set_failures(request->input, document);
    if (pairs->n == 1 && pairs->items[0].has_suite)
        render_json_set(document, "suite", finding_json_suite(&pairs->items[0].suite));
    provenance_set(request->input, command, document);
    return document;
}
