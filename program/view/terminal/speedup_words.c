/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_words.c -- what the Speedup-Test warns of, in its own words and with the next step.
 * Source: Touati, Worms & Briais 2010, sections 6.2.5 and 6.3.2. */
#include "view/terminal/speedup.h"

#define TOO_SMALL(sample, test)                                                                    \
    "Sample" sample " too small for applying the " test                                            \
    " Please do more than 30 observations of the executions times."
#define STUDENT "Student's t-test (speedup of the mean)."
#define WILCOXON "Wilcoxon-Mann-Whitney's test (speedup of the median)."
#define NOT_NORMAL(sample)                                                                         \
    "Sample" sample " data are not normally distributed. The indicated confidence level for the "  \
    "speedup of the average execution time may not be accurate."
#define NO_LEVEL(time)                                                                             \
    "Unable to find a confidence level greater than 50% to guarantee the statistical "             \
    "significance of " time " speedup."

/* Next steps, and both in few words. */
#define MORE_MEAN "Until then read the interval of the mean's change."
#define MORE_MEDIAN "Until then read the share of pairs in which the new one is faster."
#define READ_MEDIAN "Read the median's row, or the interval of the mean's change."
#define READ_SHARE "Read the share of pairs in which the new one is faster: it needs no such model."
#define NOTHING_SEEN                                                                               \
    "Read the interval of the change: it says how large a change may have been missed."

#define BRIEF_MEAN_SMALL                                                                           \
    "not normal, and 30 values or fewer: the mean cannot be tested. Take more than 30, or read "   \
    "the interval of its change."
#define BRIEF_NOT_NORMAL                                                                           \
    "not normal: the mean's level may not be accurate. Read the median, or the interval."
#define BRIEF_MEDIAN_SMALL                                                                         \
    "the samples differ in shape, and one has 30 values or fewer: the median cannot be tested. "   \
    "Take more than 30, or read the share of pairs."

const struct speedup_words speedup_doubt_words[ASSAY_SPEEDUP_DOUBTS] = {
    [ASSAY_SPEEDUP_MEAN_SMALL_X] = {TOO_SMALL("1", STUDENT), MORE_MEAN, BRIEF_MEAN_SMALL,
                                    "speedup-mean-too-small"},
    [ASSAY_SPEEDUP_MEAN_SMALL_Y] = {TOO_SMALL("2", STUDENT), MORE_MEAN, BRIEF_MEAN_SMALL,
                                    "speedup-mean-too-small"},
    [ASSAY_SPEEDUP_MEAN_NOT_NORMAL_X] = {NOT_NORMAL("1"), READ_MEDIAN, BRIEF_NOT_NORMAL,
                                         "speedup-not-normal"},
    [ASSAY_SPEEDUP_MEAN_NOT_NORMAL_Y] = {NOT_NORMAL("2"), READ_MEDIAN, BRIEF_NOT_NORMAL,
                                         "speedup-not-normal"},
    [ASSAY_SPEEDUP_MEAN_NO_LEVEL] = {NO_LEVEL("mean"), NOTHING_SEEN,
                                     "no level above 0.5 at which the mean is accelerated. The "
                                     "interval says how large a change may have been missed.",
                                     "speedup-mean-no-level"},
    [ASSAY_SPEEDUP_MEDIAN_SMALL_X] = {TOO_SMALL("1", WILCOXON), MORE_MEDIAN, BRIEF_MEDIAN_SMALL,
                                      "speedup-median-too-small"},
    [ASSAY_SPEEDUP_MEDIAN_SMALL_Y] = {TOO_SMALL("2", WILCOXON), MORE_MEDIAN, BRIEF_MEDIAN_SMALL,
                                      "speedup-median-too-small"},
    [ASSAY_SPEEDUP_MEDIAN_NO_SHIFT] =
        {"The two samples do not fit the location shift model. The indicated confidence level for "
         "the speedup of the median execution time may not be accurate.",
         READ_SHARE,
         "the samples differ in shape: the median's level may not be accurate. Read the share of "
         "pairs, which needs no such model.",
         "speedup-no-location-shift"},
    [ASSAY_SPEEDUP_MEDIAN_NO_LEVEL] = {NO_LEVEL("median"), NOTHING_SEEN,
                                       "no level above 0.5 at which the median is accelerated. The "
                                       "interval says how large a change may have been missed.",
                                       "speedup-median-no-level"},
};

