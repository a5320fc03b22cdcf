/* SPDX-License-Identifier: GPL-3.0-or-later */
/* methods_statistic.c -- the sentences on what the numbers are and what decides: of the methods that the findings at hand
 * have used, and of no others. */
#include "view/page/methods.h"

#include <string.h>

#include "view/text/verdict.h"

static const struct {
    const char *method; /* as an interval names it, or a part of that */
    const char *work;   /* that it rests on */
} sources[] = {
    {"fieller", METHODS_CITE "fieller1954" METHODS_END METHODS_CITE "kalibera2013" METHODS_END},
    {"bootstrap", METHODS_CITE "hesterberg2015" METHODS_END},
    {"fieller-paired-anytime", METHODS_CITE "wang2023" METHODS_END},
    {"order-anytime", METHODS_CITE "robbins1970" METHODS_END},
    {"obrien-fleming", METHODS_CITE "obrien1979" METHODS_END},
};

static void say_works(FILE *stream, const char *method)
{
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (strstr(method, sources[i].method) != NULL)
            fputs(sources[i].work, stream);
}

/* The interval of a row that is asked for; NULL: it has none. */
typedef const struct assay_interval *(*chooser)(const struct comparison_finding *row);

static const struct assay_interval *of_mean(const struct comparison_finding *row)
{
    const struct assay_comparison *c = &row->finding;
    return c->has_typical ? &c->mean_ratio.interval : &c->ratio.interval;
}

static const struct assay_interval *of_typical(const struct comparison_finding *row)
{
    return row->finding.has_typical ? &row->finding.typical.ratio.interval : NULL;
}

enum { MOST_METHODS = 8 };

/* The distinct methods of the rows, in order of appearance. */
static size_t methods_used(const struct comparison *pairs, chooser interval,
                           const char *methods[MOST_METHODS])
{
    size_t n = 0;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++) {
            const struct assay_interval *found = interval(&pairs->items[i].rows[j]);
            size_t k = 0;
            if (found == NULL || found->method == NULL)
                continue;
            while (k < n && strcmp(methods[k], found->method) != 0)
                k++;
            if (k == n && n < MOST_METHODS)
                methods[n++] = found->method;
        }
    return n;
}

/* "paired Fieller [cited] or t on …" */
static void say_methods(FILE *stream, const struct comparison *pairs, chooser interval)
{
    const char *methods[MOST_METHODS];
    const size_t n = methods_used(pairs, interval, methods);
    for (size_t i = 0; i < n; i++) {
        fprintf(stream, "%s%s", i > 0 ? " or " : "", method_words(methods[i]));
        say_works(stream, methods[i]);
    }
}

static void say_means(FILE *stream, const struct methods_view *view)
{
    const enum stop_rule rule = view->input->told.stop.rule;
    fprintf(stream,
            "Means weigh the units of a level alike; their %s intervals are Student's t on the "
            "means of the top level" METHODS_CITE "kalibera2013" METHODS_END "%s.\n",
            percent_rough(100 * view->confidence, 6).text,
            rule == STOP_ANYTIME ? ", widened to be valid at any time" METHODS_CITE
                                   "wang2023" METHODS_END
            : rule == STOP_LOOKS ? ", and do not allow for the looks"
                                 : "");
}

static void say_ratio(FILE *stream, const struct methods_view *view,
                      const struct assay_comparison *first)
{
    const char *methods[MOST_METHODS];
    char statistic[ASSAY_STATISTIC_TEXT];
    if (methods_used(view->pairs, of_mean, methods) == 0)
        return;
    assay_statistic_name(&first->statistic, statistic);
    fprintf(stream,
            "Changes are ratios of the %s of the new system to that of the old one, with %s "
            "intervals by ",
            statistic, percent_rough(100 * view->confidence, 6).text);
    say_methods(stream, view->pairs, of_mean);
    fputs(".\n", stream);
    if (methods_used(view->pairs, of_typical, methods) == 0)
        return;
    fputs("Beside them stands the typical run, the median of the paired rounds' ratios (interval: ",
          stream);
    say_methods(stream, view->pairs, of_typical);
    fputs(view->question.basis == ASSAY_BASIS_TYPICAL
              ? "); a verdict rests on that alone.\n"
              : "); a verdict rests on both, each at half of the allowed error.\n",
          stream);
}

/* Which rows begin with the typical run, and what their two values are. */
static void say_headlines(FILE *stream, const struct methods_view *view)
{
    size_t typical = 0, all = 0;
    for (size_t i = 0; i < view->pairs->n; i++)
        for (size_t j = 0; j < view->pairs->items[i].n; j++, all++)
            typical += view->pairs->items[i].rows[j].finding.typical_first;
    if (typical == 0)
        return;
    if (typical < all)
        fprintf(stream, "%zu of %zu changes that are reported are of the typical run, ", typical,
                all);
    else
        fputs("The changes that are reported are of the typical run, ", stream);
    fputs("beside the median of the old system and what the change makes of it.\n", stream);
}

static void say_verdict(FILE *stream, const struct assay_comparison *first)
{
    if (first->margin == 0) {
        fputs("A system is called slower or faster when the interval of its change excludes 0 %.\n",
              stream);
        return;
    }
    fprintf(stream,
            "A system is called slower or faster when the interval lies wholly beyond a margin of "
            "%s, equivalent when the interval at twice the error lies within it, "
            "and inconclusive otherwise.\n",
            percent_rough(100 * first->margin, 6).text);
}

void methods_say_statistic(FILE *stream, const struct methods_view *view)
{
    say_means(stream, view);
    if (view->pairs->n == 0)
        return;
    const struct assay_comparison *first = &view->pairs->items[0].rows[0].finding;
    say_ratio(stream, view, first);
    say_headlines(stream, view);
    say_verdict(stream, first);
}
