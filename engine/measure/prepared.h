/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prepared.h -- a measured command, ready for exec: made once for each build, so that little is
 * left to do between two executions. */
#pragma once

#include "measure/command.h"
#include "measure/draw.h"
#include "measure/environment.h"
#include "measure/launcher.h"

struct prepared {
    bool ready;
    char *dir; /* the build directory that it was made for, or NULL */
    struct environment environment;
    struct words words;
    char *path; /* the program's file; NULL when there is none: error_number says why */
    int error_number;
    bool silent;       /* it wrote nothing into a pipe the last time */
    double expected_s; /* how long it took the last time */
    char *program; /* the first word as it was written, once a runtime layout has lengthened it */
    bool seeded;   /* the command holds {seed}: words are made anew each time */
    struct spawn_place place;
    char *directory;
    char *input;       /* NULL: nothing to read */
    char *values_file; /* where another framework leaves its values; NULL: nowhere */
    char *output;      /* a path, or "null", "pipe", "inherit", or NULL */
};

/* True when it was made for this build directory. */
bool prepared_is_for(const struct prepared *prepared, const char *dir);

/* Brings it up to date for the place. Begin with a zeroed struct. */
enum assay_status prepared_update(struct prepared *prepared, const struct command_place *place,
                                  const struct draws *draws, struct assay_error *error);
void prepared_fini(struct prepared *prepared);

/* The caller's environment with the system's variables and ASSAY_SEED; a measured command's also
 * has the benchmark's, and those of the harness protocol. False when memory is short. */
bool prepared_environment(struct environment *environment, const struct command_place *place,
                          bool measured);
