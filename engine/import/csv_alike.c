/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_alike.c -- rows of an assay CSV that are like one of the last few kinds of rows.
 *
 * Workload: tens of millions of rows, where all but the lowest label and the value repeat those of
 * the row before. So a row is taken as four pieces -- what stands before the lowest label (head),
 * between label and value (middle), and after the value (tail) -- and only when a piece differs
 * from those of the last few kinds of rows, byte by byte, are fields split, unquoted and looked up.
 *
 * Checked: tests/engine/import/test_csv.c; its speed by bench/csv.c.
 */

#include "import/csv_reader.h"
#include "text/number.h"

void csv_keep_pattern(struct csv_reader *reader, const char *row, const struct csv_field *fields,
                      const char *row_end)
{
    const struct csv_header *header = reader->header;
    const struct csv_field *value = &fields[header->value];
    const bool is_warmup = reader->entry->n == reader->entry->n_warmup;
    if (reader->rows_are_units || value->quoted || is_warmup ||
        (header->round != CSV_NONE && csv_is_flat(reader)))
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
    reader->oldest = (reader->oldest + 1) % CSV_PATTERNS;
    reader->n_patterns += reader->n_patterns < CSV_PATTERNS;
    reader->patterns[reader->current] =
        (struct csv_pattern){.head = row,
                             .head_size = (size_t)(label - row),
                             .middle = label_end,
                             .middle_size = (size_t)(value->text - label_end),
                             .tail = value->text + value->size,
                             .tail_size = (size_t)(row_end - value->text - (ptrdiff_t)value->size),
                             .entry = (size_t)(reader->entry - reader->gather.entries),
                             .unit = reader->unit};
}

static inline const char *skip_piece(const char *p, const char *end, const char *piece, size_t size)
{
    if ((size_t)(end - p) < size || (size > 0 && *p != *piece))
        return NULL;
    return size < 2 || memcmp(p, piece, size) == 0 ? p + size : NULL;
}

/* Reads the rows from *p on as long as they repeat the pattern's pieces; the first one that does
 * not is left where it is. */
static enum assay_status read_pattern(struct csv_reader *reader, const struct csv_pattern *pattern,
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
            return csv_no_memory(reader);
        if (labelled)
            csv_check_label(reader, label);
        reader->line++;
        *p = q;
        if ((uintptr_t)q >= reader->next_drop)
            csv_drop_text(reader, q);
    }
    return ASSAY_OK;
}

/* Tries the patterns, the one behind the last used first: systems in turn come in its order. */
enum assay_status csv_read_alike(struct csv_reader *reader, const char **p)
{
    const size_t n = reader->n_patterns;
    for (size_t i = 1; i <= n && *p < reader->end; i++) {
        const size_t behind = reader->current + i, index = behind < n ? behind : behind - n;
        const char *before = *p;
        enum assay_status status = read_pattern(reader, &reader->patterns[index], p);
        if (status != ASSAY_OK)
            return status;
        if (*p == before)
            continue;
        reader->current = index;
        i = 0;
    }
    return ASSAY_OK;
}
