/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace.c -- follows a command and its children from stop to stop.
 * Source:   ptrace(2): PTRACE_SEIZE, PTRACE_GET_SYSCALL_INFO (Linux 5.3), group-stops; proc(5) for what a
 *           descriptor is; statx(2) for when a file was made.
 * Assumes:  times of files do not run behind CLOCK_REALTIME_COARSE, so that what is made later than a tick of it
 *           is later than all that was there.
 * Edges:    programs of another architecture, with privileges of their own, that follow others themselves, or with
 *           a ring of system calls (io_uring), and what takes too long: unknown. From then on each thread is let go of
 *           at its next stop, before the call that would fail were it followed, and runs to its end.
 *           Descriptors that come from elsewhere are not seen.
 * Checked:  tests/engine/measure/test_opened.c.
 */
#include "measure/trace.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"

enum { NOT_FOLLOWED = 255, SYSTEM_CALL_STOP = SIGTRAP | 0x80, SECOND_NS = 1000000000 };

/* A thread, and the call that it is in. */
struct task {
    pid_t id;
    uint64_t call, first, flags; /* number, first argument, flags of an open */
};

/* A file that was met, by the kernel's name for it. */
struct met {
    uint64_t device, inode;
    char kind; /* 'f', 'd'; 'w': made or emptied by the command itself */
};

struct trace {
    pid_t first; /* the command's process */
    int64_t start_ns;
    uint32_t architecture; /* ours; 0: not seen yet */
    struct task *tasks;
    size_t n_tasks, tasks_room;
    struct met *table; /* open addressing; kind 0: free */
    size_t n_met, table_room;
    char *text;
    size_t n_text, text_room;
    bool counting; /* the command's own program has begun */
    uint64_t calls, written;
    const char *why; /* not NULL: unknown, and nobody is followed any more */
};

/* The time for following is over. */
static volatile sig_atomic_t is_late;

static void on_alarm(int number)
{
    (void)number;
    is_late = 1;
}

static void give_up(struct trace *t, const char *why)
{
    if (t->why == NULL)
        t->why = why;
}

/* ---- what was met ---------------------------------------------------------------------------- */

static struct met *find_met(struct met *table, size_t room, const struct met *met)
{
    size_t i = (size_t)((met->inode * UINT64_C(0x9e3779b97f4a7c15) ^ met->device) % room);
    while (table[i].kind != 0 && memcmp(&table[i], met, sizeof *met) != 0)
        i = (i + 1) % room;
    return &table[i];
}

static bool grow_table(struct trace *t)
{
    const size_t room = t->table_room > 0 ? 2 * t->table_room : 256;
    struct met *table = calloc(room, sizeof *table);
    if (table == NULL)
        return false;
    for (size_t i = 0; i < t->table_room; i++)
        if (t->table[i].kind != 0)
            *find_met(table, room, &t->table[i]) = t->table[i];
    free(t->table);
    t->table = table;
    t->table_room = room;
    return true;
}

static struct met met_of(const struct statx *info, char kind)
{
    struct met met;
    memset(&met, 0, sizeof met); /* compared as bytes */
    met.device = (uint64_t)info->stx_dev_major << 32 | info->stx_dev_minor;
    met.inode = info->stx_ino;
    met.kind = kind;
    return met;
}

static bool is_met(struct trace *t, const struct statx *info, char kind)
{
    const struct met met = met_of(info, kind);
    return t->table_room > 0 && find_met(t->table, t->table_room, &met)->kind != 0;
}

/* True when it is new. */
static bool meet(struct trace *t, const struct statx *info, char kind)
{
    const struct met met = met_of(info, kind);
    if (2 * t->n_met >= t->table_room && !grow_table(t)) {
        give_up(t, "there is not enough memory");
        return false;
    }
    struct met *place = find_met(t->table, t->table_room, &met);
    if (place->kind != 0)
        return false;
    *place = met;
    if (++t->n_met > TRACE_MOST_FILES)
        give_up(t, "it opens too many files");
    return true;
}

static void write_text(struct trace *t, const char *text, size_t n)
{
    const size_t needed = t->n_text + n;
    if (needed > t->text_room && !array_hold(&t->text, 2 * needed + 4096, &t->text_room)) {
        give_up(t, "there is not enough memory");
        return;
    }
    memcpy(t->text + t->n_text, text, n);
    t->n_text = needed;
}

/* ---- files ----------------------------------------------------------------------------------- */

