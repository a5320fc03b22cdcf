/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.c -- what is in the store, and keeping house in it. */

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "cli/fail.h"
#include "cli/store_actions.h"
#include "cli/suggestion.h"
#include "cli/words/store.h"
#include "export/export.h"
#include "session/session_rescue.h"
#include "view/document/json.h"
#include "view/document/store_list.h"

static enum exit_code code_of(enum assay_status status, const struct assay_error *error)
{
    return status == ASSAY_OK ? EXIT_DONE : fail_with(error);
}

void store_say(const struct task *task, const char *format, ...)
{
    va_list arguments;
    if (task->global->quiet || task->global->json)
        return;
    va_start(arguments, format);
    (void)vprintf(format, arguments);
    va_end(arguments);
}

/* ---- list ---- */

static enum exit_code list(const struct task *task)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)task->global->color);
    SCOPED(store_listing_fini) struct store_listing listing = {0};
    struct assay_error error;
    const enum assay_status status = store_listing_read(task->store, &listing, &error);
    if (status == ASSAY_OK && task->global->json)
        render_json_print(stdout, store_list_document(&listing, task->global->confidence));
    else if (status == ASSAY_OK)
        store_list_screen(&terminal, &listing);
    return code_of(status, &error);
}

/* Ids and names, one a line: what completion asks for. */
static enum exit_code names(const struct task *task)
{
    OWNED struct experiment_info *infos = NULL;
    struct assay_error error;
    size_t n = 0;
    if (store_list(task->store, &infos, &n, &error) != ASSAY_OK)
        return fail_with(&error);
    for (size_t i = 0; i < n; i++) {
        printf("%" PRId64 "\n", infos[i].id);
        char *name = infos[i].name != NULL ? terminal_name(infos[i].name) : NULL;
        if (name != NULL)
            puts(name);
        free(name);
        experiment_info_fini(&infos[i]);
    }
    return EXIT_DONE;
}

/* ---- one experiment ---- */

static enum exit_code find(const struct task *task, size_t which, int64_t *id)
{
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    struct assay_error error;
    if (store_find(task->store, task->arguments[which], &info, &error) != ASSAY_OK)
        return fail_with(&error);
    *id = info.id;
    return EXIT_DONE;
}

typedef enum assay_status (*text_setter)(struct store *, int64_t, const char *,
                                         struct assay_error *);
static enum exit_code set_text(const struct task *task, text_setter set)
{
    int64_t id = 0;
    struct assay_error error;
    enum exit_code code = find(task, 0, &id);
    if (code != EXIT_DONE)
        return code;
    return code_of(set(task->store, id, task->n > 1 ? task->arguments[1] : NULL, &error), &error);
}

static enum exit_code name(const struct task *task)
{
    return set_text(task, store_rename);
}

static enum exit_code note(const struct task *task)
{
    return set_text(task, store_annotate);
}

typedef enum assay_status (*changer)(struct store *, int64_t, struct assay_error *);
static enum exit_code change_each(const struct task *task, const struct store_ids *ids,
                                  changer change, const char *what)
{
    struct assay_error error;
    enum exit_code code = EXIT_DONE;
    for (size_t i = 0; i < ids->n && code == EXIT_DONE; i++) {
        code = code_of(change(task->store, ids->items[i], &error), &error);
        if (code == EXIT_DONE)
            store_say(task, "Experiment %" PRId64 " %s.\n", ids->items[i], what);
    }
    return code;
}

/* All are looked up before the first is changed. */
static enum exit_code change_all(const struct task *task, changer change, const char *what)
{
    struct store_ids ids = {0};
    enum exit_code code = store_ids_named(task->store, task->arguments, task->n, &ids);
    if (code == EXIT_DONE)
        code = change_each(task, &ids, change, what);
    free(ids.items);
    return code;
}

