/* SPDX-License-Identifier: GPL-3.0-or-later */
/* doctor.c -- is this machine fit to measure, and what would help? */
#include "cli/verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "measure/health.h"
#include "measure/host.h"
#include "view/document/json.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

static const struct option options_table[] = {OPTION_END};

static void print_json(json_t *facts, const struct health_row *rows, size_t n, double confidence)
{
    json_t *document = render_json_document("doctor", confidence), *list = render_json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *row = render_json_object();
        render_json_set(row, "fact", render_json_text(rows[i].fact));
        json_t *value = json_object_get(facts, rows[i].fact);
        render_json_set(row, "value", value != NULL ? json_incref(value) : json_null());
        render_json_set(row, "state", render_json_text(health_state_name(rows[i].state)));
        render_json_set(row, "why", render_json_text(rows[i].why));
        render_json_set(row, "how",
                        rows[i].how[0] != '\0' ? render_json_text(rows[i].how) : json_null());
        render_json_append(list, row);
    }
    render_json_set(document, "facts", json_incref(facts));
    render_json_set(document, "checks", list);
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
    char *text = view_format("%s%s%s", row->why, row->how[0] != '\0' ? " " : "", row->how);
    if (text != NULL)
        terminal_paragraph(terminal, "    ", text);
    free(text);
}

/* "  fine: processor AMD EPYC · load 0.10 on 4 processors", of one state; without values of those that
 * have none. */
static void print_others(const struct terminal *terminal, const char *lead,
                         const struct health_row *rows, size_t n, enum health_state state)
{
    struct view_writer writer;
    FILE *stream = view_open(&writer);
    size_t shown = 0;
    for (size_t i = 0; stream != NULL && i < n; i++)
        if (rows[i].state == state)
            fprintf(stream, "%s%s%s%s", shown++ > 0 ? " \u00b7 " : "", rows[i].title,
                    rows[i].value[0] != '\0' ? " " : "", rows[i].value);
    char *text = stream != NULL ? view_close(&writer) : NULL;
    char *safe = text != NULL ? view_kept(terminal_name(text)) : NULL;
    if (safe != NULL && shown > 0)
        terminal_paragraph(terminal, lead, safe);
    free(text);
    free(safe);
}

static void print_screen(const struct health_row *rows, size_t n,
                         const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    size_t attention = count_state(rows, n, HEALTH_ATTENTION);
    if (attention == 0)
        terminal_puts(&terminal, STYLE_GOOD, "This machine is fit to measure.\n\n");
    else
        terminal_printf(&terminal, STYLE_STRONG,
                        "%zu of %zu facts deserve%s attention before measuring%s.\n\n", attention,
                        n - count_state(rows, n, HEALTH_UNKNOWN), attention == 1 ? "s" : "",
                        attention == 1 ? "" : ", the worst first");
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

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    char unused;
    struct option_arguments arguments;
    enum exit_code code;
    if (!verb_parse(verb, argc, argv, global, &unused, &arguments, &code))
        return code;
    if (arguments.n > 0) {
        terminal_complain("assay: doctor takes no arguments: leave out %s", arguments.items[0]);
        option_arguments_fini(&arguments);
        return EXIT_USAGE;
    }
    option_arguments_fini(&arguments);
    char *text = host_json(NULL, true);
    json_t *facts = text != NULL ? json_loads(text, 0, NULL) : NULL;
    free(text);
    if (facts == NULL)
        return fail_memory();
    struct health_row rows[HEALTH_ROWS];
    size_t n = health_judge(facts, rows);
    if (global->json)
        print_json(facts, rows, n, global->confidence);
    else
        print_screen(rows, n, global);
    json_decref(facts);
    return EXIT_DONE;
}

const struct verb verb_doctor = {
    .name = "doctor",
    .question = "is this machine fit to measure, and what would help?",
    .synopsis = "[OPTIONS]",
    .description = "Reads the facts of this machine that change measurements: processor, "
                   "frequency, sharing, clock, memory, limits. Says for each that deserves "
                   "attention why it matters and how to change it. Nothing is changed.\n\n"
                   "The same facts are recorded with every experiment, and those that move are "
                   "read again while it runs.",
    .examples = "  assay doctor\tBefore an important experiment\n"
                "  assay doctor --json\tAll facts, for scripts",
    .options = options_table,
    .run = run,
};
