/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure_parameters.c -- benchmarks that differ in a size alone as curves: means over it, the change below.
 *
 * Nothing is fitted for the eye: straight lines join what was measured.
 * Edge:     a size is a number in a name; of names with several the first is the axis, and each combination
 *           of the others has charts of its own, and two together a map. Of several metrics the first is
 *           drawn. Names that merely count (bench-1, bench-2, bench-3) have no size. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source/series_groups.h"
#include "view/face/face.h"
#include "view/page/figure.h"
#include "view/text/distinct_names.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

struct sizes {
    struct name_parts names;
    size_t key;     /* the one that is the axis */
    double *size;   /* of each benchmark; NaN: none */
    size_t *order;  /* the benchmarks by their size */
    size_t *family; /* of each: the first benchmark that differs from it in the size alone */
};

/* ---- families ---- */

/* "32", "32kB", "1e6" */
static double size_of(const char *text)
{
    static const struct {
        const char *ending;
        double factor;
    } endings[] = {{"", 1},        {"k", 1e3},      {"K", 1024},      {"kB", 1024}, {"KiB", 1024},
                   {"M", 1 << 20}, {"MB", 1 << 20}, {"MiB", 1 << 20}, {"B", 1}};
    char *end;
    if (text == NULL)
        return (double)NAN;
    const double number = strtod(text, &end);
    for (size_t i = 0; end != text && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(end, endings[i].ending) == 0 && number > 0)
            return number * endings[i].factor;
    return (double)NAN;
}

static const char *value_of(const struct sizes *sizes, size_t benchmark, size_t key)
{
    const char *value = sizes->names.value[benchmark * sizes->names.n_keys + key];
    return value != NULL ? value : "";
}

static bool is_family(const struct sizes *sizes, size_t a, size_t b)
{
    bool same = strcmp(sizes->names.rest[a], sizes->names.rest[b]) == 0;
    for (size_t k = 0; same && k < sizes->names.n_keys; k++)
        same = k == sizes->key || strcmp(value_of(sizes, a, k), value_of(sizes, b, k)) == 0;
    return same;
}

/* How many benchmarks have a number there, with another one beside it. */
static size_t numbers_of(const struct sizes *sizes, size_t key, size_t n)
{
    size_t count = 0;
    double first = (double)NAN;
    bool differ = false;
    for (size_t i = 0; i < n; i++) {
        const double size = size_of(value_of(sizes, i, key));
        count += isnan(size) ? 0 : 1;
        differ = differ || (!isnan(size) && !isnan(first) && size != first);
        first = isnan(first) ? size : first;
    }
    return differ ? count : 0;
}

/* Are the sizes of all 1, 2, 3 … from some number on? */
static bool merely_counts(const struct sizes *sizes, size_t n)
{
    bool counts = sizes->names.key[sizes->key][0] == '\0' && n > 2;
    for (size_t i = 1; counts && i < n; i++)
        counts = sizes->size[sizes->order[i]] - sizes->size[sizes->order[i - 1]] == 1;
    return counts;
}

static int by_size(const void *a, const void *b, void *context)
{
    const double *size = context;
    const double x = size[*(const size_t *)a], y = size[*(const size_t *)b];
    return (x > y) - (x < y);
}

/* False: no memory, or no sizes. */
static bool sizes_init(struct sizes *sizes, const struct report_view *view)
{
    const size_t n = view->n_benchmarks;
    *sizes = (struct sizes){.size = view_room(n, sizeof *sizes->size),
                            .order = view_room(n, sizeof *sizes->order),
                            .family = view_room(n, sizeof *sizes->family)};
    if (sizes->size == NULL || sizes->order == NULL || sizes->family == NULL ||
        !name_parts_of(view->benchmarks, n, &sizes->names))
        return false;
    while (sizes->key < sizes->names.n_keys && numbers_of(sizes, sizes->key, n) < 2)
        sizes->key++;
    if (sizes->key >= sizes->names.n_keys)
        return false;
    for (size_t i = 0; i < n; i++) {
        sizes->size[i] = size_of(value_of(sizes, i, sizes->key));
        sizes->order[i] = sizes->family[i] = i;
        for (size_t k = 0; k < i && sizes->family[i] == i; k++)
            if (is_family(sizes, k, i))
                sizes->family[i] = k;
    }
    qsort_r(sizes->order, n, sizeof *sizes->order, by_size, sizes->size);
    return !merely_counts(sizes, n);
}

