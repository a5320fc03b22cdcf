/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_overrun.c -- a time budget that the least to measure will exceed is told of after the first round, once, and not where
 * it holds, where an earlier run had measured, or where there is none. Costs are given: no clock has a say. */
#include "support/oracle.h"

#include "base/clock.h"
#include "design/manifest.h"
#include "session/overrun.h"

struct warned {
    size_t n, least;
    double seconds, unit_s, budget_s;
};

static void take(void *context, const struct session *session, const struct session_event *event)
{
    struct warned *told = context;
    (void)session;
    assert_int_equal(event->kind, SESSION_OVERRUNS);
    told->n++;
    told->least = event->n;
    told->seconds = event->seconds;
    told->unit_s = event->unit_s;
    told->budget_s = event->budget_s;
}

/* Two systems, one benchmark: of a round each execution takes cost_s; so many of them come. */
static struct warned tell(size_t recorded, double budget_s, double cost_s, size_t executions)
{
    struct warned told = {0};
    struct design *design = NULL;
    struct assay_error error;
    static const char text[] = "levels: [{name: execution, count: 9}]\n"
                               "systems: [{name: old}, {name: new}]\n"
                               "benchmarks: [{name: b, run: 'true'}]\n";
    assert_int_equal(manifest_parse(text, sizeof text - 1, "assay.yaml", "/", &design, &error),
                     ASSAY_OK);
    const struct session session = {
        .design = design, .recorded = recorded, .events = {.context = &told, .event = take}};
    const double now_s = clock_now_s();
    struct overrun overrun = overrun_of(&session, now_s, budget_s > 0 ? now_s + budget_s : 0);
    const struct record build = {.step.kind = STEP_BUILD, .cost_s = 1e6};
    overrun_take(&overrun, &session, &build, 3);
    for (size_t i = 0; i < executions; i++) {
        const struct record record = {.step.kind = STEP_EXECUTE, .cost_s = cost_s};
        overrun_take(&overrun, &session, &record, 3);
    }
    design_free(&design);
    return told;
}

static void told_after_the_first_round(void **state)
{
    (void)state;
    assert_int_equal(tell(0, 6e3, 2500, 1).n, 0); /* half a round */
    const struct warned told = tell(0, 6e3, 2500, 6);
    assert_int_equal(told.n, 1);
    assert_int_equal(told.least, 3);
    assert_close(told.unit_s, 5000, 1e-12, 0);
    assert_close(told.budget_s, 6e3, 1e-9, 0); /* however it was given */
    assert_close(told.seconds, 1e4, 1e-2,
                 0); /* two more rounds; the clock saw next to nothing of the first */
    assert_int_equal(tell(0, 6e4, 2500, 6).n, 0);
    assert_int_equal(tell(1, 6e3, 2500, 6).n, 0); /* told by the run before */
    assert_int_equal(tell(0, 0, 2500, 6).n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(told_after_the_first_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
