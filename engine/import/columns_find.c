/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_find.c -- which column of a table is what: as the user says, as the table of a known tool has
 * it, as its name says, and else as the first rows show.
 * Edge:     a column of words that repeat tells benchmarks apart; of words that differ in each row
 *           (a time, a remark) nothing is made. Where one column says what it measures, whole numbers
 *           that do not are parameters when they repeat, or stand before it where no words tell rows
 *           apart; others are left out. Beside versions all are metrics. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "import/columns.h"
#include "import/declaration.h"
#include "text/direction.h"
#include "text/iso_time.h"
#include "text/lines.h"
#include "text/number.h"

enum { LOOK = 64 }; /* rows */

/* What the first rows hold in one column. */
struct seen {
    size_t n_numbers, n_missing, n_words;
    size_t n_quantities; /* of the words: numbers with units, all of the same kind */
    size_t n_ratios;     /* of the words: "1.05x" */
    size_t n_foreign;    /* of the words: numbers with units in another dialect */
    struct unit unit;    /* of these */
    size_t n_parted;     /* numbers as "12.345", which may be thousands */
    size_t n_broken;     /* others with a comma or point */
    bool counts;         /* whole numbers, each one more than the one before */
    bool rises;          /* numbers, none less than the one before */
    bool falls;          /* numbers, none more than the one before */
    bool broken;         /* a number that is not whole */
    bool is_signed;      /* with a plus, which nobody writes before what was chosen */
    size_t n_distinct;   /* words, or numbers */
    double last;
    struct csv_field words[LOOK];
};

/* Between the names of columns; none stands in a name without quotes around it. */
static char separator_of(const char *p, const char *end)
{
    bool quoted = false;
    for (; p < end && *p != '\n'; p++) {
        quoted ^= *p == '"';
        if (!quoted && *p != '\0' && strchr(",;\t|", *p) != NULL)
            return *p;
    }
    return ',';
}

static void choose_dialect(struct columns *columns)
{
    static const struct {
        char separator, point;
    } dialects[] = {{0, 0}, {',', '.'}, {';', '.'}, {';', ','}, {'\t', '.'}, {'\t', ','}};
    const struct format_options *options = columns->importer->options;
    const int dialect = options->columns != NULL    ? options->columns->dialect
                        : options->declared != NULL ? options->declared->dialect
                                                    : DIALECT_RECOGNISED;
    columns->recognised = dialect == DIALECT_RECOGNISED;
    columns->separator = dialects[dialect].separator;
    columns->point = dialects[dialect].point;
    if (dialect == DIALECT_RECOGNISED) {
        columns->separator = separator_of(columns->p, columns->end);
        columns->point = columns->separator == ';' ? 0 : '.';
    }
}

/* ---- what the user says ---- */

static struct column *named(struct columns *columns, const char *name, size_t size)
{
    for (size_t i = 0; i < columns->n; i++)
        if (word_is((struct word){name, size}, columns->items[i].name))
            return &columns->items[i];
    importer_fail_at(columns->importer, columns->line, NULL, "it has no column \"%s\"",
                     format_excerpt_of(name, size).text);
    return NULL;
}

/* "gcc,clang", where no column has that name: each is a system. */
static bool give_systems(struct columns *columns, const char *names)
{
    for (size_t i = 0; i < columns->n; i++)
        if (strcmp(columns->items[i].name, names) == 0)
            return false;
    if (strchr(names, ',') == NULL)
        return false;
    for (const char *p = names; *p != '\0';) {
        const size_t size = strcspn(p, ",");
        struct column *column = named(columns, p, size);
        if (column == NULL)
            break;
        column_is_system(columns, column);
        p += size + (p[size] == ',');
    }
    return true;
}

static void give(struct columns *columns, const char *name, enum column_role role)
{
    struct column *column = name != NULL ? named(columns, name, strlen(name)) : NULL;
    if (column != NULL)
        column->role = role;
}

/* "COLUMN" or "COLUMN=UNIT"; a name may have the sign itself. */
static void give_value(struct columns *columns, const char *value)
{
    const char *equals = strrchr(value, '=');
    for (size_t i = 0; i < columns->n; i++)
        if (strcmp(columns->items[i].name, value) == 0)
            equals = NULL;
    const size_t size = equals != NULL ? (size_t)(equals - value) : strlen(value);
    struct column *column = named(columns, value, size);
    if (column == NULL)
        return;
    column->role = COLUMN_VALUE;
    column_value(columns, column, equals != NULL ? equals + 1 : NULL);
}

