/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why.c -- the screen of `assay why`: what the functions add to a change, what stands out first. */
#include "view/terminal/why.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "view/medium/screen.h"
#include "view/terminal/plot.h"
#include "view/terminal/why_counts.h"
#include "view/terminal/why_layout.h"
#include "view/text/sentences.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* ---- words ---- */

static bool has_intervals(const struct why_finding *finding)
{
    return finding->units > 1;
}

/* As people say it: "page faults" of page_faults. */
static struct quantity whole_of(const struct why_finding *finding)
{
    const char *name = strcmp(finding->unit, "Ir") == 0               ? "instructions"
                       : strcmp(finding->unit, "s") != 0              ? finding->unit
                       : finding->whole == ASSAY_WHOLE_WALL ? "time"
                                                                      : "processor time";
    struct quantity text = quantity_text("%.50s", name);
    for (char *at = text.text; strchr(name, ':') == NULL && *at != '\0'; at++)
        if (*at == '_')
            *at = ' ';
    return text;
}

/* For the sum and what stands out: a line that hardly varies would have digits that mean nothing beside theirs. */
static int decimals_of(const struct why_finding *finding)
{
    OWNED double *half_widths = view_room(finding->n + 1, sizeof *half_widths);
    size_t n = 0;
    for (size_t i = 0; half_widths != NULL && i <= finding->n; i++) {
        const struct why_line *line = i < finding->n ? &finding->lines[i] : &finding->total;
        const bool counts = i == finding->n || (line->of.kind == ASSAY_OF_FUNCTION && why_stands_out(line));
        if (counts && !line->of.exact && isfinite(line->of.upper))
            half_widths[n++] = line->of.upper - line->of.estimate;
    }
    return n > 0 ? percent_decimals(half_widths, n) : 2;
}

struct quantity why_change(const struct why_finding *finding, const struct why_line *line)
{
    return percent_signed(line->of.estimate, decimals_of(finding));
}

struct quantity why_range(const struct why_finding *finding, const struct why_line *line)
{
    struct quantity text = {.text = ""};
    if (line->of.exact)
        (void)snprintf(text.text, sizeof text.text, "exact");
    else if (has_intervals(finding))
        text = percent_range(line->of.lower, line->of.upper, decimals_of(finding));
    return text;
}

struct quantity why_own(const struct why_line *line)
{
    struct quantity text = {.text = ""};
    if (line->of.kind != ASSAY_OF_FUNCTION)
        return text;
    if (line->appears || line->disappears)
        (void)snprintf(text.text, sizeof text.text, "%s", line->appears ? "appears" : "disappears");
    else
        text = change_short(line->own);
    return text;
}

/* "new takes 2.1 % more processor time than old [1.2 … 3.0 %]" */
static void say_total(FILE *stream, const struct why_finding *finding)
{
    const struct assay_contribution *total = &finding->total.of;
    const struct quantity range = why_range(finding, &finding->total);
    const struct quantity whole = whole_of(finding);
    const bool is_time = strcmp(finding->unit, "s") == 0;
    if (total->estimate == 0)
        view_say(stream, "%s takes as %1s %1s as %s", finding->new_name,
                 is_time ? "much" : "many", whole.text, finding->old_name);
    else if (!why_stands_out(&finding->total) && has_intervals(finding))
        view_say(stream, "%s against %s: %1s %1s", finding->new_name, finding->old_name,
                 why_change(finding, &finding->total).text, whole.text);
    else
        view_say(stream, "%s takes %1s %1s %1s than %s", finding->new_name,
                 percent_plain(fabs(total->estimate), decimals_of(finding)).text,
                 total->estimate > 0 ? "more" : is_time ? "less" : "fewer", whole.text, finding->old_name);
    if (range.text[0] != '\0' && total->estimate != 0)
        view_say(stream, " [%1s]", range.text);
}

/* The function with the largest estimate, of all or of those that stand out; NULL: there is none. */
static const struct why_line *largest_of(const struct why_finding *finding, bool standing_out)
{
    const struct why_line *largest = NULL;
    for (size_t i = 0; i < finding->n; i++) {
        const struct why_line *line = &finding->lines[i];
        if (line->of.kind == ASSAY_OF_FUNCTION && (!standing_out || why_stands_out(line)) &&
            (largest == NULL || fabs(line->of.estimate) > fabs(largest->of.estimate)))
            largest = line;
    }
    return largest;
}

