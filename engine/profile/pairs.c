/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs.c -- executions that are sampled, in rounds of a measured experiment's own walk.
 * Source:   METHODS I2, "Data".
 * Assumes:  what is sampled is user time. A round counts once all its systems have ended well, so that each one pairs.
 * Edge:     a command's file that was written since the measurement is another program, and nothing is sampled; what a build
 *           makes is looked at by who has what was made then, and a script that an interpreter reads is not. What was measured in a duet is sampled one after the other. An execution without a sample is one all the same.
 *           A chain ends before what lies nowhere: without frame pointers it is made up there. A chain is whole when a
 *           table says that nobody called, or one of its functions is named as what programs and threads begin with: not each
 *           _start has such a table, and frame pointers say nothing. By these, stripped ones are not known to be whole.
 * Checked:  tests/engine/profile/test_pairs.c
 */
#include "profile/pairs.h"

#include <elf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "base/remarks.h"
#include "measure/execution.h"
#include "profile/allocated_run.h"
#include "profile/counted_run.h"
#include "profile/function_code.h"
#include "profile/sampled_event.h"
#include "profile/sampler.h"
#include "profile/stacks.h"

/* The object of what lies nowhere that is known. */
static const char nowhere[] = "[unknown]";

/* An execution that has ended well, until its round is whole. */
struct sampled {
    struct profile_execution facts;
    struct profile_count *counts;
    size_t n, room;
    struct profile_count *bytes; /* of allocations */
    size_t n_bytes, bytes_room;
    uint32_t *chains; /* of each sample the number of its functions, then these, the innermost first */
    size_t n_chains, chains_room;
    size_t skipped; /* samples that leave out who called their function */
    size_t whole;   /* samples whose chain goes up to the start */
};

/* Where a process was. */
struct taken {
    struct code_place place;
    int process;
    size_t callers, n_callers; /* among those of all */
    bool whole;
};

/* What an execution had of the event that is sampled. */
struct had {
    struct event_counted counted;
    double user_s;
    bool known; /* it was counted for long enough */
};

struct pairs {
    const struct profile_pairs *asked;
    const struct profile_calls *calls;
    struct profile *profile;
    struct remarks *remarks;
    struct design design; /* as it is walked, with */
    struct design_benchmark benchmark;
    struct sampler sampler;
    struct unwinder *unwinder; /* NULL: callers are found by frame pointers, or not */
    struct counted_run counted; /* in its place, where instructions are counted */
    struct allocated_run allocated; /* or allocations */
    const struct code_file *program; /* that asks for memory */
    struct sampled_event event; /* what it samples, where that is not the clock, */
    struct had *had;            /* and what each system's last execution had of it */
    bool told_uncounted;
    struct code_files files;
    struct function_code code;
    bool sampling;             /* the executions that are under way */
    struct taken *taken;       /* their samples */
    size_t n_taken, taken_room;
    struct code_place *callers; /* of these; with chains */
    size_t n_callers, callers_room;
    size_t *told; /* of functions that called, the execution in which their code was told last, from 1 */
    size_t n_told, told_room, n_told_of;
    const struct step *step;   /* of one of them, with */
    struct code_place *places; /* its samples */
    size_t n_places, places_room;
    struct sampled *round; /* one a system */
    double got, planned;   /* samples in all */
    char changed[256]; /* the file of a command that was written since; "": none was seen */
    char refused[384]; /* why an execution has no counts; "": all have */
    bool told_silent, lost;
};

/* ---- the design ---- */

/* What it prints nobody wants twice. */
static struct design_benchmark benchmark_of(const struct profile_pairs *pairs)
{
    static char pipe[] = "pipe";
    struct design_benchmark benchmark = pairs->design->benchmarks[pairs->benchmark];
    if (benchmark.output != NULL && strcmp(benchmark.output, "inherit") == 0)
        benchmark.output = pipe;
    return benchmark;
}

/* As they were measured, else of the length that a pilot begins with. */
static struct design_order slices_of(const struct design_order *measured)
{
    struct design_order order = {.by = ORDER_SLICES, .tried = true, .slice_s = 0.01};
    if (measured->by == ORDER_SLICES)
        order.slice_s = measured->slice_s;
    return order;
}

static struct design design_of(const struct profile_pairs *pairs)
{
    struct design design = *pairs->design;
    const size_t level = design_execution_level(&design);
    design.benchmarks = &pairs->design->benchmarks[pairs->benchmark];
    design.n_benchmarks = 1;
    design.named_executions = design.levels[level].count;
    design.levels[level].count = pairs->rounds;
    if (level > 0 && pairs->units > 0)
        design.levels[0].count = pairs->units;
    design.rounds.find = false;
    if (pairs->event != NULL && design.levels[level].warmup == 0)
        design.levels[level].warmup = 1; /* which says how many there are, and so how often to sample */
    design.order = pairs->in_slices ? slices_of(&pairs->design->order)
                                    : (struct design_order){.by = ORDER_ROUNDS};
    design.trace = DESIGN_TRACE_NONE;
    design.counts.by = COUNTS_PERF;
    design.stop = (struct design_stop){.rule = STOP_FIXED};
    return design;
}

