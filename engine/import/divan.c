/* SPDX-License-Identifier: GPL-3.0-or-later */
/* divan.c -- the tree that Rust's divan prints: of each benchmark its mean and median.
 * Source:   divan 0.1, tree_painter.rs: branches of box drawing, six columns (fastest, slowest, median, mean, samples,
 *           iters); below a row its throughput, and what was allocated, each below a heading.
 * Levels:   execution; divan keeps no values.
 * Names:    the program's, groups and the benchmark, with '/' between them. Where one program's tree stands below several
 *           headings of Markdown, as of machines, the heading is before them.
 * Edge:     lines of allocations are left out and counted. Throughput is decimal (KB is 1000 bytes).
 * Checked:  tests/engine/import/test_suites.c. */
#include "import/importer.h"
#include "text/lines.h"

enum { DEEPEST = 16, COLUMNS = 6, COLUMN_MEDIAN = 2, COLUMN_AVERAGE = 3 };

#define BAR "\xe2\x94\x82"

struct divan {
    struct importer *importer;
    bool headed;         /* headings tell trees apart */
    struct word heading; /* the last one */
    struct word path[DEEPEST + 1];
    size_t depth;    /* of the row at hand; 0: the program */
    bool measured;   /* it has values */
    bool allocating; /* what stands below is of allocations */
};

/* The cells of a line; what stands before the first bar is in the first. How many there are. */
static size_t split(struct word line, struct word cells[COLUMNS])
{
    size_t n = 0;
    while (n < COLUMNS) {
        const char *bar = n + 1 < COLUMNS ? word_find(line, BAR) : NULL;
        const size_t size = bar != NULL ? (size_t)(bar - line.text) : line.size;
        cells[n++] = word_trimmed((struct word){line.text, size}, " \t");
        if (bar == NULL)
            break;
        line = (struct word){bar + sizeof BAR - 1, line.size - size - (sizeof BAR - 1)};
    }
    return n;
}

/* Where "├─ " or "╰─ " stands, and how deep; NULL: in no place. */
static const char *branch_of(struct word line, size_t *depth)
{
    static const char *const branches[] = {"\xe2\x94\x9c\xe2\x94\x80 ",
                                           "\xe2\x95\xb0\xe2\x94\x80 "};
    for (size_t i = 0; i < sizeof branches / sizeof branches[0]; i++) {
        const char *branch = word_find(line, branches[i]);
        size_t n = 0;
        for (const char *p = line.text; branch != NULL && p < branch; p++)
            n += ((unsigned char)*p & 0xc0) != 0x80;
        *depth = 1 + n / 3;
        if (branch != NULL && *depth <= DEEPEST)
            return branch + strlen(branches[i]);
    }
    return NULL;
}

static bool is_head(struct word line)
{
    struct word cells[COLUMNS];
    return split(line, cells) == COLUMNS && word_ends(cells[0], "fastest") &&
           word_is(cells[1], "slowest") && word_is(cells[COLUMN_MEDIAN], "median") &&
           word_is(cells[COLUMN_AVERAGE], "mean");
}

/* Of "1.5 Kitem/s": divan's own prefixes are of 1000. */
static struct unit rate_of(struct pull *json, struct word unit)
{
    static const char prefixes[] = "KMGTP";
    const char *prefix = unit.size > 3 ? strchr(prefixes, unit.text[0]) : NULL;
    const bool scaled = prefix != NULL && *prefix != '\0';
    const struct word base = {unit.text + scaled, unit.size - scaled};
    return (struct unit){word_is(base, "B/s") ? "byte/s" : word_keep(json, base),
                         scaled ? 3 * (int)(prefix - prefixes + 1) : 0, 1, true};
}

/* "840.9 µs" */
static void take_cell(struct divan *divan, struct word cell, const char *metric, bool rate)
{
    struct importer *importer = divan->importer;
    struct pull *json = &importer->json;
    struct word line = cell, number, unit;
    double x;
    if (!word_take(&line, &number) || !word_take(&line, &unit))
        return;
    struct importer_series series = {.metric = metric, .lowest = "execution"};
    series.unit = rate ? rate_of(json, unit) : unit_of(word_keep(json, unit));
    series.benchmark = word_keep(json, divan->path[0]);
    if (divan->headed && divan->heading.size > 0)
        series.benchmark = pull_pair(json, word_keep(json, divan->heading), '/', series.benchmark);
    for (size_t i = 1; i <= divan->depth; i++)
        series.benchmark = pull_pair(json, series.benchmark, '/', word_keep(json, divan->path[i]));
    if (number_read(number.text, number.text + number.size, series.unit.power, &x) !=
        number.text + number.size) {
        importer_skip(importer, 1, "values that are no finite number");
        return;
    }
    importer_value(importer, x);
    importer_summary(importer, 1);
    importer_add(importer, &series, NULL);
}