/* What a line without a name adds is explained by no function that is named. */
static double of_names(const struct why_finding *finding)
{
    double named = finding->named.of.estimate;
    for (size_t i = 0; i < finding->n; i++)
        if (finding->lines[i].of.kind == ASSAY_OF_FUNCTION && finding->lines[i].name[0] == '\0')
            named -= finding->lines[i].of.estimate;
    return named;
}

/* The same number as the total's where they differ by less than what is shown: two roundings of one would look like two. */
static double of_names_told(const struct why_finding *finding)
{
    const double named = of_names(finding), total = finding->total.of.estimate;
    return fabs(named - total) < pow(10, -decimals_of(finding)) ? total : named;
}

static void say_functions(FILE *stream, const struct why_finding *finding)
{
    const struct why_line *largest = largest_of(finding, true);
    OWNED char *name = largest != NULL ? view_kept(why_line_name(largest)) : NULL;
    if (finding->total.of.estimate == 0 || finding->inclusive)
        return;
    if (why_stands_out(&finding->total) || !has_intervals(finding))
        view_say(stream, "; named functions explain %1s", percent_signed(of_names_told(finding), decimals_of(finding)).text);
    else if (name != NULL)
        view_say(stream, "; %.40s alone %1s", name, why_change(finding, largest).text);
    else
        view_say(stream, ": %1s", finding->total.verdict == ASSAY_EQUIVALENT
                                      ? "equivalent"
                                      : "no change is told from none");
}

char *why_headline(const struct why_finding *finding)
{
    return VIEW_TEXT(stream, {
        say_total(stream, finding);
        say_functions(stream, finding);
    });
}

char *why_headline_named(const struct why_finding *finding)
{
    if (!finding->of_several)
        return why_headline(finding);
    OWNED char *headline = why_headline(finding);
    return headline == NULL ? NULL : VIEW_TEXT(stream, {
        view_say(stream, "%s: %1s", finding->benchmark, headline);
    });
}

/* How many times as many pairs would show a line's estimate eight times in ten (METHODS I2, Plan). */
static double times_to_see(const struct why_finding *finding, const struct why_line *line)
{
    const double errors = finding->critical + 0.85;
    return pow(errors * line->of.se / line->of.estimate, 2);
}

/* As it was measured, or as it was sampled. */
static bool is_equivalent(const struct why_finding *finding)
{
    return finding->equivalent || finding->total.verdict == ASSAY_EQUIVALENT;
}

/* The same of the largest; NaN: nothing worth the time. */
static double times_of_largest(const struct why_finding *finding)
{
    enum { MOST_TIMES = 200 };
    const struct why_line *largest = is_equivalent(finding) ? NULL : largest_of(finding, false);
    const double times = largest != NULL ? times_to_see(finding, largest) : (double)NAN;
    return times > 1 && times < MOST_TIMES ? times : (double)NAN;
}

static bool any_stands_out(const struct why_finding *finding)
{
    for (size_t i = 0; i < finding->n; i++)
        if (why_stands_out(&finding->lines[i]))
            return true;
    return false;
}

char *why_alone(const struct why_finding *finding)
{
    const struct why_line *largest = largest_of(finding, false);
    if (largest == NULL || any_stands_out(finding) || isnan(finding->widest))
        return NULL;
    if (is_equivalent(finding))
        return view_format("no function alone stands out, and the whole is equivalent: there is no change to explain");
    const double times = times_of_largest(finding);
    OWNED char *name = why_line_name(largest);
    return VIEW_TEXT(stream, {
        view_say(stream, "no function alone explains it: each is known to within ±%1s",
                 percent_plain(finding->widest, decimals_of(finding)).text);
        if (isfinite(times) && name != NULL)
            view_say(stream, "; %1s times as many pairs would show the %1s of %.40s",
                     rough_number(times, 2).text, why_change(finding, largest).text, name);
    });
}

/* The line without a name that takes most, if that is much; NULL: names are known. */
static const struct why_line *unnamed_of(const struct why_finding *finding)
{
    static const double much = 0.1;
    const struct why_line *most = NULL;
    for (size_t i = 0; i < finding->n; i++) {
        const struct why_line *line = &finding->lines[i];
        if (line->of.kind == ASSAY_OF_FUNCTION && line->name[0] == '\0' && line->of.share >= much &&
            (most == NULL || line->of.share > most->of.share))
            most = line;
    }
    return most;
}

