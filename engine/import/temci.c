/* SPDX-License-Identifier: GPL-3.0-or-later */
/* temci.c -- what `temci exec` writes (run_output.yaml).
 * Source:   parttimenerd/temci doc/temci_report.rst, temci/report/rundata.py: a list of program
 *           blocks {attributes: {description, tags, …}, data: {property: [numbers]}, error}, and of
 *           {property_descriptions}.
 * Levels:   execution; each value is a whole process.
 * Names:    as for hyperfine: the descriptions, which are commands, are systems; beside other files
 *           the file is the system and they are benchmarks. Without a description the attributes
 *           stand for it. etime or wall-clock is wall, where neither stands __ov-time, the time that
 *           temci itself took; times of processors and the peak of memory are called as ours.
 * Edge:     NaN is left out and counted; what was measured before an error is kept, with the warning
 *           that executions failed. */
#include <math.h>
#include <stdlib.h>

#include "import/csv_header.h"
#include "import/yaml_events.h"
#include "text/lines.h"
#include "text/number.h"

enum { MOST_PROPERTIES = 256 };

struct property {
    const char *name;
    struct unit unit;
    size_t first, n; /* of the block's values */
};

struct block {
    const char *description, *attributes;
    bool failed, has_data;
    struct property properties[MOST_PROPERTIES];
    size_t n_properties;
    struct numbers values;
};

/* ---- names ---- */

static const struct {
    const char *property, *metric, *unit;
} known[] = {
    {"etime", "wall", "s"},
    {"wall-clock", "wall", "s"},
    {"__ov-time", "__ov-time", "s"},
    {"ov-time", "ov-time", "s"},
    {"utime", "user", "s"},
    {"stime", "system_time", "s"},
    {"maxrss", "max_rss", "KiB"},
    {"max_res_set", "max_rss", "KiB"},
    {"task-clock", "task-clock", "ms"},
    {"cpu-clock", "cpu-clock", "ms"},
};
enum { N_KNOWN = sizeof known / sizeof known[0] };

/* N_KNOWN when it is none of those. */
static size_t find_known(const char *property)
{
    size_t i = 0;
    while (i < N_KNOWN && strcmp(known[i].property, property) != 0)
        i++;
    return i;
}

static bool has_property(const struct block *block, const char *name)
{
    for (size_t i = 0; i < block->n_properties; i++)
        if (strcmp(block->properties[i].name, name) == 0)
            return true;
    return false;
}

static const char *metric_of(const struct block *block, const char *property)
{
    const size_t i = find_known(property);
    if (strcmp(property, "__ov-time") == 0 && !has_property(block, "etime") &&
        !has_property(block, "wall-clock"))
        return "wall";
    return i < N_KNOWN ? known[i].metric : property;
}

/* ---- a block ---- */

static bool is_null(const char *text)
{
    return text[0] == '\0' || strcmp(text, "null") == 0 || strcmp(text, "~") == 0;
}

static void read_attributes(struct yaml_events *events, struct block *block)
{
    struct pull *json = &events->importer->json;
    if (events->event.type != YAML_MAPPING_START_EVENT) {
        yaml_skip(events);
        return;
    }
    while (yaml_key(events)) {
        const char *name = pull_copy(json, yaml_text(events), strlen(yaml_text(events)));
        const bool plain = yaml_next(events) == YAML_SCALAR_EVENT;
        const char *value = yaml_text(events);
        if (plain && strcmp(name, "description") == 0 && !is_null(value))
            block->description = pull_copy(json, value, strlen(value));
        else if (plain && strcmp(name, "__description") != 0)
            block->attributes = pull_join(json, block->attributes, name, value);
        else
            yaml_skip(events);
    }
}

static bool is_not_finite(const char *text)
{
    static const char *const texts[] = {".nan", ".NaN", ".inf", "-.inf",
                                        "nan",  "inf",  "null", NULL};
    return word_among(word_of(text), texts);
}

static void read_value(struct yaml_events *events, const struct property *property,
                       struct block *block)
{
    struct importer *importer = events->importer;
    const char *text = yaml_text(events), *end = text + strlen(text);
    double x = (double)NAN;
    if (number_read(text, end, property->unit.power, &x) != end && !is_not_finite(text))
        yaml_fail(events, property->name, "a number");
    else if (!isfinite(x))
        importer_skip(importer, 1, "values that are no finite number");
    else if (!numbers_append(&block->values, x))
        pull_no_memory(&importer->json);
}

static void read_property(struct yaml_events *events, struct block *block)
{
    struct importer *importer = events->importer;
    const char *name = pull_copy(&importer->json, yaml_text(events), strlen(yaml_text(events)));
    const bool again = has_property(block, name);
    if (again || block->n_properties == MOST_PROPERTIES) {
        importer_fail_at(importer, yaml_line(events), name,
                         again ? "the property stands twice"
                               : "a block has more properties than 256");
        return;
    }
    if (yaml_next(events) != YAML_SEQUENCE_START_EVENT)
        yaml_fail(events, name, "a list of numbers");
    struct property *property = &block->properties[block->n_properties];
    const size_t kind = find_known(name);
    *property = (struct property){.name = name,
                                  .unit = unit_of(kind < N_KNOWN ? known[kind].unit : "1"),
                                  .first = block->values.n};
    while (yaml_next(events) != YAML_NO_EVENT && events->event.type != YAML_SEQUENCE_END_EVENT)
        read_value(events, property, block);
    property->n = block->values.n - property->first;
    block->n_properties++;
}

