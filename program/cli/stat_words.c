/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_words.c -- what the methods of `assay stat` share in answering, as JSON and in words. */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "cli/stat.h"

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

size_t stat_method_of(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return SIZE_MAX;
}

void stat_size(struct stat_answer *answer, size_t n)
{
    answer->n[0] = n;
    answer->n_sizes = 1;
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

void stat_conclude(struct stat_answer *answer, double p, const char *rejected, const char *kept)
{
    double alpha = 1 - answer->confidence;
    if (isnan(p))
        return;
    bool reject = p <= alpha;
    stat_say(answer, "\nAt %.4g %% (p %s %.4g): %s.\n", 100 * alpha, reject ? "<=" : ">", alpha,
             reject ? rejected : kept);
}
