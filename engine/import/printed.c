/* SPDX-License-Identifier: GPL-3.0-or-later */
/* printed.c -- lines that tools print for people, of which some people keep nothing else.
 * Source:   printed.txt, which names the tools.
 * Levels:   one flat list; a benchmark has as many values as lines. Windows of a run, of which sysbench
 *           tells with --report-interval and iperf3 always, are iterations.
 * Patterns: ' ' is any white space, none behind a comma, bracket or dash; {name}, {value}, {unit} and {time}, a unit of
 *           time, are taken, {} is
 *           anything up to what stands behind it, {#} a number, {<} and {>} those where a window begins and ends.
 *           {took} is a value with its unit of time, or several of them as Go writes: 1m2.5s.
 * Requests: what a load generator says of them on several lines is one value of "requests" and one of "errors",
 *           as soon as another run begins; answers of other status than 2xx and 3xx are errors. Requests that
 *           oha gave up because its time was over are none.
 * Names:    where a line has none, that of a line before that says it (the address, the script, the
 *           number of clients), else the line before that has no value. A heading ("### Node 9 ###", "# Node",
 *           "--- Node") stands before the names behind it.
 * Edge:     but for windows all values are means, medians or rates that the tool found: counted as
 *           summaries. Digits may stand in groups: 1,234. A window over all those before it (iperf without
 *           "sender") is their sum, and left out. */

#include <ctype.h>
#include <stdlib.h>

#include "import/address.h"
#include "import/declaration.h"
#include "import/importer.h"
#include "text/direction.h"
#include "text/lines.h"
#include "text/number.h"

struct pattern {
    const char *pattern, *metric, *unit; /* NULL: as the line says */
    const char *better;                  /* how the tool keeps more; NULL: nobody knows */
    bool tells;                          /* such a line alone tells the format */
    bool named;                          /* by a line before it, or it says nothing */
    bool window;                         /* of a run: a value like others, and no mean */
    bool
        names; /* no value, but the name of those behind it: {name}, else that at hand, else the metric */
    bool adds; /* the same: {name} behind the name at hand, between the metric and the unit */
    bool ends; /* the run, and what the name stands for */
    bool tail; /* the metric stands behind all names from here on */
    bool more; /* the next pattern may fit the same line */
    /* Of load generators. */
    bool address;  /* the name is one, and its port no part of it */
    bool begins;   /* a run, under the name at hand */
    bool requests; /* so many were made */
    bool counted;  /* so many more, of the status {<} */
    bool failed;   /* so many of them failed */
    bool fails;    /* what follows is a list of failures, of which each is one of these */
    bool failure;
    bool codes; /* {name} is a list of CODE:NUMBER */
    bool mutes; /* percentiles up to the next run are not what users saw */
    /* Of those that a declaration has. */
    bool single; /* a value, and no mean */
    enum better direction;
    const char *system;
};

static const struct pattern printed[] = {
#include "printed.inc"
};

static const struct loop_words {
    const char *words, *opens, *or_opens, *by_script_opens;
} loops[] = {
#include "loops.inc"
};

/* Those to look for. */
struct patterns {
    const struct pattern *items;
    size_t n;
    const char *lowest; /* what values repeat; NULL: windows iterations, others executions */
    bool *used;         /* of each: a line was like it; NULL: nobody asks */
};

enum { LONGEST = 1000 }; /* lines; nobody reads longer ones */

