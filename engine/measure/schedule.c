/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schedule.c -- walks builds and rounds in random order.
 * Source:   METHODS B5, C5: randomised complete blocks; never all of old and then all of new.
 * Checked:  tests/engine/measure/test_schedule.c: purity, pairing, uniformity of each order.
 */
#include "measure/schedule.h"

#include <stdlib.h>

#include <assay/random.h>

struct schedule {
    const struct design *design;
    size_t execution, top;   /* index of the level; of the highest that is repeated */
    uint64_t combination;    /* of units above execution, in order */
    uint64_t n_combinations; /* 1 when there is no such level */
    uint32_t rounds;         /* within one combination */
    size_t pilot;            /* more of them in the first one */
    uint32_t round_here;     /* within this combination */
    uint32_t round;          /* over the whole experiment */
    uint32_t position;       /* within the round, or among the builds */
    bool building;           /* builds of this combination are still to come */
    size_t i_benchmark, i_system;
    size_t *systems;    /* their order in the current block */
    size_t *benchmarks; /* their order in the current round */
    struct assay_random random;
};

/* Streams of one seed: rounds and builds must not share draws. */
enum { STREAM_ROUNDS, STREAM_BUILDS, STREAM_PILOT };
enum { STREAM_SEED_EXECUTION, STREAM_SEED_BUILD };

static uint64_t count_combinations(const struct design *design)
{
    uint64_t n = 1;
    for (size_t level = 0; level < design_execution_level(design); level++)
        n *= design->levels[level].count;
    return n;
}

/* Units of the top level that are measured here, from first on: of a shard, one. */
struct unit_range {
    size_t first, behind;
};
static struct unit_range units_here(const struct design *design)
{
    if (design->shard > 0)
        return (struct unit_range){design->shard - 1, design->shard};
    return (struct unit_range){0, design->levels[0].count};
}

static uint32_t rounds_in_combination(const struct design *design)
{
    const struct design_level *level = &design->levels[design_execution_level(design)];
    return (uint32_t)(level->warmup + level->count);
}

size_t schedule_builds(const struct design *design)
{
    size_t n = 0;
    for (size_t i = 0; i < design->n_systems; i++)
        n += design->systems[i].build != NULL;
    const struct unit_range here = units_here(design);
    return design_execution_level(design) == 0
               ? n
               : (size_t)(n * count_combinations(design) / design->levels[0].count *
                          (here.behind - here.first));
}

/* Executions of one system on one benchmark. */
static size_t cell_executions(const struct design *design, size_t system, size_t benchmark)
{
    const size_t units = design_units(design, system, benchmark), top = design_top_level(design);
    const struct unit_range here = top == 0 ? units_here(design) : (struct unit_range){0, units};
    const size_t behind = units < here.behind ? units : here.behind;
    const size_t mine = behind > here.first ? behind - here.first : 0;
    return design_pilot(design) +
           (design_execution_level(design) == top
                ? design->levels[top].warmup + mine
                : (size_t)(rounds_in_combination(design) * count_combinations(design) /
                           design->levels[top].count * mine));
}

size_t schedule_executions(const struct design *design)
{
    if (design->only_builds)
        return 0;
    size_t n = 0;
    for (size_t s = 0; s < design->n_systems; s++)
        for (size_t b = 0; b < design->n_benchmarks; b++)
            n += cell_executions(design, s, b);
    return n;
}

static void begin_builds(struct schedule *s)
{
    s->building = true;
    s->i_system = 0;
    s->position = 0;
    assay_random_init(&s->random, s->design->seed, ASSAY_RANDOM_SCHEDULE, STREAM_BUILDS,
                      (uint32_t)s->combination);
    assay_random_permutation(&s->random, s->design->n_systems, s->systems);
}

static void begin_round(struct schedule *s)
{
    s->building = false;
    s->i_system = s->i_benchmark = 0;
    s->position = 0;
    assay_random_init(&s->random, s->design->seed, ASSAY_RANDOM_SCHEDULE, STREAM_ROUNDS, s->round);
    assay_random_permutation(&s->random, s->design->n_benchmarks, s->benchmarks);
    assay_random_permutation(&s->random, s->design->n_systems, s->systems);
}

uint32_t schedule_first_round(const struct design *design)
{
    if (design->shard == 0)
        return 0;
    const uint64_t each = count_combinations(design) / design->levels[0].count;
    return (uint32_t)((design->shard - 1) * each * rounds_in_combination(design));
}

/* A shard has the combinations, rounds and draws that its unit has among all. */
static void begin_where(struct schedule *s, struct unit_range here)
{
    if (s->design->shard == 0)
        return;
    const uint64_t each = s->n_combinations / s->design->levels[0].count;
    s->combination = here.first * each;
    s->n_combinations = here.behind * each;
    s->round = schedule_first_round(s->design);
}

struct schedule *schedule_new(const struct design *design)
{
    struct schedule *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->design = design;
    s->execution = design_execution_level(design);
    s->top = design_top_level(design);
    s->n_combinations = count_combinations(design);
    s->rounds = rounds_in_combination(design);
    s->pilot = design_pilot(design);
    begin_where(s, units_here(design));
    s->systems = calloc(design->n_systems + 1, sizeof *s->systems);
    s->benchmarks = calloc(design->n_benchmarks + 1, sizeof *s->benchmarks);
    if (s->systems == NULL || s->benchmarks == NULL)
        schedule_free(&s);
    else
        begin_builds(s);
    return s;
}

void schedule_free(struct schedule **schedule)
{
    if (*schedule == NULL)
        return;
    free((*schedule)->systems);
    free((*schedule)->benchmarks);
    free(*schedule);
    *schedule = NULL;
}