size_t profile_pairs_executions(const struct profile_pairs *pairs)
{
    struct design design = design_of(pairs);
    design.levels[design_execution_level(&design)].warmup = 0; /* these are not sampled */
    return schedule_executions(&design);
}

/* The place of its build among all; PROFILE_NO_UNIT: there is one. */
static uint32_t unit_of(const struct design *design, const struct step *step)
{
    const size_t level = design_execution_level(design);
    size_t unit = 0, all = 1;
    for (size_t i = 0; i < level; i++) {
        unit = unit * design->levels[i].count + step->unit[i];
        all *= design->levels[i].count;
    }
    return all > 1 ? (uint32_t)unit : PROFILE_NO_UNIT;
}

/* Where builds repeat its place in the build and the build, which stay what they are when more executions of each are asked for. */
static uint32_t round_of(const struct design *design, const struct step *step)
{
    enum { BUILDS = 1 << 16 };
    const uint32_t unit = unit_of(design, step);
    return unit == PROFILE_NO_UNIT ? step->round
                                   : step->unit[design_execution_level(design)] * BUILDS + unit;
}

/* ---- one execution ---- */

static void look_for_change(struct pairs *pairs, const struct watched_execution *watched)
{
    const char *path = watched->spawn->path, *called = watched->spawn->argv[0];
    struct stat file;
    if (pairs->asked->measured_ns > 0 &&
        pairs->design.systems[watched->step->system].build == NULL && stat(path, &file) == 0 &&
        file.st_mtim.tv_sec * INT64_C(1000000000) + file.st_mtim.tv_nsec > pairs->asked->measured_ns)
        (void)snprintf(pairs->changed, sizeof pairs->changed, "%s", called);
}

static void begin_event(struct pairs *pairs, const struct step *step)
{
    const struct had *had = &pairs->had[step->system];
    pairs->sampler.every = sampled_event_period(had->counted.user, had->user_s, pairs->sampler.rate_hz,
                                                pairs->sampler.room);
    sampled_event_begin(&pairs->event);
}

static void begin(void *context, const struct watched_execution *watched, size_t n)
{
    struct pairs *pairs = context;
    for (size_t i = 0; i < n; i++)
        look_for_change(pairs, &watched[i]);
    if (pairs->asked->event != NULL)
        begin_event(pairs, watched->step);
    if (watched->step->warmup)
        pairs->sampling = false;
    else if (pairs->asked->of == PROFILE_OF_INSTRUCTIONS)
        pairs->sampling = counted_run_begin(&pairs->counted, watched->spawn);
    else if (pairs->asked->of == PROFILE_OF_ALLOCATIONS)
        pairs->sampling = allocated_run_begin(&pairs->allocated, watched->spawn);
    else
        pairs->sampling = sampler_begin(&pairs->sampler, watched->spawn, n);
}

static bool is_start(const struct code_place *place)
{
    static const char *const starts[] = {"main",  "_start", "__libc_start_main", "__libc_start_call_main",
                                         "clone", "clone3", "start_thread"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strcmp(place->name, starts[i]) == 0)
            return true;
    return false;
}

/* What is returned to may lie behind the end of the function that called: the call lies before it. Whether the chain is whole. */
static bool take_callers(struct pairs *pairs, struct code_map *map,
                         const struct sample_taken *sample, const struct code_place *at)
{
    bool named = is_start(at);
    struct code_place place;
    for (size_t i = 0; i < sample->n_callers; i++) {
        if (!code_map_at(map, sample->process, sample->callers[i] - 1, &place))
            return named;
        if (!array_more(&pairs->callers, pairs->n_callers, &pairs->callers_room)) {
            pairs->lost = true;
            return false;
        }
        pairs->callers[pairs->n_callers++] = place;
        named = named || is_start(&place);
    }
    return named || sample->whole;
}

static void take(void *context, struct code_map *map, const struct sample_taken *sample)
{
    struct pairs *pairs = context;
    struct code_place place;
    if (!array_more(&pairs->taken, pairs->n_taken, &pairs->taken_room)) {
        pairs->lost = true;
        return;
    }
    if (!code_map_at(map, sample->process, sample->address, &place))
        place = (struct code_place){.name = ""};
    const size_t callers = pairs->n_callers;
    const bool whole = take_callers(pairs, map, sample, &place);
    pairs->taken[pairs->n_taken++] =
        (struct taken){place, sample->process, callers, pairs->n_callers - callers, whole};
}

