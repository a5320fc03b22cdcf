/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_notes.c -- what limits the findings of `assay compare --protocol speedup-test`, and what to do: one note a reason. */
#include "view/terminal/speedup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/face/speedup_words.h"
#include "view/text/view_memory.h"
#include "view/text/warning.h"

typedef bool concerns(const struct speedup_finding *finding, const struct speedup_row *row,
                      unsigned bit);

static bool has_warning(const struct speedup_finding *finding, const struct speedup_row *row,
                        unsigned bit)
{
    return (speedup_row_warnings(finding, row) & ASSAY_WARNING(bit)) != 0;
}

/* The bit, or one of those behind it that say the same. */
static bool has_doubt(const struct speedup_finding *finding, const struct speedup_row *row,
                      unsigned bit)
{
    (void)finding;
    const char *code = speedup_doubt_words[bit].code;
    if (row->result == NULL)
        return false;
    for (; bit < ASSAY_SPEEDUP_DOUBTS && strcmp(speedup_doubt_words[bit].code, code) == 0; bit++)
        if ((speedup_row_doubts(row) & ASSAY_SPEEDUP_DOUBT(bit)) != 0)
            return true;
    return false;
}

static bool is_unmeasured(const struct speedup_finding *finding, const struct speedup_row *row,
                          unsigned bit)
{
    (void)finding;
    (void)bit;
    return row->result == NULL && row->unreadable[0] == NULL && row->unreadable[1] == NULL;
}

static bool is_unreadable(const struct speedup_finding *finding, const struct speedup_row *row,
                          unsigned bit)
{
    (void)finding;
    (void)bit;
    return row->unreadable[0] != NULL || row->unreadable[1] != NULL;
}

static bool has_odd_level(const struct speedup_finding *finding, const struct speedup_row *row,
                          unsigned bit)
{
    (void)finding;
    (void)bit;
    return row->result != NULL && !isnan(row->given_level);
}

/* "First benchmark, Second benchmark and 7 more: " for those that it concerns; NULL: none. */
static char *lead_of(const struct speedup_finding *finding, concerns *concerned, unsigned bit)
{
    enum { MOST = 3 };
    size_t count = 0;
    char *lead = VIEW_TEXT(stream, {
        for (size_t i = 0; i < finding->n; i++) {
            if (!concerned(finding, &finding->rows[i], bit))
                continue;
            if (count < MOST)
                view_say(stream, "%s%s", count > 0 ? ", " : "", finding->rows[i].name);
            count++;
        }
        if (count > MOST)
            fprintf(stream, " and %zu more", count - MOST);
        fputs(": ", stream);
    });
    if (count > 0)
        return lead;
    free(lead);
    return NULL;
}

/* One paragraph: who, what, and what to do. Long leads stand in the text, not before an indent. */
static void print_concerned(const struct terminal *terminal, const struct speedup_finding *finding,
                            concerns *concerned, unsigned bit, const char *text)
{
    OWNED char *lead = lead_of(finding, concerned, bit);
    if (lead != NULL)
        terminal_sentence(terminal, "  ", "%s%s", lead, text);
}

/* Both samples' doubts of one kind are one note. */
static void print_doubts(const struct terminal *terminal, const struct speedup_finding *finding)
{
    for (unsigned bit = 0; bit < ASSAY_SPEEDUP_DOUBTS; bit++)
        if (bit == 0 ||
            strcmp(speedup_doubt_words[bit].code, speedup_doubt_words[bit - 1].code) != 0)
            print_concerned(terminal, finding, has_doubt, bit, speedup_doubt_words[bit].brief);
}

void speedup_notes_print(const struct terminal *terminal, const struct speedup_finding *finding)
{
    fputc('\n', terminal->stream);
    print_concerned(terminal, finding, is_unreadable, 0,
                    "a file of values cannot be read; left out. Name files that can be read.");
    print_concerned(terminal, finding, is_unmeasured, 0,
                    "measured for the old system only; left out. Measure it for both.");
    print_concerned(terminal, finding, has_odd_level, 0,
                    "ConfLevel lies outside (0, 1) and counts as not given. Write 0.95 for 95 %.");
    print_doubts(terminal, finding);
    for (unsigned bit = 0; bit < ASSAY_WARN_COUNT; bit++)
        print_concerned(terminal, finding, has_warning, bit,
                        warning_sentence((enum assay_warning)bit));
    for (int r = 0; r < SPEEDUP_REMARKS; r++)
        if (speedup_remark_applies(finding, (enum speedup_remark)r))
            terminal_sentence(terminal, "  ", "%s", speedup_remark_words[r].brief);
}
