/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iso_time.c -- dates as ISO 8601, Python and tables write them. */
#include "text/iso_time.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "text/number.h"

double iso_time_ms(const char *text)
{
    static const char *const shapes[] = {
        "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y.%m.%d %H:%M:%S", "%Y/%m/%d %H:%M:%S",
        "%Y-%m-%dT%H:%M",    "%Y-%m-%d %H:%M",    "%Y-%m-%d"};
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

int64_t iso_time_ns(const char *text)
{
    const double ms = iso_time_ms(text);
    const char *colon = strchr(text, ':'), *point = colon != NULL ? strchr(colon, '.') : NULL;
    int64_t ns = 0;
    for (int64_t unit = 100000000; point != NULL && point[1] >= '0' && point[1] <= '9'; unit /= 10)
        ns += unit * (*++point - '0');
    return fabs(ms) < 9e12 ? (int64_t)ms * 1000000 + ns : 0;
}

double moment_ms(const char *text)
{
    const char *end = text + strlen(text);
    double x;
    if (number_read(text, end, 0, &x) == end)
        return x < 1e11 ? 1000 * x : x;
    return iso_time_ms(text);
}