/* Whether it is of one execution among all that ran at once: below its own process. */
static bool is_of(const struct taken *taken, const struct code_map *map, int below)
{
    return below == 0 || code_map_is_below(map, taken->process, below);
}

static void choose(struct pairs *pairs, const struct code_map *map, int below)
{
    pairs->n_places = 0;
    for (size_t i = 0; i < pairs->n_taken; i++) {
        if (!is_of(&pairs->taken[i], map, below))
            continue;
        if (!array_more(&pairs->places, pairs->n_places, &pairs->places_room)) {
            pairs->lost = true;
            return;
        }
        pairs->places[pairs->n_places++] = pairs->taken[i].place;
    }
}

/* The object as readers of a profile know it (profile.h); program: that of the execution. */
static const char *object_of(const struct code_place *place, const struct code_file *program)
{
    if (place->compiled)
        return PROFILE_JIT;
    if (place->file == NULL)
        return nowhere;
    if (place->file == program)
        return "";
    const char *slash = strrchr(place->file->path, '/');
    return slash != NULL ? slash + 1 : place->file->path;
}

static uint32_t function_of(struct pairs *pairs, const struct code_place *place,
                            const struct code_file *program)
{
    return profile_function(pairs->profile, place->name, object_of(place, program));
}

/* Those of one function come together. */
static bool add_count(struct sampled *sampled, uint32_t function, uint64_t n)
{
    struct profile_count *last = sampled->n > 0 ? &sampled->counts[sampled->n - 1] : NULL;
    if (last == NULL || last->function != function) {
        if (!array_more(&sampled->counts, sampled->n, &sampled->room))
            return false;
        last = &sampled->counts[sampled->n++];
        *last = (struct profile_count){.function = function};
    }
    last->self += n;
    return true;
}

/* Once of a function of a file: in programs of a hundred thousand of them each time took longer than what was sampled. */
static void ask_for_code(struct pairs *pairs, struct elf_symbols *symbols, struct elf_function *function)
{
    unsigned char digest[PROFILE_DIGEST_BYTES];
    function->asked = true;
    if (!function_code_of(&pairs->code, symbols, function, digest))
        return;
    unsigned char *kept = arena_array(&symbols->memory, sizeof digest, 1);
    if (kept != NULL)
        memcpy(kept, digest, sizeof digest);
    function->digest = kept;
}

static void tell_code(struct pairs *pairs, const struct code_place *place, uint32_t function)
{
    struct elf_function *of = place->function;
    if (of != NULL && !of->asked)
        ask_for_code(pairs, &place->file->symbols, of);
    if (of != NULL && of->digest != NULL)
        profile_code_is(pairs->profile, function, pairs->step->system, of->digest);
}

/* Samples into counts, file by file and function by function: those of one place come together. */
static int compare_places(const void *a, const void *b)
{
    const struct code_place *x = a, *y = b;
    const int by_name = strcmp(x->name, y->name);
    if (by_name != 0)
        return by_name;
    return x->file != y->file ? ((uintptr_t)x->file < (uintptr_t)y->file ? -1 : 1)
                              : (int)x->compiled - (int)y->compiled;
}

static void count_all(struct pairs *pairs, const struct code_file *program, struct sampled *sampled)
{
    uint32_t function = PROFILE_NO_FUNCTION;
    sampled->n = 0;
    if (pairs->n_places > 1)
        qsort(pairs->places, pairs->n_places, sizeof *pairs->places, compare_places);
    for (size_t i = 0; i < pairs->n_places; i++) {
        const struct code_place *place = &pairs->places[i];
        if (i == 0 || compare_places(place, place - 1) != 0) {
            function = function_of(pairs, place, program);
            tell_code(pairs, place, function);
        }
        pairs->lost = !add_count(sampled, function, 1) || pairs->lost;
    }
}

/* ---- chains ---- */

/* The code of what called, once an execution. */
static bool tell_caller(struct pairs *pairs, const struct code_place *place, uint32_t function)
{
    if (function >= pairs->profile->n_functions)
        return false;
    for (; pairs->n_told <= function; pairs->n_told++) {
        if (!array_more(&pairs->told, pairs->n_told, &pairs->told_room))
            return false;
        pairs->told[pairs->n_told] = 0;
    }
    if (pairs->told[function] != pairs->n_told_of)
        tell_code(pairs, place, function);
    pairs->told[function] = pairs->n_told_of;
    return true;
}

static bool hold(struct sampled *sampled, uint32_t number)
{
    if (!array_more(&sampled->chains, sampled->n_chains, &sampled->chains_room))
        return false;
    sampled->chains[sampled->n_chains++] = number;
    return true;
}

