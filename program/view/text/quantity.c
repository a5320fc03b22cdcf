/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantity.c -- scales and decimals for reading. Nothing here reaches a finding's numbers. */
#include "view/text/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

struct quantity quantity_text(const char *format, ...)
{
    struct quantity text;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text.text, sizeof text.text, format, arguments);
    va_end(arguments);
    return text;
}

struct prefix {
    double factor;
    const char *label;
};

/* Each list rises and ends with factor 0. */
static const struct prefix times[] = {
    {1e-9, "ns"}, {1e-6, "\u00b5s"}, {1e-3, "ms"}, {1, "s"}, {0, NULL}};
static const struct prefix bytes[] = {
    {1, "B"}, {1024.0, "KiB"}, {1048576.0, "MiB"}, {1073741824.0, "GiB"}, {1099511627776.0, "TiB"},
    {0, NULL}};
static const struct prefix byte_rates[] = {
    {1, "B/s"}, {1024.0, "KiB/s"}, {1048576.0, "MiB/s"}, {1073741824.0, "GiB/s"}, {0, NULL}};
static const struct prefix counts[] = {
    {1, ""}, {1e3, "thousand"}, {1e6, "million"}, {1e9, "billion"}, {0, NULL}};
static const struct prefix operations[] = {
    {1, "op/s"}, {1e3, "kop/s"}, {1e6, "Mop/s"}, {1e9, "Gop/s"}, {0, NULL}};

static const struct {
    const char *unit;
    const struct prefix *prefixes;
} scaled_units[] = {{"s", times},  {"byte", bytes},      {"byte/s", byte_rates},
                    {"1", counts}, {"op/s", operations}, {"ops/s", operations}};

static const struct prefix *prefixes_of(const char *unit)
{
    for (size_t i = 0; i < sizeof scaled_units / sizeof scaled_units[0]; i++)
        if (strcmp(scaled_units[i].unit, unit) == 0)
            return scaled_units[i].prefixes;
    return NULL;
}

/* Counts below ten thousand are read more easily as they stand. */
static double threshold(const struct prefix *prefixes, const struct prefix *prefix)
{
    return prefixes == counts && prefix->factor == 1e3 ? 1e4 : prefix->factor;
}

static const struct prefix *choose_for(const struct prefix *prefixes, double middle)
{
    const struct prefix *chosen = prefixes;
    for (const struct prefix *p = prefixes; p->factor > 0; p++)
        if (middle >= threshold(prefixes, p) * (1 - 1e-12))
            chosen = p;
    return chosen;
}

/* The finite, non-zero magnitudes: smallest, largest and their geometric middle. */
struct magnitudes {
    double smallest, largest, middle;
    bool whole; /* all values are whole numbers */
};

static struct magnitudes magnitudes_of(const double *values, size_t n)
{
    struct magnitudes m = {INFINITY, 0, 0, true};
    for (size_t i = 0; i < n; i++) {
        double size = fabs(values[i]);
        if (!isfinite(size) || size == 0)
            continue;
        m.smallest = fmin(m.smallest, size);
        m.largest = fmax(m.largest, size);
        m.whole = m.whole && size == floor(size);
    }
    if (m.largest == 0)
        m.smallest = 0;
    m.middle = sqrt(m.smallest) * sqrt(m.largest);
    return m;
}

/* The factor of the time unit that the user asked for; 0: none. */
static double wanted_time_factor;

void quantity_want_time_unit(double factor)
{
    wanted_time_factor = factor;
}

/* The largest value's prefix, when the smallest is not lost in it; else that of the middle. */
static const struct prefix *choose(const struct prefix *prefixes, const struct magnitudes *m)
{
    for (const struct prefix *p = prefixes; prefixes == times && p->factor > 0; p++)
        if (p->factor == wanted_time_factor)
            return p;
    if (m->largest == 0)
        return choose_for(prefixes, 1);
    const struct prefix *chosen = choose_for(prefixes, m->largest);
    return m->smallest >= 0.1 * chosen->factor ? chosen : choose_for(prefixes, m->middle);
}

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* Decimals that show `digits` digits of a positive number. */
static int decimals_for(double x, int digits)
{
    return x > 0 && isfinite(x) ? digits - 1 - (int)floor(log10(x) + 1e-9) : 0;
}

