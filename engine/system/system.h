/* SPDX-License-Identifier: GPL-3.0-or-later */
/* system.h -- what one operating system has and POSIX has not, by what it is wanted for.
 *
 * linux.c answers on Linux. Everywhere else elsewhere.c does, with POSIX alone: there, what cannot be had is false, -1 or nothing,
 * with ENOTSUP, and who asks goes the way that it has for a kernel that refuses. Functions of the C library that some lack: library.h.
 *
 * What is said to be for a new process may be called between fork or vfork and exec: it allocates nothing.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct msghdr;

/* ---- processes ---- */

/* This process, a new one, gets the signal when its parent ends. Elsewhere it outlives a parent that is killed. */
bool system_end_with_parent(int signal);
/* Descendants whose parent ends become children of this process. */
void system_adopt_orphans(void);
/* Becomes readable when the process, a child, ends; -1: nothing does. */
int system_watch(pid_t process);
/* Waits until what watches is readable, so long at most; false: it is not. */
bool system_await(int watch, double most_s);
/* The path of the program that this process executes. */
bool system_own_program(char *path, size_t size);
/* That program to be read, even where its path names another one by now; -1: it cannot. */
int system_open_own_program(void);

/* ---- processors: sets of bits ---- */

enum { SYSTEM_PROCESSORS = 64 * 16 };
typedef uint64_t system_processors[SYSTEM_PROCESSORS / 64];

/* Where a process may run (0: this one); false: not known, and the set is what it was. Elsewhere this one may run anywhere. */
bool system_processors_of(pid_t process, system_processors set);
/* How many this process may use; 0: not known. */
size_t system_processors_count(void);
/* This process, and what it starts, runs there alone. For a new process, too. */
bool system_run_on(const system_processors set);
/* Runs so long before the turn of another comes: the wish as the kernel took it, which may read back another; 0: it did not. */
int64_t system_run_at_a_time(int64_t slice_ns);

/* ---- addresses ---- */

/* Undoes, for this process and what it starts, that addresses were fixed; false: the system does not allow that, or cannot. */
bool system_free_addresses(void);

/* Memory of this process, of one thread, that it does not need at present counts no more as its own, and its peak is forgotten: what it
 * starts does not begin with it. Elsewhere nothing happens. */
void system_shed_memory(void);

/* ---- files ---- */

/* A file without a name, closed at exec, or handed on; -1: none. */
int system_nameless(const char *called);
int system_nameless_handed_on(const char *called);
/* The like in a directory, of its file system; -1: it knows none. */
int system_nameless_in(const char *directory);
/* All descriptors from this one on, for a new process: closed, or closed at exec. */
void system_close_from(int first);
void system_close_at_exec_from(int first);
/* Both ends are closed at exec. */
bool system_socket_pair(int ends[2]);
/* One whose messages stay apart, so that who waits for one is woken by it alone: one wait is one switch. */
bool system_message_pair(int ends[2]);
/* recvmsg; what comes along is closed at exec. */
ssize_t system_receive(int socket, struct msghdr *message);
/* When a name was made, in nanoseconds; false: the file system does not keep that. Links are not followed. */
bool system_birth_ns(int directory, const char *name, int64_t *ns);
/* The number that stat gives of a device. */
dev_t system_device(unsigned major, unsigned minor);

/* ---- the rest ---- */

/* Bytes that nobody can foretell, 256 at most; false with errno: there are none. */
bool system_random(void *bytes, size_t n);
/* The C library, as people know it; NULL: not known. */
const char *system_c_library(char text[64]);
/* The page of code that the kernel maps into each process; NULL: there is none. */
const unsigned char *system_kernel_page(void);
