/* SPDX-License-Identifier: GPL-3.0-or-later */
/* printed.c -- lines that tools print for people, of which some people keep nothing else.
 * Source:   printed.txt, which names the tools.
 * Levels:   one flat list; a benchmark has as many values as lines. Windows of a run, of which sysbench
 *           tells with --report-interval and iperf3 always, are iterations.
 * Patterns: ' ' is any white space, {name}, {value} and {unit} are taken, {} is anything up to what
 *           stands behind it, {#} a number. Where a line has no name, it is the line before that has
 *           no value.
 * Edge:     but for windows all values are means, medians or rates that the tool found: counted as
 *           summaries. Digits may stand in groups: 1,234. */

#include "import/importer.h"
#include "text/lines.h"
#include "text/number.h"

static const struct pattern {
    const char *pattern, *metric, *unit; /* NULL: as the line says */
    const char *better;                  /* how the tool keeps more; NULL: nobody knows */
    bool tells;                          /* such a line alone tells the format */
    bool named;                          /* by a line before it, or it says nothing */
    bool window;                         /* of a run: a value like others, and no mean */
} patterns[] = {
#include "printed.inc"
};

enum { LONGEST = 1000 }; /* lines; nobody reads longer ones */

struct match {
    struct word name, unit;
    const char *value; /* its digits, without those that part groups */
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* A number at p, groups of digits and all; where it ends, or NULL. */
static const char *number_end(const char *p, const char *end)
{
    const char *first = p;
    p += p < end && *p == '-';
    while (p < end && ((unsigned)(*p - '0') < 10 || *p == '.' || (*p == ',' && p > first)))
        p++;
    while (p > first && (unsigned)(p[-1] - '0') >= 10) /* a comma may end a clause */
        p--;
    return p > first ? p : NULL;
}

/* One past the end of what {…} at *pattern may take: what stands behind it in the pattern is found
 * there. NULL: it is not. */
static const char *free_end(const char *behind, const char *p, const char *end)
{
    size_t n = strcspn(behind, "{ ");
    if (behind[0] == '\0')
        return end;
    if (behind[0] == ' ') { /* the next blank behind which the rest goes on is found by trying */
        while (p < end && !is_blank(*p))
            p++;
        return p < end ? p : NULL;
    }
    return memmem(p, (size_t)(end - p), behind, n);
}

static bool matches(const char *pattern, const char *p, const char *end, struct pull *json,
                    struct match *match);

/* A name may hold blanks: the shortest with which the rest of the pattern fits. */
static bool match_name(const char *pattern, const char *p, const char *end, struct pull *json,
                       struct match *match)
{
    for (const char *last = p; last <= end; last++) {
        if (last < end && !is_blank(*last) && pattern[0] == ' ')
            continue;
        if (matches(pattern, last, end, json, match)) {
            while (last > p && is_blank(last[-1]))
                last--;
            while (p < last && is_blank(*p))
                p++;
            match->name = (struct word){p, (size_t)(last - p)};
            return true;
        }
    }
    return false;
}

static bool match_value(const char *p, const char *last, struct pull *json, struct match *match)
{
    char digits[64];
    size_t n = 0;
    for (; p < last && n + 1 < sizeof digits; p++)
        if (*p != ',')
            digits[n++] = *p;
    digits[n] = '\0';
    match->value = json != NULL ? pull_copy(json, digits, n) : "";
    return p == last;
}

static bool matches(const char *pattern, const char *p, const char *end, struct pull *json,
                    struct match *match)
{
    for (; *pattern != '\0';) {
        if (*pattern == ' ') {
            if (p < end && !is_blank(*p))
                return false;
            while (p < end && is_blank(*p))
                p++;
            pattern++;
        } else if (*pattern != '{') {
            if (p == end || *p++ != *pattern++)
                return false;
        } else {
            const char *field = pattern + 1, *last;
            pattern = strchr(pattern, '}') + 1;
            if (strncmp(field, "name", 4) == 0)
                return match_name(pattern, p, end, json, match);
            if (*field == 'v' || *field == '#')
                last = number_end(p, end);
            else
                last = free_end(pattern, p, end);
            if (last == NULL || (*field == 'v' && !match_value(p, last, json, match)))
                return false;
            if (*field == 'u')
                match->unit = (struct word){p, (size_t)(last - p)};
            p = last;
        }
    }
    while (p < end && is_blank(*p))
        p++;
    return p == end;
}

static const struct pattern *find_pattern(struct word line, struct pull *json, struct match *match)
{
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        const bool indented = patterns[i].pattern[0] == ' '; /* or not */
        const struct word rest = indented ? word_after(line, 0) : line;
        *match = (struct match){.value = NULL};
        if (matches(patterns[i].pattern + indented, rest.text, rest.text + rest.size, json, match))
            return &patterns[i];
    }
    return NULL;
}

