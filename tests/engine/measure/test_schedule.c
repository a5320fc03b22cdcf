/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_schedule.c -- the order: pure, complete, paired, uniform. */
#include "fixture.h"

#include "measure/schedule.h"

struct wide {
    struct small small;
    struct design_benchmark benchmarks[3];
};

/* 3 systems, 3 benchmarks, 2 days x 2 builds x (1 warm-up + 4) executions. */
static void wide_init(struct wide *w)
{
    small_init(&w->small, "true");
    for (size_t i = 0; i < 3; i++) {
        w->benchmarks[i] = w->small.benchmark;
        w->small.systems[i].build = (char *)"true";
    }
    struct design *d = &w->small.design;
    d->benchmarks = w->benchmarks;
    d->n_benchmarks = d->n_systems = 3;
    d->n_levels = 4;
    d->levels[0] = (struct design_level){.name = (char *)"day", .count = 2};
    d->levels[1] = (struct design_level){.name = (char *)"build", .count = 2};
    d->levels[2] = (struct design_level){.name = (char *)"execution", .count = 4, .warmup = 1};
    d->levels[3] = (struct design_level){.name = (char *)"iteration", .count = 10, .warmup = 5};
}

/* One unit of every level above, and in it twelve executions behind two that do not count. */
static struct design *one_unit(struct wide *w, struct design_order order)
{
    struct design *d = &w->small.design;
    wide_init(w);
    d->levels[0].count = d->levels[1].count = 1;
    d->levels[2] = (struct design_level){.name = (char *)"execution", .count = 12, .warmup = 2};
    d->order = order;
    return d;
}

static size_t walk(const struct design *design, struct step *steps, size_t capacity)
{
    struct schedule *schedule = schedule_new(design);
    assert_non_null(schedule);
    size_t n = 0;
    struct step step;
    while (schedule_next(schedule, &step)) {
        assert_true(n < capacity);
        steps[n++] = step;
    }
    assert_false(schedule_next(schedule, &step)); /* the end stays the end */
    schedule_free(&schedule);
    return n;
}

static void is_pure(void **state)
{
    (void)state;
    struct wide w;
    struct step a[256], b[256], other[256];
    wide_init(&w);
    size_t n = walk(&w.small.design, a, 256);
    assert_int_equal(n, walk(&w.small.design, b, 256));
    assert_memory_equal(a, b, n * sizeof *a);
    w.small.design.seed++;
    assert_int_equal(n, walk(&w.small.design, other, 256));
    assert_memory_not_equal(a, other, n * sizeof *a);
}

/* The shards, one after the other, are the whole: unit by unit the same steps. */
static void shards_are_the_whole(void **state)
{
    (void)state;
    struct wide w;
    struct step whole[512], parts[512];
    wide_init(&w);
    struct design *d = &w.small.design;
    d->levels[0].name = (char *)"machine";
    d->levels[0].count = 3;
    w.benchmarks[1].units = 2;
    const size_t n = walk(d, whole, 512), builds = schedule_builds(d);
    size_t at = 0, planned = 0, built = 0;
    for (d->shard = 1; d->shard <= 3; d->shard++) {
        const size_t before = at;
        at += walk(d, parts + at, 512 - at);
        planned += schedule_executions(d);
        built += schedule_builds(d);
        for (size_t i = before; i < at; i++)
            assert_int_equal(parts[i].unit[0], d->shard - 1);
        assert_int_equal(at - before, schedule_executions(d) + schedule_builds(d));
    }
    d->shard = 0;
    assert_int_equal(at, n);
    assert_memory_equal(whole, parts, n * sizeof *whole);
    assert_int_equal(built, builds);
    assert_int_equal(planned, schedule_executions(d));
}

