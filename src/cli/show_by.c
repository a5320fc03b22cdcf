/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_by.c -- executions grouped by what was drawn for them.
 *
 * Up to eight different values make a group each; more are cut into four groups of equal size. The
 * share between groups is the sum of squares between their means over the whole one; chance alone
 * gives (groups - 1) / (executions - 1) on average.
 */
#include "cli/show_by.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/interval.h>

#include "cli/fail.h"
#include "render/json.h"
#include "render/quantity.h"
#include "render/table.h"
#include "store/store.h"

enum { MOST_VALUES = 8, RANGES = 4 };

struct group {
    double lower, upper; /* of the draw */
    size_t n;
    double mean;
    struct assay_interval interval; /* undefined below two executions */
    bool has_interval;
};

struct grouping {
    const struct assay_series *series;
    struct group groups[MOST_VALUES];
    size_t n_groups, n;
    double share, share_by_chance;
};

struct pair {
    double drawn, mean;
};

static int compare_pairs(const void *x, const void *y)
{
    const struct pair *a = x, *b = y;
    return a->drawn < b->drawn ? -1 : a->drawn > b->drawn;
}

static size_t count_values(const struct pair *pairs, size_t n)
{
    size_t values = n > 0;
    for (size_t i = 1; i < n; i++)
        values += pairs[i].drawn != pairs[i - 1].drawn;
    return values;
}

/* Where the group that begins at begin ends: equal draws are never parted. */
static size_t end_of_group(const struct pair *pairs, size_t n, size_t begin, bool by_value,
                           size_t which)
{
    size_t end = by_value ? begin + 1 : n * (which + 1) / RANGES;
    if (end <= begin)
        end = begin + 1;
    while (end < n && pairs[end].drawn == pairs[end - 1].drawn)
        end++;
    return end;
}

static void describe_group(const struct pair *pairs, size_t n, double confidence, double *values,
                           struct group *group)
{
    *group = (struct group){.lower = pairs[0].drawn, .upper = pairs[n - 1].drawn, .n = n};
    for (size_t i = 0; i < n; i++) {
        values[i] = pairs[i].mean;
        group->mean += pairs[i].mean / (double)n;
    }
    const struct assay_sample sample = assay_sample_flat(values, n);
    struct assay_estimate estimate;
    struct assay_error error;
    if (n < 2 || assay_mean_interval(&sample, confidence, &estimate, &error) != ASSAY_OK)
        return;
    group->interval = estimate.interval;
    group->has_interval = true;
}

/* pairs sorted by the draw. False: out of memory. */
static bool group_pairs(const struct pair *pairs, size_t n, double confidence, struct grouping *out)
{
    double *values = malloc(n * sizeof *values), mean = 0, all = 0, between = 0;
    if (values == NULL)
        return false;
    const bool by_value = count_values(pairs, n) <= MOST_VALUES;
    for (size_t begin = 0; begin < n && out->n_groups < MOST_VALUES;) {
        size_t end = end_of_group(pairs, n, begin, by_value, out->n_groups);
        describe_group(pairs + begin, end - begin, confidence, values,
                       &out->groups[out->n_groups++]);
        begin = end;
    }
    free(values);
    for (size_t i = 0; i < n; i++)
        mean += pairs[i].mean / (double)n;
    for (size_t i = 0; i < n; i++)
        all += (pairs[i].mean - mean) * (pairs[i].mean - mean);
    for (size_t i = 0; i < out->n_groups; i++) {
        const struct group *g = &out->groups[i];
        between += (double)g->n * (g->mean - mean) * (g->mean - mean);
    }
    out->n = n;
    out->share = all > 0 ? between / all : (double)NAN;
    out->share_by_chance = n > 1 ? (double)(out->n_groups - 1) / (double)(n - 1) : (double)NAN;
    return true;
}

static bool make_grouping(const struct store_draw *draws, size_t n_draws,
                          const struct assay_series *series, double confidence,
                          struct grouping *out)
{
    struct pair *pairs = calloc(n_draws + 1, sizeof *pairs);
    size_t n = 0;
    if (pairs == NULL)
        return false;
    for (size_t i = 0; i < n_draws; i++)
        if (strcmp(draws[i].system, series->system) == 0 &&
            strcmp(draws[i].benchmark, series->benchmark) == 0 &&
            strcmp(draws[i].metric, series->metric) == 0)
            pairs[n++] = (struct pair){draws[i].drawn, draws[i].mean};
    qsort(pairs, n, sizeof *pairs, compare_pairs);
    *out = (struct grouping){.series = series};
    bool done = n == 0 || group_pairs(pairs, n, confidence, out);
    free(pairs);
    return done;
}

/* ---- views ---- */

