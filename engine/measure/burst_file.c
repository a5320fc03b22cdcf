/* SPDX-License-Identifier: GPL-3.0-or-later */
/* burst_file.c -- the results of a group in a file that survives its writers. */
#include "measure/burst_file.h"


#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <assay/assay.h>

#include "base/private_directory.h"

/* Items are kept as they lie in memory: only the version that wrote them may read them. */
struct head {
    char magic[16];
    char version[32];
    uint64_t item_bytes;
    unsigned char owner[BURST_OWNER_BYTES];
};
struct slot {
    uint64_t sum; /* of the item and its place; 0 in a new file, which is no item's */
    struct burst_item item;
};
struct burst_file {
    struct head head;
    struct slot slots[BURST_MAX];
};

static struct head head_of(const unsigned char owner[BURST_OWNER_BYTES])
{
    struct head head = {.magic = "assay ended 1", .item_bytes = sizeof(struct burst_item)};
    (void)snprintf(head.version, sizeof head.version, "%s", assay_version());
    memcpy(head.owner, owner, BURST_OWNER_BYTES);
    return head;
}

/* FNV-1a over words of 64 bits instead of bytes: eight times as fast, and of two copies that differ
 * in one word the sums differ still. */
static uint64_t sum_of(const struct burst_item *item, uint32_t place)
{
    uint64_t words[(sizeof *item + 7) / 8] = {0};
    memcpy(words, item, sizeof *item);
    uint64_t sum = UINT64_C(0xcbf29ce484222325) ^ (place + 1);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        sum = (sum ^ words[i]) * UINT64_C(1099511628211);
    return sum != 0 ? sum : 1;
}

int burst_file_make(const char *path, const unsigned char owner[BURST_OWNER_BYTES])
{
    const struct head head = head_of(owner);
    (void)unlink(path); /* of a run before, whose lock we hold, or of nobody */
    const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return errno;
    int number = posix_fallocate(fd, 0, (off_t)sizeof(struct burst_file));
    if (number == 0 && pwrite(fd, &head, sizeof head, 0) != (ssize_t)sizeof head)
        number = errno != 0 ? errno : ENOSPC;
    close(fd);
    if (number != 0)
        (void)unlink(path);
    return number;
}

/* ---- the launcher's side --------------------------------------------------------------------- */

/* The one that is mapped. */
static struct burst_file *mapped;

/* A page of the file cannot be had: somebody cut it short, or a file system that writes each change
 * to a new place is full. Memory takes its place, the results go on in what both processes share,
 * and only this copy is lost. Elsewhere the fault comes again and ends the process. */
static void on_bus_error(int number, siginfo_t *info, void *context)
{
    (void)context;
    const char *at = info->si_addr, *begin = (const char *)mapped;
    if (mapped == NULL || at < begin || at >= begin + sizeof *mapped ||
        mmap(mapped, sizeof *mapped, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        (void)signal(number, SIG_DFL);
}

struct burst_file *burst_file_map(const char *path)
{
    const struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    const int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return NULL;
    void *file = mmap(NULL, sizeof *mapped, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (file == MAP_FAILED)
        return NULL;
    mapped = file;
    (void)sigaction(SIGBUS, &action, NULL);
    return mapped;
}

void burst_file_unmap(struct burst_file **file)
{
    if (*file == NULL)
        return;
    (void)munmap(*file, sizeof **file);
    mapped = *file = NULL;
    (void)signal(SIGBUS, SIG_DFL);
}

void burst_file_put(struct burst_file *file, const struct burst_item *item, uint32_t place)
{
    struct slot *slot = &file->slots[place];
    __atomic_store_n(&slot->sum, 0, __ATOMIC_RELEASE);
    memcpy(&slot->item, item, sizeof *item);
    __atomic_store_n(&slot->sum, sum_of(item, place), __ATOMIC_RELEASE);
}

/* ---- afterwards ------------------------------------------------------------------------------ */

static bool read_whole(const char *path, struct burst_file *file)
{
    const int fd = trusted_open(path, O_RDONLY);
    if (fd < 0)
        return false;
    const bool whole =
                       pread(fd, file, sizeof *file, 0) == (ssize_t)sizeof *file;
    close(fd);
    return whole;
}

uint32_t burst_file_read(const char *path, const unsigned char owner[BURST_OWNER_BYTES],
                         struct burst_item *items)
{
    const struct head expected = head_of(owner);
    struct burst_file *file = calloc(1, sizeof *file);
    uint32_t n = 0;
    if (file != NULL && read_whole(path, file) &&
        memcmp(&file->head, &expected, sizeof expected) == 0)
        for (uint32_t i = 0; i < BURST_MAX; i++)
            if (file->slots[i].sum == sum_of(&file->slots[i].item, i))
                items[n++] = file->slots[i].item;
    free(file);
    return n;
}
