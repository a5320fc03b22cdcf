/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_markdown.c -- the functions that moved, as Markdown. */
#include "view/page/why_markdown.h"

#include "view/terminal/why_counts.h"
#include "view/text/markup.h"
#include "view/text/view_memory.h"

static const struct {
    enum why_count count;
    const char *title;
} counted[] = {{WHY_INSTRUCTIONS, "instructions"}, {WHY_ALLOCATIONS, "allocations"}};
enum { COUNTED = sizeof counted / sizeof *counted };

static void put_head(const struct markup *out, const struct why_finding *finding)
{
    markup_write(out, "| function | change of the whole | %.0f %% interval | of itself |",
                 100 * finding->confidence);
    for (size_t i = 0; i < COUNTED; i++)
        if (finding->counts[counted[i].count].by != NULL)
            markup_write(out, " %s |", counted[i].title);
    markup_write(out, " code |\n|---|--:|--:|--:|");
    for (size_t i = 0; i < COUNTED; i++)
        if (finding->counts[counted[i].count].by != NULL)
            markup_write(out, "--:|");
    markup_write(out, "---|\n");
}

/* "+10 %"; of allocations also how many: "+40 % (1 200 to 1 680)" */
static void put_count(const struct markup *out, const struct why_counted *of, bool numbers)
{
    markup_write(out, " %s", why_counted(of).text);
    if (numbers && of->known && of->old != of->new)
        markup_write(out, " (%s to %s)", quantity_whole(of->old).text, quantity_whole(of->new).text);
    markup_write(out, " |");
}

static void put_line(const struct markup *out, const struct why_finding *finding,
                     const struct why_line *line, const char *name)
{
    markup_write(out, "| %s | %s | %s | %s |", name, why_change(finding, line).text,
                 why_range(finding, line).text, why_own(line).text);
    for (size_t i = 0; i < COUNTED; i++)
        if (finding->counts[counted[i].count].by != NULL)
            put_count(out, &line->counted[counted[i].count], counted[i].count == WHY_ALLOCATIONS);
    markup_write(out, " %s |\n", line->code != WHY_CODE_UNKNOWN ? why_code_name(line->code) : "");
}

/* Also of functions that take too little time for a line. */
static void put_allocating(const struct markup *out, const struct why_finding *finding)
{
    size_t shown = 0;
    for (size_t i = 0; i < finding->n_allocating && shown < WHY_MOVED; i++) {
        OWNED char *text = why_allocating_text(finding, i);
        if (text != NULL)
            markup_write(out, "%s- %s\n", shown++ == 0 ? "\n" : "", text);
    }
}

void why_markdown_put(const struct markup *out, const struct why_finding *finding)
{
    const struct why_line *lines[WHY_MOVED];
    const size_t n = why_moved(finding, lines, WHY_MOVED);
    OWNED char *headline = why_headline_named(finding), *alone = why_alone(finding);
    markup_write(out, "%s\n\n", headline != NULL ? headline : "?");
    put_head(out, finding);
    for (size_t i = 0; i < n; i++) {
        OWNED char *name = view_kept(why_line_name(lines[i]));
        put_line(out, finding, lines[i], name != NULL ? name : "?");
    }
    put_line(out, finding, &finding->total, finding->inclusive ? "in all" : "sum of all");
    markup_write(out, "\n%zu of %zu lines shown; the intervals hold for all at once.\n", n,
                 finding->n);
    if (alone != NULL)
        markup_write(out, "\n%s\n", alone);
    put_allocating(out, finding);
}

void why_markdown_print(FILE *stream, const struct why_finding *finding)
{
    const struct markup out = markup_markdown(stream);
    why_markdown_put(&out, finding);
}