static void take_choices(struct columns *columns)
{
    const struct column_choices *choices = columns->importer->options->columns;
    if (choices == NULL)
        return;
    give(columns, choices->version, COLUMN_VERSION);
    if (choices->system == NULL || !give_systems(columns, choices->system))
        give(columns, choices->system, COLUMN_SYSTEM);
    give(columns, choices->benchmark, COLUMN_BENCHMARK);
    for (size_t i = 0; i < choices->values.n; i++)
        give_value(columns, choices->values.items[i]);
    for (size_t i = 0; i < columns->n && choices->values.n > 0; i++)
        if (columns->items[i].role == COLUMN_UNKNOWN) {
            const enum column_role role = column_role_of_counts(columns->items[i].name);
            columns->items[i].role = role == COLUMN_UNKNOWN ? COLUMN_IGNORED : role;
        }
}

/* ---- what the rows show ---- */

static bool is_long(const struct columns *columns)
{
    bool named = false, measured = false;
    for (size_t i = 0; i < columns->n; i++) {
        const enum column_role role = column_role_of(columns->items[i].name);
        named |= role == COLUMN_METRIC || role == COLUMN_UNIT;
        measured |= column_is_measured(columns->items[i].name);
    }
    return named && measured;
}

static void note_text(struct seen *seen, size_t row, struct csv_field field)
{
    size_t i = 0;
    while (i < row && (seen->words[i].size != field.size ||
                       memcmp(seen->words[i].text, field.text, field.size) != 0))
        i++;
    seen->n_distinct += i == row;
    seen->words[row] = field;
}

/* Whether three digits stand behind the mark, and one to three before it, as where it parts thousands. */
static bool may_part_thousands(struct csv_field field, size_t mark)
{
    size_t n = 0;
    while (mark + 1 + n < field.size && (unsigned)(field.text[mark + 1 + n] - '0') < 10)
        n++;
    return mark > 0 && mark <= 3 && field.text[0] != '0' && n == 3 &&
           (mark + 4 == field.size || strchr(".,", field.text[mark + 4]) == NULL);
}

static void note_mark(struct seen *seen, struct csv_field field)
{
    size_t mark = 0;
    while (mark < field.size && field.text[mark] != '.' && field.text[mark] != ',')
        mark++;
    if (mark == field.size)
        return;
    seen->n_parted += may_part_thousands(field, mark);
    seen->n_broken += !may_part_thousands(field, mark);
}

static void note_word(struct columns *columns, struct seen *seen, size_t row,
                      struct csv_field field)
{
    struct unit unit;
    double x;
    note_text(seen, row, field);
    if (columns_quantity(columns, field, &unit, &x) &&
        (seen->n_quantities == 0 || strcmp(unit.name, seen->unit.name) == 0)) {
        seen->unit = unit;
        seen->n_quantities++;
        note_mark(seen, field);
    }
    seen->n_ratios += columns_ratio(field);
    seen->n_foreign += columns_foreign_quantity(field);
    seen->n_words++;
}

/* Words that are all numbers with units are numbers; one without a unit among them is none. */
static void settle_quantities(struct column *column, struct seen *seen)
{
    column->in_cells =
        seen->n_words > 0 && seen->n_quantities == seen->n_words && seen->n_numbers == 0;
    if (!column->in_cells)
        return;
    seen->n_numbers = seen->n_words;
    seen->n_words = 0;
    seen->broken = true;
}

static void look_at_field(struct columns *columns, struct seen *seen, size_t row,
                          struct csv_field written)
{
    const struct csv_field field = csv_trimmed(written);
    const char *end = field.text + field.size;
    double x;
    if (columns_missing(field)) {
        seen->n_missing++;
    } else if (columns_number(columns, field, 0, &x)) {
        seen->counts = row == 0 ? x == 0 || x == 1 : seen->counts && x == seen->last + 1;
        seen->rises = row == 0 || (seen->rises && x >= seen->last);
        seen->falls = row == 0 || (seen->falls && x <= seen->last);
        seen->last = x;
        seen->is_signed |= field.text[0] == '+';
        seen->broken |= x != (double)(long long)(fabs(x) < 1e15 ? x : 0) ||
                        (memchr(field.text, '.', field.size) != NULL &&
                         !word_ends((struct word){field.text, field.size}, ".0"));
        seen->n_numbers++;
        note_mark(seen, field);
        note_text(seen, row, field);
    } else if (number_read_local(field.text, end, 0, &x) == end) {
        seen->n_numbers++; /* of another dialect: refused where it is read */
        seen->broken = true;
        note_mark(seen, field);
        note_text(seen, row, field);
    } else {
        note_word(columns, seen, row, field);
    }
}

/* The point of version 2.0 is no decimal one. */
static void look_at_column(struct columns *columns, size_t index, struct seen *seen, size_t row,
                           struct csv_field field)
{
    const char point = columns->point;
    look_at_field(columns, seen, row, field);
    if (column_role_of(columns->items[index].name) != COLUMN_UNKNOWN)
        columns->point = point;
}

