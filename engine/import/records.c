/* SPDX-License-Identifier: GPL-3.0-or-later */
/* records.c -- JSON of people's own: lists of objects with names and numbers, under keys of their
 * choice. A table is made of it, which columns.c reads.
 * Records:  objects of an array, or under keys that name them; an object all of whose members are
 *           numbers names them by its keys, unless these say what is measured. Objects in a record
 *           are columns "outer.inner"; an array of numbers is a row each, one of few words a name in parts. Keys at the top that all say
 *           old, new, before, after … are systems.
 * Edge:     what stands beside lists of records describes the file and is passed. In a record with an array of
 *           numbers means and spreads are left out, which is counted. Every record has a key that says a time or a
 *           rate, or such an array, or nothing is read: descriptions of machines and settings hold numbers, too. One
 *           object of whole numbers is settings; names of numbers not all of which are whole are results whose
 *           direction nobody knows.
 * Checked:  tests/engine/import/test_records.c. */
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "base/array.h"
#include "base/owned.h"
#include "base/text_buffer.h"
#include "import/columns.h"
#include "import/console_output.h"
#include "text/direction.h"
#include "text/lines.h"

enum { DEEPEST = 12, MOST = 1 << 28 }; /* objects in objects; bytes of the table */

/* The column of what the places of records say. */
#define CASE "test case"

struct name {
    const char *text;
    bool numbers, list;
    bool told;   /* says what its number measures */
    bool broken; /* a number that is not whole */
};

struct cell {
    size_t first, n; /* of the texts */
};

/* What the records are, as far as it tells results from settings. */
struct tally {
    size_t n_records, n_flat; /* those that are numbers which keys name */
    size_t n_untold;          /* without a time, a rate or several numbers in an array */
    bool broken;              /* a number that is not whole */
    bool chosen;              /* true or false, as settings are */
    bool repeated;            /* an array of several numbers */
    const char *limit;        /* "<", with which results are held against a number; NULL: none */
};

struct records {
    struct importer *importer; /* keeps the names */
    struct pull json;
    struct name names[COLUMNS_MOST];
    struct cell cells[COLUMNS_MOST]; /* of the record at hand */
    size_t n_names;
    const char **texts;
    size_t n_texts, room;
    FILE *table; /* NULL: names are still being gathered */
    struct tally tally;
    size_t n_summed; /* means and the like beside the values that they sum up */
    size_t n_beside; /* numbers that are in no record */
    bool systems;    /* the keys at the top name what is compared */
    int depth;
};

/* Passes what is of no record. */
static void pass(struct records *r)
{
    const size_t n = pull_skip_numbers(&r->json);
    r->n_beside += r->table != NULL ? n : 0;
}

static size_t column_of(struct records *r, const char *text)
{
    size_t i = 0;
    while (i < r->n_names && strcmp(r->names[i].text, text) != 0)
        i++;
    if (i == COLUMNS_MOST)
        pull_fail(&r->json, "more than %d columns", COLUMNS_MOST);
    if (i < r->n_names || i == COLUMNS_MOST)
        return i;
    r->names[i].text = pull_copy(&r->importer->json, text, strlen(text));
    r->names[i].told = !r->json.failed && column_is_told(&r->importer->json, r->names[i].text);
    r->n_names++;
    return i;
}

static void keep(struct records *r, size_t column, const char *text)
{
    if (column == COLUMNS_MOST)
        return;
    if (!array_more(&r->texts, r->n_texts, &r->room)) {
        pull_no_memory(&r->json);
        return;
    }
    if (r->cells[column].n++ == 0)
        r->cells[column].first = r->n_texts;
    r->texts[r->n_texts++] = text;
}

/* The sign where a key says that it compares; else NULL. */
static const char *comparison(const char *key, const char *text)
{
    static const char *const keys[] = {"comparison", "comparator", "operator",
                                       "op",         "condition",  NULL},
                             *const signs[] = {"<", "<=", ">", ">=", NULL};
    for (const char *const *sign = signs; word_among(word_of(key), keys) && *sign != NULL; sign++)
        if (strcmp(*sign, text) == 0)
            return *sign;
    return NULL;
}

