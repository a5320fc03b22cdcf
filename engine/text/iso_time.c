/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iso_time.c -- dates as ISO 8601 and Python write them. */
#include "text/iso_time.h"

#include <string.h>
#include <time.h>

double iso_time_ms(const char *text)
{
    struct tm time = {0}, zone = {0};
    const char *p = strptime(text, "%Y-%m-%dT%H:%M:%S", &time);
    if (p == NULL)
        p = strptime(text, "%Y-%m-%d %H:%M:%S", &time);
    if (p == NULL)
        return 0;
    if (*p == '.')
        p += 1 + strspn(p + 1, "0123456789");
    if (*p != '\0' && strptime(p, "%z", &zone) == NULL)
        return 0;
    return 1000 * ((double)timegm(&time) - (double)zone.tm_gmtoff);
}
