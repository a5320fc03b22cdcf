/* SPDX-License-Identifier: GPL-3.0-or-later */
/* full_disk.c -- a disk without room, and a signal at a chosen write, for tests; preloaded.
 *
 * Of the program named assay, for files in the directory FULL_DISK_IN:
 *   FULL_DISK_BYTES   so many bytes may be added by growing files, then growth fails with ENOSPC. What
 *                     is there can still be overwritten, as on a real disk; what shrinks gives back.
 *   SIGNAL_AT_WRITE   before write number N to the file SIGNAL_FILE there, the process sends
 *                     SIGNAL_NUMBER to itself.
 */
#undef _FILE_OFFSET_BITS /* else the calls of both names are one; their places differ where long has 32 bits */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef ssize_t pwrite_call(int, const void *, size_t, off64_t);
typedef int truncate_call(int, off64_t);

static const char *in, *file;
static off64_t room = -1;
static long left = -1;
static int number = SIGKILL;

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? atol(text) : otherwise;
}

__attribute__((constructor)) static void begin(void)
{
    in = strcmp(program_invocation_short_name, "assay") == 0 ? getenv("FULL_DISK_IN") : NULL;
    file = getenv("SIGNAL_FILE");
    room = setting("FULL_DISK_BYTES", -1);
    left = setting("SIGNAL_AT_WRITE", -1);
    number = (int)setting("SIGNAL_NUMBER", SIGKILL);
}

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* The name of the file within the directory, or NULL. */
static const char *name_of(int fd)
{
    static char path[4096];
    char link[64];
    if (in == NULL)
        return NULL;
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t n = readlink(link, path, sizeof path - 1);
    const size_t length = strlen(in);
    if (n <= 0)
        return NULL;
    path[n] = '\0';
    return strncmp(path, in, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* The file, also while it is made under a name of its own: "assay.db.XXXXXX". */
static bool is_file(const char *name)
{
    const size_t n = file != NULL ? strlen(file) : 0;
    return n > 0 && strncmp(name, file, n) == 0 && (name[n] == '\0' || name[n] == '.');
}

static void maybe_signal(const char *name)
{
    if (left > 0 && is_file(name) && --left == 0)
        (void)raise(number);
}

/* Takes the room for the file to be `size` long; false: there is none. */
static bool take_room(int fd, off64_t size, bool shrinks)
{
    struct stat64 found;
    const int cause = errno;
    if (room < 0 || name_of(fd) == NULL || fstat64(fd, &found) != 0 || !S_ISREG(found.st_mode))
        return true;
    errno = cause;
    const off64_t more = size - found.st_size;
    if (more > room) {
        errno = ENOSPC;
        return false;
    }
    if (more > 0 || shrinks)
        room -= more;
    return true;
}

static ssize_t write_at(int fd, const void *data, size_t n, off64_t at)
{
    const char *name = name_of(fd);
    if (name != NULL)
        maybe_signal(name);
    return take_room(fd, at + (off64_t)n, false) ? ((pwrite_call *)next("pwrite64"))(fd, data, n, at) : -1;
}

ssize_t pwrite(int fd, const void *data, size_t n, off_t at)
{
    return write_at(fd, data, n, at);
}

ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at)
{
    return write_at(fd, data, n, at);
}

static int cut(int fd, off64_t size)
{
    return take_room(fd, size, true) ? ((truncate_call *)next("ftruncate64"))(fd, size) : -1;
}

int ftruncate(int fd, off_t size)
{
    return cut(fd, size);
}

int ftruncate64(int fd, off64_t size)
{
    return cut(fd, size);
}
