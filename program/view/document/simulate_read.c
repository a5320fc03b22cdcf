/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_read.c -- rows of tallies, read back from what simulate_json.c wrote.
 *
 * A document holds the tallies as whole numbers beside what they say, so that parts add up exactly,
 * and the sum of all parts is, byte for byte, what one run of everything writes.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "design/value.h"
#include "view/document/simulate_json.h"

/* ---- fields ---- */

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

static double get_real(const json_t *object, const char *key)
{
    const json_t *number = json_object_get(object, key);
    return json_is_number(number) ? json_number_value(number) : (double)NAN;
}

static const char *get_text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* A copy of the text; false when memory is out. */
static bool copy_text(const json_t *object, const char *key, char **copy)
{
    const char *text = get_text(object, key);
    return text == NULL || (*copy = strdup(text)) != NULL;
}

/* The place of the word among n of that name; 0 when it is none or not there. */
#define FIND_WORD(name_of, type, n, text)                                                          \
    for (size_t w = 0; w < (n); w++)                                                               \
        if ((text) != NULL && strcmp(name_of((type)w), (text)) == 0)                               \
    return (type)w

static enum assay_simulate_distribution get_distribution(const json_t *object)
{
    const char *text = get_text(object, "distribution");
    FIND_WORD(assay_simulate_distribution_name, enum assay_simulate_distribution,
              ASSAY_SIMULATE_RESAMPLED + 1, text);
    return ASSAY_SIMULATE_NORMAL;
}

static enum assay_simulate_drift get_drift(const json_t *object)
{
    const char *text = get_text(object, "drift");
    FIND_WORD(assay_simulate_drift_name, enum assay_simulate_drift, ASSAY_SIMULATE_AR1 + 1, text);
    return ASSAY_SIMULATE_STEADY;
}

static enum assay_simulate_order get_order(const json_t *object)
{
    const char *text = get_text(object, "order");
    FIND_WORD(assay_simulate_order_name, enum assay_simulate_order, ASSAY_SIMULATE_BLOCKED + 1,
              text);
    return ASSAY_SIMULATE_ROUNDS;
}

/* ---- a row ---- */

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

/* Sets the kind, too; NULL: there is no such method. */
static const char *known_method(const char *name, enum simulation_kind *kind)
{
    static const enum simulation_kind kinds[] = {SIMULATION_DESIGN, SIMULATION_STOPPING,
                                                 SIMULATION_FIT_SIZE, SIMULATION_MACHINES};
    const char *known = NULL;
    for (size_t k = 0; name != NULL && k < sizeof kinds / sizeof *kinds; k++)
        for (size_t m = 0; (known = simulation_method(kinds[k], m)) != NULL; m++)
            if (strcmp(known, name) == 0) {
                *kind = kinds[k];
                return known;
            }
    return NULL;
}

static bool read_levels(const json_t *levels, struct simulation_case *about)
{
    struct assay_simulate_design *design = &about->design;
    bool good = json_array_size(levels) <= ASSAY_MAX_LEVELS;
    design->n_levels = good ? json_array_size(levels) : 0;
    for (size_t k = 0; k < design->n_levels; k++) {
        const json_t *level = json_array_get(levels, k);
        good &= copy_text(level, "name", &about->level_name[k]);
        design->old_system.count[k] = (size_t)get_count(level, "count");
        design->new_system.count[k] = (size_t)get_count(level, "count_new");
        design->old_system.sd[k] = get_real(level, "sd");
        design->new_system.sd[k] = get_real(level, "sd_new");
        design->distribution[k] = get_distribution(level);
    }
    return good;
}

/* What the kinds of cases have beside levels and ratio; what a kind has not is not asked for. */
static void read_kind(const json_t *object, struct simulation_case *about)
{
    struct assay_simulate_design *design = &about->design;
    const char *values = get_text(object, "values");
    design->gamma_shape = get_real(object, "gamma_shape");
    design->drift = get_drift(object);
    design->drift_sd = get_real(object, "drift_sd");
    design->order = get_order(object);
    design->tick = get_real(object, "tick");
    design->outlier_share = get_real(object, "outlier_share");
    design->outlier_size = get_real(object, "outlier_size");
    about->top_means = values != NULL && strcmp(values, SIMULATION_TOP_MEANS) == 0;
    about->top_units = (size_t)get_count(object, "top_units");
    about->fit_size.tick = design->tick;
    about->machines = (struct assay_machines_design){.tau = get_real(object, "tau"),
                                                     .sigma = get_real(object, "sigma"),
                                                     .speed = get_real(object, "speed")};
    about->stopping = (struct assay_stopping_design){.distribution = get_distribution(object),
                                                     .sd = get_real(object, "sd"),
                                                     .precision = get_real(object, "precision"),
                                                     .expected = get_real(object, "expected"),
                                                     .least = (size_t)get_count(object, "least")};
}

