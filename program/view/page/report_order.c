/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_order.c -- where a page finds its benchmarks and their samples. */
#include <stdlib.h>
#include <string.h>

#include "view/page/report.h"

static const struct assay_series *series_of(const void *samples, size_t row)
{
    return ((const struct sample_finding *)samples)[row].series;
}

static int by_name(const void *a, const void *b, void *names)
{
    const char *const *all = names;
    const size_t left = *(const size_t *)a, right = *(const size_t *)b;
    const int order = strcmp(all[left], all[right]);
    return order != 0 ? order : (left > right) - (left < right);
}

static void fill(struct report_order *order, const struct report_view *view)
{
    for (size_t i = 0; i < view->n_benchmarks; i++) {
        order->by_name[i] = i;
        order->group[i] = order->samples.n;
    }
    qsort_r(order->by_name, view->n_benchmarks, sizeof *order->by_name, by_name,
            (void *)view->benchmarks);
    const struct report_view ordered = {
        .benchmarks = view->benchmarks, .n_benchmarks = view->n_benchmarks, .order = order};
    for (size_t g = 0; g < order->samples.n; g++) {
        const size_t first = series_group_first(&order->samples, g);
        const size_t at = report_benchmark(&ordered, view->samples[first].series->benchmark);
        if (at < view->n_benchmarks)
            order->group[at] = g;
    }
}

bool report_order_init(struct report_order *order, const struct report_view *view)
{
    *order = (struct report_order){
        .by_name = calloc(view->n_benchmarks + 1, sizeof *order->by_name),
        .group = calloc(view->n_benchmarks + 1, sizeof *order->group),
    };
    if (order->by_name == NULL || order->group == NULL ||
        !series_groups_init(&order->samples, view->n_samples, SERIES_BENCHMARK, series_of,
                            view->samples)) {
        report_order_fini(order);
        return false;
    }
    fill(order, view);
    return true;
}

void report_order_fini(struct report_order *order)
{
    free(order->by_name);
    free(order->group);
    series_groups_fini(&order->samples);
    *order = (struct report_order){0};
}

size_t report_benchmark(const struct report_view *view, const char *benchmark)
{
    size_t low = 0, high = view->n_benchmarks;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(view->benchmarks[view->order->by_name[middle]], benchmark) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == view->n_benchmarks ||
        strcmp(view->benchmarks[view->order->by_name[low]], benchmark) != 0)
        return view->n_benchmarks;
    return view->order->by_name[low];
}

const size_t *report_samples(const struct report_view *view, size_t benchmark, size_t *n)
{
    const struct series_groups *samples = &view->order->samples;
    const size_t group = view->order->group[benchmark];
    *n = group < samples->n ? series_group_size(samples, group) : 0;
    return *n > 0 ? samples->member + samples->start[group] : NULL;
}
