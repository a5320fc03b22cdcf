/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_words.c -- what a simulation says of one method, in a sentence. */
#include "view/face/simulate_words.h"

#include <inttypes.h>
#include <string.h>

#include "view/text/quantity.h"
#include "view/text/view_memory.h"

/* "5 builds × 10 × 10": the counts of old, and of new where they differ. To be freed. */
char *simulate_shape_of(const struct simulation_row *row)
{
    const struct assay_simulate_design *design = &row->about.design;
    return VIEW_TEXT(out, {
        for (size_t k = 0; k < design->n_levels; k++) {
            const size_t old = design->old_system.count[k], new = design->new_system.count[k];
            fprintf(out, "%s%zu", k == 0 ? "" : " × ", old);
            if (new != old)
                fprintf(out, "|%zu", new);
        }
    });
}

/* ---- one sentence ---- */

static const char *title_of(const char *method)
{
    static const char *const titles[][2] = {
        {"fieller", "Fieller's interval"},
        {"paper", "the papers' interval"},
        {"paired", "the paired interval"},
        {"normal", "Fieller's set with the normal quantile"},
        {"pooled", "Fieller's set with pooled degrees of freedom"},
        {"bootstrap", "the bootstrap's interval"},
        {"rrr", "the RRR bootstrap"},
        {"rrn", "the RRN bootstrap"},
        {"rnn", "the RNN bootstrap"},
        {"flat", "FLAT resampling"},
        {"visual", "the visual test"},
        {"kt2006", "the detector of 2006"},
        {"watched", "the ratio of watched quantiles"},
        {"one", "the interval of one system's quantile"},
        {"one-watched", "that of one system's watched quantile"}};
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i][0], method) == 0)
            return titles[i][1];
    return method;
}

static const char *judgement_of(enum assay_simulate_trust trust)
{
    switch (trust) {
    case ASSAY_SIMULATE_TRUSTED: return "is to be trusted here";
    case ASSAY_SIMULATE_TOO_WIDE: return "is wider than it need be here";
    case ASSAY_SIMULATE_NOT_TRUSTED: return "is not to be trusted here";
    case ASSAY_SIMULATE_UNDECIDED: return "needs more experiments to be judged";
    case ASSAY_SIMULATE_NO_ANSWER: return "has no answer in this design";
    }
    return "";
}

static const char few_sentence[] = " (it takes 5 top units and more)";

bool simulate_too_few(const struct simulation_row *row)
{
    const struct assay_simulate_design *design = &row->about.design;
    return strcmp(row->method, "bootstrap") == 0 && design->n_levels > 0 &&
           (design->old_system.count[0] < ASSAY_BOOTSTRAP_FEWEST ||
            design->new_system.count[0] < ASSAY_BOOTSTRAP_FEWEST);
}

char *simulate_sentence(const struct simulation_row *row, double confidence)
{
    enum assay_simulate_trust trust = assay_simulate_trust_of(&row->tally, confidence);
    struct assay_simulate_summary summary = assay_simulate_summarise(&row->tally);
    const char *title = title_of(row->method);
    char *text;
    if (trust == ASSAY_SIMULATE_NO_ANSWER)
        text = view_format("%s %s: it was undefined in %" PRIu64 " of %" PRIu64 " experiments%s.",
                           title, judgement_of(trust), row->tally.undefined, row->tally.experiments,
                           simulate_too_few(row) ? few_sentence : "");
    else
        text =
            view_format("%s %s: it held the truth in %.1f %% of %" PRIu64
                        " experiments (standard error %.1f). It promises %s.",
                        title, judgement_of(trust), 100 * summary.coverage, row->tally.experiments,
                        100 * summary.coverage_se, percent_rough(100 * confidence, 6).text);
    if (text != NULL && text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
    return text;
}
