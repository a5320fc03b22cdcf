/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attribution_json.c -- the accident of a build as JSON. */
#include "view/document/json.h"
#include "view/document/layouts.h"
#include "view/terminal/attribution.h"

static const char *const advice_names[] = {
    [ASSAY_BUILDS_WORTH] = "repeat builds",
    [ASSAY_BUILDS_ENOUGH] = "one build is enough",
    [ASSAY_BUILDS_UNCLEAR] = "unclear",
};

/* One build with all the executions. */
static json_t *json_alone(const struct assay_build_effect *a)
{
    json_t *object = render_json_object();
    render_json_set(object, "executions", render_json_number(a->all));
    render_json_set(object, "too_narrow", render_json_number(a->alone.factor));
    render_json_set(object, "too_narrow_upper", render_json_number(a->alone.upper));
    render_json_set(object, "coverage_lower", render_json_number(a->alone.coverage));
    render_json_set(object, "most_executions", render_json_number(a->alone.most));
    return object;
}

json_t *attribution_json(const struct assay_build_effect *a, enum store_randomised randomised)
{
    json_t *object = render_json_object();
    render_json_set(object, "level", render_json_text("build"));
    render_json_set(object, "share", render_json_number(a->share));
    render_json_set(object, "share_lower", render_json_number(a->share_lower));
    render_json_set(object, "share_upper", render_json_number(a->share_upper));
    render_json_set(object, "error_percent", render_json_number(a->error_percent));
    render_json_set(object, "factor", render_json_number(a->impact.factor));
    render_json_set(object, "lower", render_json_number(a->impact.lower));
    render_json_set(object, "upper", render_json_number(a->impact.upper));
    render_json_set(object, "p", render_json_number(a->impact.p));
    render_json_set(object, "step", render_json_number(a->step));
    render_json_set(object, "beyond_drift", json_boolean(a->beyond_drift));
    const bool plain = randomised == RANDOMISED_NONE || randomised == RANDOMISED_ALIKE;
    if (randomised != RANDOMISED_UNKNOWN)
        render_json_set(object, "layout", render_json_text(layout_name(randomised)));
    render_json_set(object, "advice",
                    render_json_text(plain ? "not randomised" : advice_names[a->advice]));
    render_json_set(object, "executions_per_build", render_json_number(a->executions));
    render_json_set(object, "one_build", json_alone(a));
    return object;
}