static int decimals_of(const struct magnitudes *m, const struct prefix *prefixes, double factor)
{
    if (m->whole && factor == 1 && (prefixes == counts || prefixes == bytes))
        return 0;
    if (prefixes == bytes)
        return factor == 1 ? 0 : 1;
    return clamp(decimals_for(m->smallest / factor, 4), 0, prefixes != NULL ? 3 : 6);
}

const char *metric_words(const char *metric)
{
    return strcmp(metric, "wall") == 0 ? "wall time" : metric;
}

struct quantity_scale quantity_scale_of(const char *unit, const double *values, size_t n)
{
    const struct prefix *prefixes = prefixes_of(unit);
    struct magnitudes m = magnitudes_of(values, n);
    struct prefix prefix = {1, unit};
    if (prefixes != NULL)
        prefix = *choose(prefixes, &m);
    return (struct quantity_scale){prefix.factor, prefix.label,
                                   decimals_of(&m, prefixes, prefix.factor)};
}

void quantity_scale_tell_apart(struct quantity_scale *scale, const char *unit, double a, double b)
{
    if (prefixes_of(unit) == bytes && scale->factor > 1 && isfinite(a - b) && a != b)
        scale->decimals =
            clamp(decimals_for(fabs(a - b) / scale->factor, 2), scale->decimals, 3);
}

struct quantity_scale quantity_scale_spread(const char *unit, const double *values, size_t n,
                                            const double *spreads, size_t n_spreads)
{
    struct quantity_scale scale = quantity_scale_of(unit, values, n);
    struct magnitudes m = magnitudes_of(spreads, n_spreads);
    if (m.middle > 0)
        scale.decimals = clamp(decimals_for(m.middle / scale.factor, 2), 0, 6);
    return scale;
}

bool quantity_alike(const double *values, size_t n)
{
    struct magnitudes m = magnitudes_of(values, n);
    return m.largest < 100 * m.smallest || m.largest == 0;
}

/* printf with our minus sign, which is as wide as a plus. */
static struct quantity number(double x, int decimals, bool plus)
{
    if (!isfinite(x))
        return quantity_text("\u2013");
    char digits[48];
    /* Beyond 1e15 no decimal notation is read; "%.4g" keeps the text short as well. */
    int length = fabs(x) < 1e15 ? snprintf(digits, sizeof digits, "%.*f", decimals, fabs(x))
                                : snprintf(digits, sizeof digits, "%.4g", fabs(x));
    (void)length;
    bool zero = strtod(digits, NULL) == 0;
    const char *sign = x < 0 && !zero ? "\u2212" : plus && !zero ? "+" : "";
    return quantity_text("%s%s", sign, digits);
}

struct quantity quantity_bare(double value, const struct quantity_scale *scale)
{
    return number(value / scale->factor, scale->decimals, false);
}

/* A unit comes from outside: at most 20 columns of it, and never half a sign. */
static char *shorten(const char *label)
{
    enum { MOST = 20, LARGEST = 32 };
    for (int columns = MOST;; columns -= 5) {
        char *text = terminal_shorten(label, columns);
        if (text == NULL || strlen(text) <= LARGEST)
            return text;
        free(text);
        if (columns <= 5)
            return view_kept(strdup("?"));
    }
}

struct quantity quantity_of(double value, const struct quantity_scale *scale)
{
    struct quantity q = quantity_bare(value, scale);
    if (scale->label[0] == '\0' || !isfinite(value))
        return q;
    const size_t length = strlen(q.text);
    OWNED char *safe = view_kept(terminal_name(scale->label)),
               *label = safe != NULL ? shorten(safe) : NULL;
    (void)snprintf(q.text + length, sizeof q.text - length, " %s", label != NULL ? label : "?");
    return q;
}

