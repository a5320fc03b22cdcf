/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duration.c -- times that people plan by. */
#include "view/text/duration.h"

#include <math.h>
#include <stdio.h>

#include "base/long_duration.h"

struct quantity duration_of(double seconds)
{
    struct quantity text = {"\u2013"};
    if (!isfinite(seconds))
        return text;
    if (seconds < 0.9995)
        return quantity_alone(seconds, "s");
    if (seconds < 9.95) {
        (void)snprintf(text.text, sizeof text.text, "%.1f s", seconds);
        return text;
    }
    const struct long_duration words = long_duration_of(seconds);
    (void)snprintf(text.text, sizeof text.text, "%s", words.text);
    return text;
}
