/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantity.h -- measured numbers as people read them: 1.912 ms, 21.3 MiB, −38.1 %. */
#pragma once

#include <stdbool.h>

#include "base/level_words.h"

/* How a column of one unit is shown: value / factor with some decimals, then the label. */
struct quantity_scale {
    double factor;
    const char *label; /* "ms", "KiB"; "" for plain numbers */
    int decimals;
};

struct quantity {
    char text[64];
};

/* What printf would write, as far as there is room. */
struct quantity quantity_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* From now on all times in one unit, whatever would suit them: 1, 1e-3 or 1e-6 seconds; 0: as
 * suits. For a user's wish on the command line, once, before anything is shown. */
void quantity_want_time_unit(double factor);

/* As an axis is called: "wall time" of "wall". */
const char *metric_words(const char *metric);

/* The scale that suits these values of a stored unit ("s", "byte", "1", "op/s", any other): the
 * largest gets one to three digits before the point (the middle one, where the smallest would be
 * lost), the smallest keeps four digits. Values that
 * are not finite do not count. */
struct quantity_scale quantity_scale_of(const char *unit, const double *values, size_t n);

/* The same, with decimals enough for two digits of the middle one of these spreads, at most six. */
struct quantity_scale quantity_scale_spread(const char *unit, const double *values, size_t n,
                                            const double *spreads, size_t n_spreads);

/* As many decimals of bytes as tell these two apart, at most three: 1.907 MiB and 1.964 MiB, not 1.9 MiB twice. */
void quantity_scale_tell_apart(struct quantity_scale *scale, const char *unit, double a, double b);

/* True when one scale does for all: the largest is less than 100 times the smallest. */
bool quantity_alike(const double *values, size_t n);

/* "1.912 ms"; "–" when the value is not finite. `bare` leaves the label out. */
struct quantity quantity_of(double value, const struct quantity_scale *scale);
struct quantity quantity_bare(double value, const struct quantity_scale *scale);

/* Whole numbers with all their digits: "1 204"; "+1 204", "−1 204". */
struct quantity quantity_whole(double n);
struct quantity quantity_step(double n);

/* The same on a scale of its own. */
struct quantity quantity_alone(double value, const char *unit);

/* Decimals for percentages: two digits of the smallest half-width (in per cent), one to three. */
int percent_decimals(const double *half_widths, size_t n);

/* "+4.2 %", "−0.2 %" of a value in per cent; unsigned: "4.2 %" whatever its sign. */
struct quantity percent_signed(double percent, int decimals);
struct quantity percent_plain(double percent, int decimals);

/* So many digits that matter, never an exponent: "0.65", "110"; percent_rough: "0.65 %". */
struct rough_text {
    char text[24];
};
struct rough_text rough_number(double value, int digits);
struct rough_text percent_rough(double percent, int digits);

/* Of a ratio "+4.2 %"; beyond a factor of two "×2.3"; of none "–". */
struct quantity change_short(double ratio);

/* "−39.0 … −37.2 %"; without an upper end "above −39.0 %", without a lower one "below +4.8 %",
 * with neither "anything". */
struct quantity percent_range(double lower, double upper, int decimals);

/* "29", "3.42" (Satterthwaite's are no whole numbers), "1349". */
struct quantity degrees_of_freedom(double df);

/* ---- times that people plan by ---- */

/* "0.35 s", "12 s", "28 min", "1 h 51 min", "3 days 4 h"; below a tenth of a second as quantity_alone
 * shows it. Rounded up where something is planned: what takes 60.2 s is not done in a minute. */
struct quantity duration_of(double seconds);