/* Whether the function sets up a frame, among its first instructions, without which who called it is left out. Functions that call
 * nothing may have none whatever a compiler is told. */
static bool is_framed(const struct code_place *place)
{
    enum { FIRST = 32 };
    static const unsigned char x86[] = {0x48, 0x89, 0xe5}, arm[] = {0xfd, 0x03, 0x00, 0x91};
    if (place->function == NULL)
        return place->compiled;
    const struct elf_symbols *symbols = &place->file->symbols;
    const bool is_x86 = symbols->elf.head.e_machine == EM_X86_64;
    const size_t n = place->function->size < FIRST ? (size_t)place->function->size : FIRST;
    const unsigned char *code =
        elf_symbols_bytes(symbols, place->function->address, n, SHF_ALLOC | SHF_EXECINSTR);
    return code != NULL && memmem(code, n, is_x86 ? x86 : arm, is_x86 ? sizeof x86 : sizeof arm) != NULL;
}

static bool add_chain(struct pairs *pairs, const struct taken *taken,
                      const struct code_file *program, struct sampled *sampled)
{
    sampled->whole += taken->whole;
    if (pairs->unwinder == NULL)
        sampled->skipped += taken->n_callers == 0 || !is_framed(&taken->place);
    bool held = hold(sampled, (uint32_t)taken->n_callers + 1) &&
                hold(sampled, function_of(pairs, &taken->place, program));
    for (size_t i = 0; i < taken->n_callers && held; i++) {
        const struct code_place *place = &pairs->callers[taken->callers + i];
        const uint32_t function = function_of(pairs, place, program);
        held = tell_caller(pairs, place, function) && hold(sampled, function);
    }
    return held;
}

static void add_chains(struct pairs *pairs, const struct code_map *map, int below,
                       const struct code_file *program, struct sampled *sampled)
{
    sampled->n_chains = sampled->skipped = sampled->whole = 0;
    pairs->n_told_of++;
    for (size_t i = 0; i < pairs->n_taken && pairs->asked->chains; i++)
        if (is_of(&pairs->taken[i], map, below))
            pairs->lost = !add_chain(pairs, &pairs->taken[i], program, sampled) || pairs->lost;
}

