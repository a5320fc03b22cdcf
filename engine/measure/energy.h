/* SPDX-License-Identifier: GPL-3.0-or-later */
/* energy.h -- what the processor packages have used, in joules (RAPL, by the kernel's powercap).
 *
 * Every package is read, and their sum told: of everything that runs meanwhile, not of one command.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { ENERGY_PACKAGES = 16 };

struct energy {
    struct energy_package {
        int fd;
        double range_uj; /* the counter begins anew behind it */
        double before_uj;
    } packages[ENERGY_PACKAGES];
    size_t n;
};

/* Opens the packages below a powercap directory, "/sys/class/powercap". False with errno when there
 * are none, or one of them may not be read: a part would pass for the whole. */
bool energy_open(struct energy *energy, const char *powercap);
void energy_close(struct energy *energy);

bool energy_begin(struct energy *energy);
/* Joules since begin; a counter that has begun anew is taken once around its range. */
bool energy_used(const struct energy *energy, double *joule);
