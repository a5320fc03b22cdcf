/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_ticks.c -- how far an axis reaches, and the round values on it.
 * Edge:     equal values have an axis around them. A logarithm spans what is above zero. */
#include "view/chart/plot_layout.h"

#include <math.h>

#include "view/text/quantity.h"
#include "view/text/terminal.h"

/* ---- how far ---- */

static void reach(struct plot_span *span, const struct plot_axis *axis, double value)
{
    const double at = axis->is_log ? (value > 0 ? log(value) : (double)NAN) : value;
    if (isfinite(at)) {
        span->low = fmin(span->low, at);
        span->high = fmax(span->high, at);
    }
}

static void reach_of_layer(struct plot_span *span, const struct plot_axis *axis, bool is_x,
                           const struct plot_layer *layer)
{
    const bool along_x = layer->mark == PLOT_RANGES || layer->mark == PLOT_BARS;
    const bool along_y = layer->mark == PLOT_BAND || layer->mark == PLOT_SPANS;
    for (size_t i = 0; i < layer->n; i++) {
        if (is_x ? !along_x : layer->mark != PLOT_UPRIGHTS)
            reach(span, axis, is_x ? layer->at[i].x : layer->at[i].y);
        if (is_x ? along_x : along_y) {
            reach(span, axis, layer->at[i].low);
            reach(span, axis, layer->at[i].high);
        }
    }
}

static double given(const struct plot_axis *axis, double value)
{
    return axis->is_log && !isnan(value) ? log(value) : value;
}

struct plot_span plot_span_of(const struct plot *plot, const struct plot_axis *axis)
{
    if (axis->names != NULL)
        return (struct plot_span){-0.5, (double)axis->n_names - 0.5};
    struct plot_span span = {(double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < plot->n; i++)
        reach_of_layer(&span, axis, axis == &plot->x, &plot->layers[i]);
    if (plot->zero_is_x == (axis == &plot->x))
        reach(&span, axis, plot->zero);
    if (!(span.low <= span.high))
        span = (struct plot_span){0, 1};
    const double room = span.high > span.low
                            ? 0.04 * (span.high - span.low)
                            : 0.01 * fabs(span.low) + (axis->is_log ? 0.01 : 1e-12);
    const double low = given(axis, axis->low), high = given(axis, axis->high);
    span.low = isnan(low) ? span.low - room : low;
    span.high = isnan(high) ? span.high + room : high;
    if (!(span.high > span.low))
        span.high = span.low + 1e-12;
    return span;
}

/* ---- round values ---- */

struct ticks {
    const struct plot_axis *axis;
    struct plot_words_row row;
    double low, high;
    struct plot_span span;
    struct quantity_scale scale;
    int decimals;
    void (*tick)(void *context, double at, const char *text);
    void *context;
};

static struct quantity words_of(const struct ticks *ticks, double value)
{
    const struct quantity_scale scale = {ticks->scale.factor, ticks->scale.label, ticks->decimals};
    switch (ticks->axis->words) {
    case PLOT_PERCENTS: return percent_signed(value, ticks->decimals);
    case PLOT_SHARES: return percent_plain(100 * value, 0);
    case PLOT_DURATIONS: return duration_of(value);
    case PLOT_QUANTITIES: return quantity_of(value, &scale);
    case PLOT_NUMBERS:
    case PLOT_COUNTS:
    case PLOT_TICKS:
    case PLOT_RATIOS:
    case PLOT_INVERSES: break;
    }
    return quantity_text("%g", value);
}

bool plot_take_place(struct plot_words_row *row, double part, const char *text)
{
    const double half = CANVAS_LETTER * terminal_columns(text) / 2;
    const double begin = part * row->room.pixels - half, end = begin + 2 * half;
    bool room = begin >= -row->room.before && end <= row->room.pixels + row->room.behind &&
                row->n < sizeof row->taken / sizeof *row->taken;
    for (size_t i = 0; room && i < row->n; i++)
        room =
            end + CANVAS_LETTER < row->taken[i].begin || begin - CANVAS_LETTER > row->taken[i].end;
    if (room) {
        row->taken[row->n].begin = begin;
        row->taken[row->n++].end = end;
    }
    return room;
}

static void take(struct ticks *ticks, double value, const char *text)
{
    const double at = ticks->axis->is_log ? log(value) : value;
    const double part = (at - ticks->span.low) / (ticks->span.high - ticks->span.low);
    if (part >= -1e-9 && part <= 1 + 1e-9 &&
        (ticks->row.room.pixels == 0 || plot_take_place(&ticks->row, part, text)))
        ticks->tick(ticks->context, value, text);
}

/* The next of 1, 2, 5, 10, … that is not smaller. */
static double round_up(double step)
{
    const double power = pow(10, floor(log10(step))), part = step / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static void take_even(struct ticks *ticks, double most)
{
    const double factor = ticks->axis->words == PLOT_QUANTITIES ? ticks->scale.factor : 1;
    const double even = round_up((ticks->high - ticks->low) / most / factor);
    const double step = ticks->axis->words == PLOT_COUNTS ? fmax(1, even) : even;
    const double first = ceil(ticks->low / factor / step - 1e-9);
    ticks->decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
    for (int i = 0; i <= (int)most + 1; i++) {
        const double value = (first + i) * step * factor;
        take(ticks, value, words_of(ticks, value).text);
    }
}

/* Powers of ten, and where these are few, also two and five times as much; each in a unit of its own. */
static void take_powers(struct ticks *ticks, double most)
{
    static const double parts[] = {1, 2, 5};
    const double decades = log10(ticks->high / ticks->low);
    const int each = (int)ceil(decades / most - 0.25);
    for (int k = (int)floor(log10(ticks->low)); k <= (int)floor(log10(ticks->high)); k++)
        for (int part = 0; part < (3 * decades <= most + 2 ? 3 : 1); part++) {
            const double value = parts[part] * pow(10, k);
            if (k % (each > 1 ? each : 1) != 0)
                continue;
            ticks->scale =
                quantity_scale_of(ticks->axis->unit != NULL ? ticks->axis->unit : "1", &value, 1);
            ticks->decimals = value < ticks->scale.factor ? 1 : 0;
            take(ticks, value, words_of(ticks, value).text);
        }
}

/* Times that people count by; below a second powers of ten. */
static void take_times(struct ticks *ticks)
{
    enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };
    static const double times[] = {1,         10,  MINUTE,   10 * MINUTE, HOUR,
                                   10 * HOUR, DAY, 10 * DAY, 100 * DAY};
    for (int k = (int)floor(log10(ticks->low)); k < 0; k++)
        take(ticks, pow(10, k), duration_of(pow(10, k)).text);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        take(ticks, times[i], duration_of(times[i]).text);
}

/* ---- ratios ---- */

static void take_ratio(struct ticks *ticks, double ratio, const char *text)
{
    take(ticks, ticks->axis->words == PLOT_INVERSES ? 1 / ratio : ratio, text);
}

/* As far as the axis reaches to either side. */
static void take_percents(struct ticks *ticks, double most, double far)
{
    static const double steps[] = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1};
    size_t k = 0;
    while (k + 1 < sizeof steps / sizeof *steps && ticks->high - ticks->low > most * steps[k])
        k++;
    const double step = steps[k];
    for (int i = (int)floor(expm1(-far) / step); i * step <= expm1(far); i++)
        if (i != 0 && 1 + i * step > 0)
            take_ratio(ticks, 1 + i * step,
                       percent_signed(100 * i * step, step < 0.01 ? 1 : 0).text);
}

