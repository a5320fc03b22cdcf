/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.c -- how measuring ended: in words and as JSON. */
#include "render/stopping.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "render/finding_read.h"
#include "render/json.h"
#include "render/words.h"

char *stopping_sentence(const struct design_stop *stop, size_t most)
{
    char rounds[48] = "";
    switch (stop->rule) {
    case STOP_FIXED: return NULL;
    case STOP_PILOT: return words_format("This is a pilot, to plan from.");
    case STOP_FRESH:
        return words_format("A fresh run of the counts planned from pilot experiment %zu.",
                            stop->pilot);
    case STOP_PEEK:
        if (most > 0)
            (void)snprintf(rounds, sizeof rounds, ", for at most %zu rounds", most);
        return words_format(
            "Measured until the plain interval would be within %.3g %%%s: it covers "
            "less than it says.",
            100 * stop->precision, rounds);
    case STOP_ANYTIME:
        return words_format("Watched while it ran: the interval holds at any time (%zu "
                            "rounds were expected).",
                            stop->expected);
    case STOP_LOOKS:
        if (most > 0)
            (void)snprintf(rounds, sizeof rounds, " of up to %zu rounds", most);
        return words_format("Watched at %zu announced looks%s; the interval allows for them.",
                            stop->looks, rounds);
    }
    return NULL;
}

char *stopping_sentence_beside(const struct design_stop *stop, size_t most)
{
    if (stop->rule != STOP_ANYTIME && stop->rule != STOP_LOOKS)
        return stopping_sentence(stop, most);
    return words_format(
        "Watched while it ran (rule %s); intervals beside other sources do not allow "
        "for that.",
        stop_rule_names[stop->rule]);
}

static json_t *count_or_null(size_t n)
{
    return n > 0 ? render_json_count(n) : json_null();
}

json_t *stopping_json(const struct design_stop *stop, size_t most)
{
    json_t *object = render_json_object();
    render_json_set(object, "rule", render_json_text(stop_rule_names[stop->rule]));
    render_json_set(object, "precision",
                    render_json_number(stop->precision > 0 ? stop->precision : (double)NAN));
    render_json_set(object, "expected", count_or_null(stop->expected));
    render_json_set(object, "looks", count_or_null(stop->looks));
    render_json_set(object, "pilot", count_or_null(stop->pilot));
    if (stop->budget_s > 0)
        render_json_set(object, "time_budget_s", render_json_number(stop->budget_s));
    if (stop->rule == STOP_PEEK || stop->rule == STOP_LOOKS)
        render_json_set(object, "most", count_or_null(most));
    return object;
}

static size_t count_of(const json_t *object, const char *key)
{
    const json_int_t n = json_integer_value(json_object_get(object, key));
    return n > 0 ? (size_t)n : 0;
}

/* False where there is none. */
static bool read_stop(const json_t *object, struct design_stop *stop)
{
    const char *name = finding_text(object, "rule");
    *stop = (struct design_stop){.precision = finding_number(object, "precision"),
                                 .expected = count_of(object, "expected"),
                                 .looks = count_of(object, "looks"),
                                 .pilot = count_of(object, "pilot")};
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
    return read_stop(object, &stop) ? stopping_sentence(&stop, count_of(object, "most")) : NULL;
}

char *stopping_sentence_of_beside(const json_t *object)
{
    struct design_stop stop;
    return read_stop(object, &stop) ? stopping_sentence_beside(&stop, count_of(object, "most"))
                                    : NULL;
}
