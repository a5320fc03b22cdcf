/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_script.c -- what `perf script` prints of a perf.data: a line a sample, with its stack below it where one was taken.
 * Source:   perf-script(1); tools/perf/builtin-script.c. "perl 1234 [002] 12.345678: 250000 cpu-clock:u: addr symbol+0x1 (object)"
 *           with or without processor, time and period, or the address on lines of their own, the innermost function first, and an empty line behind.
 * Times:    the period of cpu-clock and task-clock is nanoseconds; of other events it counts them, and without one each line
 *           is a sample.
 * Names:    without "+0x…". An object that is called like the process is the program itself. Addresses of the upper half are
 *           the kernel's.
 * Edge:     several events in one file are refused: perf script -F selects none, perf record does.
 * Checked:  tests/engine/profile/test_profile_files.c.
 */
#include "profile/reading.h"

struct perf_script {
    struct reading *reading;
    size_t line;
    struct word process, event;
    uint64_t weight;
    bool clock; /* periods are nanoseconds: samples are counted, and their periods added up */
    double clock_ns;
    uint64_t samples;
    bool open;      /* a sample whose stack is not counted yet */
    bool in_kernel; /* its innermost function */
};

static bool ends_with_colon(struct word word)
{
    return word.size > 1 && word.text[word.size - 1] == ':';
}

/* "12.345678:" */
static bool is_time(struct word word)
{
    double seconds;
    return ends_with_colon(word) && memchr(word.text, '.', word.size) != NULL &&
           word_is_number((struct word){word.text, word.size - 1}, &seconds);
}

/* "1234", "1234/1235" */
static bool is_process_number(struct word word)
{
    uint64_t number;
    const char *slash = memchr(word.text, '/', word.size);
    word.size = slash != NULL ? (size_t)(slash - word.text) : word.size;
    return reading_count(word, &number);
}

/* "[002]" */
static bool is_processor(struct word word)
{
    return word.size > 2 && word.text[0] == '[' && word.text[word.size - 1] == ']';
}

/* What stands before the number of a process, whose name may hold blanks. */
static bool take_process(struct word *rest, struct word *process)
{
    struct word word;
    const char *begin = rest->text;
    while (word_take(rest, &word))
        if (word.text > begin && is_process_number(word)) {
            *process = word_trimmed((struct word){begin, (size_t)(word.text - begin)}, " \t");
            return process->size > 0;
        }
    return false;
}

/* The head of a sample: its process, period and event; line becomes what stands behind. */
static bool take_head(struct word *line, struct word *process, uint64_t *period, struct word *event)
{
    struct word rest = *line, word;
    if (!take_process(&rest, process) || !word_take(&rest, &word) ||
        (is_processor(word) && !word_take(&rest, &word)) ||
        (is_time(word) && !word_take(&rest, &word)))
        return false;
    if (!reading_count(word, period))
        *period = 1;
    else if (!word_take(&rest, &word))
        return false;
    if (!ends_with_colon(word) || is_time(word))
        return false;
    *event = (struct word){word.text, word.size - 1};
    *line = rest;
    return true;
}

/* "cpu-clock:u" and "cpu-clock:" are cpu-clock. */
static struct word event_name(struct word event)
{
    const char *colon = memchr(event.text, ':', event.size);
    static const char *const clocks[] = {"cpu-clock", "task-clock", "cycles", "instructions", NULL};
    const struct word name = {event.text, colon != NULL ? (size_t)(colon - event.text) : event.size};
    return word_among(name, clocks) ? name : event;
}

static void close_sample(struct perf_script *script)
{
    struct reading *reading = script->reading;
    if (!script->open)
        return;
    script->open = false;
    if (script->in_kernel) {
        reading->kernel += script->weight;
        reading->n_stack = 0;
    } else if (reading->n_stack == 0)
        reading_push(reading, reading_function(reading, word_of(""), word_of("")));
    reading_stack(reading, script->weight);
}

static void settle_unit(struct perf_script *script, struct word event, bool has_period)
{
    struct reading *reading = script->reading;
    script->clock = has_period && (word_is(event, "cpu-clock") || word_is(event, "task-clock"));
    if (script->clock)
        reading->unit = "s";
    else if (has_period)
        reading_unit(reading, event);
}

