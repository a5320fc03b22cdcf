/* SPDX-License-Identifier: GPL-3.0-or-later */
/* around.h -- in what two experiments differ beside the program: how it is run, the caller's environment, and the
 * machine with its kernel. */
#pragma once

#include "design/design.h"
#include "store/store.h"

enum around_kind {
    AROUND_COMMAND,   /* of the benchmark, with its arguments */
    AROUND_INPUT,     /* its standard input */
    AROUND_DIRECTORY, /* in which it runs */
    AROUND_BUILD,     /* of the system */
    AROUND_FILE,      /* that executions opened, outside of the build's directory */
    AROUND_VARIABLE,  /* of the caller's environment */
    AROUND_FACT       /* of the machine: kernel, libc, governor … */
};

struct around_change {
    enum around_kind kind;
    char *name; /* of the benchmark, system, file, variable or fact */
    char *before,
        *after; /* NULL: there was, is none; of variables no value is known, and both stand for
                             set ("") or not (NULL); of files they are digests */
};

/* Those that tell how it is run come first, then files, then variables that are known to bear on speed, then others, then
 * facts. What differs from session to session (the terminal, numbers of a service's job) is not told. */
struct around {
    struct around_change *items;
    size_t n;
    bool known; /* the environment of both was recorded */
    /* why the files are a part, or none; NULL: they are all, or nothing is known */
    char *not_followed;
    char *commit; /* first digits, of what was measured before, as it was committed; NULL: there is none such */
    /* both were measured by the second manifest: the first stands beside the old sources */
    bool one_manifest;
};

/* False: no memory. End with around_fini in any case. */
bool around_of(const struct experiment_info *before, const struct experiment_info *after,
               struct around *around);
/* In what the manifest that stands beside the old sources differs from the one by which both are measured. */
bool around_of_manifests(const struct design *there, const struct design *here,
                         struct around *around);
/* The same of the manifest by which a stored experiment was measured, and of systems that are versions of one. One that
 * cannot be read says nothing. */
bool around_of_versions(const struct experiment_info *there, const struct design *here,
                        struct around *around);
void around_fini(struct around *around);

/* The changes that bear on a series: of other benchmarks' commands there are none. The benchmark is of
 * several systems where it is shown as "fft on O2". */
bool around_bears(const struct around_change *change, const char *benchmark);
/* "command", "input", "directory", "build", "file", "environment", "machine". */
const char *around_kind_name(enum around_kind kind);
/* It tells how it is run: command, input, directory or build. */
bool around_is_manifest(const struct around_change *change);
