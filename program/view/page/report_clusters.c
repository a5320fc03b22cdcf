/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_clusters.c -- where the values of a benchmark cluster, and whether its executions are steady. */
#include "view/page/report.h"

#include <string.h>

#include "view/document/finding_read.h"
#include "view/page/html.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

static const json_t *chart_of(const json_t *sample, const char *name)
{
    return json_object_get(json_object_get(sample, "chart"), name);
}

static void put_names(struct table *table, const json_t *sample)
{
    table_row(table);
    table_put_name(table, COLUMN_LEFT("system"), finding_text(sample, "system"), 0);
    table_put_name(table, COLUMN_LEFT("metric"), finding_text(sample, "metric"), 0);
}

/* Whether there is a row; else the table is freed. */
static bool has_rows(struct table **table)
{
    const bool has = *table != NULL && (*table)->n_rows > 0;
    if (!has)
        table_free(table);
    return has;
}

/* ---- modes ---- */

/* "1.20 ms (70 %), 1.31 ms (30 %)" */
static char *modes_words(const json_t *sample)
{
    const json_t *modes = json_object_get(chart_of(sample, "mixture"), "modes");
    const double sd = json_number_value(json_object_get(sample, "sd"));
    return VIEW_TEXT(out, {
        for (size_t i = 0; i < json_array_size(modes); i++) {
            const json_t *mode = json_array_get(modes, i);
            const double at = json_number_value(json_object_get(mode, "at"));
            const struct quantity_scale scale =
                quantity_scale_spread(finding_text(sample, "unit"), &at, 1, &sd, 1);
            fprintf(out, "%s%s (%.0f\u00a0%%)", i > 0 ? ", " : "", quantity_of(at, &scale).text,
                    100 * json_number_value(json_object_get(mode, "share")));
        }
    });
}

static void put_modes(struct table *table, const json_t *sample)
{
    const json_t *mixture = chart_of(sample, "mixture");
    const size_t fitted = finding_count(mixture, "fitted"), n = finding_count(sample, "n");
    OWNED char *modes = modes_words(sample);
    put_names(table, sample);
    table_put(table, COLUMN_LEFT("modes (share of the values)", .folds = true), STYLE_PLAIN, "%s",
              modes != NULL ? modes : "?");
    table_put(table, COLUMN_RIGHT("parts"), STYLE_PLAIN, "%zu",
              json_array_size(json_object_get(mixture, "parts")));
    table_put(table, COLUMN_RIGHT("values fitted"), STYLE_PLAIN, fitted < n ? "%zu of %zu" : "%zu",
              fitted, n);
}

static void print_modes(FILE *stream, const json_t *all, const size_t *samples, size_t n)
{
    struct table *table = table_new(0);
    for (size_t i = 0; i < n; i++)
        if (json_is_object(chart_of(json_array_get(all, samples[i]), "mixture")))
            put_modes(table, json_array_get(all, samples[i]));
    if (!has_rows(&table))
        return;
    fputs("<div class=\"scroll\"><table class=\"modes\"><caption>Where the values cluster: "
          "modes of the mixture of normal distributions with the smallest BIC</caption>",
          stream);
    html_table(stream, &table);
}

/* ---- steady parts ---- */

static const char *const states[] = {"flat", "warmup", "slowdown", "no steady state"};
enum { N_STATES = sizeof states / sizeof states[0] };

/* What the executions of one sample have in common. */
struct steadiness {
    size_t n_state[N_STATES], n, from, warmup;
};

static struct steadiness steadiness_of(const json_t *executions)
{
    struct steadiness all = {0};
    for (size_t i = 0; i < json_array_size(executions); i++) {
        const json_t *execution = json_array_get(executions, i);
        const char *name = finding_text(execution, "classification");
        const size_t from = (size_t)json_integer_value(json_object_get(execution, "steady_from"));
        const size_t warmup = (size_t)json_integer_value(json_object_get(execution, "warmup"));
        for (size_t k = 0; k < N_STATES; k++)
            all.n_state[k] += strcmp(name, states[k]) == 0;
        all.n += name[0] != '\0';
        all.from = from > all.from ? from : all.from;
        all.warmup = warmup > all.warmup ? warmup : all.warmup;
    }
    return all;
}

static void put_steady(struct table *table, const json_t *sample, const struct steadiness *all)
{
    const char *separator = "";
    OWNED char *classes = VIEW_TEXT(out, {
        for (size_t k = 0; k < N_STATES; k++)
            if (all->n_state[k] > 0) {
                fprintf(out, "%s%zu %s", separator, all->n_state[k], states[k]);
                separator = ", ";
            }
    });
    const struct column from = COLUMN_RIGHT("steady from iteration");
    put_names(table, sample);
    table_put(table, COLUMN_LEFT("executions"), STYLE_PLAIN, "%s", classes != NULL ? classes : "?");
    table_put(table, COLUMN_RIGHT("looked at"), STYLE_PLAIN, "%zu of %zu", all->n,
              finding_count(chart_of(sample, "runs"), "n"));
    if (all->n_state[N_STATES - 1] == 0)
        table_put(table, from, STYLE_PLAIN, "%zu", all->from);
    else
        table_put(table, from, STYLE_PLAIN, "\u2013");
    table_put(table, COLUMN_RIGHT("live from iteration"), STYLE_PLAIN, "%zu", all->warmup + 1);
}

static void print_steady(FILE *stream, const json_t *all, const size_t *samples, size_t n)
{
    struct table *table = table_new(0);
    for (size_t i = 0; i < n; i++) {
        const json_t *sample = json_array_get(all, samples[i]);
        const struct steadiness steadiness =
            steadiness_of(json_object_get(chart_of(sample, "runs"), "executions"));
        if (steadiness.n > 0)
            put_steady(table, sample, &steadiness);
    }
    if (!has_rows(&table))
        return;
    fputs("<div class=\"scroll\"><table class=\"steady\"><caption>Whether executions are "
          "steady: changes in their iterations, as <code>assay show --steady</code> finds them"
          "</caption>",
          stream);
    html_table(stream, &table);
}

void report_print_clusters(FILE *stream, const json_t *findings, const size_t *samples, size_t n)
{
    const json_t *all = json_object_get(findings, "samples");
    print_modes(stream, all, samples, n);
    print_steady(stream, all, samples, n);
}
