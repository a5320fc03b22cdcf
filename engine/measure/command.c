/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.c -- words for exec, and the file behind a program's name. */
#include "measure/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.h"
#include "design/command_words.h"

static enum assay_status no_memory(struct assay_error *error)
{
    return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for a command");
}

char *command_expand(const struct command_place *place, const char *template_text)
{
    const struct design_place where = {place->system, place->benchmark, place->dir, place->seed,
                                       place->ports};
    return design_expand(place->design, &where, template_text);
}

void words_fini(struct words *words)
{
    for (size_t i = 0; i < words->n; i++)
        free(words->items[i]);
    free(words->items);
    *words = (struct words){0};
}

/* Splits into owned words; room for n_more. A NULL place means: no placeholders. */
static enum assay_status split(const struct command_place *place, const char *text, size_t n_more,
                               struct words *out, struct assay_error *error)
{
    const char *problem;
    size_t n;
    char **raw = command_words_split(text, &n, &problem);
    if (raw == NULL && problem == NULL)
        return no_memory(error);
    if (raw == NULL)
        return assay_fail(error, ASSAY_INVALID, "the command \"%.150s\": %s", text, problem);
    struct words words = {calloc(n + n_more + 1, sizeof *words.items), 0};
    enum assay_status status = words.items == NULL ? no_memory(error) : ASSAY_OK;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        char *word = place == NULL ? strdup(raw[i]) : command_expand(place, raw[i]);
        if (word == NULL)
            status = no_memory(error);
        else
            words.items[words.n++] = word;
    }
    free(raw);
    if (status == ASSAY_OK && words.n == 0)
        status = assay_fail(error, ASSAY_INVALID, "a command is empty");
    if (status == ASSAY_OK)
        *out = words;
    else
        words_fini(&words);
    return status;
}

enum assay_status command_split(const struct command_place *place, const char *template_text,
                                struct words *out, struct assay_error *error)
{
    return split(place, template_text, 0, out, error);
}

enum assay_status command_for_shell(const struct command_place *place, const char *shell,
                                    const char *template_text, struct words *out,
                                    struct assay_error *error)
{
    TRY(split(NULL, shell, 2, out, error));
    char *option = strdup("-c"), *script = command_expand(place, template_text);
    if (option == NULL || script == NULL) {
        free(option);
        free(script);
        words_fini(out);
        return no_memory(error);
    }
    out->items[out->n++] = option;
    out->items[out->n++] = script;
    return ASSAY_OK;
}

/* NULL and errno when the file cannot be executed. */
static char *executable(const char *directory, size_t n, const char *name)
{
    char *path;
    struct stat info;
    if (asprintf(&path, "%.*s%s%s", (int)n, directory, n > 0 ? "/" : "", name) < 0) {
        errno = ENOMEM;
        return NULL;
    }
    if (stat(path, &info) == 0 && access(path, X_OK) == 0) {
        if (S_ISREG(info.st_mode))
            return path;
        errno = EACCES;
    }
    int error = errno;
    free(path);
    errno = error;
    return NULL;
}

char *command_resolve(const char *program, const char *path, const char *directory)
{
    if (strchr(program, '/') != NULL)
        return program[0] == '/' ? executable("", 0, program)
                                 : executable(directory, strlen(directory), program);
    int error = ENOENT;
    const char *p = path == NULL ? "/usr/local/bin:/usr/bin:/bin" : path;
    for (;;) {
        size_t n = strcspn(p, ":");
        char *found =
            n == 0 ? executable(directory, strlen(directory), program) : executable(p, n, program);
        if (found != NULL)
            return found;
        if (errno == EACCES || errno == ENOMEM)
            error = errno;
        if (p[n] == '\0')
            break;
        p += n + 1;
    }
    errno = error;
    return NULL;
}