static enum exit_code remove_all(const struct task *task)
{
    struct store_ids ids = {0};
    enum exit_code code =
        store_ids_to_delete(task->store, task->arguments, task->n, task->options->failed, &ids);
    if (code == EXIT_DONE && ids.n == 0)
        store_say(task, "No experiment has failed: nothing is deleted.\n");
    else if (code == EXIT_DONE && !task->options->yes &&
             !store_ids_confirm(task->store, task->arguments, task->n, &ids))
        store_say(task, "Nothing is deleted.\n");
    else if (code == EXIT_DONE)
        code = change_each(task, &ids, store_delete, "is deleted");
    free(ids.items);
    return code;
}

static enum exit_code accept_all(const struct task *task)
{
    return change_all(task, store_accept, "may be the baseline of its branch");
}

static enum exit_code unpack(const struct task *task)
{
    return change_all(task, store_resume, "stands in rows");
}

/* ---- the whole store ---- */

static void tell_defect(void *context, const char *sentence)
{
    (void)context;
    terminal_complain("assay: %s", sentence);
}

/* What no seal covers yet. */
static enum exit_code tell_incomplete(const struct task *task)
{
    struct assay_error error;
    OWNED struct experiment_info *infos = NULL;
    size_t n = 0, n_open = 0;
    if (store_list(task->store, &infos, &n, &error) != ASSAY_OK)
        return fail_with(&error);
    for (size_t i = 0; i < n; i++) {
        n_open += infos[i].finished_ns == 0;
        experiment_info_fini(&infos[i]);
    }
    if (n_open > 0)
        store_say(task, "%zu experiment%s not complete: until then a missing row is not noticed.\n",
                  n_open, n_open == 1 ? " is" : "s are");
    return EXIT_DONE;
}

static enum exit_code verify(const struct task *task)
{
    struct assay_error error;
    size_t n;
    if (store_check(task->store, tell_defect, NULL, &n, &error) != ASSAY_OK)
        return fail_with(&error);
    if (n == 0) {
        store_say(task,
                  store_has_seals(task->store)
                      ? "Every page, row and array is as it was written.\n"
                      : "Every page, row and array fits its checksum. The store is of version 6 or "
                        "before: names,\nkeys and order are not covered. The next verb that writes "
                        "to it seals what is complete.\n");
        return tell_incomplete(task);
    }
    return fail_saying(
        EXIT_SYSTEM,
        "assay: %zu defect%s. Keep a copy of the file; assay store export writes what is "
        "whole.",
        n, n == 1 ? "" : "s");
}

static enum exit_code compact(const struct task *task)
{
    struct assay_error error, damage;
    int64_t before, after;
    size_t n;
    const enum assay_status packed = store_pack_all(task->store, &n, &damage);
    if (store_vacuum(task->store, &before, &after, &error) != ASSAY_OK)
        return fail_with(&error);
    store_say(task, "%.1f MB, before %.1f MB; %zu experiment%s packed.\n", (double)after / 1e6,
              (double)before / 1e6, n, n == 1 ? "" : "s");
    if ((n = leftovers_remove(task->store, 0)) > 0)
        store_say(task, "%zu director%s of builds that killed runs had left %s removed.\n", n,
                  n == 1 ? "y" : "ies", n == 1 ? "was" : "were");
    return code_of(packed, &damage);
}

static enum exit_code fail_output(const char *output)
{
    return fail_saying(EXIT_SYSTEM, "assay: %s: %s", output != NULL ? output : "standard output",
                       strerror(errno));
}

static enum exit_code export_values(const struct task *task)
{
    const char *output = task->options->output;
    struct store_ids ids = {0};
    enum exit_code code = store_ids_named(task->store, task->arguments, task->n, &ids);
    struct replacement file = {.stream = stdout};
    if (code == EXIT_DONE && output != NULL && !replace_begin(&file, output))
        code = fail_output(output);
    else if (code == EXIT_DONE) { /* of a damaged store, what is whole takes its place, too */
        struct remarks remarks = {0};
        struct assay_error error;
        const enum assay_status status =
            store_export(task->store, ids.items, ids.n, file.stream, &remarks, &error);
        code = conclude(status, &remarks, &error);
        if (output != NULL ? !replace_end(&file, true) : fflush(stdout) != 0)
            code = fail_output(output);
    }
    free(ids.items);
    return code;
}

