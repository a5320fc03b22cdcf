/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet.c -- a fleet's plan: begun once, and found again by whoever goes on with it. */
#include "fleet/fleet.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "base/failure.h"
#include "base/owned.h"
#include "base/private_directory.h"
#include "base/replace.h"
#include "base/sha256.h"
#include "fleet/fleet_parts.h"

const char *const fleet_state_names[FLEET_STATES] = {"waiting", "submitted", "running",
                                                     "lost",    "failed",    "done"};

enum { ATTEMPTS = 3, AT_ONCE = 1, MOST_SHARDS = 1000000 };
static const double lost_default_s = 60;
/* Most queues begin a job within a day; one that was forgotten or deleted shall not be waited for without end. */
static const double start_default_s = 24 * 3600.0;
static const char plan_name[] = "plan.json", plan_kind[] = "assay.fleet-plan/1";

enum assay_status fleet_fail_file(const char *path, struct assay_error *error)
{
    return assay_fail(error, ASSAY_SYSTEM, "%s: %s", path, trusted_why(errno));
}

enum assay_status fleet_path(const struct fleet *fleet, size_t shard, const char *name,
                             char path[FLEET_PATH], struct assay_error *error)
{
    const int n = shard > 0
                      ? snprintf(path, FLEET_PATH, "%s/shard-%zu/%s", fleet->directory, shard, name)
                      : snprintf(path, FLEET_PATH, "%s/%s", fleet->directory, name);
    return n >= 0 && n < FLEET_PATH
               ? ASSAY_OK
               : assay_fail(error, ASSAY_SYSTEM, "%s: the path is too long", fleet->directory);
}

char *fleet_directory(const char *given, const char *manifest, struct assay_error *error)
{
    char *beside = NULL, *absolute = NULL;
    const char *slash = strrchr(manifest, '/'), *end = strrchr(manifest, '.');
    const size_t stem = end != NULL && (slash == NULL || end > slash + 1) ? (size_t)(end - manifest)
                                                                          : strlen(manifest);
    OWNED char *cwd = getcwd(NULL, 0);
    if (given == NULL && asprintf(&beside, "%.*s.fleet", (int)stem, manifest) < 0)
        beside = NULL;
    const char *path = given != NULL ? given : beside;
    if (cwd != NULL && path != NULL && path[0] != '/' &&
        asprintf(&absolute, "%s/%s", cwd, path) < 0)
        absolute = NULL;
    else if (path != NULL && path[0] == '/')
        absolute = strdup(path);
    free(beside);
    if (absolute == NULL)
        (void)fail_no_memory(error);
    return absolute;
}

/* ---- the plan's file ---- */

static char *text_of(const json_t *plan, const char *key)
{
    const char *text = json_string_value(json_object_get(plan, key));
    return text != NULL ? strdup(text) : NULL;
}

static enum assay_status take_plan(const json_t *plan, const char *path, struct fleet *fleet,
                                   struct assay_error *error)
{
    const char *kind = json_string_value(json_object_get(plan, "schema"));
    const json_int_t n = json_integer_value(json_object_get(plan, "shards"));
    if (kind == NULL || strcmp(kind, plan_kind) != 0)
        return assay_fail(error, ASSAY_INVALID, "%s:schema: %.40s; this program reads %s", path,
                          kind != NULL ? kind : "none", plan_kind);
    fleet->manifest = text_of(plan, "manifest");
    fleet->checksum = text_of(plan, "checksum");
    fleet->program = text_of(plan, "program");
    fleet->command = text_of(plan, "command");
    fleet->hosts = text_of(plan, "hosts");
    fleet->engine = (enum fleet_engine)json_integer_value(json_object_get(plan, "engine"));
    fleet->label = text_of(plan, "label");
    fleet->seed = text_of(plan, "seed");
    fleet->attempts = (size_t)json_integer_value(json_object_get(plan, "attempts"));
    fleet->at_once = (size_t)json_integer_value(json_object_get(plan, "at_once"));
    fleet->limit_s = json_number_value(json_object_get(plan, "limit_s"));
    fleet->lost_s = json_number_value(json_object_get(plan, "lost_s"));
    fleet->start_s = json_number_value(json_object_get(plan, "start_s"));
    fleet->start_s = fleet->start_s > 0 ? fleet->start_s : start_default_s;
    fleet->shared = json_is_true(json_object_get(plan, "shared_hosts"));
    if (n < 1 || n > MOST_SHARDS || fleet->manifest == NULL || fleet->checksum == NULL ||
        fleet->program == NULL || fleet->command == NULL || fleet->engine > FLEET_BY_SLURM ||
        !(fleet->lost_s > 0))
        return assay_fail(error, ASSAY_INVALID, "%s: this is no whole plan of a fleet", path);
    fleet->n = (size_t)n;
    fleet->shards = calloc(fleet->n, sizeof *fleet->shards);
    return fleet->shards != NULL ? ASSAY_OK : fail_no_memory(error);
}

