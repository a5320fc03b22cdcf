/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile.c -- counts for each function, of each execution; names are kept once. */
#include "profile/profile.h"

#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/slots.h"
#include "profile/stacks.h"

/* slots: of functions, by their names.
 * last: of each function the place of its last count, from 1; one before the last execution's first is of an older one. */
struct profile_index {
    struct slots slots;
    size_t *last;
    size_t functions, codes, last_room, executions, counts; /* rooms of the arrays */
};

void profile_init(struct profile *profile, size_t n_systems, const struct profile_origin *origin)
{
    *profile = (struct profile){.n_systems = n_systems};
    profile->index = arena_array(&profile->memory, 1, sizeof *profile->index);
    profile->origin = (struct profile_origin){
        .sampler = arena_copy(&profile->memory, origin->sampler),
        .unit = arena_copy(&profile->memory, origin->unit),
        .rate_hz = origin->rate_hz,
    };
}

void profile_fini(struct profile *profile)
{
    if (profile->index != NULL) {
        free(profile->index->slots.items);
        free(profile->index->last);
    }
    profile_stacks_fini(profile);
    free(profile->functions);
    free(profile->codes);
    free(profile->executions);
    free(profile->counts);
    arena_fini(&profile->memory);
    *profile = (struct profile){0};
}

/* ---- functions ---- */

struct wanted_function {
    const struct profile *profile;
    const char *name, *object;
};

static bool is_function(const void *wanted, size_t place)
{
    const struct wanted_function *w = wanted;
    const struct profile_function *function = &w->profile->functions[place];
    return strcmp(function->name, w->name) == 0 && strcmp(function->object, w->object) == 0;
}

static uint64_t hash_of(const char *name, const char *object)
{
    return hash_text(hash_text(HASH_START, object), name);
}

static uint64_t hash_of_function(const void *functions, size_t place)
{
    const struct profile_function *function = (const struct profile_function *)functions + place;
    return hash_of(function->name, function->object);
}

/* Where the function stands, or the free slot in which it would. */
static uint32_t *slot_of(const struct profile *profile, const char *name, const char *object)
{
    return slots_find(&profile->index->slots, hash_of(name, object), is_function,
                      &(struct wanted_function){profile, name, object});
}

static bool has_room(struct profile *profile)
{
    struct profile_index *index = profile->index;
    const size_t n = profile->n_functions, row = profile->n_systems;
    if (!array_more(&profile->functions, n, &index->functions) ||
        !array_more(&index->last, n, &index->last_room))
        return false;
    if ((n + 1) * row > index->codes) {
        const size_t room = 2 * (n + 1) * row;
        if (!array_resize(&profile->codes, room))
            return false;
        index->codes = room;
    }
    return slots_more(&index->slots, n, hash_of_function, profile->functions);
}

static uint32_t add_function(struct profile *profile, const char *name, const char *object)
{
    const size_t n = profile->n_functions;
    const struct profile_function function = {arena_copy(&profile->memory, name),
                                              arena_copy(&profile->memory, object)};
    profile->memory.lost |= n + 1 >= PROFILE_NO_FUNCTION || !has_room(profile);
    if (profile->memory.lost)
        return PROFILE_NO_FUNCTION;
    *slot_of(profile, name, object) = (uint32_t)n + 1;
    profile->functions[n] = function;
    profile->index->last[n] = 0;
    memset(&profile->codes[n * profile->n_systems], 0, profile->n_systems * sizeof *profile->codes);
    return (uint32_t)profile->n_functions++;
}

uint32_t profile_function(struct profile *profile, const char *name, const char *object)
{
    if (profile->memory.lost)
        return PROFILE_NO_FUNCTION;
    const uint32_t found = profile->index->slots.n > 0 ? *slot_of(profile, name, object) : 0;
    return found > 0 ? found - 1 : add_function(profile, name, object);
}

void profile_code_is(struct profile *profile, uint32_t function, size_t system,
                     const unsigned char digest[PROFILE_DIGEST_BYTES])
{
    if (function >= profile->n_functions || system >= profile->n_systems)
        return;
    struct profile_code *code = &profile->codes[function * profile->n_systems + system];
    if (code->state == PROFILE_CODE_UNKNOWN) {
        code->state = PROFILE_CODE_KNOWN;
        memcpy(code->digest, digest, PROFILE_DIGEST_BYTES);
    } else if (memcmp(code->digest, digest, PROFILE_DIGEST_BYTES) != 0)
        code->state = PROFILE_CODE_VARIES;
}

const struct profile_code *profile_code_of(const struct profile *profile, uint32_t function,
                                           size_t system)
{
    return &profile->codes[function * profile->n_systems + system];
}

/* ---- executions ---- */

void profile_begin(struct profile *profile, const struct profile_execution *execution)
{
    profile->memory.lost |= profile->memory.lost ||
                            !array_more(&profile->executions, profile->n_executions,
                                        &profile->index->executions);
    if (profile->memory.lost)
        return;
    struct profile_execution *added = &profile->executions[profile->n_executions++];
    *added = *execution;
    added->first = profile->n_counts;
    added->n = 0;
}

void profile_count(struct profile *profile, uint32_t function, uint64_t self, uint64_t total)
{
    if (profile->memory.lost || function >= profile->n_functions || profile->n_executions == 0)
        return;
    struct profile_execution *execution = &profile->executions[profile->n_executions - 1];
    size_t *last = &profile->index->last[function];
    if (*last <= execution->first) {
        profile->memory.lost |=
            !array_more(&profile->counts, profile->n_counts, &profile->index->counts);
        if (profile->memory.lost)
            return;
        profile->counts[profile->n_counts] = (struct profile_count){.function = function};
        *last = ++profile->n_counts;
        execution->n++;
    }
    profile->counts[*last - 1].self += self;
    profile->counts[*last - 1].total += total;
}

uint64_t profile_samples(const struct profile *profile, const struct profile_execution *execution)
{
    uint64_t samples = 0;
    for (size_t i = 0; i < execution->n; i++)
        samples += profile->counts[execution->first + i].self;
    return samples;
}
