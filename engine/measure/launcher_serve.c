/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher_serve.c -- the launcher process: one command after another, each timed alone.
 *
 * Everything that can be done before the first clock read is done before it: files and working
 * directory are put in place in the launcher itself, so that the child only has to exec. The child
 * is made by vfork: no page tables are copied, and an exec failure comes back through the memory
 * that both share, which needs no pipe. After the child has ended it is first only looked at
 * (WNOWAIT): the second clock read does not wait for the kernel's funeral, and as long as the
 * process is not reaped, its number and that of its group cannot be reused, so that killing the
 * group is safe.
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measure/burst_file.h"
#include "measure/children.h"
#include "measure/launcher_inbox.h"
#include "measure/launcher_lanes.h"
#include "measure/trace.h"
#include "measure/workspace.h"
#include "system/system.h"

/* What the signal handlers share with the loop. A process number of 0 means: nobody to kill. */
static volatile sig_atomic_t running;
static volatile sig_atomic_t timed_out, orphaned;
/* The request that runs, and the one that the program wants stopped: the signal may come before the
 * request has been read, or after it has ended. */
static volatile sig_atomic_t request, unwanted;
static const struct burst *shared;

enum { MAX_KEPT = 256, MAX_GUARDS = 64 };
/* The files of a guard come here, and are lifted first over those of others that stand here. */
enum { OF_GUARD = STDERR_FILENO + 1, FIRST_OF_GUARD = OF_GUARD + 2 };

struct server {
    struct inbox inbox;
    struct burst *burst;
    struct burst_file *file; /* the copy of what ends; NULL: none */
    uint32_t file_number;
    pid_t kept[MAX_KEPT]; /* survivors that a hook was allowed to leave */
    size_t n_kept;
    pid_t guards[MAX_GUARDS];
    size_t n_guards;
    system_processors home, cpus; /* at first, and now */
};

