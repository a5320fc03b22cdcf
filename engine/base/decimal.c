/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.c -- the shortest decimal text that reads back as the same double; times of ten seconds and more, as people
 * plan by them. */
#include "base/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FEWEST = 15, MOST = 17 };

struct decimal decimal_of(double x)
{
    struct decimal number;
    for (int digits = FEWEST; digits <= MOST; digits++) {
        (void)snprintf(number.text, sizeof number.text, "%.*g", digits, x);
        if (strtod(number.text, NULL) == x)
            break;
    }
    return number;
}

/* Times of ten seconds and more, as people plan by them. */

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

struct long_duration long_duration_of(double seconds)
{
    struct long_duration text = {"?"};
    if (!isfinite(seconds))
        return text;
    if (seconds >= 1000.0 * DAY) {
        const double years = seconds / (365.25 * DAY);
        (void)snprintf(text.text, sizeof text.text,
                       years >= 1000 && years < 1e6 ? "%.0f years" : "%.3g years", years);
        return text;
    }
    /* Up, since people wait no less; but a moment over is no minute more. */
    const double moment = 0.5;
    const long s = (long)ceil(seconds - 1e-9), minutes = (long)ceil((seconds - moment) / MINUTE),
               hours = (long)ceil((seconds - moment) / HOUR);
    if (s < 2 * MINUTE)
        (void)snprintf(text.text, sizeof text.text, "%ld s", s);
    else if (minutes < 100)
        (void)snprintf(text.text, sizeof text.text, "%ld min", minutes);
    else if (hours < 72 && minutes % 60 != 0)
        (void)snprintf(text.text, sizeof text.text, "%ld h %ld min", minutes / 60, minutes % 60);
    else if (hours < 72)
        (void)snprintf(text.text, sizeof text.text, "%ld h", hours);
    else if (hours % 24 != 0)
        (void)snprintf(text.text, sizeof text.text, "%ld days %ld h", hours / 24, hours % 24);
    else
        (void)snprintf(text.text, sizeof text.text, "%ld days", hours / 24);
    return text;
}