/* ---- curves ---- */

struct family {
    const struct report_view *view;
    const struct sizes *sizes;
    size_t first;
    const char *metric;
};

static bool is_member(const struct family *family, size_t benchmark)
{
    return family->sizes->family[benchmark] == family->first &&
           !isnan(family->sizes->size[benchmark]);
}

static const struct sample_finding *sample_of(const struct family *family, size_t benchmark,
                                              const char *system)
{
    for (size_t i = 0; i < family->view->n_samples; i++) {
        const struct assay_series *series = family->view->samples[i].series;
        if (strcmp(series->benchmark, family->view->benchmarks[benchmark]) == 0 &&
            strcmp(series->metric, family->metric) == 0 && strcmp(series->system, system) == 0)
            return &family->view->samples[i];
    }
    return NULL;
}

static const struct comparison_finding *row_of(const struct family *family,
                                               const struct system_pair *pair, size_t benchmark)
{
    for (size_t i = 0; i < pair->n; i++)
        if (strcmp(pair->rows[i].old_series->benchmark, family->view->benchmarks[benchmark]) == 0 &&
            strcmp(pair->rows[i].old_series->metric, family->metric) == 0)
            return &pair->rows[i];
    return NULL;
}

/* A point of a system's curve, or of a pair's; false: there is none. */
typedef bool point_maker(const struct family *family, const void *of, size_t benchmark,
                         struct plot_point *point);

static bool mean_point(const struct family *family, const void *of, size_t benchmark,
                       struct plot_point *point)
{
    const struct sample_finding *sample = sample_of(family, benchmark, of);
    if (sample == NULL)
        return false;
    const struct assay_description *d = &sample->description;
    *point = (struct plot_point){0, d->mean, d->interval.lower, d->interval.upper};
    return true;
}

static bool change_point(const struct family *family, const void *of, size_t benchmark,
                         struct plot_point *point)
{
    const struct comparison_finding *row = row_of(family, of, benchmark);
    if (row == NULL)
        return false;
    const struct change change = change_of(&row->finding.ratio);
    *point = (struct plot_point){0, change.estimate, change.lower, change.upper};
    return true;
}

static void put_curve(struct plot *plot, const struct family *family, point_maker *make,
                      const void *of, const char *name, enum canvas_ink ink)
{
    OWNED struct plot_point *points = view_room(family->view->n_benchmarks + 1, sizeof *points);
    size_t n = 0;
    for (size_t i = 0; points != NULL && i < family->view->n_benchmarks; i++) {
        const size_t at = family->sizes->order[i];
        if (is_member(family, at) && make(family, of, at, &points[n]))
            points[n++].x = family->sizes->size[at];
    }
    if (points != NULL)
        plot_curve(plot, ink, name, points, n);
}

/* ---- charts ---- */

/* The sizes as the names have them. */
static void set_size_axis(struct plot_axis *axis, const struct family *family)
{
    const struct sizes *sizes = family->sizes;
    double least = (double)INFINITY, most = 0;
    for (size_t i = 0; i < family->view->n_benchmarks; i++) {
        const size_t at = sizes->order[i];
        if (!is_member(family, at))
            continue;
        plot_tick(axis, sizes->size[at], value_of(sizes, at, sizes->key));
        least = fmin(least, sizes->size[at]);
        most = fmax(most, sizes->size[at]);
    }
    axis->words = PLOT_TICKS;
    axis->is_log = most >= 8 * least;
    const char *key = sizes->names.key[sizes->key];
    axis->title = view_format("%s", key[0] != '\0' ? key : "size");
}

