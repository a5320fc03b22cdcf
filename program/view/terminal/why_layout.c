/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_layout.c -- how much of a function's change is layout, or what would tell it. */
#include "view/terminal/why_layout.h"

#include <math.h>

#include "view/text/view_memory.h"

static bool is_known(const struct why_line *line)
{
    return line->layout[0].known && line->layout[1].known;
}

/* It moves, or seeds move it by half the margin. */
static bool is_told(const struct why_finding *finding, const struct why_line *line)
{
    const double most = fmax(line->layout[0].sd, line->layout[1].sd);
    return is_known(line) && (why_stands_out(line) || most > 50 * finding->margin);
}

/* The largest that stands out with the same code; NULL: none does. */
static const struct why_line *unexplained(const struct why_finding *finding)
{
    const struct why_line *found = NULL;
    for (size_t i = 0; i < finding->n; i++) {
        const struct why_line *line = &finding->lines[i];
        if (line->code == WHY_CODE_SAME && why_stands_out(line) &&
            (found == NULL || fabs(line->of.estimate) > fabs(found->of.estimate)))
            found = line;
    }
    return found;
}

static const char *remedy_of(enum why_layout_doubt doubt)
{
    switch (doubt) {
    case WHY_LAYOUT_NOT_DRAWN: return "builds by assay cc, three seeds or more (assay help cc)";
    case WHY_LAYOUT_FEW_BUILDS: return "three builds by assay cc or more";
    case WHY_LAYOUT_ONE_EXECUTION: return "two executions or more of each build";
    default: return NULL;
    }
}

/* "lookup has the same code: how much of its change is layout, builds by assay cc tell"; but who calls it more often where it
 * runs more, and what would tell that where nothing was counted. To be freed. */
static char *advice_of(const struct why_finding *finding, const struct why_line *line)
{
    OWNED char *name = view_kept(why_line_name(line));
    const struct why_counted *ran = &line->counted[WHY_INSTRUCTIONS];
    if (ran->new > ran->old && why_work_of(line) != WHY_WORK_AS_BEFORE)
        return view_said("%.40s has the same code and runs more of it: assay why --callers says "
                         "who calls it",
                         name != NULL ? name : "?");
    return view_said("%.40s has the same code: %s%s tell", name != NULL ? name : "?",
                     finding->counts[WHY_INSTRUCTIONS].by == NULL
                         ? "--counts tells more work from layout. How much is layout, "
                         : "how much of its change is layout, ",
                     remedy_of(finding->layout));
}

/* Where nothing was counted more of the same code may have run, or each step took longer. */
const char *why_code_words(const struct why_line *line)
{
    static const char *const words[] = {"", "same", "changed", "differs between builds"};
    const bool up = line->of.estimate > 0;
    if (line->code != WHY_CODE_SAME || !why_stands_out(line))
        return words[line->code];
    switch (why_work_of(line)) {
    case WHY_WORK_AS_BEFORE: return "same: layout or cache";
    case WHY_WORK_IN_PART:
        return up ? "same: runs more, and slower" : "same: runs less, and faster";
    case WHY_WORK_EXPLAINS:
        return line->counted[WHY_INSTRUCTIONS].new > line->counted[WHY_INSTRUCTIONS].old
                   ? "same: runs more"
                   : "same: runs less";
    case WHY_WORK_UNKNOWN: break;
    }
    return up ? "same: runs more, or slower" : "same: runs less, or faster";
}

bool why_any_layout(const struct why_finding *finding)
{
    bool any = remedy_of(finding->layout) != NULL && unexplained(finding) != NULL;
    for (size_t i = 0; i < finding->n; i++)
        any = any || is_told(finding, &finding->lines[i]);
    return any;
}

/* "±0.9 %"; where none is seen "at most ±0.4 %" */
static struct quantity spread_words(const struct why_spread *spread)
{
    return spread->sd > 0 ? quantity_text("±%s", percent_rough(spread->sd, 2).text)
                          : quantity_text("at most ±%s", percent_rough(spread->sd_upper, 2).text);
}

static void print_line(const struct terminal *terminal, const struct why_finding *finding,
                       const struct why_line *line)
{
    OWNED char *name = view_kept(why_line_name(line));
    OWNED char *text = VIEW_TEXT(stream, {
        view_say(stream, "%1s in %.40s, whose code is the same: ", why_change(finding, line).text,
                 name != NULL ? name : "?");
        const struct why_spread *old = &line->layout[0], *new = &line->layout[1];
        if (old->sd > 0 || new->sd > 0)
            view_say(stream,
                     "seeds of layout alone move it by %1s in %s and %1s in %s (sd of %zu builds)",
                     spread_words(old).text, finding->old_name, spread_words(new).text,
                     finding->new_name, finding->layout_builds);
        else
            view_say(
                stream, "seeds of layout are not seen to move it (±%1s at most, of %zu builds)",
                percent_rough(fmax(old->sd_upper, new->sd_upper), 2).text, finding->layout_builds);
    });
    if (text != NULL)
        terminal_paragraph(terminal, "  ", text);
}

void why_layout_print(const struct terminal *terminal, const struct why_finding *finding)
{
    OWNED size_t *order = view_room(finding->n + 1, sizeof *order);
    size_t shown = 0;
    if (remedy_of(finding->layout) != NULL) {
        const struct why_line *line = unexplained(finding);
        OWNED char *text = line != NULL ? advice_of(finding, line) : NULL;
        if (text != NULL)
            terminal_paragraph(terminal, "  ", text);
        return;
    }
    if (order == NULL)
        return;
    why_order(finding, order);
    for (size_t i = 0; i < finding->n && shown < WHY_MOVED; i++)
        if (is_told(finding, &finding->lines[order[i]])) {
            print_line(terminal, finding, &finding->lines[order[i]]);
            shown++;
        }
}
