/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here_programs.c -- what could be measured in a directory: programs, and functions of Python. */
#include "cli/here_programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/owned.h"
#include "cli/here_name.h"

/* How much of the file's beginning there is; a NUL ends it. */
static size_t read_beginning(const char *name, char *text, size_t size)
{
    FILE *file = fopen(name, "re");
    const size_t n = file != NULL ? fread(text, 1, size - 1, file) : 0;
    if (file != NULL)
        (void)fclose(file);
    text[n] = '\0';
    return n;
}

static bool has_functions(const char *name)
{
    enum { LOOKED = 1 << 16 };
    const char *end = strrchr(name, '.');
    OWNED char *text = end != NULL && strcmp(end, ".py") == 0 ? malloc(LOOKED) : NULL;
    return text != NULL && read_beginning(name, text, LOOKED) > 0 &&
           (strncmp(text, "def ", 4) == 0 || strstr(text, "\ndef ") != NULL);
}

static void add_program(struct here_programs *programs, const struct here_program *program)
{
    struct here_program *more =
        realloc(programs->items, (programs->n + 1) * sizeof *programs->items);
    if (more == NULL)
        return;
    programs->items = more;
    more[programs->n] = *program;
    more[programs->n].name = strdup(program->name);
    programs->n += more[programs->n].name != NULL;
}

/* Its interpreter is told: node server.js */
static bool is_script_by_name(const char *name)
{
    const char *end = strrchr(name, '.');
    return end != NULL &&
           (strcmp(end, ".py") == 0 || strcmp(end, ".js") == 0 || strcmp(end, ".rb") == 0);
}

void here_programs_take(struct here_programs *programs, const char *name, const struct stat *status)
{
    char head[5];
    if (!S_ISREG(status->st_mode) || !here_is_plain(name))
        return;
    if (programs->python == NULL && has_functions(name))
        programs->python = strdup(name);
    const bool runs = (status->st_mode & S_IXUSR) != 0 && access(name, X_OK) == 0;
    (void)read_beginning(name, head, sizeof head);
    const bool is_script = runs ? strncmp(head, "#!", 2) == 0 : is_script_by_name(name);
    if (is_script || (runs && strcmp(head, "\177ELF") == 0))
        add_program(programs,
                    &(struct here_program){(char *)name, is_script, runs, status->st_mtim});
}

/* "sort-old" and "sort-new": the one's word for the other's makes the same name. */
static bool are_named_so(const char *first, const char *second)
{
    static const char *const words[][2] = {{"old", "new"},   {"before", "after"}, {"base", "new"},
                                           {"slow", "fast"}, {"v1", "v2"},        {"1", "2"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *at = strstr(first, words[i][0]);
        const size_t before = at != NULL ? (size_t)(at - first) : 0;
        if (at != NULL && strncmp(second, first, before) == 0 &&
            strncmp(second + before, words[i][1], strlen(words[i][1])) == 0 &&
            strcmp(second + before + strlen(words[i][1]), at + strlen(words[i][0])) == 0)
            return true;
    }
    return false;
}

/* The one that was written first, where clocks tell, is the old one. */
static bool is_older(const struct here_program *one, const struct here_program *other)
{
    if (one->written.tv_sec != other->written.tv_sec)
        return one->written.tv_sec < other->written.tv_sec;
    if (one->written.tv_nsec != other->written.tv_nsec)
        return one->written.tv_nsec < other->written.tv_nsec;
    return strcmp(one->name, other->name) < 0;
}

/* The two that were written last; NULL: fewer are there. */
static void find_compiled(const struct here_programs *programs, const struct here_program *pair[2])
{
    for (size_t i = 0; i < programs->n; i++) {
        const struct here_program *program = &programs->items[i];
        if (program->is_script || (pair[0] != NULL && is_older(program, pair[0])))
            continue;
        const bool last = pair[1] == NULL || is_older(pair[1], program);
        pair[0] = last ? pair[1] : program;
        pair[1] = last ? program : pair[1];
    }
}

const char *here_programs_compiled(const struct here_programs *programs)
{
    const struct here_program *pair[2] = {NULL, NULL};
    find_compiled(programs, pair);
    return pair[1] != NULL ? pair[1]->name : NULL;
}

/* A program that listens waits until it is ended: by what it calls, and a script by what it says. */
static bool is_server(const struct here_program *program)
{
    enum { LOOKED = 16 << 20 };
    static const char *const said[] = {"ListenAndServe", ".listen(", "http.server", "socketserver",
                                       "uvicorn",        "gunicorn", "WEBrick",     "TCPServer"};
    OWNED char *text = malloc(LOOKED);
    const size_t n = text != NULL ? read_beginning(program->name, text, LOOKED) : 0;
    bool found =
        n > 0 && memmem(text, n, "\0listen", 8) != NULL &&
        (memmem(text, n, "\0accept", 8) != NULL || memmem(text, n, "\0accept4", 9) != NULL);
    for (size_t i = 0; n > 0 && !found && i < sizeof said / sizeof *said; i++)
        found = (i == 0 || program->is_script) && memmem(text, n, said[i], strlen(said[i])) != NULL;
    return found;
}

/* The first by its name. */
static void find_server(struct here_programs *programs)
{
    enum { MOST = 64 };
    for (size_t i = 0; i < programs->n && i < MOST; i++) {
        const struct here_program *program = &programs->items[i];
        if ((programs->server == NULL || strcmp(program->name, programs->server) < 0) &&
            is_server(program))
            programs->server = program->name;
    }
    if (programs->server == NULL || programs->python == NULL ||
        strcmp(programs->server, programs->python) != 0)
        return;
    free(programs->python); /* its functions wait, too */
    programs->python = NULL;
}

static void find_pair(const struct here_programs *programs, const char *pair[2])
{
    const struct here_program *compiled[2] = {NULL, NULL};
    for (size_t i = 0; i < programs->n; i++)
        for (size_t j = 0; j < programs->n; j++)
            if (programs->items[i].runs && programs->items[j].runs &&
                are_named_so(programs->items[i].name, programs->items[j].name)) {
                pair[0] = programs->items[i].name;
                pair[1] = programs->items[j].name;
                return;
            }
    find_compiled(programs, compiled);
    if (compiled[0] == NULL)
        return;
    pair[0] = compiled[0]->name;
    pair[1] = compiled[1]->name;
}

void here_programs_pair(struct here_programs *programs, const char *pair[2])
{
    find_server(programs);
    if (programs->server == NULL)
        find_pair(programs, pair);
}

void here_programs_fini(struct here_programs *programs)
{
    for (size_t i = 0; i < programs->n; i++)
        free(programs->items[i].name);
    free(programs->items);
    free(programs->python);
}
