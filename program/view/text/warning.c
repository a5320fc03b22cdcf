/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warning.c -- what each warning says: first what limits the result, then the next step. */
#include "view/text/warning.h"

#include <string.h>

static const char *const sentences[ASSAY_WARN_COUNT] = {
    [ASSAY_WARN_FEW_TOP_UNITS] = "fewer than five units of the top level: the interval rests on "
                                 "few degrees of freedom. Repeat it more often: assay plan.",
    [ASSAY_WARN_NO_HIGHER_LEVEL] =
        "only one level was repeated: this says nothing about other executions or builds. Repeat "
        "the level above it.",
    [ASSAY_WARN_CLOCK_TICK] =
        "the clock's tick shows in the values, or all of them are equal: the spread is not the "
        "program's. Measure more work between two clock reads.",
    [ASSAY_WARN_UNBOUNDED] =
        "the interval is not bounded: the old mean cannot be told from zero. Add units of the top "
        "level.",
    [ASSAY_WARN_UNPAIRED] =
        "not measured in paired rounds: the host's drift may pass for a change. Use one assay run.",
    [ASSAY_WARN_PEEKED] =
        "measuring stopped because of the values seen: a plain interval covers less than it says. "
        "Run it afresh with fixed counts; assay plan says which.",
    [ASSAY_WARN_DIFFERENT_HOSTS] =
        "the samples come from different hosts or host states: the change may be the host's. "
        "Measure all systems on one host in one state.",
    [ASSAY_WARN_FAILED_EXECUTIONS] =
        "some executions failed and are left out: what is left may be a selection. Mend the cause "
        "and continue with assay run --resume.",
    [ASSAY_WARN_INCOMPLETE] =
        "the design is not complete yet: the numbers may move. Continue with assay run --resume.",
    [ASSAY_WARN_NONPOSITIVE_MEAN] =
        "a mean is not positive: a ratio says nothing. Look at the values with assay show, and "
        "compare differences instead.",
    [ASSAY_WARN_SEVERAL_MODES] =
        "the values cluster in several modes: a mean hides them. See assay modes.",
    [ASSAY_WARN_SKEWED] = "few units of the top level with a long tail: a 95 % interval holds the "
                          "mean in 85 to 93 of 100 cases. Repeat it more often.",
    [ASSAY_WARN_BOOTSTRAP_REFUSED] =
        "four or fewer units of the top level cannot carry a bootstrap: too few distinct resamples "
        "exist. Take five or more, or read the Fieller interval.",
    [ASSAY_WARN_PAPER_METHOD] =
        "this method is kept to repeat published numbers; its interval is known to be too wide or "
        "too narrow. Leave --method out for the better one.",
    [ASSAY_WARN_LEVEL_MERGED] =
        "a level was not repeated, and was merged with its neighbour. Repeat it at least twice to "
        "see its share.",
    [ASSAY_WARN_COMPONENT_NEGATIVE] =
        "the units of a level differ less than by chance: values in them alternate, or follow a "
        "fixed order. See assay steady; trust the level above.",
    [ASSAY_WARN_DEPENDENT_ITERATIONS] =
        "iterations depend on one another: their count overstates what is known. Read intervals of "
        "execution means only, and see assay steady.",
    [ASSAY_WARN_NOT_STEADY] =
        "some executions reach no steady state: live values include warm-up. Look at assay steady "
        "and give more warm-up.",
    [ASSAY_WARN_HOST_DRIFT] = "frequency, load or steal time of the host changed, or its processor "
                              "quota was used up. See assay doctor and measure again.",
    [ASSAY_WARN_OUTLIERS] = "a few values far off make most of the interval; kept. If something "
                            "else ran then, repeat.",
    [ASSAY_WARN_DEPENDENT_VERSIONS] =
        "neighbouring versions vary together: the machine drifts, and false alarms may be more "
        "than stated. Measure old and new in one experiment.",
    [ASSAY_WARN_SHORT_ITERATIONS] =
        "iterations are too short for the clock: reading it is more than 1 % of them. Let the "
        "harness repeat the work in each: batch: auto at the level iteration.",
    [ASSAY_WARN_RESTLESS_VERSIONS] =
        "more than one in 15 versions is a step: hosts that differ make such, programs seldom. "
        "Measure old and new in one experiment.",
    [ASSAY_WARN_DEPENDENT_ROUNDS] =
        "the change of a round goes with the one before: the interval covers less than it says. "
        "Take longer rounds, or pause between them.",
    [ASSAY_WARN_FEW_FOR_QUANTILE] =
        "few units of the top level for this quantile: a 95 % interval holds it in 75 to 95 of 100 "
        "cases. Repeat it more often.",
};

const char warning_few_pilot_units[] = "fewer than five units of the top level: the plan rests on "
                                       "few degrees of freedom. Measure a larger pilot.";

const char warning_no_component[] = "a variance component is estimated below zero: none is seen. "
                                    "Plan with one unit of the level, or repeat it more often.";

const char warning_planned_as_part[] =
    "a level was not repeated, or not seen to add variance: it is "
    "planned as part of its neighbour.";

const char warning_all_equal[] = "the values are all equal: they do not vary, or by less than "
                                 "their last digit. If they are times, "
                                 "measure more work between two clock reads.";

const char warning_counts[] =
    "the values are few different counts, or all equal (no clock's tick): a mean of them says "
    "little. assay modes shows them.";

const char *warning_sentence(enum assay_warning warning)
{
    return (unsigned)warning < ASSAY_WARN_COUNT ? sentences[warning] : "";
}

enum { WIDTH = 98, INDENT = 4 };

static void print_words(FILE *stream, const char *text, int *column)
{
    while (*text != '\0') {
        int length = (int)strcspn(text, " ");
        if (*column + 1 + length > WIDTH) {
            fprintf(stream, "\n%*s", INDENT, "");
            *column = INDENT;
        } else if (*column > INDENT) {
            fputc(' ', stream);
            *column += 1;
        }
        fprintf(stream, "%.*s", length, text);
        *column += length;
        text += length;
        text += strspn(text, " ");
    }
}

void warnings_print(FILE *stream, assay_warnings warnings, const char *subject)
{
    for (unsigned bit = 0; bit < ASSAY_WARN_COUNT; bit++) {
        if ((warnings & ASSAY_WARNING(bit)) == 0)
            continue;
        int column = fprintf(stream, "  %s:", subject != NULL ? subject : "note");
        print_words(stream, warning_sentence((enum assay_warning)bit), &column);
        fputc('\n', stream);
    }
}