/* ---- the verb ---- */

static const struct action {
    const char *name;
    size_t least, most; /* arguments */
    enum store_mode mode;
    enum exit_code (*run)(const struct task *task);
    enum exit_code (*begins)(const struct task *task, const char *path); /* before it is opened */
} actions[] = {
    {"list", 0, 0, STORE_READ, list, NULL},
    {"names", 0, 0, STORE_READ, names, NULL},
    {"name", 1, 2, STORE_WRITE, name, NULL},
    {"note", 1, 2, STORE_WRITE, note, NULL},
    {"accept", 1, SIZE_MAX, STORE_WRITE, accept_all, NULL},
    {"delete", 0, SIZE_MAX, STORE_WRITE, remove_all, NULL},
    {"merge", 1, SIZE_MAX, STORE_WRITE, store_merge_files, NULL},
    {"push", 1, SIZE_MAX, STORE_READ, store_push, NULL},
    {"pull", 1, SIZE_MAX, STORE_WRITE, store_pull, store_pull_begins},
    {"verify", 0, 0, STORE_READ, verify, NULL},
    {"compact", 0, 0, STORE_WRITE, compact, NULL},
    {"unpack", 1, SIZE_MAX, STORE_WRITE, unpack, NULL},
    {"export", 0, SIZE_MAX, STORE_READ, export_values, NULL},
};
enum { ACTIONS = sizeof actions / sizeof *actions };

static const char *word(size_t index)
{
    return index < ACTIONS ? actions[index].name : NULL;
}

static const struct action *choose(const struct option_arguments *arguments)
{
    const char *which = arguments->n > 0 ? arguments->items[0] : "list";
    const size_t n = arguments->n > 0 ? arguments->n - 1 : 0;
    for (size_t i = 0; i < ACTIONS; i++) {
        if (strcmp(actions[i].name, which) != 0)
            continue;
        if (n >= actions[i].least && n <= actions[i].most)
            return &actions[i];
        terminal_complain("assay: store %s %s; see assay store --help", which,
                          n < actions[i].least ? "needs a name" : "takes fewer names");
        return NULL;
    }
    fputs("assay: store: there is no action \"", stderr);
    terminal_say_name(which, strlen(which));
    fputc('"', stderr);
    const bool near = suggestion_say(which, word);
    for (size_t i = 0; !near && i < ACTIONS; i++)
        fprintf(stderr, "%s %s", i > 0 ? "," : "; known are", actions[i].name);
    fputc('\n', stderr);
    return NULL;
}

static enum exit_code act(const struct action *action, struct task *task)
{
    struct assay_error error;
    bool salvaged = false;
    char *path = store_default_path(task->global->store, NULL);
    if (path == NULL)
        return fail_memory();
    enum exit_code code = action->begins != NULL ? action->begins(task, path) : EXIT_DONE;
    if (code != EXIT_DONE) {
        free(path);
        return code;
    }
    enum assay_status status = store_open(path, action->mode, &task->store, &error);
    if (status == ASSAY_SYSTEM && action->run == export_values) { /* what can still be read */
        terminal_complain("assay: %s", error.text);
        status = store_open(path, STORE_SALVAGE, &task->store, &error);
        salvaged = true;
    }
    code = code_of(status, &error);
    if (code == EXIT_DONE)
        code = action->run(task);
    if (code == EXIT_DONE && salvaged) /* what could not be found cannot be counted */
        code = EXIT_SYSTEM;
    free(path);
    if (action->mode == STORE_WRITE)
        return fail_closing(&task->store, code);
    store_close(&task->store);
    return code;
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    struct task task = {.global = global,
                        .options = given,
                        .arguments = arguments->items + (arguments->n > 0),
                        .n = arguments->n > 0 ? arguments->n - 1 : 0};
    const struct action *action = choose(arguments);
    return action != NULL ? act(action, &task) : EXIT_USAGE;
}

const struct verb verb_store = {
    VERB_PAGE,
    .word = word,
    .answer = answer,
};
