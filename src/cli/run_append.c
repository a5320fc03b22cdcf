/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_append.c -- which benchmarks a run measures, and more units for an experiment that has ended.
 */
#include "cli/run_append.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "cli/run_stop.h"
#include "manifest/value.h"
#include "render/terminal.h"

static bool is_named(const struct run_options *options, const char *name)
{
    for (size_t i = 0; i < options->benchmarks.n; i++)
        if (fnmatch(options->benchmarks.items[i], name, 0) == 0)
            return true;
    return options->benchmarks.n == 0;
}

/* Every name given must be one, lest a slip of the pen measure less than was meant. */
static enum exit_code check_names(const struct run_options *options, const struct design *design)
{
    for (size_t i = 0; i < options->benchmarks.n; i++) {
        const char *name = options->benchmarks.items[i];
        bool found = false;
        char names[256] = "";
        size_t used = 0;
        for (size_t b = 0; b < design->n_benchmarks; b++) {
            found = found || fnmatch(name, design->benchmarks[b].name, 0) == 0;
            if (used < sizeof names)
                used += (size_t)snprintf(names + used, sizeof names - used, "%s%.80s",
                                         b > 0 ? ", " : "", design->benchmarks[b].name);
        }
        if (found)
            continue;
        terminal_complain("assay: there is no benchmark \"%s\"; there is %s", name, names);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

enum exit_code run_select(const struct run_options *options, struct design *design)
{
    if (options->benchmarks.n == 0)
        return EXIT_DONE;
    enum exit_code code = check_names(options, design);
    if (code != EXIT_DONE)
        return code;
    size_t n = 0;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        if (is_named(options, design->benchmarks[i].name))
            design->benchmarks[n++] = design->benchmarks[i];
    design->n_benchmarks = n;
    return run_rewrite(design);
}

/* "build=2" for the design's top level: only there can units be added without a change of what was
 * measured before; more below would make old units poorer than new ones. */
static bool read_append(const struct design *design, const char *text, long *more)
{
    const char *equals = strchr(text, '=');
    const char *top = design->levels[0].name;
    size_t n = equals != NULL ? (size_t)(equals - text) : 0;
    if (equals == NULL || !value_read_count(equals + 1, more) || *more < 1) {
        terminal_complain("assay: --append: \"%s\" is not LEVEL=N (write %s=2)", text, top);
        return false;
    }
    if (strlen(top) == n && strncmp(top, text, n) == 0)
        return true;
    terminal_complain(
        "assay: --append: units can be added to the top level only, which is %s here: "
        "write %s=%ld",
        top, top, *more);
    return false;
}

enum exit_code run_append(const struct run_options *options, struct design *design)
{
    long more;
    enum exit_code code = check_names(options, design);
    if (code != EXIT_DONE)
        return code;
    if (!read_append(design, options->append, &more))
        return EXIT_USAGE;
    const size_t before = design->levels[0].count;
    size_t most = before;
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        struct design_benchmark *b = &design->benchmarks[i];
        b->units = b->units > 0 && b->units < before ? b->units : before;
        if (is_named(options, b->name))
            b->units += (size_t)more;
        most = b->units > most ? b->units : most;
    }
    design->levels[0].count = most;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        if (design->benchmarks[i].units == most)
            design->benchmarks[i].units = 0; /* in all */
    return run_rewrite(design);
}
