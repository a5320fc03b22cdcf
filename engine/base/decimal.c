/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.c -- the shortest decimal text that reads back as the same double. */
#include "base/decimal.h"

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
