/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_config.c -- the benchmarks that a configuration of the Speedup-Test software names. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/speedup_suite.h"
#include "base/failure.h"
#include "base/owned.h"
#include "import/plain.h"
#include "text/content.h"

static bool is_plain_file(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

bool speedup_is_config(const char *path)
{
    SCOPED(content_fini) struct content content = {0};
    if (!is_plain_file(path) || !content_read(path, &content))
        return false;
    const struct format_text text = {content.text, content.size};
    const bool is_config = speedup_config_probe(&text);
    const char *suffix = strrchr(path, '.');
    return is_config || (suffix != NULL && strcmp(suffix, ".cfg") == 0); /* its faults are told */
}

static enum assay_status read_config(const char *path, struct speedup_config *config,
                                     struct assay_error *error)
{
    struct content content;
    if (!content_read(path, &content))
        return assay_fail(error, ASSAY_MISSING, "cannot read %s: %s", path, strerror(errno));
    const struct format_text text = {content.text, content.size};
    enum assay_status status = speedup_config_read(&text, config, error);
    content_fini(&content);
    if (status == ASSAY_OK)
        return ASSAY_OK;
    format_error_locate(error, path);
    error->status = status == ASSAY_NO_MEMORY ? status : ASSAY_USAGE;
    return error->status;
}

/* ---- samples ---- */

/* Names of files are relative to the working directory, as the Speedup-Test software has them; what
 * is not found there is looked for beside the configuration. */
static bool read_sample(const char *config_path, const char *path, struct content *content)
{
    const char *slash = strrchr(config_path, '/');
    OWNED char *beside = NULL;
    if (content_read(path, content))
        return true;
    if (slash == NULL || path[0] == '/' ||
        asprintf(&beside, "%.*s/%s", (int)(slash - config_path), config_path, path) < 0)
        return false;
    return content_read(beside, content);
}

/* The values of one sample; none, and ASSAY_OK, when the file cannot be read. */
static enum assay_status load_sample(const char *config_path, const char *path,
                                     struct assay_view *sample, struct assay_error *error)
{
    struct content content;
    struct plain_values values = {0};
    *sample = (struct assay_view){NULL, 0};
    if (strcmp(path, "-") == 0 || !read_sample(config_path, path, &content))
        return ASSAY_OK;
    const struct format_text text = {content.text, content.size};
    enum assay_status status = plain_read_values(&text, &values, error);
    content_fini(&content);
    if (status == ASSAY_OK) {
        *sample = (struct assay_view){values.x, values.n};
        return ASSAY_OK;
    }
    free(values.x);
    format_error_locate(error, path);
    return status;
}

static enum assay_status load_benchmark(const char *path, const struct speedup_config_row *config,
                                        struct speedup_suite *suite, struct assay_error *error)
{
    struct speedup_row row = {.name = config->name};
    struct assay_speedup_benchmark benchmark = {.confidence = config->confidence,
                                                .coefficient = config->coefficient};
    enum assay_status status = load_sample(path, config->sample[0], &benchmark.x, error);
    if (status == ASSAY_OK)
        status = load_sample(path, config->sample[1], &benchmark.y, error);
    row.unreadable[0] = benchmark.x.x == NULL ? config->sample[0] : NULL;
    row.unreadable[1] = benchmark.y.x == NULL ? config->sample[1] : NULL;
    speedup_suite_add(suite, &row, &benchmark);
    return status;
}

/* ---- all of it ---- */

static enum assay_status check_readable(const char *path, const struct speedup_suite *suite,
                                        struct assay_error *error)
{
    double sum = 0;
    for (size_t i = 0; i < suite->b; i++) {
        const double coefficient = suite->benchmarks[i].coefficient;
        sum += isnan(coefficient) ? 1 : coefficient;
    }
    if (suite->b == 0)
        return fail_located(error, ASSAY_MISSING,
                            "%s: no benchmark has samples that can be read; the first misses %s",
                            path, suite->rows[0].unreadable[suite->rows[0].unreadable[0] == NULL]);
    if (sum == 0 && suite->finding.options.weight == ASSAY_SPEEDUP_CUSTOM)
        return fail_located(
            error, ASSAY_USAGE,
            "%s:Coef: the weights sum to 0; give a benchmark a coefficient above 0, or take "
            "@weight=equal",
            path);
    return ASSAY_OK;
}

enum assay_status speedup_suite_from_config(const char *path, struct speedup_suite *suite,
                                            struct assay_error *error)
{
    enum assay_status status = read_config(path, &suite->config, error);
    if (status == ASSAY_OK)
        status = speedup_suite_reserve(suite, suite->config.n, error);
    for (size_t i = 0; i < suite->config.n && status == ASSAY_OK; i++)
        status = load_benchmark(path, &suite->config.rows[i], suite, error);
    suite->finding.old_system = "Sample1";
    suite->finding.new_system = "Sample2";
    return status == ASSAY_OK ? check_readable(path, suite, error) : status;
}
