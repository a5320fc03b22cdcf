/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loaded_code.c -- what code a process has loaded, told to a log.
 * Source:   proc_pid_maps(5); which file is the program itself: proc_pid_exe(5).
 * Edge:     of more ranges than there is room for none is known; where two threads look at once one of them does not.
 * Checked:  tests/engine/profile/test_sampler.c, tests/engine/profile/test_allocated.c
 */
#include "profile/loaded_code.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { RANGES = 512, PATH_SLOTS = 256 };

static struct sample_log_slot *slots;
static struct sample_log_head *head;
static uint32_t self;
static struct loaded_range ranges[RANGES];
static size_t n_ranges;
static int reading; /* somebody looks at what is loaded */
static char program[PATH_SLOTS * SAMPLE_LOG_SLOT];

void loaded_code_begin(struct sample_log_head *log, uint32_t as)
{
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = '\0';
    head = log;
    slots = (struct sample_log_slot *)log;
    self = as;
}

void loaded_code_in_child(uint32_t as)
{
    self = as;
    reading = 0;
}

/* ---- the log ---- */

static struct sample_log_slot *take(uint64_t n)
{
    const uint64_t at = __atomic_fetch_add(&head->used, n, __ATOMIC_RELAXED);
    return at + n <= head->room ? &slots[at] : NULL;
}

/* The kind is written last: a record without it is none. */
static void finish(struct sample_log_slot *slot, uint16_t kind)
{
    slot->process = self;
    __atomic_store_n(&slot->kind, kind, __ATOMIC_RELEASE);
}

void loaded_code_tell(uint16_t kind, uint64_t number)
{
    struct sample_log_slot *slot = take(1);
    if (slot == NULL)
        return;
    slot->number = number;
    finish(slot, kind);
}

static void tell_load(uint64_t start, const struct sample_log_range *range, const char *path)
{
    const size_t bytes = strlen(path) + 1;
    const size_t more = (bytes + SAMPLE_LOG_SLOT - 1) / SAMPLE_LOG_SLOT;
    struct sample_log_slot *slot = more <= PATH_SLOTS ? take(2 + more) : NULL;
    if (slot == NULL)
        return;
    slot->number = start;
    slot->more = (uint16_t)more;
    memcpy(slot + 1, range, sizeof *range);
    memcpy(slot + 2, path, bytes);
    finish(slot, LOG_LOAD);
}

/* ---- what is loaded ---- */

/* None that is there changes: one is whole before it is counted. */
static const struct loaded_range *range_of(uint64_t start, uint64_t end)
{
    const size_t n = __atomic_load_n(&n_ranges, __ATOMIC_ACQUIRE);
    for (size_t i = 0; i < n; i++)
        if (ranges[i].start <= start && end <= ranges[i].end)
            return &ranges[i];
    return NULL;
}

const struct loaded_range *loaded_code_at(uint64_t address)
{
    return range_of(address, address + 1);
}

static enum loaded_kind kind_of(uint64_t start, uint64_t end, const char *path)
{
    static const char *const runtime[] = {"libc.so",     "libc-2.",  "ld-linux",  "ld-2.",   "libpthread",
                                          "libstdc++.so", "libc++.so", "libc++abi.so", "libgcc_s.so"};
    const uint64_t ours = (uint64_t)(uintptr_t)&loaded_code_at;
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    if (start <= ours && ours < end)
        return LOADED_OWN;
    if (strcmp(path, program) == 0)
        return LOADED_PROGRAM;
    for (size_t i = 0; i < sizeof runtime / sizeof *runtime; i++)
        if (strncmp(name, runtime[i], strlen(runtime[i])) == 0)
            return LOADED_RUNTIME;
    return LOADED_OTHER;
}

static const char *hexadecimal(const char *at, uint64_t *out)
{
    *out = 0;
    for (;; at++) {
        const unsigned digit = (unsigned char)*at;
        if (digit >= '0' && digit <= '9')
            *out = *out << 4 | (digit - '0');
        else if (digit >= 'a' && digit <= 'f')
            *out = *out << 4 | (digit - 'a' + 10);
        else
            return at;
    }
}

static void take_range(uint64_t start, const struct sample_log_range *range, const char *path)
{
    tell_load(start, range, path);
    if (n_ranges == RANGES)
        return;
    ranges[n_ranges] = (struct loaded_range){start, range->end, kind_of(start, range->end, path)};
    __atomic_store_n(&n_ranges, n_ranges + 1, __ATOMIC_RELEASE);
}

/* "start-end perm offset dev inode path" */
static void take_line(const char *line, void (**fresh)(void))
{
    uint64_t start;
    struct sample_log_range range;
    const char *at = hexadecimal(line, &start);
    if (*at != '-')
        return;
    at = hexadecimal(at + 1, &range.end);
    if (*at != ' ' || strlen(at) < 6 || at[3] != 'x' || range_of(start, range.end) != NULL)
        return;
    at = hexadecimal(at + 6, &range.offset);
    for (int words = 0; words < 2 && *at == ' '; words++)
        for (at++; *at != ' ' && *at != '\0'; at++)
            continue;
    while (*at == ' ')
        at++;
    if (*fresh != NULL)
        (*fresh)();
    *fresh = NULL;
    take_range(start, &range, *at != '\0' ? at : "//anon");
}

static void read_maps(void (*fresh)(void))
{
    char text[4096 + 256];
    size_t n = 0;
    const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    for (ssize_t more; fd >= 0 && (more = read(fd, text + n, sizeof text - 1 - n)) > 0;) {
        n += (size_t)more;
        size_t begin = 0;
        for (size_t i = 0; i < n; i++)
            if (text[i] == '\n') {
                text[i] = '\0';
                take_line(text + begin, &fresh);
                begin = i + 1;
            }
        memmove(text, text + begin, n - begin);
        n -= begin;
        if (n == sizeof text - 1)
            break;
    }
    if (fd >= 0)
        close(fd);
}

void loaded_code_read(void (*fresh)(void))
{
    if (__atomic_load_n(&n_ranges, __ATOMIC_ACQUIRE) < RANGES &&
        __atomic_exchange_n(&reading, 1, __ATOMIC_ACQUIRE) == 0) {
        read_maps(fresh);
        __atomic_store_n(&reading, 0, __ATOMIC_RELEASE);
    }
}