struct match {
    struct word name, unit;
    const char *value; /* its digits, without those that part groups */
    double from, to;   /* of a window */
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

/* wrk shows long times in minutes and hours. */
static double seconds_in(struct word unit)
{
    return word_is(unit, "m") ? 60 : word_is(unit, "h") ? 3600 : 1;
}

static bool is_time(struct word unit)
{
    static const char *const names[] = {"ns", "us", "\u00b5s", "\u03bcs", "ms", "s",
                                        "sec", "secs", "m", "h", NULL};
    return word_among(unit, names);
}

/* One of "1m", "2.5s"; where it ends, or NULL. */
static const char *take_span(const char *p, const char *end, double *seconds, struct word *unit)
{
    double x;
    const char *last = number_read(p, end, 0, &x), *behind = last;
    if (last == NULL)
        return NULL;
    while (behind < end && !is_blank(*behind) && *behind != ',' && (unsigned)(*behind - '0') >= 10)
        behind++;
    *unit = (struct word){last, (size_t)(behind - last)};
    if (!is_time(*unit))
        return NULL;
    const int power = unit_of(word_is(*unit, "ns")   ? "ns"
                              : word_is(*unit, "ms") ? "ms"
                              : unit->text[0] == 's' || seconds_in(*unit) > 1 ? "s"
                                                                              : "us")
                          .power;
    (void)number_read(p, last, power, &x);
    *seconds += x * seconds_in(*unit);
    return behind;
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
            match->name = word_trimmed((struct word){p, (size_t)(last - p)}, " \t");
            return true;
        }
    }
    return false;
}

static bool match_value(const char *p, const char *last, struct pull *json, struct match *match);

/* "1m2.5s" in seconds; of a single one the digits as they stand, in its unit. Where it ends, or NULL. */
static const char *match_took(const char *p, const char *end, struct pull *json, struct match *match)
{
    double seconds = 0;
    const char *first = take_span(p, end, &seconds, &match->unit), *last = first;
    if (first == NULL)
        return NULL;
    if (first == end || is_blank(*first) || *first == ',')
        return match_value(p, match->unit.text, json, match) ? first : NULL;
    while (last != NULL && last < end && !is_blank(*last) && *last != ',')
        last = take_span(last, end, &seconds, &match->unit);
    match->unit = word_of("s");
    match->value = json != NULL ? pull_print(json, "%.17g", seconds) : "";
    return last;
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
            if (p < end && !is_blank(*p) && strchr(",(-", pattern[-1]) == NULL)
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
            if (strncmp(field, "took", 4) == 0) {
                if ((p = match_took(p, end, json, match)) == NULL)
                    return false;
                continue;
            }
            if (strchr("v#<>", *field) != NULL)
                last = number_end(p, end);
            else
                last = free_end(pattern, p, end);
            if (last == NULL || (*field == 'v' && !match_value(p, last, json, match)))
                return false;
            if (*field == 'u' || *field == 't')
                match->unit = word_trimmed((struct word){p, (size_t)(last - p)}, " \t");
            if (*field == 't' && !is_time(match->unit))
                return false;
            if (*field == '<' || *field == '>')
                (void)number_read(p, last, 0, *field == '<' ? &match->from : &match->to);
            p = last;
        }
    }
    while (p < end && is_blank(*p))
        p++;
    return p == end;
}

static bool fits(const struct pattern *pattern, struct word line, struct pull *json,
                 struct match *match)
{
    const bool indented = pattern->pattern[0] == ' '; /* or not */
    const struct word rest = indented ? word_after(line, 0) : line;
    *match = (struct match){.value = NULL};
    return matches(pattern->pattern + indented, rest.text, rest.text + rest.size, json, match);
}

static const struct pattern *find_pattern(const struct patterns *patterns, struct word line,
                                          struct pull *json, struct match *match)
{
    for (size_t i = 0; i < patterns->n; i++)
        if (fits(&patterns->items[i], line, json, match))
            return &patterns->items[i];
    return NULL;
}

/* Where the reading is. */
struct place {
    struct importer *importer;
    struct patterns patterns;
    struct word scope, name;
    bool titled;     /* a line said the name, and no other line does */
    bool windows;    /* were seen: what is said of all of them stands behind */
    bool rehearsing; /* Ruby's benchmark runs all once before it measures */
    double latest;   /* where the last window of this run began */
    bool one_port;   /* which then is no part of a name */
    bool waits;      /* the load waits for answers before it asks again */
    bool failing;    /* a list of failures goes on */
    bool muted;      /* percentiles are not taken */
    struct requests {
        bool known;
        double n, failed;
    } requests; /* of the run at hand */
    const char *tail;
    char made[2 * LONGEST];
};

