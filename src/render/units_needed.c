/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units_needed.c -- what it would take where a comparison is inconclusive. */
#include "render/units_needed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/duration.h"
#include "render/finding_read.h"
#include "render/json.h"
#include "render/quantity.h"
#include "render/terminal.h"
#include "render/words.h"

static json_t *units_json(size_t units)
{
    return units > 0 ? render_json_count(units) : json_null();
}

json_t *units_needed_json(const struct units_needed *what)
{
    json_t *object = render_json_object();
    render_json_set(object, "level", render_json_text(what->level));
    render_json_set(object, "measured", render_json_count(what->measured));
    render_json_set(object, "units", units_json(what->units));
    if (what->may_be_unchanged)
        render_json_set(object, "units_unchanged", units_json(what->units_unchanged));
    render_json_set(object, "probability", render_json_number(what->probability));
    render_json_set(object, "more_s", render_json_number(what->more_s));
    return object;
}

/* "four of five cases" */
static const char *cases_of(double probability)
{
    return fabs(probability - 0.8) < 1e-9 ? "four of five cases" : "most cases";
}

/* A fresh run of so many units. */
static char *fresh_run(const struct units_needed *what)
{
    struct terminal_names names = {NULL, 0};
    char time[96] = "", unchanged[96] = "";
    if (isfinite(what->more_s))
        (void)snprintf(time, sizeof time, ", %s more", duration_of(what->more_s).text);
    if (what->may_be_unchanged && what->units_unchanged == 0)
        (void)snprintf(unchanged, sizeof unchanged, " (no affordable number, if nothing changed)");
    else if (what->may_be_unchanged && what->units_unchanged > what->units)
        (void)snprintf(unchanged, sizeof unchanged, " (about %zu, if nothing changed)",
                       what->units_unchanged);
    const char *level = terminal_shown(&names, what->level, 24);
    char *text = words_format(
        "inconclusive; over all that the interval leaves open, a fresh run of about %s of each "
        "instead of %zu would decide it in %s%s%s.",
        level_units(what->units, level).text, what->measured, cases_of(what->probability),
        unchanged, time);
    terminal_names_fini(&names);
    return text;
}

char *units_needed_sentence(const struct units_needed *what)
{
    return what->units > 0
               ? fresh_run(what)
               : words_format("inconclusive, and no affordable number of repetitions is likely "
                              "to change that.");
}

static size_t count_of(const json_t *object, const char *key)
{
    const json_int_t n = json_integer_value(json_object_get(object, key));
    return n > 0 ? (size_t)n : 0;
}

char *units_needed_sentence_of(const json_t *object)
{
    if (!json_is_object(object))
        return NULL;
    return units_needed_sentence(&(struct units_needed){
        .level = finding_text(object, "level"),
        .measured = count_of(object, "measured"),
        .units = count_of(object, "units"),
        .may_be_unchanged = json_object_get(object, "units_unchanged") != NULL,
        .units_unchanged = count_of(object, "units_unchanged"),
        .probability = finding_number(object, "probability"),
        .more_s = finding_number(object, "more_s")});
}
