/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_names.c -- what names of columns mean: those that people give, and the tables of tools whose
 * columns are all known.
 * Source:   microbenchmark of R; ankerl::nanobench's csv(); JMeter's CSV of samples (.jtl); k6
 *           --out csv; hey -o csv; ab -g; Locust's --csv (_stats, _stats_history); --csv of Haskell's criterion, gauge and tasty-bench. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "import/columns.h"
#include "text/direction.h"
#include "text/lines.h"

static const struct {
    const char *name;
    enum column_role role;
} known[] = {
#include "columns_known.inc"
};

/* What words in names say, and parts of them. */
enum meaning {
    MEASURED,
    CHOICE,
    SPREADING,
    EXTREME,
    MIDDLE,
    SPREAD,
    PERHAPS,
    DURATION,
    COUNTED,
    RATE,
    TOLD,
    COUNT,
    SETTING,
    CHOSEN,
    LIMIT,
    MARK,
    NUMBER,
    OUTCOME
};
static const struct {
    const char *text;
    enum meaning means;
} words[] = {
#include "columns_words.inc"
};
enum { N_WORDS = sizeof words / sizeof words[0] };

static bool is_a(enum meaning means, const char *word, size_t size)
{
    for (size_t i = 0; i < N_WORDS; i++)
        if (words[i].means == means && strncasecmp(word, words[i].text, size) == 0 &&
            words[i].text[size] == '\0')
            return true;
    return false;
}

static bool holds_a(enum meaning means, const char *name)
{
    for (size_t i = 0; i < N_WORDS; i++)
        if (words[i].means == means && strcasestr(name, words[i].text) != NULL)
            return true;
    return false;
}

/* Whether they are the same words: CommitHash, commit-hash, "commit hash". */
static bool same_words(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, "_- ");
        b += strspn(b, "_- ");
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (*a == '\0')
            return true;
    }
}

bool column_is_measured(const char *name)
{
    for (size_t i = 0; i < N_WORDS; i++)
        if (words[i].means == MEASURED && same_words(words[i].text, name))
            return true;
    return false;
}

bool column_is_metric(const char *name)
{
    const size_t n = strlen("metric");
    return strncasecmp(name, "metric", n) == 0 &&
           name[n + strspn(name + n, "_- 0123456789")] == '\0';
}

bool column_is_of_choices(const char *word, size_t size)
{
    for (size_t i = 0; i < N_WORDS; i++) {
        const size_t n = strlen(words[i].text);
        if (words[i].means == CHOSEN && n <= size &&
            strncasecmp(word + size - n, words[i].text, n) == 0)
            return true;
    }
    return false;
}

/* Of "testConfig.blockTime": what an object of settings holds was chosen. */
static bool is_chosen(const char *name)
{
    for (const char *dot = name; (dot = strchr(dot, '.')) != NULL; dot++)
        if (column_is_of_choices(name, (size_t)(dot - name)))
            return true;
    return false;
}

enum column_role column_role_of_counts(const char *name)
{
    if (is_chosen(name))
        return COLUMN_DETAIL;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (same_words(known[i].name, name))
            return known[i].role;
    return COLUMN_UNKNOWN;
}

enum column_role column_role_of(const char *name)
{
    const enum column_role role = column_role_of_counts(name);
    return role == COLUMN_POSITION ? COLUMN_UNKNOWN : role;
}

/* ---- values ---- */

/* "Time Steps (N)", as a text calls a size of which it speaks. */
bool column_is_size(const char *name)
{
    const size_t n = strlen(name);
    return n > 3 && name[n - 3] == '(' && name[n - 1] == ')' &&
           strchr("nNkKmM#", name[n - 2]) != NULL;
}

bool column_is_choice(const char *name)
{
    if (column_is_size(name))
        return true;
    static const char *const results[] = {"text", "code", "binary", "object", "file", "heap"};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (strncasecmp(name, results[i], strlen(results[i])) == 0 &&
            strcasestr(name, "size") != NULL)
            return false; /* of what was made */
    return holds_a(CHOICE, name) && strncasecmp(name, "size.", 5) != 0;
}

#define PARTS " ([_-.)]"

/* "mean" of "read.mean". */
static const char *innermost(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && dot[1] != '\0' && !isdigit((unsigned char)dot[1]) ? dot + 1 : name;
}

