/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number.c -- fuzz target: a number is read as strtod reads it, to the last bit, or it is none: as
 * are numbers that no double holds, and those of more than 1024 digits. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/number.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What number_read promises to take: [+-] digits [. digits] [e [+-] digits], with a digit. */
static const char *end_of_number(const char *p)
{
    p += *p == '-' || *p == '+';
    size_t before = strspn(p, "0123456789");
    const char *q = p + before;
    size_t behind = *q == '.' ? strspn(q + 1, "0123456789") : 0;
    if (before + behind == 0)
        return NULL;
    q += *q == '.' ? 1 + behind : 0;
    if (*q != 'e' && *q != 'E')
        return q;
    const char *exponent = q + 1 + (q[1] == '-' || q[1] == '+');
    const size_t digits = strspn(exponent, "0123456789");
    return digits > 0 ? exponent + digits : q;
}

static void check(const char *text, const char *given, const char *given_end)
{
    double read = 0, expected = 0;
    const char *end = number_read(given, given_end, 0, &read);
    const char *expected_end = end_of_number(text);
    if (expected_end != NULL) {
        *(char *)(uintptr_t)expected_end = '\0';
        expected = strtod(text, NULL);
    }
    if (end == NULL && (expected_end == NULL || isinf(expected) || strlen(text) > 1024))
        return;
    if (end == NULL || expected_end == NULL || end - given != expected_end - text ||
        memcmp(&read, &expected, sizeof read) != 0) {
        fprintf(stderr, "fuzz: %s is read as %.17g, not %.17g\n", text, read, expected);
        abort();
    }
}

/* A copy that ends with a zero for strtod, and one of exactly this size. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *given = malloc(size > 0 ? size : 1);
    if (text == NULL || given == NULL)
        abort();
    memcpy(given, data, size);
    memcpy(text, data, size);
    text[size] = '\0';
    check(text, given, given + size);
    free(given);
    free(text);
    return 0;
}
