/* SPDX-License-Identifier: GPL-3.0-or-later */
/* long_duration.h -- times of ten seconds and more, as people plan by them. */
#pragma once

struct long_duration {
    char text[48];
};

/* "12 s", "5 min", "3 h 20 min", "12 days", "4.1 years"; rounded up, but for years; "?" when it is not finite. */
struct long_duration long_duration_of(double seconds);
