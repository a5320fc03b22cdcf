/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duration.c -- times that people plan by. */
#include "view/text/quantity.h"

#include <math.h>
#include <stdio.h>

#include "base/long_duration.h"

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
