/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_result.c -- rows of tallies: read back from a document, put together.
 *
 * A document holds the tallies as whole numbers beside what they say, so that parts add up exactly,
 * and the sum of all parts is, byte for byte, what one run of everything writes.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/simulate.h"
#include "render/json.h"
#include "render/terminal.h"

void simulate_result_fini(struct simulate_result *result)
{
    for (size_t i = 0; i < result->n; i++)
        json_decref(result->rows[i].design);
    free(result->rows);
    free(result->part);
    json_decref(result->header);
    *result = (struct simulate_result){0};
}

bool simulate_result_complete(const struct simulate_result *result)
{
    for (size_t i = 0; i < result->n_parts; i++)
        if (!result->part[i])
            return false;
    return true;
}

/* ---- read from a document ---- */

static uint64_t get_count(const json_t *object, const char *key)
{
    json_int_t x = json_integer_value(json_object_get(object, key));
    return x > 0 ? (uint64_t)x : 0;
}

static bool get_wide(const json_t *object, const char *key, uint64_t *high, uint64_t *low)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL && strlen(text) == 32 &&
           sscanf(text, "%16" SCNx64 "%16" SCNx64, high, low) == 2;
}

static void get_counts(const json_t *object, const char *key, uint64_t *counts)
{
    const json_t *array = json_object_get(object, key);
    for (size_t i = 0; i < json_array_size(array) && i < ASSAY_SIMULATE_MOST_MARGINS; i++)
        counts[i] = (uint64_t)json_integer_value(json_array_get(array, i));
}

static bool get_tally(const json_t *object, struct assay_simulate_tally *tally)
{
    *tally = (struct assay_simulate_tally){.experiments = get_count(object, "experiments"),
                                           .undefined = get_count(object, "undefined"),
                                           .covered = get_count(object, "covered"),
                                           .unbounded = get_count(object, "unbounded"),
                                           .measured = get_count(object, "measured"),
                                           .judged = get_count(object, "judged"),
                                           .compared = get_count(object, "compared"),
                                           .units = get_count(object, "units")};
    get_counts(object, "above", tally->above);
    get_counts(object, "below", tally->below);
    get_counts(object, "equivalent", tally->equivalent);
    return get_wide(object, "width_sum", &tally->width_high, &tally->width_low) &&
           get_wide(object, "square_sum", &tally->square_high, &tally->square_low);
}

static const char *known_method(const char *name)
{
    static const enum simulate_kind kinds[] = {SIMULATE_DESIGN, SIMULATE_STOPPING,
                                               SIMULATE_FIT_SIZE};
    const char *known = NULL;
    for (size_t k = 0; name != NULL && k < sizeof kinds / sizeof *kinds; k++)
        for (size_t m = 0; (known = simulate_method_of(kinds[k], m)) != NULL; m++)
            if (strcmp(known, name) == 0)
                return known;
    return NULL;
}

static double get_real(const json_t *object, const char *key)
{
    const json_t *number = json_object_get(object, key);
    return json_is_number(number) ? json_number_value(number) : (double)NAN;
}

static bool read_row(const json_t *cell, struct simulate_row *row)
{
    json_t *design = json_object_get(cell, "design");
    const json_t *levels = json_object_get(design, "levels");
    const json_t *published = json_object_get(cell, "published");
    *row = (struct simulate_row){
        .method = known_method(json_string_value(json_object_get(cell, "method"))),
        .ratio = json_number_value(json_object_get(design, "ratio")),
        .top = 1,
        .published = get_real(published, "coverage"),
        .published_se = get_real(published, "coverage_se")};
    for (size_t k = json_array_size(levels); k-- > 0;) {
        uint64_t count = get_count(json_array_get(levels, k), "count");
        row->top = count > 1 ? (size_t)count : row->top;
    }
    if (row->method == NULL || !json_is_object(design) ||
        !get_tally(json_object_get(cell, "tally"), &row->tally))
        return false;
    row->design = json_incref(design);
    return true;
}

static bool read_parts(const json_t *document, struct simulate_result *result)
{
    const json_t *part = json_object_get(document, "part");
    const json_t *held = json_object_get(part, "held");
    result->n_parts = part == NULL ? 1 : (size_t)get_count(part, "of");
    if (result->n_parts == 0 || result->n_parts > 100000)
        return false;
    result->part = calloc(result->n_parts, sizeof *result->part);
    if (result->part == NULL)
        return false;
    result->part[0] = part == NULL;
    for (size_t i = 0; i < json_array_size(held); i++) {
        json_int_t index = json_integer_value(json_array_get(held, i));
        if (index < 1 || (size_t)index > result->n_parts)
            return false;
        result->part[index - 1] = true;
    }
    return true;
}

