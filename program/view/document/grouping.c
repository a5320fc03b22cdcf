/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grouping.c -- executions grouped by what was drawn for them, as a screen and as JSON. */
#include "view/document/grouping.h"

#include <math.h>

#include "view/document/json.h"
#include "view/medium/screen.h"
#include "view/text/quantity.h"

static json_t *group_object(const struct grouping_finding *shown, size_t k)
{
    const struct assay_group *group = &shown->grouping.group[k];
    return render_json_make(JSON("lower", group->lower), JSON("upper", group->upper),
                            JSON("n", group->n), JSON("mean", group->mean),
                            JSON("interval", shown->has_interval[k]
                                                 ? render_json_interval(&shown->interval[k])
                                                 : json_null()));
}

void groupings_json_set(json_t *document, const struct grouping_finding *groupings, size_t n,
                        const char *name)
{
    json_t *list = JSON_EACH(
        g, groupings, n,
        render_json_make(JSON("system", g->series->system), JSON("benchmark", g->series->benchmark),
                         JSON("metric", g->series->metric), JSON("unit", g->series->unit),
                         JSON("n", g->grouping.n), JSON("share", g->grouping.share),
                         JSON("share_by_chance", g->grouping.share_by_chance),
                         JSON("groups", JSON_LIST(k, g->grouping.n_groups, group_object(g, k)))));
    render_json_put(document, JSON("by", name), JSON("groupings", list));
}

static void print_grouping(const struct terminal *terminal, const struct grouping_finding *g,
                           const char *name, double confidence)
{
    terminal_printf(terminal, STYLE_STRONG, "%s on %s, %s by %s\n\n", g->series->benchmark,
                    g->series->system, g->series->metric, name);
    struct table *table = table_new(3);
    char title[64];
    (void)snprintf(title, sizeof title, "%s CI", percent_rough(100 * confidence, 6).text);
    table_right(table, name, "executions", "mean");
    table_left(table, title);
    double means[ASSAY_GROUPS_MAX], widths[ASSAY_GROUPS_MAX];
    const size_t n = g->grouping.n_groups;
    for (size_t i = 0; i < n; i++) {
        means[i] = g->grouping.group[i].mean;
        widths[i] = g->has_interval[i] ? g->interval[i].upper - means[i] : (double)NAN;
    }
    const struct quantity_scale scale = quantity_scale_spread(g->series->unit, means, n, widths, n);
    for (size_t i = 0; i < n; i++) {
        const struct assay_group *group = &g->grouping.group[i];
        table_row(table);
        if (group->lower == group->upper)
            table_cell(table, STYLE_PLAIN, "%.0f", group->lower);
        else
            table_cell(table, STYLE_PLAIN, "%.0f … %.0f", group->lower, group->upper);
        table_cell(table, STYLE_PLAIN, "%zu", group->n);
        table_cell(table, STYLE_PLAIN, "%s", quantity_of(group->mean, &scale).text);
        if (!g->has_interval[i]) {
            table_cell(table, STYLE_FAINT, "one execution");
            continue;
        }
        table_cell(table, STYLE_PLAIN, "%s … %s", quantity_bare(g->interval[i].lower, &scale).text,
                   quantity_of(g->interval[i].upper, &scale).text);
    }
    table_print(terminal, &table);
    terminal_printf(terminal, STYLE_PLAIN,
                    "\n  %.1f %% of the variance between executions lies between these groups; "
                    "chance alone gives about %.1f %%.\n\n",
                    100 * g->grouping.share, 100 * g->grouping.share_by_chance);
}

void groupings_print(const struct terminal *terminal, const struct grouping_finding *groupings,
                     size_t n, const char *name, double confidence)
{
    for (size_t i = 0; i < n; i++)
        if (groupings[i].grouping.n > 0)
            print_grouping(terminal, &groupings[i], name, confidence);
}
