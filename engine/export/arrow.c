/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrow.c -- columns for others: each owns its memory, and so does each child that a consumer moves away. */
#include "export/arrow.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/whole_number.h"

enum { FLAG_NULLABLE = 2, FIRST_SLOTS = 64 };

/* ---- texts, each once ---- */

struct arrow_words {
    int32_t *
        slots; /* 1 + number of the word; 0: free. A power of two of them, at most half of them taken */
    size_t n_slots, n, bytes, room_bytes, room;
    int32_t *ends; /* of the words in `text`: one more than words, the first is 0 */
    char *text;
};

static void words_free(struct arrow_words *words)
{
    if (words == NULL)
        return;
    free(words->slots);
    free(words->ends);
    free(words->text);
    free(words);
}

static const char *word_at(const struct arrow_words *words, size_t i, size_t *size)
{
    *size = (size_t)(words->ends[i + 1] - words->ends[i]);
    return words->text + words->ends[i];
}

static size_t slot_of(const struct arrow_words *words, const char *text, size_t size)
{
    size_t at = (size_t)hash_bytes(HASH_START, text, size) & (words->n_slots - 1), length;
    while (words->slots[at] != 0) {
        const char *word = word_at(words, (size_t)words->slots[at] - 1, &length);
        if (length == size && memcmp(word, text, size) == 0)
            break;
        at = (at + 1) & (words->n_slots - 1);
    }
    return at;
}

static bool more_slots(struct arrow_words *words)
{
    const size_t n_slots = words->n_slots > 0 ? 2 * words->n_slots : FIRST_SLOTS;
    int32_t *slots = calloc(n_slots, sizeof *slots);
    if (slots == NULL)
        return false;
    free(words->slots);
    words->slots = slots;
    words->n_slots = n_slots;
    for (size_t i = 0; i < words->n; i++) {
        size_t size;
        const char *word = word_at(words, i, &size);
        slots[slot_of(words, word, size)] = (int32_t)i + 1;
    }
    return true;
}

/* Room for a word more and its bytes. */
static bool more_room(struct arrow_words *words, size_t size)
{
    if (words->n + 2 > words->room) {
        const size_t room = 2 * words->room + FIRST_SLOTS;
        int32_t *ends = realloc(words->ends, room * sizeof *ends);
        if (ends == NULL)
            return false;
        words->ends = ends;
        words->room = room;
        ends[0] = 0;
    }
    if (words->bytes + size > words->room_bytes) {
        const size_t room = 2 * (words->bytes + size) + FIRST_SLOTS;
        char *text = realloc(words->text, room);
        if (text == NULL)
            return false;
        words->text = text;
        words->room_bytes = room;
    }
    return true;
}

/* The number of the word; -1: no memory, or no number is left. */
static int32_t words_find(struct arrow_words *words, const char *text)
{
    const size_t size = strlen(text);
    if (words->n_slots > 0) {
        const int32_t known = words->slots[slot_of(words, text, size)];
        if (known > 0)
            return known - 1;
    }
    if (size > (size_t)INT32_MAX - words->bytes || words->n + 1 >= INT32_MAX ||
        !more_room(words, size) || (2 * (words->n + 1) > words->n_slots && !more_slots(words)))
        return -1;
    words->slots[slot_of(words, text, size)] = (int32_t)words->n + 1;
    memcpy(words->text + words->bytes, text, size);
    words->bytes += size;
    words->ends[++words->n] = (int32_t)words->bytes;
    return (int32_t)words->n - 1;
}

/* ---- columns ---- */

static size_t width_of(enum arrow_kind kind)
{
    return kind == ARROW_TEXT || kind == ARROW_LABEL ? sizeof(int32_t) : sizeof(int64_t);
}

