/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iso_time.c -- dates as ISO 8601, Python and tables write them. */
#include "text/iso_time.h"

#include <string.h>
#include <time.h>

double iso_time_ms(const char *text)
{
    static const char *const shapes[] = {"%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S",
                                         "%Y.%m.%d %H:%M:%S", "%Y/%m/%d %H:%M:%S",
                                         "%Y-%m-%dT%H:%M",    "%Y-%m-%d %H:%M",
                                         "%Y-%m-%d"};
    struct tm time = {0}, zone = {0};
    const char *p = NULL;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0] && p == NULL; i++) {
        time = (struct tm){0};
        p = strptime(text, shapes[i], &time);
    }
    if (p == NULL)
        return 0;
    if (*p == '.')
        p += 1 + strspn(p + 1, "0123456789");
    p += strspn(p, " ");
    if (*p != '\0' && strptime(p, "%z", &zone) == NULL)
        return 0;
    return 1000 * ((double)timegm(&time) - (double)zone.tm_gmtoff);
}
