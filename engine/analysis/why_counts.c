/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_counts.c -- exact counts beside time: the same functions by their instructions, or by the memory that they ask for.
 * Edge:     a function that nothing was counted in, in neither system, has no count; in one alone it has 0 in the other.
 *           What is no function has no count, but the whole. Allocations of lines do not add up: those that a library asks for
 *           are its own, and those of the function of the program that called it; the whole has each once.
 * Checked:  tests/engine/analysis/test_why_counts.c
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/why_analyse.h"
#include "base/failure.h"
#include "base/owned.h"

enum { ALLOCATING = 50 }; /* functions that ask for memory are told */

/* Of a function, or of all: sums over executions of a side, and whether these are alike. */
struct tally {
    double sum[2], itself[2], first[2];
    size_t met[2];
    bool differs;
};
struct tallies {
    struct tally *of; /* of each function, then of the whole */
    size_t n[2];      /* executions of a side */
    size_t whole;     /* its place */
};

static void add(struct tally *tally, size_t side, double n, double itself)
{
    if (tally->met[side]++ == 0)
        tally->first[side] = n;
    tally->differs |= tally->first[side] != n;
    tally->sum[side] += n;
    tally->itself[side] += itself;
}

static void add_execution(struct tallies *tallies, const struct profile *counted, size_t side,
                          const struct profile_execution *execution)
{
    const double whole = (double)profile_samples(counted, execution);
    tallies->n[side]++;
    add(&tallies->of[tallies->whole], side, whole, whole);
    for (size_t i = 0; i < execution->n; i++) {
        const struct profile_count *count = &counted->counts[execution->first + i];
        const uint64_t n = count->total > 0 ? count->total : count->self;
        add(&tallies->of[count->function], side, (double)n, (double)count->self);
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
    const double n[2] = {(double)tallies->n[0], (double)tallies->n[1]},
                 old = tally->sum[0] / n[0], new = tally->sum[1] / n[1],
                 old_whole = whole->sum[0] / n[0];
    bool exact = !tally->differs;
    for (size_t side = 0; side < 2; side++) /* in some executions alone */
        exact = exact && (tally->met[side] == 0 || tally->met[side] == tallies->n[side]);
    return (struct why_counted){.known = tally->met[0] + tally->met[1] > 0,
                                .exact = exact,
                                .old = old,
                                .new = new,
                                .estimate = old_whole > 0 ? 100 * (new - old) / old_whole : (double)NAN,
                                .old_itself = tally->itself[0] / n[0],
                                .new_itself = tally->itself[1] / n[1]};
}

/* By name and object, else by a name that stands in one object alone; n_functions: it is not there. */
static size_t find(const struct profile *counted, const char *name, const char *object)
{
    size_t found = counted->n_functions, named = 0;
    for (size_t i = 0; i < counted->n_functions; i++) {
        if (strcmp(counted->functions[i].name, name) != 0)
            continue;
        if (strcmp(counted->functions[i].object, object) == 0)
            return i;
        found = i;
        named++;
    }
    return named == 1 && name[0] != '\0' ? found : counted->n_functions;
}

static const char *words_of(enum why_count count)
{
    static const char *const words[] = {"instructions", "allocations", "bytes"};
    return words[count];
}

static enum why_count count_of(const struct profile *counted)
{
    enum why_count count = WHY_BYTES;
    while (count > 0 && strcmp(counted->origin.unit, words_of(count)) != 0)
        count--;
    return count;
}

/* ---- functions that ask for memory ---- */

struct asked {
    double change, whole;
    size_t place;
};

/* The largest change first, of equal ones what asks most. */
static int compare_asked(const void *a, const void *b)
{
    const struct asked *x = a, *y = b;
    if (x->change != y->change)
        return x->change < y->change ? 1 : -1;
    if (x->whole != y->whole)
        return x->whole < y->whole ? 1 : -1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static const struct why_line *line_of(const struct why_finding *finding,
                                      const struct profile *counted, size_t place)
{
    for (size_t i = 0; i < finding->n; i++)
        if (finding->lines[i].name != NULL &&
            find(counted, finding->lines[i].name, finding->lines[i].object) == place)
            return &finding->lines[i];
    return NULL;
}

static void name_allocating(struct why_finding *finding, const struct profile *counted,
                            const struct tallies *tallies, const struct asked *order)
{
    for (size_t i = 0; i < finding->n_allocating; i++) {
        const struct profile_function *function = &counted->functions[order[i].place];
        finding->allocating[i] = (struct why_allocating){
            .name = arena_copy(&finding->memory, function->name),
            .object = arena_copy(&finding->memory, function->object),
            .allocations = counted_of(tallies, order[i].place),
            .line = line_of(finding, counted, order[i].place)};
    }
}

static enum assay_status list_allocating(struct why_finding *finding, const struct profile *counted,
                                         const struct tallies *tallies, struct assay_error *error)
{
    OWNED struct asked *order = calloc(counted->n_functions + 1, sizeof *order);
    size_t n = 0;
    if (order == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < counted->n_functions; i++) {
        const struct why_counted of = counted_of(tallies, i);
        if (of.known)
            order[n++] = (struct asked){fabs(of.new - of.old), of.old + of.new, i};
    }
    if (n > 1)
        qsort(order, n, sizeof *order, compare_asked);
    finding->n_allocating = n < ALLOCATING ? n : ALLOCATING;
    finding->allocating =
        arena_array(&finding->memory, finding->n_allocating + 1, sizeof *finding->allocating);
    if (finding->allocating == NULL)
        return fail_no_memory(error);
    name_allocating(finding, counted, tallies, order);
    return finding->memory.lost ? fail_no_memory(error) : ASSAY_OK;
}

static void add_bytes(struct why_finding *finding, const struct profile *counted,
                      const struct tallies *tallies)
{
    for (size_t i = 0; i < finding->n_allocating; i++) {
        const size_t place = find(counted, finding->allocating[i].name, finding->allocating[i].object);
        if (place < counted->n_functions)
            finding->allocating[i].bytes = counted_of(tallies, place);
    }
}

/* ---- all ---- */

enum assay_status why_add_counts(struct why_finding *finding, const struct profile *counted,
                                 const struct why_request *request, struct assay_error *error)
{
    OWNED struct tally *of = calloc(counted->n_functions + 1, sizeof *of);
    struct tallies tallies = {.of = of, .whole = counted->n_functions};
    const enum why_count count = count_of(counted);
    if (of == NULL)
        return fail_no_memory(error);
    add_all(&tallies, counted, request);
    if (tallies.n[0] == 0 || tallies.n[1] == 0)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "%s were counted in %zu executions of \"%s\" and %zu of \"%s\"",
                          words_of(count), tallies.n[0], request->old_name, tallies.n[1],
                          request->new_name);
    for (size_t i = 0; i < finding->n; i++) {
        struct why_line *line = &finding->lines[i];
        const size_t place = line->name != NULL ? find(counted, line->name, line->object)
                                                : counted->n_functions;
        if (place < counted->n_functions)
            line->counted[count] = counted_of(&tallies, place);
    }
    finding->total.counted[count] = counted_of(&tallies, tallies.whole);
    finding->counts[count].by = arena_copy(&finding->memory, counted->origin.sampler);
    finding->counts[count].executions = tallies.n[0] < tallies.n[1] ? tallies.n[0] : tallies.n[1];
    if (count == WHY_ALLOCATIONS)
        TRY(list_allocating(finding, counted, &tallies, error));
    else if (count == WHY_BYTES)
        add_bytes(finding, counted, &tallies);
    return finding->counts[count].by != NULL ? ASSAY_OK : fail_no_memory(error);
}
