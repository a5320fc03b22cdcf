/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv.c -- the native text format, assay CSV: docs/csv.md.
 *
 * Workload: tens of millions of rows, where all but the lowest label and the value repeat those of
 * the row before. So a row is taken as four pieces -- what stands before the lowest label (head),
 * between label and value (middle), and after the value (tail) -- and only when a piece differs
 * from those of the last few kinds of rows, byte by byte, are fields split, unquoted and looked up.
 *
 * Lowest labels are not kept. They must differ below one parent: rising numbers do, and cost
 * nothing to check; when they do not rise, the text is read once more with every row as a unit of
 * its own. A unit that then holds several values was repeated: a level below it that the header
 * does not name.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "format/csv_header.h"
#include "format/gather.h"
#include "format/number.h"

/* Places of the key fields before the labels of the levels. */
enum { KEY_SYSTEM, KEY_BENCHMARK, KEY_METRIC, KEY_UNIT, KEY_LEVELS };

/* What a row is but for its lowest label and its value. */
struct pattern {
    const char *head, *middle, *tail;
    size_t head_size, middle_size, tail_size;
    size_t entry;
    struct unit unit;
};

/* As many rows may alternate (systems in paired rounds, metrics) without a look at their fields. */
enum { N_PATTERNS = 8 };

struct reader {
    const struct csv_header *header;
    const struct format_options *options;
    const struct format_text *text;
    const char *end;
    uintptr_t next_drop; /* where memory of the text is given back next */
    bool rows_are_units; /* the lowest label is part of the key */
    size_t n_key_levels; /* labels in the key */
    struct gather gather;
    char *scratch; /* unquoted labels of one row */
    size_t scratch_size;

    /* Rows that were split lately, for the fast way; the oldest gives way. */
    struct pattern patterns[N_PATTERNS];
    size_t n_patterns, oldest, current;

    /* The row at hand. */
    struct gather_entry *entry;
    struct unit unit;

    size_t line;
    bool labels_fell;   /* a lowest label was no number above its predecessor */
    size_t repeated_at; /* rows_are_units: the first line whose unit has a value already */
    struct format_error *error;
};

static const char *const unclosed = "a quote is not closed, or text follows a closing quote";

static enum assay_status no_memory(const struct reader *reader)
{
    return format_fail(reader->error, ASSAY_NO_MEMORY, reader->line, NULL, "out of memory");
}

static const char *value_name(const struct reader *reader)
{
    return reader->header->name[reader->header->value];
}