/* The value at hand, which is no object or array, as one more of this column; words among numbers,
 * and what is no finite number, are missing values. */
static void take_text(struct records *r, size_t column)
{
    const enum pull_kind kind = pull_peek(&r->json);
    const bool number = kind == PULL_NUMBER;
    const char *text = pull_string(&r->json);
    if (column == COLUMNS_MOST)
        return;
    if (kind == PULL_STRING && r->tally.limit == NULL)
        r->tally.limit = comparison(r->names[column].text, text);
    const bool word = r->table != NULL && !number && r->names[column].numbers;
    const bool finite = !number || isfinite(strtod(text, NULL));
    r->tally.chosen |= kind == PULL_WORD && (text[0] == 't' || text[0] == 'f');
    r->names[column].broken |= number && strpbrk(text, ".eE") != NULL;
    r->tally.broken |= r->names[column].broken;
    r->names[column].numbers |= number;
    keep(r, column, finite && !word ? text : "NA");
}

static void put(FILE *table, const char *text, char behind)
{
    putc('"', table);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', table);
        putc(*text, table);
    }
    fprintf(table, "\"%c", behind);
}

/* How many numbers the longest array of the record at hand has. */
static size_t longest_array(const struct records *r)
{
    size_t longest = 0;
    for (size_t i = 0; i < r->n_names; i++)
        if (r->names[i].list && r->cells[i].n > longest)
            longest = r->cells[i].n;
    return longest;
}

/* A number of the record at hand that stands alone, in quotes or not. */
static bool is_alone(const struct records *r, size_t column)
{
    const struct cell *cell = &r->cells[column];
    double x;
    return !r->names[column].list && cell->n > 0 &&
           (r->names[column].numbers || word_is_number(word_of(r->texts[cell->first]), &x));
}

/* What sums up values that stand beside it. */
static bool is_summary(const struct records *r, size_t column)
{
    const struct name *name = &r->names[column];
    return is_alone(r, column) &&
           (column_role_of_statistic(name->text) != COLUMN_VALUE || column_is_total(name->text));
}

/* Leaves it out, which is counted. */
static void drop_summaries(struct records *r)
{
    for (size_t i = 0; i < r->n_names; i++)
        if (is_summary(r, i)) {
            r->cells[i].n = 0;
            r->n_summed++;
        }
}

/* Of numbers that stand alone: a fraction, or what people wish less or more of, was not chosen. */
static bool is_measured(const struct name *name)
{
    const enum name_direction direction = direction_of_name(name->text);
    const enum column_role role = column_role_of(name->text);
    return name->told || direction == DIRECTION_LESS || direction == DIRECTION_MORE ||
           (name->broken && (role == COLUMN_UNKNOWN || role == COLUMN_SYSTEM));
}

/* Of an array each number has its row; what was measured once stands in the first one, what was chosen in all. */
static const char *text_of(struct records *r, size_t column, size_t row)
{
    const struct cell *cell = &r->cells[column];
    const bool once =
        r->names[column].list || (row > 0 && is_alone(r, column) && is_measured(&r->names[column]));
    const size_t i = once ? row : 0;
    return i < cell->n ? r->texts[cell->first + i] : "";
}

/* Whether a key says that its number is a time or a rate, or another names the unit. */
static bool tells_result(struct records *r)
{
    for (size_t i = 0; i < r->n_names; i++) {
        const struct name *name = &r->names[i];
        if (r->cells[i].n > 0 &&
            (name->numbers ? name->told : column_role_of(name->text) == COLUMN_UNIT))
            return true;
    }
    return false;
}

