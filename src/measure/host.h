/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host.h -- what is known of the machine that measures: recorded with every experiment, because
 * numbers from machines in different states are not comparable. */
#ifndef MEASURE_HOST_H
#define MEASURE_HOST_H

#include <stddef.h>

/* One object, keys in a fixed order; what this machine does not tell is null, never zero.
 * docs/measuring.md lists them. In memory of the caller; NULL when memory is short. */
char *host_json(void);

#endif
