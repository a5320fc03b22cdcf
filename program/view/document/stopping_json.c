/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping_json.c -- how measuring ended, as JSON and back. */
#include <math.h>
#include <string.h>

#include "view/document/experiment.h"
#include "view/document/finding_read.h"
#include "view/document/json.h"

static json_t *count_or_null(size_t n)
{
    return n > 0 ? render_json_count(n) : json_null();
}

json_t *stopping_json(const struct design_stop *stop, size_t most)
{
    return render_json_make(
        JSON("rule", stop_rule_names[stop->rule]),
        JSON("precision", stop->precision > 0 ? stop->precision : (double)NAN),
        JSON("expected", count_or_null(stop->expected)), JSON("looks", count_or_null(stop->looks)),
        JSON("pilot", count_or_null(stop->pilot)),
        JSON_IF(stop->budget_s > 0, "time_budget_s", stop->budget_s),
        JSON_IF(stop->rule == STOP_PEEK || stop->rule == STOP_LOOKS || stop->rule == STOP_ELIMINATE,
                "most", count_or_null(most)));
}

/* False where there is none. */
static bool read_stop(const json_t *object, struct design_stop *stop)
{
    const char *name = finding_text(object, "rule");
    *stop = (struct design_stop){.precision = finding_number(object, "precision"),
                                 .expected = finding_count(object, "expected"),
                                 .looks = finding_count(object, "looks"),
                                 .pilot = finding_count(object, "pilot")};
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
