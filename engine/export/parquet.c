/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parquet.c -- columns in a file of Apache Parquet, one after the other.
 * Source:   apache/parquet-format 2.9: README.md, Encodings.md, parquet.thrift; Thrift's compact protocol.
 * Layout:   groups of 131072 rows; of each column one data page (version 1), packed by zstd. Texts stand in a dictionary page before it
 *           where there are few of them. Every column may be null, so that files of one kind have one schema.
 * Checked:  read back by DuckDB, value by value (tests/engine/export/parquet). */
#include "export/parquet.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>
#include <zstd.h>

#include "base/array.h"
#include "base/failure.h"

enum { GROUP_ROWS = 1 << 17, MOST_WORDS = 4096, ZSTD_LEVEL = 1 };

/* ---- bytes, and values in Thrift's compact protocol ---- */

struct bytes {
    unsigned char *at;
    size_t n, room;
    bool lost; /* a piece of them: no memory */
};

static void put(struct bytes *out, const void *piece, size_t n)
{
    if (out->n + n > out->room) {
        const size_t room = 2 * (out->n + n);
        if (out->lost || !array_resize(&out->at, room)) {
            out->lost = true;
            return;
        }
        out->room = room;
    }
    if (n > 0)
        memcpy(out->at + out->n, piece, n);
    out->n += n;
}

static void put_byte(struct bytes *out, unsigned byte)
{
    const unsigned char one = (unsigned char)byte;
    put(out, &one, 1);
}

/* The least significant byte first. */
static void put_little(struct bytes *out, uint64_t number, unsigned n_bytes)
{
    unsigned char little[8];
    for (unsigned i = 0; i < n_bytes; i++)
        little[i] = (unsigned char)(number >> 8 * i);
    put(out, little, n_bytes);
}

static void put_varint(struct bytes *out, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        put_byte(out, (unsigned)(number & 0x7f) | 0x80);
    put_byte(out, (unsigned)number);
}

enum thrift { TRUTH = 1, INT32 = 5, INT64 = 6, BINARY = 8, LIST = 9, STRUCT = 12 };

/* A struct that is being written: its last field. It ends with put_end. */
struct fields {
    struct bytes *out;
    int last;
};

static void put_field(struct fields *fields, int id, enum thrift type)
{
    put_byte(fields->out, (unsigned)(id - fields->last) << 4 | (unsigned)type);
    fields->last = id;
}

static void put_end(const struct fields *fields)
{
    put_byte(fields->out, 0);
}

static void put_number(struct fields *fields, int id, enum thrift type, int64_t number)
{
    put_field(fields, id, type);
    put_varint(fields->out, (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0));
}

static void put_text(struct bytes *out, const char *text)
{
    put_varint(out, strlen(text));
    put(out, text, strlen(text));
}

static void put_text_field(struct fields *fields, int id, const char *text)
{
    put_field(fields, id, BINARY);
    put_text(fields->out, text);
}

static void put_list(struct fields *fields, int id, enum thrift type, size_t n)
{
    put_field(fields, id, LIST);
    put_byte(fields->out, (n < 15 ? (unsigned)n << 4 : 0xf0) | (unsigned)type);
    if (n >= 15)
        put_varint(fields->out, n);
}

/* A struct inside of one. */
static struct fields put_struct(struct fields *fields, int id)
{
    put_field(fields, id, STRUCT);
    return (struct fields){fields->out, 0};
}

/* ---- the numbers of parquet.thrift ---- */

enum { BOOLEAN = 0, LONG = 2, DOUBLE = 5, BYTES = 6 };
enum { PLAIN = 0, RUNS = 3, WORDS = 8 };
enum { DATA_PAGE = 0, DICTIONARY_PAGE = 2 };
enum { OPTIONAL = 1, UTF8 = 0, ZSTD = 6 };

static int type_of(const struct ArrowSchema *column)
{
    switch (column->format[0]) {
    case 'i': return BYTES;
    case 'g': return DOUBLE;
    case 'b': return BOOLEAN;
    default: return LONG; /* of a count and of an instant */
    }
}

/* ---- a page ---- */

/* A part of a column. */
struct part {
    const struct ArrowArray *column;
    int type;
    size_t first, n; /* rows; first is a multiple of 8 */
};

static bool bit(const void *bits, size_t i)
{
    return (((const unsigned char *)bits)[i / 8] >> i % 8 & 1) != 0;
}

