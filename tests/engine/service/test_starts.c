/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_starts.c -- services started and ended again and again: nothing adds up. usage: test_starts [STARTS], 40 by itself; what
 * they take is printed, and judged by nobody. */
#include "support/oracle.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "design/manifest.h"
#include "service/services.h"
#include "service/service.h"

static const struct launcher_duties duties = {.guard = guard_serve};
static struct launcher *launcher;
static long starts = 40;

static struct design *parse(const char *service)
{
    char text[1024];
    struct design *design = NULL;
    struct assay_error error = {ASSAY_OK, ""};
    snprintf(text, sizeof text,
             "levels: [{name: execution, count: 2}]\nsystems: [{name: a}, {name: b}]\nservice: %s\n"
             "benchmarks: [{name: x, run: y}]\n",
             service);
    if (manifest_parse(text, strlen(text), "m", "/tmp", &design, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return design;
}

static size_t count_in(const char *path)
{
    DIR *directory = opendir(path);
    size_t n = 0;
    assert_non_null(directory);
    while (readdir(directory) != NULL)
        n++;
    closedir(directory);
    return n;
}

/* State of a process as ps shows it: T stands still, Z has ended. */
static char state_of(pid_t pid)
{
    char path[64], state = '?';
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "re");
    if (file != NULL && fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = '?';
    if (file != NULL)
        fclose(file);
    return state;
}

struct seen {
    size_t files, of_launcher;
    double kib, launcher_kib;
    size_t children, at_work; /* of the launcher; of these, those that have not ended */
};

static double resident(long pid)
{
    char path[64], line[128];
    double kib = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", pid);
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "VmRSS: %lf", &kib) == 1)
            break;
    fclose(file);
    return kib;
}

static struct seen look(void)
{
    char path[64], text[256] = "";
    const long pid = launcher_process(launcher);
    snprintf(path, sizeof path, "/proc/%ld/fd", pid);
    struct seen seen = {count_in("/proc/self/fd"), count_in(path), resident(getpid()), resident(pid), 0, 0};
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", pid, pid);
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    const size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = '\0';
    for (char *at = text, *end; (void)strtol(at, &end, 10), end != at; at = end) {
        seen.children++;
        seen.at_work += state_of((pid_t)strtol(at, NULL, 10)) != 'Z';
    }
    return seen;
}

/* Until all guards have ended, for ten seconds at most: on a busy machine that takes them a while. */
static void let_guards_end(void)
{
    const struct timespec pause = {0, 20000000};
    for (int i = 0; i < 500 && look().at_work > 0; i++)
        nanosleep(&pause, NULL);
}

static void start_and_end(struct experiment_services *calls, const struct design *design, size_t system)
{
    struct services_told told = {0};
    struct assay_error error = {ASSAY_OK, ""};
    const struct command_place place = {.design = design, .system = system};
    if (calls->begin(calls->context, &place, &told, &error) != ASSAY_OK)
        fail_msg("%s %s", told.reason != NULL ? told.reason : "", error.text);
    assert_int_equal(calls->read(calls->context, system, 0, &told), ASSAY_OK);
    assert_int_equal(told.n_values, SERVICES_VALUES - 1);
    assert_true(told.values[0].value >= 0);
    if (calls->end(calls->context, system, false, &told) != ASSAY_OK)
        fail_msg("%s", told.reason);
}