static void counts_are_as_planned(void **state)
{
    (void)state;
    struct wide w;
    struct step steps[256];
    wide_init(&w);
    size_t n = walk(&w.small.design, steps, 256), builds = 0, warm = 0;
    for (size_t i = 0; i < n; i++) {
        builds += steps[i].kind == STEP_BUILD;
        warm += steps[i].warmup;
    }
    assert_int_equal(builds, 3 * 4);
    assert_int_equal(n - builds, 9 * 5 * 4);
    assert_int_equal(warm, 9 * 4);
    assert_int_equal(builds, schedule_builds(&w.small.design));
    assert_int_equal(n - builds, schedule_executions(&w.small.design));
}

/* Each round holds every (system, benchmark) once, positions in order, and all systems of one
 * benchmark one right after the other. */
static void rounds_pair_the_systems(void **state)
{
    (void)state;
    struct wide w;
    struct step steps[256];
    wide_init(&w);
    size_t n = walk(&w.small.design, steps, 256), i = 0;
    for (uint32_t round = 0; round < 20; round++) {
        unsigned seen = 0;
        while (i < n && steps[i].kind == STEP_BUILD)
            assert_int_equal(steps[i++].round, round);
        for (uint32_t position = 0; position < 9; position++, i++) {
            assert_int_equal(steps[i].round, round);
            assert_int_equal(steps[i].position, position);
            assert_int_equal(steps[i].benchmark, steps[i - position % 3].benchmark);
            assert_int_equal(steps[i].warmup, round % 5 == 0);
            assert_int_equal(steps[i].unit[0], round / 10);
            assert_int_equal(steps[i].unit[1], round / 5 % 2);
            assert_int_equal(steps[i].unit[2], round % 5);
            seen |= 1U << (steps[i].system * 3 + steps[i].benchmark);
        }
        assert_int_equal(seen, 0x1ff);
    }
    assert_int_equal(i, n);
}

/* Each of the 6 orders of 3 systems is as likely as the others in rounds and among builds, whatever
 * came in the round before; chi-square with 5 degrees of freedom, 0.999 quantile, seed fixed. */
static void orders_are_uniform(void **state)
{
    (void)state;
    struct wide w;
    wide_init(&w);
    struct design *d = &w.small.design;
    d->n_benchmarks = 1;
    d->n_levels = 2;
    d->levels[0] = (struct design_level){.name = (char *)"build", .count = 3000};
    d->levels[1] = (struct design_level){.name = (char *)"execution", .count = 1};
    struct schedule *schedule = schedule_new(d);
    struct step step[3];
    double counts[2][9] = {{0}};
    for (int i = 0; i < 6000; i++) {
        for (size_t j = 0; j < 3; j++)
            assert_true(schedule_next(schedule, &step[j]));
        counts[step[0].kind][step[0].system * 3 + step[1].system]++;
    }
    schedule_free(&schedule);
    for (size_t kind = 0; kind < 2; kind++) {
        double chi2 = 0;
        for (size_t j = 0; j < 9; j++)
            if (j / 3 != j % 3)
                chi2 += (counts[kind][j] - 500) * (counts[kind][j] - 500) / 500;
        assert_true(chi2 < 20.52);
    }
}

/* Benchmarks' orders too: the first benchmark of a round, over ten seeds. 2 degrees of freedom,
 * 0.999. */
/* Who begins is who has the first turn of two that take turns: neither more often, over the seeds of ten rounds each. Four standard
 * deviations of what chance gives, and half as much again of its spread among seeds. */
static void neither_of_two_begins_more_often(void **state)
{
    (void)state;
    enum { SEEDS = 2000, ROUNDS = 10 };
    struct small s;
    small_init(&s, "true");
    s.design.levels[0].count = ROUNDS;
    s.design.n_systems = 2;
    double all = 0, squares = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        s.design.seed = seed;
        struct schedule *schedule = schedule_new(&s.design);
        struct step step[2];
        double first = 0;
        for (int i = 0; i < ROUNDS; i++) {
            assert_true(schedule_next(schedule, &step[0]) && schedule_next(schedule, &step[1]));
            assert_true(step[0].round == step[1].round && step[0].system != step[1].system);
            first += step[0].system == 0;
        }
        schedule_free(&schedule);
        all += first;
        squares += (first - ROUNDS / 2.0) * (first - ROUNDS / 2.0);
    }
    assert_true(fabs(all - SEEDS * ROUNDS / 2.0) < 4 * sqrt(SEEDS * ROUNDS / 4.0));
    assert_in_range(squares / SEEDS * 100, 100 * ROUNDS / 6, 100 * ROUNDS * 3 / 8);
}

