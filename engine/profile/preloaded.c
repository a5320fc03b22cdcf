/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preloaded.c -- an object that a command's programs load before all others.
 * Source:   ld.so(8), LD_PRELOAD; memfd_create(2).
 * Edge:     what the command preloads itself stays, behind it.
 * Checked:  tests/engine/profile/test_sampler.c, tests/engine/profile/test_allocated.c
 */
#include "profile/preloaded.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "system/system.h"

static bool write_all(int fd, const unsigned char *bytes, size_t n)
{
    for (size_t done = 0; done < n;) {
        const ssize_t written = write(fd, bytes + done, n - done);
        if (written <= 0)
            return false;
        done += (size_t)written;
    }
    return true;
}

int preloaded_open(struct preloaded *preloaded, const unsigned char *object, size_t n)
{
    *preloaded = (struct preloaded){.file = system_nameless("assay-told"),
                                    .object = system_nameless("assay-loaded")};
    if (preloaded->file >= 0 && preloaded->object >= 0 && write_all(preloaded->object, object, n))
        return 0;
    return errno != 0 ? errno : EIO;
}

void preloaded_close(struct preloaded *preloaded)
{
    preloaded_end(preloaded);
    if (preloaded->object >= 0)
        close(preloaded->object);
    if (preloaded->file >= 0)
        close(preloaded->file);
    preloaded->object = preloaded->file = -1;
}

/* ---- around an execution ---- */

/* The variable's value in an environment; NULL: it has none. */
static const char *value_of(char *const *environment, const char *name)
{
    const size_t n = strlen(name);
    for (size_t i = 0; environment[i] != NULL; i++)
        if (strncmp(environment[i], name, n) == 0 && environment[i][n] == '=')
            return environment[i] + n + 1;
    return NULL;
}

void preloaded_end(struct preloaded *preloaded)
{
    for (size_t i = 0; i < sizeof preloaded->texts / sizeof *preloaded->texts; i++) {
        free(preloaded->texts[i]);
        preloaded->texts[i] = NULL;
    }
    free(preloaded->environment);
    preloaded->environment = NULL;
}

static bool make_texts(struct preloaded *preloaded, char *const *environment, const char *variable,
                       const char *also)
{
    const long process = (long)getpid();
    const char *others = value_of(environment, "LD_PRELOAD");
    if (asprintf(&preloaded->texts[0], "LD_PRELOAD=/proc/%ld/fd/%d%s%s", process, preloaded->object,
                 others != NULL ? ":" : "", others != NULL ? others : "") < 0) {
        preloaded->texts[0] = NULL;
        return false;
    }
    if (asprintf(&preloaded->texts[1], "%s=/proc/%ld/fd/%d", variable, process, preloaded->file) < 0) {
        preloaded->texts[1] = NULL;
        return false;
    }
    preloaded->texts[2] = also != NULL ? strdup(also) : NULL;
    return also == NULL || preloaded->texts[2] != NULL;
}

bool preloaded_begin(struct preloaded *preloaded, struct spawn *spawn, const char *variable,
                     const char *also)
{
    enum { ADDED = sizeof preloaded->texts / sizeof *preloaded->texts };
    size_t n = 0, kept = 0;
    preloaded_end(preloaded);
    while (spawn->envp[n] != NULL)
        n++;
    preloaded->environment = calloc(n + ADDED + 1, sizeof *preloaded->environment);
    if (preloaded->environment == NULL || !make_texts(preloaded, spawn->envp, variable, also)) {
        preloaded_end(preloaded);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        if (strncmp(spawn->envp[i], "LD_PRELOAD=", strlen("LD_PRELOAD=")) != 0)
            preloaded->environment[kept++] = spawn->envp[i];
    memcpy(preloaded->environment + kept, preloaded->texts, sizeof preloaded->texts);
    spawn->envp = preloaded->environment;
    return true;
}
