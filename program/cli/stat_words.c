/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_words.c -- what the methods of `assay stat` share in answering, as JSON and in words. */
#include <math.h>
#include <stdarg.h>

#include "cli/stat.h"
#include "view/document/json.h"

struct assay_view stat_view(const struct number_file *file)
{
    return (struct assay_view){file->values, file->n};
}

bool stat_usage(struct stat_answer *answer, const char *format, ...)
{
    va_list arguments;
    answer->error = (struct assay_error){.status = ASSAY_USAGE};
    va_start(arguments, format);
    (void)vsnprintf(answer->error.text, sizeof answer->error.text, format, arguments);
    va_end(arguments);
    return false;
}

void stat_number(struct stat_answer *answer, const char *key, double x)
{
    render_json_set(answer->result, key, render_json_number(x));
}

void stat_estimate(struct stat_answer *answer, const char *key, double estimate, double lower,
                   double upper)
{
    stat_number(answer, key, estimate);
    stat_number(answer, "lower", lower);
    stat_number(answer, "upper", upper);
}

void stat_bool(struct stat_answer *answer, const char *key, bool flag)
{
    render_json_set(answer->result, key, render_json_bool(flag));
}

void stat_count(struct stat_answer *answer, const char *key, size_t n)
{
    render_json_set(answer->result, key, render_json_count(n));
}

void stat_numbers(struct stat_answer *answer, const char *key, const double *x, size_t n)
{
    render_json_set(answer->result, key, render_json_numbers(x, n));
}

void stat_say(struct stat_answer *answer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(answer->words, format, arguments);
    va_end(arguments);
}

enum { LABEL_WIDTH = 24 };

void stat_say_number(struct stat_answer *answer, const char *label, double x)
{
    if (isnan(x))
        stat_say(answer, "  %-*s not defined\n", LABEL_WIDTH, label);
    else
        stat_say(answer, "  %-*s %.7g\n", LABEL_WIDTH, label, x);
}

void stat_say_interval(struct stat_answer *answer, double confidence, double lower, double upper)
{
    char label[LABEL_WIDTH + 1];
    (void)snprintf(label, sizeof label, "%.4g %% interval", 100 * confidence);
    if (isnan(lower) || isnan(upper))
        stat_say(answer, "  %-*s not defined\n", LABEL_WIDTH, label);
    else
        stat_say(answer, "  %-*s %c%.7g, %.7g%c\n", LABEL_WIDTH, label, isinf(lower) ? '(' : '[',
                 lower, upper, isinf(upper) ? ')' : ']');
}

void stat_conclude(struct stat_answer *answer, double p, double confidence, const char *rejected,
                   const char *kept)
{
    double alpha = 1 - confidence;
    if (isnan(p))
        return;
    bool reject = p <= alpha;
    stat_say(answer, "\nAt %.4g %% (p %s %.4g): %s.\n", 100 * alpha, reject ? "<=" : ">", alpha,
             reject ? rejected : kept);
}
