/* SPDX-License-Identifier: GPL-3.0-or-later */
/* question.c -- what a comparison is asked about, in words.
 * Checked:  tests/lib/finding/test_compare_typical.c.
 */
#include <assay/finding.h>

#include <stdio.h>
#include <string.h>

enum assay_status assay_question_parse(const char *text, struct assay_question *out,
                                       struct assay_error *error)
{
    struct assay_question question = {.basis = ASSAY_BASIS_STATISTIC};
    if (strcmp(text, "both") == 0)
        question.basis = ASSAY_BASIS_BOTH;
    else if (strcmp(text, "typical") == 0)
        question.basis = ASSAY_BASIS_TYPICAL;
    else if (assay_statistic_parse(text, &question.statistic, NULL) != ASSAY_OK)
        return assay_fail(error, ASSAY_INVALID,
                          "a statistic is both, typical, mean, median or pNN (p0 to p100, as p99 "
                          "or p99.9), not \"%.40s\"",
                          text);
    *out = question;
    return ASSAY_OK;
}

void assay_question_name(const struct assay_question *question, char text[ASSAY_STATISTIC_TEXT])
{
    if (question->basis == ASSAY_BASIS_STATISTIC)
        assay_statistic_name(&question->statistic, text);
    else
        (void)snprintf(text, ASSAY_STATISTIC_TEXT, "%s",
                       question->basis == ASSAY_BASIS_BOTH ? "both" : "typical");
}

struct assay_statistic assay_question_alone(const struct assay_question *question)
{
    return question->basis == ASSAY_BASIS_TYPICAL
               ? (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, 0.5, 7}
               : question->statistic;
}