/* Mixed-radix digits of the combination: the level right above execution turns fastest. */
static void write_units(const struct schedule *s, struct step *step)
{
    uint64_t rest = s->combination;
    for (size_t level = s->execution; level-- > 0;) {
        size_t count = s->design->levels[level].count;
        step->unit[level] = (uint32_t)(rest % count);
        rest /= count;
    }
    step->unit[s->execution] = s->round_here;
}

/* Whether a build that is about to be made will be executed. */
static bool is_needed(const struct schedule *s, const struct step *step)
{
    bool needed = s->design->ended == NULL;
    for (size_t b = 0; !needed && b < s->design->n_benchmarks; b++)
        needed = step->unit[s->top] < design_units(s->design, step->system, b);
    return needed;
}

static bool next_build(struct schedule *s, struct step *step)
{
    while (s->i_system < s->design->n_systems) {
        size_t system = s->systems[s->i_system++];
        if (s->design->systems[system].build == NULL)
            continue;
        *step = (struct step){
            .kind = STEP_BUILD,
            .system = (uint32_t)system,
            .round = s->round,
            .position = s->position++,
        };
        write_units(s, step);
        if (is_needed(s, step))
            return true;
    }
    begin_round(s);
    return false;
}

static void next_execution(struct schedule *s, struct step *step)
{
    *step = (struct step){
        .kind = STEP_EXECUTE,
        .system = (uint32_t)s->systems[s->i_system],
        .benchmark = (uint32_t)s->benchmarks[s->i_benchmark],
        .round = s->round,
        .position = s->position++,
        .warmup = s->round_here < s->design->levels[s->execution].warmup,
    };
    write_units(s, step);
    if (++s->i_system < s->design->n_systems)
        return;
    s->i_system = 0;
    assay_random_permutation(&s->random, s->design->n_systems, s->systems);
    if (++s->i_benchmark < s->design->n_benchmarks)
        return;
    s->round++;
    s->round_here++;
    begin_round(s);
}

/* Later units may be of some benchmarks or systems only. */
static bool takes_part(const struct schedule *s, const struct step *step)
{
    const size_t more = s->execution == s->top ? s->design->levels[s->top].warmup + s->pilot : 0;
    return step->unit[s->top] < more + design_units(s->design, step->system, step->benchmark);
}

bool schedule_next(struct schedule *s, struct step *step)
{
    if (s->design->n_systems == 0 || s->design->n_benchmarks == 0)
        return false;
    while (s->combination < s->n_combinations) {
        if (s->building && next_build(s, step))
            return true;
        if (s->round_here < s->rounds + (s->combination == 0 ? s->pilot : 0)) {
            next_execution(s, step);
            if (takes_part(s, step) && !s->design->only_builds)
                return true;
            continue;
        }
        if (s->combination + 1 == s->n_combinations)
            return false; /* as long as no more of its rounds are set aside */
        s->combination++;
        s->round_here = 0;
        begin_builds(s);
    }
    return false;
}

/* That of the first execution of its unit, in the design by which builds are named. */
static uint32_t naming_round(const struct design *design, const struct step *step)
{
    const struct design_level *execution = &design->levels[design_execution_level(design)];
    const size_t own = execution->warmup + execution->count,
                 named = execution->warmup + design->named_executions;
    return design->named_executions > 0 && own > 0 ? (uint32_t)(step->round / own * named) : step->round;
}

uint32_t schedule_seed(const struct design *design, const struct step *step)
{
    const uint32_t smallest = 1000000000, n = (uint32_t)INT32_MAX - smallest + 1;
    struct assay_random random;
    if (step->kind == STEP_EXECUTE) {
        assay_random_init(&random, design->seed, ASSAY_RANDOM_BUILD,
                          2 * step->benchmark + STREAM_SEED_EXECUTION, step->round);
    } else {
        /* A build is named by the round of its first execution, which no other unit has. */
        assay_random_init(&random, design->seed, ASSAY_RANDOM_BUILD, STREAM_SEED_BUILD,
                          naming_round(design, step));
    }
    return smallest + (uint32_t)assay_random_below(&random, n);
}

void schedule_set_aside(struct schedule *s, size_t rounds)
{
    s->pilot = rounds;
}

static size_t warmup_rounds(const struct design *design)
{
    return design->levels[design_execution_level(design)].warmup;
}

bool schedule_is_pilot(const struct design *design, const struct step *step)
{
    return step->round < warmup_rounds(design) + 2 * design_pilot(design);
}

bool schedule_is_alone(const struct design *design, const struct step *step)
{
    const size_t warmup = warmup_rounds(design);
    return design->order.by == ORDER_DUET && step->round >= warmup &&
           step->round < warmup + design_pilot(design);
}

/* A round of the pilot among all that it has: the first half are rounds, and then comes a short pair, a long one … */
static size_t pilot_place(const struct design *design, const struct step *step, size_t pilot)
{
    size_t places[2 * ORDER_PILOT_MOST];
    struct assay_random random;
    assay_random_init(&random, design->seed, ASSAY_RANDOM_SCHEDULE, STREAM_PILOT, 0);
    assay_random_permutation(&random, 2 * pilot, places);
    return places[step->round - warmup_rounds(design)];
}

enum design_order_by schedule_pilot_order(const struct design *design, const struct step *step)
{
    const size_t pilot = design_pilot(design);
    return step->warmup || pilot_place(design, step, pilot) < pilot ? ORDER_ROUNDS : ORDER_SLICES;
}

bool schedule_pilot_is_longer(const struct design *design, const struct step *step)
{
    const size_t pilot = design_pilot(design);
    if (step->warmup || !(design->order.long_s > 0))
        return false;
    const size_t place = pilot_place(design, step, pilot);
    return place >= pilot && (place - pilot) % 2 == 1;
}