const struct speedup_words speedup_remark_words[SPEEDUP_REMARKS] = {
    [SPEEDUP_PRETESTS] =
        {"The protocol first tests for normality, equal variances and a shift; their outcome "
         "chooses the test that decides: this distorts the level.",
         "Read the interval and the verdict beside each decision.",
         "significance: pre-tests choose the test that decides, which distorts its level. Read the "
         "verdict beside it.",
         "speedup-pretests"},
    [SPEEDUP_SEARCHED] =
        {"A level that was searched for is no confidence level: about half of all benchmarks find "
         "one where nothing has changed.",
         "Choose the level before measuring: --conf-level 0.95.",
         "levels: one that was searched for is no confidence level; where nothing has changed, "
         "half of all benchmarks find one. Choose it before measuring: --conf-level 0.95.",
         "speedup-searched-level"},
    [SPEEDUP_DETECTABLE] =
        {"The proportion counts benchmarks whose speedup is detectable with this many values, not "
         "those that are faster.",
         "Compare proportions only at equal numbers of values.",
         "share: it counts what is detectable with this many values, not what is faster. Compare "
         "shares only at equal numbers of values.",
         "speedup-detectable"},
    [SPEEDUP_PROPORTION_SMALL] =
        {"this confidence interval of the proportion may not be accurate because the validity "
         "condition {a(1-a/b) > 5} is not satisfied.",
         "Add benchmarks.",
         "its interval: too few benchmarks for it to be accurate, a(1 - a/b) must exceed 5. Add "
         "benchmarks.",
         "speedup-proportion-small"},
    [SPEEDUP_PROPORTION_CHOSEN] =
        {"The computed confidence interval of the proportion is invalid if b the experimented set "
         "of benchmarks is not randomly selected among a huge number of representative benchmarks.",
         "Speak of these benchmarks only, or draw them at random.",
         "its interval: only for benchmarks drawn at random from many. Speak of these benchmarks "
         "only, or draw them.",
         "speedup-proportion-chosen"},
    [SPEEDUP_POOLED] =
        {"Values that share a unit of a higher level stand here as independent ones: the tests and "
         "intervals claim more than the data carry.",
         "Leave --observation out.",
         "all: values that share a unit of a higher level stand as independent ones, and claim "
         "more than they carry. Leave --observation out.",
         "speedup-pooled"},
};

const char speedup_unavailable[] = "Cannot process benchmark: samples unavailable.";

static bool any_searched(const struct speedup_finding *finding)
{
    for (size_t i = 0; i < finding->n; i++)
        if (finding->rows[i].result != NULL && finding->rows[i].result->mean.searched)
            return true;
    return false;
}

bool speedup_remark_applies(const struct speedup_finding *finding, enum speedup_remark remark)
{
    switch (remark) {
    case SPEEDUP_SEARCHED: return any_searched(finding);
    case SPEEDUP_PROPORTION_SMALL:
        return !finding->suite.mean.proportion.valid || !finding->suite.median.proportion.valid;
    case SPEEDUP_POOLED: return finding->pooled;
    default: return true;
    }
}

assay_warnings speedup_row_warnings(const struct speedup_finding *finding,
                                    const struct speedup_row *row)
{
    const bool has_effect = row->result != NULL && !finding->options.strict;
    return row->warnings | (has_effect ? row->result->effect.ratio.warnings : 0);
}

unsigned speedup_row_doubts(const struct speedup_row *row)
{
    return row->result->mean.doubts | row->result->median.doubts;
}