static int64_t nanoseconds(const struct statx_timestamp *time)
{
    return time->tv_sec * SECOND_NS + time->tv_nsec;
}

/* By the command: it was made after the start, and written after it. A file that a file system of layers
 * copied for writing is made anew, too, but keeps the time of its contents. */
static bool was_made(const struct trace *t, const struct statx *info)
{
    return (info->stx_mask & STATX_BTIME) != 0 && nanoseconds(&info->stx_btime) > t->start_ns &&
           nanoseconds(&info->stx_mtime) > t->start_ns;
}

static bool is_below(const char *path, const char *directory)
{
    const size_t n = strlen(directory);
    return strncmp(path, directory, n) == 0 && (path[n] == '/' || path[n] == '\0');
}

/* Of what the kernel tells, not a disk. */
static bool is_told(const char *path)
{
    return path[0] != '/' || is_below(path, "/proc") || is_below(path, "/sys") ||
           strncmp(path, "/memfd:", 7) == 0;
}

/* Whole; false: it is too long. */
static bool read_name(const char *link, char path[PATH_MAX])
{
    const ssize_t n = readlink(link, path, PATH_MAX - 1);
    if (n >= PATH_MAX - 1)
        return false;
    (void)snprintf(path + (n < 0 ? 0 : n), (size_t)(PATH_MAX - (n < 0 ? 0 : n)), "%s",
                   n < 0 ? link : ""); /* it is no link, but the name itself */
    return true;
}

/* What a link of /proc leads to, or a name. */
static void add_path(struct trace *t, const struct statx *info, const char *link, char kind)
{
    char record[PATH_MAX + 64], path[PATH_MAX];
    if (!read_name(link, path)) {
        give_up(t, "a file that it opens has too long a name");
        return;
    }
    if (is_told(path) || !meet(t, info, kind))
        return;
    const int length = snprintf(
        record, sizeof record, "%c%llx:%llx %llu %s", kind, (unsigned long long)info->stx_dev_major,
        (unsigned long long)info->stx_dev_minor, (unsigned long long)info->stx_ino, path);
    write_text(t, record, (size_t)length + 1);
}

/* A file that is read, by its name or a link of /proc to it. */
static void add_file(struct trace *t, const char *link, uint64_t flags)
{
    struct statx info;
    if (statx(AT_FDCWD, link, 0, STATX_BASIC_STATS | STATX_BTIME, &info) != 0) {
        give_up(t, "a file that it opens cannot be looked at");
        return;
    }
    if (!S_ISREG(info.stx_mode))
        return;
    if ((flags & (O_TRUNC | O_EXCL)) != 0)
        (void)meet(t, &info, 'w');
    if ((flags & O_PATH) != 0 || (flags & O_ACCMODE) == O_WRONLY || was_made(t, &info) ||
        is_met(t, &info, 'w') || is_met(t, &info, 'f'))
        return;
    add_path(t, &info, link, 'f');
}

static void add_directory(struct trace *t, const char *link)
{
    struct statx info;
    if (statx(AT_FDCWD, link, 0, STATX_BASIC_STATS | STATX_BTIME, &info) == 0 &&
        S_ISDIR(info.stx_mode) && !was_made(t, &info) && !is_met(t, &info, 'd'))
        add_path(t, &info, link, 'd');
}

/* ---- programs -------------------------------------------------------------------------------- */

static bool has_privileges(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && ((info.st_mode & (S_ISUID | S_ISGID)) != 0 ||
                                      getxattr(path, "security.capability", NULL, 0) > 0);
}

/* A text in the memory of a thread; false: it cannot be read, or is too long. */
static bool read_text(pid_t id, uint64_t address, char text[PATH_MAX])
{
    char name[64];
    (void)snprintf(name, sizeof name, "/proc/%ld/mem", (long)id);
    const int fd = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t n = 0, got = 1;
    while (fd >= 0 && got > 0 &&
           n < PATH_MAX) { /* up to the end of a page, behind which may be nothing */
        const size_t left = 4096 - (size_t)((address + (uint64_t)n) % 4096);
        const size_t room = (size_t)(PATH_MAX - n);
        got = pread(fd, text + n, left < room ? left : room, (off_t)(address + (uint64_t)n));
        if (got > 0 && memchr(text + n, '\0', (size_t)got) != NULL) {
            close(fd);
            return true;
        }
        n += got;
    }
    if (fd >= 0)
        close(fd);
    return false;
}

