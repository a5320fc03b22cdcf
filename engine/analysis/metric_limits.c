/* SPDX-License-Identifier: GPL-3.0-or-later */
/* metric_limits.c -- margins by metric, as they are written behind --gate. */
#include "analysis/metric_limits.h"

#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "design/value.h"

bool metric_limits_look(const char *text)
{
    const size_t n = strlen(text);
    return n > 3 && text[n - 1] == '%' && text[0] != '=' && strchr(text, '=') != NULL;
}

/* "wall=1%", which is taken apart. */
static enum assay_status take_limit(char *item, struct metric_limits *out,
                                    struct assay_error *error)
{
    char *sign = strchr(item, '=');
    if (sign != NULL)
        *sign = '\0';
    if (sign == NULL || sign == item || !value_read_share(sign + 1, &out->margins[out->metrics.n]))
        return fail_naming(error, ASSAY_USAGE,
                           "@gate: \"%.100s%s%.100s\" is not METRIC=SHARE, such as wall=1%%", item,
                           sign != NULL ? "=" : "", sign != NULL ? sign + 1 : "");
    if (name_list_has(&out->metrics, item))
        return fail_naming(error, ASSAY_USAGE, "@gate: %.100s is named twice", item);
    out->metrics.items[out->metrics.n++] = item;
    return ASSAY_OK;
}

enum assay_status metric_limits_parse(const char *text, struct metric_limits *out,
                                      struct assay_error *error)
{
    const size_t room = strlen(text) + 1; /* more than there are items */
    enum assay_status status = ASSAY_OK;
    *out = (struct metric_limits){.metrics = {calloc(room, sizeof *out->metrics.items), 0},
                                  .margins = calloc(room, sizeof *out->margins),
                                  .text = strdup(text)};
    if (out->metrics.items == NULL || out->margins == NULL || out->text == NULL)
        return fail_no_memory(error);
    for (char *item = out->text, *next; item != NULL && status == ASSAY_OK; item = next) {
        next = strchr(item, ',');
        if (next != NULL)
            *next++ = '\0';
        status = take_limit(item, out, error);
    }
    return status;
}

double metric_limits_margin(const struct metric_limits *limits, const char *metric,
                            double otherwise)
{
    for (size_t i = 0; limits != NULL && i < limits->metrics.n; i++)
        if (strcmp(limits->metrics.items[i], metric) == 0)
            return limits->margins[i];
    return otherwise;
}

void metric_limits_fini(struct metric_limits *limits)
{
    free(limits->metrics.items);
    free(limits->margins);
    free(limits->text);
    *limits = (struct metric_limits){.text = NULL};
}
