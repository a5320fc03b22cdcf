/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.h -- the shortest decimal text that reads back as the same double. */
#pragma once

/* x in the fewest of 15 to 17 significant digits that tell it from its neighbours, as printf's %g:
 * "0.1", "1e-07", "nan". 17 are always enough. */
struct decimal {
    char text[32];
};
struct decimal decimal_of(double x);
