/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.c -- parts of object files and archives, read where they are needed. */
#include "layout/file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"

struct layout_block {
    struct layout_block *next;
    size_t size, used;
    unsigned char bytes[];
};

static const struct layout_bytes nothing = {NULL, 0};

/* Holds the table of sections of some 200 functions, and their names. */
enum { END_MOST = 20 << 10 };

static bool read_all(int fd, unsigned char *to, size_t n, uint64_t offset)
{
    ssize_t done = 0;
    for (; n > 0 && (done = pread(fd, to, n, (off_t)offset)) > 0; to += done) {
        n -= (size_t)done;
        offset += (uint64_t)done;
    }
    return n == 0;
}

static unsigned char *make_room(struct layout_store *store, size_t n, enum layout_place place)
{
    if (store->sizes[place] < n) {
        free(store->places[place]);
        store->places[place] = malloc(2 * n);
        store->sizes[place] = store->places[place] != NULL ? 2 * n : 0;
    }
    store->no_memory |= store->places[place] == NULL;
    return store->places[place];
}

static void read_ends(struct layout_store *store, struct layout_file *file)
{
    size_t n = file->size < END_MOST ? file->size : END_MOST;
    unsigned char *to = make_room(store, n, LAYOUT_END);
    if (to != NULL && read_all(file->fd, to, n, file->size - n)) {
        file->hand = (struct layout_bytes){to, n};
        file->from = file->size - n;
    }
    if (file->hand.n < file->size) {
        ssize_t head = pread(file->fd, file->head, sizeof file->head, 0);
        file->n_head = head > 0 ? (size_t)head : 0;
    }
}

bool layout_file_open(struct layout_store *store, struct layout_file *file, const char *path)
{
    struct stat info;
    *file = (struct layout_file){.fd = open(path, O_RDONLY | O_CLOEXEC)};
    if (file->fd < 0)
        return false;
    if (fstat(file->fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
        file->size = (size_t)info.st_size;
        read_ends(store, file);
        return true;
    }
    layout_file_close(file);
    return false;
}

void layout_file_close(struct layout_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}

bool layout_file_map(struct layout_store *store, struct layout_file *file)
{
    if (!array_resize(&store->maps, store->n_maps + 1)) {
        store->no_memory = true;
        return false;
    }
    void *at = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE, file->fd, 0);
    layout_file_close(file);
    if (at == MAP_FAILED)
        return false;
    store->maps[store->n_maps++] = (struct layout_map){at, file->size};
    file->hand = (struct layout_bytes){at, file->size};
    file->from = 0;
    return true;
}

static unsigned char *keep(struct layout_store *store, size_t n)
{
    enum { LEAST = 64 << 10 };
    struct layout_block *block = store->blocks;
    if (block == NULL || block->size - block->used < n) {
        size_t size = n > LEAST ? n : LEAST;
        block = malloc(sizeof *block + size);
        if (block == NULL)
            return NULL;
        *block = (struct layout_block){store->blocks, size, 0};
        store->blocks = block;
    }
    block->used += n;
    return block->bytes + block->used - n;
}

struct layout_bytes layout_store_keep(struct layout_store *store, const struct layout_file *file,
                                      struct layout_bytes bytes)
{
    if (file->fd < 0 || bytes.n == 0)
        return bytes;
    unsigned char *to = keep(store, bytes.n);
    if (to == NULL) {
        store->no_memory = true;
        return nothing;
    }
    memcpy(to, bytes.at, bytes.n);
    return (struct layout_bytes){to, bytes.n};
}

struct layout_bytes layout_file_part(struct layout_store *store, const struct layout_file *file,
                                     uint64_t offset, uint64_t wanted, enum layout_place place)
{
    if (offset > file->size || wanted > file->size - offset || wanted == 0)
        return nothing;
    const size_t n = (size_t)wanted;
    if (offset >= file->from && offset + n <= file->from + file->hand.n)
        return (struct layout_bytes){file->hand.at + (offset - file->from), n};
    if (offset + n <= file->n_head)
        return (struct layout_bytes){file->head + offset, n};
    unsigned char *to = make_room(store, n, place);
    return to != NULL && read_all(file->fd, to, n, offset) ? (struct layout_bytes){to, n} : nothing;
}

void layout_store_fini(struct layout_store *store)
{
    for (size_t i = 0; i < store->n_maps; i++)
        munmap(store->maps[i].bytes, store->maps[i].size);
    free(store->maps);
    for (size_t i = 0; i < LAYOUT_N_PLACES; i++)
        free(store->places[i]);
    while (store->blocks != NULL) {
        struct layout_block *next = store->blocks->next;
        free(store->blocks);
        store->blocks = next;
    }
    *store = (struct layout_store){0};
}