/* Of a table with a row a metric the column of metrics; else NULL. */
static const struct column *column_of_metrics(const struct columns *columns)
{
    for (size_t i = 0; i < columns->n && is_long(columns); i++)
        if (column_role_of(columns->items[i].name) == COLUMN_METRIC)
            return &columns->items[i];
    return NULL;
}

/* Rows of several metrics say the same of what was measured again: what repeats in them is told from the rows of the first
 * metric, but for what belongs to each. */
static bool says_again(const struct columns *columns, const struct column *metrics,
                       const struct csv_field *fields, const struct csv_field *first, size_t index)
{
    if (metrics == NULL || column_is_measured(columns->items[index].name) ||
        column_role_of(columns->items[index].name) == COLUMN_UNIT ||
        metrics == &columns->items[index])
        return false;
    const struct csv_field *metric = &fields[metrics - columns->items];
    return metric->size != first->size || memcmp(metric->text, first->text, metric->size) != 0;
}

/* Fills seen from the first rows, which are read once more later. */
static void look(struct columns *columns, struct seen *seen, struct csv_field *fields)
{
    const struct column *metrics = column_of_metrics(columns);
    struct csv_field metric = {0};
    const char *first = columns->p, *next;
    const char point = columns->point;
    const size_t line = columns->line;
    size_t passed;
    for (size_t row = 0; row < LOOK; row++) {
        columns->p = csv_skip_comments(columns->p, columns->end, &columns->line);
        if (columns->p == columns->end)
            break;
        if (!columns_split(columns, fields, &next, &passed))
            break;
        if (row == 0 && metrics != NULL)
            metric = fields[metrics - columns->items];
        for (size_t i = 0; i < columns->n; i++)
            if (!says_again(columns, metrics, fields, &metric, i))
                look_at_column(columns, i, &seen[i], row, fields[i]);
        columns->p = next;
        columns->line += passed;
    }
    if (columns->importer->json.failed) /* said where it is read, unless the first row is broken */
        columns->importer->json.failed = columns->p == first;
    columns->importer->json.cut &= columns->importer->json.failed;
    columns->p = first;
    columns->line = line;
    columns->point = point;
    for (size_t i = 0; i < columns->n; i++)
        settle_quantities(&columns->items[i], &seen[i]);
}

static bool has_role(const struct columns *columns, enum column_role role)
{
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role == role)
            return true;
    return false;
}

static bool is_truth(const struct csv_field *field)
{
    return (field->size == 4 && strncasecmp(field->text, "true", 4) == 0) ||
           (field->size == 5 && strncasecmp(field->text, "false", 5) == 0);
}

/* Whether it says how each row ended: true or false, 0 or 1. */
static bool is_outcome(const struct column *column, const struct seen *seen)
{
    static const char *const ways[] = {"0",  "1",    "true", "false", "yes",
                                       "no", "pass", "fail", NULL};
    for (size_t i = 0; i < LOOK; i++) {
        const struct csv_field *field = &seen->words[i];
        if (field->size > 0 && !word_among((struct word){field->text, field->size}, ways) &&
            !is_truth(field))
            return false;
    }
    return seen->n_words + seen->n_numbers > 0 && column_is_outcome(column->name);
}

/* How long something took, and not when it was: seconds, or thousandths and so on of them, since 1970. */
static bool is_duration(const struct column *column, const struct seen *seen)
{
    const double first = 1e9, last = 2e9; /* 2001, 2033 */
    for (double unit = 1; unit <= 1e9; unit *= 1e3)
        if (seen->last >= first * unit && seen->last < last * unit)
            return false;
    return seen->n_words == 0 && strcasecmp(column->name, "time") == 0;
}

/* How many digits the numbers have, from the first that is not 0. People write few of what they choose; "10.2183" came out. */
enum { CHOSEN_DIGITS = 3 };
struct digits {
    size_t least, most;
};

static struct digits digits_of(const struct seen *seen)
{
    struct digits digits = {SIZE_MAX, 0};
    for (size_t i = 0; i < LOOK; i++) {
        const struct csv_field *field = &seen->words[i];
        size_t n = 0;
        for (size_t at = 0; at < field->size; at++)
            n += isdigit((unsigned char)field->text[at]) && (n > 0 || field->text[at] != '0');
        digits.most = n > digits.most ? n : digits.most;
        digits.least = field->size > 0 && n < digits.least ? n : digits.least;
    }
    return digits;
}

/* The last number is twice the first, or half of it: results of one thing lie closer together. */
static bool is_wide(const struct seen *seen)
{
    const struct csv_field *word = &seen->words[0];
    double first;
    return word->text != NULL &&
           number_read_local(word->text, word->text + word->size, 0, &first) ==
               word->text + word->size &&
           fmax(fabs(first), fabs(seen->last)) >= 2 * fmin(fabs(first), fabs(seen->last));
}

