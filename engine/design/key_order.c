/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_order.c -- the key "order": how the systems of a round are measured; and --order. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "design/check_part.h"
#include "design/reader_part.h"
#include "design/request_parts.h"

static bool find_order(const char *text, enum design_order_by *by)
{
    for (size_t i = 0; order_names[i] != NULL; i++)
        if (strcmp(order_names[i], text) == 0) {
            *by = (enum design_order_by)i;
            return true;
        }
    return false;
}

static bool read_order(struct reader *reader, yaml_node_t *node, enum design_order_by *by)
{
    const char *text = read_scalar(reader, node, ORDERS);
    return text != NULL && (find_order(text, by) ||
                            mistake(reader, node, "%s is no order of measuring (write " ORDERS ")",
                                    shown(text).text));
}

static bool read_by(struct reader *reader, yaml_node_t *node, void *target)
{
    return read_order(reader, node, &((struct design_order *)target)->by);
}

static bool read_asked(struct reader *reader, yaml_node_t *node, void *target)
{
    return read_order(reader, node, &((struct design_order *)target)->asked);
}

static bool read_number(struct reader *reader, yaml_node_t *node, double *number)
{
    char *end = NULL;
    const char *text = node != NULL ? read_scalar(reader, node, "a number") : NULL;
    *number = text != NULL ? strtod(text, &end) : 0;
    return text != NULL && ((end != text && *end == '\0' && isfinite(*number)) ||
                            mistake(reader, node, "%s is no number", shown(text).text));
}

static bool read_bias(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_order_bias *bias = &((struct design_order *)target)->bias;
    double *const numbers[] = {&bias->estimate, &bias->lower, &bias->upper};
    const bool is_list = node->type == YAML_SEQUENCE_NODE &&
                         node->data.sequence.items.top - node->data.sequence.items.start == 3;
    if (!is_list)
        return mistake(reader, node, "three numbers are expected: bias: [0.002, -0.001, 0.005]");
    for (size_t i = 0; i < 3; i++)
        if (!read_number(
                reader,
                yaml_document_get_node(reader->document, node->data.sequence.items.start[i]),
                numbers[i]))
            return false;
    return bias->known = true;
}

#define ORDER_FIELD(field) offsetof(struct design_order, field)
static const struct schema order_schema = {
    .what = "an order of measuring",
    .size = sizeof(struct design_order),
    .fields = (const struct field[]){
        {"by", FIELD_OTHER, .allowed = ORDERS, .required = true, .read = read_by},
        {"slice", FIELD_DURATION, ORDER_FIELD(slice_s)},
        {"asked", FIELD_OTHER, .allowed = ORDERS, .read = read_asked},
        {"tried", FIELD_FLAG, ORDER_FIELD(tried), .allowed = "true or false"},
        {"chosen", FIELD_FLAG, ORDER_FIELD(chosen), .allowed = "true or false"},
        {"long", FIELD_DURATION, ORDER_FIELD(long_s)},
        {"pilot", FIELD_COUNT, ORDER_FIELD(pilot)},
        {"gain", FIELD_LOAD, ORDER_FIELD(gain)},
        {"bias", FIELD_OTHER, .allowed = "[estimate, lower, upper]", .read = read_bias},
        {"because", FIELD_TEXT, ORDER_FIELD(because), .allowed = "why it says nothing"},
        {NULL},
    }};

/* "slices", or {by: slices, slice: 10ms}. */
bool key_order(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_order *order = &((struct design *)target)->order;
    const bool read = node->type == YAML_SCALAR_NODE
                          ? read_by(reader, node, order)
                          : read_mapping(reader, node, &order_schema, order);
    if (!read)
        return false;
    const bool fits = order->slice_s == 0 || (order->slice_s >= 1e-4 && order->slice_s <= 0.1);
    return fits || mistake_at(reader, "order.slice", node,
                              "the kernel takes slices from 0.1 to 100 ms (write slice: 10ms)");
}

size_t design_pilot(const struct design *design)
{
    const struct design_order *order = &design->order;
    const bool counts = design->stop.rule == STOP_FIXED; /* else the pairs would lack its time */
    const bool open =
        order->by == ORDER_AUTO || (order->by == ORDER_DUET && !order->tried && counts);
    if (!open || design->shard > 0)
        return order->pilot;
    const size_t count = design->rounds.find ? design->rounds.least
                                             : design->levels[design_execution_level(design)].count;
    if (count < ORDER_PILOT_LEAST)
        return 0;
    return count < ORDER_PILOT_MOST ? count : ORDER_PILOT_MOST;
}

/* ---- what it asks of the rest ---- */

