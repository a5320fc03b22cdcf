/* SPDX-License-Identifier: GPL-3.0-or-later */
/* door.h -- what tests of assay/engine.h share: they link libassay-engine as its users do, and nothing else of assay. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <assay/engine.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An engine of a store of its own. */
struct scene {
    char directory[40], store[64];
    struct assay_engine *engine;
    struct assay_engine_error error;
    char *json;
    const char *names[3]; /* of the files that old_and_new makes */
};

static int begin_scene(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    struct assay_engine_options options = ASSAY_ENGINE_OPTIONS_DEFAULTS;
    *state = scene;
    scene->error = (struct assay_engine_error)ASSAY_ENGINE_ERROR_DEFAULTS;
    (void)snprintf(scene->directory, sizeof scene->directory, "/tmp/assay-door-XXXXXX");
    if (mkdtemp(scene->directory) == NULL)
        return -1;
    (void)snprintf(scene->store, sizeof scene->store, "%s/a.db", scene->directory);
    options.store = scene->store;
    return assay_engine_open(&options, &scene->engine, &scene->error) == ASSAY_OK ? 0 : -1;
}

static int end_scene(void **state)
{
    struct scene *scene = *state;
    char command[64];
    (void)snprintf(command, sizeof command, "rm -rf %s", scene->directory);
    assay_engine_free(scene->json);
    assay_engine_close(&scene->engine);
    const int code = system(command);
    free(scene);
    return code;
}

#define IN_SCENE(test) cmocka_unit_test_setup_teardown(test, begin_scene, end_scene)

/* The path of a file of the scene that holds this text; the next but two takes its place. */
static inline const char *file_of(const struct scene *scene, const char *name, const char *text)
{
    static char paths[3][128];
    static size_t which;
    char *path = paths[which++ % 3];
    (void)snprintf(path, sizeof paths[0], "%s/%s", scene->directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    return path;
}

/* A file of a column of n values around `centre`. */
static inline const char *values_of(const struct scene *scene, const char *name, size_t n,
                                    double centre)
{
    char text[4096] = "seconds\n";
    for (size_t i = 0; i < n; i++) {
        const size_t at = strlen(text);
        (void)snprintf(text + at, sizeof text - at, "%.6f\n",
                       centre * (1 + 1e-3 * (double)(i * i * 7 % 11)));
    }
    return file_of(scene, name, text);
}

/* Values of an old system and of one that takes so many times as long. */
static inline struct assay_engine_source old_and_new(struct scene *scene, double times)
{
    struct assay_engine_source files = ASSAY_ENGINE_SOURCE_DEFAULTS;
    scene->names[0] = values_of(scene, "old.csv", 12, 1);
    scene->names[1] = values_of(scene, "new.csv", 12, times);
    scene->names[2] = NULL;
    files.names = scene->names;
    return files;
}
