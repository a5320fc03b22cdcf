/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shed.c -- on Linux, memory of this process that it does not need at present.
 *
 * Pages of files come back from their files. Pages that were written go into a file without a name, of which the process maps a
 * private copy in the same place: what is read there stays what it was, and counts again only where it is touched.
 *
 * Source:   proc_pid_smaps(5), proc_pid_clear_refs(5), madvise(2).
 * Checked:  tests/engine/measure/test_launcher.c.
 */
#include "system/system.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_MAPPINGS = 128, MAX_FILES = 48, FIRST_PRIVATE_FD = 10 };
enum { KIB = 1024, FEW_KIB = 16, MANY_KIB = 64 * KIB };

struct mapping {
    uintptr_t from;
    size_t size;
    char rights[5]; /* "r-xp" */
    bool of_kernel; /* the stack, too */
    bool of_file;
    unsigned long written_kib;
};

static bool read_head(const char *line, struct mapping *mapping)
{
    unsigned long from, to;
    char rights[5], name[8] = "";
    if (sscanf(line, "%lx-%lx %4s %*s %*s %*s %7s", &from, &to, rights, name) < 3)
        return false;
    *mapping = (struct mapping){.from = from, .size = to - from};
    memcpy(mapping->rights, rights, sizeof rights);
    mapping->of_file = name[0] == '/';
    mapping->of_kernel = name[0] == '[' && strcmp(name, "[heap]") != 0;
    return true;
}

static size_t read_mappings(struct mapping mappings[MAX_MAPPINGS])
{
    FILE *file = fopen("/proc/self/smaps", "re");
    size_t n = 0;
    char line[512];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        struct mapping next;
        if (read_head(line, &next)) {
            if (n == MAX_MAPPINGS)
                break;
            mappings[n++] = next;
        } else if (n > 0) {
            (void)sscanf(line, "Anonymous: %lu", &mappings[n - 1].written_kib);
        }
    }
    if (file != NULL)
        (void)fclose(file);
    return n;
}

/* Nothing may be written there from the first byte of the copy to the mapping of it. */
static void put_aside(const struct mapping *mapping, int file, off_t *end)
{
    void *place = (void *)mapping->from; // NOLINT(performance-no-int-to-ptr)
    const int write = mapping->rights[1] == 'w' ? PROT_WRITE : 0;
    /* By the call itself: what checks memory knows no use of all of a mapping. */
    if (lseek(file, *end, SEEK_SET) != *end ||
        syscall(SYS_write, file, place, mapping->size) != (long)mapping->size)
        return;
    if (mmap(place, mapping->size, PROT_READ | write, MAP_PRIVATE | MAP_FIXED, file, *end) == place)
        *end += (off_t)mapping->size;
}

/* Of a file that nothing was written to. What is called from here on stands in one place of the C library, and of the program
 * (hot): each other place is fetched with 64 KiB around it. */
__attribute__((hot)) static void give_back(const struct mapping *mapping)
{
    void *place = (void *)mapping->from; // NOLINT(performance-no-int-to-ptr)
    (void)syscall(SYS_madvise, place, mapping->size, MADV_DONTNEED);
}

/* What was written. */
static void shed(const struct mapping *mapping, int file, off_t *end)
{
    if (mapping->of_kernel || mapping->rights[0] != 'r' || mapping->rights[3] != 'p')
        return;
    if (mapping->written_kib >= FEW_KIB && mapping->size <= (size_t)MANY_KIB * KIB &&
        mapping->rights[2] != 'x' && file >= 0)
        put_aside(mapping, file, end);
}

/* What was found the first time: files stay where they are. */
static struct {
    struct mapping files[MAX_FILES];
    size_t n;
    int peak; /* a descriptor: what is written there forgets it */
    bool known;
} kept;

static void keep_file(const struct mapping *mapping)
{
    if (mapping->of_file && mapping->written_kib == 0 && mapping->rights[3] == 'p' &&
        kept.n < MAX_FILES)
        kept.files[kept.n++] = *mapping;
}

static void shed_first(void)
{
    struct mapping mappings[MAX_MAPPINGS];
    const size_t n = read_mappings(mappings);
    const int file = system_nameless("assay-launcher-memory");
    off_t end = 0;
    for (size_t i = 0; i < n; i++) {
        shed(&mappings[i], file, &end);
        keep_file(&mappings[i]);
    }
    if (file >= 0)
        (void)close(file);
    const int peak = open("/proc/self/clear_refs", O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    kept.peak = peak >= 0 ? fcntl(peak, F_DUPFD_CLOEXEC, FIRST_PRIVATE_FD) : -1;
    if (peak >= 0)
        (void)close(peak);
    kept.known = true;
}

__attribute__((hot)) void system_shed_memory(void)
{
    if (!kept.known)
        shed_first();
    for (size_t i = 0; i < kept.n; i++)
        give_back(&kept.files[i]);
    if (kept.peak >= 0)
        (void)syscall(SYS_write, kept.peak, "5", (size_t)1);
}
