/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_pairs.c -- do two versions differ, by the rounds that they shared?
 * Source:   own. What the machine does between two experiments is not theirs, so only experiments that measured both
 *           versions in the same rounds count, each by the question of its manifest (METHODS H10 as a rule).
 * Assumes:  nothing of how many experiments there will be: the k-th of a pair is judged at an error of 2^-k of the
 *           pair's, shared by its benchmarks (Bonferroni), so that all looks at a pair together keep it. Half of that is for
 *           wall time, or what the manifest names, and half for processor time where wall time leaves it open and holds
 *           what others took (analysis/processor_time.h).
 *           Where a search rests on one build of each, it has half of the error, and the other half is for what fresh builds say
 *           of the steps that it found, shared by these: how many there are does not depend on what these builds give.
 * Edge:     a version that gave no values in an experiment makes that one say nothing.
 * Checked:  tests/versions/ci; bench/bisect on real programs.
 */
#include "session/versions_pairs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/comparison.h"
#include "base/failure.h"
#include "base/owned.h"
#include "session/versions_run.h"
#include "source/around.h"

double versions_confidence(const struct design *design, double error, size_t n_together)
{
    const size_t n = design->n_benchmarks > 0 ? design->n_benchmarks : 1;
    return 1 - ldexp(error, -(int)(n_together < 60 ? n_together + 2 : 62)) / (double)n;
}

double versions_confidence_again(const struct versions_rounds *rounds, size_t n_steps,
                                 size_t n_judged)
{
    return versions_confidence(rounds->design, rounds->error_again / (double)(n_steps > 0 ? n_steps : 1),
                               n_judged);
}

static enum versions_say say_of(enum assay_verdict verdict)
{
    return verdict == ASSAY_INCONCLUSIVE ? VERSIONS_OPEN
           : verdict == ASSAY_EQUIVALENT ? VERSIONS_ALIKE
                                         : VERSIONS_DIFFER;
}

/* What differs says more than what is open, that more than what no measurement decides, and that more than what is alike;
 * of these the larger change. */
static int rank_of(enum versions_say say, assay_warnings withheld)
{
    static const int rank[] = {[VERSIONS_ALIKE] = 0, [VERSIONS_OPEN] = 2, [VERSIONS_DIFFER] = 3};
    return rank[say] - (say == VERSIONS_OPEN && versions_never_told(withheld));
}

static bool says_more(const struct versions_pair *pair, const struct versions_said *said)
{
    const int rank = rank_of(say_of(said->verdict), said->withheld),
              before = rank_of(pair->say, pair->withheld);
    if (pair->benchmark[0] == '\0' || rank != before)
        return pair->benchmark[0] == '\0' || rank > before;
    return fabs(log(said->ratio->estimate)) > fabs(log(pair->ratio));
}

/* What more rounds of the same order do not mend. */
static assay_warnings withheld_by(const struct comparison_finding *row, enum assay_verdict verdict)
{
    return verdict == ASSAY_INCONCLUSIVE ? comparison_warnings(row) & withholding_warnings() &
                                               ~ASSAY_WARNING(ASSAY_WARN_UNBOUNDED)
                                         : 0;
}

struct versions_said versions_said(const struct system_pair *pair, size_t j, bool named)
{
    const struct comparison_finding *row = &pair->rows[j];
    const struct waiting_finding *waiting = &row->waiting;
    const enum assay_verdict verdict = comparison_gated_verdict(pair, j);
    const char *metric = row->old_series->metric;
    const assay_warnings withheld = withheld_by(row, verdict);
    if (!named && verdict == ASSAY_INCONCLUSIVE && withheld == 0 && waiting->told &&
        !waiting->decides)
        return (struct versions_said){waiting->verdict, &waiting->ratio, waiting->metric, 0};
    return (struct versions_said){verdict, &row->finding.ratio,
                                  metric_is_processor_time(metric) ? metric : NULL, withheld};
}

static void take_rows(const struct versions_rounds *rounds, const struct comparison *pairs,
                      const struct input *input, struct versions_pair *out)
{
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++) {
            const struct versions_said said =
                versions_said(&pairs->items[i], j, rounds->design->decides != NULL);
            if (!comparison_is_gated(&pairs->items[i], j, input))
                continue;
            out->doubts |= comparison_beside_doubts(&pairs->items[i].rows[j]);
            if (!says_more(out, &said))
                continue;
            out->say = say_of(said.verdict);
            out->verdict = said.verdict;
            out->withheld = said.withheld;
            out->ratio = said.ratio->estimate;
            out->lower = said.ratio->interval.lower;
            out->upper = said.ratio->interval.upper;
            (void)snprintf(out->benchmark, sizeof out->benchmark, "%s",
                           pairs->items[i].rows[j].old_series->benchmark);
            (void)snprintf(out->metric, sizeof out->metric, "%s",
                           said.metric != NULL ? said.metric : "");
        }
}

