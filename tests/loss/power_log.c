/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power_log.c -- writes down what a program does to the files of a directory, for tests of power cuts; preloaded.
 *
 * Of the program named assay, for files in the directory POWER_IN, into the file POWER_LOG: each write at its place, each
 * change of size, each fsync, each file that is made, renamed or removed, in the order in which they happened in all of its
 * processes. What the C library's streams write passes no call that can be replaced: of a file that is not written by
 * pwrite, its bytes as they stand go with each fsync and rename of it. A file that is made without a name
 * is "#NUMBER.db" until linkat gives it one. tests/loss/power makes from that what a disk
 * holds that lost its power.
 *
 * An entry: one byte (what), 4 bytes length of the name, 4 of the second name, 8 offset, 8 length of data, 8 nanoseconds
 * of CLOCK_MONOTONIC, little endian; the names; the data.
 */
#undef _FILE_OFFSET_BITS /* else the calls of both names are one */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct __attribute__((packed)) head {
    char what;
    uint32_t name, second;
    int64_t offset;
    uint64_t size;
    int64_t ns;
};

static const char *in;
static int out = -1;

__attribute__((constructor)) static void begin(void)
{
    const char *log = getenv("POWER_LOG");
    in = strcmp(program_invocation_short_name, "assay") == 0 ? getenv("POWER_IN") : NULL;
    if (in == NULL || log == NULL)
        return;
    const int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    out = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, 900) : -1;
    if (fd >= 0)
        (void)close(fd);
}

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* The name within the directory, or NULL. */
static const char *inside(const char *path)
{
    const size_t length = in != NULL ? strlen(in) : 0;
    if (in == NULL || strncmp(path, in, length) != 0)
        return NULL;
    return path[length] == '/' ? path + length + 1 : path[length] == '\0' ? "." : NULL;
}

/* What linkat named last: the link of a descriptor goes on saying that it has no name. */
static char nameless[4096], named[4096];

/* In place of what the kernel shows: "#NUMBER (deleted)". */
static const char *name_nameless(char *name)
{
    char *slash = strrchr(name, '/'), *end = strstr(name, " (deleted)");
    if ((slash != NULL ? slash[1] : name[0]) != '#' || end == NULL)
        return name;
    (void)strcpy(end, ".db");
    return strcmp(name, nameless) == 0 ? named : name;
}

static const char *name_of(int fd, char path[4096])
{
    char link[64];
    if (in == NULL || out < 0)
        return NULL;
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t n = readlink(link, path, 4095);
    if (n <= 0)
        return NULL;
    path[n] = '\0';
    char *name = (char *)(uintptr_t)inside(path);
    return name != NULL ? name_nameless(name) : NULL;
}

/* One call of writev: entries of several processes do not mix. */
static void note(char what, const char *name, const char *second, int64_t offset, const void *data, size_t size)
{
    struct timespec now;
    const int cause = errno;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    struct head head = {what, (uint32_t)strlen(name), (uint32_t)strlen(second), offset, size,
                        now.tv_sec * INT64_C(1000000000) + now.tv_nsec};
    struct iovec parts[] = {{&head, sizeof head},
                            {(void *)(uintptr_t)name, head.name},
                            {(void *)(uintptr_t)second, head.second},
                            {(void *)(uintptr_t)data, size}};
    (void)flock(out, LOCK_EX);
    const ssize_t written = writev(out, parts, 4);
    (void)flock(out, LOCK_UN);
    if (written != (ssize_t)(sizeof head + head.name + head.second + size))
        abort();
    errno = cause;
}

static bool is_directory(int fd)
{
    struct stat found;
    return fstat(fd, &found) == 0 && S_ISDIR(found.st_mode);
}

static bool is_paged(const char *name)
{
    return strstr(name, ".db") != NULL;
}

/* All bytes of a file that streams write. */
static void note_whole(char what, const char *name, const char *second, const char *path)
{
    static char bytes[1 << 22];
    const int cause = errno, fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 && !is_paged(name) ? pread(fd, bytes, sizeof bytes, 0) : 0;
    if (fd >= 0)
        (void)close(fd);
    note(what, name, second, 0, bytes, n > 0 ? (size_t)n : 0);
    errno = cause;
}

