/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_append.c -- which benchmarks a run measures, and more units for an experiment that has ended.
 */
#include "design/request_parts.h"

#include <stdio.h>
#include <string.h>

#include "base/failure.h"
#include "design/design_stop.h"
#include "design/value.h"

/* Every name given must be one, lest a slip of the pen measure less than was meant. */
static enum assay_status check_names(const struct design_request *options,
                                     const struct design *design, struct assay_error *error)
{
    for (size_t i = 0; i < options->benchmarks.n; i++) {
        const char *name = options->benchmarks.items[i];
        bool found = false;
        char names[256] = "";
        size_t used = 0;
        for (size_t b = 0; b < design->n_benchmarks; b++) {
            found = found || name_matches(name, design->benchmarks[b].name);
            if (used < sizeof names)
                used += (size_t)snprintf(names + used, sizeof names - used, "%s%.80s",
                                         b > 0 ? ", " : "", design->benchmarks[b].name);
        }
        if (!found)
            return assay_fail(error, ASSAY_USAGE, "there is no benchmark \"%s\"; there is %s", name,
                              names);
    }
    return ASSAY_OK;
}

enum assay_status run_select(const struct design_request *options, struct design *design,
                             struct assay_error *error)
{
    if (options->benchmarks.n == 0)
        return ASSAY_OK;
    TRY(check_names(options, design, error));
    size_t n = 0;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        if (name_list_selects(&options->benchmarks, design->benchmarks[i].name))
            design->benchmarks[n++] = design->benchmarks[i];
    design->n_benchmarks = n;
    design->changed = true;
    return ASSAY_OK;
}

/* The level of this name, as far down as the highest that is repeated: what stands above has one unit, and more of it or
 * within it change nothing that was measured before. More further below would make old units poorer than new ones. */
static bool find_level(const struct design *design, const char *name, size_t n, size_t *level)
{
    for (*level = 0; *level <= design_top_level(design); ++*level) {
        const char *own = design->levels[*level].name;
        if (strlen(own) == n && strncmp(own, name, n) == 0)
            return true;
    }
    return false;
}

/* "build=2" */
static enum assay_status read_append(const struct design *design, const char *text, size_t *level,
                                     long *more, struct assay_error *error)
{
    const char *equals = strchr(text, '=');
    const char *top = design->levels[design_top_level(design)].name;
    if (equals == NULL || !value_read_count(equals + 1, more) || *more < 1)
        return fail_naming(error, ASSAY_USAGE, "@append: \"%s\" is not LEVEL=N (write %s=2)", text,
                           top);
    if (find_level(design, text, (size_t)(equals - text), level))
        return ASSAY_OK;
    return fail_naming(error, ASSAY_USAGE,
                       "@append: units can be added to the top level only, which is %s here: "
                       "write %s=%ld",
                       top, top, *more);
}

enum assay_status run_append(const struct design_request *options, struct design *design,
                             struct assay_error *error)
{
    long more;
    size_t level;
    TRY(check_names(options, design, error));
    TRY(read_append(design, options->append, &level, &more, error));
    const size_t before = design->levels[level].count;
    size_t most = before;
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        struct design_benchmark *b = &design->benchmarks[i];
        b->units = b->units > 0 && b->units < before ? b->units : before;
        if (name_list_selects(&options->benchmarks, b->name))
            b->units += (size_t)more;
        most = b->units > most ? b->units : most;
    }
    design->levels[level].count = most;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        if (design->benchmarks[i].units == most)
            design->benchmarks[i].units = 0; /* in all */
    return run_rewrite(design, error);
}
