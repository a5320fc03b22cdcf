/* SPDX-License-Identifier: GPL-3.0-or-later */
/* face_screen.c -- the numbers of a face on a terminal: a head, a table, what limits it. */
#include "view/medium/face_screen.h"

#include "view/medium/screen.h"

static void put_benchmark(struct table *table, const struct comparison_finding *row)
{
    table_put_name(table, COLUMN_LEFT("benchmark"), row->old_series->benchmark, TABLE_FITTED);
}

/* "fft-1024, O2 against O1: the change at each decile" */
static void print_head(const struct terminal *terminal, const struct face_numbers *numbers,
                       const struct system_pair *pair, const char *benchmark)
{
    fputc('\n', terminal->stream);
    terminal_headline(terminal, "%s%s%s against %s: %s", benchmark != NULL ? benchmark : "",
                      benchmark != NULL ? ", " : "", pair->new_system, pair->old_system,
                      numbers->title);
}

/* From row `from` on as many as stand in one table; returns the next one. */
static size_t print_some(const struct terminal *terminal, const struct face_numbers *numbers,
                         const struct system_pair *pair, size_t from)
{
    static const struct table_fit fits[] = {
        {.gap = 3},
        {.gap = 2, .names = 30, .names_least = 8},
        {.gap = 2, .names = 30, .names_least = 8, .without = FACE_SIDES}};
    const bool together = numbers->n_rows == 1;
    const struct comparison_finding *last = NULL;
    SCOPED(table_free) struct table *table = table_new(0);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    size_t i = from;
    for (; i < pair->n && (together || last == NULL); i++)
        if (numbers->are(&pair->rows[i])) {
            last = &pair->rows[i];
            face_put(table, numbers, last, together ? put_benchmark : NULL);
        }
    if (last == NULL)
        return i;
    print_head(terminal, numbers, pair, together ? NULL : last->old_series->benchmark);
    table_print(terminal, &table);
    OWNED char *note = numbers->note != NULL ? numbers->note(last) : NULL;
    if (note != NULL)
        terminal_sentence(terminal, "  ", "%s", note);
    return i;
}

void face_print(const struct terminal *terminal, const struct face_numbers *numbers,
                const struct comparison *pairs)
{
    for (size_t p = 0; p < pairs->n; p++)
        for (size_t i = 0; i < pairs->items[p].n;)
            i = print_some(terminal, numbers, &pairs->items[p], i);
}
