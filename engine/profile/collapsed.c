/* SPDX-License-Identifier: GPL-3.0-or-later */
/* collapsed.c -- collapsed stacks: "main;parse;lookup 42" a line, from the outermost function in.
 * Source:   FlameGraph's stackcollapse-*.pl ("_[k]" behind a frame of the kernel, "_[j]" of a JIT, "_[i]" inlined); py-spy
 *           ("lookup (parse.py:12)"); Python's own Tachyon ("tid:7;parse.py:lookup:12"); async-profiler.
 * Names:    the line within a function is left out: it moves with each change of the file. Its file is the object.
 * Edge:     "[unknown]" has no name. A leaf in the kernel counts as the kernel's.
 * Checked:  tests/engine/profile/test_profile_files.c.
 */
#include "profile/reading.h"

/* The number behind the last blank; the stack stays. */
static bool split_line(struct word *line, uint64_t *count)
{
    *line = word_trimmed(*line, " \t");
    const char *blank = line->size > 0 ? memrchr(line->text, ' ', line->size) : NULL;
    if (blank == NULL)
        return false;
    const size_t at = (size_t)(blank - line->text);
    if (!reading_count((struct word){blank + 1, line->size - at - 1}, count))
        return false;
    *line = word_trimmed((struct word){line->text, at}, " \t");
    return line->size > 0;
}

/* A text may hold anything: its first lines must all be stacks. */
static bool probe(const struct format_text *text)
{
    enum { LOOK = 16 };
    struct lines lines = lines_of(text);
    size_t stacks = 0, deep = 0;
    while (stacks < LOOK && lines_next_told(&lines)) {
        uint64_t count;
        struct word line = lines.line;
        if (!split_line(&line, &count))
            return lines.unended && stacks > 0 && deep > 0;
        deep += memchr(line.text, ';', line.size) != NULL;
        stacks++;
    }
    return deep > 0;
}

static bool take_end(struct word *word, const char *end)
{
    if (!word_ends(*word, end))
        return false;
    word->size -= strlen(end);
    return true;
}

/* "name:12" loses its number. */
static bool take_line_number(struct word *word)
{
    uint64_t line;
    const char *colon = word->size > 0 ? memrchr(word->text, ':', word->size) : NULL;
    if (colon == NULL ||
        !reading_count((struct word){colon + 1, word->size - (size_t)(colon + 1 - word->text)},
                       &line))
        return false;
    word->size = (size_t)(colon - word->text);
    return true;
}

/* "lookup (parse.py:12)" */
static bool take_file(struct word *name, struct word *object)
{
    struct word file;
    const char *open = word_ends(*name, ")") ? memrchr(name->text, '(', name->size) : NULL;
    if (open == NULL || open < name->text + 2 || open[-1] != ' ')
        return false;
    file = (struct word){open + 1, name->size - (size_t)(open + 1 - name->text) - 1};
    if (!take_line_number(&file))
        return false;
    *object = reading_base(file);
    name->size = (size_t)(open - 1 - name->text);
    return true;
}

/* "parse.py:lookup:12" */
static void take_tachyon(struct word *name, struct word *object)
{
    const char *colon = take_line_number(name) ? memchr(name->text, ':', name->size) : NULL;
    if (colon == NULL)
        return;
    const size_t at = (size_t)(colon - name->text);
    *object = (struct word){name->text, at};
    *name = (struct word){colon + 1, name->size - at - 1};
}

/* *kernel: whether it is the kernel's. */
static uint32_t frame(struct reading *reading, struct word name, bool tachyon, bool *kernel)
{
    struct word object = word_of("");
    *kernel = take_end(&name, "_[k]");
    if (*kernel)
        object = word_of(PROFILE_KERNEL);
    else if (take_end(&name, "_[j]"))
        object = word_of(PROFILE_JIT);
    else if (tachyon)
        take_tachyon(&name, &object);
    else if (!take_end(&name, "_[i]"))
        (void)take_file(&name, &object);
    if (word_is(name, "[unknown]") || word_is(name, "unknown"))
        name = word_of("");
    return reading_function(reading, name, object);
}

static void take_stack(struct reading *reading, struct word stack, uint64_t count)
{
    const bool tachyon = word_begins(stack, "tid:");
    while (stack.size > 0 && !reading->failed) {
        bool kernel = false;
        const char *semicolon = memrchr(stack.text, ';', stack.size);
        const size_t at = semicolon != NULL ? (size_t)(semicolon + 1 - stack.text) : 0;
        if (!(tachyon && at == 0)) { /* that is the thread */
            const struct word name = {stack.text + at, stack.size - at};
            reading_push(reading, frame(reading, name, tachyon, &kernel));
        }
        if (kernel && reading->n_stack == 1) {
            reading->kernel += count;
            reading->n_stack = 0;
            return;
        }
        stack.size = at > 0 ? at - 1 : 0;
    }
    reading_stack(reading, count);
}

static void read_collapsed(struct reading *reading)
{
    struct lines lines = lines_of(reading->text);
    while (lines_next_told(&lines) && !reading->failed) {
        uint64_t count;
        struct word stack = lines.line;
        if (!split_line(&stack, &count))
            reading_fail(reading, lines.number, "",
                         "a stack ends with a blank and its count: \"%s\"",
                         format_excerpt_of(lines.line.text, lines.line.size).text);
        else
            take_stack(reading, stack, count);
    }
}

const struct profile_format profile_collapsed = {"collapsed stacks", probe, read_collapsed};
