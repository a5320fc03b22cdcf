/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stop_text.c -- a rule of stopping as one cell of a table. */
#include "design/stop_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "text/number.h"

#define PRECISION " precision="

bool stop_rule_watches(enum stop_rule rule)
{
    return rule >= STOP_PEEK;
}

char *stop_text_of(const struct design_stop *stop, size_t most, uint64_t seed)
{
    char *text = NULL, precision[64] = "";
    const bool continued = stop->rule == STOP_CONTINUED && stop->pilot_units > 0;
    if (stop->precision > 0)
        (void)snprintf(precision, sizeof precision, PRECISION "%s",
                       decimal_of(stop->precision).text);
    if (!(stop_rule_watches(stop->rule) || continued) ||
        asprintf(&text, "%s expected=%zu looks=%zu most=%zu seed=%" PRIu64 "%s",
                 stop_rule_names[stop->rule], continued ? stop->pilot_units : stop->expected,
                 stop->looks, most, seed, precision) < 0)
        return NULL;
    return text;
}

/* What may follow the seed. */
static bool read_precision(const char *text, const char *end, double *precision)
{
    *precision = 0;
    if (text == end)
        return true;
    if (strncmp(text, PRECISION, sizeof PRECISION - 1) != 0)
        return false;
    return number_read(text + sizeof PRECISION - 1, end, 0, precision) == end && *precision > 0 &&
           isfinite(*precision);
}

bool stop_text_read(const char *text, struct stop_text *out)
{
    int end = -1;
    char name[16];
    struct stop_text read = {0};
    if (sscanf(text, "%15s expected=%9zu looks=%9zu most=%9zu seed=%20" SCNu64 "%n", name,
               &read.expected, &read.looks, &read.most, &read.seed, &end) != 5 ||
        end < 0 || !read_precision(text + end, text + strcspn(text, "\n"), &read.precision))
        return false;
    while (stop_rule_names[read.rule] != NULL && strcmp(stop_rule_names[read.rule], name) != 0)
        read.rule++;
    *out = read;
    return stop_rule_names[read.rule] != NULL &&
           (stop_rule_watches(read.rule) || (read.rule == STOP_CONTINUED && read.expected >= 2));
}
