/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_processor_time.c -- when processor time says what wall time cannot, and when it decides. */
#include "support/compared.h"

#include <math.h>
#include <string.h>

#include "analysis/processor_time.h"
#include "analysis/repetition.h"
#include "base/owned.h"

enum { N = 6, METRICS = 5, EACH = 3 };

/* What one system's executions took: user and kernel time, their wall time, how often they were put off and gave up. */
struct side {
    double wall[N], user[N], kernel[N], pushed[N], gave_up[N];
};

/* Put off 200 times, gives up twice, and has 0.4 of a processor: it computes, and others have the rest. */
static const struct side fought = {.wall = {2.5, 2.6, 2.4, 2.7, 2.3, 2.5},
                                   .user = {0.8, 0.81, 0.79, 0.8, 0.81, 0.79},
                                   .kernel = {0.2, 0.2, 0.2, 0.2, 0.2, 0.2},
                                   .pushed = {200, 210, 190, 200, 210, 190},
                                   .gave_up = {2, 2, 2, 2, 2, 2}};

/* The same, by so much more processor time. */
static struct side times(struct side side, double by)
{
    for (size_t i = 0; i < N; i++) {
        side.user[i] *= by;
        side.kernel[i] *= by;
    }
    return side;
}

static void fill(double *values, double value)
{
    for (size_t i = 0; i < N; i++)
        values[i] = value;
}

static void add_side(struct made_series *made, const char *system, const struct side *side)
{
    static const char *const metrics[METRICS] = {"wall", "user", "system_time",
                                                 "involuntary_switches", "voluntary_switches"};
    const double *values[METRICS] = {side->wall, side->user, side->kernel, side->pushed,
                                     side->gave_up};
    for (size_t i = 0; i < METRICS; i++)
        made[i] = (struct made_series){.system = system,
                                       .benchmark = "b",
                                       .metric = metrics[i],
                                       .unit = i < 3 ? "s" : "1",
                                       .values = values[i],
                                       .n = N};
}

/* The row that began as one of wall time. */
static void compare(const struct side *a, const struct side *b, bool jointly, struct compared *out)
{
    struct made_series made[2 * METRICS];
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    add_side(made, "old", a);
    add_side(made + METRICS, "new", b);
    request.jointly = jointly;
    compared_of(made, 2 * METRICS, &request, out);
}

/* user + system: 1 s and 1.2 s, whatever wall time says, which is alike. */
static void decides(void **state)
{
    (void)state;
    const struct side slower = times(fought, 1.2);
    struct compared forth, back;
    compare(&fought, &slower, false, &forth);
    assert_true(forth.row->waiting.decides);
    assert_true(forth.row->waiting.told);
    assert_true(forth.row->waiting.only_computes);
    assert_string_equal(forth.row->old_series->metric, "user+system");
    assert_string_equal(forth.row->waiting.metric, "user+system");
    assert_string_equal(forth.row->waiting.wall->metric, "wall");
    assert_close(forth.row->finding.old_value, 1, 1e-12, 0);
    assert_close(forth.row->finding.new_value, 1.2, 1e-12, 0);
    assert_close(forth.row->finding.ratio.estimate, 1.2, 1e-12, 0);
    assert_int_equal(forth.row->finding.verdict, ASSAY_SLOWER);
    assert_close(forth.row->waiting.ratio.estimate, 1, 1e-12, 0);
    assert_close(forth.row->waiting.old_share, 1 / 2.5, 1e-12, 0);
    assert_close(forth.row->waiting.new_share, 1.2 / 2.5, 1e-12, 0);
    compare(&slower, &fought, false, &back);
    assert_close(back.row->finding.ratio.estimate, 1 / 1.2, 1e-12, 0);
    assert_int_equal(back.row->finding.verdict, ASSAY_FASTER);
    compared_fini(&forth);
    compared_fini(&back);
}

