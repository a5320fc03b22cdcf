/* SPDX-License-Identifier: GPL-3.0-or-later */
/* factors.h -- the parameters of a manifest: each with a value, several, or a range of them. */
#pragma once

#include "design/design.h"
#include "design/reader.h"

struct factor {
    const char *name;
    char **values;
    size_t n;
    bool varies; /* written as a list or a range: makes cells, and stands in their names */
    size_t zip;  /* those of one number, above 0, go together value by value; 0: with none */
};
struct factors {
    struct factor *items;
    size_t n, n_zips;
};

/* Adds those of the mapping at the reader's path; one that is there already gets these values. NULL: there
 * is none. False after a mistake, as of all below. */
bool factors_read(struct reader *reader, yaml_node_t *mapping, struct factors *factors);

/* [a, b], or several such lists. NULL: there is none. */
bool factors_zip(struct reader *reader, yaml_node_t *node, struct factors *factors);

/* The place of a name among them, or n. */
size_t factors_find(const struct factors *factors, const char *name);

/* Whether a condition ("threads <= cores and n > 10", or a list of them) holds where chosen[i] is the value
 * of each; of a list, all of them, or any. `cores` are the processors that may be used. */
bool condition_holds(struct reader *reader, yaml_node_t *node, const struct factors *factors,
                     const size_t *chosen, bool any, bool *out);

/* Each system and benchmark becomes as many as its parameters have combinations. */
bool manifest_expand(struct reader *reader, yaml_node_t *root);

/* The values of a parameter between two ends: by a sum, or by a product. */
enum { RANGE_MOST = 10000 }; /* values of a range, and combinations of parameters */

struct range {
    double least, most, step; /* the step is a factor where it is geometric */
    bool geometric;
    int decimals; /* with which values are written */
};

/* As many as its first value or its step has; step NULL: as the value. */
void range_set_decimals(struct range *range, const char *least, const char *step);

/* How many values; of least <= most and a step above 0, or least > 0 and a factor above 1. */
double range_count(const struct range *range);

/* Their texts, owned by the design; NULL: no memory. */
char **range_values(const struct range *range, struct design *design, size_t *n);
