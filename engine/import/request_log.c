/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_log.c -- logs with a line of numbers for each request, which would pass for plain ones.
 * Source:   pgbench 9.6 to 17 --log: "client transaction time script epoch_s epoch_us [lag …]", times in
 *           microseconds; fio 2.13 to 3 --write_lat_log, --write_bw_log, --write_iops_log: "ms, value, direction,
 *           block size[, offset …]", directions 0 read, 1 write, 2 trim; the file's name, job_lat.1.log, tells
 *           whether values are ns (_lat, _clat, _slat), KiB/s (_bw) or operations/s (_iops); Gatling 3.0 to 3.11 simulation.log: "REQUEST, groups,
 *           name, start, end, OK, message" between tabs, milliseconds since 1970 (3.4 and before: a
 *           user's number in front).
 * Levels:   iteration, in the order of the file.
 * Edge:     transactions that pgbench skipped or that failed have a word for their time: counted.
 *           Times of fio before 3 are microseconds. A log with the priority of its commands is of a later one (3.17);
 *           of another one the unit is not known, which is said and decides nothing. A log of fio under another name
 *           is refused. */
#include <math.h>
#include <stdio.h>

#include "import/importer.h"
#include "text/lines.h"
#include "text/number.h"

enum kind { KIND_NONE, KIND_PGBENCH, KIND_FIO, KIND_GATLING };
enum { FIELDS = 10, EPOCH = 1000000000 };

struct fields {
    double x[FIELDS]; /* NaN: no number */
    size_t n;
};

static void split(struct word line, char separator, struct fields *fields)
{
    const char *p = line.text, *end = p + line.size;
    fields->n = 0;
    while (p < end && fields->n < FIELDS) {
        while (p < end && *p == ' ')
            p++;
        double x;
        const char *last = number_read(p, end, 0, &x);
        if (last == NULL || (last < end && *last != separator)) {
            x = (double)NAN;
            for (last = p; last < end && *last != separator;)
                last++;
        }
        fields->x[fields->n++] = x;
        p = last + (last < end);
    }
}

static bool is_whole(double x)
{
    return x >= 0 && x < 1e18 && x == (double)(int64_t)x;
}

static bool is_row(enum kind kind, const struct fields *f)
{
    const double *x = f->x;
    if (kind == KIND_PGBENCH)
        return f->n >= 6 && is_whole(x[0]) && is_whole(x[1]) && is_whole(x[3]) && x[4] >= EPOCH &&
               is_whole(x[4]) && x[5] < 1e6 && is_whole(x[5]);
    return f->n >= 4 && is_whole(x[0]) && is_whole(x[1]) && (x[2] == 0 || x[2] == 1 || x[2] == 2) &&
           is_whole(x[3]);
}

static bool read_row(enum kind kind, struct word line, struct fields *f)
{
    split(line, kind == KIND_FIO ? ',' : ' ', f);
    return is_row(kind, f);
}

static enum kind kind_of(struct word line)
{
    struct fields f;
    if (read_row(KIND_PGBENCH, line, &f))
        return KIND_PGBENCH;
    return read_row(KIND_FIO, line, &f) ? KIND_FIO : KIND_NONE;
}

static enum kind kind_of_text(const struct format_text *text)
{
    struct lines lines = lines_of(text);
    enum kind kind = KIND_NONE;
    if (text->size > 4 && memcmp(text->text, "RUN\t", 4) == 0)
        return KIND_GATLING;
    for (int i = 0; i < 3 && lines_next(&lines); i++) {
        const enum kind one = kind_of(lines.line);
        if (one == KIND_NONE || (i > 0 && one != kind))
            return KIND_NONE;
        kind = one;
    }
    return kind;
}

/* What a log of fio holds, by the end of its name. */
static const struct fio_log {
    const char *ends, *metric;
    struct unit unit;
} fio_logs[] = {
    {"_iops", "iops", {"op/s", 0, 1, true, {.unit = ASSAY_TOLD_BY_FORMAT}}},
    {"_bw", "bandwidth", {"byte/s", 0, 1024, true, {.unit = ASSAY_TOLD_BY_FORMAT}}},
    {"_clat", "completion", {"s", -9, 1, false, {.unit = ASSAY_TOLD_BY_FORMAT}}},
    {"_slat", "submission", {"s", -9, 1, false, {.unit = ASSAY_TOLD_BY_FORMAT}}},
    {"_lat", "wall", {"s", -9, 1, false, {.unit = ASSAY_TOLD_BY_FORMAT}}},
};

/* Of "run/job_iops.1.log" and "job_iops.log"; NULL: the name is none that fio gives. What has no name at all was
 * given by a caller who knows that it holds latencies. */
static const struct fio_log *fio_log_of(const char *file)
{
    struct word name = word_of(file != NULL ? file : "_lat.log");
    if (word_ends(name, ".log"))
        name.size -= 4;
    size_t n = name.size;
    while (n > 0 && (unsigned)(name.text[n - 1] - '0') < 10)
        n--;
    if (n > 0 && name.text[n - 1] == '.' && n < name.size)
        name.size = n - 1;
    for (size_t i = 0; i < sizeof fio_logs / sizeof fio_logs[0]; i++)
        if (word_ends(name, fio_logs[i].ends))
            return &fio_logs[i];
    return NULL;
}

/* Whether the first lines have what fio before 3 did not write: the priority, a last field of 0, 1 or 0x4001. An offset
 * may stand there as well, which is not so small in all of them. */
