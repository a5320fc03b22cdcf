/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h -- findings as JSON: the pieces that every verb's document shares.
 *
 * A document is a jansson tree, built by its verb and printed once. What is undefined or infinite
 * is null. Numbers are printed as the shortest text that reads back as the same double. Where memory
 * lacks, that is kept as view_memory.h says, what lacks is NULL, which all here take, and nothing is printed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <assay/interval.h>
#include <jansson.h>

#include "view/face/table.h"

/* {"schema": "assay.VERB/1" (a verb "compare/2" names its version), "assay": version, "confidence": c, "warnings": []}; the verb sets its
 * own keys after these, in the order in which they are to be read. */
json_t *render_json_document(const char *verb, double confidence);

/* A field of an object: of a number, a count, a truth or a text, or of what is a value already. */
struct json_field {
    const char *key;
    json_t *value; /* NULL: the object goes without it */
};
#define JSON(key, x)                                                                               \
    (struct json_field)                                                                            \
    {                                                                                              \
        key, render_json_value(x)                                                                  \
    }
/* The same where the condition holds; else the object goes without it. */
#define JSON_IF(condition, key, x)                                                                 \
    (struct json_field)                                                                            \
    {                                                                                              \
        key, (condition) ? render_json_value(x) : NULL                                             \
    }
#define render_json_value(x)                                                                       \
    _Generic((x),                                                                                  \
        double: render_json_number,                                                                \
        size_t: render_json_count,                                                                 \
        unsigned long long: render_json_count, /* uint64_t, where size_t is shorter */             \
        bool: render_json_bool,                                                                    \
        char *: render_json_text,                                                                  \
        const char *: render_json_text,                                                            \
        json_t *: render_json_itself)(x)

/* An object of fields, in this order; fields put into one that is there, which is returned. */
#define render_json_make(...) render_json_put(render_json_object(), __VA_ARGS__)
#define render_json_put(object, ...)                                                               \
    render_json_put_all(object, (const struct json_field[]){__VA_ARGS__, {NULL, NULL}})
json_t *render_json_put_all(json_t *object, const struct json_field *fields);
json_t *render_json_itself(json_t *value);

/* An array of n items, each made from its number i. */
#define JSON_LIST(i, n, item) JSON_LIST_IF(i, n, true, item)

/* The same of those for which the condition holds. */
#define JSON_LIST_IF(i, n, condition, item)                                                        \
    __extension__({                                                                                \
        json_t *list_by_##i = render_json_array();                                                 \
        for (size_t i = 0; i < (n); i++)                                                           \
            if (condition)                                                                         \
                render_json_append(list_by_##i, item);                                             \
        list_by_##i;                                                                               \
    })
/* The same from where each item stands: `row` points to it. */
#define JSON_EACH(row, items, n, item)                                                             \
    __extension__({                                                                                \
        json_t *list_by_##row = render_json_array();                                               \
        for (size_t at_##row = 0; at_##row < (n); at_##row++) {                                    \
            const __typeof__(*(items)) *row = &(items)[at_##row];                                  \
            render_json_append(list_by_##row, item);                                               \
        }                                                                                          \
        list_by_##row;                                                                             \
    })

/* Sets a key, or appends to an array; both take the value over. */
void render_json_set(json_t *object, const char *key, json_t *value);
void render_json_append(json_t *array, json_t *value);

/* A number; null when it is NaN or infinite. */
json_t *render_json_number(double x);
json_t *render_json_count(uint64_t n);
/* The same; null when there is none. */
json_t *render_json_some(size_t n);
/* A whole number, or where readers of JSON may not hold it (2^63 and above), a text. */
json_t *render_json_seed(uint64_t seed);
json_t *render_json_bool(bool flag);

/* A string; null when text is NULL. Bytes that are no UTF-8 become U+FFFD. */
json_t *render_json_text(const char *text);
json_t *render_json_array(void);
json_t *render_json_object(void);

/* The document that a text holds; NULL: it holds none, or is NULL itself. */
json_t *render_json_of(const char *text);

/* n numbers; n texts. */
json_t *render_json_numbers(const double *x, size_t n);
json_t *render_json_texts(const char *const *texts, size_t n);

/* {"lower", "upper", "confidence", "method", "df", "kind"}. */
json_t *render_json_interval(const struct assay_interval *interval);

/* {"estimate", "interval"}. */
json_t *render_json_estimate(double estimate, const struct assay_interval *interval);
/* {"estimate", "lower", "upper"}. */
json_t *render_json_limits(double estimate, double lower, double upper);

/* Appends {"code", "message", "benchmark"} to the document's "warnings" for every bit that is set;
 * without "benchmark" when it is NULL. */
void render_json_warn(json_t *document, assay_warnings warnings, const char *benchmark);

/* Appends one warning with a code and a sentence of its own. */
void render_json_warn_text(json_t *document, const char *code, const char *message,
                           const char *benchmark);

/* Prints the document, indented, with a newline at its end, and frees it. Arrays of plain numbers
 * and texts stand in one line. */
void render_json_print(FILE *stream, json_t *document);