/* Of what is open the narrower interval is shown, and none that says nothing where there is another one. */
static bool is_closer(const struct versions_pair *found, const struct versions_pair *before)
{
    const double width = found->upper - found->lower;
    if (before->benchmark[0] != '\0' && (found->withheld == 0) != (before->withheld == 0))
        return found->withheld == 0;
    return before->benchmark[0] == '\0' || width < before->upper - before->lower ||
           !isfinite(before->upper - before->lower);
}

static void copy(char text[VERSIONS_WORDS], const char *from)
{
    (void)snprintf(text, VERSIONS_WORDS, "%s", from != NULL ? from : "none");
}

/* Whose rounds they are: the first difference is told. */
static enum assay_status note_manifest(const struct versions_rounds *rounds, int64_t experiment,
                                       struct versions_pair *pair, struct assay_error *error)
{
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    SCOPED(around_fini) struct around around = {0};
    char id[24];
    (void)snprintf(id, sizeof id, "%" PRId64, experiment);
    TRY(store_find(rounds->store, id, &info, error));
    if (!around_of_versions(&info, rounds->design, &around))
        return fail_no_memory(error);
    pair->manifest.kind[0] = '\0';
    for (size_t i = around.n; i-- > 0;) {
        const struct around_change *change = &around.items[i];
        if (!around_bears(change, pair->benchmark))
            continue;
        (void)snprintf(pair->manifest.kind, sizeof pair->manifest.kind, "%s",
                       around_kind_name(change->kind));
        copy(pair->manifest.there, change->before);
        copy(pair->manifest.here, change->after);
    }
    return ASSAY_OK;
}

/* Units right above executions that these values rest on; 0: one. */
static size_t builds_of(const struct input *input)
{
    if (input->n == 0)
        return 0;
    const struct assay_series *series = &input->series[0];
    size_t level = 0;
    while (level < series->live.shape.n_levels &&
           strcmp(series->level_name[level], "execution") != 0)
        level++;
    const size_t units = level > 0 && level < series->live.shape.n_levels
                             ? assay_shape_units(&series->live.shape, level - 1)
                             : 0;
    return units > 1 ? units : 0;
}

static void note_built(struct versions_built *built, const struct input *input, const char *name)
{
    size_t i = 0;
    while (i < input->n && strcmp(input->series[i].system, name) != 0)
        i++;
    if (i == input->n || !input->series[i].program.known)
        return;
    const struct assay_program *program = &input->series[i].program;
    if (!built->program.known)
        built->program = *program;
    else if (built->program.experiment != program->experiment)
        built->again = built->program.digest == program->digest;
}

/* By one experiment, at this confidence, into *found; its benchmark is "" where that says nothing. */
static enum assay_status read_one(const struct versions_rounds *rounds, int64_t experiment,
                                  const char *const names[2], double confidence,
                                  struct versions_pair *found, struct assay_error *error)
{
    const char *systems[] = {names[0], names[1]};
    const struct source_request reading = {.stored = true, .systems = {systems, 2}};
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    struct remarks remarks = {0};
    SCOPED(input_fini) struct input input = {0};
    SCOPED(comparison_fini) struct comparison pairs = {0};
    struct assay_error nothing;
    enum assay_status status =
        input_of_experiment(&reading, rounds->store, experiment, &input, &remarks, error);
    remarks_fini(&remarks);
    found->benchmark[0] = '\0';
    if (status == ASSAY_MISSING || status == ASSAY_UNDEFINED ||
        (status == ASSAY_OK && input.systems.n < 2))
        return ASSAY_OK;
    if (status != ASSAY_OK)
        return status;
    if (rounds->built != NULL) {
        note_built(&rounds->built[found->older], &input, names[0]);
        note_built(&rounds->built[found->newer], &input, names[1]);
    }
    request.input = &input;
    request.old_system = names[0];
    request.margin = rounds->design->margin;
    request.confidence = found->confidence = confidence;
    found->builds = builds_of(&input);
    found->rounds = input.n > 0 ? assay_shape_repeated(&input.series[0].live.shape) : 0;
    if (compare_systems(&request, &pairs, &nothing) == ASSAY_OK)
        take_rows(rounds, &pairs, &input, found);
    return ASSAY_OK;
}

