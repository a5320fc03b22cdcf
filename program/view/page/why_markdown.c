/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_markdown.c -- the functions that moved, as Markdown. */
#include "view/page/why_markdown.h"

#include <stdlib.h>

#include "view/terminal/why.h"
#include "view/text/markup.h"
#include "view/text/view_memory.h"

static void put_line(const struct markup *out, const struct why_finding *finding,
                     const struct why_line *line, const char *name)
{
    markup_write(out, "| %s | %s | %s | %s | %s |\n", name, why_change(finding, line).text,
                 why_range(finding, line).text, why_own(line).text,
                 line->code != WHY_CODE_UNKNOWN ? why_code_name(line->code) : "");
}

void why_markdown_put(const struct markup *out, const struct why_finding *finding)
{
    const struct why_line *lines[WHY_MOVED];
    const size_t n = why_moved(finding, lines, WHY_MOVED);
    OWNED char *headline = why_headline(finding), *alone = why_alone(finding);
    markup_write(out, "%s\n\n| function | change of the whole | %.0f %% interval | of itself | code |\n"
                      "|---|--:|--:|--:|---|\n",
                 headline != NULL ? headline : "?", 100 * finding->confidence);
    for (size_t i = 0; i < n; i++) {
        OWNED char *name = view_kept(why_line_name(lines[i]));
        put_line(out, finding, lines[i], name != NULL ? name : "?");
    }
    put_line(out, finding, &finding->total, finding->inclusive ? "in all" : "sum of all");
    markup_write(out, "\n%zu of %zu lines shown; the intervals hold for all at once.\n", n,
                 finding->n);
    if (alone != NULL)
        markup_write(out, "\n%s\n", alone);
}

void why_markdown_print(FILE *stream, const struct why_finding *finding)
{
    const struct markup out = markup_markdown(stream);
    why_markdown_put(&out, finding);
}
