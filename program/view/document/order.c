/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.c -- how the systems of a round were measured, in words and as JSON. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/document/experiment.h"
#include "view/document/json.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

/* What is compared, and how: the estimand of each order that has systems at the same time. */
static const struct told {
    const char *estimand, *pairs;
} told_of[] = {
    [ORDER_SLICES] = {"Processor time, side by side on one processor",
                      "side by side on one processor"},
    [ORDER_DUET] = {"Wall and processor time, at the same time on two processors, swapped",
                    "at the same time on two processors, swapped"},
    [ORDER_LOCKSTEP] = {"Iterations in turn on one processor, never at the same time",
                        "in turn, iteration by iteration, on one processor"},
    [ORDER_AUTO] = {"", ""},
};

const char *order_pairs(const char *name)
{
    for (size_t by = 0; by < sizeof told_of / sizeof *told_of; by++)
        if (told_of[by].pairs != NULL && strcmp(order_names[by], name) == 0)
            return told_of[by].pairs;
    return "";
}

char *order_lanes(const struct input_order *order)
{
    char overlap[48] = "", slices[48] = "";
    if (order->by == ORDER_SLICES && order->slice_s > 0)
        (void)snprintf(slices, sizeof slices, "slices of %g ms", 1e3 * order->slice_s);
    else if (order->by == ORDER_SLICES)
        (void)snprintf(slices, sizeof slices, "slices of the kernel's own length");
    if (isfinite(order->overlap))
        (void)snprintf(overlap, sizeof overlap, "%soverlap %.0f %%", slices[0] != '\0' ? ", " : "",
                       100 * order->overlap);
    return view_format("%s%s", slices, overlap);
}

/* In rounds: why, where something else was asked for. */
static char *rounds_sentence(const struct input_order *order)
{
    const char *because = order->because;
    if (because[0] == '\0')
        return NULL;
    if (order->chosen)
        return view_said("In rounds, by a pilot of both orders: %s.", because);
    OWNED char *says = view_format("%s", order_says(order->asked));
    if (says == NULL)
        return NULL;
    says[0] = (char)toupper((unsigned char)says[0]);
    return view_said("%s nothing here: %s; measured in rounds.", says, because);
}

char *order_sentence(const struct input_order *order)
{
    const char *because = order->because, *estimand = told_of[order->by].estimand;
    if (order->by == ORDER_AUTO)
        return view_format(
            "Its pilot of both orders has not ended: what was measured in rounds counts so far.");
    if (order->by == ORDER_ROUNDS)
        return rounds_sentence(order);
    OWNED char *lanes = order_lanes(order);
    if (lanes == NULL)
        return NULL;
    const char *open = lanes[0] != '\0' ? " (" : "", *close = lanes[0] != '\0' ? ")" : "";
    return because[0] != '\0' ? view_said("%s%s%s%s, by a pilot of both orders: %s.", estimand,
                                          open, lanes, close, because)
                              : view_format("%s%s%s%s.", estimand, open, lanes, close);
}

char *order_choice(const struct input_order *order)
{
    if (!order->chosen || order->by != ORDER_SLICES || !(order->gain > 0))
        return NULL;
    OWNED char *bias = order->bias.known
                           ? view_format("; less rounds %s … %s (90 %%)",
                                         percent_signed(100 * order->bias.lower, 1).text,
                                         percent_signed(100 * order->bias.upper, 1).text)
                           : view_format("%s", "");
    return view_said("A pilot chose slices: %.*f times less time than rounds%s.",
                     order->gain < 9.95 ? 1 : 0, order->gain, bias != NULL ? bias : "");
}

/* Of slices in whose place no pilot has measured rounds; 1: memory is alike, or a pilot has looked. */
static double unlike_memory(const struct input_source *source)
{
    const struct input_order *order = &source->order;
    return order->by == ORDER_SLICES && !order->chosen ? source_peak_memory(source) : 1;
}

char *order_doubt(const struct input_source *source)
{
    const double memory = unlike_memory(source);
    if (memory == 1)
        return NULL;
    return view_said("Peak memory is %+.0f %%: the programs may need the caches that they share "
                     "unlike each other, and that may be a part of this answer. By how much it "
                     "differs from that of rounds, --order auto tells.",
                     100 * (memory - 1));
}

bool order_is_told(const struct input_order *order)
{
    return order->by != ORDER_ROUNDS || order->because[0] != '\0';
}

static json_t *bias_json(const struct design_order_bias *bias)
{
    return render_json_make(JSON("estimate_percent", 100 * bias->estimate),
                            JSON("lower_percent", 100 * bias->lower),
                            JSON("upper_percent", 100 * bias->upper), JSON("confidence", 0.90));
}

json_t *order_json(const struct input_source *source)
{
    const struct input_order *order = &source->order;
    const double memory = unlike_memory(source);
    return render_json_make(
        JSON("by", order_names[order->by]),
        JSON_IF(order->by == ORDER_SLICES, "slice_s",
                order->slice_s > 0 ? order->slice_s : (double)NAN),
        JSON_IF(order_is_beside(order->by), "overlap", order->overlap),
        JSON_IF(order->asked != ORDER_ROUNDS, "asked", order_names[order->asked]),
        JSON_IF(order->gain > 0, "gain", order->gain),
        JSON_IF(order->bias.known, "bias", bias_json(&order->bias)),
        JSON_IF(memory != 1, "unlike_memory_percent", 100 * (memory - 1)),
        JSON_IF(order->because[0] != '\0', "because", order->because));
}
