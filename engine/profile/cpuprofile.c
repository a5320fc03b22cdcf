/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpuprofile.c -- .cpuprofile of V8: node --cpu-prof, Chrome's developer tools, Deno.
 * Source:   Chrome DevTools Protocol, Profiler.Profile: nodes with callFrame and hitCount, startTime and endTime in
 *           microseconds, samples.
 * Times:    wall is end - start. Samples of "(idle)" did not run: user is the share of the others.
 * Names:    the function's; one without a name is "(anonymous)". Lines are left out: they move with each change. The object is
 *           the script's file name.
 * Callers:  a node's children; "(root)" called nobody that is one.
 * Edge:     nodes without hitCount are counted from `samples`. What calls itself in a circle is no tree, and is cut.
 * Checked:  tests/engine/profile/test_profile_files.c.
 */
#include "profile/reading.h"

#include <math.h>

#include "base/array.h"
#include "text/json_pull.h"

struct node {
    uint64_t id, hits;
    uint32_t function;
    bool idle, root;
    const struct node *caller; /* NULL: none that is told */
};
struct call {
    uint64_t caller, called; /* ids of nodes */
};
struct cpuprofile {
    struct reading *reading;
    struct pull json;
    struct node *nodes;
    size_t n, room;
    struct call *calls;
    size_t n_calls, calls_room;
    double start_us, end_us;
    uint64_t hits, idle;
    bool counted; /* by hitCount */
};

/* A whole number, 0 for anything else. */
static uint64_t take_whole(struct pull *json)
{
    double number = (double)NAN;
    pull_number(json, 0, &number);
    return number >= 0 && number < 0x1p53 ? (uint64_t)number : 0;
}

/* "file:///a/b.js?v=1", "node:internal/main" */
static struct word object_of(const char *url)
{
    if (strncmp(url, "node:", 5) == 0)
        return word_of(url);
    const struct word path = {url, strcspn(url, "?#")};
    return reading_base(path);
}

static void take_frame(struct cpuprofile *cpuprofile, struct node *node)
{
    struct pull *json = &cpuprofile->json;
    const char *name = "", *url = "";
    pull_object(json);
    while (pull_key(json))
        if (pull_key_is(json, "functionName"))
            name = pull_string(json);
        else if (pull_key_is(json, "url"))
            url = pull_string(json);
        else
            pull_skip(json);
    node->idle = strcmp(name, "(idle)") == 0;
    node->root = strcmp(name, "(root)") == 0;
    if (!json->failed)
        node->function = reading_function(
            cpuprofile->reading, word_of(name[0] != '\0' ? name : "(anonymous)"), object_of(url));
}

/* The node's own id may stand behind them, and is put in at its end. */
static void take_children(struct cpuprofile *cpuprofile)
{
    struct pull *json = &cpuprofile->json;
    pull_array(json);
    while (pull_item(json)) {
        const struct call call = {.called = take_whole(json)};
        if (!array_more(&cpuprofile->calls, cpuprofile->n_calls, &cpuprofile->calls_room))
            pull_no_memory(json);
        else
            cpuprofile->calls[cpuprofile->n_calls++] = call;
    }
}

static void take_node(struct cpuprofile *cpuprofile)
{
    struct pull *json = &cpuprofile->json;
    struct node node = {.function = PROFILE_NO_FUNCTION};
    const size_t first = cpuprofile->n_calls;
    pull_object(json);
    while (pull_key(json))
        if (pull_key_is(json, "id"))
            node.id = take_whole(json);
        else if (pull_key_is(json, "hitCount")) {
            node.hits = take_whole(json);
            cpuprofile->counted = true;
        } else if (pull_key_is(json, "callFrame"))
            take_frame(cpuprofile, &node);
        else if (pull_key_is(json, "children"))
            take_children(cpuprofile);
        else
            pull_skip(json);
    if (json->failed)
        return;
    for (size_t i = first; i < cpuprofile->n_calls; i++)
        cpuprofile->calls[i].caller = node.id;
    if (!array_more(&cpuprofile->nodes, cpuprofile->n, &cpuprofile->room))
        pull_no_memory(json);
    else
        cpuprofile->nodes[cpuprofile->n++] = node;
}

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const struct node *)a)->id, y = ((const struct node *)b)->id;
    return (x > y) - (x < y);
}

