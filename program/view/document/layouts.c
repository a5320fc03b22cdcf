/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layouts.c -- which systems' builds had their code in random order, as JSON and in a sentence.
 * Edge:     an array from a saved document may lack anything: what is missing is not said. */
#include "view/document/experiment.h"

#include <string.h>

#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

static const char *const names[] = {[RANDOMISED_UNKNOWN] = NULL,
                                    [RANDOMISED_NONE] = "none",
                                    [RANDOMISED_SOME] = "some",
                                    [RANDOMISED_ALIKE] = "same bytes",
                                    [RANDOMISED_ALL] = "all"};

const char *layout_name(enum randomised randomised)
{
    return names[randomised];
}

json_t *layouts_json(const struct store_layout *layouts, size_t n)
{
    return JSON_LIST(i, n,
                     render_json_make(JSON("system", layouts[i].system),
                                      JSON("builds", layouts[i].builds),
                                      JSON("random", layouts[i].random),
                                      JSON("layout", layout_name(store_layout_of(&layouts[i])))));
}

static bool is_of(const json_t *layout, enum randomised randomised)
{
    return strcmp(finding_text(layout, "layout"), names[randomised]) == 0;
}

static size_t count_of(const json_t *layouts, enum randomised randomised)
{
    size_t n = 0, i;
    const json_t *layout;
    json_array_foreach(layouts, i, layout) n += is_of(layout, randomised);
    return n;
}

/* "O2, O3 and lto" */
static void write_systems(FILE *stream, const json_t *layouts, enum randomised randomised,
                          int limit)
{
    const size_t n = count_of(layouts, randomised);
    size_t i, at = 0;
    const json_t *layout;
    json_array_foreach(layouts, i, layout)
    {
        if (!is_of(layout, randomised))
            continue;
        view_say(stream, "%s%.*s",
                 at == 0       ? ""
                 : at + 1 == n ? " and "
                               : ", ",
                 limit, finding_text(layout, "system"));
        at++;
    }
}

static void write_parts(FILE *stream, const json_t *layouts, int limit)
{
    static const struct {
        enum randomised randomised;
        const char *before;
    } parts[] = {
        {RANDOMISED_ALL, "was random in all builds of "},
        {RANDOMISED_SOME, "was random in some builds of "},
        {RANDOMISED_ALIKE, "was to be random in all builds, yet these are the same bytes, of "},
        {RANDOMISED_NONE, "was random in no build of "}};
    const char *lead = "Code layout ";
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (count_of(layouts, parts[i].randomised) == 0)
            continue;
        fprintf(stream, "%s%s", lead, parts[i].before);
        write_systems(stream, layouts, parts[i].randomised, limit);
        lead = "; it ";
    }
    fputc('.', stream);
}

static bool has_something_to_say(const json_t *layouts)
{
    size_t i;
    const json_t *layout;
    json_array_foreach(layouts, i, layout)
    {
        if (json_integer_value(json_object_get(layout, "builds")) > 1 ||
            json_integer_value(json_object_get(layout, "random")) > 0)
            return true;
    }
    return false;
}

bool layouts_mixed(const json_t *layouts)
{
    const size_t none = count_of(layouts, RANDOMISED_NONE);
    return none > 0 && none < json_array_size(layouts);
}

char *layouts_sentence(const json_t *layouts, int limit)
{
    if (!has_something_to_say(layouts))
        return NULL;
    return VIEW_TEXT(stream, {
        write_parts(stream, layouts, limit);
        if (count_of(layouts, RANDOMISED_NONE) > 0)
            fputs(" What repeated plain builds show is drift of the host and other accidents.",
                  stream);
        if (layouts_mixed(layouts))
            fputs(" A plain build is one draw of many, maybe by another linker: compare random "
                  "builds "
                  "with random builds.",
                  stream);
    });
}