/* Fractions in the first column that rise, fall or come again: a setting that was tried in steps, as whole numbers are. */
static bool is_stepped(const struct columns *columns, int index, const struct seen *seen,
                       bool repeats)
{
    enum { FEW = 3, MANY = 5 }; /* so many that were measured rise or fall once in 3 times, and once in 60 */
    const bool apart = seen->n_distinct == seen->n_numbers && (seen->rises || seen->falls) &&
                       seen->n_numbers >= (is_wide(seen) ? FEW : MANY);
    return index == 0 && !seen->is_signed && digits_of(seen).least <= CHOSEN_DIGITS + 1 &&
           columns->told > 0 && !columns->worded && seen->broken && seen->n_distinct > 1 &&
           seen->n_numbers < LOOK && seen->n_missing == 0 && (apart || repeats) &&
           strcasecmp(columns->items[index].name, "t") != 0;
}

/* Of numbers beside others that say what they measure. */
static enum column_role untold_role(const struct columns *columns, int index,
                                    const struct seen *seen, bool repeats)
{
    const char *name = columns->items[index].name;
    if (column_is_size(name))
        return seen->broken ? COLUMN_UNTOLD : COLUMN_DETAIL;
    if (column_role_of_statistic(name) == COLUMN_IGNORED ||
        column_role_of_counts(name) == COLUMN_POSITION)
        return COLUMN_IGNORED;
    const enum name_direction direction = direction_of_name(name);
    if (direction == DIRECTION_LESS || direction == DIRECTION_MORE ||
        (direction == DIRECTION_DOUBTED &&
         ((seen->broken && !is_wide(seen)) || digits_of(seen).most > CHOSEN_DIGITS)))
        return COLUMN_UNTOLD; /* "overhead" was not chosen, nor "gc_pauses" of 10.2183, "dropped" of 0.11 */
    if (is_stepped(columns, index, seen, repeats))
        return COLUMN_DETAIL;
    return !seen->broken && !column_is_measured(name) &&
                   (repeats || column_is_choice(name) ||
                    (index < columns->told && !columns->worded && seen->n_numbers > 1)) &&
                   !column_is_count(name)
               ? COLUMN_DETAIL
               : COLUMN_UNTOLD;
}

static bool counts_samples(const struct columns *columns, const char *name, const struct seen *seen)
{
    for (size_t i = 0; i < columns->n; i++)
        if (seen[i].n_numbers > 0 && column_counts_samples(name, columns->items[i].name))
            return true;
    return false;
}

/* Whether the rows have the same whole number of seconds; of a column without a unit the same whole number. */
static bool is_whole_seconds(struct columns *columns, const struct column *column,
                             struct unit unit, const struct seen *seen)
{
    double x;
    if (seen->n_distinct != 1 || seen->n_missing > 0 || seen->words[0].size == 0)
        return false;
    const bool read = column->in_cells
                          ? columns_quantity(columns, seen->words[0], &unit, &x)
                          : columns_number(columns, csv_trimmed(seen->words[0]), unit.power, &x);
    return read && x > 0 && x == floor(x);
}

/* How long each test was made to last, beside the rate that it had. */
static bool is_length(struct columns *columns, size_t index, const struct seen *seen)
{
    const struct column *column = &columns->items[index];
    struct pull *json = &columns->importer->json;
    struct unit unit;
    const char *stem = column_stem(json, column->name, &unit);
    bool rate = false;
    if (column->role != COLUMN_UNKNOWN || !column_is_duration(stem) ||
        (seen[index].n_numbers < 2 && strcasecmp(stem, "duration") != 0) ||
        !is_whole_seconds(columns, column, unit, &seen[index]))
        return false;
    for (size_t i = 0; i < columns->n; i++)
        rate |= seen[i].n_numbers > 0 &&
                (columns->items[i].in_cells ? seen[i].unit
                                            : column_unit_of(json, columns->items[i].name))
                    .more_is_better;
    return rate;
}

static void take_cells(struct columns *columns, struct column *column, const struct seen *seen)
{
    column->unit = seen->unit;
    if (strcmp(column->unit.name, "s") == 0 && column->metric != NULL &&
        column_is_duration(column->metric))
        column_call(columns, column, "wall");
}

/* "2020-08-30 21:02:32.283212" */
static bool tells_times(const struct csv_field *field)
{
    char text[40];
    if (field->size < strlen("2020-08-30") || field->size >= sizeof text)
        return false;
    memcpy(text, field->text, field->size);
    text[field->size] = '\0';
    return text[4] == '-' && text[7] == '-' && iso_time_ms(text) > 0;
}

static bool names_unit(const struct columns *columns)
{
    for (size_t i = 0; i < columns->n; i++)
        if (column_role_of(columns->items[i].name) == COLUMN_UNIT)
            return true;
    return false;
}