static struct unit take_unit(struct pull *json, const struct pattern *pattern, struct word word)
{
    if (pattern->unit != NULL)
        return unit_of(pattern->unit);
    return unit_of(seconds_in(word) > 1 ? "s" : word_keep(json, word));
}

/* iperf says at the end, without a word, what all windows came to. */
static bool is_sum(struct place *place, const struct match *match)
{
    const bool sum = match->from == 0 && place->latest > 0 && match->to > place->latest;
    place->latest = sum ? place->latest : match->from;
    return sum;
}

static struct importer_series series_named(struct place *place, struct word name)
{
    const char *lowest = place->patterns.lowest;
    if (lowest == NULL)
        lowest = place->windows ? "iteration" : "execution";
    struct importer_series series = {.lowest = lowest};
    name = name.size > 0 ? name : place->name;
    if (name.size + place->scope.size > 0)
        series.benchmark =
            pull_print(&place->importer->json, "%.*s%s%.*s%s", (int)place->scope.size,
                       place->scope.text, name.size > 0 && place->scope.size > 0 ? "/" : "",
                       (int)name.size, name.text, place->tail);
    return series;
}

static void add_count(struct place *place, const char *metric, double n, bool more_is_better)
{
    struct importer_series series = series_named(place, (struct word){"", 0});
    series.metric = metric;
    series.unit = unit_of("1");
    unit_direct(&series.unit, more_is_better, ASSAY_TOLD_BY_FORMAT);
    importer_value(place->importer, n);
    importer_summary(place->importer, 1);
    importer_add(place->importer, &series, NULL);
}

/* What was said of the requests of the run at hand, which is over. */
static void end_run(struct place *place)
{
    const struct requests *requests = &place->requests;
    if (requests->known) {
        add_count(place, "requests", requests->n, true);
        if (requests->failed > 0)
            add_count(place, "errors", requests->failed, false);
    }
    place->requests = (struct requests){0};
    place->failing = place->muted = false;
}

/* "200:1454 403:1186 0:6": answers, and requests that got none. */
static void count_codes(struct requests *requests, struct word codes)
{
    struct word one;
    while (word_take(&codes, &one)) {
        const char *end = one.text + one.size, *colon = memchr(one.text, ':', one.size);
        double code, n;
        if (colon != NULL && number_read(one.text, colon, 0, &code) == colon &&
            number_read(colon + 1, end, 0, &n) == end)
            requests->failed += code < 200 || code >= 400 ? n : 0;
    }
}

static void take_requests(struct place *place, const struct pattern *pattern,
                          const struct match *match)
{
    struct requests *requests = &place->requests;
    double n = 0;
    if (match->value != NULL)
        (void)number_read(match->value, match->value + strlen(match->value), 0, &n);
    if (pattern->requests && requests->known)
        end_run(place);
    if (pattern->requests || pattern->counted || pattern->failure) {
        requests->known = true;
        requests->n += n;
    }
    if (pattern->failed || pattern->failure ||
        (pattern->counted && (match->from < 200 || match->from >= 400)))
        requests->failed += n;
    if (pattern->codes)
        count_codes(requests, match->name);
}

static bool tells_requests(const struct pattern *pattern)
{
    return pattern->requests || pattern->counted || pattern->failed || pattern->failure ||
           pattern->codes;
}

