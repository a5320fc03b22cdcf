/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callgrind.c -- callgrind.out: what valgrind's callgrind and cachegrind's converters count, exactly.
 * Source:   valgrind's manual, "Callgrind Format Specification". The first event is taken ("Ir", instructions); costs behind
 *           "calls=" are of the called function and no self cost.
 * Names:    "fn=(12) name" names a function, "fn=(12)" again; objects likewise. An object that is called like the program of
 *           "cmd:" is the program itself.
 * Edge:     several parts are added up. Total cost with callees is not taken: recursion would count twice.
 * Checked:  tests/engine/profile/test_profile_files.c.
 */
#include "profile/function_name.h"
#include "profile/reading.h"

#include "base/array.h"

/* Names by the numbers that stand for them in the file. */
struct names {
    struct word *items;
    size_t n;
};

struct callgrind {
    struct reading *reading;
    size_t line;
    struct names functions, objects;
    size_t positions;    /* numbers before a cost */
    struct word program; /* of "cmd:" */
    struct word name, object;
    uint32_t function;
    bool has_function, called; /* called: the next cost is of a call */
};

static void callgrind_fini(struct callgrind *callgrind)
{
    free(callgrind->functions.items);
    free(callgrind->objects.items);
}

static void remember(struct callgrind *callgrind, struct names *names, size_t id, struct word name)
{
    enum { MOST = 1 << 22 };
    if (id >= MOST) {
        reading_fail(callgrind->reading, callgrind->line, "", "a name's number is too large");
        return;
    }
    if (id >= names->n) {
        const size_t n = 2 * id + 64;
        if (!array_resize(&names->items, n)) {
            reading_no_memory(callgrind->reading);
            return;
        }
        memset(names->items + names->n, 0, (n - names->n) * sizeof *names->items);
        names->n = n;
    }
    names->items[id] = name;
}

/* "(12) name", "(12)", or "name" */
static struct word name_of(struct callgrind *callgrind, struct names *names, struct word word)
{
    uint64_t id;
    const char *close = word.size > 0 && word.text[0] == '(' ? memchr(word.text, ')', word.size) : NULL;
    if (close == NULL ||
        !reading_count((struct word){word.text + 1, (size_t)(close - word.text) - 1}, &id))
        return word;
    const struct word name = word_after(word, (size_t)(close + 1 - word.text));
    if (name.size > 0)
        remember(callgrind, names, (size_t)id, name);
    else if (id < names->n && names->items[id].text != NULL)
        return names->items[id];
    return name;
}

enum { NAME_PLAIN = 512 }; /* longer ones are taken as they are */

/* "f.isra.0'2", a copy of f that calls itself, is f, as where it is sampled (function_name.h). */
static struct word plain_name(struct word name, char text[NAME_PLAIN])
{
    static const char clone[] = " [clone ";
    uint64_t depth;
    if (name.size == 0 || name.size >= NAME_PLAIN)
        return name;
    memcpy(text, name.text, name.size);
    text[name.size] = '\0';
    char *mark = strrchr(text, '\'');
    if (mark != NULL && mark > text && reading_count(word_of(mark + 1), &depth))
        *mark = '\0';
    name.size = function_name_length(text);
    struct word plain = {text, name.size};
    if (word_ends(plain, clone))
        plain.size -= strlen(clone);
    return plain;
}

static void settle_function(struct callgrind *callgrind)
{
    char text[NAME_PLAIN];
    struct word object = reading_base(callgrind->object), name = plain_name(callgrind->name, text);
    if (word_is(name, "???") || (name.size > 1 && word_begins(name, "0x")))
        name = word_of("");
    if (word_is(object, "???") || word_same(object, callgrind->program))
        object = word_of("");
    callgrind->function = reading_function(callgrind->reading, name, object);
    callgrind->has_function = true;
}

/* "12 345 6": positions, then costs. Left-out costs are 0. */
static void take_cost(struct callgrind *callgrind, struct word line)
{
    struct word word;
    uint64_t cost = 0;
    for (size_t i = 0; i < callgrind->positions; i++)
        (void)word_take(&line, &word);
    if (word_take(&line, &word) && !reading_count(word, &cost)) {
        reading_fail(callgrind->reading, callgrind->line, "", "\"%s\" is no cost",
                     format_excerpt_of(word.text, word.size).text);
        return;
    }
    if (!callgrind->called && callgrind->has_function)
        profile_count(callgrind->reading->profile, callgrind->function, cost, 0);
    callgrind->called = false;
}

static void take_command(struct callgrind *callgrind, struct word command)
{
    struct word program;
    if (word_take(&command, &program))
        callgrind->program = reading_base(program);
}

static void take_events(struct callgrind *callgrind, struct word events)
{
    struct word event;
    if (word_take(&events, &event))
        reading_unit(callgrind->reading, event);
}

static void take_positions(struct callgrind *callgrind, struct word positions)
{
    struct word word;
    callgrind->positions = 0;
    while (word_take(&positions, &word))
        callgrind->positions++;
}

static bool take_head(struct callgrind *callgrind, struct word line)
{
    static const struct {
        const char *key;
        void (*take)(struct callgrind *callgrind, struct word rest);
    } heads[] = {{"cmd:", take_command}, {"events:", take_events}, {"positions:", take_positions}};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (word_begins(line, heads[i].key)) {
            heads[i].take(callgrind, word_after(line, strlen(heads[i].key)));
            return true;
        }
    return false;
}

static void take_line(struct callgrind *callgrind, struct word line)
{
    line = word_trimmed(line, " \t");
    const char first = line.size > 0 ? line.text[0] : '#';
    if ((first >= '0' && first <= '9') || first == '+' || first == '-' || first == '*')
        take_cost(callgrind, line);
    else if (word_begins(line, "fn=")) {
        callgrind->name = name_of(callgrind, &callgrind->functions, word_after(line, 3));
        settle_function(callgrind);
    } else if (word_begins(line, "ob="))
        callgrind->object = name_of(callgrind, &callgrind->objects, word_after(line, 3));
    else if (word_begins(line, "cfn="))
        (void)name_of(callgrind, &callgrind->functions, word_after(line, 4));
    else if (word_begins(line, "cob="))
        (void)name_of(callgrind, &callgrind->objects, word_after(line, 4));
    else if (word_begins(line, "calls="))
        callgrind->called = true;
    else
        (void)take_head(callgrind, line);
}

static void read_callgrind(struct reading *reading)
{
    SCOPED(callgrind_fini) struct callgrind callgrind = {.reading = reading, .positions = 1};
    struct lines lines = lines_of(reading->text);
    callgrind.program = callgrind.name = callgrind.object = word_of("");
    while (lines_next(&lines) && !reading->failed) {
        callgrind.line = lines.number;
        take_line(&callgrind, lines.line);
    }
}

static bool probe(const struct format_text *text)
{
    return lines_probe(text, "events:") && (lines_probe(text, "fn=") || lines_probe(text, "positions:"));
}

const struct profile_format profile_callgrind = {"callgrind", probe, read_callgrind};