/* What would name it; NULL: nothing is missing. */
static char *unnamed_words(const struct why_finding *finding)
{
    const struct why_line *line = unnamed_of(finding);
    if (line == NULL)
        return NULL;
    OWNED char *name = view_kept(why_line_name(line));
    return VIEW_TEXT(stream, {
        view_say(stream, "%.60s: %1s of %1s. ", name != NULL ? name : "?", percent_plain(100 * line->of.share, 0).text,
                 whole_of(finding).text);
        if (strcmp(line->object, PROFILE_JIT) == 0)
            view_say(stream, "What was compiled as it ran needs a map: node --perf-basic-prof and python -X perf write one");
        else
            view_say(stream, "Functions have names where it is not stripped (strip, -s), or where its debug file stands "
                             "below /usr/lib/debug");
    });
}

/* The same of many small functions that have no line of their own. */
static char *rest_words(const struct why_finding *finding)
{
    static const double much = 0.5;
    for (size_t i = 0; i < finding->n; i++) {
        const struct why_line *line = &finding->lines[i];
        if (line->of.kind == ASSAY_OF_REST && line->of.share >= much && line->of.functions > 1)
            return view_format("%.0f %% of it is in %zu functions that are too small to have a line: --share gives them one, "
                               "and --lines room for more",
                               100 * line->of.share, line->of.functions);
    }
    return NULL;
}

/* "12 345", in threes. */
static struct quantity grouped(double number)
{
    char digits[32];
    struct quantity text = {.text = ""};
    const int n = snprintf(digits, sizeof digits, "%.0f", number);
    size_t at = 0;
    for (int i = 0; i < n && at + 4 < sizeof text.text; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            text.text[at++] = ' ';
        text.text[at++] = digits[i];
    }
    text.text[at] = '\0';
    return text;
}

static void print_origin(const struct terminal *terminal, const struct why_finding *finding)
{
    OWNED char *text = VIEW_TEXT(stream, {
        view_say(stream, "%zu pair%1s of profiles", finding->pairs, finding->pairs == 1 ? "" : "s");
        if (finding->units < finding->pairs)
            view_say(stream, " of %zu builds", finding->units);
        view_say(stream, " (%s)", finding->sampler);
        if (why_has_each(finding))
            view_say(stream, " \u00b7 each one sampled");
        else if (strcmp(finding->unit, "s") == 0 || why_is_of_event(finding))
            view_say(stream, " \u00b7 %1s samples a side",
                     grouped(fmin(finding->samples[0], finding->samples[1])).text);
        if (has_intervals(finding))
            view_say(stream, " \u00b7 %zu %% intervals hold for all %zu lines at once",
                     (size_t)lround(100 * finding->confidence), finding->n);
        else
            view_say(stream, " \u00b7 one pair: no intervals");
        if (finding->inclusive)
            view_say(stream, " \u00b7 each function with what it calls: lines do not add up");
        if (finding->chosen != NULL)
            view_say(stream, " \u00b7 %s: --benchmark names another", finding->chosen);
    });
    if (text != NULL)
        terminal_paragraph(terminal, "", text);
}

/* "98 % of the samples", or of each side where they differ. */
static void say_shares(FILE *stream, const struct why_finding *finding, const double shares[2])
{
    const long old = lround(100 * shares[0]), new = lround(100 * shares[1]);
    if (old == new)
        view_say(stream, "%ld %% of the samples", old);
    else
        view_say(stream, "%ld %% of the samples of %.40s and %ld %% of %.40s", old, finding->old_name, new,
                 finding->new_name);
}

/* How callers were found, for how many samples, and what would find more. */
static void print_callers(const struct terminal *terminal, const struct why_finding *finding)
{
    static const double few = 0.9, many = 0.1;
    const struct why_callers *callers = &finding->callers;
    if (callers->by == WHY_CALLERS_UNKNOWN || isnan(callers->whole[0]) || isnan(callers->whole[1]))
        return;
    const bool by_frames = callers->by == WHY_CALLERS_BY_FRAMES;
    OWNED char *text = VIEW_TEXT(stream, {
        view_say(stream, "callers by %1s: ", by_frames ? "frame pointers" : "unwind tables");
        say_shares(stream, finding, callers->whole);
        view_say(stream, " reach the start of the program");
        if (by_frames) {
            view_say(stream, ". ");
            say_shares(stream, finding, callers->frameless);
            view_say(stream, " are in functions without a frame, whose own callers are left out");
            if (fmax(callers->frameless[0], callers->frameless[1]) > many)
                view_say(stream, ". --unwind dwarf finds them where libdw is installed, else compile with "
                                 "-fno-omit-frame-pointer -mno-omit-leaf-frame-pointer");
        } else if (fmin(callers->whole[0], callers->whole[1]) < few) {
            view_say(stream, ": others are deeper than 16 KiB, or go through code without tables");
        }
    });
    if (text != NULL)
        terminal_paragraph(terminal, "", text);
}

