/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.c -- how measuring ended, in words. */
#include "view/document/experiment.h"

#include "view/text/view_memory.h"

char *stopping_sentence(const struct design_stop *stop, size_t most)
{
    char rounds[48] = "";
    switch (stop->rule) {
    case STOP_FIXED: return NULL;
    case STOP_PILOT: return view_format("This is a pilot, to plan from.");
    case STOP_FRESH:
        return view_format("A fresh run of the counts planned from pilot experiment %zu.",
                           stop->pilot);
    case STOP_PEEK:
        if (most > 0)
            (void)snprintf(rounds, sizeof rounds, ", for at most %zu rounds", most);
        return view_format("Measured until the plain interval would be within %.3g %%%s: it covers "
                           "less than it says.",
                           100 * stop->precision, rounds);
    case STOP_ANYTIME:
        return view_format("Watched while it ran: the interval holds at any time (%zu "
                           "rounds were expected).",
                           stop->expected);
    case STOP_LOOKS:
        if (most > 0)
            (void)snprintf(rounds, sizeof rounds, " of up to %zu rounds", most);
        return view_format("Watched at %zu announced looks%s; the interval allows for them.",
                           stop->looks, rounds);
    case STOP_ELIMINATE:
        return view_format(
            "Settings ended when another was certainly better: assay sweep says which "
            "is best and allows for %zu looks; other intervals do not.",
            stop->looks);
    }
    return NULL;
}

char *stopping_sentence_beside(const struct design_stop *stop, size_t most)
{
    if (stop->rule != STOP_ANYTIME && stop->rule != STOP_LOOKS)
        return stopping_sentence(stop, most);
    return view_format(
        "Watched while it ran (rule %s); intervals beside other sources do not allow "
        "for that.",
        stop_rule_names[stop->rule]);
}
