/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duration.h -- times that people plan by. */
#pragma once

#include "view/text/quantity.h"

/* "0.35 s", "12 s", "28 min", "1 h 51 min", "3 days 4 h"; below a tenth of a second as quantity_alone
 * shows it. Rounded up where something is planned: what takes 60.2 s is not done in a minute. */
struct quantity duration_of(double seconds);
