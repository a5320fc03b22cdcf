/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elsewhere.c -- system.h by POSIX alone, for systems that are not Linux.
 * Edge:     a command whose launcher was killed goes on, and so does what it left behind: nobody adopts it.
 * Checked:  tests/check/elsewhere compiles it; -Dlinux=disabled builds and runs it on Linux.
 */
#include "system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/random.h>
#endif
#ifdef __FreeBSD__
#include <sys/sysctl.h>
#endif

/* ---- processes ---- */

bool system_end_with_parent(int signal)
{
    (void)signal;
    errno = ENOTSUP;
    return false;
}

void system_adopt_orphans(void)
{
}

int system_watch(pid_t process)
{
    (void)process;
    errno = ENOTSUP;
    return -1;
}

/* Nothing is watched. */
bool system_await(int watch, double most_s)
{
    (void)watch, (void)most_s;
    return true;
}

bool system_own_program(char *path, size_t size)
{
    path[0] = '\0';
#if defined __APPLE__
    char linked[PATH_MAX], whole[PATH_MAX];
    uint32_t room = sizeof linked;
    if (_NSGetExecutablePath(linked, &room) != 0 || realpath(linked, whole) == NULL)
        return false;
    return snprintf(path, size, "%s", whole) < (int)size;
#elif defined __FreeBSD__
    const int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1};
    return sysctl(name, sizeof name / sizeof *name, path, &size, NULL, 0) == 0;
#else
    (void)size;
    errno = ENOTSUP;
    return false;
#endif
}

int system_open_own_program(void)
{
    char path[PATH_MAX];
    return system_own_program(path, sizeof path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
}

/* ---- processors ---- */

size_t system_processors_count(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (size_t)online : 0;
}

bool system_processors_of(pid_t process, system_processors set)
{
    const size_t n = process == 0 ? system_processors_count() : 0;
    if (n == 0)
        return false;
    memset(set, 0, sizeof(system_processors));
    for (size_t i = 0; i < n && i < SYSTEM_PROCESSORS; i++)
        set[i / 64] |= UINT64_C(1) << i % 64;
    return true;
}

/* All of them are where it runs anyway. */
bool system_run_on(const system_processors set)
{
    system_processors all;
    if (system_processors_of(0, all) && memcmp(all, set, sizeof all) == 0)
        return true;
    errno = ENOTSUP;
    return false;
}

int64_t system_run_at_a_time(int64_t slice_ns)
{
    (void)slice_ns;
    return 0;
}

/* ---- addresses ---- */

bool system_free_addresses(void)
{
    errno = ENOTSUP;
    return false;
}

void system_shed_memory(void)
{
}

/* ---- files ---- */

static bool close_at_exec(int fd)
{
    return fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

int system_nameless(const char *called)
{
    const int fd = system_nameless_handed_on(called);
    if (fd >= 0)
        (void)close_at_exec(fd);
    return fd;
}

int system_nameless_handed_on(const char *called)
{
    (void)called;
    char path[] = "/tmp/assay-XXXXXX";
    const int fd = mkstemp(path);
    if (fd >= 0)
        (void)unlink(path);
    return fd;
}

int system_nameless_in(const char *directory)
{
    (void)directory;
    errno = EOPNOTSUPP;
    return -1;
}

/* So many are looked at where the system sets no limit. */
static int descriptors(void)
{
    enum { MOST = 1 << 16 };
    const long most = sysconf(_SC_OPEN_MAX);
    return most > 0 && most < MOST ? (int)most : MOST;
}

void system_close_from(int first)
{
    for (int fd = first, end = descriptors(); fd < end; fd++)
        (void)close(fd);
}

void system_close_at_exec_from(int first)
{
    for (int fd = first, end = descriptors(); fd < end; fd++)
        (void)close_at_exec(fd);
}

bool system_socket_pair(int ends[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    (void)close_at_exec(ends[0]);
    (void)close_at_exec(ends[1]);
    return true;
}

bool system_message_pair(int ends[2])
{
    return system_socket_pair(ends);
}

ssize_t system_receive(int socket, struct msghdr *message)
{
    const ssize_t got = recvmsg(socket, message, 0);
    struct cmsghdr *rights = got > 0 ? CMSG_FIRSTHDR(message) : NULL;
    if (rights == NULL || rights->cmsg_type != SCM_RIGHTS)
        return got;
    const size_t n = ((size_t)rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < n; i++) {
        int fd;
        memcpy(&fd, CMSG_DATA(rights) + i * sizeof fd, sizeof fd);
        (void)close_at_exec(fd);
    }
    return got;
}

bool system_birth_ns(int directory, const char *name, int64_t *ns)
{
    (void)directory, (void)name, (void)ns;
    errno = ENOTSUP;
    return false;
}

/* Only what follows a command writes devices down, and nothing follows one here. */
dev_t system_device(unsigned major, unsigned minor)
{
    (void)major, (void)minor;
    return 0;
}

/* ---- the rest ---- */

bool system_random(void *bytes, size_t n)
{
    return getentropy(bytes, n) == 0;
}

const char *system_c_library(char text[64])
{
    text[0] = '\0';
    return NULL;
}

const unsigned char *system_kernel_page(void)
{
    return NULL;
}