static void add_value(struct place *place, const struct pattern *pattern, const struct match *match)
{
    struct importer *importer = place->importer;
    struct pull *json = &importer->json;
    struct importer_series series = series_named(place, match->name);
    series.metric = pattern->metric;
    series.system = pattern->system;
    double x;
    series.unit = take_unit(json, pattern, match->unit);
    if (pattern->direction != BETTER_UNSAID)
        unit_direct(&series.unit, pattern->direction == BETTER_MORE, ASSAY_TOLD_BY_USER);
    if (series.metric == NULL)
        series.metric = strcmp(series.unit.name, "s") == 0 ? "wall" : series.unit.name;
    const char *last = match->value + strlen(match->value);
    if (number_read(match->value, last, series.unit.power, &x) != last)
        return;
    importer_value(importer, x * seconds_in(match->unit));
    if (!pattern->window && !pattern->single)
        importer_summary(importer, 1);
    if (place->waits && strcmp(series.unit.name, "s") == 0)
        importer_warn(importer, &series, ASSAY_WARN_CLOSED_LOOP);
    importer_add(importer, &series, NULL);
    if (pattern->better != NULL)
        importer_note(importer, pattern->better);
}

static void take_name(struct place *place, const struct pattern *pattern, struct word name)
{
    const size_t n = place->name.size;
    if (pattern->address && pattern->adds && place->one_port)
        return;
    if (!pattern->adds)
        end_run(place);
    if (pattern->address && place->one_port && name.size < LONGEST) {
        name = address_without_port(&place->importer->json, name);
        memcpy(place->made, name.text, name.size);
        name.text = place->made;
    }
    if (pattern->adds && n < LONGEST) {
        if (n > 0)
            memmove(place->made, place->name.text, n);
        (void)snprintf(place->made + n, sizeof place->made - n, "%s%.*s%s",
                       pattern->metric + (n == 0 && is_blank(pattern->metric[0])), (int)name.size,
                       name.text, pattern->unit != NULL ? pattern->unit : "");
        place->name = (struct word){place->made, strlen(place->made)};
    } else if (name.size > 0 || pattern->ends) {
        place->name = name;
    } else if (place->name.size == 0 && pattern->metric != NULL) {
        place->name = (struct word){pattern->metric, strlen(pattern->metric)};
    }
    place->titled = !pattern->ends;
}

static void take_match(struct place *place, const struct pattern *pattern,
                       const struct match *match)
{
    place->windows |= pattern->window;
    place->muted |= pattern->mutes;
    place->failing |= pattern->fails;
    if (pattern->begins)
        end_run(place);
    if ((pattern->begins || pattern->fails) && !place->titled)
        place->name = (struct word){"", 0};
    if (pattern->names || pattern->adds || pattern->ends)
        take_name(place, pattern, match->name);
    if (tells_requests(pattern))
        take_requests(place, pattern, match);
    else if (pattern->tail)
        place->tail = pattern->metric != NULL ? pattern->metric : "";
    else if (match->value != NULL && place->muted && pattern->metric != NULL &&
             pattern->metric[0] == 'p')
        importer_skip(place->importer, 1, "latencies counted from when it was sent");
    else if (match->value != NULL && place->rehearsing)
        importer_skip(place->importer, 1, "rehearsals");
    else if (pattern->named && place->name.size == 0)
        importer_skip(place->importer, 1, "rates without a name");
    else if (pattern->window && is_sum(place, match))
        importer_skip(place->importer, 1, "sums of windows");
    else if (match->value != NULL)
        add_value(place, pattern, match);
}

/* "### Node 9 ###", "# Node", "--- Node" */
static bool is_heading(struct word line)
{
    const struct word title = word_trimmed(line, "#=- ");
    const char *words = title.text;
    return title.size > 0 && words > line.text && is_blank(words[-1]) &&
           (line.text[0] == '#' || word_begins(line, "--") || word_begins(line, "=="));
}