static void benchmarks_take_turns(void **state)
{
    (void)state;
    struct wide w;
    struct step step;
    double counts[3] = {0}, chi2 = 0;
    wide_init(&w);
    w.small.design.levels[2].count = 749;
    for (w.small.design.seed = 1; w.small.design.seed <= 10; w.small.design.seed++) {
        struct schedule *schedule = schedule_new(&w.small.design);
        while (schedule_next(schedule, &step))
            counts[step.benchmark] += step.kind == STEP_EXECUTE && step.position == 0;
        schedule_free(&schedule);
    }
    for (size_t i = 0; i < 3; i++)
        chi2 += (counts[i] - 10000) * (counts[i] - 10000) / 10000;
    assert_true(chi2 < 13.82);
}

/* More rounds do not change the first ones: a pilot can be extended, and the number of rounds can
 * be found while running. */
static void first_rounds_do_not_depend_on_their_number(void **state)
{
    (void)state;
    struct wide w;
    struct step few[256], many[512];
    wide_init(&w);
    w.small.design.levels[0].count = w.small.design.levels[1].count = 1;
    size_t n = walk(&w.small.design, few, 256);
    w.small.design.levels[2].count = 40;
    walk(&w.small.design, many, 512);
    assert_memory_equal(few, many, n * sizeof *few);
}

static void without_builds_there_are_no_build_steps(void **state)
{
    (void)state;
    struct small s;
    struct step steps[8];
    small_init(&s, "true");
    s.design.n_systems = 2;
    assert_int_equal(walk(&s.design, steps, 8), 2);
    s.systems[1].build = (char *)"true";
    assert_int_equal(walk(&s.design, steps, 8), 3);
    assert_int_equal(steps[0].kind, STEP_BUILD);
    assert_int_equal(steps[0].system, 1);
    s.design.levels[0].count = 0;
    assert_int_equal(walk(&s.design, steps, 8), 1);
}

/* Ten digits, the same for all systems of a round, another for each round, benchmark and build. */
/* Units added for one benchmark leave what was measured before where it was. */
/* With the units, seeds and rounds that they have among executions. */
static void builds_alone_are_those_of_the_whole(void **state)
{
    (void)state;
    struct wide w;
    wide_init(&w);
    struct design *whole = &w.small.design, alone = *whole;
    alone.only_builds = true;
    struct schedule *all = schedule_new(whole), *builds = schedule_new(&alone);
    struct step a, b;
    size_t n = 0;
    while (schedule_next(builds, &b)) {
        do
            assert_true(schedule_next(all, &a));
        while (a.kind != STEP_BUILD);
        assert_memory_equal(&a, &b, sizeof a);
        assert_int_equal(schedule_seed(whole, &a), schedule_seed(&alone, &b));
        n++;
    }
    assert_int_equal(n, schedule_builds(whole));
    assert_int_equal(schedule_executions(&alone), 0);
    schedule_free(&all);
    schedule_free(&builds);
}