static void add_value(struct importer *importer, const struct pattern *pattern,
                      const struct match *match, struct word name, const char *level)
{
    struct pull *json = &importer->json;
    struct importer_series series = {.lowest = level, .metric = pattern->metric};
    double x;
    if (name.size > 0)
        series.benchmark = word_keep(json, name);
    series.unit = unit_of(pattern->unit != NULL ? pattern->unit : word_keep(json, match->unit));
    if (series.metric == NULL)
        series.metric = strcmp(series.unit.name, "s") == 0 ? "wall" : series.unit.name;
    const char *last = match->value + strlen(match->value);
    if (number_read(match->value, last, series.unit.power, &x) != last)
        return;
    importer_value(importer, x);
    if (!pattern->window)
        importer_summary(importer, 1);
    importer_add(importer, &series, NULL);
    if (pattern->better != NULL)
        importer_note(importer, pattern->better);
}

/* "SET" of "====== SET ======". */
static struct word title_of(struct word line)
{
    while (line.size > 0 && (line.text[0] == '=' || line.text[0] == ' '))
        line = (struct word){line.text + 1, line.size - 1};
    while (line.size > 0 && (line.text[line.size - 1] == '=' || line.text[line.size - 1] == ' '))
        line.size--;
    return line;
}

/* What Haskell's criterion and gauge say before they measure. */
static struct word heading_of(struct word line)
{
    static const char *const beginnings[] = {"benchmarking ", "benchmarked "};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (word_begins(line, beginnings[i]))
            return word_after(line, strlen(beginnings[i]));
    return line;
}

static void read_printed(struct importer *importer)
{
    struct lines lines = lines_of(importer->text);
    struct word name = {"", 0};
    bool titled = false;     /* "====== SET ======" names what follows, and no other line does */
    bool windows = false;    /* were seen: what is said of all of them stands behind */
    bool rehearsing = false; /* Ruby's benchmark runs all once before it measures */
    while (!importer->json.failed && lines_next(&lines)) {
        const struct pull_mark mark = pull_mark(&importer->json);
        struct match match;
        const struct pattern *pattern =
            lines.line.size < LONGEST ? find_pattern(lines.line, &importer->json, &match) : NULL;
        windows |= pattern != NULL && pattern->window;
        if (word_begins(lines.line, "Rehearsal ---"))
            rehearsing = true;
        else if (rehearsing && word_find(lines.line, " total: ") != NULL)
            rehearsing = false;
        else if (pattern != NULL && rehearsing)
            importer_skip(importer, 1, "rehearsals");
        else if (pattern != NULL && pattern->named && name.size == 0)
            importer_skip(importer, 1, "rates without a name");
        else if (pattern != NULL)
            add_value(importer, pattern, &match,
                      match.name.size > 0 || pattern->window ? match.name : name,
                      windows ? "iteration" : "execution");
        else if (word_begins(lines.line, "====== "))
            titled = (name = title_of(lines.line)).size > 0;
        else if (!titled && lines.line.size > 0 && !is_blank(lines.line.text[0]))
            name = word_ends(lines.line, ":") || word_ends(lines.line, "!")
                       ? (struct word){"", 0}
                       : heading_of(lines.line);
        pull_forget(&importer->json, mark);
    }
}

static bool probe(const struct format_text *text)
{
    enum { LOOK = 1000 };
    struct lines lines = lines_of(text);
    while (lines.number < LOOK && lines_next(&lines)) {
        struct match match;
        const struct pattern *pattern =
            lines.line.size < LONGEST ? find_pattern(lines.line, NULL, &match) : NULL;
        if (pattern != NULL && pattern->tells)
            return true;
    }
    return false;
}

const struct format format_printed = {
    .name = "printed",
    .what = "lines that tools print",
    .probe = probe,
    .take = read_printed,
};
