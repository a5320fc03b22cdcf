/* SPDX-License-Identifier: GPL-3.0-or-later */
/* energy.c -- what the processor packages have used.
 * Source:   the kernel's Documentation/power/powercap; intel-rapl:N is package N, its domains
 *           (intel-rapl:N:M) are parts of it. AMD's packages stand under the same names.
 * Edge:     a range is some 60 to 260 kJ: a quarter of an hour at full load. One that goes around
 *           more than once within an execution is told too low.
 * Checked:  tests/engine/measure/test_counter.c, on a made-up tree.
 */
#include "measure/energy.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool read_text(int fd, char *text, size_t size)
{
    ssize_t n = pread(fd, text, size - 1, 0);
    if (n <= 0)
        return false;
    text[n] = '\0';
    return true;
}

static bool read_number(int fd, double *number)
{
    char text[32], *end;
    if (!read_text(fd, text, sizeof text))
        return false;
    *number = strtod(text, &end);
    return end != text;
}

static int open_entry(const char *powercap, size_t package, const char *entry)
{
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/intel-rapl:%zu/%s", powercap, package, entry);
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* A domain of the top that is no package is the platform, which holds the packages, too. */
static bool is_package(const char *powercap, size_t package)
{
    char name[32] = "";
    int fd = open_entry(powercap, package, "name");
    bool known = fd >= 0 && read_text(fd, name, sizeof name);
    if (fd >= 0)
        close(fd);
    return known && strncmp(name, "package", 7) == 0;
}

static bool open_package(struct energy *energy, const char *powercap, size_t package)
{
    struct energy_package *p = &energy->packages[energy->n];
    int range = open_entry(powercap, package, "max_energy_range_uj");
    bool known = range >= 0 && read_number(range, &p->range_uj);
    if (range >= 0)
        close(range);
    p->fd = known ? open_entry(powercap, package, "energy_uj") : -1;
    energy->n += p->fd >= 0;
    return p->fd >= 0;
}

bool energy_open(struct energy *energy, const char *powercap)
{
    *energy = (struct energy){.n = 0};
    errno = 0;
    for (size_t i = 0; i < ENERGY_PACKAGES; i++) {
        if (!is_package(powercap, i) || open_package(energy, powercap, i))
            continue;
        int number = errno;
        energy_close(energy);
        errno = number != 0 ? number : EIO;
        return false;
    }
    if (energy->n == 0)
        errno = ENOENT;
    return energy->n > 0;
}

void energy_close(struct energy *energy)
{
    for (size_t i = 0; i < energy->n; i++)
        close(energy->packages[i].fd);
    energy->n = 0;
}

bool energy_begin(struct energy *energy)
{
    for (size_t i = 0; i < energy->n; i++)
        if (!read_number(energy->packages[i].fd, &energy->packages[i].before_uj))
            return false;
    return true;
}

bool energy_used(const struct energy *energy, double *joule)
{
    double sum_uj = 0;
    for (size_t i = 0; i < energy->n; i++) {
        const struct energy_package *p = &energy->packages[i];
        double now_uj;
        if (!read_number(p->fd, &now_uj))
            return false;
        double used_uj = now_uj - p->before_uj;
        sum_uj += used_uj < 0 ? used_uj + p->range_uj : used_uj;
    }
    *joule = sum_uj * 1e-6;
    return sum_uj >= 0;
}
