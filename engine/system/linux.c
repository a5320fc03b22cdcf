/* SPDX-License-Identifier: GPL-3.0-or-later */
/* linux.c -- system.h on Linux.
 * Source:   prctl(2), pidfd_open(2), sched_setaffinity(2), sched_setattr(2), personality(2), memfd_create(2), statx(2).
 * Checked:  by whatever measures: tests/engine/measure, tests/engine/service, tests/cc.
 */
#include "system/system.h"

#include <fcntl.h>
#include <gnu/libc-version.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

/* ---- processes ---- */

/* Hot: it stands beside what else is called before a command (shed.c). */
__attribute__((hot)) bool system_end_with_parent(int signal)
{
    return prctl(PR_SET_PDEATHSIG, signal) == 0;
}

void system_adopt_orphans(void)
{
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
}

int system_watch(pid_t process)
{
    return (int)syscall(SYS_pidfd_open, process, 0);
}

bool system_await(int watch, double most_s)
{
    struct pollfd ended = {.fd = watch, .events = POLLIN};
    const time_t whole_s = (time_t)most_s;
    const struct timespec most = {whole_s, (long)(1e9 * (most_s - (double)whole_s))};
    return ppoll(&ended, 1, &most, NULL) != 0;
}

bool system_own_program(char *path, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", path, size - 1);
    path[n > 0 ? n : 0] = '\0';
    return n > 0;
}

int system_open_own_program(void)
{
    return open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
}

/* ---- processors ---- */

bool system_processors_of(pid_t process, system_processors set)
{
    return sched_getaffinity(process, sizeof(system_processors), (cpu_set_t *)set) == 0;
}

size_t system_processors_count(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 0;
}

bool system_run_on(const system_processors set)
{
    return sched_setaffinity(0, sizeof(system_processors), (const cpu_set_t *)set) == 0;
}

/* As linux/sched/types.h has it, which the C library's sched.h does not go with. */
struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

int64_t system_run_at_a_time(int64_t slice_ns)
{
    struct attributes wish = {.size = sizeof wish};
    if (slice_ns <= 0 || syscall(SYS_sched_getattr, 0, &wish, sizeof wish, 0) != 0)
        return 0;
    wish.size = sizeof wish;
    wish.runtime = (uint64_t)slice_ns;
    wish.deadline = wish.period = 0;
    if (syscall(SYS_sched_setattr, 0, &wish, 0) != 0 ||
        syscall(SYS_sched_getattr, 0, &wish, sizeof wish, 0) != 0)
        return 0;
    return (int64_t)wish.runtime == slice_ns ? slice_ns : 0;
}

/* ---- addresses ---- */

bool system_free_addresses(void)
{
    const int persona = personality(0xffffffff); /* asks */
    if (persona == -1 || (persona & ADDR_NO_RANDOMIZE) == 0)
        return persona != -1;
    return personality((unsigned long)(persona & ~ADDR_NO_RANDOMIZE)) != -1;
}

/* ---- files ---- */

int system_nameless(const char *called)
{
    return memfd_create(called, MFD_CLOEXEC);
}

int system_nameless_handed_on(const char *called)
{
    return memfd_create(called, 0);
}

int system_nameless_in(const char *directory)
{
    return open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

void system_close_from(int first)
{
    (void)close_range((unsigned)first, ~0U, 0);
}

void system_close_at_exec_from(int first)
{
    (void)close_range((unsigned)first, ~0U, CLOSE_RANGE_CLOEXEC);
}

bool system_socket_pair(int ends[2])
{
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
}

bool system_message_pair(int ends[2])
{
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0;
}

ssize_t system_receive(int socket, struct msghdr *message)
{
    return recvmsg(socket, message, MSG_CMSG_CLOEXEC);
}

bool system_birth_ns(int directory, const char *name, int64_t *ns)
{
    struct statx info;
    if (statx(directory, name, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &info) != 0 ||
        (info.stx_mask & STATX_BTIME) == 0)
        return false;
    *ns = info.stx_btime.tv_sec * INT64_C(1000000000) + info.stx_btime.tv_nsec;
    return true;
}

dev_t system_device(unsigned major, unsigned minor)
{
    return makedev(major, minor);
}

/* ---- the rest ---- */

bool system_random(void *bytes, size_t n)
{
    return getrandom(bytes, n, 0) == (ssize_t)n;
}

const char *system_c_library(char text[64])
{
    (void)snprintf(text, 64, "glibc %s", gnu_get_libc_version());
    return text;
}

const unsigned char *system_kernel_page(void)
{
    return (const unsigned char *)(uintptr_t)getauxval(AT_SYSINFO_EHDR);
}