enum assay_status fleet_trust(const char *directory, struct assay_error *error)
{
    return trusted_directory(directory,
                             "Its plan is a command line, and its program is executed. Name a "
                             "directory of your own: @directory",
                             error);
}

enum assay_status fleet_open(const char *directory, struct fleet *fleet, struct assay_error *error)
{
    char path[FLEET_PATH];
    json_error_t problem;
    *fleet = (struct fleet){.directory = strdup(directory)};
    if (fleet->directory == NULL)
        return fail_no_memory(error);
    TRY(fleet_path(fleet, 0, plan_name, path, error));
    enum assay_status status = fleet_trust(directory, error);
    if (status == ASSAY_SYSTEM)
        return status;
    const int fd = status == ASSAY_OK ? trusted_open(path, O_RDONLY) : -1;
    if (fd < 0 && (status == ASSAY_MISSING || errno == ENOENT))
        return assay_fail(error, ASSAY_MISSING,
                          "%s: there is no fleet (assay fleet run begins one)", directory);
    if (fd < 0)
        return fleet_fail_file(path, error);
    json_auto_t *plan = json_loadfd(fd, 0, &problem);
    (void)close(fd);
    status = plan != NULL
                 ? take_plan(plan, path, fleet, error)
                 : assay_fail(error, ASSAY_INVALID, "%s:%d: %s", path, problem.line, problem.text);
    return status;
}

static enum assay_status write_plan(const struct fleet *fleet, struct assay_error *error)
{
    char path[FLEET_PATH];
    struct replacement file;
    TRY(fleet_path(fleet, 0, plan_name, path, error));
    json_t *plan =
        json_pack("{ss ss ss ss si ss ss? ss? ss? sI sI sI sf sf sf sb}", "schema", plan_kind,
                  "manifest", fleet->manifest, "checksum", fleet->checksum, "program",
                  fleet->program, "engine", (int)fleet->engine, "command", fleet->command, "hosts",
                  fleet->hosts, "label", fleet->label, "seed", fleet->seed, "shards",
                  (json_int_t)fleet->n, "attempts", (json_int_t)fleet->attempts, "at_once",
                  (json_int_t)fleet->at_once, "limit_s", fleet->limit_s, "lost_s", fleet->lost_s,
                  "start_s", fleet->start_s, "shared_hosts", (int)fleet->shared);
    if (plan == NULL)
        return assay_fail(error, ASSAY_INVALID, "%s: the texts of a plan must be UTF-8", path);
    bool good = replace_begin(&file, path);
    if (good)
        good = replace_end(&file, fchmod(fileno(file.stream), 0600) == 0 &&
                                      json_dumpf(plan, file.stream, JSON_INDENT(2)) == 0);
    json_decref(plan);
    return good ? ASSAY_OK : fleet_fail_file(path, error);
}

/* ---- beginning ---- */