static void print_json(const struct grouping *groupings, size_t n, const char *name,
                       double confidence)
{
    json_t *document = render_json_document("show", confidence), *list = render_json_array();
    for (size_t i = 0; i < n; i++) {
        const struct grouping *g = &groupings[i];
        json_t *item = render_json_object(), *groups = render_json_array();
        render_json_set(item, "system", render_json_text(g->series->system));
        render_json_set(item, "benchmark", render_json_text(g->series->benchmark));
        render_json_set(item, "metric", render_json_text(g->series->metric));
        render_json_set(item, "unit", render_json_text(g->series->unit));
        render_json_set(item, "n", render_json_count(g->n));
        render_json_set(item, "share", render_json_number(g->share));
        render_json_set(item, "share_by_chance", render_json_number(g->share_by_chance));
        for (size_t k = 0; k < g->n_groups; k++) {
            json_t *group = render_json_object();
            render_json_set(group, "lower", render_json_number(g->groups[k].lower));
            render_json_set(group, "upper", render_json_number(g->groups[k].upper));
            render_json_set(group, "n", render_json_count(g->groups[k].n));
            render_json_set(group, "mean", render_json_number(g->groups[k].mean));
            render_json_set(group, "interval",
                            g->groups[k].has_interval ? render_json_interval(&g->groups[k].interval)
                                                      : json_null());
            render_json_append(groups, group);
        }
        render_json_set(item, "groups", groups);
        render_json_append(list, item);
    }
    render_json_set(document, "by", render_json_text(name));
    render_json_set(document, "groupings", list);
    render_json_print(stdout, document);
}

static void print_grouping(const struct terminal *terminal, const struct grouping *g,
                           const char *name, double confidence)
{
    struct terminal_names names = {NULL, 0};
    terminal_printf(terminal, STYLE_STRONG, "%s on %s, %s by %s\n\n",
                    terminal_shown(&names, g->series->benchmark, 0),
                    terminal_shown(&names, g->series->system, 0), g->series->metric, name);
    struct table *table = table_new(terminal, 3);
    char title[64];
    (void)snprintf(title, sizeof title, "%g %% interval", 100 * confidence);
    table_column(table, name, TABLE_RIGHT);
    table_column(table, "executions", TABLE_RIGHT);
    table_column(table, "mean", TABLE_RIGHT);
    table_column(table, title, TABLE_LEFT);
    double means[MOST_VALUES], widths[MOST_VALUES];
    for (size_t i = 0; i < g->n_groups; i++) {
        means[i] = g->groups[i].mean;
        widths[i] =
            g->groups[i].has_interval ? g->groups[i].interval.upper - means[i] : (double)NAN;
    }
    const struct quantity_scale scale =
        quantity_scale_spread(g->series->unit, means, g->n_groups, widths, g->n_groups);
    for (size_t i = 0; i < g->n_groups; i++) {
        const struct group *group = &g->groups[i];
        table_row(table);
        if (group->lower == group->upper)
            table_cell(table, STYLE_PLAIN, "%.0f", group->lower);
        else
            table_cell(table, STYLE_PLAIN, "%.0f … %.0f", group->lower, group->upper);
        table_cell(table, STYLE_PLAIN, "%zu", group->n);
        table_cell(table, STYLE_PLAIN, "%s", quantity_of(group->mean, &scale).text);
        if (!group->has_interval) {
            table_cell(table, STYLE_FAINT, "one execution");
            continue;
        }
        table_cell(table, STYLE_PLAIN, "%s … %s", quantity_bare(group->interval.lower, &scale).text,
                   quantity_of(group->interval.upper, &scale).text);
    }
    table_print(table);
    table_free(&table);
    terminal_printf(terminal, STYLE_PLAIN,
                    "\n  %.1f %% of the variance between executions lies between these groups; "
                    "chance alone gives about %.1f %%.\n\n",
                    100 * g->share, 100 * g->share_by_chance);
    terminal_names_fini(&names);
}

/* ---- the whole ---- */

static enum exit_code present(const struct input *input, const char *name,
                              const struct global_options *global)
{
    struct grouping *groupings = calloc(input->n, sizeof *groupings);
    size_t made = 0;
    bool done = groupings != NULL;
    for (; done && made < input->n; made++)
        done = make_grouping(input->draws, input->n_draws, &input->series[made], global->confidence,
                             &groupings[made]);
    if (!done) {
        (void)fail_memory();
    } else if (global->json) {
        print_json(groupings, input->n, name, global->confidence);
    } else {
        const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
        for (size_t i = 0; i < input->n; i++)
            if (groupings[i].n > 0)
                print_grouping(&terminal, &groupings[i], name, global->confidence);
    }
    free(groupings);
    return done ? EXIT_DONE : EXIT_SYSTEM;
}

enum exit_code show_by_present(const struct input *input, const char *name,
                               const struct global_options *global)
{
    if (input->experiment == NULL) {
        fputs("assay: --by looks at one experiment of the store: name one, and no files\n", stderr);
        return EXIT_USAGE;
    }
    if (input->n_draws == 0) {
        terminal_complain("assay: \"%s\" was not drawn in this experiment. What can be: "
                          "env_padding, cpu, directory_length (randomise in the manifest, or assay "
                          "run --env-padding 4096), stack_offset, argv_padding, aslr (layout: "
                          "runtime), batch (of the level iteration)",
                          name);
        return EXIT_DATA;
    }
    return present(input, name, global);
}
