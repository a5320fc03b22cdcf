/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_chart.c -- what is left out of a picture must not change what it shows. */
#include "view/chart/plot_layout.h"
#include "view/document/chart_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "support/oracle.h"

enum { N = 10007, BUCKETS = 50 };

static double values[N];

/* Near normal, with one extreme on each side. */
static void fill(void)
{
    for (size_t i = 0; i < N; i++) {
        const double phase = fmod((double)i * 0.6180339887, 1);
        values[i] = 10 + sin(phase * 6.283) + 0.1 * (double)(i % 7);
    }
    values[77] = 14;
    values[N - 2] = 6;
}

static void reduction_keeps_extremes(void **state)
{
    (void)state;
    size_t at[2 * BUCKETS];
    fill();
    const size_t n = face_reduce(values, N, BUCKETS, at);
    bool most = false, least = false;
    assert_in_range(n, BUCKETS, 2 * BUCKETS);
    for (size_t i = 0; i < n; i++) {
        assert_true(i == 0 || at[i] > at[i - 1]);
        most = most || at[i] == 77;
        least = least || at[i] == N - 2;
    }
    assert_true(most && least);
}

static void few_values_stay(void **state)
{
    (void)state;
    size_t at[2 * BUCKETS];
    fill();
    assert_int_equal(face_reduce(values, 2 * BUCKETS, BUCKETS, at), 2 * BUCKETS);
    assert_int_equal(at[99], 99);
    assert_int_equal(face_reduce(values, 0, BUCKETS, at), 0);
}

/* One system with these values, of one level. */
struct scene {
    struct assay_series series;
    struct sample_finding sample;
    const struct sample_finding *samples[1];
    const struct sample_mixture *mixtures[1];
    const struct comparison_finding *rows[1];
    struct face_source source;
};

static struct scene *scene_of(const double *x, size_t n)
{
    static struct scene scene;
    scene = (struct scene){.series = {.system = "s",
                                      .benchmark = "b",
                                      .metric = "wall",
                                      .unit = "s",
                                      .level_name = {"execution"},
                                      .cost_s = {1}}};
    scene.series.live = scene.series.all = assay_sample_flat(x, n);
    scene.sample.series = &scene.series;
    scene.samples[0] = &scene.sample;
    scene.source = (struct face_source){scene.samples, scene.mixtures, scene.rows, 1};
    assert_int_equal(assay_describe(&scene.series.live, 0.95, &scene.sample.description, NULL),
                     ASSAY_OK);
    return &scene;
}

static int digit(char sign)
{
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(signs, sign);
    return at != NULL ? (int)(at - signs) : 0;
}

/* The bytes of a text in base64, into a buffer that is large enough; how many. */
static size_t decode(const char *text, unsigned char *bytes)
{
    size_t n = 0;
    for (; text[0] != '\0' && text[1] != '\0'; text += 4) {
        const int bits =
            digit(text[0]) << 18 | digit(text[1]) << 12 | digit(text[2]) << 6 | digit(text[3]);
        bytes[n++] = (unsigned char)(bits >> 16);
        if (text[2] != '=')
            bytes[n++] = (unsigned char)(bits >> 8 & 255);
        if (text[3] != '=')
            bytes[n++] = (unsigned char)(bits & 255);
    }
    return n;
}

static void expect_unpacked(const double *x, size_t n, double tolerance, bool codes)
{
    json_t *packed = chart_packed(x, n);
    size_t back;
    double *y = chart_unpacked(packed, &back);
    assert_int_equal(back, n);
    assert_true((json_object_get(packed, "codes") != NULL) == codes);
    for (size_t i = 0; i < n; i++)
        assert_close(y[i], x[i], 0, tolerance);
    free(y);
    json_decref(packed);
}

static void packing_keeps_numbers(void **state)
{
    (void)state;
    const double x[] = {1e-9, 3e-9, 2e-9, 1e-9, 2.5e-9}, same[] = {7, 7, 7}, even[] = {4, 2, 0, -2};
    for (size_t n = 3; n <= 5; n++) /* every remainder of three bytes */
        expect_unpacked(x, n, 2e-9 / 65535, true);
    expect_unpacked(same, 3, 0, false);
    expect_unpacked(even, 4, 0, false);
    expect_unpacked(x, 0, 0, false);
}

