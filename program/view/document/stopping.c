/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.c -- how measuring ended, in words, as JSON and back. */
#include "view/document/experiment.h"

#include <math.h>
#include <string.h>

#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/text/quantity.h"
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
    case STOP_CONTINUED:
        if (stop->took_s > 0)
            return view_format("The time budget of %s is exceeded: the fewest rounds that say "
                               "something took %s. No value had a say in their number.",
                               duration_of(stop->budget_s).text, duration_of(stop->took_s).text);
        if (stop->pilot_units == 0)
            return view_format("As many rounds as the time allowed; no value had a say in it.");
        return view_format(
            "Planned from the first %zu, whose values count; the interval allows for "
            "that.",
            stop->pilot_units);
    case STOP_PEEK:
        if (most > 0)
            (void)snprintf(rounds, sizeof rounds, ", for at most %zu rounds", most);
        return view_format("Measured until the plain interval would be within %s%s: it covers "
                           "less than it says.",
                           percent_rough(100 * stop->precision, 3).text, rounds);
    case STOP_ANYTIME:
        return view_format("Watched while it ran: the interval holds at any time, and is made "
                           "for about %zu rounds.",
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

/* ---- as JSON and back ---- */

json_t *stopping_json(const struct design_stop *stop, size_t most)
{
    return render_json_make(
        JSON("rule", stop_rule_names[stop->rule]),
        JSON("precision", stop->precision > 0 ? stop->precision : (double)NAN),
        JSON("expected", render_json_some(stop->expected)),
        JSON("looks", render_json_some(stop->looks)), JSON("pilot", render_json_some(stop->pilot)),
        JSON_IF(stop->rule == STOP_CONTINUED, "pilot_units", stop->pilot_units),
        JSON_IF(stop->budget_s > 0, "time_budget_s", stop->budget_s),
        JSON_IF(stop->took_s > 0, "took_s", stop->took_s),
        JSON_IF(stop->rule == STOP_PEEK || stop->rule == STOP_LOOKS || stop->rule == STOP_ELIMINATE,
                "most", render_json_some(most)));
}

/* False where there is none. */
static bool read_stop(const json_t *object, struct design_stop *stop)
{
    const char *name = finding_text(object, "rule");
    *stop = (struct design_stop){.precision = finding_number(object, "precision"),
                                 .budget_s = finding_number(object, "time_budget_s"),
                                 .took_s = finding_number(object, "took_s"),
                                 .expected = finding_count(object, "expected"),
                                 .looks = finding_count(object, "looks"),
                                 .pilot = finding_count(object, "pilot"),
                                 .pilot_units = finding_count(object, "pilot_units")};
    for (size_t i = 0; stop_rule_names[i] != NULL; i++)
        if (strcmp(stop_rule_names[i], name) == 0) {
            stop->rule = (enum stop_rule)i;
            return true;
        }
    return false;
}

char *stopping_sentence_of(const json_t *object)
{
    struct design_stop stop;
    return read_stop(object, &stop) ? stopping_sentence(&stop, finding_count(object, "most"))
                                    : NULL;
}

char *stopping_sentence_of_beside(const json_t *object)
{
    struct design_stop stop;
    return read_stop(object, &stop) ? stopping_sentence_beside(&stop, finding_count(object, "most"))
                                    : NULL;
}