/* SHA-256 of the manifest's bytes, in hexadecimal. */
static enum assay_status checksum_of(const char *manifest, char out[2 * SHA256_BYTES + 1],
                                     struct assay_error *error)
{
    unsigned char digest[SHA256_BYTES];
    char *text = NULL, piece[4096];
    size_t size = 0, n;
    FILE *file = fopen(manifest, "r"), *copy = open_memstream(&text, &size);
    while (file != NULL && copy != NULL && (n = fread(piece, 1, sizeof piece, file)) > 0)
        (void)fwrite(piece, 1, n, copy);
    const bool whole = file != NULL && ferror(file) == 0;
    enum assay_status status = whole ? ASSAY_OK : fleet_fail_file(manifest, error);
    if (file != NULL)
        (void)fclose(file);
    if ((copy == NULL || fclose(copy) != 0) && status == ASSAY_OK)
        status = fail_no_memory(error);
    if (status == ASSAY_OK)
        sha256(text, size, digest);
    for (size_t i = 0; i < SHA256_BYTES && status == ASSAY_OK; i++)
        (void)snprintf(out + 2 * i, 3, "%02x", digest[i]);
    free(text);
    return status;
}

static bool set_text(char **field, const char *given)
{
    if (given == NULL)
        return true;
    char *copy = strdup(given);
    if (copy == NULL)
        return false;
    free(*field);
    *field = copy;
    return true;
}

/* An engine is said anew with all that belongs to it. */
static enum assay_status take_engine(const struct fleet_request *request, struct fleet *fleet,
                                     struct assay_error *error)
{
    if (request->engine == FLEET_BY_COMMAND)
        return ASSAY_OK;
    char *line = request->engine == FLEET_BY_SSH ? fleet_ssh_line(request->options)
                                                 : fleet_sbatch_line(request->options);
    if (line == NULL)
        return fail_no_memory(error);
    free(fleet->command);
    fleet->command = line;
    return ASSAY_OK;
}

static size_t at_once_of(const struct fleet *fleet)
{
    return fleet->engine == FLEET_BY_SLURM ? fleet->n
           : fleet->hosts != NULL          ? fleet_count_hosts(fleet->hosts)
                                           : AT_ONCE;
}

/* What the fleet then is must be able to start a shard. */
static enum assay_status check_engine(const struct fleet *fleet, struct assay_error *error)
{
    if (fleet->command == NULL)
        return fail_naming(error, ASSAY_USAGE,
                           "a fleet needs to know how a shard is started: @engine=slurm, "
                           "@engine=ssh @hosts=a,b,c, or @command='sh -c {}'");
    if (fleet->engine != FLEET_BY_SLURM && strstr(fleet->command, "{}") == NULL)
        return fail_naming(error, ASSAY_USAGE,
                           "@command=%.80s: {} must stand where the worker's command goes",
                           fleet->command);
    if (fleet->engine != FLEET_BY_SLURM && fleet->hosts == NULL &&
        strstr(fleet->command, "{host}") != NULL)
        return fail_naming(error, ASSAY_USAGE,
                           "a fleet by ssh needs to know its hosts: @hosts=a,b,c");
    return fleet_check_hosts(fleet->hosts, error);
}

/* A second shard on a host is no second machine. */
static enum assay_status check_host_count(const struct fleet *fleet, struct assay_error *error)
{
    const size_t hosts = fleet_count_hosts(fleet->hosts);
    if (fleet->engine == FLEET_BY_SLURM || fleet->hosts == NULL || fleet->shared ||
        hosts >= fleet->n)
        return ASSAY_OK;
    return fail_naming(
        error, ASSAY_USAGE,
        "@hosts names %zu host%s, and the design has %zu machines: a second shard on "
        "a host is no second machine. Name %zu more, or have hosts measure several, "
        "one after the other: @shared-hosts",
        hosts, hosts == 1 ? "" : "s", fleet->n, fleet->n - hosts);
}