/* A label that is a plain number, or -1. */
static int64_t label_number(const char *text, size_t size)
{
    if (size == 0 || size > 18)
        return -1;
    int64_t number = 0;
    for (size_t i = 0; i < size; i++) {
        if ((unsigned)(text[i] - '0') >= 10)
            return -1;
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

static void check_label(struct reader *reader, int64_t number)
{
    if (number < 0 || number <= reader->entry->last_label)
        reader->labels_fell = true;
    else
        reader->entry->last_label = number;
}

/* ---- one row, split ---- */

/* The text of a field without doubled quotes; written to *scratch when there are any. */
static struct gather_field unquote(struct csv_field field, char **scratch)
{
    if (!field.quoted || memchr(field.text, '"', field.size) == NULL)
        return (struct gather_field){field.text, field.size};
    char *start = *scratch, *out = start;
    for (size_t i = 0; i < field.size; i++) {
        *out++ = field.text[i];
        i += field.text[i] == '"';
    }
    *scratch = out;
    return (struct gather_field){start, (size_t)(out - start)};
}

static bool reserve_scratch(struct reader *reader, size_t size)
{
    if (size <= reader->scratch_size)
        return true;
    char *scratch = realloc(reader->scratch, 2 * size);
    if (scratch == NULL)
        return false;
    reader->scratch = scratch;
    reader->scratch_size = 2 * size;
    return true;
}

static struct gather_field key_field(int column, const char *otherwise,
                                     const struct csv_field *fields, char **scratch)
{
    if (column == CSV_NONE)
        return (struct gather_field){otherwise, strlen(otherwise)};
    return unquote(fields[column], scratch);
}

/* Finds the unit that the row names. */
static enum assay_status look_up(struct reader *reader, const struct csv_field *fields)
{
    const struct csv_header *header = reader->header;
    struct gather_field key[KEY_LEVELS + ASSAY_MAX_LEVELS];
    char *scratch = reader->scratch;
    const char *unit = strcmp(value_name(reader), "value") == 0 ? "1" : value_name(reader);
    key[KEY_SYSTEM] = key_field(header->system, reader->options->system, fields, &scratch);
    key[KEY_BENCHMARK] = key_field(header->benchmark, reader->options->benchmark, fields, &scratch);
    key[KEY_METRIC] = key_field(header->metric, "", fields, &scratch);
    key[KEY_UNIT] = key_field(header->unit, unit, fields, &scratch);
    for (size_t i = 0; i < reader->n_key_levels; i++)
        key[KEY_LEVELS + i] = unquote(fields[header->level[i]], &scratch);
    for (size_t i = 0; i < KEY_LEVELS + reader->n_key_levels; i++)
        if (memchr(key[i].text, '\0', key[i].size) != NULL)
            return format_fail(reader->error, ASSAY_INVALID, reader->line, NULL,
                               "a label holds a zero byte");
    size_t index = gather_find(&reader->gather, key);
    if (index == SIZE_MAX)
        return no_memory(reader);
    reader->entry = &reader->gather.entries[index];
    reader->unit = unit_of(reader->entry->fields[KEY_UNIT]);
    return ASSAY_OK;
}

static enum assay_status read_value(const struct reader *reader, struct csv_field field,
                                    double *value)
{
    const char *p = field.text, *end = p + field.size;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    while (end > p && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (p == end)
        return format_fail(reader->error, ASSAY_INVALID, reader->line, value_name(reader),
                           "the value is missing");
    if (number_read(p, end, reader->unit.power, value) == end)
        return ASSAY_OK;
    return format_fail(reader->error, ASSAY_INVALID, reader->line, value_name(reader),
                       "\"%s\" is not a finite decimal number",
                       format_excerpt_of(p, (size_t)(end - p)).text);
}

/* Keeps the row's pieces for the fast way. Rows with a quoted lowest label or value have none. */
static void keep_pieces(struct reader *reader, const char *row, const struct csv_field *fields,
                        const char *row_end)
{
    const struct csv_header *header = reader->header;
    const struct csv_field *value = &fields[header->value];
    if (reader->rows_are_units || value->quoted)
        return;
    const char *label = value->text, *label_end = value->text;
    if (header->n_levels > 0) {
        const struct csv_field *lowest = &fields[header->level[header->n_levels - 1]];
        if (lowest->quoted)
            return;
        label = lowest->text;
        label_end = lowest->text + lowest->size;
    }
    reader->current = reader->oldest;
    reader->oldest = (reader->oldest + 1) % N_PATTERNS;
    reader->n_patterns += reader->n_patterns < N_PATTERNS;
    reader->patterns[reader->current] =
        (struct pattern){.head = row,
                         .head_size = (size_t)(label - row),
                         .middle = label_end,
                         .middle_size = (size_t)(value->text - label_end),
                         .tail = value->text + value->size,
                         .tail_size = (size_t)(row_end - value->text - (ptrdiff_t)value->size),
                         .entry = (size_t)(reader->entry - reader->gather.entries),
                         .unit = reader->unit};
}

static const char *end_of_fields(const struct csv_field *fields, size_t n)
{
    const struct csv_field *last = &fields[n - 1];
    return last->text + last->size + last->quoted;
}

static enum assay_status append_value(struct reader *reader, double value)
{
    if (reader->rows_are_units && reader->entry->n > 0 && reader->repeated_at == 0)
        reader->repeated_at = reader->line;
    return gather_append(reader->entry, value * reader->unit.factor) ? ASSAY_OK : no_memory(reader);
}

/* Reads the row at *p field by field and moves *p behind it. */
static enum assay_status read_split(struct reader *reader, const char **p)
{
    const struct csv_header *header = reader->header;
    struct csv_field fields[CSV_MAX_COLUMNS];
    size_t n, passed = 0;
    const char *next = csv_split(*p, reader->end, fields, CSV_MAX_COLUMNS, &n, &passed);
    if (next == NULL)
        return format_fail(reader->error, ASSAY_INVALID, reader->line, NULL, "%s", unclosed);
    if (n != header->n_columns)
        return format_fail(reader->error, ASSAY_INVALID, reader->line, NULL,
                           "%zu fields; the header names %zu columns", n, header->n_columns);
    if (!reserve_scratch(reader, (size_t)(next - *p)))
        return no_memory(reader);
    double value;
    enum assay_status status = look_up(reader, fields);
    if (status == ASSAY_OK)
        status = read_value(reader, fields[header->value], &value);
    if (status == ASSAY_OK)
        status = append_value(reader, value);
    if (status != ASSAY_OK)
        return status;
    if (header->n_levels > 0) {
        const struct csv_field *lowest = &fields[header->level[header->n_levels - 1]];
        check_label(reader, label_number(lowest->text, lowest->size));
    }
    keep_pieces(reader, *p, fields, end_of_fields(fields, n));
    reader->line += passed;
    *p = next;
    return ASSAY_OK;
}

/* ---- one row, fast ---- */

static inline const char *skip_piece(const char *p, const char *end, const char *piece, size_t size)
{
    return (size_t)(end - p) >= size && memcmp(p, piece, size) == 0 ? p + size : NULL;
}

/* The patterns that stand in the text before p come back when they are looked at. */
static void drop_text(struct reader *reader, const char *p)
{
    reader->next_drop = format_text_drop(reader->text, p);
}

/* Reads the rows from *p on as long as they repeat the pattern's pieces; the first one that does
 * not is left where it is. */
static enum assay_status read_alike(struct reader *reader, const struct pattern *pattern,
                                    const char **p)
{
    const char *end = reader->end;
    const bool labelled = reader->header->n_levels > 0;
    const int power = pattern->unit.power;
    reader->entry = &reader->gather.entries[pattern->entry];
    reader->unit = pattern->unit;
    for (const char *q; (q = skip_piece(*p, end, pattern->head, pattern->head_size)) != NULL;) {
        int64_t label = 0;
        if (labelled) {
            const char *first = q;
            while (q < end && (unsigned)(*q - '0') < 10 && q - first < 18)
                label = label * 10 + (*q++ - '0');
            if (q == first)
                break;
        }
        double value;
        q = skip_piece(q, end, pattern->middle, pattern->middle_size);
        if (q == NULL || (q = number_read(q, end, power, &value)) == NULL ||
            (q = skip_piece(q, end, pattern->tail, pattern->tail_size)) == NULL)
            break;
        q += q < end && *q == '\r';
        if (q < end && *q++ != '\n')
            break;
        if (!gather_append(reader->entry, value * reader->unit.factor))
            return no_memory(reader);
        if (labelled)
            check_label(reader, label);
        reader->line++;
        *p = q;
        if ((uintptr_t)q >= reader->next_drop)
            drop_text(reader, q);
    }
    return ASSAY_OK;
}

/* Tries the patterns, the one behind the last used first: systems in turn come in its order. */
static enum assay_status read_known(struct reader *reader, const char **p)
{
    const size_t n = reader->n_patterns;
    for (size_t i = 1; i <= n && *p < reader->end; i++) {
        const size_t index = (reader->current + i) % n;
        const char *before = *p;
        enum assay_status status = read_alike(reader, &reader->patterns[index], p);
        if (status != ASSAY_OK)
            return status;
        if (*p == before)
            continue;
        reader->current = index;
        i = 0;
    }
    return ASSAY_OK;
}

/* ---- all rows ---- */

static bool maybe_comment(const char *p)
{
    return strchr("# \t\r\n", *p) != NULL; /* also a zero byte, which does no harm */
}

static enum assay_status read_rows(struct reader *reader)
{
    const char *p = reader->header->rest;
    enum assay_status status = ASSAY_OK;
    while (status == ASSAY_OK) {
        if (p < reader->end && maybe_comment(p))
            p = csv_skip_comments(p, reader->end, &reader->line);
        if (p == reader->end)
            break;
        status = read_split(reader, &p);
        if (status == ASSAY_OK)
            status = read_known(reader, &p);
        if ((uintptr_t)p >= reader->next_drop)
            drop_text(reader, p);
    }
    if (status == ASSAY_OK && reader->gather.n == 0)
        return format_fail(reader->error, ASSAY_UNDEFINED, 0, NULL,
                           "it has a header and no values");
    return status;
}

static enum assay_status read_all(struct reader *reader, bool rows_are_units)
{
    reader->rows_are_units = rows_are_units;
    size_t n_levels = reader->header->n_levels;
    reader->n_key_levels = n_levels - (n_levels > 0 && !rows_are_units);
    reader->line = reader->header->rest_line;
    reader->n_patterns = reader->oldest = reader->current = 0;
    reader->next_drop = format_text_next_drop(reader->text, reader->header->rest);
    gather_fini(&reader->gather);
    gather_init(&reader->gather, KEY_LEVELS + reader->n_key_levels);
    return read_rows(reader);
}

/* ---- to the dataset ---- */

/* Names of the levels from the top, the values' last; returns their number. */
static size_t name_levels(const struct reader *reader, const char *names[ASSAY_MAX_LEVELS + 1])
{
    const struct csv_header *header = reader->header;
    if (header->n_levels == 0) {
        names[0] = format_level(reader->options, "execution");
        return 1;
    }
    for (size_t i = 0; i < header->n_levels; i++)
        names[i] = header->name[header->level[i]];
    if (!reader->rows_are_units)
        return header->n_levels;
    names[header->n_levels] = "iteration";
    return header->n_levels + 1;
}

static const char *metric_of(const struct gather_entry *entry, const struct unit *unit)
{
    if (entry->fields[KEY_METRIC][0] != '\0')
        return entry->fields[KEY_METRIC];
    return strcmp(unit->name, "s") == 0 ? "wall" : "value";
}

/* Gives the memory of values back that were copied; their array as a whole is freed later. */
static void drop_values(const double *values, size_t n)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)values,
                    first = (begin + page - 1) & ~(page - 1),
                    last = (uintptr_t)(values + n) & ~(page - 1);
    if (last > first)
        (void)madvise((void *)first, last - first, MADV_DONTNEED);
}

/* In steps, so that the values are hardly ever in memory twice. */
static enum assay_status add_values(struct assay_dataset *dataset, size_t series,
                                    const struct gather_entry *entry, struct assay_error *cause)
{
    enum { STEP = 1 << 20 };
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < entry->n && status == ASSAY_OK; i += STEP) {
        const size_t n = entry->n - i < STEP ? entry->n - i : STEP;
        status = assay_dataset_add(dataset, series, entry->fields + KEY_LEVELS, entry->values + i,
                                   n, 0, cause);
        if (n == STEP)
            drop_values(entry->values + i, n);
    }
    return status;
}