/* ---- the table ---- */

/* What the drawings of a table share. */
struct drawn {
    struct assay_estimate *ratios; /* of each row; kind ASSAY_ALL: nothing is drawn */
    size_t n;
    struct plot_axis axis;
};

static struct assay_estimate ratio_of(const struct why_line *line)
{
    const bool bounded = isfinite(line->of.lower) && isfinite(line->of.upper);
    return (struct assay_estimate){
        .estimate = 1 + line->of.estimate / 100,
        .interval = {.kind = bounded ? ASSAY_BOUNDED : ASSAY_ALL,
                     .lower = 1 + line->of.lower / 100,
                     .upper = 1 + line->of.upper / 100}};
}

static void draw_interval(const void *context, size_t row, int columns, bool utf8,
                          char text[TABLE_DRAWN])
{
    const struct drawn *drawn = context;
    struct plot_axis axis = drawn->axis;
    (void)utf8; /* its signs have plain ones */
    axis.columns = columns;
    text[0] = '\0';
    if (row < drawn->n && drawn->ratios[row].interval.kind == ASSAY_BOUNDED)
        plot_row(&axis, &drawn->ratios[row], text);
}

enum { OWN = 1, CODE = 2, COUNTED = 4 }; /* parts that give way */

static bool some_code(const struct why_finding *finding)
{
    for (size_t i = 0; i < finding->n; i++)
        if (finding->lines[i].code != WHY_CODE_UNKNOWN)
            return true;
    return false;
}

static void put_line(struct table *table, const struct why_finding *finding,
                     const struct drawn *drawn, const struct why_line *line)
{
    const bool sum = line == &finding->total;
    OWNED char *name = sum ? view_format(finding->inclusive ? "in all" : "sum of all") : view_kept(why_line_name(line));
    const enum style style = sum ? STYLE_STRONG : STYLE_PLAIN;
    table_row(table);
    table_put_name(table, COLUMN_LEFT("function"), name != NULL ? name : "?", TABLE_FITTED);
    table_put(table, COLUMN_RIGHT("change of the whole", .terse = "change", .terse_at = 1), style, "%s",
              why_change(finding, line).text);
    if (has_intervals(finding)) {
        table_put(table, COLUMN_RIGHT(interval_title(finding->confidence).text), STYLE_PLAIN, "%s",
                  why_range(finding, line).text);
        if (drawn != NULL)
            table_put_drawn(table, COLUMN_LEFT(""), draw_interval, drawn);
    }
    table_put(table, COLUMN_RIGHT("of itself", .part = OWN), STYLE_PLAIN, "%s",
              sum ? "" : why_own(line).text);
    if (finding->counts[WHY_INSTRUCTIONS].by != NULL)
        table_put(table, COLUMN_RIGHT("instructions", .part = COUNTED), STYLE_PLAIN, "%s",
                  why_counted(&line->counted[WHY_INSTRUCTIONS]).text);
    if (finding->counts[WHY_ALLOCATIONS].by != NULL)
        table_put(table, COLUMN_RIGHT("allocations", .part = COUNTED), STYLE_PLAIN, "%s",
                  why_counted(&line->counted[WHY_ALLOCATIONS]).text);
    if (some_code(finding))
        table_put(table, COLUMN_LEFT("code", .part = CODE), STYLE_PLAIN, "%s", why_code_words(line));
}

/* Functions that are shown: those that stand out, and the largest of the others up to a screen of them. */
static bool is_shown(const struct why_finding *finding, size_t place, const struct why_line *line)
{
    enum { SCREEN = 12 };
    (void)finding;
    return line->of.kind != ASSAY_OF_FUNCTION || place < SCREEN || why_stands_out(line) ||
           sentences_all_wanted();
}