/* The word at p: of "mean_ms" and "meanMs" "mean". */
static size_t word_size(const char *p)
{
    size_t n = 0;
    while (p[n] != '\0' && strchr(PARTS, p[n]) == NULL &&
           !(n > 0 && isupper((unsigned char)p[n]) && islower((unsigned char)p[n - 1])))
        n++;
    return n;
}

/* Of a word that may stand for other things ("std_sort_ms"): whether it is a spread of what stands
 * behind it. */
static bool tells_spread(const char *name, const char *word, size_t size)
{
    const char *rest = word + size + strspn(word + size, PARTS);
    const size_t n = word_size(rest);
    return n == 0 || holds_a(SPREADING, rest) ||
           (rest[n + strspn(rest + n, PARTS)] == '\0' && (word > name || unit_is_time(rest)));
}

/* Of "p95", "P99" and "50%". */
static bool is_quantile(const char *word, size_t size)
{
    const size_t p = tolower((unsigned char)word[0]) == 'p',
                 digits = strspn(word + p, "0123456789");
    return digits + 1 == size && (p == 1 ? digits > 1 : digits > 0 && word[digits] == '%');
}

enum statistic { STATISTIC_NONE, STATISTIC_EXTREME, STATISTIC_MIDDLE, STATISTIC_SPREAD };

/* What a word of the name says that its values are. */
static enum statistic statistic_in(const char *name)
{
    enum statistic found = STATISTIC_NONE;
    size_t n;
    name = innermost(name);
    for (const char *p = name; *p != '\0'; p += n + strspn(p + n, PARTS)) {
        n = word_size(p);
        if (is_a(SPREAD, p, n) || (is_a(PERHAPS, p, n) && tells_spread(name, p, n)))
            return STATISTIC_SPREAD;
        if (is_quantile(p, n) || is_a(MIDDLE, p, n))
            found = STATISTIC_MIDDLE;
        else if (found == STATISTIC_NONE && is_a(EXTREME, p, n))
            found = STATISTIC_EXTREME;
    }
    return found;
}

enum column_role column_role_of_statistic(const char *name)
{
    static const enum column_role roles[] = {COLUMN_VALUE, COLUMN_MEAN, COLUMN_MEAN,
                                             COLUMN_IGNORED};
    return roles[statistic_in(name)];
}

bool column_is_duration(const char *name)
{
    return is_a(DURATION, name, strlen(name));
}

static const char *in_small_letters(struct pull *json, const char *text)
{
    char small[24];
    size_t n = 0;
    for (; text[n] != '\0' && n + 1 < sizeof small; n++)
        small[n] = (char)tolower((unsigned char)text[n]);
    return pull_copy(json, small, n);
}

