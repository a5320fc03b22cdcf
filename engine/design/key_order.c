/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_order.c -- the key "order": how the systems of a round are measured; and --order. */
#include <stddef.h>
#include <string.h>

#include "base/failure.h"
#include "design/check_part.h"
#include "design/reader_part.h"
#include "design/run_parts.h"

static bool find_order(const char *text, enum design_order_by *by)
{
    for (size_t i = 0; order_names[i] != NULL; i++)
        if (strcmp(order_names[i], text) == 0) {
            *by = (enum design_order_by)i;
            return true;
        }
    return false;
}

static bool read_by(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_order *order = target;
    const char *text = read_scalar(reader, node, "rounds, slices or auto");
    return text != NULL &&
           (find_order(text, &order->by) ||
            mistake(reader, node, "%s is no order of measuring (write rounds, slices or auto)",
                    shown(text).text));
}

#define ORDER_FIELD(field) offsetof(struct design_order, field)
static const struct schema order_schema = {
    .what = "an order of measuring",
    .size = sizeof(struct design_order),
    .fields = (const struct field[]){
        {"by", FIELD_OTHER, .allowed = "rounds, slices or auto", .required = true, .read = read_by},
        {"slice", FIELD_DURATION, ORDER_FIELD(slice_s)},
        {"tried", FIELD_FLAG, ORDER_FIELD(tried), .allowed = "true or false"},
        {"chosen", FIELD_FLAG, ORDER_FIELD(chosen), .allowed = "true or false"},
        {"pilot", FIELD_COUNT, ORDER_FIELD(pilot)},
        {"because", FIELD_TEXT, ORDER_FIELD(because), .allowed = "why slices say nothing"},
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
    if (order->by != ORDER_AUTO || design->shard > 0)
        return order->chosen ? order->pilot : 0;
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

static bool check_systems(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    if (d->n_systems < 2)
        return order_mistake(reader, root,
                             "one system has none beside it (name two or more, or drop order)");
    if (d->n_systems > MOST_BESIDE)
        return order_mistake(
            reader, root,
            "more than 16 systems side by side would have each wait too long for its "
            "turn (write order: rounds)");
    for (size_t i = 0; i < d->n_systems; i++)
        if (d->systems[i].dose > 0)
            return order_mistake(
                reader, root,
                "a dose makes wall time longer, which is not measured side by side "
                "(write order: rounds)");
    return true;
}

/* Side by side a program stands still while another one has its turn, and counters count them all. */
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
    const char *alone = d->decides;
    for (size_t i = 0; i < d->n_metrics && alone == NULL && !d->order.tried; i++)
        alone = metric_needs_alone(d->metrics[i]) ? d->metrics[i] : NULL;
    const char *key = d->decides != NULL ? "decides" : "metrics";
    if (alone != NULL && metric_needs_alone(alone))
        return mistake_at(
            reader, key, node_get(reader, root, key),
            "%s says nothing side by side on one processor, which gives processor time "
            "(write user+system, or order: rounds)",
            shown(alone).text);
    d->decides_by_order = d->decides == NULL;
    if (d->decides == NULL)
        d->decides = processor_time;
    return true;
}

/* A metric that was named is not dropped for it: the manifest's checks say that it does not go. What a pilot chose for
 * another experiment is taken over without the pilot. */
enum assay_status run_order_apply(const struct design_request *request, struct design *design,
                                  struct assay_error *error)
{
    struct design_order order = {0};
    design->changed = design->changed || design->order.pilot > 0;
    design->order.pilot = 0;
    if (request->order == NULL)
        return ASSAY_OK;
    if (!find_order(request->order, &order.by))
        return assay_fail(
            error, ASSAY_USAGE,
            "--order: \"%.40s\" is no order of measuring (write rounds, slices or auto)",
            request->order);
    if (order.by == design->order.by)
        return ASSAY_OK;
    design_set_order(design, &order);
    return ASSAY_OK;
}
