/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_trial.c -- what one run of each command tells of measuring them side by side. */
#include "running.h"

#include "measure/experiment_trial.h"
#include "measure/places.h"

static const char *const names[] = {"old", "new"};

static struct trial computes(double cpu_s)
{
    return (struct trial){.ok = true, .wall_s = cpu_s + 5e-4, .cpu_s = cpu_s, .breaks = 1};
}

/* The reason where the second of two is so; "" where there is none. */
static const char *reason(struct trial second)
{
    static char text[320];
    const struct trial trials[] = {computes(0.1), second};
    text[0] = '\0';
    const bool refuses = trial_refuses(trials, names, 2, ORDER_SLICES, text, sizeof text);
    assert_int_equal(refuses, text[0] != '\0');
    return text;
}

static void those_that_compute_may(void **state)
{
    (void)state;
    assert_string_equal(reason(computes(0.1)), "");
    assert_string_equal(reason(computes(0.149)), "");
    assert_string_equal(reason((struct trial){.ok = false}), ""); /* the rounds will say it */
}

static void each_reason_is_said(void **state)
{
    (void)state;
    struct trial t = computes(0.1);
    t.cpu_s = 3.1 * t.wall_s;
    assert_string_equal(reason(t), "new used 3.1 processors");
    t.at_once = 2;
    assert_string_equal(reason(t), "new used 3.1 processors");
    t = computes(0.1);
    t.wall_s = 0.6; /* others had the processors */
    t.at_once = 1.9;
    assert_string_equal(reason(t), "new has 1.9 threads or processes at work at once");
    t = computes(0.1);
    t.moved = true;
    assert_string_equal(reason(t), "new chooses its processors itself");
    t = computes(0.1);
    t.left_behind = true;
    assert_string_equal(reason(t), "new leaves processes behind, whose time nobody counts");
    t = computes(5e-5);
    assert_string_equal(reason(t), "new takes less processor time than the clock tells");
    t = computes(0.1);
    t.wall_s = 0.2005;
    t.breaks = 7;
    assert_string_equal(reason(t), "new waited 50 % of its time");
    assert_string_equal(reason(computes(0.2)),
                        "new takes 2.0 times as long as old and would run alone at the end, which "
                        "rounds see at once");
}

/* Time in which others had the processor is none in which it waited for something. */
static void being_ready_is_not_waiting(void **state)
{
    (void)state;
    struct trial t = computes(0.1);
    t.wall_s = 0.8005;
    t.breaks = 7;
    t.ready_s = 0.7;
    assert_string_equal(reason(t), "");
    t.ready_s = 0.5;
    assert_string_equal(reason(t), "new waited 67 % of its time");
    t.ready_s = 0.8; /* what the whole machine waited: nothing is told by it … */
    assert_string_equal(reason(t), "");
    t.waiting = 0.4; /* … and something by the looks */
    assert_string_equal(reason(t), "new waited 40 % of its time");
    t.waiting = 0;
    t.ready_s = (double)NAN; /* nobody knows */
    assert_string_equal(reason(t), "");
    t.ready_s = 0;
    t.breaks = 1; /* its end: a hypervisor may have taken the time, but it gave none away */
    assert_string_equal(reason(t), "");
}

/* Where they would be refused for their lengths, the shorter the more often; where that is sure, less often. */
static void unequal_ones_run_again(void **state)
{
    (void)state;
    const struct {
        double cpu_s[2];
        size_t tries;
    } cases[] = {{{0.02, 0.029}, 1}, {{0.02, 0.04}, 7}, {{0.04, 0.02}, 7}, {{0.02, 0.06}, 3},
                 {{0.2, 0.29}, 1},   {{0.2, 0.4}, 2},   {{0.2, 0.6}, 1},   {{2, 4}, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct trial trials[] = {computes(cases[i].cpu_s[0]), computes(cases[i].cpu_s[1])};
        assert_int_equal(trial_tries(trials, 2, ORDER_SLICES), cases[i].tries);
        assert_int_equal(trial_tries(trials, 2, ORDER_LOCKSTEP), 1);
    }
    const struct trial failed[] = {computes(0.02), {.cpu_s = 0.04}};
    assert_int_equal(trial_tries(failed, 2, ORDER_SLICES), 1);
}

/* A round of two lasts 0.1 s, each has ten turns. */
static void turns_are_long_enough(void **state)
{
    (void)state;
    const struct {
        double cpu_s[2];
        bool repeats;
        size_t batch;
        double slice_s;
    } cases[] = {{{0.004, 0.005}, true, 13, 0.005}, {{0.004, 0.005}, false, 1, 0.005},
                 {{0.06, 0.05}, true, 1, 0.005},    {{0.03, 0.04}, true, 2, 0.005},
                 {{0.2, 0.25}, true, 1, 0.01},      {{0.0004, 0.0004}, true, 125, 0.005}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct trial trials[] = {computes(cases[i].cpu_s[0]), computes(cases[i].cpu_s[1])};
        const struct turns turns = trial_turns(trials, 2, ORDER_SLICES, cases[i].repeats);
        assert_int_equal(turns.batch, cases[i].batch);
        assert_true(turns.slice_s == cases[i].slice_s);
    }
    /* On processors of their own, what waits has its time, too: of one that sleeps a second no hundred. */
    const struct trial sleeps = {.ok = true, .wall_s = 1, .cpu_s = 1e-3, .breaks = 2},
                       both[] = {sleeps, sleeps};
    assert_int_equal(trial_turns(both, 2, ORDER_DUET, true).batch, 1);
    assert_true(trial_turns(both, 2, ORDER_SLICES, true).batch > 1);
}

/* ---- in an experiment ------------------------------------------------------------------------ */

struct settled {
    struct sink sink;
    size_t n, batch;
    struct design_order order;
    char because[320];
};

static enum assay_status keep(void *context, const struct record *record, struct assay_error *error)
{
    return sink_keep(&((struct settled *)context)->sink, record, error);
}

static enum assay_status settle(void *context, const struct experiment_order *order,
                                struct assay_error *error)
{
    (void)error;
    struct settled *settled = context;
    settled->n++;
    settled->order = order->order;
    settled->batch = order->batches[0];
    snprintf(settled->because, sizeof settled->because, "%s",
             order->because != NULL ? order->because : "");
    return ASSAY_OK;
}

/* Whatever a test asserts, and where it ends. */
static int settled_new(void **state)
{
    *state = calloc(1, sizeof(struct settled));
    return *state != NULL ? 0 : -1;
}

static int settled_free(void **state)
{
    sink_fini(&((struct settled *)*state)->sink);
    free(*state);
    return 0;
}

/* Two systems of one command, two rounds of them. */
static void run_settling(struct settled *settled, enum design_order_by by, const char *command)
{
    struct small s;
    struct experiment_report report;
    const struct experiment_options options = {0};
    const struct experiment_calls calls = {
        .context = settled, .keep = keep, .settle_order = settle};
    sink_fini(&settled->sink);
    *settled = (struct settled){.n = 0};
    small_init(&s, command);
    s.metrics[0] = (char *)"user+system";
    s.design.n_systems = 2;
    s.design.levels[0].count = 2;
    s.design.order.by = by;
    use_shell(&s);
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report), ASSAY_OK);
    assert_int_equal(settled->n, 1); /* once, not at each round */
    assert_int_equal(settled->sink.n, 4);
    assert_true(settled->order.tried);
}

