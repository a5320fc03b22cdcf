/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_markdown.c -- the functions that moved, as Markdown. */
#include "view/page/why_markdown.h"

#include <stdlib.h>

#include "view/terminal/why.h"
#include "view/text/markup.h"
#include "view/text/view_memory.h"

enum { MOST = 5 };

static void put_line(const struct markup *out, const struct why_finding *finding,
                     const struct why_line *line, const char *name)
{
    markup_write(out, "| %s | %s | %s | %s | %s |\n", name, why_change(finding, line).text,
                 why_range(finding, line).text, why_own(line).text,
                 line->code != WHY_CODE_UNKNOWN ? why_code_name(line->code) : "");
}

/* What stands out; where nothing does, the largest. */
static size_t put_functions(const struct markup *out, const struct why_finding *finding)
{
    OWNED size_t *order = view_room(finding->n + 1, sizeof *order);
    size_t shown = 0;
    if (order == NULL)
        return 0;
    why_order(finding, order);
    for (size_t i = 0; i < finding->n && shown < MOST; i++) {
        const struct why_line *line = &finding->lines[order[i]];
        OWNED char *name = view_kept(why_line_name(line));
        if (line->of.kind != ASSAY_OF_FUNCTION || (shown > 0 && !why_stands_out(line)))
            break;
        put_line(out, finding, line, name != NULL ? name : "?");
        shown++;
    }
    return shown;
}

void why_markdown_print(FILE *stream, const struct why_finding *finding)
{
    const struct markup out = markup_markdown(stream);
    OWNED char *headline = why_headline(finding), *alone = why_alone(finding);
    markup_write(&out, "%s\n\n| function | change of the whole | %.0f %% interval | of itself | code |\n"
                       "|---|--:|--:|--:|---|\n",
                 headline != NULL ? headline : "?", 100 * finding->confidence);
    const size_t shown = put_functions(&out, finding);
    put_line(&out, finding, &finding->total, finding->inclusive ? "in all" : "sum of all");
    markup_write(&out, "\n%zu of %zu lines shown; the intervals hold for all at once.\n", shown,
                 finding->n);
    if (alone != NULL)
        markup_write(&out, "\n%s\n", alone);
}
