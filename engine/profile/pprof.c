/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pprof.c -- pprof's profile.proto, as Go, gperftools, pprof-rs and many services write it.
 * Source:   github.com/google/pprof, proto/profile.proto (proto3, encoding as protobuf.dev says). Read by hand: ten messages
 *           of numbers and texts need no library.
 * Value:    of several sample types the default one, else "cpu", else the last, as pprof takes it. Nanoseconds, microseconds,
 *           milliseconds and seconds are seconds, anything else a unit of its own: bytes, samples.
 * Names:    a function's name; a location without lines has none. The object is its mapping's file; the first mapping is the
 *           program itself. Inlined functions are frames of their own.
 * Edge:     a location, function, mapping or text that is not there has no name. Wall is the duration that it tells.
 * Checked:  tests/engine/profile/test_profile_files.c.
 */
#include "profile/reading.h"

#include "base/array.h"

/* ---- the wire ---- */

/* A message, or what is left of it. */
struct wire {
    const unsigned char *at, *end;
    bool failed;
};
struct field {
    uint64_t number;   /* of the field */
    uint64_t value;    /* of a varint or a fixed number */
    struct wire bytes; /* of what has a length */
    bool is_bytes;
};

static uint64_t varint(struct wire *wire)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && wire->at < wire->end; shift += 7) {
        const unsigned char byte = *wire->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    wire->failed = true;
    return 0;
}

static void fixed(struct wire *wire, size_t size, struct field *field)
{
    if ((size_t)(wire->end - wire->at) < size) {
        wire->failed = true;
        return;
    }
    for (size_t i = 0; i < size; i++)
        field->value |= (uint64_t)wire->at[i] << (8 * i);
    wire->at += size;
}

static bool next_field(struct wire *wire, struct field *field)
{
    enum { VARINT = 0, FIXED_64 = 1, BYTES = 2, FIXED_32 = 5 };
    if (wire->failed || wire->at == wire->end)
        return false;
    const uint64_t tag = varint(wire);
    *field = (struct field){.number = tag >> 3, .is_bytes = (tag & 7) == BYTES};
    switch (tag & 7) {
    case VARINT: field->value = varint(wire); break;
    case FIXED_64: fixed(wire, 8, field); break;
    case FIXED_32: fixed(wire, 4, field); break;
    case BYTES:
        field->value = varint(wire);
        wire->failed |= field->value > (uint64_t)(wire->end - wire->at);
        if (!wire->failed) {
            field->bytes = (struct wire){wire->at, wire->at + field->value, false};
            wire->at += field->value;
        }
        break;
    default: wire->failed = true;
    }
    return !wire->failed && field->number > 0;
}

/* The numbers of a field that is repeated: packed, or one. */
static bool next_number(struct field *field, uint64_t *number, bool *done)
{
    if (!field->is_bytes) {
        *number = field->value;
        return !*done && (*done = true);
    }
    if (field->bytes.at == field->bytes.end)
        return false;
    *number = varint(&field->bytes);
    return !field->bytes.failed;
}

/* ---- the tables ---- */

struct entry {
    uint64_t id;
    uint64_t name;    /* of a function, or the file of a mapping: a text's index */
    uint64_t mapping; /* of a location */
    struct wire lines;
};
struct entries {
    struct entry *items;
    size_t n, room;
};
struct texts_of {
    struct word *items;
    size_t n, room;
};
struct value_type {
    uint64_t type, unit;
};
struct pprof {
    struct reading *reading;
    struct texts_of texts;
    struct entries functions, locations, mappings;
    struct value_type *types;
    size_t n_types, types_room, value; /* value: the one that is taken */
    size_t count;                      /* the one that counts samples; beside seconds, else the value */
    double value_sum, kernel_sum;      /* of values, of all samples and of those in the kernel */
    uint64_t default_type, duration_ns, main_mapping;
    bool negative;
};

static void pprof_fini(struct pprof *pprof)
{
    free(pprof->texts.items);
    free(pprof->functions.items);
    free(pprof->locations.items);
    free(pprof->mappings.items);
    free(pprof->types);
}

static void add_entry(struct pprof *pprof, struct entries *entries, struct wire wire, uint64_t name,
                      uint64_t mapping)
{
    struct entry entry = {.id = 0, .lines = wire};
    struct field field;
    while (next_field(&wire, &field)) {
        entry.id = field.number == 1 ? field.value : entry.id;
        entry.name = field.number == name ? field.value : entry.name;
        entry.mapping = field.number == mapping ? field.value : entry.mapping;
    }
    if (wire.failed)
        reading_fail(pprof->reading, 0, "", "its pprof message is damaged");
    else if (!array_more(&entries->items, entries->n, &entries->room))
        reading_no_memory(pprof->reading);
    else
        entries->items[entries->n++] = entry;
}