/* {"duration": "30s", "target": 20}: what a load is made of. */
static bool is_stage(struct records *r)
{
    static const char *const loads[] = {"vus", "target", NULL};
    size_t n_loads = 0, n_times = 0;
    for (size_t i = 0; i < r->n_names; i++) {
        struct unit unit;
        const char *name = r->names[i].text;
        if (r->cells[i].n == 0 || strcmp(name, CASE) == 0)
            continue;
        if (word_among(word_of(name), loads))
            n_loads++;
        else if (n_times++ > 0 || !column_is_duration(column_stem(&r->json, name, &unit)))
            return false;
    }
    return n_loads == 1 && n_times == 1;
}

static void forget_cells(struct records *r)
{
    memset(r->cells, 0, r->n_names * sizeof r->cells[0]);
    r->n_texts = 0;
}

/* The record at hand ends: a row, or as many as its longest array has numbers. */
static void end_record(struct records *r)
{
    size_t n_rows = 1;
    const size_t longest = longest_array(r);
    const bool sampled = longest > 1;
    if (is_stage(r)) {
        importer_skip(r->importer, r->table != NULL, "stages of a load");
        forget_cells(r);
        return;
    }
    r->tally.repeated |= sampled;
    if (r->table == NULL)
        r->tally.n_untold += !sampled && !tells_result(r);
    else if (longest > 0)
        drop_summaries(r);
    for (size_t i = 0; i < r->n_names; i++)
        if (r->cells[i].n > n_rows)
            n_rows = r->cells[i].n;
    for (size_t row = 0; r->table != NULL && !r->json.failed && row < n_rows; row++)
        for (size_t i = 0; i < r->n_names; i++)
            put(r->table, text_of(r, i, row), i + 1 < r->n_names ? ',' : '\n');
    forget_cells(r);
    r->tally.n_records++;
    if (r->table != NULL && ftell(r->table) > MOST)
        pull_fail(&r->json, "more than %d MiB as a table", MOST >> 20);
}

/* ---- what stands where ---- */

enum kind { KIND_TEXT, KIND_NUMBER, KIND_LIST, KIND_WORDS, KIND_OBJECT, KIND_TABLE, KIND_NOTHING };

/* What the members of an object are. */
struct look {
    size_t n, of[KIND_NOTHING + 1];
    size_t n_systems;  /* keys that people call versions by, and nothing that is measured */
    bool told;         /* a key says what its number measures */
    bool chosen;       /* a key says that its object holds what was chosen */
    const char *name;  /* that the object has; NULL: none */
    const char *label; /* the same where it has no name */
};

static struct look look_at(struct records *r);

static bool holds_records(const struct look *look)
{
    return look->of[KIND_TABLE] > 0 ||
           (look->n > 0 && look->of[KIND_OBJECT] == look->n && !look->chosen);
}

/* Of the value that comes next. */
static enum kind kind_of(struct records *r)
{
    struct pull *json = &r->json;
    const struct pull_place place = pull_here(json);
    const enum pull_kind kind = pull_peek(json);
    enum pull_kind first = PULL_NOTHING;
    if (kind == PULL_OBJECT) {
        const struct look look = look_at(r);
        return holds_records(&look) ? KIND_TABLE : KIND_OBJECT;
    }
    if (kind != PULL_ARRAY)
        return kind == PULL_NUMBER ? KIND_NUMBER : kind != PULL_NOTHING ? KIND_TEXT : KIND_NOTHING;
    pull_array(json);
    if (pull_item(json))
        first = pull_peek(json);
    pull_go(json, place);
    return first == PULL_NUMBER   ? KIND_LIST
           : first == PULL_STRING ? KIND_WORDS
           : first == PULL_OBJECT ? KIND_TABLE
                                  : KIND_NOTHING;
}

static bool is_name(const char *key)
{
    const size_t n = strlen(key);
    return column_role_of(key) == COLUMN_BENCHMARK ||
           (n > 4 && strcasecmp(key + n - 4, "name") == 0);
}

/* What tells apart what holds lists and has no name. */
static bool is_label(const char *key)
{
    static const char *const words[] = {"label", "title", "tag", "group", "suite", "variant", NULL};
    return word_among(word_of(key), words);
}