static bool is_known(const struct part *part, size_t row)
{
    return part->column->buffers[0] == NULL || bit(part->column->buffers[0], row);
}

/* Which rows are known: bits as they stand, or one run of all. */
static void put_known(struct bytes *out, const struct part *part)
{
    const unsigned char *known = part->column->buffers[0];
    const size_t at = out->n, n_bytes = (part->n + 7) / 8;
    put_little(out, 0, 4);
    put_varint(out, known != NULL ? (uint64_t)n_bytes << 1 | 1 : (uint64_t)part->n << 1);
    if (known != NULL)
        put(out, known + part->first / 8, n_bytes);
    else
        put_byte(out, 1);
    for (unsigned i = 0; !out->lost && i < 4; i++)
        out->at[at + i] = (unsigned char)((out->n - at - 4) >> 8 * i);
}

/* Bits behind one another, the lowest first, until the bytes of eight numbers are full. */
static void put_packed(struct bytes *out, const int32_t *numbers, size_t n, unsigned width)
{
    uint64_t waiting = 0;
    unsigned n_waiting = 0;
    for (size_t i = 0; i < (n + 7) / 8 * 8; i++) {
        waiting |= (uint64_t)(i < n ? (uint32_t)numbers[i] : 0) << n_waiting;
        for (n_waiting += width; n_waiting >= 8; n_waiting -= 8, waiting >>= 8)
            put_byte(out, (unsigned)(waiting & 0xff));
    }
}

static size_t run_at(const int32_t *numbers, size_t n, size_t i)
{
    size_t end = i + 1;
    while (end < n && numbers[end] == numbers[i])
        end++;
    return end - i;
}

/* Runs of equal numbers where they are long, else bits: Encodings.md, RLE. */
static void put_numbers(struct bytes *out, const int32_t *numbers, size_t n, unsigned width)
{
    size_t n_runs = 0;
    for (size_t i = 0; i < n; i += run_at(numbers, n, i))
        n_runs++;
    if (n_runs > n / 8 + 1) {
        put_varint(out, (uint64_t)((n + 7) / 8) << 1 | 1);
        put_packed(out, numbers, n, width);
        return;
    }
    for (size_t i = 0, run; i < n; i += run) {
        run = run_at(numbers, n, i);
        put_varint(out, (uint64_t)run << 1);
        put_little(out, (uint32_t)numbers[i], (width + 7) / 8);
    }
}

static bool has_dictionary(const struct part *part)
{
    return part->type == BYTES && part->column->dictionary->length <= MOST_WORDS;
}

static void put_word(struct bytes *out, const struct ArrowArray *words, size_t i)
{
    const int32_t *ends = words->buffers[1];
    put_little(out, (uint32_t)(ends[i + 1] - ends[i]), 4);
    put(out, (const char *)words->buffers[2] + ends[i], (size_t)(ends[i + 1] - ends[i]));
}

/* The known rows' words, by their numbers or as they stand. */
static void put_words(struct bytes *out, const struct part *part)
{
    const int32_t *items = part->column->buffers[1];
    const struct ArrowArray *words = part->column->dictionary;
    int32_t *numbers = calloc(part->n + 1, sizeof *numbers);
    size_t n = 0;
    unsigned width = 1;
    out->lost = out->lost || numbers == NULL;
    for (size_t row = part->first; numbers != NULL && row < part->first + part->n; row++)
        if (is_known(part, row))
            numbers[n++] = items[row];
    while (words->length > (int64_t)1 << width)
        width++;
    if (has_dictionary(part)) {
        put_byte(out, width);
        put_numbers(out, numbers, n, width);
    } else {
        for (size_t i = 0; i < n; i++)
            put_word(out, words, (size_t)numbers[i]);
    }
    free(numbers);
}

static void put_truths(struct bytes *out, const struct part *part)
{
    unsigned byte = 0, n = 0;
    for (size_t row = part->first; row < part->first + part->n; row++) {
        if (!is_known(part, row))
            continue;
        byte |= (unsigned)bit(part->column->buffers[1], row) << n % 8;
        if (++n % 8 == 0) {
            put_byte(out, byte);
            byte = 0;
        }
    }
    if (n % 8 != 0)
        put_byte(out, byte);
}

/* Doubles and whole numbers are eight bytes alike. */
static void put_eights(struct bytes *out, const struct part *part)
{
    const uint64_t *items = part->column->buffers[1];
    for (size_t row = part->first; row < part->first + part->n; row++)
        if (is_known(part, row))
            put_little(out, items[row], 8);
}