/* Others may take so much of one of two equal runs that it seems half as long again: such two are measured in rounds, as the
 * trial saw them. A trial in which that was not so says what is meant here. */
static void run_undisturbed(struct settled *settled, enum design_order_by by, const char *command)
{
    enum { MOST = 50 };
    for (int i = 0; i < MOST; i++) {
        run_settling(settled, by, command);
        if (strstr(settled->because, " times as long as ") == NULL)
            return;
        assert_int_equal(settled->order.by, ORDER_ROUNDS);
        assert_int_equal(settled->order.asked, by);
    }
    fail_msg("equal in none of %d trials: %s", MOST, settled->because);
}

static void a_program_that_computes_is_sliced(void **state)
{
    struct settled *settled = *state;
    run_undisturbed(settled, ORDER_SLICES, "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); done");
    assert_string_equal(settled->because, "");
    assert_int_equal(settled->order.by, ORDER_SLICES);
    assert_true(settled->batch > 1 && settled->order.slice_s > 0);
}

static void a_program_of_two_processes_goes_in_rounds(void **state)
{
    struct settled *settled = *state;
    char text[200];
    const struct design duet = {.order.by = ORDER_DUET};
    run_settling(
        settled, ORDER_SLICES,
        "for p in 1 2; do (i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done) & done; wait");
    const bool alone = places_refuse(&duet, text, sizeof text); /* then they take turns */
    assert_int_equal(settled->order.by, alone ? ORDER_SLICES : ORDER_ROUNDS);
    if (!alone)
        assert_true(strstr(settled->because, "at work at once") != NULL ||
                    strstr(settled->because, " processors") != NULL);
}

static void a_program_that_sleeps_goes_in_rounds(void **state)
{
    struct settled *settled = *state;
    run_settling(settled, ORDER_SLICES, "exec sleep 0.05");
    assert_int_equal(settled->order.by, ORDER_ROUNDS);
    assert_non_null(strstr(settled->because, "old waited "));
}

static void a_program_that_leaves_another_behind_goes_in_rounds(void **state)
{
    struct settled *settled = *state;
    run_settling(settled, ORDER_SLICES, "setsid sleep 60 & exit 0");
    assert_int_equal(settled->order.by, ORDER_ROUNDS);
    assert_string_equal(settled->because, "old leaves processes behind, whose time nobody counts");
}

/* Its time is told by a clock of its own processor's, whatever it does then. */
static void a_program_that_sleeps_goes_into_a_duet(void **state)
{
    struct settled *settled = *state;
    char text[200];
    const struct design duet = {.order.by = ORDER_DUET};
    run_undisturbed(settled, ORDER_DUET, "exec sleep 0.05");
    const bool alone = places_refuse(&duet, text, sizeof text);
    assert_string_equal(settled->because, alone ? text : "");
    assert_int_equal(settled->order.by, alone ? ORDER_ROUNDS : ORDER_DUET);
    assert_int_equal(settled->order.asked, alone ? ORDER_DUET : ORDER_ROUNDS);
    assert_true(settled->order.slice_s == 0);
}

#define settling_test(function) cmocka_unit_test_setup_teardown(function, settled_new, settled_free)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_that_compute_may),
        cmocka_unit_test(each_reason_is_said),
        cmocka_unit_test(being_ready_is_not_waiting),
        cmocka_unit_test(unequal_ones_run_again),
        cmocka_unit_test(turns_are_long_enough),
        settling_test(a_program_that_computes_is_sliced),
        settling_test(a_program_of_two_processes_goes_in_rounds),
        settling_test(a_program_that_sleeps_goes_in_rounds),
        settling_test(a_program_that_sleeps_goes_into_a_duet),
        settling_test(a_program_that_leaves_another_behind_goes_in_rounds),
    };
    return cmocka_run_group_tests(tests, start_launcher, stop_launcher);
}