__attribute__((hot)) static int64_t nanoseconds(const struct timespec *time)
{
    return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

static void kill_running(void)
{
    lanes_kill();
    pid_t child = (pid_t)running;
    if (child <= 0)
        return;
    int saved = errno;
    (void)kill(-child, SIGKILL); /* only while it is not reaped: the number is still its own */
    (void)kill(child, SIGKILL);  /* when it left its own group */
    errno = saved;
}

static bool is_stopped(void)
{
    return timed_out || orphaned || unwanted == request;
}

static void on_signal(int number)
{
    if (number == SIGALRM)
        timed_out = 1;
    else if (number == SIGUSR1)
        unwanted = __atomic_load_n(&shared->unwanted, __ATOMIC_ACQUIRE);
    else
        orphaned = 1;
    if (is_stopped())
        kill_running();
}

/* ---- ending what a command left behind ------------------------------------------------------- */

static bool is_kept(const struct server *server, pid_t pid)
{
    for (size_t i = 0; i < server->n_guards; i++)
        if (server->guards[i] == pid)
            return true;
    for (size_t i = 0; i < server->n_kept; i++)
        if (server->kept[i] == pid)
            return true;
    return false;
}

static void forget_guard(struct server *server, pid_t pid)
{
    for (size_t i = 0; i < server->n_guards; i++)
        if (server->guards[i] == pid)
            server->guards[i--] = server->guards[--server->n_guards];
}

static bool reap_dead(struct server *server)
{
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
        forget_guard(server, pid);
    return pid == 0; /* some are alive */
}

/* Kills every child that is not kept; a killed one's own children become ours and come next. */
static void end_survivors(struct server *server)
{
    while (reap_dead(server)) {
        pid_t pids[MAX_KEPT];
        size_t n = children_list(pids, MAX_KEPT);
        pid_t killed = 0;
        for (size_t i = 0; i < n; i++) {
            if (is_kept(server, pids[i]))
                continue;
            if (kill(pids[i], SIGKILL) == 0)
                killed = pids[i];
            else if (server->n_kept < MAX_KEPT)
                server->kept[server->n_kept++] = pids[i]; /* not ours to kill (set-user-ID) */
        }
        if (killed == 0)
            return;
        (void)waitpid(killed, NULL, 0);
    }
    server->n_kept = 0;
}

static void keep_survivors(struct server *server)
{
    server->n_kept = reap_dead(server) ? children_list(server->kept, MAX_KEPT) : 0;
}

/* Each ends its service first, which may write into the workspace until then. */
static void end_guards(struct server *server)
{
    for (size_t i = 0; i < server->n_guards; i++)
        (void)kill(server->guards[i], SIGTERM);
    for (size_t i = 0; i < server->n_guards; i++)
        while (waitpid(server->guards[i], NULL, 0) < 0 && errno == EINTR)
            ;
    server->n_guards = 0;
    end_survivors(server);
}

/* The program is gone; what had ended and is not known to be kept, is kept from here. */
static void leave(struct server *server, const struct launcher_duties *duties)
{
    struct burst *burst = server->burst;
    server->n_kept = 0;
    end_survivors(server);
    end_guards(server);
    if (duties != NULL && duties->rescue != NULL && burst->n > 0 &&
        burst->kept < __atomic_load_n(&burst->done, __ATOMIC_ACQUIRE))
        duties->rescue(burst);
    if (orphaned && burst->workspace[0] != '\0')
        workspace_remove(burst->workspace);
    _exit(0);
}

/* ---- the timing window ----------------------------------------------------------------------- */

static void set_timer(int64_t timeout_ns)
{
    const struct itimerval timer = {
        .it_value = {(time_t)(timeout_ns / 1000000000), (suseconds_t)(timeout_ns / 1000 % 1000000)},
    };
    (void)setitimer(ITIMER_REAL, &timer, NULL);
}

static void wait_for_end(pid_t child)
{
    siginfo_t info;
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        ;
}

/* A slowdown of known size. It ends with the reading that is nearest to its end. */
static void slow_down(const struct timespec *start, uint32_t dose, struct timespec *end)
{
    const int64_t ended = nanoseconds(end);
    const double more_ns = 1e-6 * dose * (double)(ended - nanoseconds(start));
    clock_gettime(CLOCK_MONOTONIC, end);
    const int64_t until = ended + (int64_t)more_ns - (nanoseconds(end) - ended) / 2;
    while (nanoseconds(end) < until)
        clock_gettime(CLOCK_MONOTONIC, end);
}

/* ---- the launcher's own memory ---------------------------------------------------------------- */

/* A command begins with the launcher's peak. What stands between here and its exec is fetched before the timed window. */
__attribute__((hot)) static void shed_memory(void)
{
    static void (*const needed[])(void) = {(void (*)(void))vfork, (void (*)(void))setpgid,
                                           (void (*)(void))execve, (void (*)(void))clock_gettime,
                                           (void (*)(void))system_end_with_parent};
    system_shed_memory();
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        (void)*(const volatile char *)needed[i];
}

/* What a child is told to have used that begins as a command does and finds nothing to execute. */
__attribute__((hot)) static long least_peak_kib(void)
{
    struct rusage usage = {.ru_maxrss = 0};
    struct timespec now;
    char *const none[] = {NULL};
    shed_memory();
    clock_gettime(CLOCK_MONOTONIC, &now);
    const pid_t child = vfork();
    if (child == 0) {
        (void)setpgid(0, 0);
        (void)system_end_with_parent(SIGKILL);
        (void)execve("", none, none);
        _exit(0);
    }
    while (child > 0 && wait4(child, NULL, 0, &usage) < 0 && errno == EINTR)
        ;
    return usage.ru_maxrss;
}

static long least_kib; /* as it was last measured; 0: never */

#ifdef ASSAY_SANITIZED
enum { IS_SMALL = 0 }; /* with what a sanitizer keeps the launcher is larger than most programs */
#else
enum { IS_SMALL = 1 };
#endif

/* The kernel's count is off by some pages for each processor. */
static void judge_peak(struct spawn_result *result)
{
    enum { ROUGH_KIB = 64 };
    const long peak = result->usage.ru_maxrss;
    if (!IS_SMALL || (least_kib > 0 && peak > least_kib + least_kib / 2))
        return;
    least_kib = least_peak_kib();
    result->peak_hidden = peak <= least_kib + ROUGH_KIB;
}

/* Starts and times one command; returns its number, not reaped yet, or a negative one when there
 * is none. */
__attribute__((hot)) static pid_t run_timed(const char *path, char **argv, char **envp,
                                            const struct spawn_place *place,
                                            struct spawn_result *result)
{
    const int64_t memory_bytes = place->memory_bytes;
    const struct rlimit memory = {(rlim_t)memory_bytes, (rlim_t)memory_bytes};
    volatile int exec_error = 0; /* the child writes it: vfork shares our memory until exec */
    struct timespec real, start, end;

    shed_memory();
    clock_gettime(CLOCK_REALTIME, &real);
    clock_gettime(CLOCK_MONOTONIC, &start);
    pid_t child = vfork();
    if (child == 0) {
        (void)setpgid(0, 0);
        (void)system_end_with_parent(SIGKILL);
        if (memory_bytes > 0)
            (void)setrlimit(RLIMIT_AS, &memory);
        execve(path, argv, envp);
        exec_error = errno;
        _exit(127);
    }
    if (child > 0) {
        running = child;
        if (is_stopped())
            kill_running();
        wait_for_end(child);
        clock_gettime(CLOCK_MONOTONIC, &end);
        if (place->dose > 0)
            slow_down(&start, place->dose, &end);
        running = 0;
    } else {
        exec_error = errno;
        end = start;
    }
    result->error_number = exec_error;
    result->start_ns = nanoseconds(&real);
    result->wall_ns = nanoseconds(&end) - nanoseconds(&start);
    return child;
}

/* The same for a command that is followed and not timed: the tracer's number. */
static pid_t run_traced(const char *path, char **argv, char **envp, const struct spawn_place *place,
                        const char *opened, struct spawn_result *result)
{
    const pid_t tracer = fork();
    if (tracer == 0)
        trace_command(path, argv, envp, place->memory_bytes, place->traced_ms, opened);
    if (tracer < 0) {
        result->error_number = errno;
        return tracer;
    }
    running = tracer;
    if (is_stopped())
        kill_running();
    wait_for_end(tracer);
    running = 0;
    return tracer;
}

/* The launcher itself goes where the command is to run, before the first clock read: the child
 * inherits it and starts there. */
static bool take_place(struct server *server, const struct spawn_place *place,
                       struct spawn_result *result)
{
    static const uint64_t any[16];
    const bool free_cpus = memcmp(place->cpus, any, sizeof any) == 0;
    const uint64_t *cpus = free_cpus ? server->home : place->cpus;
    if (memcmp(cpus, server->cpus, sizeof server->cpus) != 0) {
        if (!system_run_on(cpus)) {
            result->error_number = errno;
            result->refused = SPAWN_REFUSED_CPUS;
            return false;
        }
        memcpy(server->cpus, cpus, sizeof server->cpus);
    }
    if (place->draw_addresses != 0)
        (void)system_free_addresses();
    if (place->has_priority && setpriority(PRIO_PROCESS, 0, place->priority) != 0) {
        result->error_number = errno;
        result->refused = SPAWN_REFUSED_PRIORITY;
        return false;
    }
    return true;
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return nanoseconds(&now);
}

/* The limit may be reached just when the command has ended by itself: then it was not killed. */
static bool was_too_long(const struct spawn_result *result)
{
    return timed_out && WIFSIGNALED(result->status) && WTERMSIG(result->status) == SIGKILL;
}

static void run_command(struct server *server, const struct spawn_head *head, char *strings,
                        bool keep_survivors, struct spawn_result *result)
{
    char **argv = server->inbox.pointers, **envp = argv + head->n_arguments + 1;
    const char *path = strings, *directory = path + strlen(path) + 1;
    char *rest = (char *)directory + strlen(directory) + 1;
    inbox_point_at_strings(inbox_point_at_strings(rest, argv, head->n_arguments), envp,
                           head->n_environment);

    if (chdir(directory) != 0) {
        result->error_number = errno;
        result->refused = SPAWN_REFUSED_DIRECTORY;
        return;
    }
    if (!take_place(server, &head->place, result))
        return;
    timed_out = 0;
    if (head->timeout_ns > 0)
        set_timer(head->timeout_ns);
    pid_t child = head->place.traced != 0
                      ? run_traced(path, argv, envp, &head->place, server->burst->opened, result)
                      : run_timed(path, argv, envp, &head->place, result);
    if (head->timeout_ns > 0)
        set_timer(0);
    if (child < 0)
        return;
    struct runnable runnable = {-1, -1};
    if (head->place.read_runnable != 0)
        runnable = runnable_read(child);
    if (!keep_survivors)
        (void)kill(-child, SIGKILL); /* the zombie still holds the group's number */
    (void)wait4(child, &result->status, 0, &result->usage);
    result->runnable_ns = runnable_alone(&runnable, &result->usage);
    judge_peak(result);
    result->timed_out = was_too_long(result);
    result->interrupted = unwanted == request;
    result->expected = WIFEXITED(result->status) &&
                       exit_codes_have(&head->exit_codes, WEXITSTATUS(result->status));
}

static bool went_well(const struct spawn_result *result)
{
    return result->error_number == 0 && result->expected && !result->interrupted;
}

/* One command after the other until one does not end well. */
static bool run_commands(struct server *server, const struct spawn_message *message, int file_error)
{
    char *next = server->inbox.bytes;
    for (uint32_t i = 0; i < message->n_commands && !orphaned; i++) {
        const int64_t begin = now_ns();
        struct spawn_result *result = &server->burst->items[i].result;
        struct spawn_head head;
        memcpy(&head, next, sizeof head);
        memset(result, 0, sizeof *result);
        result->error_number = file_error;
        if (!inbox_reserve_pointers(&server->inbox, &head))
            return false;
        if (file_error == 0)
            run_command(server, &head, next + sizeof head, message->keep_survivors, result);
        if (message->keep_survivors)
            keep_survivors(server);
        else
            end_survivors(server);
        if (orphaned && !went_well(result)) /* it was killed by us */
            return false;
        result->cost_ns = now_ns() - begin;
        if (server->file != NULL && server->burst->n > 0)
            burst_file_put(server->file, &server->burst->items[i], i);
        __atomic_store_n(&server->burst->done, i + 1, __ATOMIC_RELEASE);
        if (!went_well(result))
            return true;
        next += sizeof head + head.bytes;
    }
    return true;
}

/* ---- side by side ---------------------------------------------------------------------------- */

/* The launcher leaves the processors that the lanes have, if there is another one. */
static void step_aside(struct server *server, const struct lanes *lanes)
{
    uint64_t others[16], any = 0;
    memcpy(others, server->home, sizeof others);
    for (size_t i = 0; i < 16; i++) {
        for (size_t k = 0; k < lanes->n; k++)
            others[i] &= ~lanes->items[k].head.place.cpus[i];
        any |= others[i];
    }
    const uint64_t *cpus = any != 0 ? others : server->home;
    if (memcmp(cpus, server->cpus, sizeof server->cpus) != 0 && system_run_on(cpus))
        memcpy(server->cpus, cpus, sizeof server->cpus);
}

/* Whether a process that nobody may leave behind is alive. */
static bool any_survivor(struct server *server)
{
    pid_t pids[MAX_KEPT];
    size_t n = reap_dead(server) ? children_list(pids, MAX_KEPT) : 0;
    for (size_t i = 0; i < n; i++)
        if (!is_kept(server, pids[i]))
            return true;
    return false;
}

static void finish_lanes(struct server *server, const struct lanes *lanes, int64_t begin)
{
    struct burst *burst = server->burst;
    const bool left_behind = any_survivor(server);
    end_survivors(server);
    for (size_t i = 0; i < lanes->n; i++) {
        struct spawn_result *result = &burst->items[i].result;
        burst->lanes[i].left_behind = left_behind;
        result->timed_out = was_too_long(result);
        result->interrupted = unwanted == request;
        judge_peak(result);
        result->cost_ns = (now_ns() - begin) / (int64_t)lanes->n;
    }
}

static bool run_lanes(struct server *server, const struct spawn_message *message, int *files)
{
    const int64_t begin = now_ns();
    struct lanes lanes = {.n = message->n_commands, .beside = message->beside};
    if (!lanes_read(&lanes, &server->inbox, files, server->burst))
        return false;
    step_aside(server, &lanes);
    system_shed_memory();
    timed_out = 0;
    if (lanes.timeout_ns > 0)
        set_timer(lanes.timeout_ns);
    lanes_run(&lanes, is_stopped);
    if (lanes.timeout_ns > 0)
        set_timer(0);
    lanes_close(&lanes);
    finish_lanes(server, &lanes, begin);
    return true;
}

/* Another experiment has another file; none where it cannot be opened. */
static void follow_file(struct server *server)
{
    const struct burst *burst = server->burst;
    if (burst->file_number == server->file_number)
        return;
    server->file_number = burst->file_number;
    burst_file_unmap(&server->file);
    if (burst->file[0] != '\0')
        server->file = burst_file_map(burst->file);
}

/* ---- guards ---------------------------------------------------------------------------------- */

/* In the new process: of the launcher's files nothing stays, for its socket would hide the program's end. */
static void become_guard(struct server *server, const struct spawn_message *message,
                         const int *files, const struct launcher_duties *duties)
{
    struct spawn_head head;
    memcpy(&head, server->inbox.bytes, sizeof head);
    struct guard_start start = {.cpus = head.place.cpus};
    int own[] = {fcntl(files[0], F_DUPFD_CLOEXEC, FIRST_OF_GUARD), -1};
    if (message->n_files > 1)
        own[1] = fcntl(files[1], F_DUPFD_CLOEXEC, FIRST_OF_GUARD);
    for (size_t i = 0; i < message->n_files; i++)
        own[i] = dup3(own[i], OF_GUARD + (int)i, O_CLOEXEC);
    system_close_from(OF_GUARD + (int)message->n_files);
    start.socket = own[0];
    start.listener = own[1];
    for (int number = SIGHUP; number < SIGRTMIN; number++)
        (void)signal(number, SIG_DFL);
    (void)system_end_with_parent(SIGTERM);
    start.argv = server->inbox.pointers;
    start.envp = start.argv + head.n_arguments + 1;
    start.path = server->inbox.bytes + sizeof head;
    start.directory = start.path + strlen(start.path) + 1;
    char *rest = (char *)start.directory + strlen(start.directory) + 1;
    inbox_point_at_strings(inbox_point_at_strings(rest, start.argv, head.n_arguments), start.envp,
                           head.n_environment);
    duties->guard(&start);
    _exit(0);
}

/* Without room, or a process, its socket closes: the program sees that. */
static bool start_guard(struct server *server, const struct spawn_message *message,
                        const int *files, const struct launcher_duties *duties)
{
    struct spawn_head head;
    memcpy(&head, server->inbox.bytes, sizeof head);
    (void)reap_dead(server);
    const bool room = server->n_guards < MAX_GUARDS && duties != NULL && duties->guard != NULL &&
                      inbox_reserve_pointers(&server->inbox, &head);
    const pid_t guard = room ? fork() : -1;
    if (guard == 0)
        become_guard(server, message, files, duties);
    if (guard > 0)
        server->guards[server->n_guards++] = guard;
    for (size_t i = 0; i < message->n_files; i++)
        close(files[i]);
    return true;
}

static bool serve_one(struct server *server, const struct launcher_duties *duties)
{
    struct spawn_message message;
    int files[SPAWN_FILES * LANES_MAX];
    if (!inbox_receive(&server->inbox, &message, files))
        return false;
    request = message.number;
    follow_file(server);
    if (message.guarded != 0)
        return start_guard(server, &message, files, duties) && inbox_answer(&server->inbox);
    if (message.side_by_side != 0)
        return run_lanes(server, &message, files) && !orphaned && inbox_answer(&server->inbox);
    int error = message.n_files > 0 ? inbox_place_files(files, (int)message.n_files) : 0;
    return run_commands(server, &message, error) && !orphaned && inbox_answer(&server->inbox);
}

void launcher_serve(int socket, int program, struct burst *burst,
                    const struct launcher_duties *duties)
{
    struct server server = {.inbox = {.socket = socket, .ends = &orphaned}, .burst = burst};
    const struct sigaction action = {.sa_handler = on_signal};
    shared = burst;
    (void)sigaction(SIGALRM, &action, NULL);
    (void)sigaction(SIGUSR1, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    (void)system_processors_of(0, server.home);
    memcpy(server.cpus, server.home, sizeof server.cpus);
    system_adopt_orphans();
    (void)system_end_with_parent(SIGTERM);
    for (int i = 0; i < 2 && IS_SMALL; i++) /* the first one binds what it calls */
        least_kib = least_peak_kib();
    if (getppid() == program)
        while (serve_one(&server, duties))
            ;
    leave(&server, duties);
}
