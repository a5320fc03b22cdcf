/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library.h -- functions of the GNU C library that those of other systems lack, declare elsewhere, or have with other arguments. Compilers
 * include it in front of each file where the system is not Linux (meson.build); no file does itself. */
#pragma once

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/* ---- texts ---- */

void *memrchr(const void *text, int byte, size_t n);
void *memmem(const void *text, size_t n, const void *part, size_t n_part);
int strverscmp(const char *a, const char *b);
char *strcasestr(const char *text, const char *part);
int vasprintf(char **out, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));
int asprintf(char **out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- sorting ---- */

#define qsort_r library_sort
void library_sort(void *items, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *context);

/* ---- descriptors and streams ---- */

int pipe2(int ends[2], int flags);
int dup3(int from, int to, int flags);
int mkostemp(char *path, int flags);

/* FreeBSD has it so, with an off64_t of its own; glibc 2.41 tells of it without being asked for GNU's functions. */
#if !defined(__FreeBSD__) && !defined(__cookie_io_functions_t_defined)
#ifdef __APPLE__
typedef off_t off64_t;
#endif
typedef struct {
    ssize_t (*read)(void *cookie, char *bytes, size_t n);
    ssize_t (*write)(void *cookie, const char *bytes, size_t n);
    int (*seek)(void *cookie, off64_t *place, int whence);
    int (*close)(void *cookie);
} cookie_io_functions_t;
FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions);
#endif

#ifdef __GLIBC__ /* asked for GNU's functions alone it tells of these; others always do */
typedef struct {
    const char *dli_fname;
    void *dli_fbase;
    const char *dli_sname;
    void *dli_saddr;
} Dl_info;
int dladdr(const void *address, Dl_info *info);
#endif

#ifdef __APPLE__
#include <fcntl.h>
#include <xlocale.h>
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#define SIGRTMIN NSIG
int posix_fallocate(int fd, off_t offset, off_t n);
#endif
