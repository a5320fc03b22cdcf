/* SPDX-License-Identifier: GPL-3.0-or-later */
/* google_benchmark_counter.c -- counters as Google Benchmark prints them for people: "foo=3.65G/s".
 * Source:   google/benchmark v1.0 … v1.9, console_reporter.cc, and HumanReadableNumber of
 *           string_util.cc. Rates of bytes, and all rates before 1.5, which stand without a name,
 *           count by 1024, other counters by 1000 if they do not ask for 1024.
 * Edge:     until 1.8 what asks for 1024 is printed as what does not, but for its kilo, "K"; 1.1
 *           printed all counters so.
 * Checked:  tests/engine/import/test_google_benchmark_log.c */
#include <math.h>

#include "import/aggregate.h"
#include "text/number.h"

/* The exponent of the letter at p, which stands for so many times 1000 or 1024; 0: there is none. */
static int prefix_of(const char *p, const char *end)
{
    static const char large[] = "kMGTPEZ", small[] = "munpfaz";
    const char c = p < end ? (*p == 'K' ? 'k' : *p) : '\0';
    const char *found = c != '\0' ? strchr(large, c) : NULL;
    if (found != NULL)
        return (int)(found - large) + 1;
    found = c != '\0' ? strchr(small, c) : NULL;
    return found != NULL ? -(int)(found - small) - 1 : 0;
}

bool aggregate_counter_read(struct word word, bool by_1024, double *x)
{
    const char *end = word.text + word.size, *p = number_read(word.text, end, 0, x);
    if (word.size == 0 || p == NULL)
        return false;
    const int exponent = prefix_of(p, end);
    const bool binary = exponent != 0 && (by_1024 || *p == 'K' || (end - p > 1 && p[1] == 'i'));
    p += exponent != 0;
    p += exponent != 0 && p < end && *p == 'i';
    const struct word behind = {p, (size_t)(end - p)};
    if (behind.size > 0 && !word_is(behind, "/s") && !word_is(behind, "s") &&
        !word_is(behind, "B/s"))
        return false;
    if (binary)
        *x = ldexp(*x, 10 * exponent);
    else if (exponent != 0)
        (void)number_read(word.text, end, 3 * exponent, x);
    return true;
}

#define BYTES "bytes_per_second"
#define ITEMS "items_per_second"

/* "3.5GB/s", "579M items/s", as rates stood before 1.5. */
static bool take_rate(struct word value, struct word *rest, struct aggregate_counter *counter)
{
    struct word word, behind = *rest;
    const bool of_items = word_take(&behind, &word) && word_is(word, "items/s");
    if ((!of_items && !word_ends(value, "B/s")) ||
        !aggregate_counter_read(value, true, &counter->value))
        return false;
    counter->name =
        of_items ? (struct word){ITEMS, sizeof ITEMS - 1} : (struct word){BYTES, sizeof BYTES - 1};
    if (of_items)
        *rest = behind;
    return true;
}

bool aggregate_counter_take(struct word *rest, struct aggregate_style style,
                            struct aggregate_counter *counter)
{
    const struct word line = word_after(*rest, 0);
    struct word word;
    if (!word_take(rest, &word))
        return false;
    if (style.has_rates && take_rate(word, rest, counter))
        return true;
    const char *equal;
    while ((equal = memchr(word.text, '=', word.size)) == NULL)
        if (!style.has_blanks || !word_take(rest, &word))
            return false;
    counter->name = (struct word){line.text, (size_t)(equal - line.text)};
    word = word_after(word, (size_t)(equal + 1 - word.text));
    return counter->name.size > 0 &&
           aggregate_counter_read(word, word_is(counter->name, BYTES), &counter->value);
}