/* What is said anew counts from now on. */
static enum assay_status take_request(const struct fleet_request *request, struct fleet *fleet,
                                      struct assay_error *error)
{
    if (!set_text(&fleet->program, request->program) || !set_text(&fleet->hosts, request->hosts) ||
        !set_text(&fleet->command, request->command) || !set_text(&fleet->label, request->label) ||
        !set_text(&fleet->seed, request->seed))
        return fail_no_memory(error);
    if (request->engine >= 0)
        fleet->engine = (enum fleet_engine)request->engine;
    const enum assay_status taken =
        request->engine >= 0 ? take_engine(request, fleet, error) : ASSAY_OK;
    if (taken != ASSAY_OK)
        return taken;
    fleet->attempts = request->attempts > 0 ? (size_t)request->attempts : fleet->attempts;
    fleet->at_once = request->at_once > 0 ? (size_t)request->at_once : fleet->at_once;
    fleet->at_once = fleet->at_once > 0 ? fleet->at_once : at_once_of(fleet);
    fleet->limit_s = request->limit_s > 0 ? request->limit_s : fleet->limit_s;
    fleet->lost_s = request->lost_s > 0 ? request->lost_s : fleet->lost_s;
    fleet->start_s = request->start_s > 0 ? request->start_s : fleet->start_s;
    fleet->shared = fleet->shared || request->shared;
    TRY(check_engine(fleet, error));
    TRY(check_host_count(fleet, error));
    return fleet->engine == FLEET_BY_SSH ? fleet_copy_program(fleet, error) : ASSAY_OK;
}

static enum assay_status same_fleet(const struct fleet *fleet, const struct fleet_request *request,
                                    size_t n, const char *checksum, struct assay_error *error)
{
    const bool other_seed =
        request->seed != NULL && (fleet->seed == NULL || strcmp(request->seed, fleet->seed) != 0);
    const bool other_label = request->label != NULL &&
                             (fleet->label == NULL || strcmp(request->label, fleet->label) != 0);
    if (fleet->n == n && strcmp(fleet->checksum, checksum) == 0 && !other_seed && !other_label)
        return ASSAY_OK;
    return fail_naming(error, ASSAY_USAGE,
                       "%s: this fleet was begun with another %s: go on with that one, or begin a "
                       "fleet in a new directory (@directory)",
                       fleet->directory,
                       other_seed    ? "seed"
                       : other_label ? "version"
                                     : "text of the manifest");
}

static enum assay_status begin_new(const char *manifest, size_t n, const char *checksum,
                                   struct fleet *fleet, struct assay_error *error)
{
    if (mkdir(fleet->directory, 0700) != 0 && errno != EEXIST)
        return fleet_fail_file(fleet->directory, error);
    TRY(fleet_trust(fleet->directory, error));
    fleet->manifest = realpath(manifest, NULL);
    fleet->checksum = strdup(checksum);
    fleet->n = n;
    fleet->shards = calloc(n, sizeof *fleet->shards);
    fleet->attempts = ATTEMPTS;
    fleet->lost_s = lost_default_s;
    fleet->start_s = start_default_s;
    return fleet->manifest != NULL && fleet->checksum != NULL && fleet->shards != NULL
               ? ASSAY_OK
               : fail_no_memory(error);
}

enum assay_status fleet_begin(const struct fleet_request *request, size_t n, struct fleet *fleet,
                              struct assay_error *error)
{
    char checksum[2 * SHA256_BYTES + 1];
    *fleet = (struct fleet){0};
    OWNED char *directory = fleet_directory(request->directory, request->manifest, error);
    if (directory == NULL)
        return error->status;
    enum assay_status status = checksum_of(request->manifest, checksum, error);
    if (status == ASSAY_OK)
        status = fleet_open(directory, fleet, error);
    if (status == ASSAY_OK)
        status = same_fleet(fleet, request, n, checksum, error);
    else if (status == ASSAY_MISSING)
        status = begin_new(request->manifest, n, checksum, fleet, error);
    if (status == ASSAY_OK)
        status = take_request(request, fleet, error);
    return status == ASSAY_OK ? write_plan(fleet, error) : status;
}

void fleet_fini(struct fleet *fleet)
{
    char *texts[] = {fleet->directory, fleet->manifest, fleet->program,
                     fleet->checksum,  fleet->command,  fleet->hosts,
                     fleet->label,     fleet->seed,     fleet->queue};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    free(fleet->shards);
    *fleet = (struct fleet){0};
}
