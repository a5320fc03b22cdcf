/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value.c -- numbers as people write them, and exit codes that mean success. */
#include "design/value.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A finite number at the start of text; *rest is what follows. strtod's hex, inf and nan are not
 * accepted. */
static bool leading_number(const char *text, double *number, const char **rest)
{
    if (text[0] == '\0' || strchr("+-.0123456789", text[0]) == NULL)
        return false;
    for (const char *c = text; *c != '\0' && c < text + 3; c++)
        if (*c == 'x' || *c == 'X')
            return false;
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    if (end == text || !isfinite(value))
        return false;
    *number = value;
    *rest = end;
    return true;
}

bool value_read_number(const char *text, double *number)
{
    double value;
    const char *rest;
    if (!leading_number(text, &value, &rest) || *rest != '\0')
        return false;
    *number = value;
    return true;
}

bool value_read_fraction(const char *text, double *fraction)
{
    double value;
    const char *rest;
    if (!leading_number(text, &value, &rest) || value < 0)
        return false;
    if (strcmp(rest, "%") == 0)
        value /= 100;
    else if (*rest != '\0')
        return false;
    *fraction = value;
    return true;
}

bool value_read_share(const char *text, double *share)
{
    double value;
    if (!value_read_fraction(text, &value) || (value >= 1 && strchr(text, '%') == NULL))
        return false;
    *share = value;
    return true;
}

bool value_read_confidence(const char *text, double *confidence)
{
    double value;
    if (!value_read_fraction(text, &value) || value <= 0 || value >= 1)
        return false;
    *confidence = value;
    return true;
}

bool value_read_duration(const char *text, double *seconds)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"", 1},   {"s", 1},    {"ms", 1e-3}, {"us", 1e-6},
                 {"m", 60}, {"min", 60}, {"h", 3600},  {"d", 86400}};
    double value;
    const char *rest;
    if (!leading_number(text, &value, &rest) || value < 0)
        return false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(rest, units[i].unit) == 0) {
            if (!isfinite(value * units[i].seconds))
                return false;
            *seconds = value * units[i].seconds;
            return true;
        }
    }
    return false;
}

bool value_read_count(const char *text, long *count)
{
    if (text[0] < '0' || text[0] > '9')
        return false;
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno != 0 || *end != '\0')
        return false;
    *count = value;
    return true;
}

bool value_read_seed(const char *text, uint64_t *seed)
{
    if (text[0] < '0' || text[0] > '9')
        return false;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || *end != '\0')
        return false;
    *seed = value;
    return true;
}

bool value_read_bytes(const char *text, double *bytes)
{
    static const struct {
        const char *name;
        double bytes;
    } units[] = {
        {"", 1},          {"B", 1},    {"kB", 1e3},         {"KiB", 1024}, {"MB", 1e6},
        {"MiB", 1048576}, {"GB", 1e9}, {"GiB", 1073741824}, {"TB", 1e12},  {"TiB", 1099511627776}};
    size_t digits = strspn(text, "0123456789.");
    char number[32], *end;
    if (digits == 0 || digits >= sizeof number)
        return false;
    memcpy(number, text, digits);
    number[digits] = '\0';
    double value = strtod(number, &end);
    const char *unit = text + digits + strspn(text + digits, " ");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(unit, units[i].name) != 0 || *end != '\0' || !(value * units[i].bytes >= 1))
            continue;
        *bytes = value * units[i].bytes;
        return true;
    }
    return false;
}

/* A number below limit; moves text behind it. */
static bool read_member(const char **text, unsigned long limit, unsigned long *member)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    *member = strtoul(*text, &end, 10);
    *text = end;
    return *member < limit;
}

/* "0-2,5" as bits of the set, which has one for each number below limit, all 0 at first. */
static bool read_members(const char *text, unsigned long limit, uint64_t *set)
{
    for (;; text++) {
        unsigned long first, last;
        if (!read_member(&text, limit, &first))
            return false;
        last = first;
        if (*text == '-' && (text++, !read_member(&text, limit, &last)))
            return false;
        if (last < first)
            return false;
        for (unsigned long i = first; i <= last; i++)
            set[i / 64] |= (uint64_t)1 << i % 64;
        if (*text != ',')
            return *text == '\0';
    }
}

bool value_read_cpus(const char *text, uint64_t set[16])
{
    uint64_t found[16] = {0};
    if (!read_members(text, 1024, found))
        return false;
    memcpy(set, found, sizeof found);
    return true;
}

bool value_read_exit_codes(const char *text, struct exit_codes *codes)
{
    struct exit_codes found = {{0}};
    if (!read_members(text, 256, found.set))
        return false;
    *codes = found;
    return true;
}

enum assay_status value_read_list(const char *text, bool (*read)(const char *text, double *number),
                                  struct value_list *list)
{
    char *copy = strdup(text), *rest = copy;
    size_t most = 1;
    for (const char *c = text; *c != '\0'; c++)
        most += *c == ',';
    *list = (struct value_list){.items = calloc(most, sizeof *list->items)};
    enum assay_status status = copy != NULL && list->items != NULL ? ASSAY_OK : ASSAY_NO_MEMORY;
    for (char *word; status == ASSAY_OK && (word = strsep(&rest, ",")) != NULL;) {
        word += strspn(word, " ");
        if (read(word, &list->items[list->n])) {
            list->n++;
            continue;
        }
        list->bad = text + (word - copy);
        list->n_bad = (int)strlen(word);
        status = ASSAY_INVALID;
    }
    free(copy);
    if (status == ASSAY_OK)
        return status;
    free(list->items);
    list->items = NULL;
    list->n = 0;
    return status;
}

/* The exit codes by which a command says that it has done its work. */

bool exit_codes_have(const struct exit_codes *codes, int code)
{
    const uint64_t *set = codes->set;
    if ((set[0] | set[1] | set[2] | set[3]) == 0)
        return code == 0;
    return code >= 0 && code < 256 && (set[code / 64] >> code % 64 & 1) != 0;
}
