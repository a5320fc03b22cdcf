/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.c -- a JSON array of numbers, alone or as "series", "values", "times" or "data" of an
 * object.
 * Levels:   one flat list; the user says of what. */
#include "base/owned.h"
#include "import/importer.h"
#include "text/json_scan.h"

static bool is_list(struct pull *json)
{
    static const char *const names[] = {"series", "values", "times", "data", NULL};
    return pull_key_among(json, names) && pull_peek(json) == PULL_ARRAY;
}

static void read_series(struct importer *importer)
{
    const struct importer_series series = {
        .metric = "value", .unit = unit_of("1"), .lowest = "execution"};
    struct pull *json = &importer->json;
    if (pull_peek(json) == PULL_ARRAY) {
        importer_numbers(importer, 0);
    } else {
        pull_object(json);
        while (pull_key(json)) {
            if (is_list(json) && importer->values.n == 0)
                importer_numbers(importer, 0);
            else
                pull_skip(json);
        }
    }
    pull_finish(json);
    const bool reopened = importer_reopen(importer); /* each number is whole */
    importer_add(importer, &series, NULL);
    if (reopened)
        importer_close_again(importer);
}

/* "[  3]  0.0- 1.0 sec" of iperf: something stands behind the array in its line. */
static bool has_more_behind(const char *p, const char *end)
{
    while (p < end && strchr("\n,{[]", *p) == NULL)
        p++;
    if (p == end || *p != ']')
        return false;
    p++;
    while (p < end && strchr(" \t\r", *p) != NULL)
        p++;
    return p < end && strchr("\n,}", *p) == NULL;
}

/* A number and what follows it in an array: "[2014-04-29T13:37:09]" is none. */
static bool begins_with_number(struct pull *json)
{
    double x;
    pull_array(json);
    if (!pull_item(json) || pull_peek(json) != PULL_NUMBER || has_more_behind(json->p, json->end))
        return false;
    const char *p = json->p, *last = scan_scalar(p, json->end);
    while (p < last && strchr("0123456789.eE+-", *p) != NULL)
        p++;
    const bool is_decimal = p == last; /* "00.1", too: what is wrong with it is said */
    pull_number(json, 0, &x);
    (void)pull_item(json);
    return is_decimal || !json->failed || json->cut;
}

/* Moves to the value of the first key that names a list, if there is one. */
static void find_list(struct pull *json)
{
    pull_object(json);
    while (pull_key(json) && !is_list(json))
        pull_skip(json);
}

static bool probe(const struct format_text *text)
{
    struct assay_error error;
    SCOPED(pull_fini) struct pull json = {0};
    pull_init(&json, text, &error);
    if (pull_peek(&json) == PULL_OBJECT)
        find_list(&json);
    return pull_peek(&json) == PULL_ARRAY && begins_with_number(&json);
}

const struct format format_series = {
    .name = "series",
    .what = "a JSON array of numbers",
    .probe = probe,
    .take = read_series,
};