/* Of few steps a code is a byte. */
static void few_steps_take_a_byte_each(void **state)
{
    (void)state;
    const double x[] = {1, 4, 2, 9, 1.5, 8.75, 3};
    const size_t whole = sizeof x / sizeof *x;
    json_t *packed = chart_packed_to(x, whole, 255);
    assert_int_equal(strlen(json_string_value(json_object_get(packed, "codes"))),
                     (whole + 2) / 3 * 4);
    size_t n;
    double *y = chart_unpacked(packed, &n);
    assert_int_equal(n, whole);
    for (size_t i = 0; i < n; i++)
        assert_close(y[i], x[i], 0, 8.0 / 255 / 2);
    free(y);
    json_decref(packed);
}

/* Codes that end too early, or a number that nothing could hold. */
static void broken_packs_are_none(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"n\": 9, \"low\": 0, \"step\": 1, \"codes\": \"AAAA\"}",
        "{\"n\": 4, \"low\": 0, \"step\": 1, \"width\": 1, \"codes\": \"AAAA\"}",
        "{\"n\": 99999999999, \"low\": 0, \"step\": 1}", "{\"n\": -1, \"low\": 0}", "7"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_t *packed = json_loads(texts[i], JSON_DECODE_ANY, NULL);
        size_t n;
        double *x = chart_unpacked(packed, &n);
        assert_true(x == NULL || n == 0);
        free(x);
        json_decref(packed);
    }
}

static void raw_values_are_exact(void **state)
{
    (void)state;
    fill();
    const struct chart_limits limits = chart_limits_of(1, true);
    json_t *chart = chart_sample_json(&scene_of(values, N)->sample, &(struct sample_mixture){0},
                                      &limits),
           *raw = json_object_get(chart, "raw");
    unsigned char *packed = malloc(9 * N);
    double *back = malloc(sizeof values);
    uLongf size = sizeof values;
    const size_t n = decode(json_string_value(json_object_get(raw, "data")), packed);
    assert_int_equal(uncompress((unsigned char *)back, &size, packed, n), Z_OK);
    assert_int_equal(size, sizeof values);
    assert_memory_equal(back, values, sizeof values);
    free(back);
    free(packed);
    json_decref(chart);
}

static double density_area(const double *x, size_t n, double *first)
{
    struct plot plot = plot_begin();
    assert_true(face_of("density")->plot(&scene_of(x, n)->source, &plot));
    const struct plot_layer *layer = &plot.layers[0];
    double area = 0;
    for (size_t i = 1; i < layer->n; i++)
        area += (layer->at[i].x - layer->at[i - 1].x) * (layer->at[i].y + layer->at[i - 1].y) / 2;
    *first = layer->at[0].x;
    plot_fini(&plot);
    return area;
}

static void density_is_one(void **state)
{
    (void)state;
    double first;
    fill();
    assert_close(density_area(values, N, &first), 1, 2e-3, 0); /* the tails beyond three widths */
    assert_true(first < 6);
}

/* What cannot be negative has no density below zero, and loses none of it there. */
static void density_ends_at_zero(void **state)
{
    (void)state;
    double first;
    const double times[] = {0.1, 0.2, 0.2, 0.3, 0.5, 0.8, 1.3};
    assert_close(density_area(times, 7, &first), 1, 5e-3, 0);
    assert_true(first == 0);
}

static void distribution_ends_at_extremes(void **state)
{
    (void)state;
    struct plot plot = plot_begin();
    fill();
    assert_true(face_of("share")->plot(&scene_of(values, N)->source, &plot));
    const struct plot_layer *layer = &plot.layers[0];
    assert_true(layer->at[0].x == 6 && layer->at[layer->n - 1].x == 14);
    assert_true(layer->at[layer->n - 1].y == 1);
    plot_fini(&plot);
}