static void take_factors(struct ticks *ticks, double most, double far)
{
    static const double bases[] = {2, 10, 100, 1000, 1e6};
    const double span = ticks->span.high - ticks->span.low;
    size_t k = 0;
    while (k + 1 < sizeof bases / sizeof *bases && span > most * log(bases[k]))
        k++;
    const int each_side = (int)(far / log(bases[k]));
    for (int i = -each_side; i <= each_side; i++) {
        const double factor = pow(bases[k], i);
        if (i != 0)
            take_ratio(ticks, factor, quantity_text("\u00d7%g", factor).text);
    }
}

/* No change has its place before all others. */
static void take_ratios(struct ticks *ticks)
{
    const struct plot_span *span = &ticks->span;
    const double far = fmax(span->high, -span->low);
    const double most = fmax(2, fmin(6, ticks->row.room.pixels / (7 * CANVAS_LETTER)));
    const bool percents = span->high - span->low < log(4);
    take_ratio(ticks, 1, percents ? "0" : "1");
    (percents ? take_percents : take_factors)(ticks, most, far);
}

void plot_ticks(const struct plot_axis *axis, const struct plot_span *span, struct plot_room room,
                void (*tick)(void *context, double at, const char *text), void *context)
{
    enum { ROWS = 5 };
    struct ticks ticks = {.axis = axis,
                          .row = {.room = room},
                          .low = axis->is_log ? exp(span->low) : span->low,
                          .high = axis->is_log ? exp(span->high) : span->high,
                          .span = *span,
                          .tick = tick,
                          .context = context};
    const double ends[] = {ticks.low, ticks.high};
    const double suits = room.pixels > 0 ? fmax(2, room.pixels / (11 * CANVAS_LETTER)) : ROWS;
    const double most = axis->most > 0 ? (double)axis->most : suits;
    const char *unit = axis->unit != NULL ? axis->unit : "1";
    ticks.scale = axis->spoken > 0 ? quantity_scale_of(unit, &axis->spoken, 1)
                                   : quantity_scale_of(unit, ends, 2);
    for (size_t k = 0, i = 0; k < axis->n_ticks; k++, i = k == 1 ? axis->n_ticks - 1 : k - 1)
        take(&ticks, axis->ticks[i].at, axis->ticks[i].text); /* both ends first */
    if (axis->words == PLOT_TICKS || axis->n_ticks > 0)
        return;
    if (axis->words == PLOT_RATIOS || axis->words == PLOT_INVERSES)
        take_ratios(&ticks);
    else if (axis->words == PLOT_DURATIONS && axis->is_log && ticks.high > 60 * ticks.low)
        take_times(&ticks);
    else if (axis->is_log && ticks.high > 5 * ticks.low)
        take_powers(&ticks, most);
    else
        take_even(&ticks, most);
}

static void widest(void *context, double at, const char *text)
{
    double *width = context;
    (void)at;
    *width = fmax(*width, CANVAS_LETTER * terminal_columns(text));
}

double plot_ticks_width(const struct plot_axis *axis, const struct plot_span *span)
{
    double width = 0;
    plot_ticks(axis, span, (struct plot_room){0}, widest, &width);
    return width;
}
