/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source.c -- opening files and experiments for reading. */
#include "cli/source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/content.h"
#include "cli/fail.h"
#include "format/json_pull.h"
#include "format/shown.h"
#include "format/unpack.h"
#include "render/terminal.h"
#include "render/words.h"

static const char *shown_path(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* What looks like JSON and is broken is told where, for that may be why nobody knows it. */
static bool say_broken_json(const struct format_text *text, const char *path)
{
    struct pull json;
    struct assay_error error = {.status = ASSAY_OK};
    pull_init(&json, text, &error);
    const enum pull_kind kind = pull_peek(&json);
    if (kind == PULL_OBJECT || kind == PULL_ARRAY)
        pull_skip(&json);
    if (json.failed)
        terminal_complain("%s:%zu: not a format that assay knows; it begins like JSON, but here %s",
                          shown_path(path), error.line,
                          json.cut ? "the file is cut short" : error.text);
    pull_fini(&json);
    return error.status != ASSAY_OK;
}

static enum exit_code say_unknown_format(const struct format_text *text, const char *path)
{
    char names[512] = "";
    size_t n = 0;
    for (size_t i = 0; formats[i] != NULL && n < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s %s", i > 0 ? "," : "",
                              formats[i]->name);
    if (!say_broken_json(text, path))
        terminal_complain("%s: not a format that assay knows; name it with --format:%s",
                          shown_path(path), names);
    return EXIT_DATA;
}

/* True when the text is known as what a tool prints for people, and that was said. */
static bool say_shown(const struct format_text *text, const char *path)
{
    const char *shown = format_shown(text);
    if (shown != NULL)
        terminal_complain("%s: %s", shown_path(path), shown);
    return shown != NULL;
}

/* As PowerShell writes what a program prints. */
static bool is_utf16(const struct format_text *text)
{
    return text->size >= 2 &&
           (memcmp(text->text, "\xff\xfe", 2) == 0 || memcmp(text->text, "\xfe\xff", 2) == 0);
}

static enum exit_code finish(struct assay_dataset *dataset, const char *name)
{
    struct assay_error error;
    enum assay_status status = assay_dataset_finish(dataset, &error);
    if (status != ASSAY_OK)
        terminal_complain("%s: %s", name, error.text);
    return fail_code(status);
}

static enum exit_code parse(const struct format_text *text, const char *path,
                            const struct format *format, const struct format_options *options,
                            struct assay_dataset *dataset)
{
    if (text->size == 0) {
        terminal_complain("%s: it is empty", shown_path(path));
        return EXIT_DATA;
    }
    if (is_utf16(text)) {
        terminal_complain("%s: it is text in UTF-16; make UTF-8 of it: iconv -f UTF-16 -t UTF-8",
                          shown_path(path));
        return EXIT_DATA;
    }
    const bool named = format != NULL;
    if (!named && (format = format_recognise(text, "")) == NULL) {
        if (say_shown(text, path))
            return EXIT_DATA;
        format = format_by_suffix(path);
    }
    if (format == NULL)
        return say_unknown_format(text, path);
    struct assay_error error;
    enum assay_status status = format->read(text, options, dataset, &error);
    if (status != ASSAY_OK) {
        format_error_print(stderr, shown_path(path), &error);
        if (!named && status == ASSAY_INVALID) /* words, that begin with a number */
            (void)say_shown(text, path);
        return fail_code(status);
    }
    return finish(dataset, shown_path(path));
}

static enum exit_code say_unreadable(const char *path, int cause)
{
    terminal_complain("assay: cannot read %s: %s", shown_path(path), spool_reason(cause));
    return cause == ENOSPC || cause == ENOMEM ? EXIT_SYSTEM : EXIT_DATA;
}

/* Puts the unpacked text in the place of a packed one. */
static enum exit_code unpack_content(struct content *content, const char *path, bool partial,
                                     struct format_summary *summary)
{
    const struct format_text packed = {content->text, content->size, content->mapped};
    struct assay_error error = {.status = ASSAY_OK};
    struct spool spool;
    if (unpack_kind_of(&packed) == UNPACK_NONE)
        return EXIT_DONE;
    enum assay_status status = unpack(&packed, &spool, &error);
    if (status == ASSAY_INVALID && partial && spool_size(&spool) > 0) {
        status = ASSAY_OK;
        if (summary != NULL)
            summary->cut_packed = true;
    }
    struct format_text text;
    if (status == ASSAY_OK && !spool_finish(&spool, &text))
        status = format_fail(&error, ASSAY_NO_MEMORY, 0, NULL,
                             "its unpacked text cannot be kept: %s", spool_reason(errno));
    if (status != ASSAY_OK) {
        spool_abandon(&spool);
        format_error_print(stderr, shown_path(path), &error);
        return fail_code(status);
    }
    content_fini(content);
    *content = (struct content){(char *)(uintptr_t)text.text, text.size, text.mapped};
    return EXIT_DONE;
}

static enum exit_code read_content(struct content *content, const char *path,
                                   const struct format *format,
                                   const struct format_options *options,
                                   struct assay_dataset **dataset)
{
    enum exit_code code = unpack_content(content, path, options->partial, options->summary);
    if (code != EXIT_DONE)
        return code;
    *dataset = assay_dataset_new();
    if (*dataset == NULL)
        return fail_memory();
    const struct format_text text = format_text_of(content->text, content->size, content->mapped);
    code = parse(&text, path, format, options, *dataset);
    if (code != EXIT_DONE)
        assay_dataset_free(dataset);
    return code;
}

enum exit_code source_read_content(const char *path, struct content *content)
{
    if (!content_read(path, content))
        return say_unreadable(path, errno);
    enum exit_code code = unpack_content(content, path, false, NULL);
    if (code != EXIT_DONE)
        content_fini(content);
    return code;
}

/* Of a file that is not packed; *readable: something could be said. */
static const struct format *look(const char *path, bool *readable)
{
    struct content content;
    *readable = content_read(path, &content);
    if (!*readable)
        return NULL;
    const struct format_text packed = {content.text, content.size, content.mapped};
    const struct format_text text = format_text_of(content.text, content.size, content.mapped);
    *readable = content.size > 0 && unpack_kind_of(&packed) == UNPACK_NONE;
    const struct format *format = *readable ? format_recognise(&text, path) : NULL;
    content_fini(&content);
    return format;
}

bool source_is_known(const char *path)
{
    bool readable;
    return look(path, &readable) != NULL || !readable; /* reading it says why not */
}

const struct format *source_format(const char *path)
{
    bool readable;
    return look(path, &readable);
}

enum exit_code source_read_file(const char *path, const struct format *format,
                                const struct format_options *options,
                                struct assay_dataset **dataset)
{
    struct content content;
    *dataset = NULL;
    if (!content_read(path, &content))
        return say_unreadable(path, errno);
    enum exit_code code = read_content(&content, path, format, options, dataset);
    content_fini(&content);
    return code;
}

void source_say_summary(const char *path, const struct format_summary *summary)
{
    const char *name = shown_path(path);
    if (summary->cut_line > 0)
        terminal_complain("%s:%zu: it is cut short here; the part before was read", name,
                          summary->cut_line);
    else if (summary->cut_packed)
        terminal_complain("%s: it is packed and cut short; the part before was read", name);
    if (summary->n_summaries == 1)
        terminal_complain(
            "%s: one value is a mean or median itself: the file does not hold what it "
            "was made from",
            name);
    else if (summary->n_summaries > 1)
        terminal_complain("%s: %zu values are means or medians themselves: the file does not hold "
                          "what they were made from, so their spread is not that of single values",
                          name, summary->n_summaries);
    if (summary->n == 0)
        return;
    char list[1024];
    format_summary_words(summary, list, sizeof list);
    terminal_complain("%s: left out: %s", name, list);
}

/* ---- the store ---- */

static enum exit_code say_store_error(const struct assay_error *error, const char *which,
                                      bool is_guess)
{
    if (error->status == ASSAY_MISSING && is_guess)
        terminal_complain("assay: there is no file \"%s\", and as an experiment: %s", which,
                          error->text);
    else
        terminal_complain("assay: %s", error->text);
    return error->status == ASSAY_MISSING ? EXIT_DATA : EXIT_SYSTEM;
}

/* The experiment `which` of the open store. */
static enum exit_code load(struct store *store, const char *which, bool is_guess,
                           struct assay_dataset *dataset, struct experiment_info *info)
{
    struct assay_error error = {0};
    if (store_find(store, which, info, &error) != ASSAY_OK)
        return say_store_error(&error, which, is_guess);
    if (store_read(store, info->id, dataset, &error) != ASSAY_OK) {
        experiment_info_fini(info);
        return say_store_error(&error, which, false);
    }
    enum exit_code code = finish(dataset, which);
    if (code != EXIT_DONE)
        experiment_info_fini(info);
    return code;
}

/* The store of the working directory is used when one is there, or a manifest that would make one.
 */
char *source_store_path(const struct global_options *global)
{
    bool here = access("assay.db", F_OK) == 0 || access("assay.yaml", F_OK) == 0;
    return store_default_path(global->store, here ? "." : NULL);
}

enum exit_code source_read_experiment(const char *which, const struct global_options *global,
                                      bool is_guess, struct assay_dataset **dataset,
                                      struct experiment_info **info)
{
    struct store *store = NULL;
    struct assay_error error = {0};
    enum exit_code code = EXIT_SYSTEM;
    char *path = source_store_path(global);
    *dataset = assay_dataset_new();
    *info = calloc(1, sizeof **info);
    if (path == NULL || *dataset == NULL || *info == NULL)
        (void)fail_memory();
    else if (store_open(path, STORE_READ, &store, &error) != ASSAY_OK)
        code = say_store_error(&error, which, is_guess);
    else
        code = load(store, which, is_guess, *dataset, *info);
    store_close(&store);
    free(path);
    if (code != EXIT_DONE) {
        assay_dataset_free(dataset);
        free(*info);
        *info = NULL;
    }
    return code;
}