static double seconds(const struct timeval *time)
{
    return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

static void fill_facts(const struct pairs *pairs, const struct spawn_result *result,
                       struct profile_execution *out)
{
    const struct step *step = pairs->step;
    const double user_s = seconds(&result->usage.ru_utime);
    *out = (struct profile_execution){
        .round = round_of(&pairs->design, step),
        .position = step->position,
        .system = step->system,
        .unit = unit_of(&pairs->design, step),
        .user_s = user_s,
        .system_s = seconds(&result->usage.ru_stime),
        .wall_s = 1e-9 * (double)result->wall_ns,
        .planned = pairs->sampler.period_s > 0 ? (uint64_t)(user_s / pairs->sampler.period_s + 0.5) : 0,
        .lost = pairs->sampler.lost,
    };
}

static void tell_silent(struct pairs *pairs, const struct spawn *spawn)
{
    if (pairs->sampler.silent == 0 || pairs->n_places > 0 || pairs->told_silent)
        return;
    pairs->told_silent = true;
    remark(
        pairs->remarks,
        "%.200s cannot be sampled: the kernel refuses to (perf_event_open: %.60s), and a program "
        "linked statically, or with more rights than its caller, loads no object that would",
        spawn->path, strerror(pairs->sampler.refused));
}

/* ---- what is counted ---- */

/* Counts are the whole of an execution whose time means nothing. */
static void fill_counted(const struct pairs *pairs, const struct spawn_result *result, double sum,
                         struct profile_execution *out)
{
    fill_facts(pairs, result, out);
    out->user_s = sum;
    out->system_s = 0;
    out->wall_s = (double)NAN;
    out->planned = out->lost = 0;
}

/* Counts of all processes as those of one execution. */
static void end_counted(struct pairs *pairs, const struct watched_execution *watched)
{
    SCOPED(profile_fini) struct profile counted;
    struct sampled *sampled = &pairs->round[watched->step->system];
    double sum = 0;
    pairs->step = watched->step;
    sampled->n = 0;
    if (!counted_run_end(&pairs->counted, &counted))
        return; /* its round is not whole then */
    for (size_t i = 0; i < counted.n_counts; i++) {
        const struct profile_function *function = &counted.functions[counted.counts[i].function];
        const uint32_t number =
            profile_function(pairs->profile, function->name, function->object);
        pairs->lost = !add_count(sampled, number, counted.counts[i].self) || pairs->lost;
        sum += (double)counted.counts[i].self;
    }
    fill_counted(pairs, watched->result, sum, &sampled->facts);
}

/* A function with what it asks for itself, and in all. */
static void add_asked(struct pairs *pairs, const struct code_place *place, bool itself, bool in_all,
                      const struct allocated *allocated)
{
    struct sampled *sampled = &pairs->round[pairs->step->system];
    const struct code_place none = {.name = ""};
    const char *name = place != NULL ? place->name : none.name,
               *object = object_of(place != NULL ? place : &none, pairs->program);
    if (!array_more(&sampled->counts, sampled->n, &sampled->room) ||
        !array_more(&sampled->bytes, sampled->n_bytes, &sampled->bytes_room)) {
        pairs->lost = true;
        return;
    }
    sampled->counts[sampled->n++] =
        (struct profile_count){.function = profile_function(pairs->profile, name, object),
                               .self = itself ? allocated->allocations : 0,
                               .total = in_all ? allocated->allocations : 0};
    sampled->bytes[sampled->n_bytes++] =
        (struct profile_count){.function = profile_function(pairs->asked->bytes, name, object),
                               .self = itself ? allocated->bytes : 0,
                               .total = in_all ? allocated->bytes : 0};
}

static bool is_same(const struct code_place *a, const struct code_place *b)
{
    return a->file == b->file && a->function == b->function;
}

/* What a library asks for is its own, and that of the function of the program that called it. */
static void take_allocated(void *context, const struct allocated *allocated)
{
    struct pairs *pairs = context;
    const bool apart =
        allocated->program != NULL && !is_same(allocated->asker, allocated->program);
    if (allocated->asker == NULL)
        remark(pairs->remarks,
               "memory is asked for at more places than are told apart: %.0f allocations have no "
               "function",
               (double)allocated->allocations);
    add_asked(pairs, allocated->asker, true, true, allocated);
    if (apart)
        add_asked(pairs, allocated->program, false, true, allocated);
}

static void end_allocated(struct pairs *pairs, const struct watched_execution *watched)
{
    struct sampled *sampled = &pairs->round[watched->step->system];
    const char *why_not;
    double sum = 0;
    SCOPED(code_map_fini) struct code_map map;
    code_map_begin(&map, &pairs->files, watched->result->start_ns / 1000000000);
    pairs->step = watched->step;
    sampled->n = sampled->n_bytes = 0;
    if (!allocated_run_end(&pairs->allocated, &map, &pairs->program, take_allocated, pairs, &why_not)) {
        (void)snprintf(pairs->refused, sizeof pairs->refused, "%.100s %s",
                       watched->spawn->argv[0], why_not);
        return;
    }
    for (size_t i = 0; i < sampled->n; i++)
        sum += (double)sampled->counts[i].self;
    pairs->lost = pairs->files.lost || pairs->lost;
    fill_counted(pairs, watched->result, sum, &sampled->facts);
}

static void read_event(struct pairs *pairs, const struct watched_execution *watched)
{
    struct had *had = &pairs->had[watched->step->system];
    had->known = sampled_event_end(&pairs->event, &had->counted);
    had->user_s = seconds(&watched->result->usage.ru_utime);
    if (had->known || pairs->told_uncounted)
        return;
    pairs->told_uncounted = true;
    remark(pairs->remarks,
           "%.60s was not counted through all of an execution, since others use the same counters: its pair is "
           "left out",
           pairs->event.name);
}

/* Counts of the event, where else are seconds; without them the round is not whole. */
static void put_event(const struct pairs *pairs, const struct had *had, struct profile_execution *facts)
{
    facts->user_s = had->counted.user;
    facts->system_s = had->counted.kernel;
    facts->planned = (uint64_t)(had->counted.user / (double)pairs->sampler.every);
    if (!had->known)
        facts->round = UINT32_MAX;
}

static void count_execution(struct pairs *pairs, const struct code_map *map,
                            const struct watched_execution *watched)
{
    struct sampled *sampled = &pairs->round[watched->step->system];
    pairs->step = watched->step;
    const struct code_file *program = code_map_program(map, watched->process);
    choose(pairs, map, watched->process);
    count_all(pairs, program, sampled);
    add_chains(pairs, map, watched->process, program, sampled);
    fill_facts(pairs, watched->result, &sampled->facts);
    if (pairs->asked->event != NULL)
        put_event(pairs, &pairs->had[watched->step->system], &sampled->facts);
    tell_silent(pairs, watched->spawn);
}

static void end(void *context, const struct watched_execution *watched, size_t n)
{
    struct pairs *pairs = context;
    if (pairs->asked->event != NULL)
        read_event(pairs, watched);
    if (!pairs->sampling)
        return;
    if (pairs->asked->of == PROFILE_OF_INSTRUCTIONS) {
        end_counted(pairs, watched);
        return;
    }
    if (pairs->asked->of == PROFILE_OF_ALLOCATIONS) {
        end_allocated(pairs, watched);
        return;
    }
    SCOPED(code_map_fini) struct code_map map;
    code_map_begin(&map, &pairs->files, watched->result->start_ns / 1000000000);
    pairs->n_taken = pairs->n_callers = 0;
    pairs->lost = !sampler_end(&pairs->sampler, &map, take, pairs) || pairs->lost;
    for (size_t i = 0; i < n; i++)
        count_execution(pairs, &map, &watched[i]);
}

/* ---- rounds ---- */

static bool has_step(void *context, const struct step *step)
{
    const struct pairs *pairs = context;
    const struct profile *profile = pairs->profile;
    const uint32_t round = round_of(&pairs->design, step);
    for (size_t i = profile->n_executions; i > 0; i--)
        if (profile->executions[i - 1].round == round &&
            profile->executions[i - 1].system == step->system)
            return true;
    return false;
}

static bool is_whole(const struct pairs *pairs, uint32_t round)
{
    for (size_t i = 0; i < pairs->design.n_systems; i++)
        if (pairs->round[i].facts.round != round)
            return false;
    return true;
}

static void forget_round(struct pairs *pairs)
{
    for (size_t i = 0; i < pairs->design.n_systems; i++)
        pairs->round[i].facts.round = UINT32_MAX;
}

static void add_bytes(const struct pairs *pairs, const struct sampled *sampled)
{
    profile_begin(pairs->asked->bytes, &sampled->facts);
    for (size_t k = 0; k < sampled->n_bytes; k++)
        profile_count(pairs->asked->bytes, sampled->bytes[k].function, sampled->bytes[k].self,
                      sampled->bytes[k].total);
}

static void add_round(struct pairs *pairs)
{
    for (size_t i = 0; i < pairs->design.n_systems; i++) {
        const struct sampled *sampled = &pairs->round[i];
        profile_begin(pairs->profile, &sampled->facts);
        pairs->planned += (double)sampled->facts.planned;
        for (size_t k = 0; k < sampled->n; k++) {
            if (!pairs->asked->chains)
                profile_count(pairs->profile, sampled->counts[k].function, sampled->counts[k].self,
                              sampled->counts[k].total);
            pairs->got += (double)sampled->counts[k].self;
        }
        if (pairs->asked->of == PROFILE_OF_ALLOCATIONS)
            add_bytes(pairs, sampled);
        for (size_t k = 0; k < sampled->n_chains; k += 1 + sampled->chains[k])
            profile_add_stack(pairs->profile, &sampled->chains[k + 1], sampled->chains[k], 1);
        if (!pairs->asked->chains)
            continue;
        pairs->profile->stacks->whole[i] += sampled->whole;
        if (pairs->profile->stacks->skipped != NULL)
            pairs->profile->stacks->skipped[i] += sampled->skipped;
    }
}

static enum assay_status look_at_build(void *context, const struct record *record,
                                       struct assay_error *error)
{
    const struct profile_calls *calls = ((struct pairs *)context)->calls;
    return calls->built != NULL ? calls->built(calls->context, record, error) : ASSAY_OK;
}

static bool bytes_lost(const struct pairs *pairs)
{
    return pairs->asked->bytes != NULL && pairs->asked->bytes->memory.lost;
}

/* The record comes behind the end: what failed leaves its round without it. */
static enum assay_status keep_record(void *context, const struct record *record,
                                     struct assay_error *error)
{
    struct pairs *pairs = context;
    const struct step *step = &record->step;
    if (pairs->changed[0] != '\0')
        return assay_fail(error, ASSAY_INVALID,
                          "%s was written after the experiment was measured: what is sampled now "
                          "would be another program. Measure again, and ask of that experiment",
                          pairs->changed);
    if (pairs->refused[0] != '\0' && record->outcome == OUTCOME_OK)
        return assay_fail(error, ASSAY_MISSING, "allocations of functions: %s", pairs->refused);
    if (step->kind == STEP_BUILD && record->outcome == OUTCOME_OK)
        return look_at_build(pairs, record, error);
    if (step->kind != STEP_EXECUTE || step->warmup)
        return ASSAY_OK;
    if (record->outcome != OUTCOME_OK && record->outcome != OUTCOME_NO_VALUES)
        pairs->round[step->system].facts.round = UINT32_MAX;
    if (pairs->lost || pairs->profile->memory.lost || bytes_lost(pairs))
        return fail_no_memory(error);
    if (!is_whole(pairs, round_of(&pairs->design, step)))
        return ASSAY_OK;
    add_round(pairs);
    forget_round(pairs);
    if (pairs->profile->memory.lost || bytes_lost(pairs))
        return fail_no_memory(error);
    return pairs->calls->keep != NULL
               ? pairs->calls->keep(pairs->calls->context, pairs->profile, error)
               : ASSAY_OK;
}

static bool tell_progress(void *context, const struct experiment_progress *progress)
{
    const struct profile_calls *calls = ((struct pairs *)context)->calls;
    return calls->progress == NULL || calls->progress(calls->context, progress);
}

/* ---- the whole ---- */

static void tell_sampler(const struct pairs *pairs)
{
    if (pairs->sampler.refused != 0)
        remark(pairs->remarks,
               "the kernel refuses to sample (perf_event_open: %.60s); programs are sampled by an "
               "object that they load, %.0f times a second",
               strerror(pairs->sampler.refused), pairs->sampler.rate_hz);
}

static bool keep_chains(const struct pairs *pairs)
{
    struct profile *profile = pairs->profile;
    profile_keep_stacks(profile);
    struct profile_stacks *stacks = profile->stacks;
    if (stacks == NULL)
        return false;
    stacks->by = pairs->unwinder != NULL ? PROFILE_CALLERS_BY_TABLES : PROFILE_CALLERS_BY_FRAMES;
    stacks->whole = arena_array(&profile->memory, profile->n_systems, sizeof *stacks->whole);
    if (pairs->unwinder == NULL)
        stacks->skipped = arena_array(&profile->memory, profile->n_systems, sizeof *stacks->skipped);
    return !profile->memory.lost;
}

/* By tables, unless they are not wanted, or cannot be read here. */
static enum assay_status choose_unwinder(struct pairs *pairs, struct assay_error *error)
{
    const enum profile_unwind asked = pairs->asked->unwind;
    const char *why_not;
    if (!pairs->asked->chains || asked == PROFILE_UNWIND_FRAMES)
        return ASSAY_OK;
    pairs->unwinder = unwinder_open(&why_not);
    if (pairs->unwinder == NULL && asked == PROFILE_UNWIND_TABLES)
        return fail_naming(error, ASSAY_MISSING,
                           "callers are not found by tables here: %s. Ask for them by frame pointers: @unwind",
                           why_not);
    if (pairs->unwinder == NULL)
        remark(pairs->remarks, "callers are found by frame pointers: %s", why_not);
    return ASSAY_OK;
}

static void begin_profile(const struct pairs *pairs, struct profile *profile, const char *source,
                          const char *unit)
{
    if (profile->n_systems == 0)
        profile_init(profile, pairs->design.n_systems, &(struct profile_origin){source, unit, 0});
}

static enum assay_status open_counted(struct pairs *pairs, struct assay_error *error)
{
    if (pairs->asked->of == PROFILE_OF_INSTRUCTIONS) {
        TRY(counted_run_open(&pairs->counted, error));
        begin_profile(pairs, pairs->profile, pairs->counted.source, "Ir");
        return ASSAY_OK;
    }
    TRY(allocated_run_open(&pairs->allocated, error));
    begin_profile(pairs, pairs->profile, ALLOCATED_SOURCE, "allocations");
    begin_profile(pairs, pairs->asked->bytes, ALLOCATED_SOURCE, "bytes");
    return ASSAY_OK;
}

static enum assay_status open_event(struct pairs *pairs, pid_t launcher, double rate_hz,
                                    enum sampler_callers callers, struct assay_error *error)
{
    const struct profile_pairs *asked = pairs->asked;
    pairs->had = calloc(pairs->design.n_systems, sizeof *pairs->had);
    if (pairs->had == NULL)
        return fail_no_memory(error);
    TRY(sampled_event_open(&pairs->event, &counter_sources_of_system, asked->event, launcher, error));
    sampler_open_event(&pairs->sampler, launcher, rate_hz, &pairs->event, callers, asked->design->seed);
    if (!pairs->event.kernel)
        remark(pairs->remarks,
               "the kernel hides its own part of %.60s: changes are of what programs have themselves. sysctl "
               "kernel.perf_event_paranoid=1 shows it",
               asked->event);
    return ASSAY_OK;
}

static enum assay_status open_sampler(struct pairs *pairs, pid_t launcher, struct assay_error *error)
{
    const struct profile_pairs *asked = pairs->asked;
    TRY(choose_unwinder(pairs, error));
    const double usual_hz = pairs->unwinder != NULL ? PROFILE_RATE_OF_STACKS_HZ : PROFILE_RATE_HZ,
                 rate_hz = asked->rate_hz > 0 ? asked->rate_hz : usual_hz;
    const enum sampler_callers callers = pairs->unwinder != NULL ? CALLERS_BY_TABLES
                                         : asked->chains         ? CALLERS_BY_FRAMES
                                                                 : CALLERS_NONE;
    if (asked->event != NULL)
        TRY(open_event(pairs, launcher, rate_hz, callers, error));
    else
        sampler_open(&pairs->sampler, launcher, rate_hz, callers, asked->design->seed);
    pairs->sampler.unwinder = pairs->unwinder;
    return pairs->sampler.kind != NULL ? ASSAY_OK
                                       : assay_fail(error, ASSAY_MISSING, "%s", pairs->sampler.why_not);
}

static struct profile_origin origin_of(const struct pairs *pairs)
{
    const struct profile_pairs *asked = pairs->asked;
    if (asked->event != NULL)
        return (struct profile_origin){asked->event, asked->event, 0};
    return (struct profile_origin){asked->in_slices ? "cpu-clock in slices" : pairs->sampler.kind->name, "s",
                                   pairs->sampler.rate_hz};
}

static enum assay_status open_pairs(struct pairs *pairs, struct launcher *launcher,
                                    struct assay_error *error)
{
    const struct profile_pairs *asked = pairs->asked;
    if (asked->rounds == 0 || asked->benchmark >= asked->design->n_benchmarks)
        return assay_fail(error, ASSAY_USAGE, "there are no rounds to sample");
    pairs->design = design_of(asked);
    pairs->benchmark = benchmark_of(asked);
    pairs->design.benchmarks = &pairs->benchmark;
    pairs->round = calloc(pairs->design.n_systems, sizeof *pairs->round);
    if (pairs->round == NULL)
        return fail_no_memory(error);
    forget_round(pairs);
    if (asked->of != PROFILE_OF_TIME)
        return open_counted(pairs, error);
    TRY(open_sampler(pairs, launcher_process(launcher), error));
    if (asked->in_slices && pairs->sampler.kind != &sampler_of_kernel)
        return assay_fail(error, ASSAY_MISSING,
                          "versions side by side are sampled by the kernel alone, which refuses to "
                          "(perf_event_open: %.60s)", strerror(pairs->sampler.refused));
    if (asked->chains && pairs->sampler.kind != &sampler_of_kernel)
        return assay_fail(error, ASSAY_MISSING,
                          "what called a function is sampled by the kernel alone, which refuses to "
                          "(perf_event_open: %.60s)", strerror(pairs->sampler.refused));
    tell_sampler(pairs);
    function_code_open(&pairs->code);
    const struct profile_origin origin = origin_of(pairs);
    if (pairs->profile->n_systems == 0)
        profile_init(pairs->profile, pairs->design.n_systems, &origin);
    return !asked->chains || pairs->profile->stacks != NULL || keep_chains(pairs)
               ? ASSAY_OK
               : fail_no_memory(error);
}

static void close_pairs(struct pairs *pairs)
{
    sampler_close(&pairs->sampler);
    unwinder_close(&pairs->unwinder);
    sampled_event_close(&pairs->event);
    counted_run_close(&pairs->counted);
    if (pairs->asked->of == PROFILE_OF_ALLOCATIONS)
        allocated_run_close(&pairs->allocated);
    function_code_close(&pairs->code);
    for (size_t i = 0; pairs->round != NULL && i < pairs->design.n_systems; i++) {
        free(pairs->round[i].counts);
        free(pairs->round[i].bytes);
        free(pairs->round[i].chains);
    }
    free(pairs->round);
    free(pairs->had);
    free(pairs->places);
    free(pairs->taken);
    free(pairs->callers);
    free(pairs->told);
    code_files_fini(&pairs->files);
}

enum assay_status profile_pairs_run(const struct profile_pairs *asked, struct launcher *launcher,
                                    const struct experiment_options *options,
                                    const struct profile_calls *calls, struct profile *profile,
                                    struct experiment_report *report, struct remarks *remarks)
{
    struct pairs pairs = {.asked = asked,
                          .calls = calls,
                          .profile = profile,
                          .remarks = remarks,
                          .allocated = {.preloaded = {.object = -1, .file = -1}}};
    const struct execution_watch watch = {&pairs, begin, end};
    const struct experiment_calls experiment = {
        .context = &pairs, .has = has_step, .keep = keep_record,
        .renewed = look_at_build, .progress = tell_progress};
    struct experiment_options watched = *options;
    watched.watch = &watch;
    watched.programs_of = asked->design;
    *report = (struct experiment_report){.error = {ASSAY_OK, ""}};
    enum assay_status status = open_pairs(&pairs, launcher, &report->error);
    if (status == ASSAY_OK)
        status = experiment_run(&pairs.design, launcher, &watched, &experiment, report);
    close_pairs(&pairs);
    return status;
}
