/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace.h -- which files a command opens, and how often it calls the system, seen by following its system calls.
 *
 * The tracer is a process of its own between the launcher and the command. Whatever ends it ends all
 * that it follows (PTRACE_O_EXITKILL), and it ends with the command's first process: a daemon that is
 * left behind is killed, as in every execution. What was seen is written when all has ended:
 *
 *     "@START_NS\0"         CLOCK_REALTIME before the command began
 *     "fDEVICE INODE PATH\0"  a file that was opened for reading, or mapped as a program
 *     "dDEVICE INODE PATH\0"  a directory of which the names were read
 *     "!WHY\0"              the rest of what it opened, and called, is not known
 *     "#CALLS BYTES\0"      system calls behind its first exec, and what they wrote
 *     ".\0"                 the end; without it the rest is not all
 *
 * Files that the command itself has made or emptied are left out, and those of /proc and /sys.
 */
#pragma once

#include <stdint.h>

enum { TRACE_MOST_FILES = 20000 };

/* The calling process becomes the tracer: runs the command, writes to `file`, and ends with the command's
 * exit code, or with 255 after a signal and where nobody can be followed. After most_ms milliseconds (0: never) it lets
 * go of all, which run to their end. */
_Noreturn void trace_command(const char *path, char **argv, char **envp, int64_t memory_bytes,
                             int64_t most_ms, const char *file);
