/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_slower.c -- what became slower runs again, sampled, as long as there is time. */
#include "cli/why_slower.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "cli/why_profile.h"
#include "finding/overview.h"
#include "view/text/complain.h"

/* More have a command to copy. */
enum { MOST = 5 };

struct slower {
    const char *benchmark;
    double ratio, margin;
};

/* In order, the slowest first; a benchmark once. */
static size_t insert(struct slower *all, size_t n, const struct slower *fresh)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].benchmark, fresh->benchmark) == 0)
            return n;
    while (at < n && all[at].ratio >= fresh->ratio)
        at++;
    if (at == MOST)
        return n;
    n = n < MOST ? n + 1 : n;
    memmove(&all[at + 1], &all[at], (n - at - 1) * sizeof *all);
    all[at] = *fresh;
    return n;
}

static size_t find_slower(const struct comparison *pairs, const struct input *primary,
                          struct slower all[MOST])
{
    size_t n = 0;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t row = 0; row < pairs->items[i].n; row++) {
            const struct comparison_finding *finding = &pairs->items[i].rows[row];
            if (comparison_is_gated(&pairs->items[i], row, primary) &&
                comparison_gated_verdict(&pairs->items[i], row) == ASSAY_SLOWER)
                n = insert(all, n,
                           &(struct slower){finding->old_series->benchmark, comparison_cost(finding),
                                            finding->finding.margin});
        }
    return n;
}

static enum exit_code sample(const struct why_slower *asked, int64_t experiment,
                             const struct slower *slower, double most_s,
                             const struct global_options *global)
{
    char which[24];
    SCOPED(profile_fini) struct profile profile = {0};
    (void)snprintf(which, sizeof which, "%" PRId64, experiment);
    return why_profile(
        &(struct why_profiling){.which = which,
                                .benchmark = slower->benchmark,
                                .precision = slower->margin > 0 ? slower->margin
                                                                : ASSAY_MARGIN_DEFAULT,
                                .confidence = global->confidence,
                                .most_s = most_s,
                                .as_built = asked->as_built,
                                .store_path = asked->store_path,
                                .store = asked->store},
        asked->launcher, global, &profile);
}

static void say_left(const struct slower *left, size_t n)
{
    if (n > 1)
        terminal_complain("assay: --why: no time was left for %s and %zu more; --why-time gives more",
                          left->benchmark, n - 1);
    else
        terminal_complain("assay: --why: no time was left for %s; --why-time gives more",
                          left->benchmark);
}

void why_slower(const struct why_slower *asked, const struct compare_request *request,
                const struct input *primary, struct comparison *pairs,
                const struct global_options *global)
{
    struct slower all[MOST];
    const size_t n = find_slower(pairs, primary, all);
    const double end_s = clock_now_s() + asked->most_s;
    enum exit_code code = EXIT_DONE;
    if (n > 0 && !comparison_can_explain(request)) {
        terminal_complain("assay: --why: these are of no experiment that can be run again here, so "
                          "that nothing is sampled");
        return;
    }
    size_t i = 0;
    for (; i < n && code != EXIT_INTERRUPTED && clock_now_s() < end_s; i++)
        code = sample(asked, request->input->experiment->id, &all[i],
                      (end_s - clock_now_s()) / (double)(n - i), global);
    if (i < n && code != EXIT_INTERRUPTED)
        say_left(&all[i], n - i);
    if (n > 0)
        comparison_explain(request, asked->store, pairs);
}