/* "Max latency: 1435982ms", of a script's own: what was measured is no name of what comes behind. */
static bool is_result(struct importer *importer, struct word line)
{
    const char *colon = memrchr(line.text, ':', line.size), *end = line.text + line.size;
    const char *number = colon != NULL ? colon + 1 : end;
    while (number < end && is_blank(*number))
        number++;
    if (number == end || !isdigit((unsigned char)*number))
        return false;
    const struct pull_mark mark = pull_mark(&importer->json);
    const char *label = pull_copy(&importer->json, line.text, (size_t)(colon - line.text));
    const bool less = direction_of_name(label) == DIRECTION_LESS;
    pull_forget(&importer->json, mark);
    return less;
}

static void take_words(struct place *place, struct word line)
{
    if (is_heading(line)) {
        end_run(place);
        place->scope = word_trimmed(line, "#=- ");
        place->name = place->titled ? place->name : (struct word){"", 0};
    } else if (!place->titled && line.size > 0 && !is_blank(line.text[0])) {
        const bool none =
            word_ends(line, ":") || word_ends(line, "!") || is_result(place->importer, line);
        place->name = none ? (struct word){"", 0} : line;
    }
}

/* What a terminal shows of the line: progress stands before the last return (redis-benchmark). */
static bool next_shown(struct lines *lines)
{
    if (!lines_next(lines))
        return false;
    const char *back = memrchr(lines->line.text, '\r', lines->line.size);
    if (back != NULL)
        lines->line = word_after(lines->line, (size_t)(back + 1 - lines->line.text));
    return true;
}

static void take_line(struct place *place, const struct pattern *pattern, struct word line,
                      struct match *match)
{
    const struct patterns *patterns = &place->patterns;
    take_match(place, pattern, match);
    if (patterns->used != NULL)
        patterns->used[pattern - patterns->items] = true;
    while (pattern->more && ++pattern < patterns->items + patterns->n)
        if (fits(pattern, line, &place->importer->json, match))
            take_match(place, pattern, match);
}

static bool holds(const struct format_text *text, const char *words)
{
    return words != NULL && memmem(text->text, text->size, words, strlen(words)) != NULL;
}

static bool is_closed_loop(const struct format_text *text)
{
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++)
        if (holds(text, loops[i].words) && !holds(text, loops[i].opens) &&
            !holds(text, loops[i].or_opens) && !holds(text, loops[i].by_script_opens))
            return true;
    return false;
}

static void read_lines(struct importer *importer, const struct patterns *patterns)
{
    struct lines lines = lines_of(importer->text);
    struct place place = {
        .importer = importer, .patterns = *patterns, .scope = {"", 0}, .name = {"", 0}, .tail = "",
        .one_port = address_one_port(importer->text), .waits = is_closed_loop(importer->text)};
    while (!importer->json.failed && next_shown(&lines)) {
        const struct pull_mark mark = pull_mark(&importer->json);
        struct match match;
        const struct pattern *pattern =
            lines.line.size < LONGEST ? find_pattern(patterns, lines.line, &importer->json, &match)
                                      : NULL;
        place.failing &= lines.line.size > 0;
        if (pattern != NULL && pattern->failure && !place.failing)
            pattern = NULL;
        if (word_begins(lines.line, "Rehearsal ---"))
            place.rehearsing = true;
        else if (place.rehearsing && word_find(lines.line, " total: ") != NULL)
            place.rehearsing = false;
        else if (pattern != NULL)
            take_line(&place, pattern, lines.line, &match);
        else
            take_words(&place, lines.line);
        pull_forget(&importer->json, mark);
    }
    end_run(&place);
}

/* ---- declarations ---- */

