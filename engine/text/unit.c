/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit.c -- the units that files of measurements use. */
#include "text/unit.h"

#include <string.h>

static const struct known {
    const char *text, *name;
    int power;
    double factor;
    bool more_is_better, undirected;
} known[] = {
#include "units.inc"
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

static bool find_known(const char *text, struct unit *unit)
{
    for (const struct known *at = known; at < known + sizeof known / sizeof known[0]; at++)
        if (at->text[0] == text[0] && strcmp(at->text, text) == 0) {
            const enum assay_teller teller = strcmp(at->name, "1") == 0 && !at->more_is_better
                                                 ? ASSAY_TOLD_BY_NOBODY
                                                 : ASSAY_TOLD_BY_FORMAT;
            *unit = (struct unit){
                at->name,
                at->power,
                at->factor,
                at->more_is_better,
                {.unit = teller, .direction = at->undirected ? ASSAY_TOLD_BY_NOBODY : teller}};
            return true;
        }
    return false;
}

struct unit unit_of(const char *text)
{
    struct unit unit = {text, 0, 1, false, {.direction = ASSAY_TOLD_BY_NOBODY}};
    if (!find_known(text, &unit) && is_rate(text))
        unit_direct(&unit, true, ASSAY_TOLD_BY_FORMAT);
    return unit;
}

const char *unit_text(const struct unit *unit)
{
    if (unit->power == 0 && unit->factor == 1)
        return unit->name;
    for (const struct known *at = known; at < known + sizeof known / sizeof known[0]; at++)
        if (at->power == unit->power && at->factor == unit->factor &&
            strcmp(at->name, unit->name) == 0)
            return at->text;
    return NULL;
}

void unit_direct(struct unit *unit, bool more_is_better, enum assay_teller teller)
{
    unit->more_is_better = more_is_better;
    unit->told.direction = teller;
}

struct unit unit_per_operation(const char *text)
{
    char one[16];
    const char *per = strrchr(text, '/');
    const size_t n = per != NULL ? (size_t)(per - text) : 0;
    if (n == 0 || n >= sizeof one || (strcmp(per, "/op") != 0 && strcmp(per, "/iter") != 0))
        return unit_of(text);
    memcpy(one, text, n);
    one[n] = '\0';
    struct unit unit = {text, 0, 1, false, {.direction = ASSAY_TOLD_BY_NOBODY}};
    (void)find_known(one, &unit);
    return unit;
}

bool unit_is_time(const char *text)
{
    return text[0] != '\0' && strcmp(unit_of(text).name, "s") == 0;
}
