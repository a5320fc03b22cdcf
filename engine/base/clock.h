/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.h -- the program's own clock: what steps cost, and how long ago something was. What is
 * measured is timed by the launcher. */
#pragma once

/* Seconds of CLOCK_MONOTONIC, which never steps back. */
double clock_now_s(void);
/* What lies between two readings of it: of a few tries the best, which no interruption hits. */
double clock_reading_s(void);
