/* SPDX-License-Identifier: GPL-3.0-or-later */
/* own-program.c -- a program of one's own measures two commands, keeps every value, and decides.
 *
 *     ninja -C build examples/own-program && build/examples/own-program results.db 'sort a' 'sort -u a'
 *
 * Nothing of `assay` the program is in it: no option, no screen, no exit code. */
#include <stdio.h>
#include <string.h>

#include "analysis/comparison.h"
#include "design/design_request.h"
#include "session/session.h"
#include "session/session_rescue.h"

/* What happens on the way: here nothing but failures is of interest. */
static void hear(void *context, const struct session *session, const struct session_event *event)
{
    (void)context;
    (void)session;
    if (event->kind == SESSION_FAILURES)
        fprintf(stderr, "%zu failed\n", event->n);
}

static enum assay_status measure(struct session *session, const char **commands,
                                 struct assay_error *error)
{
    struct design_request request = DESIGN_REQUEST_DEFAULTS;
    const char *manifest; /* of a design that was read from one */
    request.arguments = (struct name_list){commands, 2};
    request.runs = 30;
    enum assay_status status = design_of(&request, &session->design, &manifest, error);
    if (status == ASSAY_OK)
        status = session_begin(session, error);
    return status == ASSAY_OK ? session_run(session, error) : status;
}

static enum assay_status decide(const struct session *session, struct assay_error *error)
{
    const struct source_request primary = {.stored = true};
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    struct input input;
    struct comparison pairs;
    enum assay_status status = session_input(session, &primary, &input, error);
    if (status != ASSAY_OK)
        return status;
    request.input = &input;
    status = compare_systems(&request, &pairs, error);
    if (status == ASSAY_OK) {
        const struct assay_comparison *found = &pairs.items[0].rows[0].finding;
        printf("new / old = %.4f [%.4f, %.4f]: %s\n", found->ratio.estimate,
               found->ratio.interval.lower, found->ratio.interval.upper,
               assay_verdict_name(found->verdict));
    }
    comparison_fini(&pairs);
    input_fini(&input);
    return status;
}

int main(int argc, char **argv)
{
    struct session session = SESSION_DEFAULTS;
    struct assay_error error = {.text = "give a store and two commands"};
    enum assay_status status = argc == 4 ? ASSAY_OK : ASSAY_USAGE;
    if (status == ASSAY_OK) /* first: what is measured inherits how big this process is now */
        status = launcher_start(&session.launcher, &session_duties, &error);
    if (status == ASSAY_OK) {
        session.store_path = strdup(argv[1]);
        session.events.event = hear;
        status = measure(&session, (const char **)argv + 2, &error);
    }
    if (status == ASSAY_OK)
        status = decide(&session, &error);
    if (status != ASSAY_OK)
        fprintf(stderr, "%s\n", error.text);
    launcher_stop(&session.launcher);
    if (session_close(&session, &error) != ASSAY_OK && status == ASSAY_OK)
        fprintf(stderr, "%s\n", error.text);
    session_fini(&session);
    return status == ASSAY_OK ? 0 : 1;
}