bool arrow_column_begin(struct arrow_column *column, const char *name, enum arrow_kind kind,
                        size_t rows)
{
    const bool texts = kind == ARROW_TEXT || kind == ARROW_LABEL;
    *column = (struct arrow_column){.name = name, .kind = kind, .rows = rows};
    column->items =
        kind == ARROW_TRUTH ? calloc(rows / 8 + 1, 1) : calloc(rows + 1, width_of(kind));
    column->known = calloc(rows / 8 + 1, 1);
    column->words = texts ? calloc(1, sizeof *column->words) : NULL;
    return column->items != NULL && column->known != NULL && (!texts || column->words != NULL);
}

void arrow_column_end(struct arrow_column *column)
{
    free(column->items);
    free(column->known);
    words_free(column->words);
    *column = (struct arrow_column){0};
}

static void note_known(struct arrow_column *column, bool known)
{
    if (known)
        column->known[column->n / 8] |= (unsigned char)(1u << (column->n % 8));
    else
        column->n_null++;
    column->n++;
}

bool arrow_put_text(struct arrow_column *column, const char *text)
{
    const int32_t word = text != NULL ? words_find(column->words, text) : 0;
    if (word < 0)
        return false;
    ((int32_t *)column->items)[column->n] = word;
    note_known(column, text != NULL);
    return true;
}

void arrow_put_number(struct arrow_column *column, double x, bool known)
{
    ((double *)column->items)[column->n] = known ? x : 0;
    note_known(column, known);
}

void arrow_put_count(struct arrow_column *column, int64_t n, bool known)
{
    ((int64_t *)column->items)[column->n] = known ? n : 0;
    note_known(column, known);
}

void arrow_put_truth(struct arrow_column *column, bool truth)
{
    if (truth)
        ((unsigned char *)column->items)[column->n / 8] |= (unsigned char)(1u << (column->n % 8));
    note_known(column, true);
}

/* Labels that are whole numbers, each of them, become these. False: no memory. */
static bool settle_labels(struct arrow_column *column)
{
    const struct arrow_words *words = column->words;
    int64_t *numbers = calloc(words->n + 1, sizeof *numbers);
    bool all = numbers != NULL;
    for (size_t i = 0; i < words->n && all; i++) {
        size_t size;
        const char *word = word_at(words, i, &size);
        all = whole_number(word, size, &numbers[i]);
    }
    int64_t *items = all ? calloc(column->rows + 1, sizeof *items) : NULL;
    for (size_t i = 0; items != NULL && i < column->rows; i++)
        items[i] = numbers[((int32_t *)column->items)[i]];
    const bool lost = numbers == NULL || (all && items == NULL);
    free(numbers);
    column->kind = ARROW_TEXT;
    if (items == NULL)
        return !lost;
    free(column->items);
    words_free(column->words);
    column->items = items;
    column->words = NULL;
    column->kind = ARROW_COUNT;
    return true;
}

/* ---- handing over ---- */

static void release_schema(struct ArrowSchema *schema)
{
    for (int64_t i = 0; i < schema->n_children; i++) {
        struct ArrowSchema *child = schema->children[i];
        if (child != NULL && child->release != NULL)
            child->release(child);
        free(child);
    }
    free(schema->children);
    if (schema->dictionary != NULL && schema->dictionary->release != NULL)
        schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
    free(schema->private_data);
    schema->release = NULL;
}

static void release_array(struct ArrowArray *array)
{
    for (int64_t i = 0; i < array->n_children; i++) {
        struct ArrowArray *child = array->children[i];
        if (child != NULL && child->release != NULL)
            child->release(child);
        free(child);
    }
    free(array->children);
    if (array->dictionary != NULL && array->dictionary->release != NULL)
        array->dictionary->release(array->dictionary);
    free(array->dictionary);
    for (int64_t i = 0; i < array->n_buffers; i++)
        free((void *)(uintptr_t)array->buffers[i]);
    free(array->buffers);
    array->release = NULL;
}

