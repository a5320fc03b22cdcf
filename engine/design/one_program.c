/* SPDX-License-Identifier: GPL-3.0-or-later */
/* one_program.c -- whether the systems are versions of one program, which need the caches alike. */
#include <string.h>

#include "base/owned.h"
#include "design/command_words.h"
#include "design/design.h"

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* What is left of a name without a word for a version at its end or beginning: "sort" of "sort-old", nothing of "new". */
static void stem_of(const char *name, const char **stem, size_t *size)
{
    static const char *const words[] = {"old",  "new",  "before", "after", "base", "baseline",
                                        "head", "slow", "fast",   "v1",    "v2"};
    *stem = name;
    *size = strlen(name);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]), all = strlen(name);
        if (all < n || (all > n && all < n + 2))
            continue;
        const bool whole = all == n;
        if (strcmp(name + all - n, words[i]) == 0 && (whole || strchr("-_.", name[all - n - 1])))
            *size = whole ? 0 : all - n - 1;
        else if (strncmp(name, words[i], n) == 0 && strchr("-_.", name[n]) != NULL) {
            *stem = name + n + 1;
            *size = all - n - 1;
        }
    }
}

/* "sort" and "sort", "sort-old" and "sort-new", "old" and "new". */
static bool are_versions(const char *a, const char *b)
{
    const char *stem[2];
    size_t size[2];
    stem_of(a, &stem[0], &size[0]);
    stem_of(b, &stem[1], &size[1]);
    return size[0] == size[1] && memcmp(stem[0], stem[1], size[0]) == 0;
}

/* Their first words name files of one name, but for a version: "old/sort -n" and "new/sort -n". */
static bool start_alike(const char *a, const char *b)
{
    size_t n_a, n_b;
    const char *problem;
    OWNED char **of_a = command_words_split(a, &n_a, &problem);
    OWNED char **of_b = command_words_split(b, &n_b, &problem);
    return of_a != NULL && of_b != NULL && n_a > 0 && n_b > 0 &&
           are_versions(file_name(of_a[0]), file_name(of_b[0]));
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