static void put_values(struct bytes *out, const struct part *part)
{
    put_known(out, part);
    if (part->type == BYTES)
        put_words(out, part);
    else if (part->type == BOOLEAN)
        put_truths(out, part);
    else
        put_eights(out, part);
}

/* ---- the file ---- */

struct writer {
    FILE *stream;
    int64_t offset;                   /* bytes that are written */
    struct bytes groups;              /* what the end of the file says of them */
    struct bytes plain, packed, head; /* of the page */
    bool lost, failed;
};

static void write_bytes(struct writer *writer, const void *bytes, size_t n)
{
    writer->failed = writer->failed || fwrite(bytes, 1, n, writer->stream) != n;
    writer->offset += (int64_t)n;
}

static void put_page_head(struct bytes *out, int kind, size_t n, size_t plain, size_t packed,
                          int encoding)
{
    struct fields page = {out, 0};
    put_number(&page, 1, INT32, kind);
    put_number(&page, 2, INT32, (int64_t)plain);
    put_number(&page, 3, INT32, (int64_t)packed);
    struct fields more = put_struct(&page, kind == DATA_PAGE ? 5 : 7);
    put_number(&more, 1, INT32, (int64_t)n);
    put_number(&more, 2, INT32, encoding);
    if (kind == DATA_PAGE) { /* how levels are written */
        put_number(&more, 3, INT32, RUNS);
        put_number(&more, 4, INT32, RUNS);
    }
    put_end(&more);
    put_end(&page);
}

/* The plain bytes as a page of n values; how many more bytes it has when it is not packed: to be added to the chunk's. */
static size_t write_page(struct writer *writer, int kind, size_t n, int encoding)
{
    const struct bytes *plain = &writer->plain;
    struct bytes *packed = &writer->packed;
    packed->n = writer->head.n = 0;
    if (plain->lost || !array_hold(&packed->at, ZSTD_compressBound(plain->n), &packed->room)) {
        writer->lost = true;
        return 0;
    }
    packed->n = ZSTD_compress(packed->at, packed->room, plain->at, plain->n, ZSTD_LEVEL);
    if (ZSTD_isError(packed->n)) {
        writer->lost = true;
        return 0;
    }
    put_page_head(&writer->head, kind, n, plain->n, packed->n, encoding);
    writer->lost = writer->lost || writer->head.lost;
    write_bytes(writer, writer->head.at, writer->head.n);
    write_bytes(writer, packed->at, packed->n);
    return plain->n - packed->n;
}

static size_t write_dictionary(struct writer *writer, const struct ArrowArray *words)
{
    writer->plain.n = 0;
    for (int64_t i = 0; i < words->length; i++)
        put_word(&writer->plain, words, (size_t)i);
    return write_page(writer, DICTIONARY_PAGE, (size_t)words->length, PLAIN);
}

/* The pages of a part, and what is said of them; its bytes before they were packed. */
static size_t write_chunk(struct writer *writer, const struct part *part, const char *name)
{
    const bool by_words = has_dictionary(part);
    const int64_t begin = writer->offset;
    size_t more = by_words ? write_dictionary(writer, part->column->dictionary) : 0;
    const int64_t data = writer->offset;
    writer->plain.n = 0;
    put_values(&writer->plain, part);
    more += write_page(writer, DATA_PAGE, part->n, by_words ? WORDS : PLAIN);
    const int64_t packed = writer->offset - begin;
    struct fields chunk = {&writer->groups, 0};
    put_number(&chunk, 2, INT64, begin);
    struct fields told = put_struct(&chunk, 3);
    put_number(&told, 1, INT32, part->type);
    put_list(&told, 2, INT32, by_words ? 3 : 2);
    for (size_t i = 0; i < (by_words ? 3u : 2u); i++)
        put_varint(told.out, (uint64_t[]){PLAIN, RUNS, WORDS}[i] << 1);
    put_list(&told, 3, BINARY, 1);
    put_text(told.out, name);
    put_number(&told, 4, INT32, ZSTD);
    put_number(&told, 5, INT64, (int64_t)part->n);
    put_number(&told, 6, INT64, packed + (int64_t)more);
    put_number(&told, 7, INT64, packed);
    put_number(&told, 9, INT64, data);
    if (by_words)
        put_number(&told, 11, INT64, begin);
    put_end(&told);
    put_end(&chunk);
    return (size_t)packed + more;
}

