/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher_lanes.c -- in the launcher process: commands side by side.
 *
 * A lane dies with the launcher, and its command with the lane; what that leaves behind comes to the launcher,
 * which is the nearest process that adopts. A lane's life starts when the barrier opens and ends with its last
 * command, looked at before it is reaped, as of commands that run alone; their wall times are within it.
 *
 * How long one of them runs before another's turn comes is a wish that the kernel takes for an ordinary
 * process (sched_setattr with a runtime, Linux 6.12 and newer); older ones say yes and do nothing, so it is
 * read back. Children inherit it.
 */
#include "measure/launcher_lanes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measure/at_work.h"
#include "measure/children.h"
#include "measure/launcher_turns.h"
#include "measure/places.h"
#include "system/system.h"

static volatile sig_atomic_t running[LANES_MAX]; /* process numbers; 0: nobody to kill */

void lanes_kill(void)
{
    const int saved = errno;
    for (size_t i = 0; i < LANES_MAX; i++) {
        const pid_t lane = (pid_t)running[i];
        if (lane <= 0)
            continue;
        (void)kill(-lane, SIGKILL); /* its command is in its group, or dies with its parent */
        (void)kill(lane, SIGKILL);
    }
    errno = saved;
}

static int64_t now_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* ---- out of the message ---------------------------------------------------------------------- */

static void take_files(struct lane *lane, const int *files, size_t *at)
{
    for (size_t k = 0; k < SPAWN_FILES; k++)
        lane->files[k] = k < SPAWN_FILES - 1 || lane->head.has_fourth != 0 ? files[(*at)++] : -1;
}

bool lanes_read(struct lanes *lanes, struct inbox *inbox, const int *files, struct burst *burst)
{
    char *next = inbox->bytes;
    size_t at = 0, n_pointers = 0;
    bool limited = true;
    for (size_t i = 0; i < lanes->n; i++) {
        struct lane *lane = &lanes->items[i];
        memcpy(&lane->head, next, sizeof lane->head);
        lane->strings = next + sizeof lane->head;
        lane->result = &burst->items[i].result;
        lane->facts = &burst->lanes[i];
        *lane->result = (struct spawn_result){.runnable_ns = -1};
        *lane->facts = (struct lane_facts){0};
        take_files(lane, files, &at);
        lane->ready = eventfd(0, EFD_CLOEXEC);
        lane->released = eventfd(0, EFD_CLOEXEC);
        limited = limited && lane->head.timeout_ns > 0;
        lanes->timeout_ns += lane->head.timeout_ns * (int64_t)lanes->beside.runs;
        const size_t n = (size_t)lane->head.n_arguments + lane->head.n_environment + 2;
        n_pointers = n > n_pointers ? n : n_pointers;
        next += sizeof lane->head + lane->head.bytes;
    }
    if (!limited)
        lanes->timeout_ns = 0;
    struct spawn_head most = {.n_arguments = (uint32_t)n_pointers};
    return inbox_reserve_pointers(inbox, &most) && (lanes->pointers = inbox->pointers) != NULL;
}

static void close_file(int fd)
{
    if (fd >= 0)
        close(fd);
}

void lanes_close(struct lanes *lanes)
{
    for (size_t i = 0; i < lanes->n; i++) {
        for (size_t k = 0; k < SPAWN_FILES; k++)
            close_file(lanes->items[i].files[k]);
        close_file(lanes->items[i].ready);
        close_file(lanes->items[i].released);
    }
}

/* ---- in a lane ------------------------------------------------------------------------------- */

static bool refuse(struct spawn_result *result, enum spawn_refused what)
{
    result->error_number = errno;
    result->refused = what;
    return false;
}

static bool take_place(const struct lane *lane, const char *directory, int64_t slice_ns)
{
    const struct spawn_place *place = &lane->head.place;
    struct spawn_result *result = lane->result;
    if (chdir(directory) != 0)
        return refuse(result, SPAWN_REFUSED_DIRECTORY);
    if (!system_run_on(place->cpus))
        return refuse(result, SPAWN_REFUSED_CPUS);
    if (place->has_priority && setpriority(PRIO_PROCESS, 0, place->priority) != 0)
        return refuse(result, SPAWN_REFUSED_PRIORITY);
    if (place->draw_addresses != 0)
        (void)system_free_addresses();
    lane->facts->slice_ns = system_run_at_a_time(slice_ns);
    return true;
}

