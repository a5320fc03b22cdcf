/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_seen.c -- what the first rows of one column say that it is: how each row ended, a time, names, numbers that
 * were chosen. */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "import/columns_seen.h"
#include "text/iso_time.h"
#include "text/lines.h"
#include "text/number.h"

bool seen_is_truth(const struct csv_field *field)
{
    return (field->size == 4 && strncasecmp(field->text, "true", 4) == 0) ||
           (field->size == 5 && strncasecmp(field->text, "false", 5) == 0);
}

bool seen_is_outcome(const struct column *column, const struct seen *seen)
{
    static const char *const ways[] = {"0",  "1",    "true", "false", "yes",
                                       "no", "pass", "fail", NULL};
    for (size_t i = 0; i < SEEN_ROWS; i++) {
        const struct csv_field *field = &seen->words[i];
        if (field->size > 0 && !word_among((struct word){field->text, field->size}, ways) &&
            !seen_is_truth(field))
            return false;
    }
    return seen->n_words + seen->n_numbers > 0 && column_is_outcome(column->name);
}

bool seen_is_duration(const struct column *column, const struct seen *seen)
{
    const double first = 1e9, last = 2e9; /* 2001, 2033 */
    for (double unit = 1; unit <= 1e9; unit *= 1e3)
        if (seen->last >= first * unit && seen->last < last * unit)
            return false;
    return seen->n_words == 0 && strcasecmp(column->name, "time") == 0;
}

struct digits seen_digits(const struct seen *seen)
{
    struct digits digits = {SIZE_MAX, 0};
    for (size_t i = 0; i < SEEN_ROWS; i++) {
        const struct csv_field *field = &seen->words[i];
        size_t n = 0;
        for (size_t at = 0; at < field->size; at++)
            n += isdigit((unsigned char)field->text[at]) && (n > 0 || field->text[at] != '0');
        digits.most = n > digits.most ? n : digits.most;
        digits.least = field->size > 0 && n < digits.least ? n : digits.least;
    }
    return digits;
}

bool seen_is_wide(const struct seen *seen)
{
    const struct csv_field *word = &seen->words[0];
    double first;
    return word->text != NULL &&
           number_read_local(word->text, word->text + word->size, 0, &first) ==
               word->text + word->size &&
           fmax(fabs(first), fabs(seen->last)) >= 2 * fmin(fabs(first), fabs(seen->last));
}

bool seen_tells_times(const struct csv_field *field)
{
    char text[40];
    if (field->size < strlen("2020-08-30") || field->size >= sizeof text)
        return false;
    memcpy(text, field->text, field->size);
    text[field->size] = '\0';
    return text[4] == '-' && text[7] == '-' && iso_time_ms(text) > 0;
}

/* A word that names, and is no remark, path, date or hash. */
static bool is_plain(const struct csv_field *field)
{
    enum { LONGEST_NAME = 32, SHORTEST_HASH = 7 };
    size_t hexadecimal = 0, digits = 0;
    for (size_t i = 0; i < field->size; i++) {
        const unsigned char c = (unsigned char)field->text[i];
        if (strchr(" \t/:@", c) != NULL)
            return false;
        digits += (unsigned)(c - '0') < 10;
        hexadecimal += c == '-' || isxdigit(c);
    }
    return field->size > 0 && field->size <= LONGEST_NAME && 2 * digits < field->size &&
           (hexadecimal < field->size || field->size < SHORTEST_HASH);
}

/* "run-1" and "run-2", which count. */
static bool differ_in_digits_alone(const struct csv_field *a, const struct csv_field *b)
{
    size_t i = 0, j = 0;
    for (;; i++, j++) {
        while (i < a->size && isdigit((unsigned char)a->text[i]))
            i++;
        while (j < b->size && isdigit((unsigned char)b->text[j]))
            j++;
        if (i == a->size || j == b->size)
            return i == a->size && j == b->size;
        if (a->text[i] != b->text[j])
            return false;
    }
}

bool seen_tells_apart(const struct seen *seen)
{
    const struct csv_field *first = NULL;
    bool some = false;
    for (size_t i = 0; i < SEEN_ROWS; i++) {
        const struct csv_field *word = &seen->words[i];
        if (word->text == NULL)
            continue;
        if (!is_plain(word))
            return false;
        first = first != NULL ? first : word;
        some |= !differ_in_digits_alone(first, word);
    }
    return some;
}