static void read_data(struct yaml_events *events, struct block *block)
{
    if (block->has_data)
        importer_fail_at(events->importer, yaml_line(events), "data", "the key stands twice");
    else if (events->event.type == YAML_SCALAR_EVENT && is_null(yaml_text(events)))
        return; /* no property */
    else if (events->event.type != YAML_MAPPING_START_EVENT)
        yaml_fail(events, "data", "a map of lists");
    block->has_data = true;
    while (yaml_key(events))
        read_property(events, block);
}

/* True for a block of a program, false for descriptions of properties and for what failed. */
static bool read_block(struct yaml_events *events, struct block *block)
{
    bool descriptions = false;
    if (events->event.type != YAML_MAPPING_START_EVENT) {
        yaml_fail(events, NULL, "a program block");
        return false;
    }
    while (yaml_key(events)) {
        const char *key = yaml_text(events);
        const bool attributes = strcmp(key, "attributes") == 0, data = strcmp(key, "data") == 0;
        block->failed |= strcmp(key, "error") == 0 || strcmp(key, "internal_error") == 0;
        descriptions |= strcmp(key, "property_descriptions") == 0;
        (void)yaml_next(events);
        if (attributes)
            read_attributes(events, block);
        else if (data)
            read_data(events, block);
        else
            yaml_skip(events);
    }
    return !events->importer->json.failed && !descriptions;
}

/* ---- its values ---- */

static void add_block(struct importer *importer, struct block *block)
{
    const char *name = block->description[0] != '\0' ? block->description : block->attributes;
    struct importer_series series = {.lowest = "execution"};
    if (importer->options->alone)
        series.system = name[0] != '\0' ? name : NULL;
    else
        series.benchmark = name[0] != '\0' ? name : NULL;
    if (block->values.n == 0)
        importer_skip(importer, 1, "program blocks without values");
    for (size_t i = 0; i < block->n_properties; i++) {
        const struct property *property = &block->properties[i];
        if (property->n == 0)
            continue;
        struct numbers values = {block->values.x + property->first, property->n, property->n};
        series.metric = metric_of(block, property->name);
        series.unit = property->unit;
        importer_add_from(importer, &series, NULL, &values);
        if (block->failed)
            importer_warn_failed(importer, &series);
    }
}

static void read_blocks(struct yaml_events *events)
{
    struct importer *importer = events->importer;
    struct block block = {.values = {NULL, 0, 0}};
    while (yaml_next(events) != YAML_NO_EVENT && events->event.type != YAML_SEQUENCE_END_EVENT) {
        const struct pull_mark mark = pull_mark(&importer->json);
        block.description = block.attributes = "";
        block.failed = block.has_data = false;
        block.n_properties = block.values.n = 0;
        if (read_block(events, &block))
            add_block(importer, &block);
        pull_forget(&importer->json, mark);
    }
    free(block.values.x);
}

static void read_temci(struct importer *importer)
{
    struct yaml_events events;
    if (yaml_events_init(&events, importer)) {
        while (yaml_next(&events) != YAML_NO_EVENT && events.event.type != YAML_STREAM_END_EVENT) {
            if (events.event.type == YAML_SEQUENCE_START_EVENT)
                read_blocks(&events);
            else if (events.event.type == YAML_SCALAR_EVENT ||
                     events.event.type == YAML_MAPPING_START_EVENT)
                yaml_fail(&events, NULL, "a list of program blocks");
        }
        yaml_events_fini(&events);
    }
}

/* The first word, behind what introduces a list, is a key of a block. */
static bool probe(const struct format_text *text)
{
    static const char *const keys[] = {
        "attributes:", "data:", "error:", "internal_error:", "property_descriptions:"};
    static const char data[] = "data:";
    const char *p = text->text, *end = p + text->size;
    size_t line = 1;
    for (int i = 0; i < 2; i++) {
        p = csv_skip_comments(p, end, &line);
        if (end - p > 3 && memcmp(p, "---", 3) == 0 && (p[3] == '\n' || p[3] == '\r'))
            p += 3;
    }
    if (p == end || *p != '-' || memmem(p, (size_t)(end - p), data, sizeof data - 1) == NULL)
        return false;
    p = csv_skip_comments(p + 1, end, &line);
    while (p < end && *p == ' ')
        p++;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if ((size_t)(end - p) > strlen(keys[i]) && memcmp(p, keys[i], strlen(keys[i])) == 0)
            return true;
    return false;
}

const struct format format_temci = {
    .name = "temci",
    .what = "temci's run_output.yaml",
    .probe = probe,
    .take = read_temci,
};
