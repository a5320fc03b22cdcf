/* SPDX-License-Identifier: GPL-3.0-or-later */
/* doctor.c -- is this machine fit to measure, and what would help? */

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/doctor_bug.h"
#include "cli/fail.h"
#include "cli/sensitivity_measure.h"
#include "cli/words/doctor.h"
#include "measure/health.h"
#include "measure/host.h"
#include "system/system.h"
#include "view/document/json.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

struct doctor_options {
    bool noise, bug;
    long rounds, loop;
};

static json_t *row_json(const json_t *facts, const struct health_row *row)
{
    json_t *value = json_object_get(facts, row->fact);
    return render_json_make(JSON("fact", row->fact),
                            JSON("value", value != NULL ? json_incref(value) : json_null()),
                            JSON("state", health_state_name(row->state)), JSON("why", row->why),
                            JSON("how", row->how[0] != '\0' ? row->how : NULL));
}

static void print_json(json_t *facts, const struct health_row *rows, size_t n, double confidence)
{
    json_t *document = render_json_document("doctor", confidence);
    render_json_put(document, JSON("facts", json_incref(facts)),
                    JSON("checks", JSON_EACH(row, rows, n, row_json(facts, row))));
    render_json_print(stdout, document);
}

static size_t count_state(const struct health_row *rows, size_t n, enum health_state state)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += rows[i].state == state;
    return found;
}

/* "! load: 10.3 on 4 processors. Other work takes …. End other work, …" */
static void print_bad(const struct terminal *terminal, const struct health_row *row)
{
    terminal_printf(terminal, STYLE_OPEN, "  ! %s: %s\n", row->title,
                    row->value[0] != '\0' ? row->value : "unknown");
    OWNED char *text = view_format("%s%s%s", row->why, row->how[0] != '\0' ? " " : "", row->how);
    if (text != NULL)
        terminal_paragraph(terminal, "    ", text);
}

/* "  fine: processor AMD EPYC · load 0.10 on 4 processors", of one state; without values of those that
 * have none. */
static void print_others(const struct terminal *terminal, const char *lead,
                         const struct health_row *rows, size_t n, enum health_state state)
{
    size_t shown = 0;
    OWNED char *text = VIEW_TEXT(stream, {
        for (size_t i = 0; i < n; i++)
            if (rows[i].state == state)
                fprintf(stream, "%s%s%s%s", shown++ > 0 ? " \u00b7 " : "", rows[i].title,
                        rows[i].value[0] != '\0' ? " " : "", rows[i].value);
    });
    if (text != NULL && shown > 0)
        terminal_sentence(terminal, lead, "%s", text);
}

static void print_screen(const struct health_row *rows, size_t n,
                         const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    size_t attention = count_state(rows, n, HEALTH_ATTENTION);
    if (attention == 0)
        terminal_puts(&terminal, STYLE_GOOD, "This machine is fit to measure.\n\n");
    else
        terminal_headline(&terminal, "%zu of %zu facts deserve%s attention before measuring%s.",
                          attention, n - count_state(rows, n, HEALTH_UNKNOWN),
                          attention == 1 ? "s" : "", attention == 1 ? "" : ", the worst first");
    if (attention > 0)
        putchar('\n');
    for (size_t i = 0; i < n; i++)
        if (rows[i].state == HEALTH_ATTENTION)
            print_bad(&terminal, &rows[i]);
    if (attention > 0)
        fputc('\n', stdout);
    print_others(&terminal, "  fine: ", rows, n, HEALTH_GOOD);
    print_others(&terminal, "  unknown here: ", rows, n, HEALTH_UNKNOWN);
    if (!global->quiet)
        terminal_sentence(&terminal, "  ", "%s",
                          "assay changes nothing here. Every experiment records these facts.");
}

/* Each step waits for the one before; the result is what keeps the compiler from leaving it out. */
static enum exit_code loop(long millions)
{
    uint64_t x = 1;
    for (uint64_t i = (uint64_t)millions * 1000000; i > 0; i--)
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return x != 0 ? EXIT_DONE : EXIT_DATA;
}

/* This very program, in quotes: a command is split into words. */
static bool known_program(char *command, size_t size)
{
    char path[4096];
    return system_own_program(path, sizeof path) && strpbrk(path, "'{}") == NULL &&
           snprintf(command, size, "'%s' doctor --loop 10", path) < (int)size;
}

static enum exit_code noise(const struct doctor_options *options,
                            const struct option_arguments *arguments,
                            const struct global_options *global)
{
    static const double same[] = {0, 0};
    char command[4200], version[32];
    const char *words[] = {command};
    const time_t now = time(NULL);
    struct tm utc;
    struct sensitivity_request request = {.design = DESIGN_REQUEST_DEFAULTS,
                                          .doses = {.dose = same, .n = 2},
                                          .version = version,
                                          .gate = true};
    if (arguments->n == 0 && !known_program(command, sizeof command))
        return fail_saying(EXIT_USAGE,
                           "assay: the path of assay itself cannot stand in a command: name a "
                           "manifest, or a command");
    (void)strftime(version, sizeof version, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    request.design.arguments = arguments->n == 0
                                   ? (struct name_list){words, 1}
                                   : (struct name_list){arguments->items, arguments->n};
    request.design.name = "noise";
    request.design.seed = global->seed.value;
    request.design.seed_given = global->seed.given;
    request.design.runs = options->rounds >= 0 ? options->rounds : arguments->n == 0 ? 100 : -1;
    return sensitivity_measure(&request, global);
}

static const struct doctor_options defaults = {.rounds = -1, .loop = -1};

static enum exit_code judge(bool bug, const struct global_options *global)
{
    OWNED char *text = host_json(NULL, true);
    json_auto_t *facts = text != NULL ? json_loads(text, 0, NULL) : NULL;
    if (facts == NULL)
        return fail_memory();
    struct health_row rows[HEALTH_ROWS];
    size_t n = health_judge(facts, rows);
    if (bug)
        doctor_bug_print(facts, rows, n, global);
    else if (global->json)
        print_json(facts, rows, n, global->confidence);
    else
        print_screen(rows, n, global);
    return EXIT_DONE;
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct doctor_options *options = given;
    const size_t most = options->noise ? 1 : 0;
    if (arguments->n > most)
        return fail_saying(EXIT_USAGE, "assay: doctor takes %s: leave out %s",
                           options->noise ? "one manifest or one command" : "no arguments",
                           arguments->items[most]);
    if (options->bug && (options->noise || global->json))
        return fail_saying(EXIT_USAGE, "assay: doctor --bug is a text of its own: leave out %s",
                           options->noise ? "--noise" : "--json");
    if (options->noise)
        return noise(options, arguments, global);
    return options->loop >= 0 ? loop(options->loop) : judge(options->bug, global);
}

const struct verb verb_doctor = {
    VERB_PAGE,
    .takes_commands = true,
    .defaults = &defaults,
    .answer = answer,
};