/* When something was: "STARTTIME" beside "ENDTIME"; a time that never falls, beside another one. */
static bool is_moment(const struct columns *columns, const char *name, const struct seen *seen)
{
    enum { FEW = 7 };
    const bool course = seen->rises && seen->n_numbers >= FEW && seen->n_missing == 0 &&
                        seen->n_distinct == seen->n_numbers && strcasecmp(name, "time") == 0;
    for (size_t i = 0; i < columns->n; i++) {
        const char *other = columns->items[i].name;
        if (column_is_moment(name, other) || (course && strcasecmp(other, name) != 0 &&
                                              (column_is_duration(other) || name_says_time(other))))
            return true;
    }
    return false;
}

/* Whole numbers that are called as places are, but do not count: runs of each benchmark, rows in another order; and those
 * that say when or how something was run. */
static bool numbers_rows(const struct columns *columns, const struct column *column,
                         const struct seen *seen)
{
    struct pull *json = &columns->importer->json;
    const bool numbers = seen->n_words == 0 && seen->n_numbers > 0, bare = !column->in_cells;
    if (!numbers || column_is_limit(column->name) || is_moment(columns, column->name, seen))
        return numbers;
    return (bare && column_is_setting(column->name) && !column_has_unit(json, column->name)) ||
           (bare && column->name[0] != '\0' && !seen->broken &&
            column_role_of_counts(column->name) == COLUMN_POSITION);
}

/* A word that names, and is no remark, path, date or hash. */
static bool is_plain(const struct csv_field *field)
{
    enum { LONGEST_NAME = 32, SHORTEST_HASH = 7 };
    size_t hexadecimal = 0, digits = 0;
    for (size_t i = 0; i < field->size; i++) {
        const unsigned char c = (unsigned char)field->text[i];
        if (strchr(" \t/:@", c) != NULL)
            return false;
        digits += (unsigned)(c - '0') < 10;
        hexadecimal += c == '-' || isxdigit(c);
    }
    return field->size > 0 && field->size <= LONGEST_NAME && 2 * digits < field->size &&
           (hexadecimal < field->size || field->size < SHORTEST_HASH);
}

/* "run-1" and "run-2", which count. */
static bool differ_in_digits_alone(const struct csv_field *a, const struct csv_field *b)
{
    size_t i = 0, j = 0;
    for (;; i++, j++) {
        while (i < a->size && isdigit((unsigned char)a->text[i]))
            i++;
        while (j < b->size && isdigit((unsigned char)b->text[j]))
            j++;
        if (i == a->size || j == b->size)
            return i == a->size && j == b->size;
        if (a->text[i] != b->text[j])
            return false;
    }
}

/* Whether the words of the rows tell apart what was measured: all are names, and some more than a count. */
static bool tell_apart(const struct seen *seen)
{
    const struct csv_field *first = NULL;
    bool some = false;
    for (size_t i = 0; i < LOOK; i++) {
        const struct csv_field *word = &seen->words[i];
        if (word->text == NULL)
            continue;
        if (!is_plain(word))
            return false;
        first = first != NULL ? first : word;
        some |= !differ_in_digits_alone(first, word);
    }
    return some;
}

static void settle_by_name(struct columns *columns, struct column *column, const struct seen *seen)
{
    if (column->role == COLUMN_UNKNOWN)
        column->role = (seen->counts ? column_role_of_counts : column_role_of)(column->name);
    if (column->role == COLUMN_UNKNOWN && numbers_rows(columns, column, seen)) {
        column->role = COLUMN_UNTOLD;
        return;
    }
    if (column->role == COLUMN_UNKNOWN && is_outcome(column, seen)) {
        column->role = seen->n_words > 0 ? COLUMN_TEXT : COLUMN_UNTOLD;
        return;
    }
    if (column->name[0] == '\0' && seen->n_words == 0 && !seen->counts && !seen->broken)
        column->role = COLUMN_DETAIL, column->called = "row"; /* R's, pandas': sizes, or sorted */
    if (column->role == COLUMN_DETAIL && seen->counts && seen->n_distinct == seen->n_numbers)
        importer_note(columns->importer, "a column that counts is taken for a parameter; call it "
                                         "iteration where it counts repetitions");
    if (column->role == COLUMN_TIME && is_duration(column, seen))
        column->role = is_moment(columns, column->name, seen) ? COLUMN_UNTOLD : COLUMN_UNKNOWN;
    const bool named = column->in_cells && columns->is_long; /* "90%" */
    if (column->role == COLUMN_METRIC && seen->n_words == 0 && !named)
        column->role = COLUMN_UNKNOWN; /* the one that there is */
    if (column->role == COLUMN_SYSTEM && seen->n_words == 0 && seen->broken)
        column->role = COLUMN_UNKNOWN; /* hyperfine's, for one: a time in the kernel is no name */
    if (column->role == COLUMN_UNKNOWN && seen->n_words > 0 && tells_times(&seen->words[0]))
        column->role = COLUMN_TIME;
}