static char *family_name(const struct family *family)
{
    const struct name_parts *names = &family->sizes->names;
    OWNED char *text = VIEW_TEXT(out, {
        fprintf(out, "%s%s", names->prefix, names->rest[family->first]);
        for (size_t k = 0; k < names->n_keys; k++)
            if (k != family->sizes->key)
                fprintf(out, " %s=%s", names->key[k], value_of(family->sizes, family->first, k));
    });
    return text != NULL ? view_said("%s", text) : NULL;
}

static const struct assay_series *series_of(const void *samples, size_t i)
{
    return ((const struct sample_finding *)samples)[i].series;
}

/* "The first 6 of 19 systems. ", where not all are drawn. */
static char *first_of(size_t n, size_t all)
{
    return n < all ? view_format("The first %zu of %zu systems. ", n, all) : NULL;
}

static void add_means(const struct family *family, struct plot *plot)
{
    const struct report_view *view = family->view;
    const char *shown[FACE_SYSTEMS];
    size_t n = 0;
    for (size_t i = 0; i < view->n_samples; i++) {
        const char *system = view->samples[i].series->system;
        bool is_new = n < FACE_SYSTEMS;
        for (size_t k = 0; is_new && k < n; k++)
            is_new = strcmp(shown[k], system) != 0;
        if (!is_new)
            continue;
        put_curve(plot, family, mean_point, system, system, (enum canvas_ink)(INK_ONE + n));
        shown[n++] = system;
    }
    const struct sample_finding *sample = sample_of(family, family->first, shown[0]);
    double least = (double)INFINITY, most = 0;
    for (size_t i = 0; i < plot->n; i++)
        for (size_t k = 0; k < plot->layers[i].n; k++) {
            least = fmin(least, plot->layers[i].at[k].y);
            most = fmax(most, plot->layers[i].at[k].y);
        }
    set_size_axis(&plot->x, family);
    plot->y.words = PLOT_QUANTITIES;
    plot->y.unit = sample != NULL ? sample->series->unit : "1";
    plot->y.is_log = least > 0 && most >= 8 * least;
    plot->y.title = view_format("mean %s", metric_words(family->metric));
    plot->title = family_name(family);
    OWNED char *first =
        first_of(n, series_groups_count(view->n_samples, SERIES_SYSTEM, series_of, view->samples));
    plot->caption = view_format("%sBands: %s CI.", first != NULL ? first : "",
                                confidence_text(view->confidence).text);
}

static void add_changes(const struct family *family, struct plot *plot)
{
    const struct report_view *view = family->view;
    const size_t most = FACE_SYSTEMS - 1, n = view->n_pairs < most ? view->n_pairs : most;
    for (size_t p = 0; p < n; p++)
        put_curve(plot, family, change_point, &view->pairs[p], view->pairs[p].new_system,
                  (enum canvas_ink)(INK_ONE + 1 + p));
    const struct comparison_finding *row = &view->pairs[0].rows[0];
    set_size_axis(&plot->x, family);
    plot->y.words = PLOT_PERCENTS;
    plot->y.title = view_format("change against %s", view->pairs[0].old_system);
    plot->zero = 0;
    plot->margin[0] = 100 * (1 / (1 + row->finding.margin) - 1);
    plot->margin[1] = 100 * row->finding.margin;
    plot->height = 110;
    OWNED char *first = first_of(n, view->n_pairs);
    plot->note = view_format("%sBands: %s CI of each; grey: the margin, %s.",
                             first != NULL ? first : "", confidence_text(view->confidence).text,
                             percent_rough(100 * row->finding.margin, 6).text);
}

/* ---- two parameters ---- */

/* The values of a key among benchmarks with the same rest, as these have them, in their order. */
static size_t values_of(const struct family *family, size_t key, const char **values)
{
    const struct sizes *sizes = family->sizes;
    size_t n = 0;
    for (size_t i = 0; i < family->view->n_benchmarks; i++) {
        const size_t at = sizes->order[i];
        const char *value = value_of(sizes, at, key);
        bool is_new = strcmp(sizes->names.rest[at], sizes->names.rest[family->first]) == 0;
        for (size_t k = 0; is_new && k < n; k++)
            is_new = strcmp(values[k], value) != 0;
        if (is_new)
            values[n++] = value;
    }
    return n;
}

