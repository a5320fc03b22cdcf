/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs_sampled.c -- samples of the executions of a round: which function each is in, and what called it.
 * Source:   METHODS I2, "Data".
 * Edge:     a chain ends before what lies nowhere: without frame pointers it is made up there. A chain is whole when a
 *           table says that nobody called, or one of its functions is named as what programs and threads begin with: not each
 *           _start has such a table, and frame pointers say nothing. By these, stripped ones are not known to be whole.
 * Checked:  tests/engine/profile/test_pairs.c
 */
#include <elf.h>
#include <string.h>

#include "base/array.h"
#include "base/owned.h"
#include "base/remarks.h"
#include "profile/pairs_part.h"

/* The object of what lies nowhere that is known. */
static const char nowhere[] = "[unknown]";

static bool is_start(const struct code_place *place)
{
    static const char *const starts[] = {
        "main",  "_start", "__libc_start_main", "__libc_start_call_main",
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

const char *pairs_object_of(const struct code_place *place, const struct code_file *program)
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
    return profile_function(pairs->profile, place->name, pairs_object_of(place, program));
}

bool pairs_add_count(struct sampled *sampled, uint32_t function, uint64_t n)
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
static void ask_for_code(struct pairs *pairs, struct elf_symbols *symbols,
                         struct elf_function *function)
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
        pairs->lost = !pairs_add_count(sampled, function, 1) || pairs->lost;
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
    return code != NULL &&
           memmem(code, n, is_x86 ? x86 : arm, is_x86 ? sizeof x86 : sizeof arm) != NULL;
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

void pairs_take_samples(struct pairs *pairs, const struct watched_execution *watched, size_t n)
{
    SCOPED(code_map_fini) struct code_map map;
    code_map_begin(&map, &pairs->files, watched->result->start_ns / 1000000000);
    pairs->n_taken = pairs->n_callers = 0;
    pairs->lost = !sampler_end(&pairs->sampler, &map, take, pairs) || pairs->lost;
    for (size_t i = 0; i < n; i++) {
        struct sampled *sampled = &pairs->round[watched[i].step->system];
        pairs->step = watched[i].step;
        const struct code_file *program = code_map_program(&map, watched[i].process);
        choose(pairs, &map, watched[i].process);
        count_all(pairs, program, sampled);
        add_chains(pairs, &map, watched[i].process, program, sampled);
        pairs_fill_facts(pairs, watched[i].result, &sampled->facts);
        if (pairs->asked->event != NULL)
            pairs_put_event(pairs, &pairs->had[watched[i].step->system], &sampled->facts);
        tell_silent(pairs, watched[i].spawn);
    }
}