#define WRITER(call, type)                                                                         \
    ssize_t call(int fd, const void *data, size_t size, type offset);                              \
    ssize_t call(int fd, const void *data, size_t size, type offset)                               \
    {                                                                                              \
        static ssize_t (*real)(int, const void *, size_t, type);                                   \
        char path[4096];                                                                           \
        const char *name;                                                                          \
        if (real == NULL)                                                                          \
            real = (ssize_t(*)(int, const void *, size_t, type))next(#call);                       \
        const ssize_t n = real(fd, data, size, offset);                                            \
        if (n > 0 && (name = name_of(fd, path)) != NULL)                                           \
            note('w', name, "", (int64_t)offset, data, (size_t)n);                                 \
        return n;                                                                                  \
    }
WRITER(pwrite, off_t)
WRITER(pwrite64, off64_t)

#define CUTTER(call, type)                                                                         \
    int call(int fd, type size);                                                                   \
    int call(int fd, type size)                                                                    \
    {                                                                                              \
        static int (*real)(int, type);                                                             \
        char path[4096];                                                                           \
        const char *name;                                                                          \
        if (real == NULL)                                                                          \
            real = (int (*)(int, type))next(#call);                                                \
        const int result = real(fd, size);                                                         \
        if (result == 0 && (name = name_of(fd, path)) != NULL)                                     \
            note('t', name, "", (int64_t)size, NULL, 0);                                           \
        return result;                                                                             \
    }
CUTTER(ftruncate, off_t)
CUTTER(ftruncate64, off64_t)

#define FORCER(call)                                                                               \
    int call(int fd)                                                                               \
    {                                                                                              \
        static int (*real)(int);                                                                   \
        char path[4096];                                                                           \
        const char *name;                                                                          \
        if (real == NULL)                                                                          \
            real = (int (*)(int))next(#call);                                                      \
        const int result = real(fd);                                                               \
        if (result == 0 && (name = name_of(fd, path)) != NULL)                                     \
            note_whole(is_directory(fd) ? 'd' : 's', name, "", path);                                                       \
        return result;                                                                             \
    }
FORCER(fsync)
FORCER(fdatasync)

static const char *absolute(const char *given, char path[4096])
{
    if (out < 0 || in == NULL)
        return NULL;
    if (given[0] == '/')
        return inside(given);
    if (getcwd(path, 4096) == NULL || strlen(path) + strlen(given) + 2 > 4096)
        return NULL;
    (void)strcat(path, "/");
    return inside(strcat(path, strncmp(given, "./", 2) == 0 ? given + 2 : given));
}

#define NAMER(call)                                                                                \
    int call(const char *from, const char *to)                                                     \
    {                                                                                              \
        static int (*real)(const char *, const char *);                                            \
        char before[4096], after[4096];                                                            \
        const char *name = absolute(from, before), *second = absolute(to, after);                  \
        if (real == NULL)                                                                          \
            real = (int (*)(const char *, const char *))next(#call);                               \
        const int result = real(from, to);                                                         \
        if (result == 0 && name != NULL && second != NULL)                                         \
            note_whole('r', name, second, to);                                                     \
        return result;                                                                             \
    }
NAMER(rename)
NAMER(link) /* the other name goes next */

int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags)
{
    static int (*real)(int, const char *, int, const char *, int);
    char before[4096], after[4096];
    const char *second = absolute(to, after);
    const char *name = strncmp(from, "/proc/self/fd/", 14) == 0 ? name_of(atoi(from + 14), before) : NULL;
    if (real == NULL)
        real = (int (*)(int, const char *, int, const char *, int))next("linkat");
    const int result = real(from_directory, from, to_directory, to, flags);
    if (result == 0 && second != NULL && name != NULL) {
        note('r', name, second, 0, NULL, 0);
        (void)snprintf(nameless, sizeof nameless, "%s", name);
        (void)snprintf(named, sizeof named, "%s", second);
    }
    return result;
}

int unlink(const char *given)
{
    static int (*real)(const char *);
    char path[4096];
    const char *name = absolute(given, path);
    if (real == NULL)
        real = (int (*)(const char *))next("unlink");
    const int result = real(given);
    if (result == 0 && name != NULL)
        note('u', name, "", 0, NULL, 0);
    return result;
}

#define OPENER(call)                                                                               \
    int call(const char *given, int flags, ...)                                                    \
    {                                                                                              \
        static int (*real)(const char *, int, ...);                                                \
        char path[4096];                                                                           \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;       \
        va_end(more);                                                                              \
        if (real == NULL)                                                                          \
            real = (int (*)(const char *, int, ...))next(#call);                                   \
        const int fd = real(given, flags, mode);                                                   \
        const bool made =                                                                          \
            fd >= 0 && ((flags & O_TMPFILE) == O_TMPFILE || (flags & O_CREAT) != 0);               \
        const char *name = made ? name_of(fd, path) : NULL;                                        \
        if (name != NULL)                                                                          \
            note((flags & O_TRUNC) != 0 ? 'z' : 'c', name, "", 0, NULL, 0);                        \
        return fd;                                                                                 \
    }
OPENER(open)
OPENER(open64)
