/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_parameters.c -- -L and -P: every combination of parameter values. */
#include "design/request_parts.h"

#include <ctype.h>
#include <string.h>

#include "base/failure.h"
#include "base/knob.h"
#include "design/factors.h"
#include "design/template.h"
#include "design/value.h"

struct parameter {
    char *name;
    char **values;
    size_t n;
};

/* Every combination of what nothing uses would measure the same. */
static enum assay_status is_used(const struct design_request *request, const char *name,
                                 struct assay_error *error)
{
    const struct name_list *lists[] = {&request->arguments, &request->names, &request->prepare,
                                       &request->conclude};
    const char *texts[] = {request->setup, request->cleanup, request->input, request->output};
    bool used = false;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (size_t j = 0; j < lists[i]->n; j++)
            used = used || template_mentions(lists[i]->items[j], name);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        used = used || template_mentions(texts[i], name);
    return used ? ASSAY_OK
                : assay_fail(error, ASSAY_USAGE,
                             "the parameter \"%s\" is used nowhere: write {%s} where its values "
                             "belong",
                             name, name);
}

static enum assay_status refuse(const char *option, const char *text, const char *allowed,
                                struct assay_error *error)
{
    return fail_naming(error, ASSAY_USAGE, "@%s: \"%s\" is not %s", option, text, KNOBS(allowed));
}

static enum assay_status set_name(struct design *design, struct parameter *parameter,
                                  const char *option, const char *name, struct assay_error *error)
{
    for (const char *c = name; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return refuse(option, name, "a parameter's name (letters, digits and _)", error);
    if (name[0] == '\0' || isdigit((unsigned char)name[0]))
        return refuse(option, name, "a parameter's name (letters, digits and _)", error);
    parameter->name = design_string(design, name);
    return parameter->name != NULL ? ASSAY_OK : fail_no_memory(error);
}

/* ---- -L NAME VALUES ---- */

/* Splits at commas in place; "\," is a comma. Returns the number of values. */
static size_t split_values(char *text, char **values)
{
    size_t n = 0;
    char *to = text;
    values[n++] = to;
    for (const char *from = text; *from != '\0'; from++) {
        if (from[0] == '\\' && from[1] == ',') {
            *to++ = *++from;
        } else if (*from == ',') {
            *to++ = '\0';
            values[n++] = to;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return n;
}

static enum assay_status read_listed(struct design *design, struct parameter *parameter,
                                     const char *const *items, struct assay_error *error)
{
    TRY(set_name(design, parameter, "parameter-list", items[0], error));
    char *text = design_string(design, items[1]);
    parameter->values = design_alloc(design, (strlen(items[1]) + 1) * sizeof(char *));
    if (text == NULL || parameter->values == NULL)
        return fail_no_memory(error);
    parameter->n = split_values(text, parameter->values);
    return ASSAY_OK;
}

/* ---- -P NAME LEAST MOST ---- */

static enum assay_status check_scan(const char *const *items, const struct design_request *options,
                                    struct range *scan, struct assay_error *error)
{
    scan->geometric = options->geometric;
    scan->step = scan->geometric ? 2 : 1;
    if (!value_read_number(items[1], &scan->least))
        return refuse("parameter-scan", items[1], "a number", error);
    if (scan->geometric && scan->least <= 0)
        return refuse("parameter-scan", items[1], "a number above 0, as @geometric needs", error);
    if (!value_read_number(items[2], &scan->most))
        return refuse("parameter-scan", items[2], "a number", error);
    if (scan->most < scan->least)
        return fail_naming(error, ASSAY_USAGE, "@parameter-scan=%s: MAX %s is below MIN %s",
                           items[0], items[2], items[1]);
    if (options->step != NULL &&
        (!value_read_number(options->step, &scan->step) || scan->step <= 0))
        return refuse("parameter-step-size", options->step, "a step above 0", error);
    if (scan->geometric && scan->step <= 1)
        return refuse("parameter-step-size", options->step, "a factor above 1, as @geometric needs",
                      error);
    if (range_count(scan) > RANGE_MOST)
        return refuse("parameter-scan", items[2], "near enough: a scan has at most 10000 values",
                      error);
    range_set_decimals(scan, items[1], options->step);
    return ASSAY_OK;
}

static enum assay_status read_scan(struct design *design, struct parameter *parameter,
                                   const char *const *items, const struct design_request *options,
                                   struct assay_error *error)
{
    struct range scan;
    TRY(set_name(design, parameter, "parameter-scan", items[0], error));
    TRY(check_scan(items, options, &scan, error));
    parameter->values = range_values(&scan, design, &parameter->n);
    return parameter->values != NULL ? ASSAY_OK : fail_no_memory(error);
}

/* ---- all together ---- */

static enum assay_status combine(struct design *design, const struct parameter *parameters,
                                 size_t n, struct combinations *out, struct assay_error *error)
{
    size_t total = 1;
    for (size_t i = 0; i < n; i++) {
        total *= parameters[i].n;
        if (total > RANGE_MOST)
            return assay_fail(error, ASSAY_USAGE, "the parameters make more than %d combinations",
                              RANGE_MOST);
    }
    out->items = design_alloc(design, total * sizeof *out->items);
    char **texts = design_alloc(design, total * n * 2 * sizeof *texts);
    if (out->items == NULL || texts == NULL)
        return fail_no_memory(error);
    out->n = total;
    for (size_t c = 0; c < total; c++) {
        out->items[c] = (struct design_environment){texts, texts + n, n};
        texts += 2 * n;
        size_t rest = c;
        for (size_t i = n; i-- > 0;) {
            out->items[c].names[i] = parameters[i].name;
            out->items[c].values[i] = parameters[i].values[rest % parameters[i].n];
            rest /= parameters[i].n;
        }
    }
    return ASSAY_OK;
}

static enum assay_status names_differ(const struct parameter *parameters, size_t n,
                                      struct assay_error *error)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(parameters[i].name, parameters[j].name) == 0)
                return assay_fail(error, ASSAY_USAGE, "the parameter \"%s\" is given twice",
                                  parameters[i].name);
    return ASSAY_OK;
}

enum assay_status run_combinations(const struct design_request *request, struct design *design,
                                   struct combinations *out, struct assay_error *error)
{
    size_t n_scans = request->scans.n / 3, n_lists = request->lists.n / 2, n = n_scans + n_lists;
    *out = (struct combinations){NULL, 0};
    if (request->step != NULL && n_scans == 0)
        return fail_naming(
            error, ASSAY_USAGE,
            "@parameter-step-size is of a scan: give @parameter-scan=VAR MIN MAX too");
    if (request->geometric && n_scans == 0)
        return fail_naming(error, ASSAY_USAGE,
                           "@geometric is of a scan: give @parameter-scan=VAR MIN MAX too");
    if (n == 0)
        return ASSAY_OK;
    struct parameter *parameters = design_alloc(design, n * sizeof *parameters);
    if (parameters == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < n_scans; i++)
        TRY(read_scan(design, &parameters[i], request->scans.items + 3 * i, request, error));
    for (size_t i = 0; i < n_lists; i++)
        TRY(read_listed(design, &parameters[n_scans + i], request->lists.items + 2 * i, error));
    for (size_t i = 0; i < n; i++)
        TRY(is_used(request, parameters[i].name, error));
    TRY(names_differ(parameters, n, error));
    return combine(design, parameters, n, out, error);
}
