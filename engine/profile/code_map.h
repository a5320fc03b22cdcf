/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code_map.h -- which function an address of a process belongs to, while the processes of one execution come, load code
 * and go.
 *
 * Told in the order in which it happened: a process is there (exec) or has its parent's code (fork), loads a file (map),
 * and a sample asks where it was. */
#pragma once

#include <sys/stat.h>

#include "base/arena.h"
#include "profile/elf_symbols.h"
#include "profile/perf_map.h"

struct code_file {
    char *path;
    bool tried, read; /* its symbols */
    struct stat seen; /* the file as it was then */
    struct elf_symbols symbols;
};

/* Files and their symbols; lasts over executions, each file is read again when it has changed. */
struct code_files {
    struct code_file **items;
    size_t n, room;
    bool lost; /* memory lacked */
};
void code_files_fini(struct code_files *files);

struct code_mapping {
    uint64_t start, end, offset;
    struct code_file *file; /* NULL: compiled as it ran */
};
struct code_process {
    int id, parent;             /* parent 0: not known */
    bool fresh;                 /* it has begun its program, and loaded nothing yet */
    uint64_t loads;             /* another number whenever what it has loaded changes */
    struct code_file *main;     /* its program */
    struct code_mapping *items; /* by start, none over another one */
    size_t n, room;
    struct perf_map compiled;
    bool compiled_read;
};
struct code_map {
    struct code_files *files;
    struct code_process *items;
    size_t n, room, last;
    uint64_t loads;  /* the last number that was given */
    int64_t since_s; /* of the execution */
};
void code_map_begin(struct code_map *map, struct code_files *files, int64_t since_s);
void code_map_fini(struct code_map *map);

void code_map_exec(struct code_map *map, int process);
void code_map_fork(struct code_map *map, int process, int parent);
struct code_loaded {
    uint64_t address, size, offset;
    const char *path; /* "//anon" and others that are no file: compiled as it ran */
};
void code_map_load(struct code_map *map, int process, const struct code_loaded *loaded);

struct code_place {
    struct code_file *file;        /* NULL: none, or compiled as it ran */
    struct elf_function *function; /* NULL: it has no symbol there */
    const char *name;              /* demangled; "" without a symbol */
    bool compiled;
};
/* False: nothing is known to lie there. */
bool code_map_at(struct code_map *map, int process, uint64_t address, struct code_place *out);
/* What the process has loaded; NULL: nobody has told of it. */
const struct code_process *code_map_process(struct code_map *map, int process);
/* What is added to the addresses that linking gave; false: it is no file that can be read. */
bool code_mapping_bias(const struct code_mapping *mapping, uint64_t *bias);
/* Whether the process comes from the other one, and not from it alone. */
bool code_map_is_below(const struct code_map *map, int process, int other);
/* The program that the process that came first ended up with; of those below another one, if that is not 0. NULL: none. */
const struct code_file *code_map_program(const struct code_map *map, int below);