static void open_sample(struct perf_script *script, struct word process, uint64_t period,
                        struct word event)
{
    const struct word name = event_name(event);
    if (script->event.size == 0) {
        script->event = name;
        settle_unit(script, name, period > 1);
    } else if (!word_same(script->event, name))
        reading_fail(script->reading, script->line, "",
                     "it holds samples of %s and of %s: record one event",
                     format_excerpt_of(script->event.text, script->event.size).text,
                     format_excerpt_of(name.text, name.size).text);
    script->process = process;
    script->weight = script->clock ? 1 : period;
    script->clock_ns += (double)period;
    script->samples++;
    script->open = true;
    script->in_kernel = false;
}

/* Processes' names are cut at 15 bytes. */
static bool is_program(const struct perf_script *script, struct word object)
{
    enum { COMM = 15 };
    const struct word cut = {object.text, object.size < COMM ? object.size : COMM};
    return word_same(cut, script->process);
}

static bool is_kernel(struct word address, struct word object)
{
    static const char *const beginnings[] = {"[kernel", "[guest.kernel", "/lib/modules/"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (word_begins(object, beginnings[i]))
            return true;
    return (address.size == 16 && word_begins(address, "ffff")) ||
           word_begins(reading_base(object), "vmlinux");
}

/* "55d0 lookup+0x12 (/usr/bin/parse)" */
static void take_frame(struct perf_script *script, struct word line)
{
    struct reading *reading = script->reading;
    struct word address, object = word_of("");
    line = word_trimmed(line, " \t");
    if (!script->open || !word_take(&line, &address))
        return;
    line = word_trimmed(line, " \t");
    const char *open = word_ends(line, ")") ? memrchr(line.text, '(', line.size) : NULL;
    struct word name = line;
    if (open != NULL) {
        object = (struct word){open + 1, line.size - (size_t)(open + 1 - line.text) - 1};
        name = word_trimmed((struct word){line.text, (size_t)(open - line.text)}, " \t");
    }
    const char *plus = name.size > 0 ? memrchr(name.text, '+', name.size) : NULL;
    if (plus != NULL && (size_t)(plus - name.text) + 2 < name.size && plus[1] == '0' && plus[2] == 'x')
        name.size = (size_t)(plus - name.text);
    if (word_is(name, "[unknown]"))
        name = word_of("");
    const bool kernel = is_kernel(address, object);
    script->in_kernel |= kernel && reading->n_stack == 0;
    object = reading_base(object);
    if (kernel)
        object = word_of(PROFILE_KERNEL);
    else if (word_begins(object, "perf-") && word_ends(object, ".map"))
        object = word_of(PROFILE_JIT);
    else if (word_is(object, "[unknown]") || is_program(script, object))
        object = word_of("");
    reading_push(reading, reading_function(reading, name, object));
}

static void take_line(struct perf_script *script, struct word line)
{
    struct word process, event;
    uint64_t period;
    if (word_trimmed(line, " \t").size == 0) {
        close_sample(script);
        return;
    }
    struct word rest = word_trimmed(line, " \t");
    if (!take_head(&rest, &process, &period, &event)) {
        take_frame(script, line);
        return;
    }
    close_sample(script);
    open_sample(script, process, period, event);
    if (word_trimmed(rest, " \t").size > 0)
        take_frame(script, rest);
}

static void read_script(struct reading *reading)
{
    struct perf_script script = {.reading = reading, .event = {"", 0}, .process = {"", 0}};
    struct lines lines = lines_of(reading->text);
    while (lines_next(&lines) && !reading->failed) {
        script.line = lines.number;
        if (lines.line.size == 0 || lines.line.text[0] != '#')
            take_line(&script, lines.line);
    }
    close_sample(&script);
    if (script.clock)
        reading->scale = script.clock_ns / (double)script.samples / 1e9;
}

static bool probe(const struct format_text *text)
{
    struct lines lines = lines_of(text);
    struct word process, event;
    uint64_t period;
    return lines_next_told(&lines) && take_head(&lines.line, &process, &period, &event);
}

const struct profile_format profile_perf_script = {"perf script", probe, read_script};