struct shown {
    const struct why_line **lines;
    size_t n, hidden;
    double within; /* the farthest end of a hidden one's interval */
};

static void choose(const struct why_finding *finding, struct shown *shown)
{
    OWNED size_t *order = view_room(finding->n + 1, sizeof *order);
    if (order == NULL || shown->lines == NULL)
        return;
    why_order(finding, order);
    size_t left = 0; /* a line that says that one is left takes as much as that one */
    for (size_t i = 0; i < finding->n; i++)
        left += !is_shown(finding, i, &finding->lines[order[i]]);
    for (size_t i = 0; i < finding->n; i++) {
        const struct why_line *line = &finding->lines[order[i]];
        if (left == 1 || is_shown(finding, i, line)) {
            shown->lines[shown->n++] = line;
            continue;
        }
        shown->hidden++;
        shown->within = fmax(shown->within, fmax(-line->of.lower, line->of.upper));
    }
    shown->lines[shown->n++] = &finding->total;
}

static void print_table(const struct terminal *terminal, const struct why_finding *finding)
{
    enum { SMALL = 11, LARGE = 27, SHORT = 14, NAMES = 36 };
    static const struct table_fit fits[] = {
        {.gap = 3, .names = NAMES, .drawing = SMALL, .drawing_most = LARGE},
        {.gap = 2, .names = NAMES, .names_least = SHORT, .drawing = SMALL, .drawing_most = LARGE},
        {.gap = 2, .names_least = SHORT, .terse = 1},
        {.gap = 2, .names_least = SHORT, .terse = 1, .without = CODE},
        {.gap = 2, .names_least = SHORT, .terse = 1, .without = CODE | OWN},
        {.gap = 2, .names_least = SHORT, .terse = 1, .without = CODE | OWN | COUNTED}};
    /* Counts are what was asked for: names stay whole beside them as long as there is anything else to leave out. */
    static const struct table_fit counted_fits[] = {
        {.gap = 3, .names = NAMES, .drawing = SMALL, .drawing_most = LARGE},
        {.gap = 2, .names_least = NAMES, .terse = 1},
        {.gap = 2, .names_least = NAMES, .terse = 1, .without = CODE},
        {.gap = 2, .names_least = SHORT, .terse = 1, .without = CODE | OWN},
        {.gap = 2, .names_least = SHORT, .terse = 1, .without = CODE | OWN | COUNTED}};
    struct shown shown = {.lines = view_room(finding->n + 1, sizeof *shown.lines)};
    choose(finding, &shown);
    struct drawn drawn = {.ratios = view_room(shown.n, sizeof *drawn.ratios), .n = shown.n};
    for (size_t i = 0; drawn.ratios != NULL && i < shown.n; i++)
        drawn.ratios[i] = ratio_of(shown.lines[i]);
    drawn.axis = plot_axis_of(drawn.ratios, drawn.ratios != NULL ? shown.n : 0, finding->margin, 0);
    struct table *table = table_new(0);
    if (why_any_counts(finding))
        table_fits(table, counted_fits, sizeof counted_fits / sizeof *counted_fits);
    else
        table_fits(table, fits, sizeof fits / sizeof *fits);
    for (size_t i = 0; i < shown.n; i++)
        put_line(table, finding, &drawn, shown.lines[i]);
    table_print(terminal, &table);
    if (shown.hidden > 0 && has_intervals(finding))
        terminal_printf(terminal, STYLE_PLAIN, "  and %zu more functions, each within ±%1s: --details\n",
                        shown.hidden, percent_plain(shown.within, decimals_of(finding)).text);
    else if (shown.hidden > 0)
        terminal_printf(terminal, STYLE_PLAIN, "  and %zu more functions: --details\n", shown.hidden);
    free(shown.lines);
    free(drawn.ratios);
}

/* What the lines that are left out add up to: with it the shown ones make the sum. */
static void put_rest(struct table *table, const struct why_finding *finding, size_t lines,
                     double percent)
{
    table_row(table);
    table_put(table, COLUMN_LEFT("function"), STYLE_PLAIN, "rest (%zu lines)", lines);
    table_put(table, COLUMN_RIGHT("change of the whole", .terse = "change", .terse_at = 1), STYLE_PLAIN,
              "%s", percent_signed(percent, decimals_of(finding)).text);
}