/* Of the object that comes next. */
static struct look look_at(struct records *r)
{
    struct pull *json = &r->json;
    struct look look = {0};
    if (pull_peek(json) != PULL_OBJECT || r->depth == DEEPEST)
        return look;
    const struct pull_place place = pull_here(json);
    r->depth++;
    pull_object(json);
    while (pull_key(json)) {
        const char *key = pull_key_text(json);
        const enum kind kind = kind_of(r);
        look.n++;
        look.of[kind]++;
        look.chosen |= kind == KIND_OBJECT && column_is_of_choices(key, strlen(key));
        look.n_systems += column_side_of(key, strlen(key)) != SIDE_NONE;
        look.told =
            look.told || ((kind == KIND_NUMBER || kind == KIND_LIST) && column_is_told(json, key));
        if (pull_peek(json) == PULL_STRING && is_name(key))
            look.name = pull_string(json);
        else if (pull_peek(json) == PULL_STRING && is_label(key))
            look.label = pull_string(json);
        else
            pull_skip(json);
    }
    r->depth--;
    pull_go(json, place);
    return look;
}

/* ---- the walk ---- */

static const char *join(struct pull *json, const char *before, char between, const char *text)
{
    return before[0] != '\0' ? pull_pair(json, before, between, text) : text;
}

/* What people call values only because they are some is called samples. */
static const char *name_of_list(struct pull *json, const char *name)
{
    static const char *const words[] = {"runs",         "values",  "data", "raw",
                                        "measurements", "results", NULL};
    const char *dot = strrchr(name, '.'), *inner = dot != NULL ? dot + 1 : name;
    return word_among(word_of(inner), words)
               ? pull_print(json, "%.*ssamples", (int)(inner - name), name)
               : name;
}

static void take_list(struct records *r, const char *name)
{
    const size_t column = column_of(r, name_of_list(&r->json, name));
    if (column < COLUMNS_MOST)
        r->names[column].list = true;
    pull_array(&r->json);
    while (pull_item(&r->json))
        if (pull_peek(&r->json) == PULL_OBJECT || pull_peek(&r->json) == PULL_ARRAY)
            pass(r);
        else
            take_text(r, column);
}

static bool holds_items(struct pull *json)
{
    const struct pull_place place = pull_here(json);
    bool some = false;
    if (pull_peek(json) == PULL_ARRAY) {
        pull_array(json);
        some = pull_item(json);
    }
    pull_go(json, place);
    return some;
}

/* ["Suite","Case"] is a name in parts; longer lists say something else. */
static void take_words(struct records *r, const char *name)
{
    enum { MOST_PARTS = 4 };
    struct pull *json = &r->json;
    const char *whole = "";
    size_t n = 0;
    pull_array(json);
    while (pull_item(json))
        if (pull_peek(json) == PULL_STRING && ++n <= MOST_PARTS)
            whole = join(json, whole, '/', pull_string(json));
        else
            pass(r);
    if (n <= MOST_PARTS)
        keep(r, column_of(r, name), whole);
    else
        importer_skip(r->importer, r->table != NULL, "lists of other things");
}

static void take_member(struct records *r, const char *name)
{
    struct pull *json = &r->json;
    switch (kind_of(r)) {
    case KIND_LIST: take_list(r, name); break;
    case KIND_WORDS: take_words(r, name); break;
    case KIND_NUMBER:
    case KIND_TEXT: take_text(r, column_of(r, name)); break;
    case KIND_OBJECT:
        if (r->depth++ < DEEPEST) {
            pull_object(json);
            while (pull_key(json))
                take_member(r, join(json, name, '.', pull_key_text(json)));
        } else {
            pass(r);
        }
        r->depth--;
        break;
    default:
        importer_skip(r->importer, r->table != NULL && holds_items(json), "lists of other things");
        pull_skip(json);
    }
}

static void take_path(struct records *r, const char *path)
{
    const size_t first = r->systems ? strcspn(path, "/") : 0;
    if (first > 0)
        keep(r, column_of(r, "system"), pull_copy(&r->json, path, first));
    path += first + (first > 0 && path[first] == '/');
    if (path[0] != '\0')
        keep(r, column_of(r, CASE), path);
}