static void later_units_may_be_of_some_benchmarks(void **state)
{
    (void)state;
    struct wide w;
    static struct step before[512], after[512];
    for (int flat = 0; flat < 2; flat++) {
        wide_init(&w);
        struct design *d = &w.small.design;
        if (flat) {
            d->levels[0] =
                (struct design_level){.name = (char *)"execution", .count = 4, .warmup = 1};
            d->n_levels = 1;
        }
        size_t n = walk(d, before, 512), extra = 0;
        const size_t old = d->levels[0].count, warmup = d->levels[0].warmup;
        d->levels[0].count += 2;
        w.benchmarks[0].units = w.benchmarks[2].units = old;
        size_t m = walk(d, after, 512), executions = 0;
        assert_memory_equal(before, after, n * sizeof *before);
        for (size_t i = n; i < m; i++) {
            assert_true(after[i].unit[0] >= warmup + old);
            assert_true(after[i].kind == STEP_BUILD || after[i].benchmark == 1);
            extra += after[i].kind == STEP_EXECUTE;
        }
        for (size_t i = 0; i < m; i++)
            executions += after[i].kind == STEP_EXECUTE;
        assert_int_equal(extra, flat ? 2 * 3 : 2 * 2 * 5 * 3);
        assert_int_equal(executions, schedule_executions(d));
    }
}

static void seeds_are_common_to_a_round(void **state)
{
    (void)state;
    struct wide w;
    struct step steps[256];
    wide_init(&w);
    size_t n = walk(&w.small.design, steps, 256);
    for (size_t i = 0; i < n; i++) {
        uint32_t seed = schedule_seed(&w.small.design, &steps[i]);
        assert_in_range(seed, 1000000000, 2147483647);
        for (size_t j = 0; j < i; j++) {
            bool same = steps[i].kind == steps[j].kind && steps[i].round == steps[j].round &&
                        (steps[i].kind == STEP_BUILD || steps[i].benchmark == steps[j].benchmark);
            assert_int_equal(same, seed == schedule_seed(&w.small.design, &steps[j]));
        }
    }
}

/* A pilot of both orders: as many of each, in an order that the seed draws, half of the pairs longer; all of it in the
 * first unit, and what does not count on top. */
static void a_pilot_has_as_many_of_both(void **state)
{
    (void)state;
    struct wide w;
    struct step steps[512];
    struct design *d =
        one_unit(&w, (struct design_order){.by = ORDER_AUTO, .slice_s = 0.01, .long_s = 0.05});
    assert_int_equal(design_pilot(d), ORDER_PILOT_MOST);
    const size_t n = walk(d, steps, 512);
    size_t kinds[3] = {0}, turns = 0, live = 0;
    enum design_order_by before = ORDER_AUTO;
    for (size_t i = 0; i < n; i++) {
        const struct step *step = &steps[i];
        if (step->kind != STEP_EXECUTE || step->position > 0)
            continue;
        live += !step->warmup;
        assert_int_equal(schedule_is_pilot(d, step), step->round < 2 + 2 * ORDER_PILOT_MOST);
        if (!schedule_is_pilot(d, step))
            continue;
        const enum design_order_by by = schedule_pilot_order(d, step);
        const bool longer = schedule_pilot_is_longer(d, step);
        assert_true(!step->warmup || by == ORDER_ROUNDS);
        assert_true(!longer || by == ORDER_SLICES);
        if (step->warmup)
            continue;
        kinds[by == ORDER_ROUNDS ? 0 : longer ? 2 : 1]++;
        turns += by != before;
        before = by;
    }
    assert_int_equal(live, 12 + ORDER_PILOT_MOST);
    assert_int_equal(kinds[0], ORDER_PILOT_MOST);
    assert_int_equal(kinds[1], ORDER_PILOT_MOST / 2);
    assert_int_equal(kinds[2], ORDER_PILOT_MOST / 2);
    assert_true(turns > 4); /* of 20: never all of one and then all of the other */
    struct schedule *schedule = schedule_new(d);
    struct step step;
    size_t rounds = 0;
    schedule_set_aside(schedule, 3); /* as many as did not count once it has chosen */
    while (schedule_next(schedule, &step))
        rounds += step.kind == STEP_EXECUTE && step.position == 0 && !step.warmup;
    assert_int_equal(rounds, 12 + 3);
    schedule_set_aside(schedule, 8); /* it has chosen at the very end, and more did not count */
    while (schedule_next(schedule, &step))
        rounds += step.kind == STEP_EXECUTE && step.position == 0 && !step.warmup;
    assert_int_equal(rounds, 12 + 8);
    schedule_free(&schedule);
    d->order.long_s = 0;
    for (size_t i = 0; i < n; i++)
        assert_false(steps[i].kind == STEP_EXECUTE && schedule_is_pilot(d, &steps[i]) &&
                     schedule_pilot_is_longer(d, &steps[i]));
    d->levels[2].count = ORDER_PILOT_LEAST - 1;
    assert_int_equal(design_pilot(d), 0);
}

