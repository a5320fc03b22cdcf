/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jmh_table.c -- "Benchmark (size) Mode Cnt Score Error Units" and the rows below it.
 * Source:   openjdk/jmh TextResultFormat.java.
 * Levels:   iteration; a score is the mean of all forks and iterations: counted as a summary.
 * Names:    as in jmh.c; what stands behind a colon is a metric of its own. Threads are not told.
 * Edge:     scores printed too coarsely ("10^-3") or not at all are counted; a row whose parameters
 *           hold blanks, or of more words than fit, is left out and counted. */

#include "import/jmh_table.h"
#include "text/lines.h"
#include "text/number.h"

enum { MOST_WORDS = 256 };

struct head {
    struct word parameters[MOST_WORDS]; /* without parentheses */
    size_t n;
    size_t columns; /* behind the mode */
    bool error;     /* the last but one of them */
};

static size_t split(struct word line, struct word words[MOST_WORDS])
{
    size_t n = 0;
    while (n < MOST_WORDS && word_take(&line, &words[n]))
        n++;
    return n;
}

static bool is_head(struct word line, struct head *head)
{
    struct word words[MOST_WORDS];
    const size_t n = split(line, words);
    head->n = 0;
    if (n < 4 || !word_is(words[0], "Benchmark") || !word_is(words[n - 1], "Units"))
        return false;
    size_t i = 1;
    for (; i < n && words[i].size > 2 && words[i].text[0] == '('; i++)
        head->parameters[head->n++] = (struct word){words[i].text + 1, words[i].size - 2};
    if (i == n || !word_is(words[i], "Mode"))
        return false;
    head->error = word_ends(words[n - 2], "rror");
    head->columns = n - i - 1 - (head->error && !word_is(words[n - 2], "Error"));
    return true;
}

static bool is_mode(struct word word)
{
    return word_is(word, "thrpt") || word_is(word, "avgt") || word_is(word, "sample") ||
           word_is(word, "ss");
}

/* "name (size=10, sample)" */
static const char *name_row(struct pull *json, const struct head *head, const struct word *words,
                            int name_size)
{
    const struct word mode = words[head->n + 1];
    const char *details = "";
    for (size_t i = 0; i < head->n; i++)
        if (!word_is(words[i + 1], "N/A"))
            details = pull_join(json, details, word_keep(json, head->parameters[i]),
                                word_keep(json, words[i + 1]));
    if (word_is(mode, "sample") || word_is(mode, "ss"))
        details = pull_print(json, "%s%s%.*s", details, details[0] != '\0' ? ", " : "",
                             (int)mode.size, mode.text);
    return pull_print(json, details[0] != '\0' ? "%.*s (%s)" : "%.*s%s", name_size, words[0].text,
                      details);
}

/* The score. Behind it stand the error, with a "±" before it since 1.2, whose bytes may be of any code page,
 * and the unit; a score that is not exact has a sign itself, and no error. */
static bool take_score(const struct head *head, const struct word *words, size_t n, int power,
                       double *x)
{
    const size_t mode = head->n + 1, behind = n - mode - 1;
    const bool complete = head->error && behind == head->columns;
    const bool sign = head->error && behind == head->columns + 1;
    const size_t at = n - (sign ? 4 : complete ? 3 : 2);
    const struct word score = words[at];
    return at > mode && number_read_local(score.text, score.text + score.size, power, x) != NULL &&
           !word_is(words[at - 1], "\u2248");
}

static void read_row(struct importer *importer, const struct head *head, struct word line)
{
    struct pull *json = &importer->json;
    struct word words[MOST_WORDS];
    const size_t n = split(line, words), mode = head->n + 1;
    if (n == MOST_WORDS || n < mode + 3 || !is_mode(words[mode])) {
        size_t i = 0;
        while (i < n && !is_mode(words[i]))
            i++;
        importer_skip(importer, i < n, "rows that cannot be told apart"); /* else it is none */
        return;
    }
    const char *unit = word_keep(json, words[n - 1]);
    const char *colon = memchr(words[0].text, ':', words[0].size);
    const int size = colon != NULL ? (int)(colon - words[0].text) : (int)words[0].size;
    struct importer_series series = {.benchmark = name_row(json, head, words, size),
                                     .unit = unit_per_operation(unit),
                                     .lowest = "iteration"};
    if (colon != NULL) {
        series.metric = pull_copy(json, colon + 1, words[0].size - (size_t)size - 1);
        series.unit.more_is_better &= strncmp(unit, "ops/", 4) == 0;
    } else {
        series.metric = strcmp(series.unit.name, "s") == 0 ? "wall" : "throughput";
    }
    double x;
    if (!take_score(head, words, n, series.unit.power, &x)) {
        importer_skip(importer, 1, "scores that are not exact");
        return;
    }
    importer_value(importer, x);
    importer_summary(importer, 1);
    importer_add(importer, &series, NULL);
}

bool jmh_table_probe(const struct format_text *text)
{
    enum { LOOK = 64 };
    struct lines lines = lines_of(text);
    struct head head;
    while (lines.number < LOOK && lines_next(&lines))
        if (is_head(lines.line, &head))
            return true;
    return false;
}

void jmh_table_read(struct importer *importer, const struct format_text *text)
{
    struct lines lines = lines_of(text);
    struct head head = {.n = 0}, next;
    bool inside = false;
    while (!importer->json.failed && lines_next(&lines)) {
        const struct pull_mark mark = pull_mark(&importer->json);
        if (is_head(lines.line, &next)) {
            head = next;
            inside = true;
        } else if (inside && lines.line.size > 0) {
            read_row(importer, &head, lines.line);
        }
        pull_forget(&importer->json, mark);
    }
}