static void add_text(struct pprof *pprof, struct wire wire)
{
    if (!array_more(&pprof->texts.items, pprof->texts.n, &pprof->texts.room))
        reading_no_memory(pprof->reading);
    else
        pprof->texts.items[pprof->texts.n++] =
            (struct word){(const char *)wire.at, (size_t)(wire.end - wire.at)};
}

static void add_type(struct pprof *pprof, struct wire wire)
{
    struct value_type type = {0, 0};
    struct field field;
    while (next_field(&wire, &field)) {
        type.type = field.number == 1 ? field.value : type.type;
        type.unit = field.number == 2 ? field.value : type.unit;
    }
    if (!array_more(&pprof->types, pprof->n_types, &pprof->types_room))
        reading_no_memory(pprof->reading);
    else
        pprof->types[pprof->n_types++] = type;
}

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const struct entry *)a)->id, y = ((const struct entry *)b)->id;
    return (x > y) - (x < y);
}

static const struct entry *find(const struct entries *entries, uint64_t id)
{
    const struct entry wanted = {.id = id};
    return entries->n > 0
               ? bsearch(&wanted, entries->items, entries->n, sizeof *entries->items, by_id)
               : NULL;
}

static struct word text_at(const struct pprof *pprof, uint64_t index)
{
    return index < pprof->texts.n ? pprof->texts.items[index] : word_of("");
}

/* ---- reading ---- */

enum { SAMPLE_TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, TEXT, DURATION = 10, DEFAULT_TYPE = 14 };

static struct wire whole(const struct format_text *text)
{
    const unsigned char *bytes = (const unsigned char *)text->text;
    return (struct wire){bytes, bytes + text->size, false};
}

static void take_tables(struct pprof *pprof, struct wire wire)
{
    struct field field;
    while (next_field(&wire, &field) && !pprof->reading->failed) {
        switch (field.number) {
        case SAMPLE_TYPE: add_type(pprof, field.bytes); break;
        case MAPPING: add_entry(pprof, &pprof->mappings, field.bytes, 5, 0); break;
        case LOCATION: add_entry(pprof, &pprof->locations, field.bytes, 0, 2); break;
        case FUNCTION: add_entry(pprof, &pprof->functions, field.bytes, 2, 0); break;
        case TEXT: add_text(pprof, field.bytes); break;
        case DURATION: pprof->duration_ns = field.value; break;
        case DEFAULT_TYPE: pprof->default_type = field.value; break;
        default: break;
        }
    }
    if (wire.failed)
        reading_fail(pprof->reading, 0, "", "its pprof message is damaged, or cut short");
    pprof->main_mapping = pprof->mappings.n > 0 ? pprof->mappings.items[0].id : 0;
}

static void sort(struct entries *entries)
{
    if (entries->n > 0)
        qsort(entries->items, entries->n, sizeof *entries->items, by_id);
}

static void choose_value(struct pprof *pprof)
{
    static const struct {
        const char *unit;
        double scale;
    } times[] = {{"nanoseconds", 1e-9}, {"microseconds", 1e-6}, {"milliseconds", 1e-3}, {"seconds", 1}};
    pprof->value = pprof->n_types - 1;
    for (size_t i = pprof->n_types; i-- > 0;)
        if (word_is(text_at(pprof, pprof->types[i].type), "cpu"))
            pprof->value = i;
    for (size_t i = pprof->n_types; pprof->default_type > 0 && i-- > 0;)
        if (word_same(text_at(pprof, pprof->types[i].type), text_at(pprof, pprof->default_type)))
            pprof->value = i;
    const struct word unit = text_at(pprof, pprof->types[pprof->value].unit);
    reading_unit(pprof->reading, word_is(unit, "count")
                                     ? text_at(pprof, pprof->types[pprof->value].type)
                                     : unit);
    pprof->count = pprof->value;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (word_is(unit, times[i].unit)) {
            pprof->reading->unit = "s";
            pprof->reading->scale = times[i].scale;
            if (word_is(text_at(pprof, pprof->types[0].unit), "count"))
                pprof->count = 0;
        }
}

static struct word object_of(const struct pprof *pprof, const struct entry *location)
{
    const struct entry *mapping =
        location->mapping > 0 ? find(&pprof->mappings, location->mapping) : NULL;
    if (mapping == NULL || mapping->id == pprof->main_mapping)
        return word_of("");
    const struct word base = reading_base(text_at(pprof, mapping->name));
    return word_begins(base, "[kernel") ? word_of(PROFILE_KERNEL) : base;
}

