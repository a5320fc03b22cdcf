/* SPDX-License-Identifier: GPL-3.0-or-later */
/* equal_files.c -- two commands of which the programs alone have other paths, and these files are equal: a copy, perhaps by
 * mistake. It is said, and decides nothing, for a program may read its own name and what lies beside it.
 * Edge:     of paths with a slash on the first benchmark, of files up to MOST bytes, once for a pair.
 * Checked:  tests/golden/runs/same-command. */
#include "session/session_parts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/owned.h"
#include "design/command_words.h"
#include "text/content.h"

enum { MOST = 64 << 20 };

/* NULL: it is no list of words, or something is built. */
static char **words_of(const struct design *design, size_t system, size_t *n)
{
    const char *problem, *command = design_command(design, system, 0);
    const struct design_place place = {.system = system};
    if (design->systems[system].build != NULL || design->benchmarks[0].shell || command == NULL)
        return NULL;
    OWNED char *text = design_expand(design, &place, command);
    return text != NULL ? command_words_split(text, n, &problem) : NULL;
}

static bool read_program(const struct design *design, size_t system, const char *word,
                         struct content *content)
{
    char path[PATH_MAX];
    struct stat info;
    const char *directory = word[0] == '/' ? "" : design_source(design, system);
    if (strchr(word, '/') == NULL || design->benchmarks[0].directory != NULL ||
        snprintf(path, sizeof path, "%s/%s", directory, word) >= (int)sizeof path ||
        stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > MOST)
        return false;
    return content_read(path, content);
}

static bool differ_in_path(char *const *a, size_t n_a, char *const *b, size_t n_b)
{
    bool alike = n_a == n_b && n_a > 0 && strcmp(a[0], b[0]) != 0;
    for (size_t i = 1; alike && i < n_a; i++)
        alike = strcmp(a[i], b[i]) == 0;
    return alike;
}

static void tell(const struct session *session, const char *old, const char *new)
{
    char text[400];
    (void)snprintf(
        text, sizeof text,
        "%.100s and %.100s are equal files, byte for byte. They are measured: a program may "
        "go by its name, or by what lies beside it",
        old, new);
    session_tell(session, &(struct session_event){.kind = SESSION_REMARK, .text = text});
}

void session_tell_equal_files(const struct session *session)
{
    const struct design *design = session->design;
    size_t n_old = 0, n_new = 0;
    if (design->n_systems != 2)
        return;
    OWNED char **old = words_of(design, 0, &n_old);
    OWNED char **new = words_of(design, 1, &n_new);
    if (old == NULL || new == NULL || !differ_in_path(old, n_old, new, n_new))
        return;
    SCOPED(content_fini) struct content of_old = {0};
    SCOPED(content_fini) struct content of_new = {0};
    if (read_program(design, 0, old[0], &of_old) && read_program(design, 1, new[0], &of_new) &&
        of_old.size == of_new.size &&
        (of_old.size == 0 || memcmp(of_old.text, of_new.text, of_old.size) == 0))
        tell(session, old[0], new[0]);
}
