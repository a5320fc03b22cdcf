/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why.c -- `reference why`: what each function adds to the change of the whole, from counts and seconds of executions. */
#include <math.h>
#include <string.h>

#include "analysis/why_analyse.h"
#include "base/owned.h"
#include "reference/reference.h"

static uint32_t unit_of(const json_t *round)
{
    const json_t *unit = json_object_get(round, "unit");
    return json_is_integer(unit) ? (uint32_t)json_integer_value(unit) : PROFILE_NO_UNIT;
}

static bool read_counts(struct reference *reference, json_t *functions, struct profile *profile)
{
    const char *name;
    json_t *count;
    json_object_foreach(functions, name, count)
    {
        if (!json_is_integer(count) || json_integer_value(count) < 0)
            return reference_wrong(reference, name, "must have a count of samples");
        profile_count(profile, profile_function(profile, name, ""),
                      (uint64_t)json_integer_value(count), 0);
    }
    return true;
}

static bool read_run(struct reference *reference, const json_t *round, uint32_t k, uint32_t side,
                     struct profile *profile)
{
    const json_t *run = json_object_get(round, side == 0 ? "old" : "new");
    if (!json_is_number(json_object_get(run, "user")))
        return reference_wrong(reference, "a run", "must have functions, user, system and wall");
    profile_begin(profile, &(struct profile_execution){
                               .round = k,
                               .system = side,
                               .unit = unit_of(round),
                               .user_s = json_number_value(json_object_get(run, "user")),
                               .system_s = json_number_value(json_object_get(run, "system")),
                               .wall_s = json_number_value(json_object_get(run, "wall"))});
    return read_counts(reference, json_object_get(run, "functions"), profile);
}

static bool read_profile(struct reference *reference, struct profile *profile)
{
    const json_t *rounds = json_object_get(reference->object, "rounds");
    profile_init(profile, 2, &(struct profile_origin){.sampler = "", .unit = "s"});
    for (uint32_t k = 0; k < json_array_size(rounds); k++)
        for (uint32_t side = 0; side < 2; side++)
            if (!read_run(reference, json_array_get(rounds, k), k, side, profile))
                return false;
    return !profile->memory.lost || reference_no_memory(reference);
}

static bool read_request(struct reference *reference, struct why_request *request)
{
    const char *whole = json_string_value(json_object_get(reference->object, "whole"));
    double most = (double)request->how.most_functions;
    request->old_name = "old";
    request->new_name = "new";
    request->how.confidence = reference->confidence;
    if (whole != NULL && strcmp(whole, "wall") == 0)
        request->how.whole = ASSAY_WHOLE_WALL;
    if (!reference_number(reference, "share_cut", &request->how.least_share) ||
        !reference_number(reference, "max_lines", &most))
        return false;
    request->how.most_functions = (size_t)most;
    return true;
}

static json_t *line_json(const struct why_line *line)
{
    const struct assay_contribution *of = &line->of;
    return render_json_make(
        JSON("kind", assay_contribution_kind_name(of->kind)),
        JSON_IF(line->name != NULL, "name", line->name),
        JSON_IF(of->kind == ASSAY_OF_REST, "functions", of->functions), JSON("share", of->share),
        JSON("old_seconds", of->old_mean), JSON("new_seconds", of->new_mean),
        JSON("contribution", of->estimate), JSON("se", of->se), JSON("lower", of->lower),
        JSON("upper", of->upper), JSON("p", of->p), JSON("p_holm", of->p_adjusted));
}

static double sum_of(const struct why_finding *finding)
{
    double sum = 0;
    for (size_t i = 0; i < finding->n; i++)
        sum += finding->lines[i].of.estimate;
    return sum;
}

static void put(struct reference *reference, const struct why_finding *finding)
{
    reference_put(
        reference, JSON("r", finding->units),
        JSON("df", finding->units > 1 ? (double)finding->units - 1 : (double)NAN),
        JSON("family", finding->n), JSON("critical", finding->critical),
        JSON("old_mean_seconds", finding->total.of.old_mean),
        JSON("lines", JSON_LIST(i, finding->n, line_json(&finding->lines[i]))),
        JSON("total", line_json(&finding->total)), JSON("sum", sum_of(finding)));
}

bool reference_why(struct reference *reference)
{
    SCOPED(profile_fini) struct profile profile = {0};
    SCOPED(why_finding_fini) struct why_finding finding = {0};
    struct why_request request = WHY_REQUEST_DEFAULTS;
    if (!read_profile(reference, &profile) || !read_request(reference, &request) ||
        why_analyse(&profile, &request, &finding, &reference->error) != ASSAY_OK)
        return false;
    put(reference, &finding);
    return true;
}