static void degenerate_values_have_no_density(void **state)
{
    (void)state;
    const double constant[] = {5, 5, 5, 5, 5, 5}, two[] = {1, 2},
                 huge[] = {1e100, -1e100, 1, 2, 3, 4};
    const struct assay_view views[] = {{constant, 6}, {two, 2}, {huge, 6}, {two, 1}};
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        const struct scene *scene = scene_of(views[i].x, views[i].n);
        struct plot density = plot_begin(), order = plot_begin();
        assert_true(face_of("density")->plot(&scene->source, &density) == (i == 2));
        assert_true(face_of("order")->plot(&scene->source, &order));
        size_t n = 0;
        for (size_t k = 0; k < order.n; k++)
            n += order.layers[k].n;
        assert_int_equal(n, views[i].n);
        plot_fini(&density);
        plot_fini(&order);
    }
}

/* Two executions of 3 and 5 values, 1 and 2 of them warm-up: each stands at its place, in its layer. */
static void order_knows_warm_up(void **state)
{
    (void)state;
    const double x[] = {9, 1, 2, 9, 9, 3, 4, 5};
    const size_t counts[] = {2, 0}, first[] = {0, 3, 8}, warm[] = {1, 2};
    struct scene *scene = scene_of(x, 8);
    scene->series.all.shape =
        (struct assay_shape){.n_levels = 2, .count = {counts[0], 0}, .first = {first}};
    scene->series.n_warmup = warm;
    struct plot plot = plot_begin();
    assert_true(face_of("order")->plot(&scene->source, &plot));
    assert_int_equal(plot.n, 3); /* where executions begin, live, warm-up */
    assert_int_equal(plot.layers[0].n, 1);
    assert_true(plot.layers[0].at[0].x == 3.5);
    assert_int_equal(plot.layers[1].n, 5);
    assert_int_equal(plot.layers[2].n, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(plot.layers[2].at[i].y == 9);
    assert_true(plot.layers[2].at[1].x == 4);
    plot_fini(&plot);
}

/* A far value is a point of the chart, which ends before it and says so. */
static void far_values_are_told(void **state)
{
    (void)state;
    double x[20];
    for (size_t i = 0; i < 20; i++)
        x[i] = i == 7 ? 1000 : (double)(i % 5);
    struct plot plot = plot_begin();
    assert_true(face_of("share")->plot(&scene_of(x, 20)->source, &plot));
    plot_trim(&plot);
    assert_true(plot.x.high < 20 && plot.x.low == 0);
    assert_non_null(strstr(plot.note, "1 far value stands at the edge, up to 1000 s."));
    plot_fini(&plot);
}

/* Of more values than a chart has points those far ones that are none of them are counted, too. */
static void far_values_without_points_are_told(void **state)
{
    (void)state;
    enum { MANY = 400, APART = 10 };
    double x[MANY];
    for (size_t i = 0; i < MANY; i++)
        x[i] = i % APART < 2 ? 1000 + (double)i : (double)(i % 7);
    const char *const kinds[] = {"share", "order"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct plot plot = plot_begin();
        size_t drawn = 0, unseen = 0;
        assert_true(face_of(kinds[k])->plot(&scene_of(x, MANY)->source, &plot));
        for (size_t i = 0; i < plot.n; i++) {
            unseen += plot.layers[i].unseen;
            for (size_t j = 0; plot.layers[i].what != NULL && j < plot.layers[i].n; j++)
                drawn += (k == 0 ? plot.layers[i].at[j].x : plot.layers[i].at[j].y) >= 1000;
        }
        assert_true(drawn > 0);
        assert_int_equal(drawn + unseen, 2 * MANY / APART);
        plot_fini(&plot);
    }
}

static void expect_same_points(const struct plot *plot, const struct plot *back)
{
    assert_int_equal(back->n, plot->n);
    for (size_t i = 0; i < plot->n; i++) {
        const struct plot_layer *a = &plot->layers[i], *b = &back->layers[i];
        assert_int_equal(a->mark, b->mark);
        assert_int_equal(a->ink, b->ink);
        assert_int_equal(a->n, b->n);
        assert_string_equal(a->name, b->name);
        for (size_t k = 0; k < a->n; k++) {
            assert_close(b->at[k].x, a->at[k].x, 0, N / 65535.0);
            assert_close(b->at[k].y, a->at[k].y, 0, 10.0 / 65535);
            assert_true(isnan(b->at[k].low) == isnan(a->at[k].low));
        }
    }
}

static void saved_charts_are_the_same(void **state)
{
    (void)state;
    fill();
    const struct scene *scene = scene_of(values, N);
    for (size_t i = 0; faces[i] != NULL; i++) {
        const struct face *kind = faces[i];
        struct plot plot = plot_begin(), back = plot_begin();
        if (!kind->alone && kind->plot(&scene->source, &plot)) {
            for (size_t k = 0; k < plot.n; k++) /* one without points is not saved */
                if (plot.layers[k].n == 0)
                    plot_put(&plot.layers[k], 1, 1);
            json_t *saved = chart_json(&plot);
            chart_read(saved, &back);
            expect_same_points(&plot, &back);
            assert_string_equal(plot.title, back.title);
            assert_int_equal(plot.x.words, back.x.words);
            assert_int_equal(plot.y.n_reach, back.y.n_reach);
            plot_fini(&back);
            json_decref(saved);
        }
        plot_fini(&plot);
    }
}

/* Points beside all rows, and of no mark that there is. */
static void broken_charts_are_read_soundly(void **state)
{
    (void)state;
    static const char text[] = "{\"y\": {\"names\": [\"only\", 7]}, \"x\": 3, \"layers\": "
                               "[{\"mark\": \"heart\", \"ink\": 9, \"what\": "
                               "\"w\", \"x\": [1, 2, null], \"y\": [5, -1]}, {\"y\": [1]}, 8]}";
    json_t *saved = json_loads(text, 0, NULL);
    struct plot plot = plot_begin();
    chart_read(saved, &plot);
    assert_int_equal(plot.n, 3);
    assert_int_equal(plot.layers[0].n, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(plot.layers[0].at[i].y == 0);
    FILE *nowhere = fopen("/dev/null", "w");
    plot_csv(nowhere, &plot, true);
    fclose(nowhere);
    plot_fini(&plot);
    json_decref(saved);
}

/* Warm-up of 30 iterations at twice the time: the change is found, and everything has its place. */
static void runs_show_segments(void **state)
{
    (void)state;
    double x[2 * 120];
    const size_t counts[] = {2, 120}, warmup[] = {5, 5};
    for (size_t i = 0; i < 240; i++)
        x[i] = (i % 120 < 30 ? 2 : 1) + 0.01 * fmod((double)i * 0.6180339887, 1);
    struct assay_series series = {
        .unit = "s", .level_name = {"execution", "iteration"}, .n_warmup = warmup};
    struct sample_finding sample = {.series = &series};
    series.live = series.all = assay_sample_balanced(x, 2, counts);
    const struct chart_limits limits = chart_limits_of(1, false);
    json_t *runs = chart_runs_json(&sample, &limits),
           *executions = json_object_get(runs, "executions");
    assert_int_equal(json_array_size(executions), 2);
    const json_t *second = json_array_get(executions, 1);
    assert_string_equal(json_string_value(json_object_get(second, "label")), "execution 2");
    assert_string_equal(json_string_value(json_object_get(second, "classification")), "warmup");
    assert_int_equal(json_integer_value(json_object_get(second, "steady_from")), 31);
    assert_int_equal(json_integer_value(json_object_get(second, "warmup")), 5);
    assert_int_equal(json_array_size(json_object_get(second, "segments")), 2);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(second, "values"), "n")),
                     120);
    json_decref(runs);
}

