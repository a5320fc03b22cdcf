/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_log.c -- logs with a line of numbers for each request, which would pass for plain ones.
 * Source:   pgbench 9.6 to 17 --log: "client transaction time script epoch_s epoch_us [lag …]", times in
 *           microseconds; fio 2.13 to 3 --write_lat_log: "ms, ns, direction, block size[, offset …]",
 *           directions 0 read, 1 write, 2 trim.
 * Levels:   iteration, in the order of the file.
 * Edge:     transactions that pgbench skipped or that failed have a word for their time: counted.
 *           Values of fio before 3 are microseconds; nothing in the file says so. */
#include <math.h>

#include "import/importer.h"
#include "text/lines.h"
#include "text/number.h"

enum kind { KIND_NONE, KIND_PGBENCH, KIND_FIO };
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
    for (int i = 0; i < 3 && lines_next(&lines); i++) {
        const enum kind one = kind_of(lines.line);
        if (one == KIND_NONE || (i > 0 && one != kind))
            return KIND_NONE;
        kind = one;
    }
    return kind;
}

static void add_request(struct importer *importer, enum kind kind, const struct fields *f)
{
    static const char *const directions[] = {"read", "write", "trim"};
    const bool pgbench = kind == KIND_PGBENCH;
    const struct importer_series series = {
        .benchmark = pgbench ? pull_print(&importer->json, "script %.0f", f->x[3])
                             : directions[(int)f->x[2]],
        .metric = "wall",
        .unit = unit_of(pgbench ? "us" : "ns"),
        .lowest = "iteration"};
    const double x = f->x[pgbench ? 2 : 1];
    if (!(x >= 0)) {
        importer_skip(importer, 1, "transactions without a time");
        return;
    }
    importer_value(importer, pgbench ? x / 1e6 : x / 1e9);
    importer_add(importer, &series, NULL);
}

static void read_log(struct importer *importer)
{
    struct lines lines = lines_of(importer->text);
    const enum kind kind = kind_of_text(importer->text);
    while (!importer->json.failed && lines_next(&lines)) {
        const struct pull_mark mark = pull_mark(&importer->json);
        struct fields fields;
        if (lines.line.size == 0)
            continue;
        if (!read_row(kind, lines.line, &fields)) {
            importer->json.p = lines.line.text;
            if (lines.unended)
                pull_fail_cut(&importer->json);
            else
                importer_fail_at(importer, lines.number, NULL,
                                 "a line of numbers is expected, of pgbench's or fio's log");
        } else {
            add_request(importer, kind, &fields);
        }
        pull_forget(&importer->json, mark);
    }
}

static bool probe(const struct format_text *text)
{
    return kind_of_text(text) != KIND_NONE;
}

const struct format format_request_log = {
    .name = "request-log",
    .what = "logs of pgbench and fio",
    .probe = probe,
    .take = read_log,
};
