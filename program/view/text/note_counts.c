/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note_counts.c -- what is to be said of counts: what is exact, what they say beside time, which level moves them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/text/note.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

assay_warnings note_of_intervals(void)
{
    return ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL) | ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS) |
           ASSAY_WARNING(ASSAY_WARN_LEVEL_MERGED) | ASSAY_WARNING(ASSAY_WARN_ROUNDED);
}

void note_exact(struct note_subject *subject, const struct comparison_finding *row)
{
    const size_t draws = comparison_exact_draws(row);
    if (draws == 0)
        return;
    subject->warnings =
        (subject->warnings & ~note_of_intervals()) | ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    subject->is_equal = true;
    subject->top_units = (double)draws;
}

/* "What moves the count: the build (0.31 %), the execution (0.02 %)." */
static char *moving_levels(const struct assay_series *series,
                           const struct assay_description *description)
{
    char *text = VIEW_TEXT(stream, {
        for (size_t i = 0; i < description->n_levels; i++)
            if (description->level[i].t2 > 0)
                fprintf(stream, "%s the %s (%s)", ftell(stream) > 0 ? "," : "",
                        series->level_name[i],
                        percent_rough(variation_percent(description, i), 2).text);
    });
    if (text != NULL && text[0] != '\0')
        return text;
    free(text);
    return NULL;
}

static const char *beside_time(enum count_and_time said)
{
    static const char *const sentences[] = {
        [COUNT_ONLY] =
            "the count moves and time does not: what was saved or added is not what takes the "
            "time.",
        [TIME_ONLY] =
            "time moves and the count does not: caches, layout, the processor's clock, or waiting "
            "and the kernel, which are not counted, are usual causes.",
        [COUNT_AND_TIME_OPPOSE] =
            "count and time disagree, and time decides: instructions per cycle, caches, "
            "or what "
            "valgrind counts otherwise than the processor (memcpy, rep movsb) are usual causes.",
        [TIME_CANNOT_TELL] = "the count says it, and time cannot tell yet.",
    };
    return said < sizeof sentences / sizeof *sentences ? sentences[said] : NULL;
}

void note_counts(const struct comparison_finding *row, const char *subject, struct sentences *notes)
{
    if (strcmp(row->old_series->metric, "instructions") != 0)
        return;
    const char *said = beside_time(row->beside_time);
    if (said != NULL)
        sentences_note(notes, subject, said, HARM_SIGN);
    if (comparison_exact_draws(row) > 0)
        return;
    OWNED char *levels = moving_levels(row->new_series, &row->finding.new_sample);
    if (levels == NULL)
        levels = moving_levels(row->old_series, &row->finding.old_sample);
    OWNED char *text = levels != NULL ? view_format("what moves the count:%s.", levels) : NULL;
    if (text != NULL)
        sentences_note(notes, subject, text, HARM_SIGN);
}
