/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hooks.c -- hooks that failed, as a table of the page. */
#include "view/page/hooks.h"

#include <string.h>

#include "view/document/experiment.h"
#include "view/document/finding_read.h"
#include "view/page/html.h"

/* Its last words line by line; trailing newlines are none. */
static void print_last_words(FILE *stream, const char *words)
{
    size_t length = strlen(words);
    while (length > 0 && words[length - 1] == '\n')
        length--;
    for (const char *line = words; line < words + length;) {
        const char *end = memchr(line, '\n', (size_t)(words + length - line));
        if (end == NULL)
            end = words + length;
        OWNED char *copy = strndup(line, (size_t)(end - line));
        fputs(line > words ? "<br><code>" : "<code>", stream);
        html_printf(stream, "%s</code>", copy != NULL ? copy : "");
        line = end + (end < words + length);
    }
}

/* Rounds count from 1 for readers; setup and cleanup surround all of them. */
static void print_round(FILE *stream, const json_t *hook)
{
    const char *name = finding_text(hook, "hook");
    fputs("</td><td class=\"number\">", stream);
    if (strcmp(name, "prepare") == 0 || strcmp(name, "conclude") == 0)
        fprintf(stream, "%lld", (long long)json_integer_value(json_object_get(hook, "round")) + 1);
}

void hooks_print_table(FILE *stream, const json_t *hooks)
{
    const json_t *hook;
    size_t i;
    char ending[64];
    if (json_array_size(hooks) == 0)
        return;
    fputs("<div class=\"scroll\"><table class=\"hooks\"><caption>Hooks that failed</caption>\n"
          "<thead><tr><th scope=\"col\">hook</th><th scope=\"col\">system</th><th scope=\"col\" "
          "class=\"number\">round</th><th scope=\"col\">how</th><th scope=\"col\">its last words"
          "</th></tr></thead>\n<tbody>\n",
          stream);
    json_array_foreach(hooks, i, hook)
    {
        hooks_say_ending(ending, hook);
        html_printf(stream, "<tr><th scope=\"row\">%s</th><td>%s", finding_text(hook, "hook"),
                    finding_text(hook, "system"));
        print_round(stream, hook);
        html_printf(stream, "</td><td>%s</td><td class=\"wide\">", ending);
        print_last_words(stream, finding_text(hook, "last_words"));
        fputs("</td></tr>\n", stream);
    }
    fputs("</tbody></table></div>\n", stream);
}
