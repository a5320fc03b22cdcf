/* SPDX-License-Identifier: GPL-3.0-or-later */
/* one_program.c -- whether the systems are versions of one program, which need the caches alike. */
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "design/command_words.h"
#include "design/design.h"

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Their first words name files of one name: "old/sort -n" and "new/sort -n". */
static bool start_alike(const char *a, const char *b)
{
    size_t n_a, n_b;
    const char *problem;
    OWNED char **of_a = command_words_split(a, &n_a, &problem);
    OWNED char **of_b = command_words_split(b, &n_b, &problem);
    return of_a != NULL && of_b != NULL && n_a > 0 && n_b > 0 &&
           strcmp(file_name(of_a[0]), file_name(of_b[0])) == 0;
}

bool design_is_of_one_program(const struct design *design)
{
    const char *first = design->n_systems > 1 ? design->systems[0].run : NULL;
    bool alike = design->n_systems > 1;
    for (size_t i = 1; i < design->n_systems; i++) {
        const char *run = design->systems[i].run;
        alike =
            alike && (first == NULL) == (run == NULL) && (first == NULL || start_alike(first, run));
    }
    return alike;
}
