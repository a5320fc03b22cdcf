/* SPDX-License-Identifier: GPL-3.0-or-later */
/* can_write.c -- whether what options name can be had, asked before anything is measured. */
#include "design/design_request.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.h"
#include "design/value.h"
#include "system/system.h"

static enum assay_status fail_path(const char *option, const char *path, struct assay_error *error)
{
    return fail_naming(error, ASSAY_USAGE, "@%s: %s: %s", option, path, strerror(errno));
}

enum assay_status reach_output(const char *option, const char *path, struct assay_error *error)
{
    struct stat file;
    if (stat(path, &file) == 0) {
        errno = S_ISDIR(file.st_mode) ? EISDIR : 0;
        return errno == 0 && access(path, W_OK) == 0 ? ASSAY_OK : fail_path(option, path, error);
    }
    char directory[4096] = ".";
    const char *slash = strrchr(path, '/');
    if (slash != NULL)
        (void)snprintf(directory, sizeof directory, "%.*s", slash == path ? 1 : (int)(slash - path),
                       path);
    return access(directory, W_OK | X_OK) == 0 ? ASSAY_OK : fail_path(option, path, error);
}

static bool has(const system_processors set, size_t cpu)
{
    return (set[cpu / 64] >> cpu % 64 & 1) != 0;
}

static enum assay_status reach_cpus(const system_processors set, struct assay_error *error)
{
    system_processors allowed = {0};
    size_t last = 0;
    if (!system_processors_of(0, allowed))
        return ASSAY_OK; /* the run itself will tell */
    for (size_t cpu = 0; cpu < SYSTEM_PROCESSORS; cpu++)
        if (has(allowed, cpu))
            last = cpu;
    for (size_t cpu = 0; cpu < SYSTEM_PROCESSORS; cpu++)
        if (has(set, cpu) && !has(allowed, cpu))
            return fail_naming(error, ASSAY_USAGE,
                               "@cpu: there is no processor %zu that may be used; the last is %zu",
                               cpu, last);
    return ASSAY_OK;
}

/* A path without a placeholder: another has a name only later. */
static bool is_path(const char *text)
{
    return text != NULL && strchr(text, '{') == NULL;
}

static bool is_word(const char *text, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(text, words[i]) == 0)
            return true;
    return false;
}

enum assay_status reach_request(const struct design_request *request, struct assay_error *error)
{
    static const char *const nowhere[] = {"null", "pipe", "inherit"};
    const char *input = request->input, *output = request->output;
    uint64_t set[16];
    enum assay_status status = ASSAY_OK;
    if (is_path(input) && !is_word(input, nowhere, 1) && access(input, R_OK) != 0)
        status = fail_path("input", input, error);
    if (status == ASSAY_OK && is_path(output) && !is_word(output, nowhere, 3))
        status = reach_output("output", output, error);
    if (status == ASSAY_OK && request->cpu != NULL && value_read_cpus(request->cpu, set))
        status = reach_cpus(set, error);
    return status;
}