static struct node *find(const struct cpuprofile *cpuprofile, uint64_t id)
{
    const struct node wanted = {.id = id};
    return cpuprofile->n > 0
               ? bsearch(&wanted, cpuprofile->nodes, cpuprofile->n, sizeof wanted, by_id)
               : NULL;
}

static void take_samples(struct cpuprofile *cpuprofile, const struct pull_place *place)
{
    struct pull *json = &cpuprofile->json;
    pull_go(json, *place);
    pull_array(json);
    while (pull_item(json)) {
        struct node *node = find(cpuprofile, take_whole(json));
        if (node != NULL)
            node->hits++;
    }
}

static void push_stack(struct reading *reading, const struct node *node)
{
    enum { DEEPEST = 4096 };
    for (size_t depth = 0; node != NULL && depth < DEEPEST; depth++, node = node->caller)
        if ((!node->root || depth == 0) && node->function != PROFILE_NO_FUNCTION)
            reading_push(reading, node->function);
}

static void count(struct cpuprofile *cpuprofile)
{
    for (size_t i = 0; i < cpuprofile->n; i++) {
        const struct node *node = &cpuprofile->nodes[i];
        cpuprofile->hits += node->hits;
        cpuprofile->idle += node->idle ? node->hits : 0;
        if (node->idle || node->hits == 0 || node->function == PROFILE_NO_FUNCTION)
            continue;
        push_stack(cpuprofile->reading, node);
        reading_stack(cpuprofile->reading, node->hits);
    }
}

static void take_document(struct cpuprofile *cpuprofile)
{
    struct pull *json = &cpuprofile->json;
    struct pull_place samples = {.p = NULL};
    pull_object(json);
    while (pull_key(json))
        if (pull_key_is(json, "nodes")) {
            pull_array(json);
            while (pull_item(json))
                take_node(cpuprofile);
        } else if (pull_key_is(json, "startTime"))
            pull_number(json, 0, &cpuprofile->start_us);
        else if (pull_key_is(json, "endTime"))
            pull_number(json, 0, &cpuprofile->end_us);
        else
            pull_note(json, "samples", &samples);
    pull_finish(json);
    if (!json->failed && cpuprofile->n > 0) {
        qsort(cpuprofile->nodes, cpuprofile->n, sizeof *cpuprofile->nodes, by_id);
        for (size_t i = 0; i < cpuprofile->n_calls; i++) {
            struct node *called = find(cpuprofile, cpuprofile->calls[i].called);
            if (called != NULL)
                called->caller = find(cpuprofile, cpuprofile->calls[i].caller);
        }
    }
    if (!json->failed && !cpuprofile->counted && samples.p != NULL && cpuprofile->n > 0)
        take_samples(cpuprofile, &samples);
    if (!json->failed)
        count(cpuprofile);
}

static void settle(struct cpuprofile *cpuprofile)
{
    struct reading *reading = cpuprofile->reading;
    const double wall = (cpuprofile->end_us - cpuprofile->start_us) / 1e6;
    if (cpuprofile->hits == 0 || !(wall > 0) || !isfinite(wall))
        return;
    reading->unit = "s";
    reading->wall = wall;
    reading->user = wall * (double)(cpuprofile->hits - cpuprofile->idle) / (double)cpuprofile->hits;
}

static void read_cpuprofile(struct reading *reading)
{
    struct cpuprofile cpuprofile = {
        .reading = reading, .start_us = (double)NAN, .end_us = (double)NAN};
    pull_init(&cpuprofile.json, reading->text, reading->error);
    take_document(&cpuprofile);
    reading->failed |= cpuprofile.json.failed;
    if (!reading->failed)
        settle(&cpuprofile);
    pull_fini(&cpuprofile.json);
    free(cpuprofile.nodes);
    free(cpuprofile.calls);
}

static bool probe(const struct format_text *text)
{
    static const char *const keys[] = {"nodes", "callFrame", NULL};
    return pull_probe(text, '{', keys);
}

const struct profile_format profile_cpuprofile = {"cpuprofile", probe, read_cpuprofile};