static bool read_header(const json_t *document, struct simulate_result *result)
{
    static const char *const keys[] = {
        "confidence",           "grid",      "seed",          "experiments",
        "bootstrap_replicates", "statistic", "coverage_only", "margins"};
    result->header = render_json_object();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_t *value = json_object_get(document, keys[i]);
        if (value == NULL)
            return false;
        render_json_set(result->header, keys[i], json_incref(value));
    }
    const json_t *margins = json_object_get(document, "margins");
    result->confidence = json_number_value(json_object_get(document, "confidence"));
    result->n_margins = json_array_size(margins);
    if (result->n_margins > ASSAY_SIMULATE_MOST_MARGINS || !(result->confidence > 0))
        return false;
    for (size_t i = 0; i < result->n_margins; i++)
        result->margins[i] = json_number_value(json_array_get(margins, i));
    return true;
}

static bool read_document(const json_t *document, struct simulate_result *result)
{
    const char *schema = json_string_value(json_object_get(document, "schema"));
    const json_t *cells = json_object_get(document, "cells");
    if (schema == NULL || strcmp(schema, "assay.simulate/1") != 0 || json_array_size(cells) == 0 ||
        !read_header(document, result) || !read_parts(document, result))
        return false;
    result->rows = calloc(json_array_size(cells), sizeof *result->rows);
    for (size_t i = 0; result->rows != NULL && i < json_array_size(cells); i++, result->n++)
        if (!read_row(json_array_get(cells, i), &result->rows[i]))
            return false;
    return result->rows != NULL;
}

enum exit_code simulate_result_read(const char *path, struct simulate_result *result)
{
    json_error_t error;
    json_t *document = json_load_file(path, 0, &error);
    *result = (struct simulate_result){0};
    if (document == NULL) {
        terminal_complain("assay simulate: %s: %s", path, error.text);
        return EXIT_DATA;
    }
    bool good = read_document(document, result);
    result->unfinished = json_is_true(json_object_get(document, "unfinished"));
    json_decref(document);
    if (good)
        return EXIT_DONE;
    terminal_complain("assay simulate: %s is no document of a simulation's cells", path);
    return EXIT_DATA;
}

/* ---- put together ---- */

/* json_equal, but for numbers: 0 that was read is an integer, 0 that was computed a real. */
static bool same_json(const json_t *a, const json_t *b)
{
    const char *key;
    json_t *value;
    if (json_is_number(a) && json_is_number(b))
        return json_number_value(a) == json_number_value(b);
    if (json_is_array(a) && json_is_array(b)) {
        bool same = json_array_size(a) == json_array_size(b);
        for (size_t i = 0; same && i < json_array_size(a); i++)
            same = same_json(json_array_get(a, i), json_array_get(b, i));
        return same;
    }
    if (!json_is_object(a) || !json_is_object(b))
        return json_equal(a, b) != 0;
    if (json_object_size(a) != json_object_size(b))
        return false;
    json_object_foreach((json_t *)(uintptr_t)a, key,
                        value) if (!same_json(value, json_object_get(b, key))) return false;
    return true;
}

static bool same_rows(const struct simulate_result *a, const struct simulate_result *b)
{
    if (a->n != b->n || a->n_parts != b->n_parts || !same_json(a->header, b->header))
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (strcmp(a->rows[i].method, b->rows[i].method) != 0 ||
            !same_json(a->rows[i].design, b->rows[i].design))
            return false;
    return true;
}

enum exit_code simulate_result_finished(const struct simulate_result *result, const char *path)
{
    if (!result->unfinished)
        return EXIT_DONE;
    terminal_complain("assay simulate: %s is not finished; go on with --checkpoint %s first", path,
                      path);
    return EXIT_DATA;
}

enum exit_code simulate_result_add(struct simulate_result *sum, const struct simulate_result *part,
                                   const char *path)
{
    if (!same_rows(sum, part)) {
        terminal_complain("assay simulate: %s belongs to another simulation than the first file: "
                          "parts must come from the same options, seed, measurements and version",
                          path);
        return EXIT_DATA;
    }
    for (size_t i = 0; i < sum->n_parts; i++)
        if (sum->part[i] && part->part[i]) {
            terminal_complain("assay simulate: part %zu of %zu is there twice, again in %s", i + 1,
                              sum->n_parts, path);
            return EXIT_DATA;
        }
    for (size_t i = 0; i < sum->n_parts; i++)
        sum->part[i] |= part->part[i];
    for (size_t i = 0; i < sum->n; i++)
        assay_simulate_add(&sum->rows[i].tally, &part->rows[i].tally);
    return EXIT_DONE;
}
