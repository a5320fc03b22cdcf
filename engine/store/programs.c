/* SPDX-License-Identifier: GPL-3.0-or-later */
/* programs.c -- which program each system's builds gave, as measure/program.h wrote it down.
 * Edge:     builds that differ among each other are one program with those that differ likewise, unit
 *           by unit: random layouts of one seed. */
#include "store/gather.h"

#include <stdlib.h>

#include <jansson.h>

#include "base/failure.h"
#include "base/hash.h"

/* The builds of one system so far, in the order of its units. */
struct builds {
    size_t n;
    struct assay_program first;
    uint64_t digests, besides, opened, source;
    bool alike, beside_alike, opened_alike, known, beside_known, opened_known;
};

/* "0123456789abcdef"; false: not known. */
static bool read_number(const json_t *object, const char *key, uint64_t *out)
{
    const char *text = json_string_value(json_object_get(object, key));
    char *end = NULL;
    *out = text != NULL ? strtoull(text, &end, 16) : 0;
    return text != NULL && end != text && *end == '\0';
}

/* The line about the program among those of a build; NULL: there is none. */
static json_t *find_line(const char *text)
{
    for (size_t n; text != NULL && *text != '\0'; text += n + (text[n] != '\0')) {
        n = strcspn(text, "\n");
        json_t *line = json_loadb(text, n, 0, NULL);
        if (json_object_get(line, "program") != NULL)
            return line;
        json_decref(line);
    }
    return NULL;
}

static uint64_t mix(uint64_t hash, uint64_t number)
{
    return hash_bytes(hash, (const char *)&number, sizeof number);
}

static void add_build(struct builds *builds, const char *text)
{
    json_t *line = find_line(text);
    uint64_t digest, beside, opened, source;
    const bool known = read_number(line, "program", &digest);
    const bool beside_known = read_number(line, "beside", &beside);
    const bool opened_known = read_number(line, "opened", &opened);
    (void)read_number(line, "source", &source);
    json_decref(line);
    if (builds->n++ == 0)
        *builds = (struct builds){.n = 1,
                                  .first = {.digest = digest, .beside = beside, .opened = opened},
                                  .digests = HASH_START,
                                  .besides = HASH_START,
                                  .opened = HASH_START,
                                  .source = source,
                                  .alike = true,
                                  .beside_alike = true,
                                  .opened_alike = true,
                                  .known = true,
                                  .beside_known = true,
                                  .opened_known = true};
    builds->alike = builds->alike && digest == builds->first.digest;
    builds->beside_alike = builds->beside_alike && beside == builds->first.beside;
    builds->digests = mix(builds->digests, digest);
    builds->besides = mix(builds->besides, beside);
    builds->known = builds->known && known;
    builds->beside_known = builds->beside_known && beside_known;
    builds->opened_alike = builds->opened_alike && opened == builds->first.opened;
    builds->opened = mix(builds->opened, opened);
    builds->opened_known = builds->opened_known && opened_known;
}

static struct assay_program program_of_builds(const struct builds *builds, uint64_t experiment)
{
    return (struct assay_program){
        .digest = builds->alike ? builds->first.digest : builds->digests,
        .beside = builds->beside_alike ? builds->first.beside : builds->besides,
        .opened = builds->opened_alike ? builds->first.opened : builds->opened,
        .place = mix(experiment, builds->source),
        .experiment = experiment,
        .known = builds->n > 0 && builds->known,
        .beside_known = builds->beside_known,
        .opened_known = builds->n > 0 && builds->opened_known};
}

static enum assay_status read_builds(struct store *store, int64_t experiment,
                                     const int64_t *systems, size_t n, struct builds *builds,
                                     struct assay_error *error)
{
    struct store_rows rows =
        store_ask(store,
                  "SELECT u.system, b.layout FROM build b JOIN unit u ON u.id = b.unit"
                  " WHERE u.experiment = ?1 AND b.outcome = 0 ORDER BY b.unit",
                  error, INTEGER(experiment));
    while (store_next(&rows))
        for (size_t i = 0; i < n; i++)
            if (systems[i] == sqlite3_column_int64(rows.row, 0))
                add_build(&builds[i], (const char *)sqlite3_column_text(rows.row, 1));
    return store_asked(&rows);
}

/* Takes the files of a system's first line that has some, or says why all are not known. */
static void add_files(json_t *all, const char *system, const char *text)
{
    static const char *const keys[] = {"files", "not_followed"};
    json_auto_t *line = find_line(text), *known = json_object();
    for (size_t i = 0; i < 2; i++)
        if (json_object_get(line, keys[i]) != NULL)
            (void)json_object_set(known, keys[i], json_object_get(line, keys[i]));
    if (json_object_get(all, system) == NULL && json_object_size(known) > 0)
        (void)json_object_set(all, system, known);
}

