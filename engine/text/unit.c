/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit.c -- the units that files of measurements use. */
#include "text/unit.h"

#include <string.h>

static const struct {
    const char *text;
    struct unit unit;
} known[] = {
    {"ns", {"s", -9, 1, false}}, /* what most files have first */
    {"ms", {"s", -3, 1, false}},
    {"us", {"s", -6, 1, false}},
    {"s", {"s", 0, 1, false}},
    {"sec", {"s", 0, 1, false}},
    {"secs", {"s", 0, 1, false}},
    {"second", {"s", 0, 1, false}},
    {"seconds", {"s", 0, 1, false}},
    {"msec", {"s", -3, 1, false}},
    {"millisecond", {"s", -3, 1, false}},
    {"milliseconds", {"s", -3, 1, false}},
    {"usec", {"s", -6, 1, false}},
    {"\xc2\xb5s", {"s", -6, 1, false}}, /* micro sign */
    {"\xce\xbcs", {"s", -6, 1, false}}, /* Greek mu */
    {"microsecond", {"s", -6, 1, false}},
    {"microseconds", {"s", -6, 1, false}},
    {"nsec", {"s", -9, 1, false}},
    {"nanosecond", {"s", -9, 1, false}},
    {"nanoseconds", {"s", -9, 1, false}},
    {"ps", {"s", -12, 1, false}},
    {"byte", {"byte", 0, 1, false}},
    {"bytes", {"byte", 0, 1, false}},
    {"B", {"byte", 0, 1, false}},
    {"kB", {"byte", 3, 1, false}},
    {"MB", {"byte", 6, 1, false}},
    {"GB", {"byte", 9, 1, false}},
    {"kilobytes", {"byte", 3, 1, false}},
    {"megabytes", {"byte", 6, 1, false}},
    {"gigabytes", {"byte", 9, 1, false}},
    {"Kilobytes", {"byte", 3, 1, false}},
    {"Megabytes", {"byte", 6, 1, false}},
    {"Gigabytes", {"byte", 9, 1, false}},
    {"KiB", {"byte", 0, 1024.0, false}},
    {"MiB", {"byte", 0, 1048576.0, false}},
    {"GiB", {"byte", 0, 1073741824.0, false}},
    {"bits/sec", {"bit/s", 0, 1, true}},
    {"Kbits/sec", {"bit/s", 3, 1, true}},
    {"Mbits/sec", {"bit/s", 6, 1, true}},
    {"Gbits/sec", {"bit/s", 9, 1, true}},
    {"1", {"1", 0, 1, false}},
    {"", {"1", 0, 1, false}},
};

static bool is_rate(const char *text)
{
    size_t n = strlen(text);
    if (strncmp(text, "ops/", 4) == 0)
        return true;
    return n > 2 &&
           (strcmp(text + n - 2, "/s") == 0 || (n > 4 && strcmp(text + n - 4, "/sec") == 0) ||
            (n > 7 && strcmp(text + n - 7, "/second") == 0));
}

struct unit unit_of(const char *text)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].text[0] == text[0] && strcmp(known[i].text, text) == 0)
            return known[i].unit;
    return (struct unit){text, 0, 1, is_rate(text)};
}

struct unit unit_per_operation(const char *text)
{
    static const char suffix[] = "/op";
    char one[16];
    size_t n = strlen(text), m = sizeof suffix - 1;
    if (n > m && n - m < sizeof one && strcmp(text + n - m, suffix) == 0) {
        memcpy(one, text, n - m);
        one[n - m] = '\0';
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            if (strcmp(known[i].text, one) == 0)
                return known[i].unit;
        return (struct unit){text, 0, 1, false};
    }
    return unit_of(text);
}

bool unit_is_time(const char *text)
{
    return text[0] != '\0' && strcmp(unit_of(text).name, "s") == 0;
}