static enum assay_status add_entry(const struct reader *reader, const struct gather_entry *entry,
                                   size_t n_levels, const char *const *names,
                                   struct assay_dataset *dataset)
{
    struct unit unit = unit_of(entry->fields[KEY_UNIT]);
    struct assay_error cause;
    size_t series;
    enum assay_status status = assay_dataset_series(
        dataset, entry->fields[KEY_SYSTEM], entry->fields[KEY_BENCHMARK], metric_of(entry, &unit),
        unit.name, unit.more_is_better, n_levels, names, &series, &cause);
    if (status == ASSAY_OK)
        status = add_values(dataset, series, entry, &cause);
    if (status != ASSAY_OK)
        return format_fail_with(reader->error, 0, &cause);
    if (n_levels == 1)
        assay_dataset_warn(dataset, series, ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL));
    return ASSAY_OK;
}

static enum assay_status hand_over(struct reader *reader, struct assay_dataset *dataset)
{
    const char *names[ASSAY_MAX_LEVELS + 1];
    size_t n_levels = name_levels(reader, names);
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < reader->gather.n && status == ASSAY_OK; i++) {
        struct gather_entry *entry = &reader->gather.entries[i];
        status = add_entry(reader, entry, n_levels, names, dataset);
        free(entry->values);
        entry->values = NULL;
    }
    return status;
}

