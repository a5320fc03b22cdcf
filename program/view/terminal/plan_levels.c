/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_levels.c -- the table of levels on the screen of `assay plan`. */
#include <math.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/terminal/plan.h"
#include "view/text/form.h"
#include "view/text/quantity.h"

static struct quantity percent_of(double share)
{
    if (isnan(share))
        return quantity_text("\u2013");
    return quantity_text(share > 0 && share < 0.005 ? "< 1 %%" : "%.0f %%", 100 * share);
}

/* What one costs is not rounded up: "35.5 s". */
static struct quantity cost_of(double seconds)
{
    if (!(seconds >= 10 && seconds < 120)) /* not known, too */
        return duration_of(seconds);
    return quantity_text("%.3g s", seconds);
}

/* Three digits at the most, two decimals. */
static struct quantity deviation_of(double percent)
{
    const int decimals = percent < 1 ? 2 : 1;
    if (percent < 0.005 || percent >= 1e4)
        return quantity_text("%s", percent_rough(percent, 2).text);
    return quantity_text("%.*f %%", decimals, percent);
}

static void put_variation(struct table *table, const struct plan_finding *shown, size_t level)
{
    const struct column column = COLUMN_RIGHT("variation");
    const double t2 = shown->t2[level];
    if (isnan(t2))
        table_put(table, column, STYLE_FAINT, "not repeated");
    else if (!(t2 > 0))
        table_put(table, column, STYLE_FAINT, t2 < 0 ? "none seen" : "none");
    else
        table_put(table, column, STYLE_PLAIN, "%s",
                  deviation_of(100 * sqrt(t2) / shown->mean).text);
}

static void put_count(struct table *table, const struct plan_finding *shown, size_t level)
{
    const struct column column = COLUMN_RIGHT("best count");
    const struct plan_level about = plan_level_of(shown, level);
    if (level < shown->first)
        table_put(table, column, STYLE_FAINT, "1, as measured");
    else if (level == shown->first)
        table_put(table, column, STYLE_PLAIN, shown->n_targets > 0 ? "see below" : "\u2013");
    else
        table_put(table, column, STYLE_STRONG, "%zu", about.count);
}

/* What gives way: doubling then stands below the table, times in that of answers. */
enum { DOUBLING = 1, TIMES = 2 };

/* "−29.3 %, +100 % time"; for programs two cells. */
static void put_doubling(struct table *table, const struct plan_level *about)
{
    const struct column column = COLUMN_RIGHT("doubling it: width", .part = DOUBLING);
    const bool known = !isnan(about->doubling_width);
    const struct quantity width = percent_signed(100 * about->doubling_width, 1),
                          time = percent_signed(100 * about->doubling_time, 0);
    if (!known || form_of_programs())
        table_put(table, column, STYLE_PLAIN, "%s", known ? width.text : "\u2013");
    else
        table_put(table, column, STYLE_PLAIN, "%s, %s time", width.text, time.text);
    if (form_of_programs())
        table_put(table, COLUMN_RIGHT("time"), STYLE_PLAIN, "%s", known ? time.text : "");
}

static void put_level(struct table *table, const struct plan_finding *shown, size_t level)
{
    const struct plan_level about = plan_level_of(shown, level);
    table_row(table);
    table_put_name(table, COLUMN_LEFT("level"), shown->level_name[level], 20);
    put_variation(table, shown, level);
    table_put(table, COLUMN_RIGHT("of variance"), STYLE_PLAIN, "%s",
              percent_of(about.variance_share).text);
    table_put(table, COLUMN_RIGHT("cost of one"), STYLE_PLAIN, "%s",
              cost_of(shown->cost_s[level]).text);
    table_put(table, COLUMN_RIGHT("of time", .part = TIMES), STYLE_PLAIN, "%s",
              percent_of(about.cost_share).text);
    put_count(table, shown, level);
    put_doubling(table, &about);
}

/* "Doubling builds: −29.3 % width, +100 % time; executions: …", where the table has no room for it. */
static void print_doubling(const struct terminal *terminal, const struct plan_finding *shown)
{
    char text[1024] = "";
    size_t length = 0;
    for (size_t i = 0; i < shown->n_levels && length < sizeof text; i++) {
        const struct plan_level about = plan_level_of(shown, i);
        if (isnan(about.doubling_width))
            continue;
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s: %s width, %s time",
                                   length == 0 ? "Doubling " : "; ",
                                   level_plural(shown->level_name[i]).text,
                                   percent_signed(100 * about.doubling_width, 1).text,
                                   percent_signed(100 * about.doubling_time, 0).text);
    }
    if (length == 0 || length >= sizeof text - 1)
        return;
    memcpy(text + length, ".", 2);
    fputc('\n', terminal->stream);
    terminal_paragraph(terminal, "", text);
}

void plan_levels_print(const struct terminal *terminal, const struct plan_finding *shown)
{
    static const struct table_fit fits[] = {
        {.gap = 3}, {.gap = 3, .without = DOUBLING}, {.gap = 2, .without = DOUBLING | TIMES}};
    struct table *table = table_new(0);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    for (size_t i = 0; i < shown->n_levels; i++)
        put_level(table, shown, i);
    if (table_print(terminal, &table).without != 0)
        print_doubling(terminal, shown);
}