/* Others come first: where one of these numbers is still to be put in place, it is not overwritten. */
static void place_files(const struct lane *lane)
{
    int high[SPAWN_FILES];
    for (int k = 0; k < SPAWN_FILES; k++)
        high[k] = lane->files[k] < 0 ? -1 : fcntl(lane->files[k], F_DUPFD_CLOEXEC, SPAWN_FILES);
    for (int k = 0; k < SPAWN_FILES; k++) {
        if (high[k] >= 0)
            (void)dup2(high[k], k);
        else
            close(k);
    }
}

static void add_time(struct timeval *sum, const struct timeval *more)
{
    timeradd(sum, more, sum);
}

static void add_usage(struct rusage *sum, const struct rusage *more)
{
    add_time(&sum->ru_utime, &more->ru_utime);
    add_time(&sum->ru_stime, &more->ru_stime);
    sum->ru_maxrss = more->ru_maxrss > sum->ru_maxrss ? more->ru_maxrss : sum->ru_maxrss;
    sum->ru_minflt += more->ru_minflt;
    sum->ru_majflt += more->ru_majflt;
    sum->ru_inblock += more->ru_inblock;
    sum->ru_oublock += more->ru_oublock;
    sum->ru_nvcsw += more->ru_nvcsw;
    sum->ru_nivcsw += more->ru_nivcsw;
}

/* Only while it is not reaped can be told where it was to run. */
static bool has_moved(pid_t child, const struct spawn_place *place)
{
    system_processors cpus = {0};
    return system_processors_of(child, cpus) &&
           memcmp(cpus, place->cpus, sizeof cpus) != 0;
}

/* Of one that has several processors and nobody beside it: whether it uses them at once. */
static bool watches(const struct lane *lane)
{
    return lane->head.place.read_runnable != 0 && processors_count(lane->head.place.cpus) > 1;
}

/* One run; when it has ended, *end says when, and its time is added. False: it did not end well. */
static bool run_once(const struct lane *lane, const char *path, char **argv, char **envp,
                     int64_t *end)
{
    const int64_t memory_bytes = lane->head.place.memory_bytes;
    const struct rlimit memory = {(rlim_t)memory_bytes, (rlim_t)memory_bytes};
    volatile int exec_error = 0; /* the child writes it: vfork shares our memory until exec */
    struct spawn_result *result = lane->result;
    struct rusage usage;
    siginfo_t info;
    const int64_t start = now_ns(CLOCK_MONOTONIC);
    const pid_t child = vfork();
    if (child == 0) {
        (void)system_end_with_parent(SIGKILL);
        if (memory_bytes > 0)
            (void)setrlimit(RLIMIT_AS, &memory);
        turns_hand_over(lane);
        execve(path, argv, envp);
        exec_error = errno;
        _exit(127);
    }
    if (child < 0) {
        result->error_number = errno;
        *end = now_ns(CLOCK_MONOTONIC);
        return false;
    }
    if (watches(lane))
        at_work_watch(child, &lane->facts->at_work);
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        ;
    *end = now_ns(CLOCK_MONOTONIC);
    result->wall_ns += *end - start;
    lane->facts->moved = lane->facts->moved || has_moved(child, &lane->head.place);
    struct runnable runnable = {-1, -1};
    if (lane->head.place.read_runnable != 0)
        runnable = runnable_read(child);
    (void)wait4(child, &result->status, 0, &usage);
    add_usage(&result->usage, &usage);
    result->runnable_ns = runnable_alone(&runnable, &usage);
    result->error_number = exec_error;
    result->expected = WIFEXITED(result->status) &&
                       exit_codes_have(&lane->head.exit_codes, WEXITSTATUS(result->status));
    lane->facts->runs++;
    return exec_error == 0 && result->expected;
}

static void run_all(const struct lane *lane, const struct lanes *lanes, const char *path,
                    char **argv, char **envp, int64_t begin)
{
    int64_t end = begin;
    for (uint32_t i = 0; i < lanes->beside.runs; i++)
        if (!run_once(lane, path, argv, envp, &end))
            break;
    lane->facts->life_ns = end - begin;
}

/* The lane's process; never returns. */
static void serve(const struct lane *lane, const struct lanes *lanes, pid_t launcher)
{
    char **argv = lanes->pointers, **envp = argv + lane->head.n_arguments + 1;
    char *path = lane->strings, *directory = path + strlen(path) + 1;
    char *rest = directory + strlen(directory) + 1;
    const int ends[] = {SIGALRM, SIGUSR1, SIGTERM};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        (void)signal(ends[i], SIG_DFL);
    (void)setpgid(0, 0);
    (void)system_end_with_parent(SIGKILL);
    if (getppid() != launcher)
        _exit(0);
    inbox_point_at_strings(inbox_point_at_strings(rest, argv, lane->head.n_arguments), envp,
                           lane->head.n_environment);
    place_files(lane);
    turns_take(lanes, lane);
    const bool placed = take_place(lane, directory, lanes->beside.slice_ns);
    uint64_t begin = 1;
    if (write(lane->ready, &begin, sizeof begin) != (ssize_t)sizeof begin ||
        read(lane->released, &begin, sizeof begin) != (ssize_t)sizeof begin || !placed)
        _exit(0);
    run_all(lane, lanes, path, argv, envp, (int64_t)begin);
    _exit(0);
}