/* The functions of a location, innermost first. True: it is in the kernel. */
static bool push_location(struct pprof *pprof, uint64_t id)
{
    const struct entry *location = find(&pprof->locations, id);
    if (location == NULL) {
        reading_push(pprof->reading,
                     reading_function(pprof->reading, word_of(""), word_of("")));
        return false;
    }
    const struct word object = object_of(pprof, location);
    struct wire wire = location->lines;
    struct field field, part;
    bool named = false;
    while (next_field(&wire, &field)) {
        uint64_t function = 0;
        while (field.number == 4 && next_field(&field.bytes, &part))
            function = part.number == 1 ? part.value : function;
        const struct entry *found = function > 0 ? find(&pprof->functions, function) : NULL;
        if (found == NULL)
            continue;
        reading_push(pprof->reading,
                     reading_function(pprof->reading, text_at(pprof, found->name), object));
        named = true;
    }
    if (!named)
        reading_push(pprof->reading, reading_function(pprof->reading, word_of(""), object));
    return word_is(object, PROFILE_KERNEL);
}

static void take_value(const struct pprof *pprof, size_t place, uint64_t number, uint64_t *value,
                       uint64_t *weight)
{
    *value = place == pprof->value ? number : *value;
    *weight = place == pprof->count ? number : *weight;
}

static void take_sample(struct pprof *pprof, struct wire wire)
{
    struct reading *reading = pprof->reading;
    struct field field;
    uint64_t number, weight = 0, value = 0;
    size_t values = 0;
    bool in_kernel = false, first = true;
    while (next_field(&wire, &field)) {
        bool done = false;
        while (field.number == 1 && next_number(&field, &number, &done)) {
            const bool kernel = push_location(pprof, number);
            in_kernel |= first && kernel;
            first = false;
        }
        done = false;
        while (field.number == 2 && next_number(&field, &number, &done))
            take_value(pprof, values++, number, &value, &weight);
    }
    pprof->negative |= weight > INT64_MAX || value > INT64_MAX;
    pprof->value_sum += (double)value;
    pprof->kernel_sum += in_kernel ? (double)value : 0;
    if (in_kernel) {
        reading->n_stack = 0;
        reading->kernel += weight;
    } else
        reading_stack(reading, weight);
    reading->n_stack = 0;
}

static void take_samples(struct pprof *pprof, struct wire wire)
{
    struct reading *reading = pprof->reading;
    struct field field;
    while (next_field(&wire, &field) && !reading->failed && !pprof->negative)
        if (field.number == SAMPLE)
            take_sample(pprof, field.bytes);
    if (pprof->negative)
        reading_fail(reading, 0, "", "a sample counts less than nothing: it is a difference of two "
                                     "profiles; name the two");
}

static void read_pprof(struct reading *reading)
{
    SCOPED(pprof_fini) struct pprof pprof = {.reading = reading};
    take_tables(&pprof, whole(reading->text));
    if (reading->failed)
        return;
    if (pprof.n_types == 0) {
        reading_fail(reading, 0, "sample_type", "it does not say what its samples count");
        return;
    }
    sort(&pprof.functions);
    sort(&pprof.locations);
    sort(&pprof.mappings);
    choose_value(&pprof);
    if (pprof.duration_ns > 0 && pprof.duration_ns < INT64_MAX && strcmp(reading->unit, "s") == 0)
        reading->wall = (double)pprof.duration_ns / 1e9;
    take_samples(&pprof, whole(reading->text));
    reading->user = (pprof.value_sum - pprof.kernel_sum) * reading->scale;
    reading->system = pprof.kernel_sum * reading->scale;
}

/* Whether the message has a field of this number and kind. */
static bool is_known(const struct field *field)
{
    enum { COMMENT = 13, LAST = 15 };
    const bool message = field->number <= TEXT || field->number == 11;
    return field->number <= LAST &&
           (field->number == COMMENT || field->number == LAST || message == field->is_bytes);
}

/* All of its first fields are such. */
static bool probe(const struct format_text *text)
{
    enum { LOOK = 16 };
    struct wire wire = whole(text);
    struct field field;
    size_t n = 0;
    while (n < LOOK && next_field(&wire, &field)) {
        if (!is_known(&field))
            return false;
        n++;
    }
    return n == LOOK || (n > 1 && !wire.failed);
}

const struct profile_format profile_pprof = {"pprof", probe, read_pprof};
