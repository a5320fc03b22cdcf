/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library.c -- functions that the C libraries of other systems lack, or have with other arguments (library.h).
 * Source:   the manual of the GNU C library for what each promises; funopen(3) of macOS.
 * Checked:  -Dlinux=disabled builds them on Linux, where they stand in for the C library's own; tests/engine/system/test_library.c.
 */
#include "system/library.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- texts ---- */

void *memrchr(const void *text, int byte, size_t n)
{
    const unsigned char *bytes = text;
    while (n > 0)
        if (bytes[--n] == (unsigned char)byte)
            return (void *)(uintptr_t)&bytes[n];
    return NULL;
}

static size_t digits_of(const char *text)
{
    size_t n = 0;
    while (isdigit((unsigned char)text[n]))
        n++;
    return n;
}

/* Runs of digits count as numbers; those that begin with 0 as decimals, before all others. */
int strverscmp(const char *a, const char *b)
{
    size_t i = 0, start;
    while (a[i] != '\0' && a[i] == b[i])
        i++;
    for (start = i; start > 0 && isdigit((unsigned char)a[start - 1]);)
        start--;
    const int by_bytes = (unsigned char)a[i] - (unsigned char)b[i];
    const size_t n_a = digits_of(a + start), n_b = digits_of(b + start);
    if (n_a == 0 || n_b == 0)
        return by_bytes;
    size_t zeros = 0;
    while (zeros < i - start && a[start + zeros] == '0')
        zeros++;
    if (zeros > 0 || a[start] == '0' || b[start] == '0') {
        const bool goes_on_a = isdigit((unsigned char)a[i]),
                   goes_on_b = isdigit((unsigned char)b[i]);
        if (zeros == i - start && goes_on_a != goes_on_b)
            return goes_on_a ? -1 : 1; /* 00 before 0 */
        return by_bytes;
    }
    return n_a != n_b ? (n_a < n_b ? -1 : 1) : by_bytes;
}

/* ---- sorting ---- */

/* In place, so that it needs no memory; what compares equal stays in its order. */
static void insert_all(char *items, size_t n, size_t size,
                       int (*compare)(const void *, const void *, void *), void *context)
{
    for (size_t i = 1; i < n; i++)
        for (char *at = items + i * size; at > items && compare(at - size, at, context) > 0;
             at -= size)
            for (size_t k = 0; k < size; k++) {
                const char byte = at[k];
                at[k] = at[k - size];
                at[k - size] = byte;
            }
}

static void merge(char *items, size_t n, size_t size,
                  int (*compare)(const void *, const void *, void *), void *context, char *room)
{
    const size_t half = n / 2;
    if (n < 2)
        return;
    merge(items, half, size, compare, context, room);
    merge(items + half * size, n - half, size, compare, context, room);
    const char *left = room, *left_end = room + half * size, *right = items + half * size,
               *right_end = items + n * size;
    memcpy(room, items, half * size);
    for (char *out = items; left < left_end; out += size) {
        const bool takes_right = right < right_end && compare(left, right, context) > 0;
        memcpy(out, takes_right ? right : left, size);
        *(takes_right ? &right : &left) += size;
    }
}

void library_sort(void *items, size_t n, size_t size,
                  int (*compare)(const void *, const void *, void *), void *context)
{
    char *room = n > 1 ? malloc(n / 2 * size) : NULL;
    if (room != NULL)
        merge(items, n, size, compare, context, room);
    else
        insert_all(items, n, size, compare, context);
    free(room);
}

/* ---- descriptors and streams ---- */

int pipe2(int ends[2], int flags)
{
    if (pipe(ends) != 0)
        return -1;
    for (int i = 0; i < 2; i++) {
        if ((flags & O_CLOEXEC) != 0)
            (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        if ((flags & O_NONBLOCK) != 0)
            (void)fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    return 0;
}

int dup3(int from, int to, int flags)
{
    if (from == to) {
        errno = EINVAL;
        return -1;
    }
    const int made = dup2(from, to);
    if (made >= 0 && (flags & O_CLOEXEC) != 0)
        (void)fcntl(made, F_SETFD, FD_CLOEXEC);
    return made;
}

#ifdef __APPLE__

int posix_fallocate(int fd, off_t offset, off_t n)
{
    struct stat info;
    if (fstat(fd, &info) == 0 && info.st_size >= offset + n)
        return 0;
    return ftruncate(fd, offset + n) == 0 ? 0 : EIO;
}

struct cookie {
    void *of;
    cookie_io_functions_t functions;
};

static int write_cookie(void *cookie, const char *bytes, int n)
{
    const struct cookie *to = cookie;
    return (int)to->functions.write(to->of, bytes, (size_t)n);
}

static fpos_t seek_cookie(void *cookie, fpos_t place, int whence)
{
    const struct cookie *in = cookie;
    off64_t at = place;
    return in->functions.seek(in->of, &at, whence) == 0 ? (fpos_t)at : -1;
}

static int close_cookie(void *cookie)
{
    struct cookie *closed = cookie;
    const int result = closed->functions.close != NULL ? closed->functions.close(closed->of) : 0;
    free(closed);
    return result;
}

/* Streams are only written so here. */
FILE *fopencookie(void *of, const char *mode, cookie_io_functions_t functions)
{
    (void)mode;
    struct cookie *cookie = malloc(sizeof *cookie);
    if (cookie == NULL)
        return NULL;
    *cookie = (struct cookie){of, functions};
    FILE *stream = funopen(cookie, NULL, write_cookie, functions.seek != NULL ? seek_cookie : NULL,
                           close_cookie);
    if (stream == NULL)
        free(cookie);
    return stream;
}

#endif
