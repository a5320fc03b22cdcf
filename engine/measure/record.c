/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.c -- says what one build or execution came to. */
#include "measure/record.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *outcome_name(enum outcome outcome)
{
    switch (outcome) {
    case OUTCOME_OK: return "ok";
    case OUTCOME_EXIT: return "exit";
    case OUTCOME_SIGNAL: return "signal";
    case OUTCOME_TIMEOUT: return "timeout";
    case OUTCOME_NOT_STARTED: return "not started";
    case OUTCOME_NO_VALUES: return "no values";
    }
    return "unknown";
}

/* Text that grows to the end of a buffer and is cut there. */
struct line {
    char *text;
    size_t size, used;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(line->text + line->used, line->size - line->used, format, arguments);
    va_end(arguments);
    if (n > 0)
        line->used += (size_t)n;
    if (line->used >= line->size)
        line->used = line->size - 1;
}

/* "Segmentation fault" reads as "segmentation fault" inside a sentence. */
static void add_lower(struct line *line, const char *text)
{
    add(line, "%c%s", tolower((unsigned char)text[0]), text + 1);
}

static void add_outcome(struct line *line, const struct record *record)
{
    switch (record->outcome) {
    case OUTCOME_OK: add(line, "ended well"); break;
    case OUTCOME_EXIT: add(line, "ended with exit code %d", record->exit_code); break;
    case OUTCOME_SIGNAL:
        add(line, "died of signal %d (", record->signal);
        add_lower(line, strsignal(record->signal));
        add(line, ")");
        break;
    case OUTCOME_TIMEOUT: add(line, "was stopped at its time limit"); break;
    case OUTCOME_NOT_STARTED:
        if (record->reason != NULL) {
            add(line, "%s", record->reason);
            break;
        }
        add(line, "could not be started (");
        if (record->error_number == ENOEXEC)
            add(line, "it is no program, and no script that begins with #!");
        else
            add_lower(line, strerror(record->error_number));
        add(line, ")");
        break;
    case OUTCOME_NO_VALUES:
        add(line, "%s", record->reason != NULL ? record->reason : "gave no values");
        break;
    }
}

void record_say_outcome(const struct record *record, char *text, size_t size)
{
    struct line line = {text, size, 0};
    if (size > 0)
        add_outcome(&line, record);
}

/* "in build 2, execution 3": counted from 1, down to the level that the step is a unit of. */
static void add_units(struct line *line, const struct design *design, const struct record *record)
{
    size_t n = design_execution_level(design);
    if (record->step.kind == STEP_EXECUTE)
        n++;
    for (size_t level = 0; level < n; level++)
        add(line, "%s %s %u", level == 0 ? " in" : ",", design->levels[level].name,
            record->step.unit[level] + 1);
    if (record->step.warmup)
        add(line, " (warm-up)");
}

/* Which commit it was, unless its name says so. */
static void add_build(struct line *line, const struct design_system *system)
{
    enum { DIGITS = 12 };
    const char *commit = system->built_from != NULL ? system->built_from : system->commit;
    add(line, "the build of %s ", system->name);
    if (commit != NULL && strncmp(system->name, commit, DIGITS) != 0)
        add(line, "(commit %.*s) ", DIGITS, commit);
}

void record_describe(const struct design *design, const struct record *record, char *text,
                     size_t size)
{
    struct line line = {text, size, 0};
    const char *system = design->systems[record->step.system].name;
    if (size == 0)
        return;
    if (record->hook != NULL)
        add(&line, "the %s command of %s ", record->hook, system);
    else if (record->step.kind == STEP_BUILD)
        add_build(&line, &design->systems[record->step.system]);
    else if (design->quick && design->n_benchmarks == 1)
        add(&line, "%s ", system);
    else
        add(&line, "%s on %s ", design->benchmarks[record->step.benchmark].name, system);
    add_outcome(&line, record);
    if (record->hook == NULL)
        add_units(&line, design, record);
    const double duration_s = record->duration_s, memory = design->isolate.memory_bytes;
    if (record->outcome != OUTCOME_NOT_STARTED)
        add(&line, ", after %.3g %s", duration_s < 0.1 ? 1e3 * duration_s : duration_s,
            duration_s < 0.1 ? "ms" : "s");
    if (record->outcome == OUTCOME_SIGNAL && memory > 0)
        add(&line, ", with at most %.4g KiB of memory", memory / 1024);
}
