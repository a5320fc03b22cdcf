/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iso_time.h -- dates as ISO 8601 and Python write them. */
#pragma once

#include <stdint.h>

/* Milliseconds since 1970 of "2024-05-01T12:30:00.25+02:00", whose fraction is left out; UTC where no
 * offset stands. 0 for anything else. */
double iso_time_ms(const char *text);

/* The same in nanoseconds, with the fraction; 0 also for years that they cannot tell. */
int64_t iso_time_ns(const char *text);

/* The same of a date as people write it, or of seconds or milliseconds since 1970. */
double moment_ms(const char *text);
