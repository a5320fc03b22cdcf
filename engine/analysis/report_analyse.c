/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_analyse.c -- what files or experiments of the store give a page. */
#include "analysis/report_analyse.h"

#include <stdlib.h>

#include "analysis/describe.h"
#include "analysis/distribution.h"
#include "base/failure.h"
#include "base/owned.h"

static enum assay_status compare(const struct report_request *request,
                                 struct report_finding *finding, struct assay_error *error)
{
    enum { CUT_VALUES = 4000000 }; /* of a page: a third of a second of one processor */
    struct compare_request compare = request->compare;
    compare.input = &finding->input;
    compare.cut_values = 2 * CUT_VALUES / (finding->input.n + 1);
    compare.keep_hopeless = true; /* a page says what was measured in any case */
    finding->confidence = compare.confidence;
    finding->seed = compare_seed(&compare);
    return finding->input.systems.n > 1 || compare.old_system != NULL
               ? compare_systems(&compare, &finding->pairs, error)
               : ASSAY_OK;
}

/* ---- samples of what decides ---- */

/* Where a sample of what decides stands: in the place of that of wall time, or behind all where wall time decides
 * another comparison of the old one. */
static struct sample_finding *place_of(struct report_finding *finding,
                                       const struct assay_series *series,
                                       const struct assay_series *wall, bool beside)
{
    size_t at = finding->input.n;
    if (!beside)
        return &finding->samples[wall - finding->input.series];
    while (at < finding->n_samples && (finding->samples[at].series->system != series->system ||
                                       finding->samples[at].series->benchmark != series->benchmark))
        at++;
    finding->n_samples += at == finding->n_samples;
    return &finding->samples[at];
}

static enum assay_status take_row(struct report_finding *finding,
                                  const struct comparison_finding *row, bool beside,
                                  struct assay_error *error)
{
    TRY(describe_instead(&finding->input, row->old_series, &row->finding.old_sample,
                         place_of(finding, row->old_series, row->waiting.wall, beside), error));
    return describe_instead(&finding->input, row->new_series, &row->finding.new_sample,
                            place_of(finding, row->new_series, row->waiting.new_wall, beside),
                            error);
}

/* A page shows the values that its verdicts are of. by_wall: by series, not NULL where its own values decide. */
static enum assay_status take_deciding(struct report_finding *finding,
                                       const struct assay_description *const *by_wall,
                                       struct assay_error *error)
{
    size_t most = finding->input.n;
    for (size_t i = 0; i < finding->pairs.n; i++)
        most += 2 * finding->pairs.items[i].n;
    struct sample_finding *samples =
        realloc(finding->samples, (most + 1) * sizeof *finding->samples);
    if (samples == NULL)
        return fail_no_memory(error);
    finding->samples = samples;
    for (size_t i = 0; i < finding->pairs.n; i++)
        for (size_t j = 0; j < finding->pairs.items[i].n; j++) {
            const struct comparison_finding *row = &finding->pairs.items[i].rows[j];
            const struct assay_series *wall = row->waiting.wall;
            if (row->waiting.decides)
                TRY(take_row(finding, row, by_wall[wall - finding->input.series] != NULL, error));
        }
    return ASSAY_OK;
}

/* ---- all of it ---- */

enum assay_status report_analyse(const struct report_request *request,
                                 struct report_finding *finding, struct remarks *remarks,
                                 struct assay_error *error)
{
    *finding = (struct report_finding){.samples = NULL};
    TRY(input_read(&request->source, &finding->input, remarks, error));
    TRY(comparison_check_hosts(&finding->input, request->allow_different_hosts, error));
    TRY(compare(request, finding, error));
    /* The comparisons have described most samples already. */
    const struct input *input = &finding->input;
    OWNED const struct assay_description **known = calloc(input->n + 1, sizeof *known);
    if (known == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < finding->pairs.n; i++)
        for (size_t j = 0; j < finding->pairs.items[i].n; j++) {
            const struct comparison_finding *row = &finding->pairs.items[i].rows[j];
            if (row->waiting.decides) /* of series that are not the input's */
                continue;
            known[row->old_series - input->series] = &row->finding.old_sample;
            known[row->new_series - input->series] = &row->finding.new_sample;
        }
    const struct describe_request how = {.confidence = request->compare.confidence,
                                         .n_threads = request->compare.n_threads,
                                         .known = known};
    TRY(describe_input(input, &how, &finding->samples, error));
    finding->n_samples = input->n;
    TRY(take_deciding(finding, known, error));
    return distributions_of(finding->samples, finding->n_samples, &finding->pairs,
                            request->compare.n_threads, &finding->mixtures, error);
}

void report_finding_fini(struct report_finding *finding)
{
    free(finding->mixtures);
    comparison_fini(&finding->pairs);
    free(finding->samples);
    input_fini(&finding->input);
    *finding = (struct report_finding){.samples = NULL};
}