static void write_group(struct writer *writer, const struct ArrowSchema *schema,
                        const struct ArrowArray *array, size_t first, size_t n)
{
    struct fields group = {&writer->groups, 0};
    size_t plain = 0;
    put_list(&group, 1, STRUCT, (size_t)schema->n_children);
    for (int64_t i = 0; i < schema->n_children; i++) {
        const struct part part = {array->children[i], type_of(schema->children[i]), first, n};
        plain += write_chunk(writer, &part, schema->children[i]->name);
    }
    put_number(&group, 2, INT64, (int64_t)plain);
    put_number(&group, 3, INT64, (int64_t)n);
    put_end(&group);
}

/* UTC, nanoseconds. */
static void put_instant(struct fields *logical)
{
    struct fields instant = put_struct(logical, 8);
    put_field(&instant, 1, TRUTH);
    struct fields unit = put_struct(&instant, 2);
    const struct fields nanoseconds = put_struct(&unit, 3);
    put_end(&nanoseconds);
    put_end(&unit);
    put_end(&instant);
}

static void put_column(struct bytes *out, const struct ArrowSchema *column)
{
    struct fields element = {out, 0};
    put_number(&element, 1, INT32, type_of(column));
    put_number(&element, 3, INT32, OPTIONAL);
    put_text_field(&element, 4, column->name);
    if (type_of(column) == BYTES)
        put_number(&element, 6, INT32, UTF8);
    if (column->format[0] == 't') {
        struct fields logical = put_struct(&element, 10);
        put_instant(&logical);
        put_end(&logical);
    }
    put_end(&element);
}

static void put_schema(struct fields *file, const struct ArrowSchema *schema)
{
    put_list(file, 2, STRUCT, (size_t)schema->n_children + 1);
    struct fields root = {file->out, 0};
    put_text_field(&root, 4, "assay");
    put_number(&root, 5, INT32, schema->n_children);
    put_end(&root);
    for (int64_t i = 0; i < schema->n_children; i++)
        put_column(file->out, schema->children[i]);
}

static void put_notes(struct fields *file, const struct parquet_note *notes, size_t n)
{
    put_list(file, 5, STRUCT, n);
    for (size_t i = 0; i < n; i++) {
        struct fields note = {file->out, 0};
        put_text_field(&note, 1, notes[i].key);
        put_text_field(&note, 2, notes[i].value);
        put_end(&note);
    }
}

static void write_foot(struct writer *writer, const struct ArrowSchema *schema, size_t rows,
                       const struct parquet_note *notes, size_t n_notes)
{
    char maker[80];
    struct bytes *out = &writer->head;
    out->n = 0;
    struct fields file = {out, 0};
    (void)snprintf(maker, sizeof maker, "assay version %s", assay_version());
    put_number(&file, 1, INT32, 2);
    put_schema(&file, schema);
    put_number(&file, 3, INT64, (int64_t)rows);
    put_list(&file, 4, STRUCT, (rows + GROUP_ROWS - 1) / GROUP_ROWS);
    put(out, writer->groups.at, writer->groups.n);
    put_notes(&file, notes, n_notes);
    put_text_field(&file, 6, maker);
    put_end(&file);
    put_little(out, out->n, 4);
    put(out, "PAR1", 4);
    writer->lost = writer->lost || out->lost || writer->groups.lost;
    write_bytes(writer, out->at, out->n);
}

enum assay_status parquet_write(FILE *stream, const struct ArrowSchema *schema,
                                const struct ArrowArray *array, const struct parquet_note *notes,
                                size_t n_notes, struct assay_error *error)
{
    struct writer writer = {.stream = stream};
    const size_t rows = (size_t)array->length;
    write_bytes(&writer, "PAR1", 4);
    for (size_t first = 0; first < rows && !writer.lost && !writer.failed; first += GROUP_ROWS)
        write_group(&writer, schema, array, first,
                    rows - first < GROUP_ROWS ? rows - first : GROUP_ROWS);
    if (!writer.lost)
        write_foot(&writer, schema, rows, notes, n_notes);
    free(writer.groups.at);
    free(writer.plain.at);
    free(writer.packed.at);
    free(writer.head.at);
    return writer.lost     ? fail_no_memory(error)
           : writer.failed ? assay_fail(error, ASSAY_SYSTEM, "the values cannot be written")
                           : ASSAY_OK;
}