/* Before it becomes another program: one that has privileges would not get them. */
static void before_program(struct trace *t, pid_t id, int directory, uint64_t address)
{
    char text[PATH_MAX], path[PATH_MAX + 64], from[32];
    if (!read_text(id, address, text))
        return;
    if (directory == AT_FDCWD)
        (void)snprintf(from, sizeof from, "cwd");
    else
        (void)snprintf(from, sizeof from, "fd/%d", directory);
    if (text[0] == '/')
        (void)snprintf(path, sizeof path, "/proc/%ld/root%s", (long)id, text);
    else
        (void)snprintf(path, sizeof path, "/proc/%ld/%s%s%s", (long)id, from,
                       text[0] != '\0' ? "/" : "", text);
    if (has_privileges(path))
        give_up(t, "it runs a program that has privileges of its own");
}

/* The program, and the loader that the kernel maps beside it. */
static void add_program(struct trace *t, pid_t id)
{
    char name[64], line[PATH_MAX + 256];
    (void)snprintf(name, sizeof name, "/proc/%ld/exe", (long)id);
    if (has_privileges(name))
        give_up(t, "it runs a program that has privileges of its own");
    t->counting = true;
    add_file(t, name, O_RDONLY);
    (void)snprintf(name, sizeof name, "/proc/%ld/maps", (long)id);
    FILE *maps = fopen(name, "re");
    if (maps == NULL)
        give_up(t, "its memory cannot be looked at");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        char *path = strchr(line, '/');
        if (path == NULL)
            continue;
        path[strcspn(path, "\n")] = '\0';
        add_file(t, path, O_RDONLY);
    }
    if (maps != NULL)
        fclose(maps);
}

static void handle_stop(struct trace *t, pid_t id, int status);

/* ---- system calls ---------------------------------------------------------------------------- */

static struct task *task_of(struct trace *t, pid_t id)
{
    for (size_t i = 0; i < t->n_tasks; i++)
        if (t->tasks[i].id == id)
            return &t->tasks[i];
    if (!array_more(&t->tasks, t->n_tasks, &t->tasks_room)) {
        give_up(t, "there is not enough memory");
        return NULL;
    }
    t->tasks[t->n_tasks] = (struct task){.id = id, .call = UINT64_MAX};
    return &t->tasks[t->n_tasks++];
}

static void forget_task(struct trace *t, pid_t id)
{
    for (size_t i = 0; i < t->n_tasks; i++)
        if (t->tasks[i].id == id)
            t->tasks[i] = t->tasks[--t->n_tasks];
}

/* The flags of openat2 stand in memory. */
static uint64_t flags_at(struct trace *t, pid_t id, uint64_t address)
{
    errno = 0;
    const long flags = ptrace(PTRACE_PEEKDATA, id, (void *)(uintptr_t)address, NULL);
    if (errno != 0)
        give_up(t, "what it opens cannot be read");
    return (uint64_t)flags;
}

/* What a program is to follow must be free of us, and is stopped for that. Not for ever: it may wait for the one that asks. */
static void set_free(struct trace *t, pid_t id)
{
    siginfo_t info = {.si_pid = 0};
    if (id <= 0 || ptrace(PTRACE_INTERRUPT, id, NULL, NULL) != 0)
        return; /* not one of ours */
    for (int i = 0; i < 1000; i++) {
        if (waitid(P_PID, (id_t)id, &info, WSTOPPED | WNOHANG | __WALL) != 0)
            return;
        if (info.si_pid == id) {
            handle_stop(t, id, info.si_status << 8 | 0x7f);
            return;
        }
        (void)nanosleep(&(struct timespec){0, SECOND_NS / 1000}, NULL);
    }
}

/* Remembers a call that may open something. */
static void enter(struct trace *t, struct task *task, const struct __ptrace_syscall_info *info)
{
    const uint64_t *arguments = (const uint64_t *)info->entry.args;
    t->calls += t->counting;
    task->call = info->entry.nr;
    task->first = arguments[0];
    switch (task->call) {
#ifdef SYS_open
    case SYS_open: task->flags = arguments[1]; break;
    case SYS_creat: task->flags = O_WRONLY | O_CREAT | O_TRUNC; break;
#endif
    case SYS_openat:
    case SYS_open_by_handle_at: task->flags = arguments[2]; break;
    case SYS_openat2: task->flags = flags_at(t, task->id, arguments[2]); break;
    case SYS_execve: before_program(t, task->id, AT_FDCWD, arguments[0]); break;
    case SYS_execveat: before_program(t, task->id, (int)arguments[0], arguments[1]); break;
    case SYS_ptrace:
        give_up(t, "it follows a program itself");
        if (arguments[0] != PTRACE_TRACEME)
            set_free(t, (pid_t)arguments[1]);
        break;
    default: break;
    }
}