static bool read_case(const json_t *object, struct simulation_case *about)
{
    const char *identity = get_text(object, "identity");
    if (about->kind == SIMULATION_DESIGN && json_object_get(object, "top_units") != NULL)
        about->kind = SIMULATION_SAMPLE;
    about->design.ratio = json_number_value(json_object_get(object, "ratio"));
    read_kind(object, about);
    return identity != NULL && sscanf(identity, "%16" SCNx64, &about->identity) == 1 &&
           copy_text(object, "name", &about->name) &&
           read_levels(json_object_get(object, "levels"), about);
}

static bool read_row(const json_t *cell, struct simulation_row *row)
{
    const json_t *published = json_object_get(cell, "published");
    *row = (struct simulation_row){.published = get_real(published, "coverage"),
                                   .published_se = get_real(published, "coverage_se")};
    row->method = known_method(get_text(cell, "method"), &row->about.kind);
    return row->method != NULL && read_case(json_object_get(cell, "design"), &row->about) &&
           get_tally(json_object_get(cell, "tally"), &row->tally);
}

/* ---- the document ---- */

static bool read_parts(const json_t *document, struct simulation_result *result)
{
    const json_t *part = json_object_get(document, "part");
    const json_t *held = json_object_get(part, "held");
    result->n_parts = part == NULL ? 1 : (size_t)get_count(part, "of");
    if (result->n_parts == 0 || result->n_parts > SIMULATION_MOST_PARTS)
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

/* A number, or where readers of JSON may not hold it, a text. */
static bool get_seed(const json_t *document, uint64_t *seed)
{
    const json_t *value = json_object_get(document, "seed");
    *seed = (uint64_t)json_integer_value(value);
    return json_is_integer(value) ||
           (json_is_string(value) && value_read_seed(json_string_value(value), seed));
}

static bool read_header(const json_t *document, struct simulation_header *header)
{
    const char *statistic = get_text(document, "statistic");
    const json_t *margins = json_object_get(document, "margins");
    *header = (struct simulation_header){
        .confidence = json_number_value(json_object_get(document, "confidence")),
        .experiments = (size_t)get_count(document, "experiments"),
        .replicates = (size_t)get_count(document, "bootstrap_replicates"),
        .coverage_only = json_is_true(json_object_get(document, "coverage_only")),
        .n_margins = json_array_size(margins)};
    (void)snprintf(header->statistic, sizeof header->statistic, "%s",
                   statistic != NULL ? statistic : "");
    if (header->n_margins > ASSAY_SIMULATE_MOST_MARGINS || !(header->confidence > 0) ||
        get_text(document, "grid") == NULL)
        return false;
    for (size_t i = 0; i < header->n_margins; i++)
        header->margins[i] = json_number_value(json_array_get(margins, i));
    return get_seed(document, &header->seed) && copy_text(document, "grid", &header->grid);
}

static bool read_document(const json_t *document, struct simulation_result *result)
{
    const char *schema = get_text(document, "schema");
    const json_t *cells = json_object_get(document, "cells");
    if (schema == NULL || strcmp(schema, "assay.simulate/1") != 0 || json_array_size(cells) == 0 ||
        !read_header(document, &result->header) || !read_parts(document, result))
        return false;
    bool good = true;
    result->rows = calloc(json_array_size(cells), sizeof *result->rows);
    while (good && result->rows != NULL && result->n < json_array_size(cells)) {
        good = read_row(json_array_get(cells, result->n), &result->rows[result->n]);
        result->n++; /* what was read of it is ended with the others */
    }
    return good && result->rows != NULL;
}

enum assay_status simulate_read(const char *path, struct simulation_result *result,
                                struct assay_error *error)
{
    json_error_t problem;
    json_auto_t *document = json_load_file(path, 0, &problem);
    *result = (struct simulation_result){0};
    if (document == NULL)
        return assay_fail(error, ASSAY_INVALID, "%s: %s", path, problem.text);
    bool good = read_document(document, result);
    result->unfinished = json_is_true(json_object_get(document, "unfinished"));
    return good ? ASSAY_OK
                : assay_fail(error, ASSAY_INVALID, "%s is no document of a simulation's cells",
                             path);
}