static struct pattern pattern_of(const struct declared_item *item)
{
    struct pattern pattern = {.pattern = item->at,
                              .metric = item->metric,
                              .unit = item->unit,
                              .named = item->named,
                              .more = item->then,
                              .direction = item->better,
                              .system = item->system};
    switch (item->role) {
    case SHAPE_VALUE: pattern.single = true; break;
    case SHAPE_WINDOW: pattern.window = true; break;
    case SHAPE_NAME:
        pattern.names = true;
        pattern.metric = item->name;
        break;
    case SHAPE_DETAIL:
        pattern.adds = true;
        pattern.metric = item->before != NULL ? item->before : " (";
        pattern.unit = item->behind != NULL ? item->behind : item->before == NULL ? ")" : NULL;
        break;
    case SHAPE_END: pattern.ends = true; break;
    case SHAPE_TAIL:
        pattern.tail = true;
        pattern.metric = item->text;
        break;
    default: break;
    }
    return pattern;
}

static void read_declared(struct importer *importer)
{
    const struct declaration *declared = importer->options->declared;
    struct pattern *items = calloc(declared->n + 1, sizeof *items);
    struct patterns patterns = {.items = items, .lowest = declared->repeats};
    if (items == NULL) {
        pull_no_memory(&importer->json);
        return;
    }
    for (size_t i = 0; i < declared->n; i++)
        if (declared->items[i].at != NULL)
            items[patterns.n++] = pattern_of(&declared->items[i]);
    read_lines(importer, &patterns);
    free(items);
}

static struct declared_item item_of(const struct pattern *pattern)
{
    char *metric = (char *)(uintptr_t)pattern->metric, *unit = (char *)(uintptr_t)pattern->unit;
    struct declared_item item = {
        .at = (char *)(uintptr_t)pattern->pattern, .named = pattern->named, .then = pattern->more};
    if (pattern->tail) {
        item.role = SHAPE_TAIL;
        item.text = metric != NULL ? metric : (char *)(uintptr_t) "";
    } else if (pattern->adds) {
        item.role = SHAPE_DETAIL;
        item.before = metric;
        item.behind = unit;
    } else if (pattern->names || pattern->ends) {
        item.role = pattern->names ? SHAPE_NAME : SHAPE_END;
        item.name = pattern->names ? metric : NULL;
    } else if (pattern->requests) {
        item.role = SHAPE_MEAN;
        item.metric = (char *)(uintptr_t) "requests";
        item.unit = (char *)(uintptr_t) "1";
        item.better = BETTER_MORE;
    } else if (strstr(pattern->pattern, "{value}") == NULL || tells_requests(pattern)) {
        item.role = SHAPE_NOTHING;
    } else {
        item.role = pattern->window ? SHAPE_WINDOW : SHAPE_MEAN;
        item.metric = metric;
        item.unit = unit;
    }
    return item;
}

/* What is behind one that goes on is of its line, too. */
static void explain(struct declaration *explained, const struct patterns *patterns)
{
    bool goes_on = false;
    explained->format = declaration_keep(explained, "lines");
    for (size_t i = 0; i < patterns->n; i++) {
        const bool of_it = patterns->used[i] || goes_on;
        const struct declared_item item = item_of(&patterns->items[i]);
        if (of_it)
            declaration_note(explained, &item);
        goes_on = of_it && patterns->items[i].more;
    }
}

static void read_printed(struct importer *importer)
{
    enum { N = sizeof printed / sizeof printed[0] };
    const struct format_options *options = importer->options;
    bool used[N] = {false};
    const struct patterns patterns = {printed, N, NULL, options->explained != NULL ? used : NULL};
    if (options->declared != NULL && strcmp(options->declared->format, "lines") == 0) {
        read_declared(importer);
        return;
    }
    read_lines(importer, &patterns);
    if (options->explained != NULL)
        explain(options->explained, &patterns);
}

static bool probe(const struct format_text *text)
{
    enum { LOOK = 1000 };
    static const struct patterns all = {printed, sizeof printed / sizeof printed[0], NULL, NULL};
    struct lines lines = lines_of(text);
    while (lines.number < LOOK && next_shown(&lines)) {
        struct match match;
        const struct pattern *pattern =
            lines.line.size < LONGEST ? find_pattern(&all, lines.line, NULL, &match) : NULL;
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
