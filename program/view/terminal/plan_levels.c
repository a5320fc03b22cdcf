/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_levels.c -- the table of levels on the screen of `assay plan`. */
#include <math.h>
#include <string.h>

#include "view/terminal/plan.h"
#include "view/text/quantity.h"
#include "view/text/table.h"

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

static void variation_cell(struct table *table, const struct plan_finding *shown, size_t level)
{
    const double t2 = shown->t2[level];
    if (isnan(t2))
        table_cell(table, STYLE_FAINT, "not repeated");
    else if (!(t2 > 0))
        table_cell(table, STYLE_FAINT, t2 < 0 ? "none seen" : "none");
    else
        table_cell(table, STYLE_PLAIN, "%s", deviation_of(100 * sqrt(t2) / shown->mean).text);
}

static void count_cell(struct table *table, const struct plan_finding *shown, size_t level)
{
    const struct plan_level about = plan_level_of(shown, level);
    if (level < shown->first)
        table_cell(table, STYLE_FAINT, "1, as measured");
    else if (level == shown->first)
        table_cell(table, STYLE_PLAIN, "see below");
    else
        table_cell(table, STYLE_STRONG, "%zu", about.count);
}

/* "−29.3 %, +100 % time"; for programs two cells. */
static void doubling_cell(struct table *table, const struct plan_level *about)
{
    const bool known = !isnan(about->doubling_width);
    const struct quantity width = percent_signed(100 * about->doubling_width, 1),
                          time = percent_signed(100 * about->doubling_time, 0);
    if (!known || table_csv_wanted())
        table_cell(table, STYLE_PLAIN, "%s", known ? width.text : "\u2013");
    else
        table_cell(table, STYLE_PLAIN, "%s, %s time", width.text, time.text);
    if (table_csv_wanted())
        table_cell(table, STYLE_PLAIN, "%s", known ? time.text : "");
}

/* What the table of levels says, from wide to narrow; doubling then stands below it, and times in the table of answers. */
enum levels_detail { DOUBLING, TIMES, COUNTS };

static struct table *levels_table(const struct terminal *terminal, const struct plan_finding *shown,
                                  enum levels_detail detail)
{
    struct table *table = table_new(terminal, detail < COUNTS ? 3 : 2);
    table_left(table, "level");
    table_right(table, "variation", "of variance", "cost of one");
    if (detail < COUNTS)
        table_right(table, "of time");
    table_right(table, "best count");
    if (detail == DOUBLING)
        table_right(table, "doubling it: width", table_csv_wanted() ? "time" : NULL);
    for (size_t i = 0; i < shown->n_levels; i++) {
        const struct plan_level about = plan_level_of(shown, i);
        table_row(table);
        table_name(table, STYLE_PLAIN, shown->level_name[i], 20);
        variation_cell(table, shown, i);
        table_cell(table, STYLE_PLAIN, "%s", percent_of(about.variance_share).text);
        table_cell(table, STYLE_PLAIN, "%s", cost_of(shown->cost_s[i]).text);
        if (detail < COUNTS)
            table_cell(table, STYLE_PLAIN, "%s", percent_of(about.cost_share).text);
        count_cell(table, shown, i);
        if (detail == DOUBLING)
            doubling_cell(table, &about);
    }
    return table;
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
    enum levels_detail detail = DOUBLING;
    struct table *table = levels_table(terminal, shown, detail);
    while (table_width(table) > terminal->width && detail < COUNTS) {
        table_free(&table);
        table = levels_table(terminal, shown, ++detail);
    }
    table_print(&table);
    if (detail != DOUBLING)
        print_doubling(terminal, shown);
}