/* A ranking is of one clock: where processor time does not decide all, it decides no pair. */
static void decides_no_pair_of_a_ranking(void **state)
{
    (void)state;
    struct made_series made[2 * METRICS];
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    const struct side slower = times(fought, 1.2);
    struct compared compared;
    add_side(made, "old", &fought);
    add_side(made + METRICS, "new", &slower);
    request.by_wall = true;
    compared_of(made, 2 * METRICS, &request, &compared);
    assert_false(compared.row->waiting.decides);
    assert_string_equal(compared.row->old_series->metric, "wall");
    compared_fini(&compared);
}

static void compare_of_order(const struct input_order *order, const struct side *b,
                             struct compared *out)
{
    struct made_series made[2 * METRICS];
    add_side(made, "old", &fought);
    add_side(made + METRICS, "new", b);
    made_input(made, 2 * METRICS, &out->input);
    out->input.sources[0].order = *order;
    assert_int_equal(compared_input(NULL, out, NULL), ASSAY_OK);
}

/* What processor time of rounds leaves open versions of one program may be told apart by side by side, unless that was
 * asked for already. */
static void offers_slices_where_it_is_open(void **state)
{
    (void)state;
    struct side vague = times(fought, 1), slower = times(fought, 1.2);
    for (size_t i = 0; i < N; i++)
        vague.user[i] *= i % 2 == 0 ? 1.2 : 0.8;
    const struct {
        struct input_order order;
        const struct side *b;
        bool offers;
    } cases[] = {
        {{.by = ORDER_ROUNDS, .one_program = true}, &vague, true},
        {{.by = ORDER_ROUNDS, .one_program = true}, &slower, false},
        {{.by = ORDER_ROUNDS}, &vague, false},
        {{.by = ORDER_ROUNDS, .one_program = true, .because = "it waits"}, &vague, false},
        {{.by = ORDER_AUTO, .one_program = true}, &vague, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct compared pair;
        compare_of_order(&cases[i].order, cases[i].b, &pair);
        assert_true(pair.row->waiting.decides);
        assert_int_equal(pair.row->offers_slices, cases[i].offers);
        compared_fini(&pair);
    }
}

/* Metrics that were named are answered in themselves: processor time is told beside, unless wall time says that the two
 * are alike. */
static void told_beside(void **state)
{
    (void)state;
    struct side slower = times(fought, 1.2);
    struct compared pair;
    compare(&fought, &slower, true, &pair);
    assert_int_equal(pair.row->finding.verdict, ASSAY_EQUIVALENT);
    assert_false(pair.row->waiting.told);
    compared_fini(&pair);
    for (size_t i = 0; i < N; i++)
        slower.wall[i] *= 1.1;
    compare(&fought, &slower, true, &pair);
    assert_false(pair.row->waiting.decides);
    assert_true(pair.row->waiting.told);
    assert_string_equal(pair.row->old_series->metric, "wall");
    assert_close(pair.row->finding.ratio.estimate, 1.1, 1e-12, 0);
    assert_close(pair.row->waiting.ratio.estimate, 1.2, 1e-12, 0);
    assert_int_equal(pair.row->waiting.verdict, ASSAY_SLOWER);
    compared_fini(&pair);
}

/* Who gives up its processor oftener than it is put off waits; who has all of one has nothing to explain. */
static void does_not_decide(void **state)
{
    (void)state;
    struct side sleeps = times(fought, 1), busy = times(fought, 2.45), seldom = times(fought, 1);
    struct compared pair;
    fill(sleeps.gave_up, 300);
    compare(&sleeps, &sleeps, false, &pair);
    assert_false(pair.row->waiting.decides);
    assert_false(pair.row->waiting.only_computes);
    assert_string_equal(pair.row->old_series->metric, "wall");
    compared_fini(&pair);
    compare(&busy, &busy, false, &pair);
    assert_false(pair.row->waiting.decides);
    assert_false(pair.row->waiting.told);
    assert_true(isnan(pair.row->waiting.old_share) || pair.row->waiting.old_share == 0);
    compared_fini(&pair);
    fill(seldom.pushed, 1); /* hardly put off, and gives up as often: its switches say nothing */
    fill(seldom.gave_up, 4);
    compare(&seldom, &seldom, false, &pair);
    assert_false(pair.row->waiting.told);
    assert_null(pair.row->waiting.metric);
    compared_fini(&pair);
}

/* Executions that sometimes had two processors. */
static void parallel(void **state)
{
    (void)state;
    struct side side = times(fought, 1);
    struct compared pair;
    side.wall[0] = 0.5;
    compare(&side, &side, false, &pair);
    assert_true(pair.row->waiting.parallel);
    compared_fini(&pair);
}

/* gave_up <= 1.5 + 2 a second */
static void all_of_it(void **state)
{
    (void)state;
    assert_true(processor_time_is_all(0, 1.5));
    assert_false(processor_time_is_all(0, 1.6));
    assert_true(processor_time_is_all(10, 21.5));
    assert_false(processor_time_is_all(10, 22));
    assert_false(processor_time_is_all(10, NAN));
}

static void what_was_waited_for(void **state)
{
    (void)state;
    struct made_series made[METRICS];
    struct input input;
    struct waited waited;
    const char *metric;
    add_side(made, "s", &fought);
    made_input(made, METRICS, &input);
    const struct assay_series *wall = input_find(&input, "s", "b", "wall");
    assert_int_equal(waited_of(&input, wall, &waited, NULL), ASSAY_OK);
    assert_close(waited.processor_s, 1, 1e-12, 0);
    assert_close(waited.processors, 0.4, 1e-12, 0);
    assert_close(waited.pushed, 200, 1e-12, 0);
    assert_close(waited.gave_up, 2, 1e-12, 0);
    assert_true(isnan(waited.faults) && isnan(waited.runnable_s)); /* were not kept */
    assert_null(processor_beside(&input, wall, "major_faults"));
    assert_null(processor_of_iterations(&input, wall));
    assert_int_equal(processor_time_rules(&input, NULL, &metric, NULL), ASSAY_OK);
    assert_null(metric); /* other metrics were asked for */
    input_fini(&input);
    made_input(made, 1, &input); /* wall alone */
    assert_int_equal(waited_of(&input, &input.series[0], &waited, NULL), ASSAY_OK);
    assert_true(isnan(waited.processor_s) && isnan(waited.processors) && isnan(waited.pushed));
    input_fini(&input);
}

/* Two executions of three iterations that tell their own processor time: 0.3 and 0.6 of a processor. */
static void of_iterations(void **state)
{
    (void)state;
    static const double wall[N] = {1, 1, 1, 2, 2, 2}, cpu[N] = {0.3, 0.3, 0.3, 1.2, 1.2, 1.2},
                        pushed[2] = {50, 70}, gave_up[2] = {1, 3};
    const struct made_series made[] = {
        {.system = "s", .benchmark = "b", .metric = "wall", .values = wall, .n = N, .each = EACH},
        {.system = "s", .benchmark = "b", .metric = "cpu", .values = cpu, .n = N, .each = EACH},
        {.system = "s",
         .benchmark = "b",
         .metric = "involuntary_switches",
         .unit = "1",
         .values = pushed,
         .n = 2},
        {.system = "s",
         .benchmark = "b",
         .metric = "voluntary_switches",
         .unit = "1",
         .values = gave_up,
         .n = 2},
        {.system = "s",
         .benchmark = "b",
         .metric = "major_faults",
         .unit = "1",
         .values = wall,
         .n = 3}};
    struct input input;
    double most;
    made_input(made, 5, &input);
    const struct assay_series *series = input_find(&input, "s", "b", "wall");
    assert_string_equal(processor_of_iterations(&input, series)->metric, "cpu");
    assert_null(processor_of_iterations(&input, input_find(&input, "s", "b", "cpu")));
    assert_null(processor_of_executions(&input, series, "major_faults")); /* of three others */
    const struct waited waited = waited_of_iterations(&input, series, &most);
    assert_close(most, 0.6, 1e-12, 0);
    assert_close(waited.processor_s, (0.9 + 3.6) / 2, 1e-12, 0);
    assert_close(waited.processors, 4.5 / 9, 1e-12, 0);
    assert_close(waited.pushed, 60, 1e-12, 0);
    assert_close(waited.gave_up, 2, 1e-12, 0);
    assert_true(isnan(waited.faults));
    input_fini(&input);
}

/* Six executions of three iterations on two systems, told by themselves: 1 s and 1.2 s of the processor in 2.5 s. */
static void iterations_decide(void **state)
{
    (void)state;
    enum { ALL = N * EACH };
    double wall[ALL], cpu[2][ALL], pushed[N], gave_up[N];
    struct made_series made[8];
    struct compared compared;
    fill(pushed, 600);
    fill(gave_up, 2);
    for (size_t i = 0; i < ALL; i++) {
        wall[i] = 2.5 + 0.1 * sin((double)i);
        cpu[0][i] = 1 + 0.01 * cos((double)i);
        cpu[1][i] = 1.2 * cpu[0][i];
    }
    for (size_t s = 0; s < 2; s++) {
        struct made_series *of = &made[4 * s];
        const struct made_series all = {
            .system = s == 0 ? "old" : "new", .benchmark = "b", .n = ALL, .each = EACH};
        for (size_t m = 0; m < 4; m++)
            of[m] = all;
        of[0].metric = "wall", of[0].values = wall;
        of[1].metric = "cpu", of[1].values = cpu[s];
        of[2].metric = "involuntary_switches", of[2].values = pushed;
        of[3].metric = "voluntary_switches", of[3].values = gave_up;
        of[2].unit = of[3].unit = "1";
        of[2].n = of[3].n = N;
        of[2].each = of[3].each = 1;
    }
    compared_of(made, 8, NULL, &compared);
    assert_true(compared.row->waiting.decides && compared.row->waiting.only_computes);
    assert_string_equal(compared.row->old_series->metric, "cpu");
    assert_string_equal(compared.row->waiting.metric, "cpu");
    assert_close(compared.row->finding.ratio.estimate, 1.2, 1e-9, 0);
    assert_int_equal(compared.row->finding.verdict, ASSAY_SLOWER);
    assert_close(compared.row->waiting.ratio.estimate, 1, 1e-9, 0);
    assert_close(compared.row->waiting.old_share, 0.4, 0.02, 0);
    compared_fini(&compared);
    /* Without what the executions did besides nothing is known of others. */
    for (size_t s = 0; s < 2; s++)
        made[4 * s + 3].metric = "other_switches";
    compared_of(made, 8, NULL, &compared);
    assert_false(compared.row->waiting.decides);
    assert_string_equal(compared.row->old_series->metric, "wall");
    compared_fini(&compared);
}

enum { LONG = 20 }; /* iterations of an execution that shows whether it is at rest */

/* Until the last iteration by so much more; no two executions are quite alike. */
static void fill_rising(double *values, double level, double rise)
{
    for (size_t i = 0; i < N * LONG; i++)
        values[i] = level * (1 + rise * (double)(i % LONG) / LONG) *
                    (1 + 0.002 * (fmod((double)i * 0.6180339887, 1) - 0.5));
}

/* Two systems, put off by others, whose wall time is 2.5 s and whose processor time is 1 s and so much more. */
static void made_rising(double wall_rise, double cpu_rise, double change, struct compared *out)
{
    static double wall[N * LONG], cpu[2][N * LONG], pushed[N], gave_up[N];
    struct made_series made[8];
    fill(pushed, 6000);
    fill(gave_up, 2);
    fill_rising(wall, 2.5, wall_rise);
    for (size_t s = 0; s < 2; s++) {
        struct made_series *of = &made[4 * s];
        fill_rising(cpu[s], s == 0 ? 1 : 1 + change, cpu_rise);
        for (size_t m = 0; m < 4; m++)
            of[m] = (struct made_series){
                .system = s == 0 ? "old" : "new", .benchmark = "b", .n = N * LONG, .each = LONG};
        of[0].metric = "wall", of[0].values = wall;
        of[1].metric = "cpu", of[1].values = cpu[s];
        of[2].metric = "involuntary_switches", of[2].values = pushed;
        of[3].metric = "voluntary_switches", of[3].values = gave_up;
        of[2].unit = of[3].unit = "1";
        of[2].n = of[3].n = N;
        of[2].each = of[3].each = 1;
    }
    made_input(made, 8, &out->input);
}

/* Others make wall time rise, and processor time is at rest: that decides, whatever margin is asked for and whether or not
 * it says something. */
static void decides_at_every_margin(void **state)
{
    (void)state;
    static const struct {
        double margin;
        enum assay_verdict verdict;
    } cases[] = {{0, ASSAY_SLOWER}, {0.03, ASSAY_INCONCLUSIVE}, {0.5, ASSAY_EQUIVALENT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct compare_request request = COMPARE_REQUEST_DEFAULTS;
        struct compared pair;
        request.margin = cases[i].margin;
        made_rising(0.4, 0, 0.03, &pair);
        assert_int_equal(compared_input(&request, &pair, NULL), ASSAY_OK);
        assert_true(pair.row->waiting.decides);
        assert_string_equal(pair.row->old_series->metric, "cpu");
        assert_false(pair.row->warm_up.moves || pair.row->warm_up.open);
        assert_int_equal(pair.row->finding.verdict, cases[i].verdict);
        compared_fini(&pair);
    }
}

/* What decides has no end that is seen: that is said at any margin at which it is open, and nothing is decided. */
static void is_at_rest_by_the_clock_that_decides(void **state)
{
    (void)state;
    static const double margins[] = {0, 0.03, 0.05};
    for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
        struct compare_request request = COMPARE_REQUEST_DEFAULTS;
        struct compared pair;
        request.margin = margins[i];
        made_rising(0, 0.4, 0.03, &pair);
        assert_int_equal(compared_input(&request, &pair, NULL), ASSAY_OK);
        assert_true(pair.row->waiting.decides);
        assert_string_equal(pair.row->old_series->metric, "cpu");
        assert_true(pair.row->warm_up.moves && pair.row->warm_up.open);
        assert_true(pair.row->warm_up.matters);
        assert_int_equal(pair.row->finding.verdict, ASSAY_INCONCLUSIVE);
        compared_fini(&pair);
    }
}

/* It gives its processor up 30 times in each execution, for its children: in the one least disturbed it had a processor
 * all the time and gave up as often. Where that one hardly gave up, others wait for something. */
static void waits_for_its_children(void **state)
{
    (void)state;
    struct side parent = times(fought, 1);
    struct compared pair;
    const double wall[N] = {1.05, 2.8, 2.6, 2.7, 2.6, 2.7};
    memcpy(parent.wall, wall, sizeof wall);
    fill(parent.gave_up, 30);
    compare(&parent, &parent, false, &pair);
    assert_true(pair.row->waiting.only_computes);
    assert_true(pair.row->waiting.decides);
    assert_close(pair.row->waiting.old_gave_up, 30, 1e-12, 0);
    compared_fini(&pair);
    parent.gave_up[0] = 2;
    compare(&parent, &parent, false, &pair);
    assert_false(pair.row->waiting.only_computes);
    assert_false(pair.row->waiting.decides);
    compared_fini(&pair);
    fill(parent.gave_up, 30);
    parent.wall[0] = 2.5; /* none had a processor to itself: what it did in the rest is not known */
    compare(&parent, &parent, false, &pair);
    assert_false(pair.row->waiting.only_computes);
    compared_fini(&pair);
}

/* It waits, and had 0.7 of a processor: what wall time leaves open is told by processor time where that is twice as narrow. */
static void told_where_it_is_narrower(void **state)
{
    (void)state;
    struct side a = times(fought, 1);
    struct compared pair;
    const double wall[N] = {1.2, 1.7, 1.25, 1.8, 1.3, 1.5}, far[N] = {0.5, 1.1, 0.6, 1.2, 0.7, 0.9};
    memcpy(a.wall, wall, sizeof wall);
    fill(a.gave_up, 300);
    struct side b = times(a, 1.03);
    for (size_t i = 0; i < N; i++)
        b.wall[i] = wall[N - 1 - i] * 1.01;
    compare(&a, &b, false, &pair);
    assert_int_equal(pair.row->finding.verdict, ASSAY_INCONCLUSIVE);
    assert_false(pair.row->waiting.only_computes);
    assert_true(pair.row->waiting.told);
    assert_false(pair.row->waiting.decides);
    assert_close(pair.row->waiting.ratio.estimate, 1.03, 1e-9, 0);
    compared_fini(&pair);
    memcpy(a.user, far, sizeof far); /* as wide as wall time */
    for (size_t i = 0; i < N; i++)
        b.user[i] = far[N - 1 - i];
    compare(&a, &b, false, &pair);
    assert_int_equal(pair.row->finding.verdict, ASSAY_INCONCLUSIVE);
    assert_true(pair.row->waiting.old_share > 0.6);
    assert_false(pair.row->waiting.told);
    compared_fini(&pair);
}

/* What is watched while it is measured: wall time's place is taken where both systems compute and others had the rest. */
static void watched(void **state)
{
    (void)state;
    struct made_series made[2 * METRICS];
    struct input input;
    const struct source_request wall_alone = {.has_question = true};
    struct side waits = times(fought, 1);
    fill(waits.gave_up, 300);
    add_side(made, "old", &fought);
    add_side(made + METRICS, "new", &fought);
    made_input_asked(&wall_alone, made, 2 * METRICS, &input);
    assert_int_equal(input.n, 2);
    assert_string_equal(processor_time_watched(&input), "user+system");
    input.decides = "wall"; /* somebody said what decides */
    assert_null(processor_time_watched(&input));
    input.decides = NULL;
    input_fini(&input);
    made_input_asked(&wall_alone, made, METRICS, &input); /* one system is compared with none */
    assert_null(processor_time_watched(&input));
    input_fini(&input);
    add_side(made + METRICS, "new", &waits);
    made_input_asked(&wall_alone, made, 2 * METRICS, &input);
    assert_null(processor_time_watched(&input));
    input_fini(&input);
}

static enum assay_verdict repeated(const struct side *then, const struct side *now, bool *busy)
{
    static const struct comparison none = {0};
    struct made_series made[2 * METRICS];
    SCOPED(input_fini) struct input before = {0};
    SCOPED(input_fini) struct input after = {0};
    SCOPED(repetition_fini) struct repetition repetition = {0};
    struct assay_error error;
    add_side(made, "old", then);
    add_side(made + METRICS, "old", now);
    made_input(made, METRICS, &before);
    made_input(made + METRICS, METRICS, &after);
    const struct repetition_request request = {.now = &after,
                                               .then = &before,
                                               .pairs_now = &none,
                                               .pairs_then = &none,
                                               .confidence = 0.95};
    assert_int_equal(repetition_analyse(&request, &repetition, &error), ASSAY_OK);
    const enum assay_verdict verdict = repetition.series[0].verdict;
    assert_int_equal(repetition.n_moved, verdict == ASSAY_FASTER);
    *busy = repetition.busy;
    return verdict;
}

/* The same program twice as fast by wall time, for others had less of the processor by then: no verdict. */
static void is_withheld_between_two_times(void **state)
{
    (void)state;
    struct side quieter = fought, alone = fought;
    bool busy;
    for (size_t i = 0; i < N; i++)
        quieter.wall[i] *= 0.5;
    assert_int_equal(repeated(&fought, &quieter, &busy), ASSAY_INCONCLUSIVE);
    assert_true(busy);
    assert_int_equal(repeated(&quieter, &fought, &busy), ASSAY_INCONCLUSIVE);
    fill(alone.pushed, 0);
    fill(quieter.pushed, 0);
    assert_int_equal(repeated(&alone, &quieter, &busy), ASSAY_FASTER);
    assert_false(busy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decides),
        cmocka_unit_test(decides_no_pair_of_a_ranking),
        cmocka_unit_test(offers_slices_where_it_is_open),
        cmocka_unit_test(told_beside),
        cmocka_unit_test(does_not_decide),
        cmocka_unit_test(parallel),
        cmocka_unit_test(waits_for_its_children),
        cmocka_unit_test(told_where_it_is_narrower),
        cmocka_unit_test(watched),
        cmocka_unit_test(all_of_it),
        cmocka_unit_test(what_was_waited_for),
        cmocka_unit_test(of_iterations),
        cmocka_unit_test(iterations_decide),
        cmocka_unit_test(decides_at_every_margin),
        cmocka_unit_test(is_at_rest_by_the_clock_that_decides),
        cmocka_unit_test(is_withheld_between_two_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