static void settle_column(struct columns *columns, size_t index, const struct seen *seen)
{
    struct column *column = &columns->items[index];
    settle_by_name(columns, column, seen);
    if (column->role != COLUMN_UNKNOWN)
        return;
    const bool repeats = 2 * seen->n_distinct <= seen->n_numbers;
    if (seen->n_words == 0 && seen->n_numbers > 0 && columns->told >= 0 && !column->in_cells &&
        !column_is_told(&columns->importer->json, column->name)) {
        column->role = untold_role(columns, (int)index, seen, repeats);
        return;
    }
    if (seen->n_words == 0 && column_is_count(column->name) && names_unit(columns)) {
        column->role = COLUMN_UNTOLD; /* whose unit a column names, it is not */
        return;
    }
    if (seen->n_words == 0 && seen->n_numbers > 0 && columns->is_long &&
        !column_is_measured(column->name)) {
        column->role = repeats && !column_is_count(column->name) &&
                               column_role_of_statistic(column->name) != COLUMN_IGNORED &&
                               direction_of_name(column->name) == DIRECTION_NOT_TOLD
                           ? COLUMN_DETAIL
                           : COLUMN_UNTOLD; /* "errors" were not chosen */
    } else if (seen->n_words == 0 && !seen->broken && repeats && seen->n_numbers > 0 &&
               column_is_choice(column->name) && !has_role(columns, COLUMN_VERSION)) {
        column->role = COLUMN_DETAIL;
    } else if (seen->n_words == 0 && seen->n_numbers > 0 && !seen->broken && !column->in_cells &&
               column_is_number(column->name)) {
        column->role = repeats ? COLUMN_DETAIL : COLUMN_UNTOLD;
    } else if ((seen->n_numbers > 0 && seen->n_words == 0) ||
               column_has_unit(&columns->importer->json, column->name)) {
        column->role = column_role_of_statistic(column->name);
        if (column->in_cells && column_is_count(column->name))
            column->role = COLUMN_UNTOLD; /* the total of all that was done */
        if (column->role != COLUMN_IGNORED)
            column_value(columns, column, NULL);
        if (column->in_cells)
            take_cells(columns, column, seen);
        column->broken = seen->broken && seen->n_numbers > 1;
    } else if (column_is_count(column->name)) {
        column->role = seen->n_words > 0 ? COLUMN_TEXT : COLUMN_IGNORED;
    } else if (seen->n_words > 0 &&
               (seen->n_ratios == seen->n_words || seen->n_foreign == seen->n_words)) {
        column->role = COLUMN_TEXT;
    } else if (seen->n_words > 0 && index == 0 && !has_role(columns, COLUMN_VERSION) &&
               !has_role(columns, COLUMN_SYSTEM)) {
        column->role = COLUMN_BENCHMARK;
    } else if (seen->n_words > 0 && 2 * seen->n_distinct <= seen->n_words) {
        const bool truth = is_truth(&seen->words[0]);
        column->role =
            truth || has_role(columns, COLUMN_BENCHMARK) ? COLUMN_DETAIL : COLUMN_BENCHMARK;
    } else {
        column->role = seen->n_words == 0 ? COLUMN_POSITION /* nothing stands there */
                       : tell_apart(seen) ? COLUMN_DETAIL
                                          : COLUMN_TEXT;
    }
}

/* "2024.01.01 3:00:00 +0100" */
static bool begins_with_year(const struct csv_field *field)
{
    size_t digits = 0;
    while (digits < field->size && (unsigned)(field->text[digits] - '0') < 10)
        digits++;
    return digits == 4 && field->size > 4 && strchr("-./ ", field->text[4]) != NULL;
}

/* The first word of the column that is neither a number nor one with the unit of the others; where both stand, the first
 * without a unit. */
static size_t first_unreadable(struct columns *columns, const struct seen *seen)
{
    size_t first = LOOK;
    bool is_plain = false;
    for (size_t i = 0; i < LOOK; i++) {
        const struct csv_field word = seen->words[i];
        struct unit unit;
        double x;
        if (word.size == 0)
            continue;
        const bool number = columns_number(columns, word, 0, &x);
        if (!number && !(seen->n_quantities > 0 && columns_quantity(columns, word, &unit, &x) &&
                         strcmp(unit.name, seen->unit.name) == 0))
            return i;
        if (first == LOOK || (number && !is_plain)) {
            first = i;
            is_plain = number;
        }
    }
    return first;
}