/* "peak_mem_mb": nobody measures memory in bits. */
static const char *size_of_memory(const char *name, const char *small)
{
    static const char *const sizes[][2] = {{"kb", "kB"}, {"mb", "MB"}, {"gb", "GB"}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (strcmp(small, sizes[i][0]) == 0 &&
            (strcasestr(name, "mem") != NULL || strcasestr(name, "rss") != NULL ||
             strcasestr(name, "heap") != NULL))
            return sizes[i][1];
    return NULL;
}

/* What the last part of "durationMs" and "peakMemoryMB" says; "" where it is no unit. In capitals alone sizes are units, and MS:
 * "salesUS" is of a country, and "itemsPS" no time. */
static struct unit unit_of_part(struct pull *json, const char *part)
{
    const struct unit written = unit_of(strcmp(part, "KB") == 0 ? "kB" : part);
    if (written.name != part)
        return written;
    const char *small = in_small_letters(json, part);
    const struct unit unit = unit_of(small);
    const bool capitals = isupper((unsigned char)part[1]) && strcmp(part, "MS") != 0;
    return unit.name == small || (capitals && strlen(part) < 3) ? unit_of("") : unit;
}

/* Of "durationInMs" milliseconds, whose place is *at. */
static struct unit unit_in_camel_case(struct pull *json, const char *name, size_t *at)
{
    const size_t n = strlen(name);
    size_t first = n;
    while (first > 0 &&
           !(isupper((unsigned char)name[first]) && islower((unsigned char)name[first - 1])))
        first--;
    if (first > 2 && first + 1 == n && name[first] == 'B' && name[first - 1] == 'i')
        first -= 2; /* "MiB" */
    *at = n;
    if (first == 0 || n - first < 2)
        return unit_of("");
    const struct unit unit = unit_of_part(json, name + first);
    if (strcmp(unit.name, "1") == 0)
        return unit;
    *at = first > 2 && strncmp(name + first - 2, "In", 2) == 0 ? first - 2 : first;
    return unit;
}

static bool is_part(char c)
{
    return strchr("_- .", c) != NULL;
}

/* What parts "ms_per_op", "opsPerSec" and "Requests/s", and how long it is; NULL: nothing does. */
static const char *per_in(const char *name, size_t *size)
{
    const char *p = strchr(name, '/');
    *size = p != NULL ? 1 : 3;
    if (p == NULL)
        p = strcasestr(name, "per");
    while (p != NULL && *p != '/' &&
           ((p > name && !is_part(p[-1]) && *p != 'P') || !(is_part(p[3]) || isupper(p[3]))))
        p = strcasestr(p + 1, "per");
    return p;
}

/* Where the last word of the first n bytes begins. */
static size_t last_word(const char *name, size_t n)
{
    while (n > 0 && !is_part(name[n - 1]))
        n--;
    return n;
}

static size_t without_parts(const char *name, size_t n)
{
    while (n > 0 && is_part(name[n - 1]))
        n--;
    return n;
}

static struct unit unit_in(struct pull *json, const char *name, size_t *at);

/* Of two with "per" between them: a time an operation, or so many a second. Physicists part a
 * quantity and its unit so, too: "time/s", "Zeit / s". */
static struct unit unit_of_pair(struct pull *json, const char *name, const char *per, size_t size,
                                size_t *at)
{
    const size_t n = without_parts(name, (size_t)(per - name)), first = last_word(name, n);
    const char *head = pull_copy(json, name, n), *word = head + first;
    const char *tail = in_small_letters(json, per + size + strspn(per + size, "_- ."));
    const struct unit above = unit_of(word), below = unit_of(tail);
    *at = word[0] != '\0' && above.name != word ? without_parts(name, first) : n;
    if (!unit_is_time(tail)) {
        const struct unit unit = *at < n ? above : unit_in(json, head, at);
        *at = strcmp(unit.name, "1") == 0 ? strlen(name) : *at;
        return unit;
    }
    if (size == 1 && (below.power != 0 || column_is_duration(head) || per[-(per > name)] == ' '))
        return below;
    const char *what = strcmp(above.name, "byte") == 0 ? word : "1";
    if (what != word)
        *at = n;
    return (struct unit){pull_print(json, "%s/%s", what, below.power == 0 ? "s" : tail), 0, 1,
                         true};
}

/* Whether a unit stands behind what is called so: "a/b in msec" is no quotient, "read_MB/s" is. */
static bool ends_in_unit(const char *name, const char *per)
{
    const size_t last = last_word(name, strlen(name));
    return name + last > per && name[last] != '\0' && unit_of(name + last).name != name + last;
}

/* What stands behind the unit in "seconds time elapsed", as perf stat prints it; NULL: it is no such name. */
static const char *behind_seconds(const char *name)
{
    static const char *const of[] = {"time elapsed", "elapsed", "user", "sys", "system", NULL};
    const char *rest = strncasecmp(name, "seconds ", 8) == 0 ? name + 8 : "";
    return word_among(word_of(rest), of) ? rest : NULL;
}

/* Of "latency_ms", "Time (us)" and "real time [s]" the unit, whose place is *at; "1" when there is
 * none. One letter alone is a unit only in brackets, but for "elapsed_s". */
static struct unit unit_told_in(struct pull *json, const char *name, size_t *at)
{
    const size_t n = strlen(name);
    const bool bracket = n > 2 && (name[n - 1] == ')' || name[n - 1] == ']');
    size_t size;
    *at = n;
    if (behind_seconds(name) != NULL)
        return unit_of("s");
    const char *per = bracket ? NULL : per_in(name, &size);
    if (per != NULL && !(*per == '/' && ends_in_unit(name, per + size + 1)))
        return unit_of_pair(json, name, per, size, at);
    size_t first = n - bracket;
    while (first > 0 &&
           (bracket ? strchr("([", name[first - 1]) == NULL : !is_part(name[first - 1])))
        first--;
    if (!bracket && is_a(RATE, name + first, strlen(name + first)))
        return unit_of("1/s");
    if (first == 0)
        return unit_in_camel_case(json, name, at);
    const char *text = pull_copy(json, name + first, n - bracket - first);
    const char *small = in_small_letters(json, text); /* "Duration_Sec", "Time (MS)" */
    if (unit_of(text).name == text && unit_is_time(small) && (bracket || strlen(text) > 2))
        text = small;
    if (unit_of(text).name == text && size_of_memory(name, small) != NULL)
        text = size_of_memory(name, small);
    struct unit unit = bracket ? unit_per_operation(text) : unit_of(text);
    if (unit.name == text && unit.told.direction == ASSAY_TOLD_BY_NOBODY)
        unit.told.unit = ASSAY_TOLD_BY_NOBODY; /* "latency (cold)" */
    const bool seconds = strcmp(text, "s") == 0 && name[first - 1] == '_';
    if (!bracket && ((strlen(text) < 2 && !seconds) || unit.name == text))
        return unit_in_camel_case(json, name, at);
    if (bracket && unit.name == text &&
        ((isdigit((unsigned char)text[0]) && strcmp(text, "1/s") != 0) ||
         strchr(text, ' ') != NULL || (first > 1 && !is_part(name[first - 2])) ||
         column_side_of(text, strlen(text)) != SIDE_NONE))
        return unit_of(""); /* "Time (12 threads)", "Active(anon)", "time (before)" */
    *at = without_parts(name, first - 1);
    if (*at > 3 && is_part(name[*at - 3]) && strncasecmp(name + *at - 2, "in", 2) == 0)
        *at = without_parts(name, *at - 2); /* "time in seconds" */
    const size_t before = last_word(name, *at);
    const bool rate = !bracket && unit.power == 0 && strcmp(unit.name, "s") == 0 &&
                      is_a(COUNTED, name + before, *at - before);
    return rate ? unit_of("1/s") : unit;
}

/* "Micros" of "equityMicros": millionths of whatever it is. */
static bool is_prefix_alone(const char *word)
{
    static const char *const prefixes[] = {"millis", "micros", "nanos"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strcasecmp(word, prefixes[i]) == 0)
            return true;
    return false;
}

/* Whether the first n bytes are called as times are: "latency", "p99", "wall". */
static bool is_of_time(struct pull *json, const char *name, size_t n)
{
    const char *stem = pull_copy(json, name, n);
    return column_is_measure(stem) || is_quantile(stem, strlen(stem)) || holds_a(TOLD, stem) ||
           direction_of_name(stem) == DIRECTION_LESS;
}

static struct unit unit_in(struct pull *json, const char *name, size_t *at)
{
    const struct unit unit = unit_told_in(json, name, at);
    const char *word = name + *at + strspn(name + *at, PARTS);
    if (!is_prefix_alone(word) || is_of_time(json, name, *at))
        return unit;
    *at = strlen(name);
    return unit_of("");
}

struct unit column_unit_of(struct pull *json, const char *name)
{
    size_t at;
    return unit_in(json, name, &at);
}

bool column_has_unit(struct pull *json, const char *name)
{
    size_t at;
    const struct unit unit = unit_in(json, name, &at);
    const char *bracket = strpbrk(name, "([");
    return strcmp(unit.name, "1") != 0 || unit_is_time(name) ||
           (bracket > name && strchr(")]", name[strlen(name) - 1]) != NULL);
}

/* "times" of "wall_times" and "runTimes". */
static const char *last_part(const char *name)
{
    size_t n = 0;
    const char *last = name;
    for (const char *p = name; *p != '\0'; p += n + strspn(p + n, PARTS)) {
        n = word_size(p);
        last = p;
    }
    return last;
}

/* "fps_in"; "hz" is what processors have, too. */
static bool holds_rate(const char *name)
{
    size_t n;
    for (const char *p = name; *p != '\0'; p += n + strspn(p + n, PARTS)) {
        n = word_size(p);
        if (n > 2 && is_a(RATE, p, n))
            return true;
    }
    return false;
}

bool column_is_told(struct pull *json, const char *name)
{
    const char *inner = innermost(name);
    if (is_chosen(name) || column_is_size(name))
        return false;
    if (column_has_unit(json, name))
        return true;
    if (inner[strcspn(inner, PARTS)] == '\0' && column_is_count(name))
        return false; /* "runtime.runs" */
    const enum statistic statistic = statistic_in(name);
    return statistic == STATISTIC_MIDDLE ||
           (statistic == STATISTIC_EXTREME && innermost(name)[3] == '\0') || holds_a(TOLD, name) ||
           holds_rate(name) || name_says_time(name) || strcasecmp(last_part(name), "times") == 0;
}

bool column_is_measure(const char *name)
{
    const char *inner = innermost(name);
    const size_t n = strlen(inner);
    return n > 0 && (column_is_duration(name) || is_a(MIDDLE, inner, n) || is_a(EXTREME, inner, n));
}

/* Of numbers that say how something was run, or ended, or which row it is. */
bool column_is_setting(const char *name)
{
    const char *inner = innermost(name), *last = last_part(name);
    return is_a(SETTING, inner, strcspn(inner, PARTS)) || is_a(MARK, last, strlen(last));
}

bool column_is_number(const char *name)
{
    const char *last = last_part(name);
    return is_a(NUMBER, last, strlen(last));
}

/* Of a time that something was given: "timeout_ms". */
bool column_is_limit(const char *name)
{
    return holds_a(LIMIT, name);
}

bool column_is_outcome(const char *name)
{
    size_t n;
    for (const char *p = innermost(name); *p != '\0'; p += n + strspn(p + n, PARTS)) {
        n = word_size(p);
        if (is_a(OUTCOME, p, n))
            return true;
    }
    return false;
}

/* Words that count beside others alone. */
static bool is_outcome(const char *word, size_t size)
{
    static const char *const outcomes[] = {"error", "sample", "measurement", "measurements"};
    for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++)
        if (strlen(outcomes[i]) == size && strncasecmp(outcomes[i], word, size) == 0)
            return true;
    return false;
}