struct quantity quantity_alone(double value, const char *unit)
{
    struct quantity_scale scale = quantity_scale_of(unit, &value, 1);
    return quantity_of(value, &scale);
}

/* ---- per cent ---- */

int percent_decimals(const double *half_widths, size_t n)
{
    struct magnitudes m = magnitudes_of(half_widths, n);
    return m.smallest > 0 ? clamp(decimals_for(m.smallest, 1), 1, 3) : 1;
}

static struct quantity with_percent(struct quantity q)
{
    size_t length = strlen(q.text);
    (void)snprintf(q.text + length, sizeof q.text - length, " %%");
    return q;
}

struct quantity percent_signed(double percent, int decimals)
{
    struct quantity q = number(percent, decimals, true);
    return isfinite(percent) ? with_percent(q) : q;
}

struct quantity change_short(double ratio)
{
    if (!(ratio > 0) || !isfinite(ratio))
        return quantity_text("\u2013");
    if (ratio < 2 && ratio > 0.5)
        return percent_signed(100 * (ratio - 1), fabs(ratio - 1) < 0.0995 ? 1 : 0);
    const int decimals = ratio >= 100 ? 0 : ratio >= 1 ? 1 : 2;
    return quantity_text("\u00d7%.*f", decimals, ratio);
}

struct quantity percent_plain(double percent, int decimals)
{
    return with_percent(number(fabs(percent), decimals, false));
}

struct rough_text rough_number(double value, int digits)
{
    enum { MOST_DECIMALS = 12 };
    struct rough_text rough;
    (void)snprintf(rough.text, sizeof rough.text, "%.*g", digits, value);
    if (strchr(rough.text, 'e') == NULL)
        return rough;
    const double decimals = digits - 1 - floor(log10(fabs(value)));
    (void)snprintf(rough.text, sizeof rough.text, "%.*f",
                   (int)fmin(fmax(decimals, 0), MOST_DECIMALS), value);
    for (size_t n = strlen(rough.text);
         strchr(rough.text, '.') != NULL && rough.text[n - 1] == '0';)
        rough.text[--n] = '\0';
    return rough;
}

struct rough_text percent_rough(double percent, int digits)
{
    struct rough_text rough = rough_number(percent, digits);
    const size_t length = strlen(rough.text);
    (void)snprintf(rough.text + length, sizeof rough.text - length, " %%");
    return rough;
}

struct quantity percent_range(double lower, double upper, int decimals)
{
    struct quantity from = number(lower, decimals, true), to = number(upper, decimals, true);
    if (isfinite(lower) && isfinite(upper))
        return quantity_text("%.24s \u2026 %.24s %%", from.text, to.text);
    if (isfinite(lower))
        return quantity_text("above %.24s %%", from.text);
    if (isfinite(upper))
        return quantity_text("below %.24s %%", to.text);
    return quantity_text("no finite interval");
}

struct quantity degrees_of_freedom(double df)
{
    return quantity_text(df < 100 ? "%.3g" : "%.0f", df);
}

/* ---- times that people plan by ---- */

struct quantity duration_of(double seconds)
{
    if (!isfinite(seconds))
        return quantity_text("\u2013");
    if (seconds < 0.9995)
        return quantity_alone(seconds, "s");
    if (seconds < 9.95)
        return quantity_text("%.1f s", seconds);
    return quantity_text("%s", long_duration_of(seconds).text);
}

struct quantity quantity_whole(double n)
{
    char digits[32];
    struct quantity words = {""};
    const int length = snprintf(digits, sizeof digits, "%.0f", n);
    size_t used = 0;
    for (int i = 0; i < length && used + 2 < sizeof words.text; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            words.text[used++] = ' ';
        words.text[used++] = digits[i];
    }
    return words;
}

struct quantity quantity_step(double n)
{
    return quantity_text("%s%s", n < 0 ? "\u2212" : "+", quantity_whole(fabs(n)).text);
}