/* What is called a time or a mean and cannot be read is what the table is about: nothing else is taken for it. */
static void check_readable(struct columns *columns, const struct column *column,
                           const struct seen *seen)
{
    if (column->role != COLUMN_UNKNOWN || seen->n_words == 0 || !column_is_measure(column->name))
        return;
    if (tells_times(&seen->words[0]) ||
        (column_role_of(column->name) == COLUMN_TIME && begins_with_year(&seen->words[0])))
        return;
    const size_t i = first_unreadable(columns, seen);
    columns->unreadable = true;
    if (columns->importer->dataset == NULL || i == LOOK)
        return; /* it is only looked at */
    importer_fail_at(
        columns->importer, columns->line + lines_between(columns->p, seen->words[i].text),
        format_excerpt_of(column->name, strlen(column->name)).text,
        "\"%s\" is no number, and no number with a unit of time, size or rate behind it",
        format_excerpt_of(seen->words[i].text, seen->words[i].size).text);
}

/* What people call values stands for values of words too: the reader says which is no number. */
static void settle_roles(struct columns *columns, const struct seen *seen)
{
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role == COLUMN_UNKNOWN &&
            column_role_of(columns->items[i].name) == COLUMN_VERSION &&
            !has_role(columns, COLUMN_VERSION))
            columns->items[i].role = COLUMN_VERSION;
    columns->is_long = is_long(columns);
    for (size_t i = columns->n; i-- > 0;)
        if (seen[i].n_words == 0 && seen[i].n_numbers > 0 &&
            (column_role_of(columns->items[i].name) == COLUMN_UNKNOWN ||
             is_duration(&columns->items[i], &seen[i])) &&
            (columns->items[i].in_cells ||
             column_is_told(&columns->importer->json, columns->items[i].name)))
            columns->told = (int)i;
    for (size_t i = 0; i < columns->n; i++)
        columns->worded |=
            seen[i].n_words > 0 && column_role_of(columns->items[i].name) != COLUMN_TEXT;
    if (has_role(columns, COLUMN_VERSION) || columns->is_long)
        columns->told = -1;
    for (size_t i = 0; i < columns->n; i++)
        check_readable(columns, &columns->items[i], &seen[i]);
    for (size_t i = 0; i < columns->n; i++)
        if (counts_samples(columns, columns->items[i].name, seen) || is_length(columns, i, seen))
            columns->items[i].role = COLUMN_UNTOLD;
        else
            settle_column(columns, i, &seen[i]);
}

/* Whole numbers behind the first value that nobody says to be chosen: "matches", "num reads". */
static bool may_be_counted(const struct columns *columns, size_t index, const struct seen *seen)
{
    const struct column *column = &columns->items[index];
    return column->role == COLUMN_DETAIL && columns->told >= 0 && (int)index > columns->told &&
           seen->n_words == 0 && column_role_of(column->name) == COLUMN_UNKNOWN &&
           !column_is_choice(column->name);
}

static bool same_in(const struct columns *columns, const struct seen *seen, size_t a, size_t b)
{
    for (size_t i = 0; i < columns->n; i++) {
        const enum column_role role = columns->items[i].role;
        const struct csv_field *x = &seen[i].words[a], *y = &seen[i].words[b];
        if ((role >= COLUMN_SYSTEM && role < COLUMN_VALUE &&
             !may_be_counted(columns, i, &seen[i])) &&
            (x->size != y->size || (x->size > 0 && memcmp(x->text, y->text, x->size) != 0)))
            return false;
    }
    return true;
}

/* What was counted tells no rows apart that names and what was chosen do: left out, and said. */
static void drop_counted(struct columns *columns, const struct seen *seen)
{
    bool counted[COLUMNS_MOST];
    size_t n_rows = 0;
    for (size_t i = 0; i < columns->n; i++) {
        const size_t n = seen[i].n_numbers + seen[i].n_words + seen[i].n_missing;
        n_rows = n > n_rows ? n : n_rows;
    }
    for (size_t a = 0; a < n_rows; a++)
        for (size_t b = 0; b < a; b++)
            if (n_rows == LOOK || same_in(columns, seen, a, b))
                return;
    for (size_t i = 0; i < columns->n; i++)
        counted[i] = may_be_counted(columns, i, &seen[i]);
    for (size_t i = 0; i < columns->n; i++)
        if (counted[i])
            columns->items[i].role = COLUMN_UNTOLD;
}

/* A time or a rate that is the same whole number for all of what the rows name, beside no other: a setting of each. */
static const char *same_in_all(struct columns *columns, const struct seen *seen)
{
    enum { FEW = 3 };
    const struct column_choices *choices = columns->importer->options->columns;
    const char *same = NULL;
    bool apart = false;
    if (columns->is_long || (choices != NULL && choices->values.n > 0))
        return NULL;
    for (size_t i = 0; i < columns->n; i++) {
        const struct column *column = &columns->items[i];
        const bool names = column->role == COLUMN_BENCHMARK || column->role == COLUMN_DETAIL;
        apart |= names && seen[i].n_words >= FEW && seen[i].n_distinct == seen[i].n_words;
        if (column->role < COLUMN_VALUE)
            continue;
        const bool told = column_is_told(&columns->importer->json, column->name);
        if (seen[i].broken || (told && (seen[i].n_distinct != 1 || seen[i].last == 0 ||
                                        seen[i].n_missing > 0 || seen[i].n_numbers < FEW)))
            return NULL;
        same = told ? column->name : same;
    }
    return apart ? same : NULL;
}