/* "successCount", "errorPct", "Number of Measurements": a count or share of what is counted as outcome, and not of threads or records. */
static bool counts_outcomes(const char *name)
{
    bool counted = strncasecmp(name, "num", 3) == 0, outcome = false;
    size_t n;
    for (const char *p = name; *p != '\0'; p += n + strspn(p + n, PARTS)) {
        n = word_size(p);
        const bool count = (n == 5 && strncasecmp(p, "count", n) == 0) ||
                           (n == 3 && strncasecmp(p, "pct", n) == 0) ||
                           (n == 7 && strncasecmp(p, "percent", n) == 0);
        counted |= count;
        outcome |= !count && (is_a(COUNT, p, n) || is_outcome(p, n));
    }
    return counted && outcome;
}

/* Of numbers that say how often something was done: no parameter, and no result. */
bool column_is_count(const char *name)
{
    const char *inner = innermost(name);
    return is_a(COUNT, inner, strcspn(inner, PARTS)) || counts_outcomes(inner);
}

/* What stands behind one of the words, in whatever letters; NULL: none begins the name. */
static const char *behind_a(const char *const *begins, const char *name)
{
    for (; *begins != NULL; begins++)
        if (strncasecmp(name, *begins, strlen(*begins)) == 0)
            return name + strlen(*begins);
    return NULL;
}

