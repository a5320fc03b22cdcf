/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_files.c -- results, report and warnings as the Speedup-Test software writes them.
 * Source: Touati, Worms & Briais 2010, sections 6.2.5 and 6.3.2. Speedups and gains are rounded to
 *         three decimals, trailing zeros dropped, as R's write.csv(round(x, 3)) does. */
#include "view/document/documents.h"
#include "view/face/speedup_words.h"

#include <math.h>
#include <string.h>

static const char *const time_names[ASSAY_SPEEDUP_TIMES] = {"min", "mean", "median"};

/* ---- numbers as R prints them ---- */

struct text {
    char bytes[40];
};

static struct text number_text(double x, int digits)
{
    struct text text = {"NA"};
    if (isinf(x))
        strcpy(text.bytes, x > 0 ? "Inf" : "-Inf");
    else if (!isnan(x))
        (void)snprintf(text.bytes, sizeof text.bytes, "%.*g", digits, x);
    return text;
}

/* Three decimals without trailing zeros. Large numbers have no decimals that a double keeps. */
static struct text rounded(double x)
{
    struct text text;
    if (!(fabs(x) < 1e9))
        return number_text(x, 15);
    (void)snprintf(text.bytes, sizeof text.bytes, "%.3f", x);
    char *last = text.bytes + strlen(text.bytes) - 1;
    while (*last == '0')
        *last-- = '\0';
    if (*last == '.')
        *last = '\0';
    return strcmp(text.bytes, "-0") == 0 ? (struct text){"0"} : text;
}

/* ---- results ---- */

static void quoted(FILE *stream, const char *name)
{
    fputc('"', stream);
    for (; *name != '\0'; name++) {
        if (*name == '"')
            fputc('"', stream);
        fputc(*name, stream);
    }
    fputc('"', stream);
}

static void write_decision(FILE *stream, const struct assay_speedup_decision *decision)
{
    static const char *const answers[] = {
        [ASSAY_SPEEDUP_NO] = "FALSE", [ASSAY_SPEEDUP_YES] = "TRUE", [ASSAY_SPEEDUP_REFUSED] = "NA"};
    fprintf(stream, ",%s,%s", answers[decision->answer],
            number_text(decision->confidence, 15).bytes);
}

static void write_row(FILE *stream, const struct speedup_row *row)
{
    const struct assay_speedup_result *result = row->result;
    quoted(stream, row->name);
    if (result == NULL) {
        fputs(",NA,NA,NA,NA,NA,NA,NA,NA,NA,NA\n", stream);
        return;
    }
    fprintf(stream, ",%s", rounded(result->speedup[ASSAY_SPEEDUP_MIN]).bytes);
    fprintf(stream, ",%s", rounded(result->speedup[ASSAY_SPEEDUP_MEAN]).bytes);
    write_decision(stream, &result->mean);
    fprintf(stream, ",%s", rounded(result->speedup[ASSAY_SPEEDUP_MEDIAN]).bytes);
    write_decision(stream, &result->median);
    for (size_t t = 0; t < ASSAY_SPEEDUP_TIMES; t++)
        fprintf(stream, ",%s", number_text(result->weight[t], 15).bytes);
    fputc('\n', stream);
}

void speedup_write_out(FILE *stream, const struct speedup_finding *finding)
{
    fputs("\"Name\",\"SpeedupMin\",\"SpeedupMean\",\"IsMeanSignificant\",\"MeanConfLevel\","
          "\"SpeedupMedian\",\"IsMedianSignificant\",\"MedianConfLevel\",\"CoefMin\",\"CoefMean\","
          "\"CoefMedian\"\n",
          stream);
    for (size_t i = 0; i < finding->n; i++)
        write_row(stream, &finding->rows[i]);
}

/* ---- report ---- */

static void write_share(FILE *stream, const struct assay_speedup_share *share, const char *time,
                        double precision)
{
    const struct assay_proportion *p = &share->proportion;
    fprintf(stream,
            "\nThe observed proportion of accelerated benchmarks (speedup of the %s) a/b = "
            "%zu/%zu = %s\n",
            time, share->accelerated, share->benchmarks, rounded(p->estimate).bytes);
    fprintf(stream, "The confidence level for computing proportion confidence interval is %s.\n",
            number_text(p->confidence, 15).bytes);
    fprintf(stream, "Proportion confidence interval (speedup of the %s) = [%s; %s]\n", time,
            rounded(p->lower).bytes, rounded(p->upper).bytes);
    if (!p->valid)
        fprintf(stream, "Warning: %s\n", speedup_remark_words[SPEEDUP_PROPORTION_SMALL].text);
    if (!isnan(p->needed))
        fprintf(stream,
                "The minimal needed number of randomly selected benchmarks is %.0f (in order to "
                "have a precision r=%s).\n",
                p->needed, number_text(precision, 15).bytes);
    fprintf(stream, "Remark: %s\n", speedup_remark_words[SPEEDUP_PROPORTION_CHOSEN].text);
}

void speedup_write_report(FILE *stream, const struct speedup_finding *finding)
{
    fprintf(stream, "Analysis report of %s\n", finding->title);
    for (size_t t = 0; t < ASSAY_SPEEDUP_TIMES; t++)
        fprintf(stream,
                "\nOverall gain (ExecutionTime=%s) = %s\n"
                "Overall speedup (ExecutionTime=%s) = %s\n",
                time_names[t], rounded(finding->suite.overall[t].gain).bytes, time_names[t],
                rounded(finding->suite.overall[t].speedup).bytes);
    write_share(stream, &finding->suite.mean, "mean", finding->options.precision);
    write_share(stream, &finding->suite.median, "median", finding->options.precision);
}

/* ---- warnings ---- */

static size_t write_unreadable(FILE *stream, const struct speedup_row *row)
{
    size_t n = 0;
    for (size_t k = 0; k < 2; k++)
        if (row->unreadable[k] != NULL && ++n > 0)
            fprintf(stream, "File '%s' is not readable\n", row->unreadable[k]);
    fprintf(stream, "%s\n", speedup_unavailable);
    return n + 1;
}

static size_t write_doubts(FILE *stream, unsigned doubts)
{
    size_t n = 0;
    for (unsigned bit = 0; bit < ASSAY_SPEEDUP_DOUBTS; bit++)
        if ((doubts & ASSAY_SPEEDUP_DOUBT(bit)) != 0 && ++n > 0)
            fprintf(stream, "%s\n", speedup_doubt_words[bit].text);
    return n;
}

void speedup_write_warning(FILE *stream, const struct speedup_finding *finding)
{
    fprintf(stream, "Warnings regarding analysis of %s\n", finding->title);
    for (size_t i = 0; i < finding->n; i++) {
        const struct speedup_row *row = &finding->rows[i];
        const unsigned doubts = row->result != NULL ? speedup_row_doubts(row) : 0;
        if (row->result != NULL && doubts == 0)
            continue;
        fprintf(stream, "\n%s :\n\n", row->name);
        const size_t n =
            row->result != NULL ? write_doubts(stream, doubts) : write_unreadable(stream, row);
        fprintf(stream, "\n%zu warning(s).\n", n);
    }
}