/* In tables of semicolons points and commas are either: numbers that all look as if one parted their thousands may be
 * a thousand times as large. */
static void check_marks(struct columns *columns, const struct seen *seen)
{
    size_t n_parted = 0, n_broken = 0, last = 0;
    for (size_t i = 0; i < columns->n; i++) {
        const bool counts = columns->items[i].role >= COLUMN_VALUE;
        n_parted += counts ? seen[i].n_parted : 0;
        n_broken += counts ? seen[i].n_broken : 0;
        last = counts && seen[i].n_parted > 0 ? i : last;
    }
    if (n_parted > 0 && n_broken == 0 && columns->importer->dataset != NULL)
        importer_fail_at(
            columns->importer, columns->line,
            format_excerpt_of(columns->items[last].name, strlen(columns->items[last].name)).text,
            "its points or commas may part thousands: all have three digits behind them; "
            "@dialect=semicolon-point or semicolon-comma says that they are decimal ones");
}

static void place_levels(struct columns *columns)
{
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role == COLUMN_LEVEL) {
            if (strcasecmp(columns->items[i].name, "iteration") == 0)
                columns->lowest = "iteration"; /* the values themselves */
            else if (columns->n_levels < ASSAY_MAX_LEVELS - 1)
                columns->level[columns->n_levels++] = (int)i;
        }
}

static void find_alone(struct columns *columns)
{
    const char *metric = NULL;
    columns->alone = true;
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role >= COLUMN_VALUE) {
            columns->alone &= metric == NULL || strcmp(columns->items[i].metric, metric) == 0;
            metric = columns->items[i].metric;
        }
}

static bool read_names(struct columns *columns)
{
    size_t n, passed = 0;
    struct csv_field *fields = calloc(COLUMNS_MOST, sizeof *fields);
    columns->items = calloc(COLUMNS_MOST, sizeof *columns->items);
    const char *next = NULL;
    if (fields == NULL || columns->items == NULL)
        pull_no_memory(&columns->importer->json);
    else
        next = csv_split(columns->p, columns->end, columns->separator, fields, COLUMNS_MOST, &n,
                         &passed);
    if (next == NULL || n > COLUMNS_MOST) {
        importer_fail_at(columns->importer, columns->line, NULL,
                         next == NULL ? "a quote is not closed, or text follows a closing quote"
                                      : "more than %d columns",
                         COLUMNS_MOST);
        free(fields);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        columns->items[i] = (struct column){.name = columns_text(columns, fields[i])};
    free(fields);
    while (n > 1 && columns->items[n - 1].name[0] == '\0') {
        columns->n_nameless++;
        n--;
    }
    columns->n = n;
    columns->p = next;
    return true;
}

/* A first line of numbers is no header. */
static bool is_header(struct columns *columns)
{
    double x;
    for (size_t i = 0; i < columns->n; i++)
        if (columns_number(
                columns,
                (struct csv_field){columns->items[i].name, strlen(columns->items[i].name), false},
                0, &x))
            return false;
    return true;
}

bool columns_find(struct columns *columns, const struct format_text *text)
{
    columns->told = -1;
    columns->p = text->text;
    columns->end = text->text + text->size;
    columns->line = 1;
    columns->p = csv_skip_comments(columns->p, columns->end, &columns->line);
    choose_dialect(columns);
    const char point = columns->point;
    if (!read_names(columns))
        return false;
    if (!is_header(columns))
        importer_fail_at(columns->importer, columns->line, NULL,
                         "the first line names the columns; here stand numbers");
    columns->point = point;
    take_choices(columns);
    if (columns->importer->json.failed)
        return false;
    columns->line++;
    struct seen *seen = calloc(columns->n, sizeof *seen);
    struct csv_field *fields = calloc(columns->n, sizeof *fields);
    if (seen == NULL || fields == NULL) {
        pull_no_memory(&columns->importer->json);
    } else {
        look(columns, seen, fields);
        if (columns_declared(columns)) {
            columns->is_long = has_role(columns, COLUMN_METRIC);
        } else {
            if (!columns_of_tool(columns)) {
                settle_roles(columns, seen);
                drop_counted(columns, seen);
                columns_name_systems(columns);
                columns->same = same_in_all(columns, seen);
                if (columns->recognised && columns->separator == ';')
                    check_marks(columns, seen);
            }
            place_levels(columns);
        }
        find_alone(columns);
    }
    free(seen);
    free(fields);
    return !columns->importer->json.failed;
}
