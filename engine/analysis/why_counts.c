/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_counts.c -- exact counts beside time: the same functions by their instructions.
 * Edge:     a function that no instruction was counted in, in neither system, has none; in one alone it has 0 in the other.
 *           What is no function has no count, but the whole.
 * Checked:  tests/engine/analysis/test_why_counts.c
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/why_analyse.h"
#include "base/failure.h"
#include "base/owned.h"

/* Of a function, or of all: sums over executions of a side, and whether these are alike. */
struct tally {
    double sum[2], first[2];
    size_t met[2];
    bool differs;
};
struct tallies {
    struct tally *of; /* of each function, then of the whole */
    size_t n[2];      /* executions of a side */
    size_t whole;     /* its place */
};

static void add(struct tally *tally, size_t side, double n)
{
    if (tally->met[side]++ == 0)
        tally->first[side] = n;
    tally->differs |= tally->first[side] != n;
    tally->sum[side] += n;
}

static void add_execution(struct tallies *tallies, const struct profile *counted, size_t side,
                          const struct profile_execution *execution)
{
    tallies->n[side]++;
    add(&tallies->of[tallies->whole], side, (double)profile_samples(counted, execution));
    for (size_t i = 0; i < execution->n; i++) {
        const struct profile_count *count = &counted->counts[execution->first + i];
        add(&tallies->of[count->function], side, (double)count->self);
    }
}

static void add_all(struct tallies *tallies, const struct profile *counted,
                    const struct why_request *request)
{
    for (size_t i = 0; i < counted->n_executions; i++) {
        const struct profile_execution *execution = &counted->executions[i];
        if (execution->system == request->old_system)
            add_execution(tallies, counted, 0, execution);
        else if (execution->system == request->new_system)
            add_execution(tallies, counted, 1, execution);
    }
}

static struct why_counted counted_of(const struct tallies *tallies, size_t place)
{
    const struct tally *tally = &tallies->of[place], *whole = &tallies->of[tallies->whole];
    const double old = tally->sum[0] / (double)tallies->n[0],
                 new = tally->sum[1] / (double)tallies->n[1],
                 old_whole = whole->sum[0] / (double)tallies->n[0];
    bool exact = !tally->differs;
    for (size_t side = 0; side < 2; side++) /* in some executions alone */
        exact = exact && (tally->met[side] == 0 || tally->met[side] == tallies->n[side]);
    return (struct why_counted){.known = tally->met[0] + tally->met[1] > 0,
                                .exact = exact,
                                .old = old,
                                .new = new,
                                .estimate = 100 * (new - old) / old_whole};
}

/* By name and object, else by a name that stands in one object alone; n_functions: it is not there. */
static size_t find(const struct profile *counted, const struct why_line *line)
{
    size_t found = counted->n_functions, named = 0;
    for (size_t i = 0; i < counted->n_functions; i++) {
        if (strcmp(counted->functions[i].name, line->name) != 0)
            continue;
        if (strcmp(counted->functions[i].object, line->object) == 0)
            return i;
        found = i;
        named++;
    }
    return named == 1 && line->name[0] != '\0' ? found : counted->n_functions;
}

enum assay_status why_add_counts(struct why_finding *finding, const struct profile *counted,
                                 const struct why_request *request, struct assay_error *error)
{
    OWNED struct tally *of = calloc(counted->n_functions + 1, sizeof *of);
    struct tallies tallies = {.of = of, .whole = counted->n_functions};
    if (of == NULL)
        return fail_no_memory(error);
    add_all(&tallies, counted, request);
    if (tallies.n[0] == 0 || tallies.n[1] == 0 || !(of[tallies.whole].sum[0] > 0))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "instructions were counted in %zu executions of \"%s\" and %zu of \"%s\"",
                          tallies.n[0], request->old_name, tallies.n[1], request->new_name);
    for (size_t i = 0; i < finding->n; i++) {
        struct why_line *line = &finding->lines[i];
        const size_t place = line->name != NULL ? find(counted, line) : counted->n_functions;
        if (place < counted->n_functions)
            line->counted = counted_of(&tallies, place);
    }
    finding->total.counted = counted_of(&tallies, tallies.whole);
    finding->counter = arena_copy(&finding->memory, counted->origin.sampler);
    finding->counted = tallies.n[0] < tallies.n[1] ? tallies.n[0] : tallies.n[1];
    return finding->counter != NULL ? ASSAY_OK : fail_no_memory(error);
}
