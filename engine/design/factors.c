/* SPDX-License-Identifier: GPL-3.0-or-later */
/* factors.c -- the keys "parameters", also of values between two ends, and "zip". */
#include "design/factors.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "design/reader_part.h"
#include "design/value.h"

static const char allowed[] = "a value, a list of them, or {from: 1, to: 64, times: 2}";

size_t factors_find(const struct factors *factors, const char *name)
{
    size_t i = 0;
    while (i < factors->n && strcmp(factors->items[i].name, name) != 0)
        i++;
    return i;
}

/* ---- a range ---- */

struct range_texts {
    char *from, *to, *step, *times;
};
static const struct schema range_schema = {
    .what = "a range",
    .size = sizeof(struct range_texts),
    .fields = (const struct field[]){
        {"from", FIELD_TEXT, offsetof(struct range_texts, from), .allowed = "a number",
         .required = true},
        {"to", FIELD_TEXT, offsetof(struct range_texts, to), .allowed = "a number",
         .required = true},
        {"step", FIELD_TEXT, offsetof(struct range_texts, step), .allowed = "a number above 0"},
        {"times", FIELD_TEXT, offsetof(struct range_texts, times), .allowed = "a factor above 1"},
        {NULL},
    }};

/* A number above a limit; the text NULL: it stays as it is. */
static bool read_bound(struct reader *reader, yaml_node_t *mapping, const char *key,
                       const char *text, double above, double *out)
{
    if (text == NULL || (value_read_number(text, out) && *out > above))
        return true;
    (void)reader_enter(reader, key, 0);
    if (!isinf(above))
        return mistake(reader, node_get(reader, mapping, key),
                       "%s is not enough (write a number above %g)", shown(text).text, above);
    return mistake(reader, node_get(reader, mapping, key), "%s is not a number", shown(text).text);
}

static bool read_range(struct reader *reader, yaml_node_t *node, struct factor *out)
{
    struct range_texts texts = {0};
    struct range range = {.step = 1};
    if (!read_mapping(reader, node, &range_schema, &texts))
        return false;
    if (texts.step != NULL && texts.times != NULL)
        return mistake(reader, node, "step adds and times multiplies (write one of them)");
    range.geometric = texts.times != NULL;
    const char *const step = range.geometric ? texts.times : texts.step;
    if (!read_bound(reader, node, "from", texts.from, range.geometric ? 0 : (double)-INFINITY,
                    &range.least) ||
        !read_bound(reader, node, "to", texts.to, (double)-INFINITY, &range.most) ||
        !read_bound(reader, node, range.geometric ? "times" : "step", step, range.geometric,
                    &range.step))
        return false;
    if (range.most < range.least)
        return mistake(reader, node, "to %s is below from %s", shown(texts.to).text,
                       shown(texts.from).text);
    if (!(range_count(&range) <= RANGE_MOST))
        return mistake(reader, node, "the range has %.3g values (make it at most %d)",
                       range_count(&range), RANGE_MOST);
    range_set_decimals(&range, texts.from, step);
    out->values = range_values(&range, reader->design, &out->n);
    return out->values != NULL || out_of_memory(reader);
}

/* ---- values ---- */

static bool read_one(struct reader *reader, yaml_node_t *node, char **out)
{
    /* An empty value is a value: flag: ["", -O2]. */
    const bool empty = node->type == YAML_SCALAR_NODE && node->data.scalar.length == 0;
    const char *text = empty ? "" : read_scalar(reader, node, allowed);
    *out = text != NULL ? design_string(reader->design, text) : NULL;
    return *out != NULL || (text != NULL && out_of_memory(reader));
}

static bool read_items(struct reader *reader, yaml_node_t *node, struct factor *out)
{
    const size_t n = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (n == 0 || n > RANGE_MOST)
        return mistake(reader, node, "%zu values stand here (write 1 to %d)", n, RANGE_MOST);
    out->values = design_alloc(reader->design, n * sizeof *out->values);
    if (out->values == NULL)
        return out_of_memory(reader);
    for (out->n = 0; out->n < n; out->n++) {
        const size_t before = reader_enter(reader, NULL, out->n);
        if (!read_one(reader, node_item(reader, node, out->n), &out->values[out->n]))
            return false;
        reader_leave(reader, before);
    }
    return true;
}

static bool differ(struct reader *reader, const yaml_node_t *node, const struct factor *factor)
{
    for (size_t i = 1; i < factor->n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(factor->values[i], factor->values[j]) == 0)
                return mistake(reader, node, "the value %s stands here twice",
                               shown(factor->values[i]).text);
    return true;
}

static bool read_values(struct reader *reader, yaml_node_t *node, struct factor *out)
{
    out->varies = node->type != YAML_SCALAR_NODE;
    if (node->type == YAML_SEQUENCE_NODE)
        return read_items(reader, node, out) && differ(reader, node, out);
    if (node->type == YAML_MAPPING_NODE)
        return read_range(reader, node, out) && differ(reader, node, out);
    out->n = 1;
    out->values = design_alloc(reader->design, sizeof *out->values);
    return out->values != NULL ? read_one(reader, node, out->values) : out_of_memory(reader);
}

