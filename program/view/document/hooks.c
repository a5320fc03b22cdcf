/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hooks.c -- hooks that failed: as JSON, and in a sentence.
 * Edge:     a list from a saved document may lack anything: what is missing is not said. */
#include "view/document/experiment.h"

#include <string.h>

#include "view/document/finding_read.h"
#include "view/document/json.h"

json_t *hooks_json(const struct store_hook *hooks, size_t n)
{
    return JSON_EACH(hook, hooks, n,
                     render_json_make(JSON("system", hook->system), JSON("hook", hook->name),
                                      JSON("round", (size_t)hook->round),
                                      JSON("position", (size_t)hook->position),
                                      JSON("outcome", outcome_name(hook->outcome)),
                                      JSON("code", (size_t)hook->code),
                                      JSON("last_words", hook->last_words)));
}

void hooks_say_ending(char text[64], const json_t *hook)
{
    const char *outcome = finding_text(hook, "outcome");
    const int code = (int)json_integer_value(json_object_get(hook, "code"));
    if (strcmp(outcome, outcome_name(OUTCOME_EXIT)) == 0)
        (void)snprintf(text, 64, "ended with exit code %d", code);
    else if (strcmp(outcome, outcome_name(OUTCOME_SIGNAL)) == 0)
        (void)snprintf(text, 64, "died of signal %d", code);
    else if (strcmp(outcome, outcome_name(OUTCOME_TIMEOUT)) == 0)
        (void)snprintf(text, 64, "was killed at its time limit");
    else
        (void)snprintf(text, 64, "failed");
}

char *hooks_sentence(const json_t *hooks, int limit)
{
    const size_t n = json_array_size(hooks);
    if (n == 0)
        return NULL;
    const json_t *first = json_array_get(hooks, 0);
    char ending[64], number[32] = "A hook";
    if (n > 1)
        (void)snprintf(number, sizeof number, "%zu hooks", n);
    hooks_say_ending(ending, first);
    char *text = view_said("%s failed while this was measured%s: %s of %.*s %s.", number,
                           n > 1 ? "; the first" : "", finding_text(first, "hook"), limit,
                           finding_text(first, "system"), ending);
    return text;
}
