/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_names.c -- what names of columns mean: those that people give, and the tables of tools whose
 * columns are all known.
 * Source:   microbenchmark of R; ankerl::nanobench's csv(); JMeter's CSV of samples (.jtl); k6
 *           --out csv; hey -o csv; ab -g; Locust's --csv (_stats, _stats_history); --csv of Haskell's criterion, gauge and tasty-bench. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "import/columns.h"

static const struct {
    const char *name;
    enum column_role role;
} known[] = {
#include "columns_known.inc"
};

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
    static const char *const names[] = {"value", "metric_value", "result", "measurement", "score"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (same_words(names[i], name))
            return true;
    return false;
}

enum column_role column_role_of(const char *name, bool counts)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (same_words(known[i].name, name) && (counts || known[i].role != COLUMN_POSITION))
            return known[i].role;
    return COLUMN_UNKNOWN;
}

/* ---- values ---- */

bool column_is_choice(const char *name)
{
    static const char *const parts[] = {"size",  "thread",    "worker",  "dim",
                                        "cores", "concurren", "client",  "batch",
                                        "depth", "nodes",     "window_s"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strcasestr(name, parts[i]) != NULL)
            return true;
    return false;
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

static bool is_one_of(const char *const *words, size_t n_words, const char *word, size_t size)
{
    for (size_t i = 0; i < n_words; i++)
        if (strlen(words[i]) == size && strncasecmp(word, words[i], size) == 0)
            return true;
    return false;
}

/* Of a word that may stand for other things ("std_sort_ms"): whether it is a spread of what stands
 * behind it. */
static bool tells_spread(const char *name, const char *word, size_t size)
{
    static const char *const parts[] = {"dev",      "err",     "time",       "latenc",
                                        "duration", "elapsed", "throughput", "score"};
    const char *rest = word + size + strspn(word + size, PARTS);
    const size_t n = word_size(rest);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strcasestr(rest, parts[i]) != NULL)
            return true;
    return n == 0 ||
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
    static const char *const extremes[] = {"min", "max"};
    static const char *const middles[] = {"mean", "avg", "average", "median"};
    static const char *const spreads[] = {"stddev", "stdev",  "variance", "sem",
                                          "rme",    "stderr", "rsd",      "iqr"};
    static const char *const perhaps[] = {"std", "sd", "mad", "cv", "standard"};
    enum statistic found = STATISTIC_NONE;
    size_t n;
    name = innermost(name);
    for (const char *p = name; *p != '\0'; p += n + strspn(p + n, PARTS)) {
        n = word_size(p);
        if (is_one_of(spreads, sizeof spreads / sizeof spreads[0], p, n) ||
            (is_one_of(perhaps, sizeof perhaps / sizeof perhaps[0], p, n) &&
             tells_spread(name, p, n)))
            return STATISTIC_SPREAD;
        if (is_quantile(p, n) || is_one_of(middles, sizeof middles / sizeof middles[0], p, n))
            found = STATISTIC_MIDDLE;
        else if (found == STATISTIC_NONE && is_one_of(extremes, 2, p, n))
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
    static const char *const words[] = {"",        "time",    "wall",     "wall time", "wall_time",
                                        "elapsed", "runtime", "duration", "real",      "real_time"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(words[i], name) == 0)
            return true;
    return false;
}

/* Of "durationInMs" milliseconds. */
static struct unit unit_in_camel_case(const char *name, size_t *at)
{
    static const char *const units[][2] = {{"Ms", "ms"},    {"Millis", "ms"}, {"Us", "us"},
                                           {"Ns", "ns"},    {"Nanos", "ns"},  {"Sec", "s"},
                                           {"Seconds", "s"}};
    const size_t n = strlen(name);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        const size_t m = strlen(units[i][0]);
        if (n <= m || strcmp(name + n - m, units[i][0]) != 0)
            continue;
        *at = n - m;
        if (*at > 2 && strncmp(name + *at - 2, "In", 2) == 0)
            *at -= 2;
        return unit_of(units[i][1]);
    }
    *at = n;
    return unit_of("");
}

