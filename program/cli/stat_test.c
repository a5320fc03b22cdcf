/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_test.c -- `assay stat`: the classical tests of one and two lists of numbers. */
#include <math.h>

#include "cli/stat.h"

/* The alternative that was asked, as a verb for one thing and for several. */
static const char *differs_from(const struct stat_answer *answer)
{
    static const char *const words[] = {[ASSAY_TWO_SIDED] = "differs from",
                                        [ASSAY_GREATER] = "exceeds",
                                        [ASSAY_LESS] = "lies below"};
    return words[answer->options->alternative];
}

static const char *differ_from(const struct stat_answer *answer)
{
    static const char *const words[] = {
        [ASSAY_TWO_SIDED] = "differ from", [ASSAY_GREATER] = "exceed", [ASSAY_LESS] = "lie below"};
    return words[answer->options->alternative];
}

static void say_files(struct stat_answer *answer, const char *test)
{
    const struct number_file *x = &answer->sample[0], *y = &answer->sample[1];
    stat_say(answer, "%s: %s (%zu value%s)", test, x->name, x->n, x->n == 1 ? "" : "s");
    if (answer->n_samples == 2)
        stat_say(answer, " against %s (%zu value%s)", y->name, y->n, y->n == 1 ? "" : "s");
    stat_say(answer, "\n\n");
}