/* A guard that has ended is reaped with the next start: only that one's own may be there still, waited for by nobody. */
static void nothing_adds_up(void **state)
{
    (void)state;
    struct assay_error error;
    struct services *services = NULL;
    struct timespec begin, end;
    struct design *design =
        parse("{run: \"printf '\\\\n' >&$ASSAY_READY_FD; exec sleep 60\", shell: true, ready: notify}");
    assert_int_equal(services_new(design, launcher, &services, &error), ASSAY_OK);
    struct experiment_services calls = services_calls(services);
    for (int i = 0; i < 4; i++)
        start_and_end(&calls, design, (size_t)i % 2);
    const struct seen before = look();
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long i = 0; i < starts; i++)
        start_and_end(&calls, design, (size_t)i % 2);
    clock_gettime(CLOCK_MONOTONIC, &end);
    let_guards_end();
    start_and_end(&calls, design, (size_t)starts % 2);
    const struct seen after = look();
    print_message("%ld starts, %.3f ms each; %.0f KiB more here, %.0f in the launcher\n", starts,
                  1e3 * ((double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec)) /
                      (double)starts,
                  after.kib - before.kib, after.launcher_kib - before.launcher_kib);
    assert_int_equal(after.files, before.files);
    assert_int_equal(after.of_launcher, before.of_launcher);
    assert_in_range(after.children, 0, 1);
#ifndef ASSAY_SANITIZED
    assert_true(after.kib <= before.kib + 64);
    assert_true(after.launcher_kib <= before.launcher_kib + 64);
#endif
    services_free(&services);
    design_free(&design);
}

static pid_t number_in(const char *path)
{
    int pid = 0;
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &pid), 1);
    fclose(file);
    return pid;
}

/* All of it, also what stands in a session of its own; and it runs again when its turn comes. */
static void the_waiting_one_stands_still(void **state)
{
    (void)state;
    struct assay_error error;
    struct services *services = NULL;
    struct services_told told = {0};
    char place_of[] = "/tmp/assay-starts-XXXXXX", path[64], text[512];
    assert_non_null(mkdtemp(place_of));
    snprintf(text, sizeof text,
             "{run: \"setsid sleep 60 & echo $! >%s/child; echo $$ >%s/own; printf '\\\\n' "
             ">&$ASSAY_READY_FD; wait\", shell: true, ready: notify, level: build, stop: KILL}",
             place_of, place_of);
    struct design *design = parse(text);
    assert_int_equal(services_new(design, launcher, &services, &error), ASSAY_OK);
    struct experiment_services calls = services_calls(services);
    const struct command_place place = {.design = design};
    assert_int_equal(calls.begin(calls.context, &place, &told, &error), ASSAY_OK);
    snprintf(path, sizeof path, "%s/child", place_of);
    const pid_t child = number_in(path);
    snprintf(path, sizeof path, "%s/own", place_of);
    const pid_t own = number_in(path);
    assert_int_not_equal(state_of(own), 'T');
    assert_int_equal(calls.end(calls.context, 0, false, &told), ASSAY_OK);
    assert_int_equal(state_of(own), 'T');
    assert_int_equal(state_of(child), 'T');
    told = (struct services_told){0};
    assert_int_equal(calls.begin(calls.context, &place, &told, &error), ASSAY_OK);
    assert_int_equal(number_in(path), own); /* the same one */
    assert_int_not_equal(state_of(own), 'T');
    assert_int_not_equal(state_of(child), 'T');
    told = (struct services_told){0};
    assert_int_equal(calls.end(calls.context, 0, true, &told), ASSAY_FAILED);
    assert_non_null(strstr(told.reason, "left 1 process behind"));
    assert_int_equal(state_of(own), '?');
    assert_int_equal(state_of(child), '?');
    services_free(&services);
    design_free(&design);
    snprintf(text, sizeof text, "rm -rf %s", place_of);
    assert_int_equal(system(text), 0);
}

static int start_launcher(void **state)
{
    (void)state;
    return launcher_start(&launcher, &duties, NULL) == ASSAY_OK ? 0 : -1;
}

static int stop_launcher(void **state)
{
    (void)state;
    launcher_stop(&launcher);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_adds_up),
        cmocka_unit_test(the_waiting_one_stands_still),
    };
    if (argc > 1)
        starts = atol(argv[1]);
    return cmocka_run_group_tests(tests, start_launcher, stop_launcher);
}