/* Did the call hand so many bytes to the kernel as it answered? */
static bool writes(uint64_t call)
{
    static const uint64_t calls[] = {SYS_write,   SYS_pwrite64, SYS_writev,
                                     SYS_pwritev, SYS_pwritev2, SYS_sendto,
                                     SYS_sendmsg, SYS_sendfile, SYS_copy_file_range};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i] == call)
            return true;
    return false;
}

/* What a call that went well has opened or read. */
static void leave(struct trace *t, const struct task *task, int64_t result)
{
    char link[64];
    if (t->counting && writes(task->call))
        t->written += (uint64_t)result;
    switch (task->call) {
#ifdef SYS_open
    case SYS_open:
    case SYS_creat:
#endif
    case SYS_openat:
    case SYS_openat2:
    case SYS_open_by_handle_at:
        (void)snprintf(link, sizeof link, "/proc/%ld/fd/%lld", (long)task->id, (long long)result);
        add_file(t, link, task->flags);
        break;
#ifdef SYS_getdents
    case SYS_getdents:
#endif
    case SYS_getdents64:
        (void)snprintf(link, sizeof link, "/proc/%ld/fd/%d", (long)task->id, (int)task->first);
        add_directory(t, link);
        break;
    case SYS_io_uring_setup: give_up(t, "it gives system calls to a ring (io_uring)"); break;
    default: break;
    }
}

