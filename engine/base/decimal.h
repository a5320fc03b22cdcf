/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.h -- the shortest decimal text that reads back as the same double. */
#pragma once

/* x in the fewest of 15 to 17 significant digits that tell it from its neighbours, as printf's %g:
 * "0.1", "1e-07", "nan". 17 are always enough. */
struct decimal {
    char text[32];
};
struct decimal decimal_of(double x);

/* Times of ten seconds and more, as people plan by them. */
struct long_duration {
    char text[48];
};

/* "12 s", "5 min", "3 h 20 min", "12 days", "4.1 years"; rounded up, but for years; "?" when it is not finite. */
struct long_duration long_duration_of(double seconds);