enum {
    MOST_BESIDE = 16
}; /* systems: a test compares it with LANES_MAX, to the right of this room */

static bool order_mistake(struct reader *reader, yaml_node_t *root, const char *sentence)
{
    return mistake_at(reader, "order", node_get(reader, root, "order"), "%s", sentence);
}

/* Slices: with how many the processor may be shared. One alone is no mistake of a manifest: a commit may stand beside it. */
static bool check_number(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    const bool two = d->order.by == ORDER_DUET || d->order.by == ORDER_LOCKSTEP;
    if (two && d->n_systems > 2)
        return order_mistake(
            reader, root,
            d->order.by == ORDER_DUET
                ? "a duet is of two systems (name two, or write order: slices)"
                : "iterations in turn are those of two systems (name two, or write "
                  "order: rounds)");
    return d->n_systems <= MOST_BESIDE ||
           order_mistake(reader, root,
                         "more than 16 systems side by side would have each wait too long for its "
                         "turn (write order: rounds)");
}

static bool check_systems(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    if (!check_number(reader, root))
        return false;
    for (size_t i = 0; i < d->n_systems; i++)
        if (d->systems[i].dose > 0)
            return order_mistake(
                reader, root,
                "a dose makes wall time longer in rounds alone (write order: rounds)");
    return true;
}

/* Iterations are what takes turns. */
static bool check_harness(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    for (size_t i = 0; i < d->n_benchmarks; i++)
        if (d->benchmarks[i].source != VALUES_HARNESS)
            return order_mistake(reader, root,
                                 "iterations in turn are those of a harness (write values: harness "
                                 "for each benchmark, or order: rounds)");
    return true;
}

/* Side by side a program may stand still while another one has its turn, and counters count them all. */
static bool check_alone(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    const bool slices = d->order.by == ORDER_SLICES;
    const char *alone = slices ? d->decides : NULL;
    for (size_t i = 0; i < d->n_metrics && alone == NULL && !d->order.tried; i++)
        alone = metric_needs_alone(d->metrics[i], slices) ? d->metrics[i] : NULL;
    const char *key = slices && d->decides != NULL ? "decides" : "metrics";
    if (alone == NULL || !metric_needs_alone(alone, slices))
        return true;
    if (slices)
        return mistake_at(
            reader, key, node_get(reader, root, key),
            "%s says nothing side by side on one processor, which gives processor time "
            "(write user+system, or order: rounds)",
            shown(alone).text);
    return mistake_at(reader, key, node_get(reader, root, key),
                      "%s is counted of all that run at the same time (drop it, or write order: "
                      "rounds)",
                      shown(alone).text);
}

bool check_order(struct reader *reader, yaml_node_t *root)
{
    static char processor_time[] = "user+system";
    struct design *d = reader->design;
    if (d->order.by == ORDER_ROUNDS)
        return true;
    if (!check_systems(reader, root))
        return false;
    if (d->order.by == ORDER_AUTO)
        return d->stop.rule == STOP_FIXED ||
               order_mistake(reader, root,
                             "a pilot of both orders goes with counts alone (drop the rule of "
                             "stopping, or write "
                             "order: slices)");
    if (!check_alone(reader, root) ||
        (d->order.by == ORDER_LOCKSTEP && !check_harness(reader, root)))
        return false;
    if (d->order.by != ORDER_SLICES)
        return true;
    d->decides_by_order = d->decides == NULL;
    if (d->decides == NULL)
        d->decides = processor_time;
    return true;
}

enum assay_status design_check_beside(const struct design *design, struct assay_error *error)
{
    if (design->order.by == ORDER_ROUNDS || design->n_systems > 1)
        return ASSAY_OK;
    return fail_naming(error, ASSAY_USAGE,
                       "order: one system has none beside it (name two or more, or @against a "
                       "commit)");
}

/* A metric that was named is not dropped for it: the manifest's checks say that it does not go. What a pilot chose for
 * another experiment is taken over without the pilot. */
enum assay_status run_order_apply(const struct design_request *request, struct design *design,
                                  struct assay_error *error)
{
    struct design_order order = {0};
    if (design->order.chosen) {
        design->changed = design->changed || design->order.pilot > 0;
        design->order.pilot = 0;
    }
    if (request->order == NULL)
        return ASSAY_OK;
    if (!find_order(request->order, &order.by))
        return fail_naming(error, ASSAY_USAGE,
                           "@order: \"%.40s\" is no order of measuring (write " ORDERS ")",
                           request->order);
    if (order.by == design->order.by)
        return ASSAY_OK;
    design_set_order(design, &order);
    return ASSAY_OK;
}
