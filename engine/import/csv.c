/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv.c -- the native text format, assay CSV: docs/csv.md.
 *
 * Most rows repeat those before but for two fields (csv_alike.c); the others are split (csv_row.c).
 *
 * Lowest labels are not kept. They must differ below one parent: rising numbers do, and cost
 * nothing to check; when they do not rise, the text is read once more with every row as a unit of
 * its own. A unit that then holds several values was repeated: a level below it that the header
 * does not name.
 */
#include <stdlib.h>
#include <string.h>

#include "import/csv_reader.h"

#include "base/failure.h"

static bool maybe_comment(const char *p)
{
    return strchr("# \t\r\n", *p) != NULL; /* also a zero byte, which does no harm */
}

static enum assay_status read_rows(struct csv_reader *reader)
{
    const char *p = reader->header->rest;
    enum assay_status status = ASSAY_OK;
    while (status == ASSAY_OK) {
        if (p < reader->end && maybe_comment(p))
            p = csv_skip_comments(p, reader->end, &reader->line);
        if (p == reader->end)
            break;
        status = csv_read_row(reader, &p);
        if (status == ASSAY_OK)
            status = csv_read_alike(reader, &p);
        if ((uintptr_t)p >= reader->next_drop)
            csv_drop_text(reader, p);
    }
    if (status == ASSAY_OK && reader->gather.n == 0)
        return format_fail(reader->error, ASSAY_UNDEFINED, 0, NULL,
                           "it has a header and no values (NA and NaN are none)");
    return status;
}

static enum assay_status read_all(struct csv_reader *reader, bool rows_are_units)
{
    reader->rows_are_units = rows_are_units;
    size_t n_levels = reader->header->n_levels;
    reader->n_key_levels = n_levels - (n_levels > 0 && !rows_are_units);
    reader->line = reader->header->rest_line;
    reader->n_patterns = reader->oldest = reader->current = 0;
    reader->next_drop = format_text_next_drop(reader->text, reader->header->rest);
    gather_fini(&reader->gather);
    gather_init(&reader->gather, CSV_KEY_LEVELS + reader->n_key_levels);
    return read_rows(reader);
}

/* Decides what repeated labels mean: a level without a column, or a mistake. */
static enum assay_status settle_repeats(struct csv_reader *reader)
{
    TRY(read_all(reader, true));
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
                                  struct assay_dataset *dataset, struct assay_error *error)
{
    struct csv_header header;
    TRY(csv_header_read(text, &header, error));
    if (options->versions != NULL && csv_names_versions(&header))
        options->versions->named = true;
    struct csv_reader reader = {.header = &header,
                                .options = options,
                                .text = text,
                                .end = text->text + text->size,
                                .error = error};
    gather_init(&reader.gather, CSV_KEY_LEVELS);
    enum assay_status status = read_all(&reader, false);
    if (status == ASSAY_OK && reader.labels_fell)
        status = settle_repeats(&reader);
    if (status == ASSAY_OK)
        status = csv_hand_over(&reader, dataset);
    gather_fini(&reader.gather);
    free(reader.scratch);
    return status;
}

const struct format format_csv = {
    .name = "csv",
    .suffix = ".csv",
    .what = "assay CSV",
    .probe = csv_header_probe,
    .read = read_csv,
};
