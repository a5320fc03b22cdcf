/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_memory.c -- memory that is out, at a sample of allocations: ASSAY_NO_MEMORY and nothing given, or the answer as
 * if nothing had been. glibc only: this program's malloc takes the place of its own, for the library too. */
#include "door.h"

#include "support/failing_memory.h"

static _Thread_local long left = -1; /* allocations until one fails; negative: none does */
static bool stays;                   /* all after it, too */

static bool memory_fails(void)
{
    return memory_counted(&left, stays);
}

enum { POINTS = 60, MOST = 1 << 20 };

static enum assay_status find_values(struct scene *scene, const struct assay_engine_source *files)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    const enum assay_status status =
        assay_engine_values(scene->engine, files, &schema, &array, &scene->error);
    assert_int_equal(schema.release != NULL, status == ASSAY_OK);
    assert_int_equal(array.release != NULL, status == ASSAY_OK);
    if (status == ASSAY_OK) {
        left = -1;
        scene->json = malloc(32);
        (void)snprintf(scene->json, 32, "%lld", (long long)array.length);
        schema.release(&schema);
        array.release(&array);
    }
    return status;
}

static enum assay_status find_show(struct scene *scene, const struct assay_engine_source *files)
{
    return assay_engine_show(scene->engine, files, &scene->json, &scene->error);
}

static enum assay_status find_compare(struct scene *scene, const struct assay_engine_source *files)
{
    return assay_engine_compare(scene->engine, files, NULL, &scene->json, &scene->error);
}

static enum assay_status find_plan(struct scene *scene, const struct assay_engine_source *files)
{
    return assay_engine_plan(scene->engine, files, NULL, &scene->json, &scene->error);
}

static enum assay_status open_and_close(struct scene *scene,
                                        const struct assay_engine_source *files)
{
    struct assay_engine_options options = ASSAY_ENGINE_OPTIONS_DEFAULTS;
    struct assay_engine *engine;
    (void)files;
    options.store = "somewhere";
    options.launcher = "elsewhere";
    const enum assay_status status = assay_engine_open(&options, &engine, &scene->error);
    assert_int_equal(engine != NULL, status == ASSAY_OK);
    assay_engine_close(&engine);
    return status;
}

typedef enum assay_status call(struct scene *, const struct assay_engine_source *);

/* Allocations that a call makes in this thread. */
static long count(call *ask, struct scene *scene, const struct assay_engine_source *files)
{
    left = MOST;
    const enum assay_status status = ask(scene, files);
    const long n = left >= 0 ? MOST - left : 2000;
    left = -1;
    assert_int_equal(status, ASSAY_OK);
    assay_engine_free(scene->json);
    scene->json = NULL;
    return n;
}

static void try_all(struct scene *scene, call *ask)
{
    const struct assay_engine_source files = old_and_new(scene, 1.02);
    size_t refused = 0;
    (void)ask(scene, &files); /* what is made once is made */
    assay_engine_free(scene->json);
    scene->json = NULL;
    const long n = count(ask, scene, &files);
    assert_true(n > 0);
    for (long i = 0; i < 2 * POINTS; i++) {
        stays = i % 2 == 1;
        left = n <= POINTS ? i / 2 % n : (i / 2) * n / POINTS;
        const enum assay_status status = ask(scene, &files);
        left = -1;
        if (status != ASSAY_OK) {
            refused++;
            assert_null(scene->json);
            assert_int_equal(status, ASSAY_NO_MEMORY);
            assert_int_equal(scene->error.status, ASSAY_NO_MEMORY);
            assert_non_null(strstr(scene->error.text, "memory"));
        }
        assay_engine_free(scene->json);
        scene->json = NULL;
    }
    assert_true(refused > 0);
    assert_int_equal(ask(scene, &files), ASSAY_OK);
}

static void handles(void **state)
{
    try_all(*state, open_and_close);
}
static void columns(void **state)
{
    try_all(*state, find_values);
}
static void descriptions(void **state)
{
    try_all(*state, find_show);
}
static void comparisons(void **state)
{
    try_all(*state, find_compare);
}
static void plans(void **state)
{
    try_all(*state, find_plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCENE(handles),     IN_SCENE(columns), IN_SCENE(descriptions),
        IN_SCENE(comparisons), IN_SCENE(plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