/* ---- ticks ---- */

struct seen_ticks {
    double at[PLOT_MOST_TICKS];
    char words[PLOT_MOST_TICKS][16];
    size_t n;
};

static void see_tick(void *context, double at, const char *text)
{
    struct seen_ticks *seen = context;
    assert_in_range(seen->n, 0, PLOT_MOST_TICKS - 1);
    seen->at[seen->n] = at;
    (void)snprintf(seen->words[seen->n++], sizeof *seen->words, "%s", text);
}

static struct seen_ticks ticks_of(enum plot_words words, double low, double high,
                                  struct plot_room room)
{
    const bool is_log = words == PLOT_RATIOS || words == PLOT_INVERSES || words == PLOT_DURATIONS;
    const struct plot_axis axis = {.words = words, .is_log = is_log};
    const struct plot_span span = {is_log ? log(low) : low, is_log ? log(high) : high};
    struct seen_ticks seen = {.n = 0};
    plot_ticks(&axis, &span, room, see_tick, &seen);
    return seen;
}

/* Words that would not stand in the middle of their tick are left out. */
static void ticks_have_room_for_their_words(void **state)
{
    (void)state;
    struct seen_ticks seen = ticks_of(PLOT_NUMBERS, 0, 10, (struct plot_room){300, 0, 0});
    assert_int_equal(seen.n, 1);
    assert_close(seen.at[0], 5, 1e-12, 0);
    seen = ticks_of(PLOT_NUMBERS, 0, 10, (struct plot_room){300, 9, 9});
    assert_int_equal(seen.n, 3);
}