/* ---- in the launcher ------------------------------------------------------------------------- */

static bool start(struct lanes *lanes, bool (*stopped)(void))
{
    const pid_t launcher = getpid();
    for (size_t i = 0; i < lanes->n && !stopped(); i++) {
        struct lane *lane = &lanes->items[i];
        lane->pid = fork();
        if (lane->pid == 0)
            serve(lane, lanes, launcher);
        if (lane->pid < 0) {
            lane->result->error_number = errno;
            return false;
        }
        (void)setpgid(lane->pid, lane->pid); /* whoever of the two comes first */
        running[i] = lane->pid;
        lane->facts->process = lane->pid;
    }
    return !stopped();
}

static bool has_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

/* Waits until it has taken its place. One that is killed before never does, and what had it killed may have been
 * before the wait. */
static bool is_placed(const struct lane *lane, bool (*stopped)(void))
{
    enum { LOOK_MS = 100 };
    struct pollfd ready = {.fd = lane->ready, .events = POLLIN};
    uint64_t word;
    while (poll(&ready, 1, LOOK_MS) <= 0)
        if (stopped() || has_ended(lane->pid))
            return false;
    return read(lane->ready, &word, sizeof word) == (ssize_t)sizeof word &&
           lane->result->error_number == 0;
}

/* Waits until each has taken its place, and lets them go in their order. */
static bool open_barrier(struct lanes *lanes, bool (*stopped)(void))
{
    for (size_t i = 0; i < lanes->n; i++)
        if (!is_placed(&lanes->items[i], stopped))
            return false;
    const int64_t real = now_ns(CLOCK_REALTIME);
    const uint64_t begin = (uint64_t)now_ns(CLOCK_MONOTONIC);
    for (size_t i = 0; i < lanes->n; i++) {
        lanes->items[i].result->start_ns = real;
        if (write(lanes->items[i].released, &begin, sizeof begin) != (ssize_t)sizeof begin)
            return false;
    }
    return true;
}

/* The lane that has ended and is not reaped yet; lanes->n: one that is none of them was reaped. */
static size_t wait_for_any(struct lanes *lanes)
{
    siginfo_t info = {0};
    while (waitid(P_ALL, 0, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        ;
    size_t i = 0;
    while (i < lanes->n && lanes->items[i].pid != info.si_pid)
        i++;
    if (i < lanes->n)
        running[i] = 0; /* its number may soon be another's */
    if (info.si_pid == lanes->turns)
        lanes->turns = 0;
    (void)waitpid(info.si_pid, NULL, 0);
    return i;
}

static bool went_well(const struct lane *lane, const struct lanes *lanes)
{
    return lane->result->error_number == 0 && lane->result->expected &&
           lane->facts->runs == lanes->beside.runs;
}

/* A lane that died before it could say how its command ended was killed with it. */
static void note_death(struct lane *lane, const struct lanes *lanes, bool failed)
{
    struct spawn_result *result = lane->result;
    if (lane->facts->runs < lanes->beside.runs && result->error_number == 0 &&
        (lane->facts->runs == 0 || result->expected)) {
        result->status = SIGKILL; /* as wait4 gives it */
        result->expected = false;
        lane->facts->cut_short = failed;
    }
}

static void wait_for_all(struct lanes *lanes, bool failed)
{
    for (size_t left = 0, i; true; left = 0) {
        for (i = 0; i < lanes->n; i++)
            left += running[i] != 0;
        if (left == 0)
            return;
        i = wait_for_any(lanes);
        if (i == lanes->n)
            continue;
        note_death(&lanes->items[i], lanes, failed);
        if (!failed && !went_well(&lanes->items[i], lanes)) {
            failed = true;
            lanes_kill();
        }
    }
}

void lanes_run(struct lanes *lanes, bool (*stopped)(void))
{
    const bool turns = turns_open(lanes);
    bool begun = turns == (lanes->beside.in_turn != 0) && start(lanes, stopped);
    if (begun)
        turns_begin(lanes);
    begun = begun && open_barrier(lanes, stopped);
    if (!begun || stopped())
        lanes_kill();
    wait_for_all(lanes, !begun);
    turns_end(lanes);
}