static const char *in_small_letters(struct pull *json, const char *text)
{
    char small[24];
    size_t n = 0;
    for (; text[n] != '\0' && n + 1 < sizeof small; n++)
        small[n] = (char)tolower((unsigned char)text[n]);
    return pull_copy(json, small, n);
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

/* "req" of "req_sec", "throughput rps": so many of them a second. */
static bool is_counted(const char *word, size_t size)
{
    static const char *const words[] = {
        "req",     "reqs",   "requests", "op",       "ops",    "operations", "queries", "tokens",
        "rows",    "images", "frames",   "messages", "msgs",   "events",     "samples", "items",
        "records", "mb",     "gb",       "mib",      "gib",    "kb",         "bytes",   "tx",
        "txn",     "iter",   "iters",    "files",    "packets"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == size && strncasecmp(words[i], word, size) == 0)
            return true;
    return false;
}

static bool is_rate_word(const char *word)
{
    static const char *const words[] = {"rps", "qps", "tps", "fps", "iops", "hz"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(words[i], word) == 0)
            return true;
    return false;
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

/* Of "latency_ms", "Time (us)" and "real time [s]" the unit, whose place is *at; "1" when there is
 * none. One letter alone is a unit only in brackets, but for "elapsed_s". */
static struct unit unit_in(struct pull *json, const char *name, size_t *at)
{
    const size_t n = strlen(name);
    const bool bracket = n > 2 && (name[n - 1] == ')' || name[n - 1] == ']');
    size_t size;
    const char *per = bracket ? NULL : per_in(name, &size);
    if (per != NULL)
        return unit_of_pair(json, name, per, size, at);
    size_t first = n - bracket;
    while (first > 0 &&
           (bracket ? strchr("([", name[first - 1]) == NULL : !is_part(name[first - 1])))
        first--;
    *at = n;
    if (!bracket && is_rate_word(name + first))
        return unit_of("1/s");
    if (first == 0)
        return unit_in_camel_case(name, at);
    const char *text = pull_copy(json, name + first, n - bracket - first);
    const struct unit unit = bracket ? unit_per_operation(text) : unit_of(text);
    const bool seconds = strcmp(text, "s") == 0 && name[first - 1] == '_';
    if (!bracket && ((strlen(text) < 2 && !seconds) || unit.name == text))
        return unit_of("");
    *at = without_parts(name, first - 1);
    if (*at > 3 && is_part(name[*at - 3]) && strncasecmp(name + *at - 2, "in", 2) == 0)
        *at = without_parts(name, *at - 2); /* "time in seconds" */
    const size_t before = last_word(name, *at);
    const bool rate = !bracket && unit.power == 0 && strcmp(unit.name, "s") == 0 &&
                      is_counted(name + before, *at - before);
    return rate ? unit_of("1/s") : unit;
}

bool column_has_unit(struct pull *json, const char *name)
{
    size_t at;
    const struct unit unit = unit_in(json, name, &at);
    return strcmp(unit.name, "1") != 0 || unit_is_time(name);
}

bool column_is_told(struct pull *json, const char *name)
{
    static const char *const parts[] = {"timing",     "duration", "latenc", "elapsed",   "runtime",
                                        "throughput", "cycles",   "misses", "instructi", "faults",
                                        "bandwidth",  "samples",  "score"};
    const char *time = strcasestr(name, "time");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strcasestr(name, parts[i]) != NULL)
            return true;
    const enum statistic statistic = statistic_in(name);
    return column_has_unit(json, name) || statistic == STATISTIC_MIDDLE ||
           (statistic == STATISTIC_EXTREME && innermost(name)[3] == '\0') ||
           (time != NULL && strcasestr(name, "timeout") == NULL);
}

/* Of numbers that say how often something was done: no parameter, and no result. */
bool column_is_count(const char *name)
{
    static const char *const words[] = {
        "iterations", "iters", "count",    "runs",   "rounds", "loops",      "repeats", "repeat",
        "reps",       "total", "requests", "errors", "failed", "failures",   "exit",    "status",
        "success",    "ok",    "seed",     "pid",    "warmup", "repetitions"};
    const char *inner = innermost(name);
    return is_one_of(words, sizeof words / sizeof words[0], inner, strcspn(inner, PARTS));
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

void column_value(struct columns *columns, struct column *column, const char *unit)
{
    size_t at = strlen(column->name);
    const bool is_unit = unit == NULL && unit_is_time(column->name);
    column->unit =
        is_unit ? unit_of(column->name) : unit_in(&columns->importer->json, column->name, &at);
    if (unit != NULL)
        column->unit = unit_of(unit);
    const char *stem = is_unit ? "" : pull_copy(&columns->importer->json, column->name, at);
    const bool is_time = strcmp(column->unit.name, "s") == 0;
    column->metric = is_time && column_is_duration(stem) ? "wall"
                     : stem[0] != '\0'                   ? stem
                                                         : column->name;
    if (strcmp(stem, "metric") == 0)
        column->metric = "value";
    const char *chosen = column->metric;
    column->metric = NULL;
    column->metric = metric_stands(columns, chosen) ? column->name : chosen;
}

/* ---- tools ---- */

static const struct tool {
    const char *column, *name;
    enum column_role role;
    const char *metric, *unit;
    bool needed, others;
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
    for (size_t i = 0; i < n; i++)
        if (tool[i].needed && column_named(columns, tool[i].column) == NULL)
            return false;
    return true;
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
        if (column->metric != NULL)
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
            columns->lowest = "iteration";
            return true;
        }
    }
    return false;
}