/* *out as it was where that says nothing. */
static enum assay_status judge_one(const struct versions_rounds *rounds, int64_t experiment,
                                   const char *const names[2], struct versions_pair *out,
                                   struct assay_error *error)
{
    struct versions_pair found = *out;
    TRY(read_one(rounds, experiment, names,
                 versions_confidence(rounds->design, out->error, out->n_together), &found, error));
    out->doubts = found.doubts;
    if (found.benchmark[0] == '\0' || (found.say == VERSIONS_OPEN && !is_closer(&found, out)))
        return ASSAY_OK;
    *out = found;
    return note_manifest(rounds, experiment, out, error);
}

/* The experiments of both, and how they are called there. */
struct together {
    char names[2][VERSION_LABEL + 1];
    int64_t *ids;
    size_t n;
};

static void together_fini(struct together *together)
{
    free(together->ids);
}

static enum assay_status find_together(const struct versions_rounds *rounds, size_t older,
                                       size_t newer, struct together *out,
                                       struct assay_error *error)
{
    (void)snprintf(out->names[0], sizeof out->names[0], "%.*s", VERSION_LABEL,
                   rounds->commits[older].name);
    (void)snprintf(out->names[1], sizeof out->names[1], "%.*s", VERSION_LABEL,
                   rounds->commits[newer].name);
    return store_together(rounds->store, rounds->design->experiment, out->names[0], out->names[1],
                          &out->ids, &out->n, error);
}

enum assay_status versions_judge(const struct versions_rounds *rounds, struct versions_pair *out,
                                 struct assay_error *error)
{
    SCOPED(together_fini) struct together together = {0};
    const char *const both[] = {together.names[0], together.names[1]};
    enum assay_status status = find_together(rounds, out->older, out->newer, &together, error);
    *out = (struct versions_pair){
        .older = out->older, .newer = out->newer, .error = out->error, .say = VERSIONS_OPEN};
    for (size_t i = 0; i < together.n && status == ASSAY_OK && out->say == VERSIONS_OPEN; i++) {
        status = judge_one(rounds, together.ids[i], both, out, error);
        out->n_together++;
    }
    return status;
}

/* ---- several builds ---- */

bool versions_wants_builds(const struct versions_rounds *rounds, const struct versions_pair *pair)
{
    enum {
        MOST = 2
    }; /* experiments: of the fewest builds, and of more where these leave it open */
    return rounds->error_again > 0 && versions_is_step(pair) && pair->builds == 0 &&
           !pair->again.same && pair->again.n < MOST &&
           (pair->again.n == 0 || pair->again.verdict == ASSAY_INCONCLUSIVE);
}

static enum assay_status judge_builds(const struct versions_rounds *rounds, int64_t experiment,
                                      const char *const names[2], size_t n_steps,
                                      struct versions_pair *pair, struct assay_error *error)
{
    struct versions_pair found = {.older = pair->older, .newer = pair->newer};
    TRY(read_one(rounds, experiment, names,
                 versions_confidence_again(rounds, n_steps, pair->again.n), &found, error));
    if (found.benchmark[0] == '\0' || found.builds == 0)
        return ASSAY_OK;
    pair->again.builds = found.builds;
    pair->again.ratio = found.ratio;
    pair->again.lower = found.lower;
    pair->again.upper = found.upper;
    pair->again.confidence = found.confidence;
    pair->again.verdict = found.verdict;
    pair->again.n++;
    return ASSAY_OK;
}

enum assay_status versions_judge_again(const struct versions_rounds *rounds, size_t n_steps,
                                       struct versions_pair *pair, struct assay_error *error)
{
    SCOPED(together_fini) struct together together = {0};
    const char *const both[] = {together.names[0], together.names[1]};
    if (!versions_wants_builds(rounds, pair))
        return ASSAY_OK;
    pair->again.asked = true;
    pair->again.same = rounds->built != NULL &&
                       (rounds->built[pair->older].again || rounds->built[pair->newer].again);
    TRY(find_together(rounds, pair->older, pair->newer, &together, error));
    for (size_t i = pair->n_together; i < together.n && versions_wants_builds(rounds, pair); i++)
        TRY(judge_builds(rounds, together.ids[i], both, n_steps, pair, error));
    return ASSAY_OK;
}
