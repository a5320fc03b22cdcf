/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_number.c -- numbers of JSON, one by one and by arrays.
 * Speed:    most of a file is arrays of numbers with a comma behind each; these take one short loop.
 *           Everything else in an array goes the way of single numbers, which knows what is wrong.
 * Checked:  tests/engine/text/test_json_number.c, arrays against their numbers one by one.
 */
#include "text/json_pull.h"

#include <math.h>

#include "text/json_scan.h"
#include "text/number.h"

/* What programs write for numbers that are none: Python and Google Benchmark, and streams of C++. */
static bool is_not_finite(const char *p, const char *last)
{
    static const char *const words[] = {"NaN", "Infinity", "nan", "inf"};
    const size_t n = (size_t)(last - p);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (n == strlen(words[i]) && memcmp(p, words[i], n) == 0)
            return true;
    return false;
}

/* Texts in quotes and words are no numbers, and neither is what no double can hold. */
static bool take_no_number(struct pull *json)
{
    enum pull_kind kind = pull_peek(json);
    if (kind == PULL_STRING || kind == PULL_WORD) {
        pull_skip(json);
        return true;
    }
    const char *last = scan_scalar(json->p, json->end);
    if (kind != PULL_NUMBER || last == json->end)
        return false;
    const char *p = json->p + (*json->p == '-' || *json->p == '+');
    if (!is_not_finite(p, last)) {
        while (p < last && strchr("0123456789.eE+-", *p) != NULL)
            p++;
        if (p < last)
            return false;
    }
    json->p = last;
    return true;
}

/* JSON has no 007: what stands there may have lost a point, or be no number. */
static inline bool has_leading_zero(const char *text, const char *last)
{
    text += *text == '-';
    return *text == '0' && last - text > 1 && (unsigned)(text[1] - '0') < 10;
}

void pull_number(struct pull *json, int power, double *value)
{
    *value = (double)NAN;
    json->p = scan_blanks(json->p, json->end);
    if (json->failed)
        return;
    const char *stop = scan_limit(json->p, json->end);
    const char *last = number_read(json->p, stop, power, value);
    if (last != NULL && last < stop && has_leading_zero(json->p, last)) {
        pull_fail_expected(json, "a number without zeros in front");
        return;
    }
    if (last != NULL && last < stop && scan_is(*last, SCAN_END)) {
        json->p = last;
        return;
    }
    *value = (double)NAN;
    if (last == stop || (pull_peek(json) != PULL_STRING && scan_scalar(json->p, stop) == stop))
        pull_fail_long(json, stop);
    else if (!take_no_number(json) && !json->failed)
        pull_fail_expected(json, "a number");
}

/* The number behind a comma at *p, if both stand there as most programs write them. */
static inline bool take_next(const char **p, const char *end, int power, double *value)
{
    if (*p == end || **p != ',')
        return false;
    const char *text = scan_blanks(*p + 1, end), *stop = scan_limit(text, end);
    const char *last = number_read(text, stop, power, value);
    if (last == NULL || last == stop || !scan_is(*last, SCAN_END) || has_leading_zero(text, last))
        return false;
    *p = last;
    return true;
}

size_t pull_numbers(struct pull *json, int power, double *values, size_t room)
{
    size_t n = 0;
    while (n < room) {
        const char *p = json->p;
        if (!json->fresh && !json->failed && take_next(&p, json->end, power, &values[n])) {
            json->p = p;
            pull_passed(json, p);
            n++;
            continue;
        }
        if (!pull_item(json))
            return n;
        pull_number(json, power, &values[n]);
        if (json->failed)
            return n;
        n++;
    }
    return n;
}