/* Of ticks that are given both ends have their words before any between them. */
static void given_ticks_keep_their_ends(void **state)
{
    (void)state;
    struct plot plot = plot_begin();
    plot_tick(&plot.x, 0, "100");
    plot_tick(&plot.x, 9, "750");
    plot_tick(&plot.x, 10, "1000");
    plot.x.words = PLOT_TICKS;
    struct seen_ticks seen = {.n = 0};
    plot_ticks(&plot.x, &(struct plot_span){0, 10}, (struct plot_room){200, 20, 20}, see_tick,
               &seen);
    assert_int_equal(seen.n, 2);
    assert_string_equal(seen.words[0], "100");
    assert_string_equal(seen.words[1], "1000");
    plot_fini(&plot);
}

/* No change has its place first; of a rate what is worse is less of it; of far ratios there are factors. */
static void ratios_have_words_of_their_own(void **state)
{
    (void)state;
    const struct plot_room room = {300, 9, 9};
    struct seen_ticks seen = ticks_of(PLOT_RATIOS, 0.93, 1.12, room);
    assert_string_equal(seen.words[0], "0");
    assert_string_equal(seen.words[seen.n - 1], "+10 %");
    assert_close(seen.at[seen.n - 1], 1.1, 1e-12, 0);
    seen = ticks_of(PLOT_INVERSES, 1 / 1.12, 1 / 0.93, room);
    assert_string_equal(seen.words[seen.n - 1], "+10 %");
    assert_close(seen.at[seen.n - 1], 1 / 1.1, 1e-12, 0);
    seen = ticks_of(PLOT_RATIOS, 0.4, 20, room);
    assert_string_equal(seen.words[0], "1");
    assert_string_equal(seen.words[1], "\u00d70.5");
}

static void times_are_those_that_people_count_by(void **state)
{
    (void)state;
    static const char *const words[] = {"100.0 ms", "1.0 s",  "10 s", "60 s",
                                        "10 min",   "60 min", "10 h"};
    const struct seen_ticks seen =
        ticks_of(PLOT_DURATIONS, 0.05, 50000, (struct plot_room){600, 9, 9});
    assert_int_equal(seen.n, sizeof words / sizeof *words);
    for (size_t i = 0; i < seen.n; i++)
        assert_string_equal(seen.words[i], words[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reduction_keeps_extremes),
        cmocka_unit_test(ticks_have_room_for_their_words),
        cmocka_unit_test(given_ticks_keep_their_ends),
        cmocka_unit_test(ratios_have_words_of_their_own),
        cmocka_unit_test(times_are_those_that_people_count_by),
        cmocka_unit_test(few_values_stay),
        cmocka_unit_test(packing_keeps_numbers),
        cmocka_unit_test(few_steps_take_a_byte_each),
        cmocka_unit_test(broken_packs_are_none),
        cmocka_unit_test(raw_values_are_exact),
        cmocka_unit_test(runs_show_segments),
        cmocka_unit_test(density_is_one),
        cmocka_unit_test(density_ends_at_zero),
        cmocka_unit_test(distribution_ends_at_extremes),
        cmocka_unit_test(degenerate_values_have_no_density),
        cmocka_unit_test(order_knows_warm_up),
        cmocka_unit_test(far_values_are_told),
        cmocka_unit_test(far_values_without_points_are_told),
        cmocka_unit_test(saved_charts_are_the_same),
        cmocka_unit_test(broken_charts_are_read_soundly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
