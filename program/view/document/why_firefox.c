/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_firefox.c -- two systems of a profile for the Firefox Profiler: its processed format, version 62, two threads over the same
 * tables of stacks.
 * Source:   github.com/firefox-devtools/profiler, CHANGELOG-formats.md; as
 *           github.com/mstange/samply writes it in fxprof-processed-profile.
 * Weights:  milliseconds of processor time where the profile is of seconds, else what was counted. */
#include <string.h>

#include "profile/profile_write.h"
#include "profile/stacks.h"
#include "view/document/documents.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

enum { VERSION = 24, PREPROCESSED = 62 };

#define NULLS(n) JSON_LIST(i, n, json_null())
#define EACH(n, x) JSON_LIST(i, n, json_integer((json_int_t)(x)))

static json_t *empty(const char *const *columns)
{
    json_t *table = render_json_make(JSON("length", json_integer(0)));
    for (; *columns != NULL; columns++)
        (void)render_json_put(table, JSON(*columns, render_json_array()));
    return table;
}

static json_t *name_of(const struct profile_function *function)
{
    OWNED char *text = function->object[0] != '\0'
                           ? view_format("%s (%s)", function->name[0] != '\0' ? function->name : "?",
                                         function->object)
                           : view_format("%s", function->name[0] != '\0' ? function->name : "?");
    return render_json_text(text);
}

/* A function, a frame and a name of each, by the same number. */
static json_t *functions_json(size_t n)
{
    return render_json_make(
        JSON("length", n), JSON("name", EACH(n, i)), JSON("isJS", JSON_LIST(i, n, json_false())),
        JSON("relevantForJS", JSON_LIST(i, n, json_false())), JSON("resource", EACH(n, -1)),
        JSON("source", NULLS(n)), JSON("lineNumber", NULLS(n)), JSON("columnNumber", NULLS(n)));
}

static json_t *frames_json(size_t n)
{
    return render_json_make(
        JSON("length", n), JSON("address", EACH(n, -1)), JSON("inlineDepth", EACH(n, 0)),
        JSON("category", EACH(n, 0)), JSON("subcategory", EACH(n, 0)), JSON("func", EACH(n, i)),
        JSON("nativeSymbol", NULLS(n)), JSON("innerWindowID", EACH(n, 0)), JSON("line", NULLS(n)),
        JSON("column", NULLS(n)));
}

static json_t *prefix_of(const struct profile_stack *stack)
{
    return stack->caller == 0 ? json_null() : json_integer((json_int_t)stack->caller - 1);
}

static json_t *shared_json(const struct profile *profile)
{
    static const char *const symbols[] = {"address", "functionSize", "libIndex", "name", NULL},
                             *const resources[] = {"lib", "name", "host", "type", NULL},
                             *const sources[] = {"id", "filename", "startLine", "startColumn",
                                                 "sourceMapURL", NULL};
    const struct profile_stacks *stacks = profile->stacks;
    const size_t n = profile->n_functions;
    return render_json_make(
        JSON("stringArray", JSON_LIST(i, n, name_of(&profile->functions[i]))),
        JSON("funcTable", functions_json(n)), JSON("frameTable", frames_json(n)),
        JSON("stackTable",
             render_json_make(
                 JSON("length", stacks->n),
                 JSON("prefix", JSON_LIST(i, stacks->n, prefix_of(&stacks->items[i]))),
                 JSON("frame", EACH(stacks->n, stacks->items[i].function)))),
        JSON("nativeSymbols", empty(symbols)), JSON("resourceTable", empty(resources)),
        JSON("sources", empty(sources)));
}

static json_t *samples_json(const double *samples, const double *weights, bool timed, size_t n)
{
    size_t met = 0;
    for (size_t i = 0; i < n; i++)
        met += samples[i] > 0;
    return render_json_make(
        JSON("length", met),
        JSON("stack", JSON_LIST_IF(i, n, samples[i] > 0, json_integer((json_int_t)i))),
        JSON("timeDeltas", JSON_LIST_IF(i, n, samples[i] > 0, json_integer(1))),
        JSON("weight", JSON_LIST_IF(i, n, samples[i] > 0, render_json_number(weights[i]))),
        JSON("weightType", timed ? "tracing-ms" : "samples"));
}

static json_t *thread_json(const char *name, size_t side, json_t *samples)
{
    static const char *const markers[] = {"name",     "startTime", "endTime", "phase",
                                          "category", "data",      NULL};
    return render_json_make(
        JSON("name", name), JSON("processName", name), JSON("processType", "default"),
        JSON("isMainThread", (bool)true), JSON("pid", side == 0 ? "1" : "2"),
        JSON("tid", side == 0 ? "1" : "2"), JSON("processStartupTime", 0.0),
        JSON("processShutdownTime", json_null()), JSON("registerTime", 0.0),
        JSON("unregisterTime", json_null()), JSON("showMarkersInTimeline", (bool)false),
        JSON("pausedRanges", render_json_array()), JSON("markers", empty(markers)),
        JSON("samples", samples));
}

static json_t *category_json(void)
{
    static const char *const subcategories[] = {"Other"};
    return render_json_make(JSON("name", "Other"), JSON("color", "grey"),
                            JSON("subcategories", render_json_texts(subcategories, 1)));
}

static json_t *meta_json(const struct profile_sides *sides)
{
    static const char *const extensions[] = {"baseURL", "id", "name", NULL};
    OWNED char *product = view_format("%s against %s", sides->name[1], sides->name[0]);
    json_t *categories = render_json_array();
    render_json_append(categories, category_json());
    return render_json_make(
        JSON("version", json_integer(VERSION)),
        JSON("preprocessedProfileVersion", json_integer(PREPROCESSED)), JSON("product", product),
        JSON("interval", 1.0), JSON("startTime", 0.0), JSON("processType", json_integer(0)),
        JSON("debug", (bool)false), JSON("symbolicated", (bool)true), JSON("categories", categories),
        JSON("markerSchema", render_json_array()), JSON("extensions", empty(extensions)),
        JSON("pausedRanges", render_json_array()), JSON("usesOnlyOneStackType", (bool)true),
        JSON("sourceCodeIsNotOnSearchfox", (bool)true));
}

json_t *why_firefox(const struct profile *profile, const struct profile_sides *sides)
{
    const bool timed = strcmp(profile->origin.unit, "s") == 0;
    const size_t n = profile->stacks->n;
    SCOPED(profile_totals_fini) struct profile_totals totals = {0};
    if (!profile_totals_of(profile, sides, &totals))
        return NULL;
    json_t *threads = render_json_array();
    for (size_t side = 0; side < 2; side++) {
        double *milliseconds = totals.seconds[side];
        for (size_t i = 0; i < n; i++)
            milliseconds[i] *= 1000;
        render_json_append(threads,
                           thread_json(sides->name[side], side,
                                       samples_json(totals.samples[side],
                                                    timed ? milliseconds : totals.samples[side],
                                                    timed, n)));
    }
    return render_json_make(JSON("meta", meta_json(sides)), JSON("libs", render_json_array()),
                            JSON("pages", render_json_array()),
                            JSON("counters", render_json_array()),
                            JSON("profilerOverhead", render_json_array()),
                            JSON("shared", shared_json(profile)), JSON("threads", threads));
}
