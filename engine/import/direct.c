/* SPDX-License-Identifier: GPL-3.0-or-later */
/* direct.c -- what the user says of directions goes before what a file says, or nobody.
 * Checked:  tests/engine/import/test_told.c. */
#include "import/direct.h"

#include <string.h>

/* The part of "score=more" before the sign, or nothing; *more: what stands behind it. False: neither word. */
static bool split(const char *word, size_t *n, bool *more_is_better)
{
    const char *equals = strrchr(word, '='), *way = equals != NULL ? equals + 1 : word;
    *n = equals != NULL ? (size_t)(equals - word) : 0;
    *more_is_better = strcmp(way, "more") == 0;
    return (equals == NULL || *n > 0) && (*more_is_better || strcmp(way, "less") == 0);
}

enum assay_status direct_check(const struct name_list *words, struct assay_error *error)
{
    size_t n;
    bool more_is_better;
    for (size_t i = 0; i < words->n; i++)
        if (!split(words->items[i], &n, &more_is_better))
            return assay_fail(error, ASSAY_USAGE,
                              "\"%.80s\" says no direction; less, more, METRIC=less and "
                              "METRIC=more are allowed",
                              words->items[i]);
    return ASSAY_OK;
}

bool direct_tells(const struct name_list *words, const char *metric, bool *more_is_better)
{
    char pattern[256];
    bool told = false, more;
    for (size_t i = 0, n; i < words->n; i++) {
        if (!split(words->items[i], &n, &more) || n >= sizeof pattern)
            continue;
        memcpy(pattern, words->items[i], n);
        pattern[n] = '\0';
        if (n == 0 || name_matches(pattern, metric)) {
            *more_is_better = more;
            told = true;
        }
    }
    return told;
}

void direct_dataset(const struct name_list *words, struct assay_dataset *dataset)
{
    const size_t n = words != NULL && words->n > 0 ? assay_dataset_count(dataset) : 0;
    for (size_t i = 0; i < n; i++) {
        bool more_is_better;
        if (direct_tells(words, assay_dataset_get(dataset, i)->metric, &more_is_better))
            assay_dataset_direct(dataset, i, more_is_better, ASSAY_TOLD_BY_USER);
    }
}