/* Of a name that is copied. */
static bool schema_begin(struct ArrowSchema *schema, const char *format, const char *name)
{
    char *copy = strdup(name);
    *schema = (struct ArrowSchema){
        .format = format, .name = copy, .release = release_schema, .private_data = copy};
    return copy != NULL;
}

static bool array_begin(struct ArrowArray *array, size_t length, size_t n_buffers)
{
    *array = (struct ArrowArray){.length = (int64_t)length, .release = release_array};
    array->buffers = calloc(n_buffers, sizeof *array->buffers);
    array->n_buffers = array->buffers != NULL ? (int64_t)n_buffers : 0;
    return array->buffers != NULL;
}

static const char *format_of(enum arrow_kind kind)
{
    static const char *const formats[] = {
        [ARROW_TEXT] = "i",  [ARROW_LABEL] = "i",         [ARROW_NUMBER] = "g",
        [ARROW_COUNT] = "l", [ARROW_INSTANT] = "tsn:UTC", [ARROW_TRUTH] = "b"};
    return formats[kind];
}

static bool give_words(struct arrow_words *words, struct ArrowSchema *schema,
                       struct ArrowArray *array)
{
    schema->dictionary = calloc(1, sizeof *schema->dictionary);
    array->dictionary = calloc(1, sizeof *array->dictionary);
    if (schema->dictionary == NULL || array->dictionary == NULL || !more_room(words, 1) ||
        !schema_begin(schema->dictionary, "u", "") || !array_begin(array->dictionary, words->n, 3))
        return false;
    array->dictionary->buffers[1] = words->ends;
    array->dictionary->buffers[2] = words->text;
    words->ends = NULL;
    words->text = NULL;
    return true;
}

static bool give_column(struct arrow_column *column, struct ArrowSchema *schema,
                        struct ArrowArray *array)
{
    if (column->kind == ARROW_LABEL && !settle_labels(column))
        return false;
    if (!schema_begin(schema, format_of(column->kind), column->name) ||
        !array_begin(array, column->rows, 2))
        return false;
    schema->flags = FLAG_NULLABLE;
    if (column->words != NULL && !give_words(column->words, schema, array))
        return false;
    array->null_count = (int64_t)column->n_null;
    if (column->n_null > 0) {
        array->buffers[0] = column->known;
        column->known = NULL;
    }
    array->buffers[1] = column->items;
    column->items = NULL;
    return true;
}

static bool give_children(struct arrow_column *columns, size_t n, struct ArrowSchema *schema,
                          struct ArrowArray *array)
{
    schema->children = calloc(n, sizeof(struct ArrowSchema *));
    array->children = calloc(n, sizeof(struct ArrowArray *));
    if (schema->children == NULL || array->children == NULL)
        return false;
    schema->n_children = array->n_children = (int64_t)n;
    for (size_t i = 0; i < n; i++) {
        schema->children[i] = calloc(1, sizeof(struct ArrowSchema));
        array->children[i] = calloc(1, sizeof(struct ArrowArray));
        if (schema->children[i] == NULL || array->children[i] == NULL ||
            !give_column(&columns[i], schema->children[i], array->children[i]))
            return false;
    }
    return true;
}

bool arrow_give(struct arrow_column *columns, size_t n, struct ArrowSchema *schema,
                struct ArrowArray *array)
{
    struct ArrowSchema made_schema = {0};
    struct ArrowArray made_array = {0};
    const bool given = schema_begin(&made_schema, "+s", "") &&
                       array_begin(&made_array, n > 0 ? columns[0].rows : 0, 1) &&
                       give_children(columns, n, &made_schema, &made_array);
    for (size_t i = 0; i < n; i++)
        arrow_column_end(&columns[i]);
    if (given) {
        *schema = made_schema;
        *array = made_array;
        return true;
    }
    if (made_schema.release != NULL)
        made_schema.release(&made_schema);
    if (made_array.release != NULL)
        made_array.release(&made_array);
    return false;
}
