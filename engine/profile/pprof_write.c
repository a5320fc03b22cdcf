/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pprof_write.c -- two systems of a profile as one of pprof's.
 * Source:   github.com/google/pprof, proto/profile.proto; the wire as protobuf.dev says.
 * Values:   of each stack and system its samples in all, and where the unit is seconds the nanoseconds that they stand for:
 *           their share of the execution's own user time. A label says which system a sample is of.
 * Edge:     time in the kernel is a stack of its own, without a sample. What a stack calls has one address of each function:
 *           pprof groups by it where there are no real ones.
 * Checked:  read back by pprof.c, and by Go's pprof where it is (tests/engine/profile/test_stacks.c, docs/evidence/why.md).
 */
#include "profile/profile_write.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "profile/stacks.h"

/* ---- the wire ---- */

struct bytes {
    unsigned char *items;
    size_t n, room;
    bool lost;
};

static void bytes_fini(struct bytes *bytes)
{
    free(bytes->items);
}

static void put_byte(struct bytes *bytes, unsigned char byte)
{
    if (bytes->lost || !array_more(&bytes->items, bytes->n, &bytes->room))
        bytes->lost = true;
    else
        bytes->items[bytes->n++] = byte;
}

static void put_varint(struct bytes *bytes, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        put_byte(bytes, (unsigned char)(value | 0x80));
    put_byte(bytes, (unsigned char)value);
}

/* Numbers that are 0 need not stand there. */
static void put_number(struct bytes *bytes, unsigned field, uint64_t value)
{
    if (value == 0)
        return;
    put_varint(bytes, (uint64_t)field << 3);
    put_varint(bytes, value);
}

static void put_text(struct bytes *bytes, unsigned field, const void *text, size_t n)
{
    put_varint(bytes, (uint64_t)field << 3 | 2);
    put_varint(bytes, n);
    for (size_t i = 0; i < n; i++)
        put_byte(bytes, ((const unsigned char *)text)[i]);
}

/* A message that is a field; it is empty then. */
static void put_message(struct bytes *bytes, unsigned field, struct bytes *message)
{
    put_text(bytes, field, message->items, message->n);
    bytes->lost |= message->lost;
    message->n = 0;
}

/* ---- the profile ---- */

enum { SAMPLE_TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, TEXT, DEFAULT_TYPE = 14 };
/* Texts that stand before those of functions; 0 is the empty one. */
enum { T_SAMPLES = 1, T_COUNT, T_CPU, T_NANOSECONDS, T_UNIT, T_VERSION, T_KERNEL, T_OLD, T_NEW, T_FIRST };

struct writing {
    const struct profile *profile;
    const struct profile_sides *sides;
    bool timed; /* in seconds */
    struct bytes out, message, part;
    uint32_t *mapping; /* of each function, from 1; the first is the program */
    const char **objects;
    size_t n_objects;
};

static void writing_fini(struct writing *writing)
{
    bytes_fini(&writing->out);
    bytes_fini(&writing->message);
    bytes_fini(&writing->part);
    free(writing->mapping);
    free(writing->objects);
}

static bool list_objects(struct writing *writing)
{
    const struct profile *profile = writing->profile;
    writing->mapping = calloc(profile->n_functions + 1, sizeof *writing->mapping);
    writing->objects = calloc(profile->n_functions + 2, sizeof *writing->objects);
    if (writing->mapping == NULL || writing->objects == NULL)
        return false;
    writing->objects[writing->n_objects++] = "";
    for (size_t f = 0; f < profile->n_functions; f++) {
        size_t at = 0;
        while (at < writing->n_objects &&
               strcmp(writing->objects[at], profile->functions[f].object) != 0)
            at++;
        if (at == writing->n_objects)
            writing->objects[writing->n_objects++] = profile->functions[f].object;
        writing->mapping[f] = (uint32_t)at + 1;
    }
    return true;
}

static void put_type(struct writing *writing, uint64_t type, uint64_t unit)
{
    put_number(&writing->message, 1, type);
    put_number(&writing->message, 2, unit);
    put_message(&writing->out, SAMPLE_TYPE, &writing->message);
}

/* Mappings, then a function and its location for each, by its place from 1; behind them the kernel's. */
static void put_tables(struct writing *writing)
{
    const struct profile *profile = writing->profile;
    const size_t functions = profile->n_functions, kernel = functions + 1;
    for (size_t i = 0; i <= writing->n_objects; i++) {
        put_number(&writing->message, 1, i + 1);
        put_number(&writing->message, 5, i == writing->n_objects ? T_KERNEL : T_FIRST + functions + i);
        put_number(&writing->message, 7, 1); /* has functions: nobody shall look for them */
        put_message(&writing->out, MAPPING, &writing->message);
    }
    for (size_t f = 1; f <= kernel; f++) {
        put_number(&writing->message, 1, f);
        put_number(&writing->message, 2, f == kernel ? T_KERNEL : T_FIRST + f - 1);
        put_message(&writing->out, FUNCTION, &writing->message);
        put_number(&writing->part, 1, f);
        put_number(&writing->message, 1, f);
        put_number(&writing->message, 2, f == kernel ? writing->n_objects + 1 : writing->mapping[f - 1]);
        put_number(&writing->message, 3, f); /* an address, since some group by it */
        put_message(&writing->message, 4, &writing->part);
        put_message(&writing->out, LOCATION, &writing->message);
    }
}

