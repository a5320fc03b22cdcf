/* SPDX-License-Identifier: GPL-3.0-or-later */
/* push_rows.c -- an experiment's live values as rows of the archive's table of series, in COPY's text.
 *
 * Numbers have 17 digits, which give back every bit. A name of bytes that are no UTF-8 has U+FFFD in their place: PostgreSQL takes
 * nothing else; the package beside it has the name as it is.
 */
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/text_buffer.h"
#include "base/utf8.h"
#include "postgres/push_rows.h"

char *push_text(const char *text)
{
    struct text_buffer buffer;
    FILE *out = text_buffer_open(&buffer);
    while (out != NULL && *text != '\0') {
        unsigned code;
        const size_t n = utf8_decode(text, &code);
        if (n > 0)
            (void)fwrite(text, 1, n, out);
        else
            fputs("\xef\xbf\xbd", out);
        text += n > 0 ? n : 1;
    }
    return text_buffer_close(&buffer);
}

static void write_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *special = "\\\\\nn\tt\rr", *found = special;
        while (*found != '\0' && *found != *text)
            found += 2;
        if (*found != '\0')
            fprintf(out, "\\%c", found[1]);
        else
            fputc(*text, out);
    }
}

static void write_counts(FILE *out, const struct assay_shape *shape)
{
    if (shape->n_levels == 1) {
        fputs("\\N\t", out);
        return;
    }
    for (size_t u = 0; u < assay_shape_units(shape, 0); u++) {
        size_t begin, end;
        assay_shape_values(shape, 0, u, &begin, &end);
        fprintf(out, "%c%zu", u > 0 ? ',' : '{', end - begin);
    }
    fputs("}\t", out);
}

static bool write_series(FILE *out, const char *experiment, const struct assay_series *series)
{
    const char *const names[] = {series->benchmark, series->system, series->metric, series->unit};
    bool whole = true;
    fputs(experiment, out);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *text = push_text(names[i]);
        whole = whole && text != NULL;
        fputc('\t', out);
        write_text(out, text != NULL ? text : "");
        free(text);
    }
    fprintf(out, "\t%c\t%s\t%s\t", series->more_is_better ? 't' : 'f',
            assay_teller_name(series->told.unit), assay_teller_name(series->told.direction));
    /* Of our own levels, whose names are words. */
    for (size_t k = 0; k < series->live.shape.n_levels; k++) {
        fputs(k > 0 ? "," : "{", out);
        write_text(out, series->level_name[k]);
    }
    fputs("}\t", out);
    write_counts(out, &series->live.shape);
    const size_t n = assay_sample_size(&series->live);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%c%.17g", i > 0 ? ',' : '{', series->live.values[i]);
    fputs("}\n", out);
    return whole;
}

/* Sent a series at a time: what memory holds does not grow with the experiment. */
enum assay_status push_series(struct database *database, const char *experiment,
                              const struct assay_dataset *dataset, struct assay_error *error)
{
    TRY(database_copy_begin(
        database,
        "COPY assay.series (experiment, benchmark, system, metric, unit, more_is_better, unit_told,"
        " direction_told, levels, counts, live) FROM STDIN",
        error));
    bool sent = true, whole = true;
    for (size_t i = 0; i < assay_dataset_count(dataset) && sent && whole; i++) {
        const struct assay_series *series = assay_dataset_get(dataset, i);
        struct text_buffer buffer;
        FILE *out = series->live.shape.count[0] > 0 ? text_buffer_open(&buffer) : NULL;
        if (series->live.shape.count[0] == 0)
            continue;
        whole = out != NULL && write_series(out, experiment, series);
        char *text = text_buffer_close(&buffer);
        whole = whole && text != NULL;
        sent = whole && database_copy_send(database, text, strlen(text));
        free(text);
    }
    enum assay_status status = database_copy_end(database, sent && whole, error);
    return whole ? status : fail_no_memory(error);
}