/* A duet's systems are measured alone before its pairs, in the first unit and on top of the count. */
static void a_duet_begins_with_rounds_alone(void **state)
{
    (void)state;
    struct wide w;
    struct step steps[512];
    struct design *d = one_unit(&w, (struct design_order){.by = ORDER_DUET});
    const size_t n = walk(d, steps, 512);
    size_t rounds = 0, alone = 0;
    for (size_t i = 0; i < n; i++) {
        const bool first = steps[i].kind == STEP_EXECUTE && steps[i].position == 0;
        rounds += first && !steps[i].warmup;
        alone += first && schedule_is_alone(d, &steps[i]);
        if (first)
            assert_int_equal(schedule_is_alone(d, &steps[i]),
                             steps[i].round >= 2 && steps[i].round < 2 + ORDER_PILOT_MOST);
    }
    assert_int_equal(rounds, 12 + ORDER_PILOT_MOST);
    assert_int_equal(alone, ORDER_PILOT_MOST);
    d->stop.rule = STOP_CONTINUED; /* a short time would be over before the pairs */
    assert_int_equal(design_pilot(d), 0);
    d->stop.rule = STOP_FIXED;
    d->order.tried = true; /* then it is what was found when it was tried */
    assert_int_equal(design_pilot(d), 0);
    d->order.pilot = 5;
    assert_int_equal(design_pilot(d), 5);
    d->order = (struct design_order){.by = ORDER_SLICES};
    assert_false(schedule_is_alone(d, &steps[n - 1]));
    assert_int_equal(design_pilot(d), 0);
}

/* Seeds of builds, in their order. */
static size_t build_seeds(const struct design *design, uint32_t *seeds, size_t capacity)
{
    struct step steps[512];
    const size_t n = walk(design, steps, 512);
    size_t builds = 0;
    for (size_t i = 0; i < n && builds < capacity; i++)
        if (steps[i].kind == STEP_BUILD)
            seeds[builds++] = schedule_seed(design, &steps[i]);
    return builds;
}

/* Fewer executions of each build, or more, have the same builds made. */
static void builds_are_named_as_in_another_design(void **state)
{
    struct wide w;
    uint32_t own[64], named[64];
    (void)state;
    wide_init(&w);
    struct design *design = &w.small.design;
    const size_t n = build_seeds(design, own, 64);
    assert_int_equal(n, 12);
    design->named_executions = design->levels[2].count;
    design->levels[2].count = 7;
    assert_int_equal(build_seeds(design, named, 64), n);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(named[i], own[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_pure),
        cmocka_unit_test(builds_are_named_as_in_another_design),
        cmocka_unit_test(a_pilot_has_as_many_of_both),
        cmocka_unit_test(a_duet_begins_with_rounds_alone),
        cmocka_unit_test(shards_are_the_whole),
        cmocka_unit_test(counts_are_as_planned),
        cmocka_unit_test(rounds_pair_the_systems),
        cmocka_unit_test(orders_are_uniform),
        cmocka_unit_test(neither_of_two_begins_more_often),
        cmocka_unit_test(benchmarks_take_turns),
        cmocka_unit_test(first_rounds_do_not_depend_on_their_number),
        cmocka_unit_test(without_builds_there_are_no_build_steps),
        cmocka_unit_test(builds_alone_are_those_of_the_whole),
        cmocka_unit_test(later_units_may_be_of_some_benchmarks),
        cmocka_unit_test(seeds_are_common_to_a_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
