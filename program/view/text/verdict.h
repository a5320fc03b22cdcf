/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict.h -- a comparison in a sentence, and the words that views share. */
#pragma once

#include "finding/comparison_finding.h"
#include "finding/finding.h"
#include "finding/history_finding.h"
#include "view/text/quantity.h"
#include "view/text/terminal.h"

enum style verdict_style(enum assay_verdict verdict);

/* "−39.0 … −37.2 %" of the interval, whatever its kind. */
struct quantity verdict_range(const struct assay_estimate *ratio, int decimals);

/* Decimals for one comparison's percentages. */
int verdict_decimals(const struct assay_estimate *ratio);

/* Half the length of a bounded change interval in per cent; NaN otherwise. */
double verdict_half_width(const struct assay_estimate *ratio);

/* What stands against a comparison's numbers, in the order of telling. */
enum {
    VERDICT_SAME,
    VERDICT_CHANGED,
    VERDICT_WARM_UP,
    VERDICT_FAR,
    VERDICT_WAITING,
    VERDICT_LEFT_OUT,
    VERDICT_LIMITS
};

/* The pieces of its sentence: "zstd -3 is 61.3 % faster than gzip -1", "95 % interval …", " (margin
 * 1 %)"; NULL where memory ran out. With a benchmark's name the first ends "… on fft-1024"; names of
 * more columns than limit (0: none) lose their middle. */
struct verdict_line {
    char *sentence, *interval, *margin;
    const char
        *question; /* in the place of the verdict, where live values are not at rest; else NULL */

    /* What the other question gave, where typical run and mean are told apart: "total time (mean): +0.8
     * %"; else NULL. */
    char *beside, *beside_interval;
    enum assay_verdict beside_verdict;

    char *limits[VERDICT_LIMITS]; /* as verdict_same, verdict_warm_up and so on */
};
struct verdict_line verdict_line_of(const struct comparison_finding *comparison,
                                    const char *benchmark, int limit);
void verdict_line_fini(struct verdict_line *line);

/* Prints "zstd -3 is 61.3 % faster than gzip -1   95 % interval …   faster (margin 1 %)", on two
 * lines where it does not fit on one. */
void verdict_print(const struct terminal *terminal, const struct comparison_finding *comparison,
                   const char *benchmark);

/* "inconclusive: which is meant?" of live values that are not at rest, or that it is not steady. */
const char *verdict_question(const struct comparison_finding *comparison);

/* "total time"; of what is no time "the mean". */
const char *verdict_mean_words(const struct assay_series *series);

/* What a verdict in a table rests on: ", typical run", ", total time", ", warming up", ", same program"
 * or "". */
const char *verdict_subject_short(const struct comparison_finding *comparison);
/* Inconclusive, and the interval that is shown lies beyond the margin: the wider ones of the two questions do not. */
bool verdict_is_close(const struct comparison_finding *comparison);
/* The same without the statistic, for a row that names it elsewhere. */
const char *verdict_state_short(const struct comparison_finding *comparison);

/* "total time (mean) +0.8 % [−6.2 … +9.0 %], inconclusive." where a row tells one of the two questions and the other says
 * something else; else NULL. To be freed. */
char *verdict_other(const struct comparison_finding *comparison);

/* "typical run of wall": what a row's change and its two values are of. To be freed; NULL: no memory. */
char *verdict_of_what(const struct comparison_finding *comparison);

/* What the geometric mean of a suite is of: "means", "typical runs", "these changes". */
const char *suite_subject(const struct suite_finding *suite);

/* "Code and data of both are equal: that the values differ by +0.8 % is noise: …" of one program under two
 * names; else NULL. To be freed. */
char *verdict_same(const struct comparison_finding *comparison);
/* The same program, for both run the same words: no file was compared. */
bool verdict_is_command(const struct comparison_finding *comparison);
/* HEAD "another command: sleep 0.010 BEFORE, sleep 0.014 AFTER", where the manifest differs in what bears on the
 * benchmark; else NULL. To be freed. */
char *verdict_manifest(const struct around *around, const char *benchmark, const char *head,
                       const char *before, const char *after);
/* "The stored values are of another command: …" where a manifest changed between two experiments, and in what
 * else they differ where that may be why values do; NULL where nothing is to be said. To be freed. */
char *verdict_changed(const struct comparison_finding *comparison);
/* "12 of 12 executions of jit warm up until iteration 76 of 100: …", with what follows; NULL where all is
 * at rest. To be freed. */
char *verdict_warm_up(const struct comparison_finding *comparison, int limit);
/* "2 of 50 values of new and 0 of 50 of old lie above 10 times the median, …" where they make the mean's interval more than
 * three times as wide as the typical run's; else NULL. To be freed. */
char *verdict_far(const struct comparison_finding *comparison);
/* "1 execution of a round that only one of them has is left out"; NULL where there is none. To be freed. */
char *verdict_left_out(const struct comparison_finding *comparison);
/* "Others took part of the time …: processor time says +4.6 %" where wall time cannot say; else NULL. To be
 * freed. */
char *verdict_waiting(const struct comparison_finding *comparison);
/* The same of one sample alone: "Other programs took part of the time …: processor time is 13.0 ms". */
char *sample_waiting(const struct sample_finding *sample);
/* "no finite 95 % interval from 2 executions; about 10 would do", of one without ends. To be freed. */
char *verdict_unbounded(const struct comparison_finding *comparison);
/* "no 95 % interval of p90 from 20 values; 29 would do": of a system, and of a comparison that has none. To be
 * freed. */
char *few_values_text(const struct assay_statistic *statistic, double confidence, size_t n,
                      double enough);
char *verdict_few_values(const struct comparison_finding *comparison);

/* "95 %", "99.9 %". */
struct quantity confidence_text(double confidence);

/* "95 % interval": the title of a column. */
struct quantity interval_title(double confidence);

/* It reaches below 0, where no value is: its upper end alone tells. least: of the values. */
bool interval_is_up_to(const struct assay_interval *interval, double least);

/* "paired Fieller", "Fieller (Satterthwaite)"; an unknown method as it stands. */
const char *method_words(const char *method);

/* ": p90" of a quantile; else "". */
struct quantity quantile_words(const struct assay_statistic *statistic);

/* "3 builds × 6 executions × 10 iterations" into text. machines: how many different ones gave the units of the
 * level "machine"; as input_count_machines; of fewer than units it says "7 units of 1 machine". */
void shape_words(const struct assay_series *series, size_t machines, char *text, size_t size);

/* ---- what several metrics say at once, in a sentence ---- */

/* The verdict's name; "more" and "less" where nobody says which of them is better. */
/* "slower"; of a history on which no verdict may rest "more" or "less". */
/* "+4.2 %"; of whole numbers that count exactly "+1 204, +0.31 %". */
struct quantity history_change_words(const struct assay_change *change);
const char *history_word(const struct history_row *series, enum assay_verdict verdict, bool rises);
const char *verdict_word(const struct comparison_finding *comparison);

/* "better", "worse", "trade", "equivalent", "inconclusive" */
const char *joint_name(enum assay_joint joint);

/* "fft, 2 metrics at once: a trade: better in wall (-2.1 %), worse in max_rss (+9.0 %)"; to be freed. NULL:
 * no memory. */
char *joint_sentence(const struct joint_finding *joint);
