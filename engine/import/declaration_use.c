/* SPDX-License-Identifier: GPL-3.0-or-later */
/* declaration_use.c -- what a declaration gives to those who read.
 * Edge:     of all values of a metric it may say the direction, and the unit where the file says none: a
 *           unit that a file says of itself is not talked over.
 * Checked:  tests/engine/import/test_declaration.c. */
#include <math.h>
#include <string.h>

#include "base/failure.h"
#include "import/declared_roles.h"
#include "import/importer.h"

/* ---- JSON and XML ---- */

static void take_shape(struct importer *importer)
{
    const struct shape shape = declaration_shape(importer->options->declared);
    shape_take(&shape, importer);
}

static const struct format json = {
    .name = "json", .what = "JSON as a declaration says", .take = take_shape};
static const struct format xml = {
    .name = "xml", .what = "XML as a declaration says", .take = take_shape};

const struct format *declaration_format(const struct declaration *declaration)
{
    switch (declared_way_of(declaration)) {
    case DECLARED_JSON: return strcmp(declaration->format, "xml") == 0 ? &xml : &json;
    case DECLARED_LINES: return format_named("printed");
    default: return format_named(declaration->format);
    }
}

const char *declaration_repeats(const struct declaration *declaration)
{
    const char *repeats = declaration->repeats;
    for (size_t i = 0; repeats == NULL && i < declaration->n; i++)
        if (declaration->items[i].level != NULL &&
            strcmp(declaration->items[i].level, "execution") == 0)
            repeats = "iteration";
    return repeats;
}

struct shape declaration_shape(const struct declaration *declaration)
{
    const bool lines = strcmp(declaration->format, "json-lines") == 0;
    const char *repeats = declaration_repeats(declaration);
    struct shape shape = {.lowest = repeats != NULL ? repeats
                                    : lines         ? "iteration"
                                                    : "execution",
                          .others = "objects that the declaration leaves out",
                          .lines = lines,
                          .xml = strcmp(declaration->format, "xml") == 0,
                          .between = declaration->between,
                          .thousands = declaration->thousands,
                          .nothing_is_zero = declaration->nothing_is_zero};
    size_t n = 0;
    for (size_t i = 0; i < declaration->n && n < SHAPE_FIELDS; i++) {
        const struct declared_item *item = &declaration->items[i];
        if (item->at == NULL)
            continue;
        const char *metric = item->role == SHAPE_ONLY        ? item->text
                             : item->role == SHAPE_LEVEL     ? item->level
                             : item->role == SHAPE_DIRECTION ? item->more
                             : item->role == SHAPE_DETAIL    ? item->name
                             : item->until != NULL           ? "until"
                             : item->after != NULL           ? "after"
                                                             : item->metric;
        const char *unit = item->until != NULL   ? item->until
                           : item->after != NULL ? item->after
                                                 : item->unit;
        shape.fields[n++] =
            (struct shape_field){item->at, item->role, metric, unit, item->better, item->system};
    }
    for (size_t i = 0; i < declaration->n_words && i < SHAPE_WORDS; i++) {
        const struct declared_word *word = &declaration->words[i];
        shape.words[i] = (struct shape_word){word->text, word->metric, word->unit};
    }
    return shape;
}

/* ---- metrics ---- */

static const struct declared_item *item_of(const struct declaration *declaration,
                                           const char *metric)
{
    for (size_t i = 0; i < declaration->n; i++)
        if (declaration->items[i].at == NULL && name_matches(declaration->items[i].metric, metric))
            return &declaration->items[i];
    return NULL;
}

static enum assay_status apply(const struct declaration *declaration,
                               const struct declared_item *item, struct assay_dataset *dataset,
                               size_t index, struct assay_error *error)
{
    const struct assay_series *series = assay_dataset_get(dataset, index);
    const struct unit unit = unit_per_operation(item->unit != NULL ? item->unit : series->unit);
    const bool said = strcmp(series->unit, "1") != 0,
               known = item->unit == NULL || (said && strcmp(unit.name, series->unit) == 0);
    if (said && !known)
        return format_fail(
            error, ASSAY_INVALID, 0, NULL,
            "the unit of %s is %s; %s says %s, which only a metric without a unit may "
            "be given",
            format_excerpt_of(series->metric, strlen(series->metric)).text,
            format_excerpt_of(series->unit, strlen(series->unit)).text, declaration->where,
            item->unit);
    const double ten = pow(10, abs(unit.power));
    const struct assay_declared declared = {
        .unit = known ? series->unit : unit.name,
        .times = known ? 1 : unit.factor * (unit.power > 0 ? ten : 1),
        .over = known || unit.power > 0 ? 1 : ten,
        .more_is_better = item->better == BETTER_UNSAID
                              ? (known ? series->more_is_better : unit.more_is_better)
                              : item->better == BETTER_MORE};
    const bool told =
        item->better != BETTER_UNSAID || (!known && unit.told.direction != ASSAY_TOLD_BY_NOBODY);
    TRY(assay_dataset_declare(dataset, index, &declared, error));
    if (told)
        assay_dataset_direct(dataset, index, declared.more_is_better, ASSAY_TOLD_BY_USER);
    return ASSAY_OK;
}

enum assay_status declaration_apply(const struct declaration *declaration,
                                    struct assay_dataset *dataset, bool *matched,
                                    struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    *matched = false;
    for (size_t i = 0; i < assay_dataset_count(dataset) && status == ASSAY_OK; i++) {
        const struct declared_item *item =
            item_of(declaration, assay_dataset_get(dataset, i)->metric);
        if (item == NULL)
            continue;
        *matched = true;
        status = apply(declaration, item, dataset, i, error);
    }
    return status;
}