struct table *why_moved_table(const struct why_finding *finding)
{
    static const struct table_fit fits[] = {{.gap = 3, .names = 40},
                                            {.gap = 2, .names_least = 14, .terse = 1},
                                            {.gap = 2, .names_least = 14, .terse = 1, .without = CODE | OWN}};
    const struct why_line *lines[WHY_MOVED];
    double rest = finding->total.of.estimate;
    struct table *table = table_new(0);
    const size_t n = why_moved(finding, lines, WHY_MOVED);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    for (size_t i = 0; i < n; i++) {
        put_line(table, finding, NULL, lines[i]);
        rest -= lines[i]->of.estimate;
    }
    if (n < finding->n && !finding->inclusive)
        put_rest(table, finding, finding->n - n, rest);
    put_line(table, finding, NULL, &finding->total);
    return table;
}

void why_short_print(const struct terminal *terminal, const struct why_finding *finding,
                     const char *of)
{
    OWNED char *headline = why_headline(finding), *alone = why_alone(finding);
    struct table *table = why_moved_table(finding);
    terminal_sentence(terminal, "\n  ", "where%s%s: %s", of != NULL ? " " : "",
                      of != NULL ? of : "", headline != NULL ? headline : "?");
    table_print(terminal, &table);
    if (alone != NULL)
        terminal_paragraph(terminal, "  ", alone);
}

/* ---- gates ---- */

static void print_gates(const struct terminal *terminal, const struct why_finding *finding)
{
    for (size_t i = 0; i < finding->n_gates; i++) {
        const struct why_gate *gate = &finding->gates[i];
        const struct assay_estimate own = {.estimate = gate->line->own,
                                           .interval = gate->own_interval};
        OWNED char *text = VIEW_TEXT(stream, {
            view_say(stream, "gate %s: of itself %1s", gate->function, why_own(gate->line).text);
            if (has_intervals(finding) && !gate->line->of.exact)
                view_say(stream, " [%1s]", verdict_range(&own, 1).text);
            view_say(stream, ", margin %1s: %1s", percent_rough(100 * gate->margin, 2).text,
                     assay_verdict_name(gate->verdict));
        });
        if (text != NULL)
            terminal_paragraph(terminal, "  ", text);
    }
}

void why_view_print(const struct terminal *terminal, const struct why_view *view)
{
    const struct why_finding *finding = view->finding;
    OWNED char *headline = why_headline_named(finding), *alone = why_alone(finding);
    if (headline != NULL && terminal_columns(headline) > terminal->width)
        terminal_paragraph(terminal, "", headline);
    else if (headline != NULL)
        terminal_printf(terminal, STYLE_STRONG, "%1s\n", headline);
    print_origin(terminal, finding);
    print_callers(terminal, finding);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    print_table(terminal, finding);
    if (finding->n_gates > 0 || why_any_counts(finding) || why_any_layout(finding) || (alone != NULL && !view->quiet))
        terminal_puts(terminal, STYLE_PLAIN, "\n");
    why_counts_print(terminal, finding);
    why_layout_print(terminal, finding);
    print_gates(terminal, finding);
    if (alone != NULL && !view->quiet)
        terminal_paragraph(terminal, "  ", alone);
    OWNED char *unnamed = unnamed_words(finding), *small = rest_words(finding);
    if ((unnamed != NULL || small != NULL) && alone == NULL && finding->n_gates == 0 &&
        !why_any_counts(finding) && !view->quiet)
        terminal_puts(terminal, STYLE_PLAIN, "\n");
    if (unnamed != NULL && !view->quiet)
        terminal_paragraph(terminal, "  ", unnamed);
    if (small != NULL && !view->quiet)
        terminal_paragraph(terminal, "  ", small);
    const double rounds = ceil(times_of_largest(finding) * (double)finding->pairs);
    if (alone != NULL && !view->quiet && view->experiment > 0 && isfinite(rounds))
        terminal_printf(terminal, STYLE_PLAIN, "  next: assay why %lld%s%s%s --rounds %.0f\n",
                        (long long)view->experiment, why_is_of_event(finding) ? " --event " : "",
                        why_is_of_event(finding) ? finding->unit : "",
                        finding->inclusive ? " --callers" : "", rounds);
    else if (alone == NULL && !view->quiet && view->experiment > 0 && finding->n_gates == 0)
        terminal_printf(terminal, STYLE_PLAIN, "  next: assay report %lld\n", (long long)view->experiment);
}
