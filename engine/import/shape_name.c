/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape_name.c -- what a value is of, by the texts that a shape has found around it.
 * Checked:  tests/engine/import/test_shape.c. */
#include <string.h>

#include "base/name_list.h"
#include "import/columns.h"
#include "import/shape.h"
#include "text/iso_time.h"

static const struct shape_word *word_for(const struct shape *shape, const char *text)
{
    for (size_t i = 0; i < SHAPE_WORDS && shape->words[i].text != NULL; i++)
        if (name_matches(shape->words[i].text, text))
            return &shape->words[i];
    return NULL;
}

struct unit shape_unit(struct importer *importer, const char *text)
{
    struct importer_unit *latest = &importer->latest;
    if (text[0] != '\0' && strcmp(latest->text, text) == 0)
        return latest->unit;
    const size_t n = strcspn(text, "\t");
    if (text[n] != '\0' || n >= sizeof latest->text)
        return unit_per_operation(text[n] != '\0' ? pull_copy(&importer->json, text, n) : text);
    memcpy(latest->text, text, n + 1);
    latest->unit = unit_per_operation(latest->text);
    return latest->unit;
}

/* A shape is a tool's, or what a declaration says. */
static enum assay_teller teller_of(const struct importer *importer)
{
    return importer->options->declared != NULL ? ASSAY_TOLD_BY_USER : ASSAY_TOLD_BY_FORMAT;
}

/* The last word on metric and unit has the file, then the shape's words for them. */
static void name_metric(struct importer *importer, const struct shape *shape,
                        const struct shape_field *field, const char *metric, const char *unit,
                        struct importer_series *series)
{
    const char *said_unit = unit;
    const struct shape_word *word = metric != NULL ? word_for(shape, metric) : NULL;
    if (word != NULL) {
        metric = word->metric != NULL ? word->metric : metric;
        unit = unit == NULL ? word->unit : unit;
    }
    word = unit != NULL ? word_for(shape, unit) : NULL;
    unit = word != NULL ? word->unit : unit;
    unit = field->unit != NULL ? field->unit : unit;
    series->unit = unit == NULL && word != NULL && metric != NULL
                       ? column_unit_of(&importer->json, metric) /* "default" says none */
                       : shape_unit(importer, unit != NULL ? unit : "1");
    if (field->better != BETTER_UNSAID)
        unit_direct(&series->unit, field->better == BETTER_MORE, teller_of(importer));
    series->metric = field->metric != NULL ? field->metric : metric;
    if (series->metric == metric && metric != NULL && metric == said_unit &&
        strcmp(series->unit.name, "s") == 0)
        series->metric = "wall"; /* one text says both: "ms" */
    if (series->metric == NULL)
        series->metric = strcmp(series->unit.name, "s") == 0 ? "wall"
                         : series->unit.more_is_better       ? "throughput"
                                                             : "value";
}

static const char *join(struct pull *json, const char *before, const char *text)
{
    return before != NULL ? pull_pair(json, before, '/', text) : text;
}

/* Of the object at hand, top to bottom; `lowest` stands behind them. */
static void place_levels(const struct shape *shape, struct importer_series *series,
                         const char *levels[static ASSAY_MAX_LEVELS])
{
    if (series->n_levels == 0)
        return;
    levels[series->n_levels++] = shape->lowest;
    series->levels = levels;
}

void shape_name_series(struct importer *importer, const struct shape *shape,
                       const struct shape_field *field, const char *const *said, unsigned fields,
                       struct importer_series *series, const char *levels[static ASSAY_MAX_LEVELS],
                       const char *labels[static ASSAY_MAX_LEVELS])
{
    struct pull *json = &importer->json;
    const char *details = "", *metric = NULL, *unit = NULL, *direction = NULL, *more = NULL,
               *version = NULL;
    double time_ms = 0;
    for (; fields != 0; fields &= fields - 1) {
        const size_t f = (size_t)__builtin_ctz(fields);
        const char *text = said[f];
        if (text == NULL || text[0] == '\0')
            continue;
        switch (shape->fields[f].role) {
        case SHAPE_NAME: series->benchmark = join(json, series->benchmark, text); break;
        case SHAPE_DETAIL:
            details = details[0] != '\0' ? pull_print(json, "%s, %s", details, text) : text;
            break;
        case SHAPE_SYSTEM:
        case SHAPE_COMMIT:
            series->system = text;
            if (shape->fields[f].role == SHAPE_COMMIT)
                version = series->system;
            break;
        case SHAPE_TIME: time_ms = moment_ms(text); break;
        case SHAPE_METRIC: metric = text; break;
        case SHAPE_UNIT: unit = text; break;
        case SHAPE_DIRECTION:
            direction = text;
            more = shape->fields[f].metric;
            break;
        case SHAPE_LEVEL:
            if (series->n_levels + 1 < ASSAY_MAX_LEVELS) {
                levels[series->n_levels] = shape->fields[f].metric;
                labels[series->n_levels++] = text;
            }
            break;
        default: break;
        }
    }
    if (version != NULL)
        importer_version(importer, version, version, time_ms);
    place_levels(shape, series, levels);
    series->system = field->system != NULL ? field->system : series->system;
    if (details[0] != '\0')
        series->benchmark = pull_print(
            json, "%s (%s)",
            series->benchmark != NULL ? series->benchmark : importer->options->benchmark, details);
    name_metric(importer, shape, field, metric, unit, series);
    if (direction != NULL)
        unit_direct(&series->unit, strcmp(direction, more) == 0, teller_of(importer));
}
