/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attribution_json.c -- the accident of a build as JSON. */
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/json.h"

static const char *const advice_names[] = {
    [ASSAY_BUILDS_WORTH] = "repeat builds",
    [ASSAY_BUILDS_ENOUGH] = "one build is enough",
    [ASSAY_BUILDS_UNCLEAR] = "unclear",
};

/* One build with all the executions. */
static json_t *json_alone(const struct assay_build_effect *a)
{
    return render_json_make(JSON("executions", a->all), JSON("too_narrow", a->alone.factor),
                            JSON("too_narrow_upper", a->alone.upper),
                            JSON("coverage_lower", a->alone.coverage),
                            JSON("most_executions", a->alone.most));
}

json_t *attribution_json(const struct assay_build_effect *a, enum randomised randomised)
{
    json_t *object = render_json_make(
        JSON("level", "build"), JSON("share", a->share), JSON("share_lower", a->share_lower),
        JSON("share_upper", a->share_upper), JSON("error_percent", a->error_percent),
        JSON("factor", a->impact.factor), JSON("lower", a->impact.lower),
        JSON("upper", a->impact.upper), JSON("p", a->impact.p), JSON("step", a->step),
        JSON("beyond_drift", json_boolean(a->beyond_drift)));
    const bool plain = randomised == RANDOMISED_NONE || randomised == RANDOMISED_ALIKE;
    render_json_put(object,
                    JSON_IF(randomised != RANDOMISED_UNKNOWN, "layout", layout_name(randomised)));
    return render_json_put(
        object, JSON("advice", plain ? "not randomised" : advice_names[a->advice]),
        JSON("executions_per_build", a->executions), JSON("one_build", json_alone(a)));
}
