/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_config.c -- the benchmarks that a configuration of the Speedup-Test software names. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/content.h"
#include "cli/fail.h"
#include "cli/speedup.h"
#include "format/plain.h"

static bool is_plain_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool speedup_is_config(const char *path)
{
    struct content content;
    if (!is_plain_file(path) || !content_read(path, &content))
        return false;
    const struct format_text text = {content.text, content.size};
    const bool is_config = speedup_config_probe(&text);
    const char *suffix = strrchr(path, '.');
    content_fini(&content);
    return is_config || (suffix != NULL && strcmp(suffix, ".cfg") == 0); /* its faults are told */
}

static enum exit_code read_config(const char *path, struct speedup_config *config, FILE *log)
{
    struct content content;
    struct assay_error error;
    if (!content_read(path, &content)) {
        fprintf(log, "assay: cannot read %s: %s\n", path, strerror(errno));
        return EXIT_DATA;
    }
    const struct format_text text = {content.text, content.size};
    enum assay_status status = speedup_config_read(&text, config, &error);
    content_fini(&content);
    if (status == ASSAY_OK)
        return EXIT_DONE;
    format_error_locate(&error, path);
    fprintf(log, "%s\n", error.text);
    return status == ASSAY_NO_MEMORY ? EXIT_SYSTEM : EXIT_USAGE;
}

/* ---- samples ---- */

/* Names of files are relative to the working directory, as the Speedup-Test software has them; what
 * is not found there is looked for beside the configuration. */
static bool read_sample(const char *config_path, const char *path, struct content *content)
{
    const char *slash = strrchr(config_path, '/');
    char *beside = NULL;
    if (content_read(path, content))
        return true;
    if (slash == NULL || path[0] == '/' ||
        asprintf(&beside, "%.*s/%s", (int)(slash - config_path), config_path, path) < 0)
        return false;
    const bool done = content_read(beside, content);
    free(beside);
    return done;
}

/* The values of one sample; none, and EXIT_DONE, when the file cannot be read. */
static enum exit_code load_sample(const char *config_path, const char *path,
                                  struct assay_view *sample, FILE *log)
{
    struct content content;
    struct plain_values values = {NULL, 0, 0};
    struct assay_error error;
    *sample = (struct assay_view){NULL, 0};
    if (strcmp(path, "-") == 0 || !read_sample(config_path, path, &content))
        return EXIT_DONE;
    const struct format_text text = {content.text, content.size};
    enum assay_status status = plain_read_values(&text, &values, &error);
    content_fini(&content);
    if (status == ASSAY_OK) {
        *sample = (struct assay_view){values.x, values.n};
        return EXIT_DONE;
    }
    free(values.x);
    format_error_locate(&error, path);
    fprintf(log, "%s\n", error.text);
    return fail_code(status);
}

static enum exit_code load_benchmark(const char *path, const struct speedup_config_row *config,
                                     struct speedup_suite *suite, FILE *log)
{
    struct speedup_row row = {.name = config->name};
    struct assay_speedup_benchmark benchmark = {.confidence = config->confidence,
                                                .coefficient = config->coefficient};
    enum exit_code code = load_sample(path, config->sample[0], &benchmark.x, log);
    if (code == EXIT_DONE)
        code = load_sample(path, config->sample[1], &benchmark.y, log);
    row.unreadable[0] = benchmark.x.x == NULL ? config->sample[0] : NULL;
    row.unreadable[1] = benchmark.y.x == NULL ? config->sample[1] : NULL;
    speedup_suite_add(suite, &row, &benchmark);
    return code;
}

/* ---- all of it ---- */

static enum exit_code check_readable(const char *path, const struct speedup_suite *suite, FILE *log)
{
    double sum = 0;
    for (size_t i = 0; i < suite->b; i++) {
        const double coefficient = suite->benchmarks[i].coefficient;
        sum += isnan(coefficient) ? 1 : coefficient;
    }
    if (suite->b == 0) {
        fprintf(log, "%s: no benchmark has samples that can be read; the first misses %s\n", path,
                suite->rows[0].unreadable[suite->rows[0].unreadable[0] == NULL]);
        return EXIT_DATA;
    }
    if (sum == 0 && suite->view.options.weight == ASSAY_SPEEDUP_CUSTOM) {
        fprintf(log,
                "%s:Coef: the weights sum to 0; give a benchmark a coefficient above 0, or take "
                "--weight equal\n",
                path);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

enum exit_code speedup_suite_from_config(const char *path, struct speedup_suite *suite, FILE *log)
{
    enum exit_code code = read_config(path, &suite->config, log);
    if (code == EXIT_DONE && !speedup_suite_reserve(suite, suite->config.n, log))
        code = EXIT_SYSTEM;
    for (size_t i = 0; i < suite->config.n && code == EXIT_DONE; i++)
        code = load_benchmark(path, &suite->config.rows[i], suite, log);
    suite->view.old_system = "Sample1";
    suite->view.new_system = "Sample2";
    return code == EXIT_DONE ? check_readable(path, suite, log) : code;
}