static bool shapiro(struct stat_answer *answer)
{
    struct assay_shapiro test;
    if (assay_shapiro_test(stat_view(&answer->sample[0]), &test, &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("w", test.w), JSON("p", test.p));
    say_files(answer, "Shapiro-Wilk test of normality");
    stat_say_number(answer, "W", test.w);
    stat_say_number(answer, "p", test.p);
    stat_conclude(answer, test.p, "the values are not normal",
                  "nothing speaks against normal values");
    return true;
}

/* ---- t tests ---- */

static bool student_usage(struct stat_answer *answer)
{
    const struct stat_options *options = answer->options;
    if (options->paired && options->equal_variance)
        return stat_usage(answer, "--paired and --equal-variance exclude each other");
    if (answer->n_samples == 1 && (options->paired || options->equal_variance))
        return stat_usage(answer, "--%s needs two files",
                          options->paired ? "paired" : "equal-variance");
    return true;
}

static enum assay_status student_of(const struct stat_answer *answer, const char **name,
                                    struct assay_t_test *test, struct assay_error *error)
{
    const struct stat_options *options = answer->options;
    const struct assay_t_options asked = {(enum assay_alternative)options->alternative, options->mu,
                                          answer->confidence};
    struct assay_view x = stat_view(&answer->sample[0]), y = stat_view(&answer->sample[1]);
    if (answer->n_samples == 1) {
        *name = "Student's t test of one mean";
        return assay_student_one(x, &asked, test, error);
    }
    if (options->paired) {
        *name = "Paired t test";
        return assay_paired_test(x, y, &asked, test, error);
    }
    if (options->equal_variance) {
        *name = "Student's t test, equal variances";
        return assay_student_two(x, y, &asked, test, error);
    }
    *name = "Welch's t test";
    return assay_welch_test(x, y, &asked, test, error);
}

static void say_student(struct stat_answer *answer, const char *name,
                        const struct assay_t_test *test)
{
    bool one = answer->n_samples == 1;
    const char *what = one ? "mean" : "difference of means";
    char rejected[256], kept[300];
    if (!one && answer->options->mu == 0)
        (void)snprintf(rejected, sizeof rejected, "the mean of %.80s %s that of %.80s",
                       answer->sample[0].name, differs_from(answer), answer->sample[1].name);
    else
        (void)snprintf(rejected, sizeof rejected, "the %s %s %.7g", what, differs_from(answer),
                       answer->options->mu);
    (void)snprintf(kept, sizeof kept, "it is not shown that %s", rejected);
    say_files(answer, name);
    stat_say_number(answer, what, test->estimate);
    stat_say_interval(answer, answer->confidence, test->lower, test->upper);
    stat_say_number(answer, "t", test->t);
    stat_say_number(answer, "degrees of freedom", test->df);
    stat_say_number(answer, "p", test->p);
    stat_conclude(answer, test->p, rejected, kept);
}

static bool student(struct stat_answer *answer)
{
    const char *name = NULL;
    struct assay_t_test test;
    if (!student_usage(answer))
        return false;
    if (student_of(answer, &name, &test, &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("t", test.t), JSON("df", test.df), JSON("p", test.p),
             STAT_ESTIMATE("estimate", test.estimate, test.lower, test.upper));

    say_student(answer, name, &test);
    return true;
}

static bool variance(struct stat_answer *answer)
{
    const struct assay_variance_options asked = {
        (enum assay_alternative)answer->options->alternative, 1, answer->confidence};
    struct assay_variance_test test;
    if (assay_variance_compare(stat_view(&answer->sample[0]), stat_view(&answer->sample[1]), &asked,
                               &test, &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("f", test.f), JSON("df1", test.df1), JSON("df2", test.df2),
             JSON("p", test.p), STAT_ESTIMATE("ratio", test.ratio, test.lower, test.upper));
    say_files(answer, "F test of equal variances");
    stat_say_number(answer, "ratio of variances", test.ratio);
    stat_say_interval(answer, answer->confidence, test.lower, test.upper);
    stat_say(answer, "  %-24s %.7g and %.7g\n", "degrees of freedom", test.df1, test.df2);
    stat_say_number(answer, "p", test.p);
    stat_conclude(answer, test.p, "the variances differ as asked",
                  "no difference of the variances is shown");
    return true;
}

/* ---- distributions and ranks ---- */

static bool ks(struct stat_answer *answer)
{
    struct assay_kolmogorov test;
    if (assay_kolmogorov_test(stat_view(&answer->sample[0]), stat_view(&answer->sample[1]),
                              (enum assay_alternative)answer->options->alternative,
                              (enum assay_exact)answer->options->exact, &test,
                              &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("d", test.d), JSON("p", test.p), JSON("exact", test.exact));
    say_files(answer, "Kolmogorov-Smirnov test of equal distributions");
    stat_say_number(answer, "largest distance D", test.d);
    stat_say(answer, "  %-24s %.7g (%s)\n", "p", test.p, test.exact ? "exact" : "asymptotic");
    stat_conclude(answer, test.p, "the distributions differ",
                  "no difference of the distributions is shown");
    return true;
}

static bool wilcoxon(struct stat_answer *answer)
{
    const struct assay_wilcoxon_options asked = {
        (enum assay_alternative)answer->options->alternative,
        (enum assay_exact)answer->options->exact, answer->options->correct == 1,
        answer->confidence};
    struct assay_wilcoxon test;
    if (assay_wilcoxon_test(stat_view(&answer->sample[0]), stat_view(&answer->sample[1]), &asked,
                            &test, &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("w", test.w), JSON("p", test.p), JSON("exact", test.exact),
             JSON("ties", test.ties), STAT_ESTIMATE("shift", test.shift, test.lower, test.upper));
    say_files(answer, "Wilcoxon-Mann-Whitney test");
    stat_say_number(answer, "W", test.w);
    stat_say(answer, "  %-24s %.4g %%\n", "first file larger", 100 * test.superiority);
    stat_say_number(answer, "shift (Hodges-Lehmann)", test.shift);
    stat_say_interval(answer, answer->confidence, test.lower, test.upper);
    stat_say(answer, "  %-24s %.7g (%s%s)\n", "p", test.p,
             test.exact ? "exact" : "normal approximation", test.ties ? ", ties" : "");
    char rejected[96], kept[128];
    (void)snprintf(rejected, sizeof rejected, "values of the first file tend to %s the second's",
                   differ_from(answer));
    (void)snprintf(kept, sizeof kept, "it is not shown that %s", rejected);
    stat_conclude(answer, test.p, rejected, kept);
    return true;
}

static bool brunner_munzel(struct stat_answer *answer)
{
    struct assay_brunner_munzel test;
    if (assay_brunner_munzel_test(stat_view(&answer->sample[0]), stat_view(&answer->sample[1]),
                                  (enum assay_alternative)answer->options->alternative,
                                  answer->confidence, &test, &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("t", test.t), JSON("df", test.df), JSON("p", test.p),
             STAT_ESTIMATE("estimate", test.estimate, test.lower, test.upper));
    say_files(answer, "Brunner-Munzel test");
    stat_say_number(answer, "first file larger", test.estimate);
    stat_say_interval(answer, answer->confidence, test.lower, test.upper);
    stat_say_number(answer, "p", test.p);
    stat_conclude(answer, test.p, "one file's values tend to be larger", "no tendency is shown");
    return true;
}

/* ---- proportion, equivalence ---- */

static bool proportion(struct stat_answer *answer)
{
    const struct stat_options *options = answer->options;
    const char *name = options->method != NULL ? options->method : "wilson";
    static const char *const names[] = {[ASSAY_PROPORTION_WILSON] = "wilson",
                                        [ASSAY_PROPORTION_PROP_TEST] = "prop.test",
                                        [ASSAY_PROPORTION_EXACT] = "exact",
                                        [ASSAY_PROPORTION_WALD] = "wald"};
    const size_t method = stat_method_of(name, names, sizeof names / sizeof names[0]);
    if (method == SIZE_MAX)
        return stat_usage(answer, "--method: \"%s\" is none of wilson, prop.test, exact, wald",
                          name);
    if (options->successes < 0 || options->trials < 1 || options->successes > options->trials)
        return stat_usage(answer,
                          "proportion needs --successes A and --trials B with 0 <= A <= B, B >= 1");
    if (!(options->precision > 0))
        return stat_usage(answer, "--precision must be above 0, is %g", options->precision);
    struct assay_proportion proportion_of;
    if (assay_proportion_interval((uint64_t)options->successes, (uint64_t)options->trials,
                                  (enum assay_proportion_method)method, answer->confidence,
                                  options->precision, &proportion_of, &answer->error) != ASSAY_OK)
        return false;
    stat_size(answer, (size_t)options->trials);
    stat_put(
        answer,
        STAT_ESTIMATE("estimate", proportion_of.estimate, proportion_of.lower, proportion_of.upper),
        JSON("needed", proportion_of.needed));
    stat_say(answer, "%ld of %ld (%s)\n\n", options->successes, options->trials, name);
    stat_say_number(answer, "share", proportion_of.estimate);
    stat_say_interval(answer, answer->confidence, proportion_of.lower, proportion_of.upper);
    if (!isnan(proportion_of.needed))
        stat_say(answer, "\nFor a half-width of %.4g %% %.0f trials are needed.\n",
                 100 * options->precision, proportion_of.needed);
    return true;
}

static bool equivalence(struct stat_answer *answer)
{
    const struct stat_options *options = answer->options;
    if (isnan(options->low) || isnan(options->high) || !(options->low < options->high))
        return stat_usage(answer, "equivalence needs --low L and --high H with L < H");
    if (options->paired && options->equal_variance)
        return stat_usage(answer, "--paired and --equal-variance exclude each other");
    enum assay_equivalence_method method = options->paired           ? ASSAY_EQUIVALENCE_PAIRED
                                           : options->equal_variance ? ASSAY_EQUIVALENCE_STUDENT
                                                                     : ASSAY_EQUIVALENCE_WELCH;
    struct assay_equivalence test;
    if (assay_equivalence_test(stat_view(&answer->sample[0]), stat_view(&answer->sample[1]), method,
                               options->low, options->high, answer->confidence, &test,
                               &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("estimate", test.estimate), JSON("p_lower", test.p_lower),
             JSON("p_upper", test.p_upper), JSON("p", test.p), JSON("equivalent", test.equivalent));
    say_files(answer, "Equivalence by two one-sided t tests");
    stat_say_number(answer, "difference of means", test.estimate);
    stat_say_interval(answer, 2 * answer->confidence - 1, test.lower, test.upper);
    stat_say(answer, "  %-24s %.7g\n", "p, above the low end", test.p_lower);
    stat_say(answer, "  %-24s %.7g\n", "p, below the high end", test.p_upper);
    stat_say(answer, "\nAt %.4g %%: %s [%.7g, %.7g].\n", 100 * (1 - answer->confidence),
             test.equivalent ? "equivalent, the difference of means lies inside"
                             : "not shown to be equivalent, the difference may lie outside",
             options->low, options->high);
    return true;
}

const struct stat_method stat_test_methods[] = {
    {"shapiro", "are the values normal? (Shapiro-Wilk)", 1, 1, "", shapiro},
    {"student", "do means differ? (Student, Welch)", 1, 2, " equal-variance paired alternative mu ",
     student},
    {"variance", "do variances differ? (F test)", 2, 2, " alternative ", variance},
    {"ks", "do distributions differ? (Kolmogorov-Smirnov)", 2, 2, " exact alternative ", ks},
    {"wilcoxon", "are values of one file larger? (Wilcoxon-Mann-Whitney)", 2, 2,
     " exact correct alternative ", wilcoxon},
    {"brunner-munzel", "the same without assuming equal shapes", 2, 2, " alternative ",
     brunner_munzel},
    {"proportion", "how sure is a share?", 0, 0, " successes trials method precision ", proportion},
    {"equivalence", "are two means equal but for a margin?", 2, 2,
     " low high equal-variance paired ", equivalence},
    {NULL, NULL, 0, 0, NULL, NULL},
};