static size_t place_of(const char *const *values, size_t n, const char *value)
{
    size_t at = 0;
    while (at < n && strcmp(values[at], value) != 0)
        at++;
    return at;
}

static void add_grid(const struct family *family, const struct system_pair *pair, size_t other,
                     struct plot *plot)
{
    const struct sizes *sizes = family->sizes;
    const size_t room = family->view->n_benchmarks + 1;
    const double full = figure_full(family->view);
    const char **across = view_room(room, sizeof *across), **down = view_room(room, sizeof *down);
    if (across != NULL && down != NULL) {
        const size_t n = values_of(family, sizes->key, across),
                     rows = values_of(family, other, down);
        for (size_t i = 0; i < family->view->n_benchmarks; i++) {
            const struct comparison_finding *row = row_of(family, pair, i);
            if (row != NULL && strcmp(sizes->names.rest[i], sizes->names.rest[family->first]) == 0)
                figure_put_cell(plot, row, place_of(across, n, value_of(sizes, i, sizes->key)),
                                place_of(down, rows, value_of(sizes, i, other)), full);
        }
        plot_names(&plot->x, across, n);
        plot_names(&plot->y, down, rows);
    }
    free(across);
    free(down);
    plot->title = view_format("%s: %s against %s", sizes->names.rest[family->first],
                              pair->new_system, pair->old_system);
    plot->caption = view_format("Change by %s (across) and %s (down) \u00b7 margin %s",
                                sizes->names.key[sizes->key], sizes->names.key[other],
                                percent_rough(100 * pair->rows[0].finding.margin, 6).text);
    plot->note = view_format("Hatched: not told apart.");
}

/* Of the first benchmark of each rest, a map for each new system. */
static void add_grids(const struct family *family, struct figure_plots *plots)
{
    const struct sizes *sizes = family->sizes;
    const size_t other = sizes->key == 0;
    bool first = sizes->names.n_keys == 2 && strcmp(value_of(sizes, family->first, other), "") != 0;
    for (size_t i = 0; first && i < family->first; i++)
        first = strcmp(sizes->names.rest[i], sizes->names.rest[family->first]) != 0;
    for (size_t p = 0; first && p < family->view->n_pairs; p++) {
        struct plot *plot = figure_plot(plots);
        if (plot != NULL)
            add_grid(family, &family->view->pairs[p], other, plot);
    }
}

static bool is_asked_for(const struct figure *figure, const struct family *family)
{
    bool is = figure->benchmark == NULL;
    for (size_t i = 0; !is && i < family->view->n_benchmarks; i++)
        is = is_member(family, i) && strcmp(figure->benchmark, family->view->benchmarks[i]) == 0;
    return is;
}

static size_t members_of(const struct family *family)
{
    size_t n = 0;
    for (size_t i = 0; i < family->view->n_benchmarks; i++)
        n += is_member(family, i);
    return n;
}

void figure_parameters(const struct figure *figure, const struct report_view *view,
                       struct figure_plots *plots)
{
    struct sizes sizes;
    const bool any = sizes_init(&sizes, view);
    for (size_t i = 0; any && i < view->n_benchmarks; i++) {
        const struct family family = {view, &sizes, i, view->samples[0].series->metric};
        if (sizes.family[i] != i || members_of(&family) < 2 || !is_asked_for(figure, &family))
            continue;
        struct plot *means = figure_plot(plots);
        if (means != NULL)
            add_means(&family, means);
        struct plot *changes = view->n_pairs > 0 ? figure_plot(plots) : NULL;
        if (changes != NULL)
            add_changes(&family, changes);
        add_grids(&family, plots);
    }
    name_parts_fini(&sizes.names);
    free(sizes.size);
    free(sizes.order);
    free(sizes.family);
}
