/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_options.c -- what `assay plan` is asked: lists of numbers, checked. */
#include "cli/plan_options.h"

#include <assay/finding.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design/value.h"
#include "view/text/view_memory.h"

static bool mistake(const char *option, const char *text, const char *allowed)
{
    return terminal_complain("assay: --%s: \"%s\" is not %s", option, text, allowed);
}

typedef bool (*reader)(const char *text, double *value);

/* Of a list "a,b,c": who reads one, and what it may be. */
struct list {
    const char *option, *allowed;
    reader read; /* NULL: a deviation from this mean */
    double mean;
};

static bool read_above_0(reader read, const char *text, double *value)
{
    double number;
    if (!read(text, &number) || !(number > 0))
        return false;
    *value = number;
    return true;
}

static bool read_precision(const char *text, double *value)
{
    return read_above_0(value_read_share, text, value);
}

static bool read_budget(const char *text, double *value)
{
    return read_above_0(value_read_duration, text, value);
}

/* A signed number, a share of the mean in per cent, or a duration. */
static bool read_deviation(const char *text, double mean, double *value)
{
    char number[64];
    size_t length = strlen(text);
    bool percent = length > 1 && length < sizeof number && text[length - 1] == '%';
    if (percent) {
        memcpy(number, text, length - 1);
        number[length - 1] = '\0';
        return value_read_number(number, value) && (*value *= mean / 100, true);
    }
    return value_read_number(text, value) || value_read_duration(text, value);
}

/* Components that are all shares of the mean (14%,3%) need none. */
static bool all_percent(const char *components)
{
    if (components == NULL)
        return false;
    for (const char *word = components;; word++) {
        const size_t length = strcspn(word, ",");
        if (length == 0 || word[length - 1] != '%')
            return false;
        word += length;
        if (*word == '\0')
            return true;
    }
}

/* Also of what is no time: a number in the unit of the components. */
static bool read_mean(const struct plan_options *options, struct plan_request *request)
{
    const char *text = options->mean;
    if (text == NULL && all_percent(options->components)) {
        request->relative = true;
        request->mean = 1;
    }
    return text == NULL || read_above_0(value_read_duration, text, &request->mean) ||
           mistake("mean", text, "a mean above 0 (a number such as 100, or a time such as 250ms)");
}

/* A standard deviation becomes a variance that keeps its sign. */
static bool read_component(const char *text, double mean, double *value)
{
    double deviation;
    if (!read_deviation(text, mean, &deviation))
        return false;
    *value = deviation * fabs(deviation);
    return true;
}

static bool read_list(const struct list *list, const char *text, struct plan_numbers *out)
{
    char *copy = strdup(text), *rest = copy;
    out->items = calloc(strlen(text) + 1, sizeof *out->items);
    bool good = copy != NULL && out->items != NULL;
    if (!good)
        view_lose();
    for (char *word; good && (word = strsep(&rest, ",")) != NULL;) {
        double *value = &out->items[out->n];
        word += strspn(word, " ");
        good =
            list->read != NULL ? list->read(word, value) : read_component(word, list->mean, value);
        good = good || mistake(list->option, word, list->allowed);
        out->n += good;
    }
    free(copy);
    return good;
}

static bool complain(const char *sentence)
{
    return terminal_complain("assay: %s", sentence);
}

static bool check_given(const struct plan_options *options, const struct plan_request *request)
{
    const bool given = request->t2.n > 0;
    if (options->extrapolate < 1)
        return complain("--extrapolate must be 1 or more: times what the pilot had");
    if (given && !isnan(options->extrapolate))
        return complain("--extrapolate belongs to a pilot: given numbers have no bound");
    if (options->components != NULL && options->variances != NULL)
        return complain("--level-sds and --variances say the same: give one of them");
    if (!given && !isnan(request->mean))
        return complain("--mean belongs to --level-sds; a pilot has its own");
    if (!given)
        return true;
    if (!(request->mean > 0))
        return complain(
            "--level-sds need --mean M, above 0: precisions are shares of it (or give all in per "
            "cent of it)");
    if (options->costs == NULL)
        return complain("--level-sds need --costs, one for each level");
    if (options->write != NULL)
        return complain("--write needs a pilot: components have no manifest");
    if (request->t2.n != request->costs.n)
        return terminal_complain(
            "assay: there are %zu components and %zu costs; give one of each a level",
            request->t2.n, request->costs.n);
    if (request->t2.n > ASSAY_MAX_LEVELS)
        return terminal_complain("assay: %d levels are the most, there are %zu components",
                                 ASSAY_MAX_LEVELS, request->t2.n);
    return true;
}

static bool read_statistic(const struct plan_options *options, struct plan_request *request)
{
    struct assay_question question = {.basis = ASSAY_BASIS_BOTH};
    const char *text = options->input.statistic;
    if (text != NULL && assay_question_parse(text, &question, NULL) != ASSAY_OK)
        return mistake("statistic", text, "both, typical, mean, median or a quantile such as p90");
    request->question = question;
    return true;
}

/* What the texts say; false: said on stderr. */
static bool read_texts(const struct plan_options *options, struct plan_request *request)
{
    if (!read_mean(options, request))
        return false;
    const struct {
        const char *text;
        struct plan_numbers *out;
        struct list list;
    } lists[] = {
        {options->precision,
         &request->precisions,
         {"precision", "a half-width above 0 such as 1% or 0.01", read_precision, 0}},
        {options->budget,
         &request->budgets,
         {"budget", "a time above 0 such as 90s, 30m or 6h", read_budget, 0}},
        {options->costs,
         &request->costs,
         {"costs", "a cost such as 0.35, 20ms or 5m", value_read_duration, 0}},
        {options->variances, &request->t2, {"variances", "a number", value_read_number, 0}},
        {options->variances == NULL ? options->components : NULL,
         &request->t2,
         {"components", "a number, or a share of the mean such as 14%", NULL, request->mean}},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists && good; i++)
        if (lists[i].text != NULL)
            good = read_list(&lists[i].list, lists[i].text, lists[i].out);
    return good;
}

enum exit_code plan_options_request(const struct plan_options *options,
                                    const struct global_options *global,
                                    struct plan_request *request)
{
    *request = (struct plan_request)PLAN_REQUEST_DEFAULTS;
    request->method = (enum plan_method)options->method;
    request->confidence = global->confidence;
    request->extrapolation = options->extrapolate;
    request->margin = options->margin;
    request->change = options->change;
    if (global->seed.given)
        request->seed = global->seed.value;
    if (read_texts(options, request) && read_statistic(options, request) &&
        check_given(options, request))
        return EXIT_DONE;
    return view_lost() ? EXIT_SYSTEM : EXIT_USAGE;
}

void plan_request_fini(struct plan_request *request)
{
    free(request->precisions.items);
    free(request->budgets.items);
    free(request->t2.items);
    free(request->costs.items);
}