static bool is_recent_fio(const struct format_text *text)
{
    struct lines lines = lines_of(text);
    struct fields f;
    bool recent = true;
    for (int i = 0; i < 3 && lines_next(&lines); i++) {
        recent &= read_row(KIND_FIO, lines.line, &f) && f.n > 4;
        recent &= !(f.x[f.n - 1] > 1);
    }
    return recent;
}

/* What is read: the requests of one kind that follow each other wait to be added together. */
struct log {
    struct importer *importer;
    enum kind kind;
    const struct fio_log *fio; /* of fio's */
    bool unit_known;           /* the same */
    double of; /* the script, or the direction, of those that wait; NaN: there are none yet */
    char script[32];
};

static void add_waiting(const struct log *log)
{
    static const char *const directions[] = {"read", "write", "trim"};
    const bool pgbench = log->kind == KIND_PGBENCH;
    struct importer_series series = {.metric = pgbench ? "wall" : log->fio->metric,
                                     .benchmark = pgbench ? log->script : directions[(int)log->of],
                                     .unit = pgbench ? unit_of("us") : log->fio->unit,
                                     .lowest = "iteration"};
    if (!log->unit_known)
        series.unit.told =
            (struct assay_told){ASSAY_TOLD_BY_NOBODY, ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_FORMAT};
    importer_add(log->importer, &series, NULL);
}

static void take_request(struct log *log, const struct fields *f)
{
    const bool pgbench = log->kind == KIND_PGBENCH;
    const double of = f->x[pgbench ? 3 : 2], x = f->x[pgbench ? 2 : 1];
    if (of != log->of) {
        if (!isnan(log->of))
            add_waiting(log);
        log->of = of;
        (void)snprintf(log->script, sizeof log->script, "script %.0f", of);
    }
    if (x >= 0)
        importer_value(log->importer, pgbench ? x / 1e6 : log->fio->unit.power < 0 ? x / 1e9 : x);
    else
        importer_skip(log->importer, 1, "transactions without a time");
}

/* Where the fields stand depends on the version, but not before how it ended. False: it is broken. */
static bool read_gatling(struct importer *importer, struct word line)
{
    struct word field[FIELDS];
    size_t n = 0, end = 0; /* of the request: the field of its time */
    const char *p = line.text, *last = p + line.size;
    for (; p <= last && n < FIELDS && end == 0; n++) {
        const char *tab = memchr(p, '\t', (size_t)(last - p));
        field[n] = (struct word){p, (size_t)((tab != NULL ? tab : last) - p)};
        if (n >= 5 && (word_is(field[n], "OK") || word_is(field[n], "KO")))
            end = n - 1;
        p = field[n].text + field[n].size + 1;
    }
    double x, y;
    if (!word_begins(line, "REQUEST\t"))
        return true; /* users, groups, assertions */
    if (end == 0 || number_read(field[end - 1].text, last, 0, &x) == NULL ||
        number_read(field[end].text, last, 0, &y) == NULL)
        return false;
    struct pull *json = &importer->json;
    struct importer_series series = {
        .benchmark = word_keep(json, field[end - 2]), .metric = "wall", .lowest = "iteration"};
    series.unit = unit_of("s");
    if (end > 3 && field[end - 3].size > 0)
        series.benchmark = pull_pair(json, word_keep(json, field[end - 3]), '/', series.benchmark);
    if (word_is(field[n - 1], "OK"))
        importer_value(importer, (y - x) / 1e3);
    else
        importer_skip(importer, 1, "requests that failed");
    importer_add(importer, &series, NULL);
    return true;
}

/* False: the line is none of such a log. */
static bool read_line(struct log *log, struct word line)
{
    struct fields fields;
    if (log->kind == KIND_GATLING)
        return read_gatling(log->importer, line);
    if (!read_row(log->kind, line, &fields))
        return false;
    take_request(log, &fields);
    return true;
}

static void read_lines(struct log *log)
{
    struct importer *importer = log->importer;
    struct lines lines = lines_of(importer->text);
    while (!importer->json.failed && lines_next(&lines)) {
        const struct pull_mark mark = pull_mark(&importer->json);
        if (lines.line.size > 0 && !read_line(log, lines.line)) {
            importer->json.p = lines.line.text;
            if (lines.unended)
                pull_fail_cut(&importer->json);
            else
                importer_fail_at(importer, lines.number, NULL,
                                 "a request is expected, as pgbench, fio or Gatling log it");
        }
        pull_forget(&importer->json, mark);
    }
}

static void read_log(struct importer *importer)
{
    struct log log = {.importer = importer,
                      .kind = kind_of_text(importer->text),
                      .fio = fio_log_of(importer->options->file),
                      .unit_known = true,
                      .of = NAN};
    if (log.kind == KIND_FIO && log.fio == NULL)
        importer_fail_at(importer, 1, NULL,
                         "fio writes times, rates and bandwidths alike, and the file's name tells "
                         "which: one that ends in _lat, _clat, _slat, _bw or _iops, as "
                         "job_lat.1.log, is expected");
    if (log.kind == KIND_FIO && log.fio != NULL && log.fio->unit.power < 0)
        log.unit_known = is_recent_fio(importer->text);
    if (!log.unit_known)
        importer_note(importer, "nothing in it tells whether its times are nanoseconds, as fio 3 "
                                "writes them and they are "
                                "taken, or microseconds, as fio 2 does");
    read_lines(&log);
    const bool cut = importer_reopen(importer);
    if (!isnan(log.of))
        add_waiting(&log);
    if (cut)
        importer_close_again(importer);
}

static bool probe(const struct format_text *text)
{
    return kind_of_text(text) != KIND_NONE;
}

const struct format format_request_log = {
    .name = "request-log",
    .what = "logs of pgbench, fio and Gatling",
    .probe = probe,
    .take = read_log,
};
