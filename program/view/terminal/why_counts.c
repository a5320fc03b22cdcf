/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_counts.c -- what functions count for, beside their time: instructions, and the memory that they ask for. */
#include "view/terminal/why_counts.h"

#include "view/text/view_memory.h"

bool why_any_counts(const struct why_finding *finding)
{
    return finding->counts[WHY_INSTRUCTIONS].by != NULL || finding->counts[WHY_ALLOCATIONS].by != NULL;
}

struct quantity why_counted(const struct why_counted *counted)
{
    if (!counted->known)
        return quantity_text("%s", "");
    if (counted->old <= 0 || counted->new <= 0)
        return quantity_text("%s", counted->new > 0   ? "appears"
                                   : counted->old > 0 ? "disappears"
                                                      : "");
    return quantity_text("%s%s", counted->exact ? "" : "~",
                         change_short(counted->new / counted->old).text);
}

/* ---- instructions ---- */

static const char *times(size_t n)
{
    return n == 1 ? "" : "s";
}

static void print_instructions(const struct terminal *terminal, const struct why_finding *finding)
{
    const size_t n = finding->counts[WHY_INSTRUCTIONS].executions;
    OWNED char *text = VIEW_TEXT(stream, {
        view_say(stream, "instructions: of each function itself, counted in %zu execution%1s a side (%1s); %1s",
                 n, times(n), finding->counts[WHY_INSTRUCTIONS].by,
                 finding->total.counted[WHY_INSTRUCTIONS].exact ? "all alike: exact"
                                                                : "~: executions differ");
    });
    if (text != NULL)
        terminal_paragraph(terminal, "  ", text);
}

/* ---- allocations ---- */

/* "1 200 to 1 680", "37.5 to 52.5 KiB" */
static void say_numbers(FILE *stream, const struct why_counted *counted)
{
    if (counted->old == counted->new)
        view_say(stream, "%1s", quantity_whole(counted->new).text);
    else
        view_say(stream, "%1s to %1s", quantity_whole(counted->old).text,
                 quantity_whole(counted->new).text);
}

static void say_bytes(FILE *stream, const struct why_counted *bytes)
{
    const double values[] = {bytes->old, bytes->new};
    const struct quantity_scale scale = quantity_scale_of("byte", values, 2);
    if (bytes->old == bytes->new)
        view_say(stream, "%1s", quantity_of(bytes->new, &scale).text);
    else
        view_say(stream, "%1s to %1s", quantity_bare(bytes->old, &scale).text,
                 quantity_of(bytes->new, &scale).text);
}

static void print_allocations(const struct terminal *terminal, const struct why_finding *finding)
{
    const struct why_counted *all = &finding->total.counted[WHY_ALLOCATIONS],
                             *bytes = &finding->total.counted[WHY_BYTES];
    const size_t n = finding->counts[WHY_ALLOCATIONS].executions;
    OWNED char *text = VIEW_TEXT(stream, {
        view_say(stream, "allocations: ");
        say_numbers(stream, all);
        view_say(stream, " in all, ");
        say_bytes(stream, bytes);
        view_say(stream, "; of a function of the program with those of libraries for it; counted in "
                         "%zu execution%1s a side; %1s",
                 n, times(n), all->exact && bytes->exact ? "all alike: exact" : "~: executions differ");
    });
    if (text != NULL)
        terminal_paragraph(terminal, "  ", text);
}

static bool changes(const struct why_allocating *of)
{
    return of->allocations.old != of->allocations.new || of->bytes.old != of->bytes.new;
}

/* "+40 % allocations (1 200 to 1 680, 37.5 to 52.5 KiB)", "7 allocations appear (700 B)" */
static void say_allocations(FILE *stream, const struct why_allocating *of)
{
    const struct why_counted *n = &of->allocations, *bytes = &of->bytes;
    const bool appears = n->old <= 0, disappears = !appears && n->new <= 0;
    const double values[] = {appears ? bytes->new : bytes->old};
    const struct quantity_scale scale = quantity_scale_of("byte", values, 1);
    if (appears || disappears) {
        view_say(stream, "%1s allocations %1s (%1s)", quantity_whole(appears ? n->new : n->old).text,
                 appears ? "appear" : "disappear", quantity_of(values[0], &scale).text);
        return;
    }
    view_say(stream, "%1s allocations (", why_counted(n).text);
    say_numbers(stream, n);
    view_say(stream, ", ");
    say_bytes(stream, bytes);
    view_say(stream, ")");
}

char *why_allocating_text(const struct why_finding *finding, size_t place)
{
    const struct why_allocating *of = &finding->allocating[place];
    const struct why_line named = {
        .of = {.kind = ASSAY_OF_FUNCTION}, .name = of->name, .object = of->object};
    if (!changes(of))
        return NULL;
    OWNED char *name = view_kept(why_line_name(&named));
    return VIEW_TEXT(stream, {
        view_say(stream, "%.40s: ", name != NULL ? name : "?");
        if (of->line != NULL)
            view_say(stream, "%1s time, ", why_change(finding, of->line).text);
        if (of->line != NULL && of->line->counted[WHY_INSTRUCTIONS].known)
            view_say(stream, "%1s instructions, ",
                     why_counted(&of->line->counted[WHY_INSTRUCTIONS]).text);
        say_allocations(stream, of);
    });
}

static void print_changes(const struct terminal *terminal, const struct why_finding *finding)
{
    size_t changed = 0;
    for (size_t i = 0; i < finding->n_allocating; i++) {
        OWNED char *text = why_allocating_text(finding, i);
        if (text != NULL && ++changed <= WHY_MOVED)
            terminal_paragraph(terminal, "    ", text);
    }
    if (changed > WHY_MOVED)
        terminal_printf(terminal, STYLE_PLAIN, "    and %zu more functions: --json\n",
                        changed - WHY_MOVED);
}

/* ---- contradictions ---- */

static void print_contradiction(const struct terminal *terminal, const struct why_finding *finding,
                                const struct why_line *line, enum why_count count)
{
    OWNED char *name = line == &finding->total ? view_format("in all") : view_kept(why_line_name(line));
    OWNED char *text = VIEW_TEXT(stream, {
        view_say(stream, "%.40s: %1s %1s, and yet %1s time: time decides",
                 name != NULL ? name : "?", why_counted(&line->counted[count]).text,
                 count == WHY_INSTRUCTIONS ? "instructions" : "allocations",
                 why_change(finding, line).text);
        if (count == WHY_INSTRUCTIONS)
            view_say(stream, ", since what counts has other caches and chooses other functions of libc");
    });
    if (text != NULL)
        terminal_paragraph(terminal, "  ", text);
}

static void print_contradictions(const struct terminal *terminal, const struct why_finding *finding,
                                 enum why_count count)
{
    for (size_t i = 0; i < finding->n; i++)
        if (why_contradicts(finding, &finding->lines[i], count))
            print_contradiction(terminal, finding, &finding->lines[i], count);
    if (why_contradicts(finding, &finding->total, count))
        print_contradiction(terminal, finding, &finding->total, count);
}

void why_counts_print(const struct terminal *terminal, const struct why_finding *finding)
{
    if (finding->counts[WHY_INSTRUCTIONS].by != NULL) {
        print_instructions(terminal, finding);
        print_contradictions(terminal, finding, WHY_INSTRUCTIONS);
    }
    if (finding->counts[WHY_ALLOCATIONS].by != NULL) {
        print_allocations(terminal, finding);
        print_changes(terminal, finding);
        print_contradictions(terminal, finding, WHY_ALLOCATIONS);
    }
}
