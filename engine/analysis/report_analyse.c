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
    return distributions_of(finding->input.series, finding->input.n, &finding->pairs,
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