static void put_one_text(struct writing *writing, const char *text)
{
    put_text(&writing->out, TEXT, text, strlen(text));
}

static void put_texts(struct writing *writing)
{
    const struct profile *profile = writing->profile;
    const char *const first[T_FIRST] = {"",
                                        [T_SAMPLES] = "samples",
                                        [T_COUNT] = "count",
                                        [T_CPU] = "cpu",
                                        [T_NANOSECONDS] = "nanoseconds",
                                        [T_UNIT] = profile->origin.unit,
                                        [T_VERSION] = "version",
                                        [T_KERNEL] = PROFILE_KERNEL,
                                        [T_OLD] = writing->sides->name[0],
                                        [T_NEW] = writing->sides->name[1]};
    for (size_t i = 0; i < T_FIRST; i++)
        put_one_text(writing, first[i]);
    for (size_t f = 0; f < profile->n_functions; f++)
        put_one_text(writing, profile->functions[f].name);
    for (size_t i = 0; i < writing->n_objects; i++)
        put_one_text(writing, i == 0 ? "program" : writing->objects[i]);
}

/* ---- samples ---- */

/* Locations stand in message. */
static void put_sample(struct writing *writing, double samples, double seconds, size_t side)
{
    put_varint(&writing->part, (uint64_t)(samples + 0.5));
    if (writing->timed)
        put_varint(&writing->part, (uint64_t)(1e9 * seconds + 0.5));
    put_message(&writing->message, 2, &writing->part);
    put_number(&writing->part, 1, T_VERSION);
    put_number(&writing->part, 2, T_OLD + side);
    put_message(&writing->message, 3, &writing->part);
    put_message(&writing->out, SAMPLE, &writing->message);
}

static void put_stack(struct writing *writing, uint32_t stack)
{
    const struct profile_stack *items = writing->profile->stacks->items;
    for (; stack > 0; stack = items[stack - 1].caller)
        put_varint(&writing->part, items[stack - 1].function + UINT64_C(1));
    put_message(&writing->message, 1, &writing->part);
}

static void put_kernel(struct writing *writing, const struct profile_totals *totals)
{
    for (size_t side = 0; writing->timed && side < 2; side++)
        if (totals->kernel_s[side] > 0) {
            put_varint(&writing->part, writing->profile->n_functions + 1);
            put_message(&writing->message, 1, &writing->part);
            put_sample(writing, 0, totals->kernel_s[side], side);
        }
}

/* ---- packing ---- */

static bool pack(const struct bytes *plain, struct bytes *packed)
{
    enum { GZIP = 15 + 16, MEMORY = 8 };
    z_stream z = {0};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    const size_t most = deflateBound(&z, plain->n);
    packed->items = malloc(most);
    z.next_in = plain->items;
    z.avail_in = (uInt)plain->n;
    z.next_out = packed->items;
    z.avail_out = (uInt)most;
    const bool done = packed->items != NULL && plain->n <= UINT32_MAX / 2 &&
                      deflate(&z, Z_FINISH) == Z_STREAM_END;
    packed->n = done ? z.total_out : 0;
    (void)deflateEnd(&z);
    return done;
}

enum assay_status profile_write_pprof(const struct profile *profile,
                                      const struct profile_sides *sides, bool packed, FILE *stream,
                                      struct assay_error *error)
{
    SCOPED(writing_fini)
    struct writing writing = {
        .profile = profile, .sides = sides, .timed = strcmp(profile->origin.unit, "s") == 0};
    SCOPED(profile_totals_fini) struct profile_totals totals = {0};
    if (!list_objects(&writing) || !profile_totals_of(profile, sides, &totals))
        return fail_no_memory(error);
    put_type(&writing, writing.timed ? T_SAMPLES : T_UNIT, T_COUNT);
    if (writing.timed)
        put_type(&writing, T_CPU, T_NANOSECONDS);
    put_number(&writing.out, DEFAULT_TYPE, writing.timed ? T_CPU : T_UNIT);
    for (size_t stack = 0; stack < writing.profile->stacks->n; stack++)
        for (size_t side = 0; side < 2; side++)
            if (totals.samples[side][stack] > 0) {
                put_stack(&writing, (uint32_t)stack + 1);
                put_sample(&writing, totals.samples[side][stack], totals.seconds[side][stack],
                           side);
            }
    put_kernel(&writing, &totals);
    put_tables(&writing);
    put_texts(&writing);
    SCOPED(bytes_fini) struct bytes gzip = {0};
    if (writing.out.lost || (packed && !pack(&writing.out, &gzip)))
        return fail_no_memory(error);
    const struct bytes *what = packed ? &gzip : &writing.out;
    (void)fwrite(what->items, 1, what->n, stream); /* who ends the stream sees what became of it */
    return ASSAY_OK;
}