bool column_is_moment(const char *name, const char *other)
{
    static const char *const starts[] = {"start", "begin", "began", NULL}, *const ends[] = {
                                                                               "end", "stop",
                                                                               "finish", NULL};
    const char *first = innermost(name), *second = innermost(other);
    const char *start = behind_a(starts, first), *end = behind_a(ends, second);
    if (start == NULL || end == NULL) {
        start = behind_a(starts, second);
        end = behind_a(ends, first);
    }
    return start != NULL && end != NULL && strcasecmp(start, end) == 0;
}

bool column_is_total(const char *name)
{
    const char *inner = innermost(name);
    return strncasecmp(inner, "total", 5) == 0;
}

bool column_counts_samples(const char *name, const char *beside)
{
    const char *inner = innermost(name);
    const size_t n = (size_t)(inner - name);
    return strcasecmp(inner, "samples") == 0 && strncmp(beside, name, n) == 0 &&
           column_role_of_statistic(beside + n) == COLUMN_MEAN;
}

static bool metric_stands(const struct columns *columns, const char *metric)
{
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].metric != NULL && strcmp(columns->items[i].metric, metric) == 0)
            return true;
    return false;
}

const char *column_stem(struct pull *json, const char *name, struct unit *unit)
{
    size_t at;
    const bool is_unit = unit_is_time(name);
    *unit = is_unit ? unit_of(name) : unit_in(json, name, &at);
    if (strcmp(unit->name, "1") == 0)
        unit_direct(unit, false, ASSAY_TOLD_BY_NOBODY);
    const char *rest = behind_seconds(name);
    return is_unit ? "" : rest != NULL ? rest : pull_copy(json, name, at);
}