/* Decides what repeated labels mean: a level without a column, or a mistake. */
static enum assay_status settle_repeats(struct reader *reader)
{
    enum assay_status status = read_all(reader, true);
    if (status != ASSAY_OK)
        return status;
    if (reader->repeated_at == 0)
        return read_all(reader, false);
    const struct csv_header *header = reader->header;
    const char *lowest = header->name[header->level[header->n_levels - 1]];
    if (strcmp(lowest, "iteration") == 0 || header->n_levels == ASSAY_MAX_LEVELS)
        return format_fail(reader->error, ASSAY_INVALID, reader->repeated_at, lowest,
                           "this %s of the same parent has a value already; label each one "
                           "differently, or add the column of the level between",
                           lowest);
    return ASSAY_OK;
}

static enum assay_status read_csv(const struct format_text *text,
                                  const struct format_options *options,
                                  struct assay_dataset *dataset, struct format_error *error)
{
    struct csv_header header;
    enum assay_status status = csv_header_read(text, &header, error);
    if (status != ASSAY_OK)
        return status;
    struct reader reader = {.header = &header,
                            .options = options,
                            .text = text,
                            .end = text->text + text->size,
                            .error = error};
    gather_init(&reader.gather, KEY_LEVELS);
    status = read_all(&reader, false);
    if (status == ASSAY_OK && reader.labels_fell)
        status = settle_repeats(&reader);
    if (status == ASSAY_OK)
        status = hand_over(&reader, dataset);
    gather_fini(&reader.gather);
    free(reader.scratch);
    return status;
}

extern const struct format format_csv;
const struct format format_csv = {
    .name = "csv",
    .suffix = ".csv",
    .what = "assay CSV",
    .probe = csv_header_probe,
    .read = read_csv,
};
