/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_load.c -- what else ran, out of files as a machine had them. */
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/load.h"

static void put(const char *root, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void put(const char *root, const char *name, const char *format, ...)
{
    char path[300];
    (void)snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    assert_int_equal(fclose(file), 0);
}

static void put_process(const char *root, int id, const char *name, int parent, double self_s,
                        double below_s)
{
    const double ticks = (double)sysconf(_SC_CLK_TCK);
    char path[300];
    (void)snprintf(path, sizeof path, "%s/%d", root, id);
    (void)mkdir(path, 0777);
    (void)snprintf(path, sizeof path, "%d/stat", id);
    put(root, path, "%d (%s) S %d 1 1 0 -1 4194304 155 0 0 0 %.0f 0 %.0f 0 20 0 1 0 77 1 1\n", id,
        name, parent, self_s * ticks, below_s * ticks);
}

/* The machine's processors were busy so long, its own assay (20) with a launcher (21) among them. */
static void put_machine(const char *root, double at_s, double busy_s, double steal_s,
                        double waited_s)
{
    const double ticks = (double)sysconf(_SC_CLK_TCK);
    char path[300];
    (void)snprintf(path, sizeof path, "%s/pressure", root);
    (void)mkdir(path, 0777);
    put(root, "uptime", "%.2f 100.00\n", at_s);
    put(root, "stat", "cpu  %.0f 0 0 900000 55 0 0 %.0f 0 0\ncpu0 1 2 3\n", busy_s * ticks,
        steal_s * ticks);
    put(root, "pressure/cpu", "some avg10=1.00 avg60=1.00 avg300=1.00 total=%.0f\nfull total=0\n",
        waited_s * 1e6);
}

static void remove_all(const char *root)
{
    char line[300];
    (void)snprintf(line, sizeof line, "rm -r '%s'", root);
    assert_int_equal(system(line), 0);
}

static struct load load_of(double busy_s, double steal_s, double waited_s, double others_s)
{
    char root[] = "/tmp/assay-test-load-XXXXXX";
    assert_non_null(mkdtemp(root));
    put_machine(root, 1000, 5000, 10, 100);
    put_process(root, 20, "assay", 1, 0.5, 0);
    put_process(root, 21, "assay", 20, 1, 3);
    put_process(root, 30, "cc1 (a) b", 1, 70, 900);
    struct load_reading before = load_read(root);
    put_machine(root, 1100, 5000 + busy_s, 10 + steal_s, 100 + waited_s);
    put_process(root, 20, "assay", 1, 1.5, 0);
    put_process(root, 21, "assay", 20, 2, 33);
    put_process(root, 30, "cc1 (a) b", 1, 70 + others_s, 900);
    put_process(root, 31, "python3", 1, others_s / 2, 0);
    put_process(root, 32, "python3", 1, others_s * 3 / 4, 0);
    struct load_reading after = load_read(root);
    const struct load load = load_between(&before, &after, 20);
    load_reading_fini(&before);
    load_reading_fini(&after);
    remove_all(root);
    return load;
}

static void others_are_counted(void **state)
{
    (void)state;
    /* 332 s busy, of which 1 + 1 + 30 ours. */
    const struct load load = load_of(332, 0, 80, 120);
    assert_close(load.others, 3, 1e-9, 0);
    assert_close(load.waited, 0.8, 1e-9, 0);
    assert_close(load.steal, 0, 0, 1e-12);
    assert_string_equal(load.names[0], "python3"); /* both of them */
    assert_string_equal(load.names[1], "cc1 (a) b");
    assert_string_equal(load.names[2], "");
    assert_true(load_matters(&load));
}

static void a_quiet_machine_is_none(void **state)
{
    (void)state;
    struct load load = load_of(34, 0, 1, 0.5);
    assert_close(load.others, 0.02, 1e-9, 0);
    assert_string_equal(load.names[0], "");
    assert_false(load_matters(&load));
    load = load_of(34, 0, 8, 0.5);
    assert_true(load_matters(&load));
    load = load_of(34, 0.03 * 100 * load.processors, 1, 0.5);
    assert_close(load.steal, 0.03, 1e-9, 0);
    assert_true(load_matters(&load));
}

static void nothing_is_known(void **state)
{
    (void)state;
    struct load_reading none = load_read("/nowhere");
    const struct load load = load_between(&none, &none, 1);
    assert_close(load.elapsed_s, 0, 0, 0);
    assert_false(load_matters(&load));
    load_reading_fini(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_are_counted),
        cmocka_unit_test(a_quiet_machine_is_none),
        cmocka_unit_test(nothing_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