void column_call(const struct columns *columns, struct column *column, const char *metric)
{
    column->metric = NULL;
    column->metric = metric_stands(columns, metric) ? column->name : metric;
}

void column_value(struct columns *columns, struct column *column, const char *unit)
{
    const char *stem = column_stem(&columns->importer->json, column->name, &column->unit);
    if (unit != NULL) {
        stem = stem[0] == '\0' ? column->name : stem;
        column->unit = unit_of(unit);
        column->unit.told.unit = ASSAY_TOLD_BY_USER;
        if (strcmp(column->unit.name, "1") == 0)
            unit_direct(&column->unit, false, ASSAY_TOLD_BY_NOBODY);
    }
    const bool is_time = strcmp(column->unit.name, "s") == 0;
    column->metric = is_time && column_is_duration(stem) ? "wall"
                     : stem[0] != '\0'                   ? stem
                                                         : column->name;
    if (strcmp(stem, "metric") == 0)
        column->metric = "value";
    column_call(columns, column, column->metric);
}

/* ---- tools ---- */

static const struct tool {
    const char *column, *name;
    enum column_role role;
    const char *metric, *unit;
    bool needed, others, alone, in_cells;
} tools[] = {
#include "columns_tools.inc"
};

static struct column *column_named(const struct columns *columns, const char *name)
{
    for (size_t i = 0; i < columns->n; i++)
        if (strcmp(columns->items[i].name, name) == 0)
            return &columns->items[i];
    return NULL;
}

static bool is_of(const struct columns *columns, const struct tool *tool, size_t n)
{
    size_t named = 0, its = 0;
    for (size_t i = 0; i < n; i++) {
        const bool stands = column_named(columns, tool[i].column) != NULL;
        if (tool[i].needed && !stands)
            return false;
        its += stands;
    }
    for (size_t i = 0; i < columns->n; i++)
        named += columns->items[i].name[0] != '\0';
    return !tool->alone || named == its;
}

static void take_tool(struct columns *columns, const struct tool *tool, size_t n)
{
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role == COLUMN_UNKNOWN)
            columns->items[i].role = tool->others ? COLUMN_MEAN : COLUMN_IGNORED;
    for (size_t i = 0; i < n; i++) {
        struct column *column = column_named(columns, tool[i].column);
        if (column == NULL || tool[i].role == COLUMN_UNKNOWN)
            continue;
        column->role = tool[i].role;
        column->metric = tool[i].metric;
        column->called = tool[i].metric;
        column->unit_in_cells = tool[i].in_cells;
        if (tool[i].unit != NULL)
            column->unit = unit_of(tool[i].unit);
    }
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role == COLUMN_MEAN && columns->items[i].metric == NULL)
            column_value(columns, &columns->items[i], NULL);
}

bool columns_of_tool(struct columns *columns)
{
    const struct column_choices *choices = columns->importer->options->columns;
    if (choices != NULL && choices->values.n > 0)
        return false;
    for (size_t i = 0, n; i < sizeof tools / sizeof tools[0]; i += n) {
        n = 1;
        while (i + n < sizeof tools / sizeof tools[0] &&
               strcmp(tools[i].name, tools[i + n].name) == 0)
            n++;
        if (is_of(columns, &tools[i], n)) {
            take_tool(columns, &tools[i], n);
            columns->of_tool = true;
            columns->lowest = "iteration";
            return true;
        }
    }
    return false;
}
