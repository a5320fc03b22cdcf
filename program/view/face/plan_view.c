/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_view.c -- what was planned, for whoever draws or writes it. */
#include "view/face/plan_view.h"

const char *const plan_methods[] = {"exact", "paper", "kt2006", NULL};

struct plan_view plan_view_of(const struct plan_request *request, const struct planning *planning)
{
    return (struct plan_view){.method = plan_methods[request->method],
                              .plans = planning->plans,
                              .n = planning->n,
                              .ratios = planning->ratios,
                              .n_ratios = planning->n_ratios,
                              .together = planning->has_together ? &planning->together : NULL,
                              .typical = planning->typical,
                              .n_typical = planning->n_typical,
                              .typical_leads = planning_typical_leads(request, planning),
                              .powers = planning->powers,
                              .n_powers = planning->n_powers,
                              .confidence = request->confidence,
                              .at_margin = request->at_margin};
}