enum assay_status store_opened(struct store *store, int64_t experiment, char **out,
                               struct assay_error *error)
{
    *out = NULL;
    if ((store_holds(store, experiment) & STORE_HOLDS_UNITS) == 0 ||
        !store_has(store, "build", "layout"))
        return ASSAY_OK;
    json_auto_t *all = json_object();
    struct store_rows rows =
        store_ask(store,
                  "SELECT s.name, b.layout FROM build b JOIN unit u ON u.id = b.unit"
                  " JOIN system s ON s.id = u.system WHERE u.experiment = ?1 AND b.outcome = 0"
                  " AND (b.layout LIKE '%\"files\"%' OR b.layout LIKE '%\"not_followed\"%')"
                  " ORDER BY b.unit",
                  error, INTEGER(experiment));
    while (store_next(&rows))
        add_files(all, (const char *)sqlite3_column_text(rows.row, 0),
                  (const char *)sqlite3_column_text(rows.row, 1));
    TRY(store_asked(&rows));
    if (json_object_size(all) > 0)
        *out = json_dumps(all, JSON_COMPACT);
    return ASSAY_OK;
}

enum assay_status store_programs(struct store *store, int64_t experiment, const int64_t *systems,
                                 size_t n, struct assay_program *programs,
                                 struct assay_error *error)
{
    unsigned char uid[STORE_UID_BYTES];
    memset(programs, 0, n * sizeof *programs);
    /* Old stores, which are read as they are, have no such column. */
    if (!store_has(store, "build", "layout"))
        return ASSAY_OK;
    struct builds *builds = calloc(n + 1, sizeof *builds);
    enum assay_status status =
        builds != NULL ? store_uid(store, experiment, uid, error) : store_no_memory(error);
    if (status == ASSAY_OK && (store_holds(store, experiment) & STORE_HOLDS_UNITS) != 0)
        status = read_builds(store, experiment, systems, n, builds, error);
    for (size_t i = 0; status == ASSAY_OK && i < n; i++)
        programs[i] =
            program_of_builds(&builds[i], hash_bytes(HASH_START, (const char *)uid, sizeof uid));
    free(builds);
    return status;
}

/* ---- is it what was built then? ---- */

/* What a system's builds were, beside one that was made now. */
struct beside_built {
    uint64_t now, first;
    size_t n, same, alike; /* builds; those that are as now, and as their first one */
    bool drawn, known;
};

static void look_at(struct beside_built *beside, const char *text)
{
    json_t *line = find_line(text);
    uint64_t digest;
    beside->known = read_number(line, "program", &digest) && beside->known;
    json_decref(line);
    if (beside->n++ == 0)
        beside->first = digest;
    beside->same += digest == beside->now;
    beside->alike += digest == beside->first;
    beside->drawn = beside->drawn || (text != NULL && strstr(text, "\"seed\"") != NULL);
}

static enum store_built judge(const struct beside_built *beside)
{
    const bool repeats = beside->drawn || beside->n < 2 || beside->alike > 1;
    if (!beside->known || beside->n == 0)
        return STORE_BUILT_UNKNOWN;
    if (beside->same > 0)
        return STORE_BUILT_SAME;
    return repeats ? STORE_BUILT_OTHER : STORE_BUILT_UNKNOWN;
}

enum assay_status store_is_built(struct store *store, int64_t experiment, size_t system,
                                 const char *layout, enum store_built *built,
                                 struct assay_error *error)
{
    json_t *line = find_line(layout);
    struct beside_built beside = {0};
    beside.known = read_number(line, "program", &beside.now);
    json_decref(line);
    *built = STORE_BUILT_UNKNOWN;
    if (!beside.known)
        return ASSAY_OK;
    struct store_rows rows =
        store_ask(store,
                  "SELECT b.layout FROM build b JOIN unit u ON u.id = b.unit"
                  " JOIN experiment_system x ON x.experiment = u.experiment AND x.system = u.system"
                  " WHERE u.experiment = ?1 AND x.place = ?2 AND b.outcome = 0 ORDER BY b.unit",
                  error, INTEGER(experiment), INTEGER((int64_t)system));
    while (store_next(&rows))
        look_at(&beside, (const char *)sqlite3_column_text(rows.row, 0));
    TRY(store_asked(&rows));
    *built = judge(&beside);
    return ASSAY_OK;
}
