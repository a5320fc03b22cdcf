/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scene.h -- a fleet's directory as workers and coordinators of any time left it: what the tests of this room look at. */
#pragma once

#include "support/oracle.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "fleet/fleet_parts.h"

enum { SCENE_SHARDS = 6 };

static char scene_directory[32];
static struct fleet_shard scene_shards[SCENE_SHARDS];
static struct fleet scene;

static inline int scene_begin(void **state)
{
    (void)state;
    (void)snprintf(scene_directory, sizeof scene_directory, "/tmp/assay-test-XXXXXX");
    memset(scene_shards, 0, sizeof scene_shards);
    scene = (struct fleet){.directory = scene_directory,
                           .n = SCENE_SHARDS,
                           .shards = scene_shards,
                           .attempts = 3,
                           .lost_s = 60,
                           .start_s = 1000};
    bool good = mkdtemp(scene_directory) != NULL;
    for (size_t k = 1; k <= SCENE_SHARDS; k++) {
        char path[64];
        (void)snprintf(path, sizeof path, "%s/shard-%zu", scene_directory, k);
        good = good && mkdir(path, 0700) == 0;
    }
    return good ? 0 : -1;
}

static inline int scene_remove(const char *path, const struct stat *info, int kind,
                               struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    return remove(path);
}

static inline int scene_end(void **state)
{
    (void)state;
    return nftw(scene_directory, scene_remove, 8, FTW_DEPTH | FTW_PHYS);
}

/* A line of a shard's file, written so many seconds ago. */
static inline void scene_put(size_t shard, const char *name, const char *line, long ago_s)
{
    char path[128];
    struct timespec times[2];
    (void)snprintf(path, sizeof path, "%s/shard-%zu/%s", scene_directory, shard, name);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    assert_true(dprintf(file, "%s\n", line) > 0);
    (void)clock_gettime(CLOCK_REALTIME, &times[0]);
    times[0].tv_sec -= ago_s;
    times[1] = times[0];
    assert_int_equal(futimens(file, times), 0);
    (void)close(file);
}

static inline enum fleet_state scene_state(size_t shard)
{
    struct assay_error error;
    assert_int_equal(fleet_look(&scene, &error), ASSAY_OK);
    return scene_shards[shard - 1].state;
}
