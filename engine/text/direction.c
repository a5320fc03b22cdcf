/* SPDX-License-Identifier: GPL-3.0-or-later */
/* direction.c -- which way is better, by the words in a metric's name (directions.txt).
 * Edge:     so many a second are better where there are more only of what is done (requests), not of what
 *           happens (pauses), and fewer only of what nobody wants (page faults): "memory" of MB/s says nothing.
 *           A time that people wish long (uptime) is none to be short. A name that holds a word of errors says nothing, whatever else stands in it; one with words for
 *           more and for less (time_speedup) neither.
 * Checked:  tests/engine/text/test_unit.c. */
#include "text/direction.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum {
    LESS = DIRECTION_LESS,
    MORE = DIRECTION_MORE,
    DOUBT = DIRECTION_DOUBTED,
    DONE,
    WISHED,
    MEANINGS
};

static const struct told_word {
    const char *text;
    int means;
    bool whole, begins, ends, counted, unwanted, last;
} words[] = {
#include "directions.inc"
};

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Whether a word begins at p: behind what is no letter, or "Rate" of "hitRate". */
static bool is_border(const char *name, const char *p)
{
    return p == name || !is_letter(p[-1]) || !is_letter(*p) ||
           (islower((unsigned char)p[-1]) && isupper((unsigned char)*p));
}

static bool says(int means, const char *metric);

/* "tps" of "tps", "total_tps", "totalTps" and "tps mean", not of "https". */
static bool stands_in(const struct told_word *word, const char *name)
{
    const size_t n = strlen(word->text);
    for (const char *p = strcasestr(name, word->text); p != NULL; p = strcasestr(p + 1, word->text))
        if ((!(word->whole || word->begins) || is_border(name, p)) &&
            (!(word->whole || word->ends) || is_border(name, p + n)) &&
            !(word->last && says(DONE, p + n)))
            return true;
    return false;
}

bool name_says_time(const char *name)
{
    static const struct told_word time = {.text = "time", .ends = true};
    return stands_in(&time, name);
}

enum name_direction direction_of_name(const char *metric)
{
    bool told[MEANINGS] = {false};
    for (const struct told_word *at = words; at < words + sizeof words / sizeof words[0]; at++)
        if (stands_in(at, metric))
            told[at->means] = true;
    if (told[DOUBT] || told[WISHED])
        return DIRECTION_DOUBTED;
    if (told[LESS] == told[MORE])
        return DIRECTION_NOT_TOLD;
    return told[MORE] ? DIRECTION_MORE : DIRECTION_LESS;
}

static bool says(int means, const char *metric)
{
    for (const struct told_word *at = words; at < words + sizeof words / sizeof words[0]; at++)
        if (at->means == means && stands_in(at, metric))
            return true;
    return false;
}

/* "tps", "cache-misses": a number without a unit is one of these. */
static bool says_count(const char *metric)
{
    bool counted = false;
    for (const struct told_word *at = words; at < words + sizeof words / sizeof words[0]; at++)
        counted = counted || (at->counted && stands_in(at, metric));
    return counted;
}

static bool says_unwanted(const char *metric)
{
    bool unwanted = false;
    for (const struct told_word *at = words; at < words + sizeof words / sizeof words[0]; at++)
        unwanted = unwanted || (at->unwanted && stands_in(at, metric));
    return unwanted;
}

static void take(struct unit *unit, enum name_direction direction, bool counted)
{
    if (direction != DIRECTION_LESS && direction != DIRECTION_MORE)
        return;
    unit_direct(unit, direction == DIRECTION_MORE, ASSAY_TOLD_BY_NAME);
    if (counted && unit->told.unit == ASSAY_TOLD_BY_NOBODY)
        unit->told.unit = ASSAY_TOLD_BY_NAME;
}

/* What the name says, by what is remembered of it. */
static const struct direction_known *known_of(const char *metric, struct direction_memory *memory)
{
    const size_t n = strlen(metric);
    const unsigned sum = (unsigned)n + 5U * (unsigned char)metric[0] +
                         (n > 0 ? 3U * (unsigned char)metric[n - 1] : 0);
    struct direction_known *known = &memory->known[sum % DIRECTION_MEMORY];
    if (known->metric[0] == '\0' || strcmp(known->metric, metric) != 0) {
        known->direction = direction_of_name(metric);
        known->counted = says_count(metric);
        known->unwanted = says_unwanted(metric);
        known->wished = says(WISHED, metric);
        known->done = says(DONE, metric);
        const bool fits = n < sizeof known->metric; /* one too long is not remembered */
        memcpy(known->metric, fits ? metric : "", fits ? n + 1 : 1);
    }
    return known;
}

/* A rate whose name speaks of what people wish less of, but not of what nobody wants: "alloc ops/s". */
static bool is_rate_against(const struct unit *unit, const struct direction_known *known)
{
    const size_t n = strlen(unit->name);
    const bool rate = unit->more_is_better || (n > 2 && strcmp(unit->name + n - 2, "/s") == 0);
    return rate && known->direction == DIRECTION_LESS && !known->unwanted;
}

void direction_settle(struct unit *unit, const char *metric, struct direction_memory *memory)
{
    if (unit->told.direction != ASSAY_TOLD_BY_NOBODY)
        return;
    const struct direction_known *known = known_of(metric, memory);
    if (!is_rate_against(unit, known))
        take(unit, known->direction, known->counted);
}

void direction_settle_loosely(struct unit *unit, const char *metric,
                              struct direction_memory *memory)
{
    const struct direction_known *known = known_of(metric, memory);
    const bool is_time = strcmp(unit->name, "s") == 0;
    if (unit->told.direction == ASSAY_TOLD_BY_USER || (is_time && !known->wished))
        return;
    const bool undone =
        strcmp(unit->name, "1/s") == 0 && known->direction != DIRECTION_MORE && !known->done;
    if (strcmp(unit->name, "byte") == 0 || known->direction == DIRECTION_DOUBTED || undone ||
        (unit->more_is_better && known->direction == DIRECTION_LESS))
        unit_direct(unit, false, ASSAY_TOLD_BY_NOBODY);
    if (unit->told.direction == ASSAY_TOLD_BY_NOBODY && !is_rate_against(unit, known))
        take(unit, known->direction, known->counted);
}
