/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why.c -- fuzz target: a saved finding of `assay why` that somebody changed by hand is read, shown in every way, and written;
 * what is written is read back as the same. Then the same bytes as numbers of a profile: a store keeps it, and gives back what
 * can be analysed, or refuses it with a reason.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/why_analyse.h"
#include "base/private_directory.h"
#include "store/profiles.h"
#include "view/document/documents.h"
#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/page/why_markdown.h"
#include "view/terminal/why.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

/* ---- a saved finding ---- */

static FILE *nowhere(void)
{
    static FILE *stream;
    if (stream == NULL)
        stream = fopen("/dev/null", "w");
    must(stream != NULL, "no /dev/null");
    return stream;
}

static void show(const struct why_finding *finding)
{
    const struct terminal terminal = {.stream = nowhere(), .width = 80};
    why_view_print(&terminal, &(struct why_view){finding, 1, false});
    why_short_print(&terminal, finding, "benchmark");
    why_markdown_print(nowhere(), finding);
}

static char *written(const struct why_finding *finding)
{
    json_t *document = why_json(finding);
    char *text = json_dumps(document, JSON_SORT_KEYS);
    must(text != NULL, "what was read cannot be written");
    json_decref(document);
    return text;
}

/* The first writing may leave out what nobody knows; from then on it is the same. */
static void check_finding(const struct why_finding *finding)
{
    char *once = written(finding);
    json_t *document = json_loads(once, 0, NULL);
    must(document != NULL, "what was written is no JSON");
    struct why_finding *again = finding_read_why(document);
    must(again != NULL, "what was written cannot be read");
    char *twice = written(again);
    json_t *second = json_loads(twice, 0, NULL);
    struct why_finding *last = finding_read_why(second);
    must(last != NULL, "what was written twice cannot be read");
    char *thrice = written(last);
    must(strcmp(twice, thrice) == 0, "a finding changes as it is written and read");
    why_finding_free(&last);
    why_finding_free(&again);
    json_decref(second);
    json_decref(document);
    free(thrice);
    free(twice);
    free(once);
}

static void read_finding(const uint8_t *data, size_t size)
{
    json_t *document = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    struct why_finding *finding = finding_read_why(document);
    if (finding != NULL) {
        show(finding);
        check_finding(finding);
    }
    why_finding_free(&finding);
    json_decref(document);
}

/* ---- a profile that is kept ---- */

static struct {
    char directory[256], path[300];
    struct store *store;
    int64_t experiment;
} kept;

static void remove_kept(void)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    store_close(&kept.store);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        char path[320];
        (void)snprintf(path, sizeof path, "%s%s", kept.path, suffixes[i]);
        (void)unlink(path);
    }
    (void)rmdir(kept.directory);
}

static struct design *make_design(void)
{
    struct design *design = design_new();
    must(design != NULL, "no memory");
    design->experiment = design_string(design, "base");
    design->manifest = design_string(design, "experiment: base\n");
    design->source = design_string(design, "/nowhere");
    design->margin = 0.01;
    design->levels[design->n_levels++] =
        (struct design_level){.name = design_string(design, "execution"), .count = 3};
    design->n_systems = 2;
    design->n_benchmarks = 1;
    design->systems = design_alloc(design, 2 * sizeof *design->systems);
    design->benchmarks = design_alloc(design, sizeof *design->benchmarks);
    must(design->systems != NULL && design->benchmarks != NULL, "no memory");
    design->systems[0].name = design_string(design, "old");
    design->systems[1].name = design_string(design, "new");
    design->benchmarks[0].name = design_string(design, "work");
    return design;
}

static void add_execution(uint32_t system)
{
    struct assay_error error;
    const double wall = 0.5;
    const struct metric_values series = {.metric = "wall", .unit = "s", .values = &wall, .n = 1};
    const struct record record = {.step = {.kind = STEP_EXECUTE, .system = system, .position = system},
                                  .outcome = OUTCOME_OK,
                                  .series = &series,
                                  .n_series = 1};
    must(store_append(kept.store, kept.experiment, &record, &error) == ASSAY_OK, error.text);
}

static void make_store(void)
{
    struct assay_error error;
    static bool again;
    char *directory =
        temporary_directory(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : temporary_parent(), &error);
    must(directory != NULL, error.text);
    (void)snprintf(kept.directory, sizeof kept.directory, "%s", directory);
    (void)snprintf(kept.path, sizeof kept.path, "%s/kept.db", directory);
    free(directory);
    if (!again)
        (void)atexit(remove_kept);
    again = true;
    must(store_open(kept.path, STORE_WRITE, &kept.store, &error) == ASSAY_OK, error.text);
    struct design *design = make_design();
    must(store_begin(kept.store, design, &(struct store_beginning){.host_json = "{}", .here = true},
                     &kept.experiment, &error) == ASSAY_OK,
         error.text);
    for (uint32_t system = 0; system < 2; system++)
        add_execution(system);
    design_free(&design);
}