/* Of "name (x)   696.5 µs" the name. */
static struct word name_in(struct word cell, bool measured)
{
    for (int i = 0; measured && i < 2; i++) {
        while (cell.size > 0 && cell.text[cell.size - 1] != ' ')
            cell.size--;
        cell = word_trimmed(cell, " ");
    }
    return cell;
}

static void take_branch(struct divan *divan, struct word line, const char *name, size_t depth)
{
    struct word cells[COLUMNS];
    const struct word rest = {name, (size_t)(line.text + line.size - name)};
    if (split(rest, cells) < COLUMNS || depth > divan->depth + 1) {
        divan->measured = false;
        importer_skip(divan->importer, 1, "lines that are no row of the tree");
        return;
    }
    divan->measured = cells[COLUMN_AVERAGE].size > 0;
    divan->allocating = false;
    divan->depth = depth;
    divan->path[depth] = name_in(cells[0], divan->measured);
    if (divan->measured) {
        take_cell(divan, cells[COLUMN_AVERAGE], "wall", false);
        take_cell(divan, cells[COLUMN_MEDIAN], "p50", false);
    }
}

/* Below a row: its rates, or allocations. */
static void take_more(struct divan *divan, struct word line)
{
    struct word cells[COLUMNS];
    line = word_after(line, 0);
    while (word_begins(line, BAR)) /* of branches that go on */
        line = word_after(line, sizeof BAR - 1);
    const size_t n = split(line, cells);
    divan->allocating |= word_find(line, "alloc:") != NULL || word_find(line, "grow:") != NULL ||
                         word_find(line, "shrink:") != NULL;
    const bool rates =
        !divan->allocating && n >= COLUMNS - 1 && word_ends(cells[COLUMN_AVERAGE], "/s");
    if (divan->measured && rates)
        take_cell(divan, cells[COLUMN_AVERAGE], "throughput", true);
    else if (divan->allocating)
        importer_skip(divan->importer, 1, "lines of allocations");
}

/* ---- trees ---- */

/* "Linux Ryzen 9" of "#### Linux Ryzen 9"; of no size where it is no heading. */
static struct word heading_of(struct word line)
{
    const struct word bare = word_trimmed(line, "#");
    const bool is_one = word_begins(line, "#") && word_begins(bare, " ");
    return is_one ? word_trimmed(bare, " ") : (struct word){"", 0};
}

/* The program that a tree's head names. */
static struct word program_of(struct word head)
{
    struct word cells[COLUMNS];
    (void)split(head, cells);
    cells[0].size -= strlen("fastest");
    return word_trimmed(cells[0], " ");
}

/* Whether a program has trees below two headings; of the first trees. */
static bool headings_tell(const struct format_text *text)
{
    enum { MOST_TREES = 64 };
    struct tree {
        struct word program, heading;
    } trees[MOST_TREES];
    size_t n = 0;
    struct word heading = {"", 0};
    struct lines lines = lines_of(text);
    while (n < MOST_TREES && lines_next(&lines)) {
        const struct word next = heading_of(lines.line);
        heading = next.size > 0 ? next : heading;
        if (!is_head(lines.line))
            continue;
        trees[n] = (struct tree){program_of(lines.line), heading};
        for (size_t i = 0; i < n; i++)
            if (word_same(trees[i].program, trees[n].program) && !word_same(trees[i].heading, heading))
                return true;
        n++;
    }
    return false;
}

static void read_divan(struct importer *importer)
{
    struct divan divan = {.importer = importer, .headed = headings_tell(importer->text)};
    struct lines lines = lines_of(importer->text);
    bool inside = false;
    while (!importer->json.failed && lines_next(&lines)) {
        const struct pull_mark mark = pull_mark(&importer->json);
        size_t depth;
        const char *name = inside ? branch_of(lines.line, &depth) : NULL;
        if (is_head(lines.line)) {
            divan.path[0] = program_of(lines.line);
            divan.depth = 0;
            inside = true;
        } else if (name != NULL) {
            take_branch(&divan, lines.line, name, depth);
        } else if (inside && word_find(lines.line, BAR) != NULL) {
            take_more(&divan, lines.line);
        } else if (heading_of(lines.line).size > 0) {
            divan.heading = heading_of(lines.line);
            inside = false;
        } else {
            importer_skip(importer,
                          word_after(lines.line, 0).size > 0 &&
                              !word_begins(lines.line, "Timer precision: "),
                          "lines of no tree");
            inside = false;
        }
        pull_forget(&importer->json, mark);
    }
    importer_note(importer, "divan keeps no values: what it shows has four digits");
}

static bool probe(const struct format_text *text)
{
    enum { LOOK = 4096 };
    return lines_have(text, LOOK, is_head);
}

const struct format format_divan = {
    .name = "divan",
    .what = "the tree that divan prints",
    .probe = probe,
    .take = read_divan,
};
