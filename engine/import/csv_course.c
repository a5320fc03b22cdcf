/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_course.c -- what an assay CSV says of the course of the measurement: the round in which a top
 * unit was measured, which pairs systems, which values are warm-up, and on which machine a unit of that level was measured.
 * Edge:     a unit has one round, and its warm-up stands before its other values; a flat list has a
 *           round for each value. A row without a round has none: then the series has none.
 * Checked:  tests/engine/import/test_csv.c, and what is exported against what is read back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"
#include "import/csv_reader.h"

static bool whole_number(struct csv_field field, int64_t *number)
{
    const bool negative = field.size > 0 && field.text[0] == '-';
    int64_t n = 0;
    if (field.size - negative == 0 || field.size - negative > 18)
        return false;
    for (size_t i = negative; i < field.size; i++) {
        if ((unsigned)(field.text[i] - '0') >= 10)
            return false;
        n = n * 10 + (field.text[i] - '0');
    }
    *number = negative ? -n : n;
    return true;
}

static enum assay_status fail(const struct csv_reader *reader, const char *column,
                              struct csv_field field, const char *allowed)
{
    return format_fail(reader->error, ASSAY_INVALID, reader->line, column,
                       "%s is expected, \"%s\" stands here", allowed,
                       format_excerpt_of(field.text, field.size).text);
}

static enum assay_status read_round(struct csv_reader *reader, struct csv_field field)
{
    int64_t round = INT64_MIN;
    if (field.size > 0 && !whole_number(field, &round))
        return fail(reader, "round", field, "a whole number");
    if (csv_is_flat(reader)) {
        struct gather_entry *entry = reader->entry;
        if (!array_more(&entry->rounds, entry->n, &entry->rounds_room))
            return csv_no_memory(reader);
        entry->rounds[entry->n] = round;
        return ASSAY_OK;
    }
    if (reader->entry->n > 0 && reader->entry->round != round)
        return fail(reader, "round", field, "the round of the unit's other values");
    reader->entry->round = round;
    return ASSAY_OK;
}

static enum assay_status read_warmup(struct csv_reader *reader, struct csv_field field)
{
    if (field.size == 1 && field.text[0] == '0')
        return ASSAY_OK;
    if (field.size != 1 || field.text[0] != '1')
        return fail(reader, "warmup", field, "0 or 1");
    if (reader->entry->n > reader->entry->n_warmup)
        return format_fail(reader->error, ASSAY_INVALID, reader->line, "warmup",
                           "warm-up stands before the other values of its unit");
    reader->entry->n_warmup++;
    return ASSAY_OK;
}

static const struct store_machine *machine_called(const struct format_plan *plan, const char *label)
{
    for (size_t i = 0; i < plan->n_machines; i++)
        if (strcmp(plan->machines[i].label, label) == 0)
            return &plan->machines[i];
    return NULL;
}

/* Of the first row of each unit: a unit was measured on one machine. */
static enum assay_status read_machine(struct csv_reader *reader, struct csv_field label,
                                      struct csv_field id, struct csv_field class)
{
    struct format_plan *plan = reader->options->plan;
    char called[CSV_NAME_SIZE];
    if (plan == NULL || id.size == 0 || reader->entry->n > 0)
        return ASSAY_OK;
    if (label.size >= sizeof called || id.size >= CSV_NAME_SIZE)
        return fail(reader, "machine_id", id, "a text of less than 64 bytes");
    (void)snprintf(called, sizeof called, "%.*s", (int)label.size, label.text);
    char identity[CSV_NAME_SIZE];
    (void)snprintf(identity, sizeof identity, "%.*s", (int)id.size, id.text);
    const struct store_machine *known = machine_called(plan, called);
    if (known != NULL && strcmp(known->identity, identity) != 0)
        return fail(reader, "machine_id", id, "the machine of the unit's other values");
    if (known != NULL)
        return ASSAY_OK;
    struct store_machine *made = format_plan_machine(plan, called, identity);
    char *model = made != NULL ? strndup(class.text, class.size) : NULL;
    if (model == NULL)
        return csv_no_memory(reader);
    free(made->model);
    made->model = model;
    return ASSAY_OK;
}

/* Of the first row of each unit: all of a file were stopped by one rule. */
static enum assay_status read_watched(struct csv_reader *reader, struct csv_field rule)
{
    struct format_plan *plan = reader->options->plan;
    if (plan == NULL || reader->entry->n > 0)
        return ASSAY_OK;
    const char *known = plan->watched;
    if (known != NULL && (strlen(known) != rule.size || memcmp(known, rule.text, rule.size) != 0))
        return fail(reader, "watched", rule, "the rule of the other values");
    if (known == NULL && (plan->watched = strndup(rule.text, rule.size)) == NULL)
        return csv_no_memory(reader);
    return ASSAY_OK;
}

/* The column of the level "machine". */
static const struct csv_field *machine_field(const struct csv_header *header,
                                             const struct csv_field *fields)
{
    for (size_t k = 0; k < header->n_levels; k++)
        if (strcmp(header->name[header->level[k]], "machine") == 0)
            return &fields[header->level[k]];
    return NULL;
}

enum assay_status csv_read_course(struct csv_reader *reader, const struct csv_field *fields)
{
    const struct csv_header *header = reader->header;
    if (header->round != CSV_NONE)
        TRY(read_round(reader, fields[header->round]));
    if (header->warmup != CSV_NONE)
        TRY(read_warmup(reader, fields[header->warmup]));
    if (header->machine_id != CSV_NONE)
        TRY(read_machine(
            reader, csv_without_mark(*machine_field(header, fields)), fields[header->machine_id],
            header->machine_class != CSV_NONE ? csv_without_mark(fields[header->machine_class])
                                              : (struct csv_field){"", 0, false}));
    return header->watched != CSV_NONE ? read_watched(reader, fields[header->watched]) : ASSAY_OK;
}

enum assay_status csv_add_rounds(const struct gather_entry *entry, struct assay_dataset *dataset,
                                 size_t series, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    if (entry->rounds == NULL && entry->round != INT64_MIN)
        return assay_dataset_pair(dataset, series, entry->fields[CSV_KEY_LEVELS], entry->round,
                                  error);
    for (size_t i = 0; entry->rounds != NULL && i < entry->n && status == ASSAY_OK; i++)
        if (entry->rounds[i] != INT64_MIN)
            status = assay_dataset_pair(dataset, series, NULL, entry->rounds[i], error);
    return status;
}
