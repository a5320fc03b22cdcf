/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_apart.c -- cores parted between services and their load, on made-up machines. */
#include "support/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "design/manifest.h"
#include "service/apart.h"

static char root[] = "/tmp/assay-apart-XXXXXX";

static void write_core(size_t cpu, const char *siblings)
{
    char path[128], topology[160];
    snprintf(path, sizeof path, "%s/cpu%zu", root, cpu);
    (void)mkdir(path, 0700);
    snprintf(topology, sizeof topology, "%s/topology", path);
    (void)mkdir(topology, 0700);
    snprintf(topology, sizeof topology, "%s/topology/thread_siblings_list", path);
    FILE *file = fopen(topology, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", siblings);
    fclose(file);
}

static void parted(uint64_t allowed, uint64_t service, uint64_t load)
{
    const processors set = {allowed};
    struct apart apart;
    assert_int_equal(apart_part(root, set, &apart), service != 0);
    assert_int_equal(apart.service[0], service);
    assert_int_equal(apart.load[0], load);
}

/* Threads of one core stay together, wherever their numbers are. */
static void cores_are_never_shared(void **state)
{
    (void)state;
    for (size_t cpu = 0; cpu < 6; cpu++) { /* three cores of two threads: 0 and 3, 1 and 4, 2 and 5 */
        char text[8];
        snprintf(text, sizeof text, "%zu,%zu", cpu % 3, cpu % 3 + 3);
        write_core(cpu, text);
    }
    parted(077, 033, 044);
    parted(066, 022, 044);
    parted(011, 0, 0); /* both are threads of one core */
    parted(003, 001, 002);
    parted(001, 0, 0);
}

static struct design *parse(const char *service)
{
    char text[512];
    struct design *design = NULL;
    struct assay_error error;
    snprintf(text, sizeof text,
             "levels: [{name: execution, count: 2}]\nsystems: [{name: a}]\n%s\n"
             "benchmarks: [{name: x, run: y}]\n",
             service);
    assert_int_equal(manifest_parse(text, strlen(text), "m", "/", &design, &error), ASSAY_OK);
    return design;
}

static void expect_load(const char *service, uint64_t load)
{
    struct design *design = parse(service);
    struct apart apart;
    apart_of(design, 0, &apart);
    assert_int_equal(apart.load[0], load);
    assert_int_equal(apart.service[0], 0);
    design_free(&design);
}

/* What is said wins. */
static void named_ones_are_left_to_the_service(void **state)
{
    (void)state;
    processors own = {0};
    struct design *design = parse("");
    processors_allowed(design, own);
    design_free(&design);
    expect_load("service: {run: s, ready: socket, cpus: 0}\nisolate: {cpu: 0}", 0);
    expect_load("service: {run: s, ready: socket, cpus: 63}", own[0] & ~((uint64_t)1 << 63));
    expect_load("service: {run: s, ready: socket, cpus: 0-1023}", 0);
    expect_load("service: {run: s, ready: socket, cpus: any}", own[0]);
}

static int make_root(void **state)
{
    (void)state;
    return mkdtemp(root) == NULL;
}

static int remove_root(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", root);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cores_are_never_shared),
        cmocka_unit_test(named_ones_are_left_to_the_service),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