bool factors_read(struct reader *reader, yaml_node_t *mapping, struct factors *factors)
{
    if (mapping == NULL)
        return true;
    if (mapping->type != YAML_MAPPING_NODE)
        return mistake(reader, mapping, "%s stands here (write names and values: {NAME: value})",
                       mapping->type == YAML_SCALAR_NODE ? "text" : "a list");
    const yaml_node_pair_t *start = mapping->data.mapping.pairs.start,
                           *end = mapping->data.mapping.pairs.top;
    const size_t n = factors->n;
    struct factor *items =
        design_alloc(reader->design, (n + (size_t)(end - start) + 1) * sizeof *items);
    if (items == NULL)
        return out_of_memory(reader);
    if (n > 0)
        memcpy(items, factors->items, n * sizeof *items);
    factors->items = items;
    for (const yaml_node_pair_t *p = start; p < end; p++) {
        yaml_node_t *key = yaml_document_get_node(reader->document, p->key);
        const char *name = read_name(reader, key);
        if (name == NULL || !check_key_is_new(reader, mapping, p, name))
            return false;
        const size_t before = reader_enter(reader, name, 0), at = factors_find(factors, name);
        struct factor one = {.name = name};
        if (!read_values(reader, yaml_document_get_node(reader->document, p->value), &one))
            return false;
        reader_leave(reader, before);
        items[at] = one;
        factors->n += at == factors->n;
    }
    return true;
}

/* ---- zip ---- */

static bool zip_one(struct reader *reader, yaml_node_t *node, struct factors *factors, size_t zip,
                    const struct factor **first)
{
    const char *name = read_scalar(reader, node, "the name of a parameter");
    if (name == NULL)
        return false;
    const size_t at = factors_find(factors, name);
    struct factor *factor = &factors->items[at];
    if (at == factors->n || !factor->varies)
        return mistake(reader, node, "%s is no parameter with a list or a range of values here",
                       shown(name).text);
    if (factor->zip > 0)
        return mistake(reader, node, "%s stands here twice", shown(name).text);
    if (*first != NULL && factor->n != (*first)->n)
        return mistake(reader, node,
                       "%s has %zu values and %s has %zu; what goes together has as many",
                       shown(name).text, factor->n, (*first)->name, (*first)->n);
    factor->zip = zip;
    *first = *first == NULL ? factor : *first;
    return true;
}

static bool zip_list(struct reader *reader, yaml_node_t *node, struct factors *factors)
{
    const struct factor *first = NULL;
    yaml_node_t *item;
    if (node_item(reader, node, 1) == NULL)
        return mistake(reader, node, "write the names of two parameters or more: [a, b]");
    factors->n_zips++;
    for (size_t i = 0; (item = node_item(reader, node, i)) != NULL; i++) {
        const size_t before = reader_enter(reader, NULL, i);
        if (!zip_one(reader, item, factors, factors->n_zips, &first))
            return false;
        reader_leave(reader, before);
    }
    return true;
}

bool factors_zip(struct reader *reader, yaml_node_t *node, struct factors *factors)
{
    yaml_node_t *item = node_item(reader, node, 0);
    if (node == NULL)
        return true;
    if (item == NULL || item->type != YAML_SEQUENCE_NODE)
        return zip_list(reader, node, factors);
    for (size_t i = 0; (item = node_item(reader, node, i)) != NULL; i++) {
        const size_t before = reader_enter(reader, NULL, i);
        if (!zip_list(reader, item, factors))
            return false;
        reader_leave(reader, before);
    }
    return true;
}

/* The values of a parameter between two ends. */

enum { MAX_DECIMALS = 9 };

static int decimals(const char *number)
{
    const char *point = strchr(number, '.');
    size_t n = point != NULL ? strspn(point + 1, "0123456789") : 0;
    return (int)(n < MAX_DECIMALS ? n : MAX_DECIMALS);
}

void range_set_decimals(struct range *range, const char *least, const char *step)
{
    range->decimals = decimals(least);
    if (step != NULL && decimals(step) > range->decimals)
        range->decimals = decimals(step);
}

/* A little slack, so that 0.1 + 2 x 0.1 reaches 0.3. */
double range_count(const struct range *range)
{
    if (range->geometric)
        return floor(log(range->most / range->least) / log(range->step) + 1e-9) + 1;
    return floor((range->most - range->least) / range->step + 1e-9) + 1;
}

static double value_at(const struct range *range, size_t i)
{
    return range->geometric ? range->least * pow(range->step, (double)i)
                            : range->least + (double)i * range->step;
}

char **range_values(const struct range *range, struct design *design, size_t *n)
{
    *n = (size_t)range_count(range);
    char **values = design_alloc(design, *n * sizeof *values);
    for (size_t i = 0; values != NULL && i < *n; i++) {
        char text[400]; /* the longest double has 309 digits before the point */
        (void)snprintf(text, sizeof text, "%.*f", range->decimals, value_at(range, i));
        values[i] = design_string(design, text);
        if (values[i] == NULL)
            return NULL;
    }
    return values;
}
