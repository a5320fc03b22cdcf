/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failures.c -- executions and builds that failed while an experiment was measured: as JSON, and in a sentence.
 * Edge:     a list from a saved document may lack anything: what is missing is not said. */
#include "view/document/experiment.h"

#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/text/say.h"
#include "view/text/view_memory.h"

json_t *failures_json(const struct store_failure *failures, size_t n)
{
    return JSON_EACH(failure, failures, n,
                     render_json_make(JSON("system", failure->system),
                                      JSON("benchmark", failure->benchmark),
                                      JSON("outcome", outcome_name(failure->outcome)),
                                      JSON("code", (size_t)failure->code),
                                      JSON("n", failure->n),
                                      JSON("last_words", failure->last_words)));
}

/* "28 executions of old on sort ended with exit code 3" */
static void say_one(FILE *stream, const json_t *failure, bool alone)
{
    char ending[64];
    const size_t n = (size_t)json_integer_value(json_object_get(failure, "n"));
    const bool build = !json_is_string(json_object_get(failure, "benchmark"));
    hooks_say_ending(ending, failure);
    OWNED char *text = view_said(
        "%zu %s%s of %.*s%s%.*s %s", n, build ? "build" : "execution", n == 1 ? "" : "s", 60,
        finding_text(failure, "system"), build || alone ? "" : " on ", 40,
        build || alone ? "" : finding_text(failure, "benchmark"), ending);
    fputs(text != NULL ? text : "?", stream);
}

char *failures_sentence(const json_t *failures, bool alone)
{
    enum { MOST = 4 };
    const size_t n = json_array_size(failures);
    size_t more = 0;
    if (n == 0)
        return NULL;
    for (size_t i = MOST; i < n; i++)
        more += (size_t)json_integer_value(json_object_get(json_array_get(failures, i), "n"));
    return VIEW_TEXT(stream, {
        fputs("Failed and left out: ", stream);
        for (size_t i = 0; i < n && i < MOST; i++) {
            fputs(i > 0 ? ". " : "", stream);
            say_one(stream, json_array_get(failures, i), alone);
        }
        if (more > 0)
            fprintf(stream, ". %zu more came to other ends (--json lists them)", more);
        fputc('.', stream);
    });
}
