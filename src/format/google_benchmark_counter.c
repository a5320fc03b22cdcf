/* SPDX-License-Identifier: GPL-3.0-or-later */
/* google_benchmark_counter.c -- counters as Google Benchmark prints them for people: "foo=3.65G/s".
 * Source:   google/benchmark v1.0 … v1.9, console_reporter.cc, and HumanReadableNumber of
 *           string_util.cc: by 1024 before 1.5, since then by 1000 but for what asks for 1024.
 * Edge:     from 1.5 to 1.8 counters by 1024 are printed as those by 1000, but for their kilo, "K":
 *           only rates of bytes are known to be of these. */
#include <math.h>
#include <string.h>

#include "format/aggregate.h"
#include "format/number.h"

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
    if (word_ends(value, "B/s")) {
        counter->name = (struct word){BYTES, sizeof BYTES - 1};
    } else if (word_take(&behind, &word) && word_is(word, "items/s")) {
        counter->name = (struct word){ITEMS, sizeof ITEMS - 1};
        *rest = behind;
    } else {
        return false;
    }
    return aggregate_counter_read(value, true, &counter->value);
}

bool aggregate_counter_take(struct word *rest, bool old, struct aggregate_counter *counter)
{
    struct word word;
    if (!word_take(rest, &word))
        return false;
    const char *equal = memchr(word.text, '=', word.size);
    if (equal == NULL)
        return old && take_rate(word, rest, counter);
    counter->name = (struct word){word.text, (size_t)(equal - word.text)};
    return counter->name.size > 0 &&
           aggregate_counter_read(word_after(word, counter->name.size + 1),
                                  old || word_is(counter->name, BYTES), &counter->value);
}