/* Numbers out of the input: small ones, and now and then one that cannot be. */
struct stream {
    const uint8_t *data;
    size_t n;
};

static uint64_t take(struct stream *in)
{
    static const uint64_t hostile[] = {UINT32_MAX, UINT64_MAX, INT64_MAX, UINT64_C(1) << 63, 1 << 22, 1 << 16};
    if (in->n == 0)
        return 0;
    const uint8_t byte = *in->data++;
    in->n--;
    return byte < 240 ? byte % 8 : hostile[byte % (sizeof hostile / sizeof *hostile)];
}

static double take_seconds(struct stream *in)
{
    static const double hostile[] = {(double)NAN, INFINITY, -INFINITY, -1, 1e308, 5e-324};
    const uint64_t number = take(in);
    return number < 8 ? (double)number / 8 : hostile[number % (sizeof hostile / sizeof *hostile)];
}

static void take_execution(struct stream *in, struct profile *profile)
{
    struct profile_execution execution = {.round = (uint32_t)take(in),
                                          .position = (uint32_t)take(in),
                                          .system = (uint32_t)take(in),
                                          .unit = (uint32_t)take(in),
                                          .planned = take(in),
                                          .lost = take(in)};
    execution.user_s = take_seconds(in);
    execution.system_s = take_seconds(in);
    execution.wall_s = take_seconds(in);
    profile_begin(profile, &execution);
    for (uint64_t left = take(in) % 8; left > 0; left--) {
        const uint64_t self = take(in), total = take(in);
        profile_count(profile, (uint32_t)(take(in) % profile->n_functions), self, total);
    }
}

/* Then numbers that a profile, as it is made, never has. */
static void spoil(struct stream *in, struct profile *profile)
{
    for (size_t i = 0; i < profile->n_executions; i++)
        if (take(in) > 7)
            profile->executions[i].n = (size_t)take(in);
    for (size_t i = 0; i < profile->n_counts; i++)
        if (take(in) > 7)
            profile->counts[i].function = (uint32_t)take(in);
    for (size_t i = 0; i < profile->n_functions * profile->n_systems; i++)
        if (take(in) > 7)
            profile->codes[i].state = (enum profile_code_state)(take(in) % 4);
}

static void check_profile(const struct profile *profile)
{
    for (size_t i = 0; i < profile->n_executions; i++) {
        const struct profile_execution *execution = &profile->executions[i];
        must(execution->system < profile->n_systems, "an execution is of no system");
        must(execution->first + execution->n <= profile->n_counts, "counts are not there");
    }
    for (size_t i = 0; i < profile->n_counts; i++)
        must(profile->counts[i].function < profile->n_functions, "a count is of no function");
}

static void analyse(const struct profile *profile)
{
    struct why_request request = WHY_REQUEST_DEFAULTS;
    struct why_finding finding;
    struct assay_error error = {.status = ASSAY_OK};
    request.benchmark = "work";
    request.old_name = "old";
    request.new_name = "new";
    const enum assay_status status = why_analyse(profile, &request, &finding, &error);
    must(status == ASSAY_OK || (error.text[0] != '\0' && error.status == status), "refused without a reason");
    if (status == ASSAY_OK) {
        show(&finding);
        check_finding(&finding);
    }
    why_finding_fini(&finding);
}

static void keep_profile(struct stream *in)
{
    static const char *const names[] = {"parse", "look up", "", "memcpy"};
    struct assay_error error = {.status = ASSAY_OK};
    struct profile profile, read;
    bool found = false;
    profile_init(&profile, 2, &(struct profile_origin){"cpu-clock", take(in) < 6 ? "s" : "page_faults", 4000});
    for (size_t i = 0; i < 4; i++)
        (void)profile_function(&profile, names[i], i == 3 ? "libc.so.6" : "");
    for (uint64_t left = take(in) % 8 + 2; left > 0; left--)
        take_execution(in, &profile);
    spoil(in, &profile);
    must(store_add_profile(kept.store, kept.experiment, "work", &profile, &error) == ASSAY_OK, error.text);
    const enum assay_status status =
        store_read_profile(kept.store, kept.experiment, "work", &read, &found, &error);
    must(status == ASSAY_OK || (error.text[0] != '\0' && error.status == status), "refused without a reason");
    if (status == ASSAY_OK) {
        must(found, "what was kept is not there");
        check_profile(&read);
        analyse(&read);
    }
    profile_fini(&read);
    profile_fini(&profile);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static size_t inputs;
    if (kept.store == NULL)
        make_store();
    read_finding(data, size);
    keep_profile(&(struct stream){data, size});
    if (++inputs % 256 == 0) /* so that the file stays small */
        remove_kept();
    return 0;
}