static void take_record(struct records *r, const char *path)
{
    struct pull *json = &r->json;
    take_path(r, path);
    pull_object(json);
    while (pull_key(json))
        take_member(r, pull_key_text(json));
    end_record(r);
}

/* Each member is one. */
static void take_named_numbers(struct records *r, const char *path)
{
    struct pull *json = &r->json;
    pull_object(json);
    while (pull_key(json)) {
        const struct pull_mark mark = pull_mark(json);
        take_path(r, join(json, path, '/', pull_key_text(json)));
        take_member(r, "value");
        r->tally.n_flat++;
        end_record(r);
        r->tally.n_untold =
            r->table == NULL && r->tally.n_untold > 0 ? r->tally.n_untold - 1 : r->tally.n_untold;
        pull_forget(json, mark);
    }
}

static void walk(struct records *r, const char *path);

/* Through an object that holds records; where it holds other things, too, only through lists. */
static void walk_tables(struct records *r, const char *path, const struct look *look)
{
    struct pull *json = &r->json;
    const size_t n_tables = look->of[KIND_TABLE];
    if (look->name != NULL)
        path = join(json, path, '/', look->name);
    pull_object(json);
    while (pull_key(json)) {
        const struct pull_mark mark = pull_mark(json);
        const enum kind kind = kind_of(r);
        const bool named = n_tables > 1 || kind == KIND_OBJECT;
        if (kind == KIND_TABLE || (kind == KIND_OBJECT && n_tables == 0)) {
            walk(r, named ? join(json, path, '/', pull_key_text(json)) : path);
        } else if (kind == KIND_OBJECT) {
            pull_skip(json);
            importer_skip(r->importer, r->table != NULL, "objects of another kind");
        } else {
            pass(r);
        }
        pull_forget(json, mark);
    }
}

static void walk_object(struct records *r, const char *path)
{
    const struct look look = look_at(r);
    const size_t n_objects = look.of[KIND_OBJECT],
                 n_numbers = look.of[KIND_NUMBER] + look.of[KIND_LIST];
    /* at the top objects are what their keys name, with a word on the file beside them */
    const bool names = path == NULL && n_objects > 1 && !look.told;
    if (path == NULL)
        r->systems = look.n_systems > 1 && look.n_systems + look.of[KIND_TEXT] == look.n;
    path = path != NULL ? path : "";
    if (holds_records(&look) || names)
        walk_tables(r, path, &look);
    else if (n_numbers == look.n && !look.told && look.n > 0)
        take_named_numbers(r, path);
    else if (n_numbers + n_objects > 0)
        take_record(r, path);
    else {
        pull_skip(&r->json);
        importer_skip(r->importer, r->table != NULL && look.n > 0, "objects without numbers");
    }
}

/* What holds lists and has no name is told apart by its label, else by its place. */
static void walk_array(struct records *r, const char *path)
{
    struct pull *json = &r->json;
    pull_array(json);
    for (size_t place = 1; pull_item(json); place++) {
        const struct look look = look_at(r);
        const bool nameless = holds_records(&look) && look.name == NULL;
        const char *own = look.label != NULL && look.label[0] != '\0'
                              ? look.label
                              : pull_print(json, "%zu", place);
        walk(r, nameless ? join(json, path, '/', own) : path);
    }
}

/* path: names of what holds it; NULL at the top. */
static void walk(struct records *r, const char *path)
{
    struct pull *json = &r->json;
    const struct pull_mark mark = pull_mark(json);
    const enum pull_kind kind = pull_peek(json);
    if (r->depth++ == DEEPEST || (kind != PULL_ARRAY && kind != PULL_OBJECT))
        pass(r);
    else if (kind == PULL_ARRAY)
        walk_array(r, path != NULL ? path : "");
    else
        walk_object(r, path);
    r->depth--;
    pull_forget(json, mark);
}

/* ---- the table ---- */

