/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.c -- how the systems of a round were measured, in words and as JSON. */
#include <math.h>
#include <stdio.h>

#include "view/document/experiment.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

char *order_lanes(const struct input_order *order)
{
    char overlap[48] = "", slices[48] = "slices of the kernel's own length";
    if (order->slice_s > 0)
        (void)snprintf(slices, sizeof slices, "slices of %g ms", 1e3 * order->slice_s);
    if (isfinite(order->overlap))
        (void)snprintf(overlap, sizeof overlap, ", overlap %.0f %%", 100 * order->overlap);
    return view_format("%s%s", slices, overlap);
}

char *order_sentence(const struct input_order *order)
{
    const char *because = order->because;
    if (order->by == ORDER_AUTO)
        return view_format(
            "Its pilot has not ended: what was measured in rounds and what was measured side by "
            "side on one processor stand together.");
    if (order->by == ORDER_ROUNDS)
        return because[0] == '\0' ? NULL
               : order->chosen
                   ? view_said("In rounds, by a pilot of both orders: %s.", because)
                   : view_said("Slices say nothing here: %s; measured in rounds.", because);
    OWNED char *lanes = order_lanes(order);
    if (lanes == NULL)
        return NULL;
    return because[0] != '\0'
               ? view_said("Processor time, side by side on one processor (%s), by a pilot of both "
                           "orders: %s.",
                           lanes, because)
               : view_format("Processor time, side by side on one processor (%s).", lanes);
}

bool order_is_told(const struct input_order *order)
{
    return order->by != ORDER_ROUNDS || order->because[0] != '\0';
}

json_t *order_json(const struct input_order *order)
{
    return render_json_make(JSON("by", order_names[order->by]),
                            JSON_IF(order->by == ORDER_SLICES, "slice_s",
                                    order->slice_s > 0 ? order->slice_s : (double)NAN),
                            JSON_IF(order->by == ORDER_SLICES, "overlap", order->overlap),
                            JSON_IF(order->because[0] != '\0', "because", order->because));
}
