/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_values.c -- what a page's charts hold, back as numbers.
 * Edge:     codes that are no base64, or fewer than n, end the array. */
#include "view/chart/plot_kinds.h"

#include <math.h>
#include <string.h>

#include "view/document/finding_read.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

const json_t *plot_chart_of(const json_t *sample, const char *kind)
{
    const json_t *chart = json_object_get(json_object_get(sample, "chart"), kind);
    return json_is_null(chart) ? NULL : chart;
}

enum canvas_ink plot_ink(size_t i)
{
    return (enum canvas_ink)(INK_ONE + i % PLOT_SYSTEMS);
}

void plot_value_axis(struct plot_axis *axis, const json_t *sample)
{
    axis->unit = finding_text(sample, "unit");
    axis->words = PLOT_QUANTITIES;
    axis->title = view_format("%s", metric_words(finding_text(sample, "metric")));
}

double plot_position_of(size_t i, size_t kept, size_t n)
{
    if (kept == n)
        return (double)i + 1;
    return round(((double)(i / 2) + 0.25 + (double)(i % 2) / 2) * (double)n / ((double)kept / 2)) +
           1;
}

/* ---- codes ---- */

static unsigned digit_of(char sign)
{
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = sign != '\0' ? strchr(signs, sign) : NULL;
    return at != NULL ? (unsigned)(at - signs) : 0;
}

static unsigned byte_at(const char *codes, size_t i)
{
    const char *four = codes + i / 3 * 4;
    const unsigned bits = digit_of(four[0]) << 18 | digit_of(four[1]) << 12 |
                          digit_of(four[2]) << 6 | digit_of(four[3]);
    return bits >> (16 - 8 * (i % 3)) & 255;
}

struct plot_packed plot_packed_of(const json_t *object)
{
    struct plot_packed packed = {finding_count(object, "n"), finding_number(object, "low"),
                                 finding_number(object, "step"), finding_text(object, "codes")};
    const size_t there = strlen(packed.codes) / 4 * 3 / 2;
    packed.n = packed.n < there ? packed.n : there;
    return packed;
}

double plot_packed_at(const struct plot_packed *packed, size_t i)
{
    return packed->low + packed->step * (byte_at(packed->codes, 2 * i) +
                                         256.0 * byte_at(packed->codes, 2 * i + 1));
}

/* ---- far values ---- */

struct plot_limits plot_limits_of(const json_t *const *samples, size_t n)
{
    enum { FAR = 4 }; /* interquartile ranges */
    struct plot_limits limits = {(double)INFINITY, -(double)INFINITY, 0, 0};
    for (size_t i = 0; i < n; i++) {
        const double q1 = finding_number(samples[i], "q1"), q3 = finding_number(samples[i], "q3");
        limits.low =
            fmin(limits.low, fmax(finding_number(samples[i], "min"), q1 - FAR * (q3 - q1)));
        limits.high =
            fmax(limits.high, fmin(finding_number(samples[i], "max"), q3 + FAR * (q3 - q1)));
    }
    if (!(limits.high > limits.low))
        limits = (struct plot_limits){-(double)INFINITY, (double)INFINITY, 0, 0};
    return limits;
}

double plot_limited(struct plot_limits *limits, double value)
{
    if (value < limits->low || value > limits->high) {
        limits->farthest = limits->beyond == 0 ? value : fmax(value, limits->farthest);
        limits->beyond++;
    }
    return value;
}

void plot_limit(struct plot *plot, struct plot_axis *axis, const struct plot_limits *limits)
{
    if (limits->beyond == 0)
        return;
    axis->low = limits->low;
    axis->high = limits->high;
    plot->note = view_format("%zu far value%s at the edge, up to %s.", limits->beyond,
                             limits->beyond == 1 ? " stands" : "s stand",
                             quantity_alone(limits->farthest, axis->unit).text);
}
