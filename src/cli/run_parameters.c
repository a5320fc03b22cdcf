/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_parameters.c -- -L and -P: every combination of parameter values. */
#include "cli/run_parameters.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "manifest/value.h"
#include "render/terminal.h"
#include "render/words.h"

enum { MAX_COMBINATIONS = 10000, MAX_DECIMALS = 9 };

struct parameter {
    char *name;
    char **values;
    size_t n;
};

static bool complain(const char *option, const char *text, const char *allowed)
{
    terminal_complain("assay: %s: \"%s\" is not %s", option, text, allowed);
    return false;
}

static bool no_memory(void)
{
    words_lose();
    return false;
}

static bool set_name(struct design *design, struct parameter *parameter, const char *option,
                     const char *name)
{
    for (const char *c = name; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return complain(option, name, "a parameter's name (letters, digits and _)");
    if (name[0] == '\0' || isdigit((unsigned char)name[0]))
        return complain(option, name, "a parameter's name (letters, digits and _)");
    parameter->name = design_string(design, name);
    return parameter->name != NULL || no_memory();
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

static bool read_list(struct design *design, struct parameter *parameter, const char *const *items)
{
    if (!set_name(design, parameter, "-L", items[0]))
        return false;
    char *text = design_string(design, items[1]);
    parameter->values = design_alloc(design, (strlen(items[1]) + 1) * sizeof(char *));
    if (text == NULL || parameter->values == NULL)
        return no_memory();
    parameter->n = split_values(text, parameter->values);
    return true;
}

/* ---- -P NAME LEAST MOST ---- */

static int decimals(const char *number)
{
    const char *point = strchr(number, '.');
    size_t n = point != NULL ? strspn(point + 1, "0123456789") : 0;
    return (int)(n < MAX_DECIMALS ? n : MAX_DECIMALS);
}

static bool read_scan(struct design *design, struct parameter *parameter, const char *const *items,
                      const struct run_options *options)
{
    double least, most, step = 1;
    if (!set_name(design, parameter, "-P", items[0]))
        return false;
    if (!value_read_number(items[1], &least))
        return complain("-P", items[1], "a number");
    if (!value_read_number(items[2], &most) || most < least)
        return complain("-P", items[2], "a number at or above the least one");
    if (options->step != NULL && (!value_read_number(options->step, &step) || step <= 0))
        return complain("-D", options->step, "a step above 0");
    /* A little slack, so that 0.1 + 2 x 0.1 reaches 0.3. */
    double count = floor((most - least) / step + 1e-9) + 1;
    if (count > MAX_COMBINATIONS)
        return complain("-P", items[2], "near enough: a scan has at most 10000 values");
    parameter->n = (size_t)count;
    parameter->values = design_alloc(design, parameter->n * sizeof(char *));
    if (parameter->values == NULL)
        return no_memory();
    int digits = decimals(items[1]);
    if (options->step != NULL && decimals(options->step) > digits)
        digits = decimals(options->step);
    for (size_t i = 0; i < parameter->n; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "%.*f", digits, least + (double)i * step);
        parameter->values[i] = design_string(design, text);
        if (parameter->values[i] == NULL)
            return no_memory();
    }
    return true;
}

/* ---- all together ---- */

static bool combine(struct design *design, const struct parameter *parameters, size_t n,
                    struct combinations *out)
{
    size_t total = 1;
    for (size_t i = 0; i < n; i++) {
        total *= parameters[i].n;
        if (total > MAX_COMBINATIONS) {
            fprintf(stderr, "assay: the parameters make more than %d combinations\n",
                    MAX_COMBINATIONS);
            return false;
        }
    }
    out->items = design_alloc(design, total * sizeof *out->items);
    char **texts = design_alloc(design, total * n * 2 * sizeof *texts);
    if (out->items == NULL || texts == NULL)
        return no_memory();
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
    return true;
}

static bool names_differ(const struct parameter *parameters, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(parameters[i].name, parameters[j].name) == 0) {
                terminal_complain("assay: the parameter \"%s\" is given twice", parameters[i].name);
                return false;
            }
    return true;
}

bool run_combinations(const struct run_options *options, struct design *design,
                      struct combinations *out)
{
    size_t n_scans = options->scans.n / 3, n_lists = options->lists.n / 2, n = n_scans + n_lists;
    *out = (struct combinations){NULL, 0};
    if (options->step != NULL && n_scans == 0) {
        fputs("assay: -D is the step of a scan: give -P VAR MIN MAX too\n", stderr);
        return false;
    }
    if (n == 0)
        return true;
    struct parameter *parameters = design_alloc(design, n * sizeof *parameters);
    if (parameters == NULL)
        return no_memory();
    for (size_t i = 0; i < n_scans; i++)
        if (!read_scan(design, &parameters[i], options->scans.items + 3 * i, options))
            return false;
    for (size_t i = 0; i < n_lists; i++)
        if (!read_list(design, &parameters[n_scans + i], options->lists.items + 2 * i))
            return false;
    return names_differ(parameters, n) && combine(design, parameters, n, out);
}