static void at_system_call(struct trace *t, pid_t id)
{
    struct __ptrace_syscall_info info;
    struct task *task = task_of(t, id);
    if (task == NULL || ptrace(PTRACE_GET_SYSCALL_INFO, id, (void *)sizeof info, &info) <= 0)
        return; /* it was killed meanwhile */
    if (t->architecture == 0)
        t->architecture = info.arch; /* before it became another program: ours */
    if (info.arch != t->architecture)
        give_up(t,
                "it runs a program of another architecture"); /* whose calls have other numbers */
    else if (info.op == PTRACE_SYSCALL_INFO_ENTRY)
        enter(t, task, &info);
    else if (info.op == PTRACE_SYSCALL_INFO_EXIT && !info.exit.is_error)
        leave(t, task, info.exit.rval);
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* What the stopped thread goes on with: followed to its next call, or free. */
static void handle_stop(struct trace *t, pid_t id, int status)
{
    const int number = WSTOPSIG(status), event = status >> 16;
    enum __ptrace_request request = PTRACE_SYSCALL;
    int deliver = 0;
    if (t->why == NULL && number == SYSTEM_CALL_STOP)
        at_system_call(t, id);
    else if (t->why == NULL && event == PTRACE_EVENT_EXEC)
        add_program(t, id);
    else if (event == PTRACE_EVENT_STOP && number != SIGTRAP)
        request = PTRACE_LISTEN; /* it was stopped by a signal, and stays so */
    else if (event == 0 && number != SYSTEM_CALL_STOP)
        deliver = number;
    if (t->why != NULL)
        request = PTRACE_DETACH;
    (void)ptrace(request, id, NULL, (void *)(intptr_t)deliver);
}

/* Until the command's first process has ended; its status. */
static int follow(struct trace *t)
{
    int status;
    for (;;) {
        const pid_t id = waitpid(-1, &status, __WALL);
        if (is_late)
            give_up(t, "it takes too long");
        if (id < 0 && errno != EINTR) {
            give_up(t, "it cannot be followed");
            return NOT_FOLLOWED << 8;
        }
        if (id > 0 && WIFSTOPPED(status))
            handle_stop(t, id, status);
        else if (id == t->first)
            return status;
        else if (id > 0)
            forget_task(t, id);
    }
}

/* Repeated: the first may come just before we wait. 0: never. */
static void set_alarm(int64_t most_ms)
{
    const struct itimerval timer = {
        .it_interval = {0, most_ms > 0 ? 100000 : 0},
        .it_value = {(time_t)(most_ms / 1000), (suseconds_t)(most_ms % 1000 * 1000)}};
    const struct sigaction action = {.sa_handler = on_alarm}; /* ends the wait */
    (void)sigaction(SIGALRM, &action, NULL);
    (void)setitimer(ITIMER_REAL, &timer, NULL);
}

/* Now, once all that is made later bears a later time: after a tick, which is 10 ms at most. A clock that was set back
 * meanwhile may not come there for hours. */
static int64_t begin_time(struct trace *t)
{
    enum { MOST_TRIES = 200 };
    struct timespec now, coarse;
    bool later = false;
    clock_gettime(CLOCK_REALTIME, &now);
    for (int i = 0; i < MOST_TRIES && !later; i++) {
        (void)nanosleep(&(struct timespec){0, SECOND_NS / 2000}, NULL);
        clock_gettime(CLOCK_REALTIME_COARSE, &coarse);
        later = coarse.tv_sec > now.tv_sec ||
                (coarse.tv_sec == now.tv_sec && coarse.tv_nsec > now.tv_nsec);
    }
    if (!later)
        give_up(t, "the clock was set back");
    return (int64_t)now.tv_sec * SECOND_NS + now.tv_nsec;
}

/* In the command's process: waits until it is followed. */
static _Noreturn void become_command(const char *path, char **argv, char **envp,
                                     int64_t memory_bytes, int gate)
{
    const struct rlimit memory = {(rlim_t)memory_bytes, (rlim_t)memory_bytes};
    char byte;
    ssize_t n;
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    while ((n = read(gate, &byte, 1)) < 0 && errno == EINTR)
        ;
    if (n != 1)
        _exit(NOT_FOLLOWED);
    if (memory_bytes > 0)
        (void)setrlimit(RLIMIT_AS, &memory);
    execve(path, argv, envp);
    _exit(NOT_FOLLOWED);
}

/* Seizes the command, which waits at the gate, and opens that. */
static bool seize(struct trace *t, int gate)
{
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK |
                         PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
    int status;
    return ptrace(PTRACE_SEIZE, t->first, NULL, (void *)options) == 0 &&
           ptrace(PTRACE_INTERRUPT, t->first, NULL, NULL) == 0 &&
           waitpid(t->first, &status, __WALL) == t->first && WIFSTOPPED(status) &&
           ptrace(PTRACE_SYSCALL, t->first, NULL, NULL) == 0 && write(gate, "", 1) == 1;
}

static void write_out(struct trace *t, const char *file)
{
    char line[160];
    const int n = t->why != NULL ? snprintf(line, sizeof line, "!%s", t->why) : 0;
    write_text(t, line, t->why != NULL ? (size_t)n + 1 : 0);
    write_text(t, line,
               (size_t)snprintf(line, sizeof line, "#%llu %llu", (unsigned long long)t->calls,
                                (unsigned long long)t->written) +
                   1);
    write_text(t, ".", 2);
    const int fd = open(file, O_WRONLY | O_TRUNC | O_CLOEXEC);
    for (size_t done = 0; fd >= 0 && done < t->n_text;) {
        const ssize_t wrote = write(fd, t->text + done, t->n_text - done);
        if (wrote <= 0)
            break; /* without its end it is not taken */
        done += (size_t)wrote;
    }
}

static void become_tracer(void)
{
    static const int numbers[] = {SIGUSR1, SIGTERM};
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        (void)signal(numbers[i], SIG_DFL);
}

_Noreturn void trace_command(const char *path, char **argv, char **envp, int64_t memory_bytes,
                             int64_t most_ms, const char *file)
{
    struct trace t = {.why = NULL};
    char line[64];
    int gate[2], status = NOT_FOLLOWED << 8;
    become_tracer();
    if (pipe2(gate, O_CLOEXEC) != 0)
        _exit(NOT_FOLLOWED);
    t.start_ns = begin_time(&t);
    write_text(&t, line, (size_t)snprintf(line, sizeof line, "@%lld", (long long)t.start_ns) + 1);
    t.first = fork();
    if (t.first == 0)
        become_command(path, argv, envp, memory_bytes, gate[0]);
    set_alarm(most_ms);
    if (t.first > 0 && seize(&t, gate[1]))
        status = follow(&t);
    else
        give_up(&t,
                "the system lets nobody follow it"); /* it waits at the gate, and goes when we do */
    set_alarm(0);
    write_out(&t, file);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : NOT_FOLLOWED);
}