static void walk_text(struct records *r, const struct format_text *text)
{
    pull_init(&r->json, text, r->importer->json.error);
    do
        walk(r, NULL);
    while (!r->json.failed && pull_peek(&r->json) == PULL_OBJECT); /* a line each */
    pull_finish(&r->json);
    r->importer->json.failed = r->json.failed;
    r->importer->json.cut = r->json.cut;
    pull_fini(&r->json);
    r->n_texts = 0;
    memset(r->cells, 0, sizeof r->cells);
}

/* Each object that would be taken is to say what it measured: others describe machines, settings and runs. */
static void check_records(struct importer *importer, const struct tally *r)
{
    if (importer->json.failed || r->n_records == 0)
        return;
    if (r->limit != NULL)
        importer_fail_at(importer, 0, NULL,
                         "a key says \"%s\": limits that results are held against are no results",
                         r->limit);
    else if (r->n_untold > 0)
        importer_fail_at(
            importer, 0, NULL,
            "%zu of its %zu objects with numbers have no key that says a time or a rate, and no "
            "array of repeated numbers: what was measured is not known",
            r->n_untold, r->n_records);
    else if (r->n_records == 1 && r->n_flat == 0 && (r->chosen || !(r->broken || r->repeated)))
        importer_fail_at(importer, 0, NULL,
                         "it may be settings: one object with true or false in it, or none of "
                         "whose numbers has a "
                         "fraction or is in an array, says nothing of what was measured");
    else if (r->n_flat == r->n_records && !r->broken)
        importer_fail_at(
            importer, 0, NULL,
            "its whole numbers under names may be settings as well: no key says what was measured");
}

/* The table of it, to be freed, NULL: none. */
static char *table_of(struct importer *importer, const struct format_text *text,
                      struct tally *tally)
{
    OWNED struct records *r = calloc(1, sizeof *r);
    struct text_buffer buffer;
    char *table = NULL;
    if (r == NULL) {
        pull_no_memory(&importer->json);
        return NULL;
    }
    r->importer = importer;
    walk_text(r, text);
    *tally = r->tally;
    r->table = r->n_names > 0 ? text_buffer_open(&buffer) : NULL;
    if (r->table != NULL) {
        for (size_t i = 0; i < r->n_names; i++)
            put(r->table, r->names[i].text, i + 1 < r->n_names ? ',' : '\n');
        walk_text(r, text);
        table = text_buffer_close(&buffer);
        importer_skip(importer, r->n_summed, "means and other summaries beside their values");
        importer_skip(importer, r->n_beside, "numbers beside the lists of records");
    }
    free(r->texts);
    return table;
}

static void read_records(struct importer *importer)
{
    struct tally tally = {.n_records = 0};
    OWNED char *table = table_of(importer, importer->text, &tally);
    check_records(importer, &tally);
    const bool cut = importer_reopen(importer);
    if (table != NULL && !importer->json.failed)
        columns_read_ragged(importer, &(struct format_text){table, strlen(table), false});
    if (cut)
        importer_close_again(importer);
}

static bool probe(const struct format_text *text)
{
    enum { HEAD = 1 << 20 };
    const struct format_text head = {text->text, text->size < HEAD ? text->size : HEAD, false};
    static const struct format_options none = {.system = "", .benchmark = ""};
    struct assay_error error;
    struct importer importer;
    importer_init(&importer, &head, &none, NULL, &error);
    const enum pull_kind kind = pull_peek(&importer.json);
    const bool json = kind == PULL_OBJECT || kind == PULL_ARRAY;
    struct tally tally = {.n_records = 0};
    OWNED char *table =
        json && format_console_output(text) == NULL ? table_of(&importer, &head, &tally) : NULL;
    const bool named = tally.n_flat == tally.n_records && tally.broken;
    const struct format_text whole = {table, table != NULL ? strlen(table) : 0, false};
    const bool found = table != NULL && tally.n_records > 0 && columns_probe(&whole, !named);
    pull_fini(&importer.json);
    return found;
}

const struct format format_records = {
    .name = "records",
    .what = "JSON of objects with names and numbers",
    .probe = probe,
    .take = read_records,
};
