/* SPDX-License-Identifier: GPL-3.0-or-later */
/* packed_text.c -- the manifest and the host's facts of a packed experiment. */
#include "base/array.h"
#include "store/packed.h"

#include <stdlib.h>
#include <string.h>

enum { COMPRESS_LEVEL = 9 }; /* written once, and much alike */

bool texts_add(struct texts *texts, int64_t number, const char *text)
{
    if (!array_resize(&texts->numbers, texts->n + 1) || !array_resize(&texts->items, texts->n + 1))
        return false;
    texts->numbers[texts->n] = number;
    texts->items[texts->n] = strdup(text != NULL ? text : "");
    return texts->items[texts->n] != NULL && ++texts->n > 0;
}

bool texts_encode(struct column_writer *writer, const struct texts *texts)
{
    struct column_writer inner = {.codec = writer->codec};
    struct blob_codec *codec = writer->codec;
    column_restart(writer);
    column_put_number(&inner, texts->n);
    for (size_t i = 0; i < texts->n; i++) {
        column_put_number(&inner, zigzag_of(texts->numbers[i]));
        column_put_text(&inner, texts->items[i], strlen(texts->items[i]));
    }
    const size_t bound = ZSTD_compressBound(inner.n);
    size_t packed = 0;
    if (!inner.failed && buffer_reserve(&codec->out, bound))
        packed = ZSTD_compressCCtx(codec->compressor, codec->out.bytes, bound, inner.out.bytes,
                                   inner.n, COMPRESS_LEVEL);
    if (packed == 0 || ZSTD_isError(packed)) {
        writer->failed = true;
    } else {
        column_put_number(writer, inner.n);
        column_put_text(writer, (const char *)codec->out.bytes, packed);
    }
    column_writer_fini(&inner);
    return column_end(writer);
}

static bool take_texts(struct column_reader *reader, struct texts *texts)
{
    const uint64_t n = column_get_number(reader);
    if (reader->failed || n > (size_t)(reader->end - reader->at))
        return false;
    texts->numbers = calloc((size_t)n + 1, sizeof *texts->numbers);
    texts->items = calloc((size_t)n + 1, sizeof *texts->items);
    if (texts->numbers == NULL || texts->items == NULL)
        return false;
    for (size_t i = 0; i < n; i++) {
        size_t size;
        texts->numbers[i] = zigzag_back(column_get_number(reader));
        const char *text = column_get_text(reader, &size);
        texts->items[i] = text != NULL ? strndup(text, size) : NULL;
        if (texts->items[i] == NULL)
            return false;
        texts->n++;
    }
    return column_done(reader);
}

static bool texts_decode(struct blob_codec *codec, const void *data, size_t size,
                         struct texts *texts)
{
    struct column_reader reader = column_open(codec, data, size);
    size_t packed;
    const uint64_t plain = column_get_number(&reader);
    const char *frame = column_get_text(&reader, &packed);
    *texts = (struct texts){0};
    /* A frame gives at most 2^17 bytes for each three of its own. */
    if (frame == NULL || plain > ((uint64_t)packed << 17) ||
        !buffer_reserve(&codec->out, (size_t)plain) ||
        ZSTD_decompressDCtx(codec->decompressor, codec->out.bytes, (size_t)plain, frame, packed) !=
            plain)
        return false;
    struct column_reader inner = {codec, codec->out.bytes, codec->out.bytes + plain, false};
    if (take_texts(&inner, texts))
        return true;
    texts_fini(texts);
    return false;
}

void texts_fini(struct texts *texts)
{
    for (size_t i = 0; i < texts->n; i++)
        free(texts->items[i]);
    free(texts->items);
    free(texts->numbers);
    *texts = (struct texts){0};
}

bool store_texts(struct store *store, sqlite3_stmt *row, int column, struct texts *texts)
{
    *texts = (struct texts){0};
    if (sqlite3_column_type(row, column) == SQLITE_BLOB) {
        const void *data = sqlite3_column_blob(row, column);
        return texts_decode(store->codec, data, (size_t)sqlite3_column_bytes(row, column), texts);
    }
    const char *text = (const char *)sqlite3_column_text(row, column);
    if (text == NULL || texts_add(texts, 0, text))
        return true;
    texts_fini(texts);
    return false;
}
