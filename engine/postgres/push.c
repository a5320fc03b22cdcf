/* SPDX-License-Identifier: GPL-3.0-or-later */
/* push.c -- experiments of a store to the archive: a transaction for each, so that it is there whole or not at all.
 *
 * Several may push at once, the same experiments too: the index of uid and runs lets one of them in, the others wait for its
 * end and leave it alone.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/dataset.h>

#include "base/failure.h"
#include "base/owned.h"
#include "base/text_buffer.h"
#include "base/utf8.h"
#include "design/manifest.h"
#include "measure/interrupt.h"
#include "postgres/archive_parts.h"
#include "postgres/libpq.h"

/* An experiment's live values as rows of the archive's table of series, in COPY's text.
 *
 * Numbers have 17 digits, which give back every bit. A name of bytes that are no UTF-8 has U+FFFD in their place: PostgreSQL takes
 * nothing else; the package beside it has the name as it is.
 */

/* The text as UTF-8, to be freed; NULL: no memory. */
static char *push_text(const char *text)
{
    struct text_buffer buffer;
    FILE *out = text_buffer_open(&buffer);
    while (out != NULL && *text != '\0') {
        unsigned code;
        const size_t n = utf8_decode(text, &code);
        if (n > 0)
            (void)fwrite(text, 1, n, out);
        else
            fputs("\xef\xbf\xbd", out);
        text += n > 0 ? n : 1;
    }
    return text_buffer_close(&buffer);
}

static void write_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *special = "\\\\\nn\tt\rr", *found = special;
        while (*found != '\0' && *found != *text)
            found += 2;
        if (*found != '\0')
            fprintf(out, "\\%c", found[1]);
        else
            fputc(*text, out);
    }
}

static void write_counts(FILE *out, const struct assay_shape *shape)
{
    if (shape->n_levels == 1) {
        fputs("\\N\t", out);
        return;
    }
    for (size_t u = 0; u < assay_shape_units(shape, 0); u++) {
        size_t begin, end;
        assay_shape_values(shape, 0, u, &begin, &end);
        fprintf(out, "%c%zu", u > 0 ? ',' : '{', end - begin);
    }
    fputs("}\t", out);
}

static bool write_series(FILE *out, const char *experiment, const struct assay_series *series)
{
    const char *const names[] = {series->benchmark, series->system, series->metric, series->unit};
    bool whole = true;
    fputs(experiment, out);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *text = push_text(names[i]);
        whole = whole && text != NULL;
        fputc('\t', out);
        write_text(out, text != NULL ? text : "");
        free(text);
    }
    fprintf(out, "\t%c\t%s\t%s\t", series->more_is_better ? 't' : 'f',
            assay_teller_name(series->told.unit), assay_teller_name(series->told.direction));
    /* Of our own levels, whose names are words. */
    for (size_t k = 0; k < series->live.shape.n_levels; k++) {
        fputs(k > 0 ? "," : "{", out);
        write_text(out, series->level_name[k]);
    }
    fputs("}\t", out);
    write_counts(out, &series->live.shape);
    const size_t n = assay_sample_size(&series->live);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%c%.17g", i > 0 ? ',' : '{', series->live.values[i]);
    fputs("}\n", out);
    return whole;
}

/* Sent a series at a time: what memory holds does not grow with the experiment. */
static enum assay_status push_series(struct database *database, const char *experiment,
                                     const struct assay_dataset *dataset, struct assay_error *error)
{
    TRY(database_copy_begin(
        database,
        "COPY assay.series (experiment, benchmark, system, metric, unit, more_is_better, unit_told,"
        " direction_told, levels, counts, live) FROM STDIN",
        error));
    bool sent = true, whole = true;
    for (size_t i = 0; i < assay_dataset_count(dataset) && sent && whole; i++) {
        const struct assay_series *series = assay_dataset_get(dataset, i);
        struct text_buffer buffer;
        FILE *out = series->live.shape.count[0] > 0 ? text_buffer_open(&buffer) : NULL;
        if (series->live.shape.count[0] == 0)
            continue;
        whole = out != NULL && write_series(out, experiment, series);
        char *text = text_buffer_close(&buffer);
        whole = whole && text != NULL;
        sent = whole && database_copy_send(database, text, strlen(text));
        free(text);
    }
    enum assay_status status = database_copy_end(database, sent && whole, error);
    return whole ? status : fail_no_memory(error);
}

struct push {
    struct database database;
    struct store *store;
    struct workspace place;
    struct postgres_moved *moved;
    struct remarks *remarks;
    struct assay_error *error;
};

/* ---- the experiment's row ---- */

enum { COLUMNS = 18, LONGEST_NUMBER = 40 };

struct row {
    struct database_value values[COLUMNS];
    char *owned[COLUMNS];
    char numbers[6][LONGEST_NUMBER];
    size_t n, n_numbers;
    bool whole;
};

static void put_bytes(struct row *row, const void *data, size_t size)
{
    row->values[row->n++] = (struct database_value){data, size};
}

static void put_text(struct row *row, const char *text)
{
    char *copy = text != NULL ? push_text(text) : NULL;
    row->whole = row->whole && (text == NULL || copy != NULL);
    row->owned[row->n] = copy;
    put_bytes(row, copy, 0);
}

/* 0: not known. */
static void put_number(struct row *row, int64_t number)
{
    char *text = row->numbers[row->n_numbers++];
    (void)snprintf(text, LONGEST_NUMBER, "%" PRId64, number);
    put_bytes(row, number != 0 ? text : NULL, 0);
}

/* Times go as microseconds since 1970, in which PostgreSQL counts. */
static const char add_experiment[] =
    "INSERT INTO assay.experiment (uid, runs, name, note, version, commit_id, branch, dirty, "
    "commit_time, started, finished,"
    " machines, planned_machines, machine, machine_class, manifest, assay_version, store) VALUES "
    "($1::bytea, $2::bytea, $3, $4, $5, $6, $7,"
    " $8::boolean, to_timestamp($9::bigint), timestamptz 'epoch' + $10::bigint * interval '1 "
    "microsecond',"
    " timestamptz 'epoch' + $11::bigint * interval '1 microsecond', coalesce($12::integer, 0), "
    "$13::integer, $14, $15, $16,"
    " $17, $18::bytea) ON CONFLICT (uid, md5(runs)) DO NOTHING RETURNING id::text";

/* On how many its design has it measured; a manifest that is no longer one does not say. */
static size_t machines_of(const struct experiment_info *info)
{
    SCOPED(design_free) struct design *design = NULL;
    struct assay_error error;
    size_t n = 0;
    if (manifest_parse(info->manifest, strlen(info->manifest), "", info->source, &design, &error) ==
        ASSAY_OK)
        n = design_has_machines(design) ? design->levels[0].count : 1;
    return n;
}

static void fill_row(struct row *row, const struct facts *facts, const struct store_entry *entry,
                     const struct experiment_info *info, const struct package *package)
{
    put_bytes(row, facts->uid, STORE_UID_BYTES);
    put_bytes(row, facts->n_runs > 0 ? (const void *)facts->runs : "\\x",
              facts->n_runs * STORE_UID_BYTES);
    put_text(row, entry->name);
    put_text(row, entry->note);
    put_text(row, entry->version.label);
    put_text(row, entry->version.commit);
    put_text(row, entry->version.branch);
    put_bytes(row, entry->version.commit == NULL ? NULL : entry->version.dirty ? "t" : "f", 0);
    put_number(row, entry->version.commit_s);
    put_number(row, entry->started_ns / 1000);
    put_number(row, entry->finished_ns / 1000);
    put_number(row, (int64_t)facts->n_runs);
    put_number(row, (int64_t)machines_of(info));
    put_text(row, entry->machine);
    put_text(row, entry->machine_class);
    put_text(row, info->manifest);
    put_text(row, info->assay_version);
    put_bytes(row, package->data, package->size);
}

/* id: the archive's number, empty when it is there already. */
static enum assay_status add_row(struct push *push, const struct facts *facts,
                                 const struct store_entry *entry, const struct package *package,
                                 char id[LONGEST_NUMBER])
{
    const struct libpq *pq = &push->database.pq;
    char which[LONGEST_NUMBER];
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    (void)snprintf(which, sizeof which, "%" PRId64, entry->id);
    TRY(store_find(push->store, which, &info, push->error));
    struct row row = {.whole = true};
    PGresult *rows = NULL;
    fill_row(&row, facts, entry, &info, package);
    const enum assay_status status = row.whole ? database_run(&push->database, add_experiment,
                                                              row.values, row.n, &rows, push->error)
                                               : fail_no_memory(push->error);
    id[0] = '\0';
    if (status == ASSAY_OK && pq->PQntuples(rows) == 1)
        (void)snprintf(id, LONGEST_NUMBER, "%s", pq->PQgetvalue(rows, 0, 0));
    if (rows != NULL)
        pq->PQclear(rows);
    for (size_t i = 0; i < row.n; i++)
        free(row.owned[i]);
    return status;
}

/* ---- its series ---- */

static enum assay_status add_series(struct push *push, int64_t experiment, const char *id)
{
    SCOPED(assay_dataset_free) struct assay_dataset *dataset = assay_dataset_new();
    if (dataset == NULL)
        return fail_no_memory(push->error);
    TRY(store_read(push->store, experiment, dataset, push->error));
    TRY(assay_dataset_finish(dataset, push->error));
    return push_series(&push->database, id, dataset, push->error);
}

static enum assay_status send(struct push *push, const struct facts *facts,
                              const struct store_entry *entry, const struct package *package)
{
    char id[LONGEST_NUMBER];
    TRY(database_run(&push->database, "BEGIN", NULL, 0, NULL, push->error));
    enum assay_status status = add_row(push, facts, entry, package, id);
    const bool is_new = id[0] != '\0';
    if (status == ASSAY_OK && is_new)
        status = add_series(push, entry->id, id);
    status = database_end(&push->database, status, push->error);
    if (status == ASSAY_OK)
        *(is_new ? &push->moved->moved : &push->moved->known) += 1;
    return status;
}

/* ---- all of them ---- */

/* Quick, before anything is packed. */
static enum assay_status is_there(struct push *push, const struct facts *facts, bool *there)
{
    const struct libpq *pq = &push->database.pq;
    const struct database_value values[] = {
        {(const char *)facts->uid, STORE_UID_BYTES},
        {facts->n_runs > 0 ? (const char *)facts->runs : "\\x", facts->n_runs * STORE_UID_BYTES}};
    PGresult *rows;
    TRY(database_run(
        &push->database,
        "SELECT FROM assay.experiment WHERE uid = $1::bytea AND md5(runs) = md5($2::bytea)", values,
        2, &rows, push->error));
    *there = pq->PQntuples(rows) > 0;
    pq->PQclear(rows);
    return ASSAY_OK;
}

static enum assay_status pack_and_send(struct push *push, const struct facts *facts,
                                       const struct store_entry *entry)
{
    struct package package;
    TRY(package_make(push->store, entry->id, push->place.path, &package, push->error));
    const enum assay_status status = send(push, facts, entry, &package);
    free(package.data);
    return status;
}

static enum assay_status push_one(struct push *push, const struct store_entry *entry)
{
    SCOPED(facts_fini) struct facts facts = {0};
    bool there = false;
    TRY(facts_read(push->store, entry->id, &facts, push->error));
    enum assay_status status = ASSAY_OK;
    if (!facts.complete) {
        push->moved->incomplete++;
        remark(push->remarks,
               "experiment %" PRId64 " is not complete and is left out; assay run @resume=%" PRId64
               " goes on with it",
               entry->id, entry->id);
    } else {
        status = is_there(push, &facts, &there);
        push->moved->known += status == ASSAY_OK && there;
        if (status == ASSAY_OK && !there)
            status = pack_and_send(push, &facts, entry);
    }
    return status;
}

static bool is_wanted(int64_t experiment, const int64_t *experiments, size_t n)
{
    bool wanted = n == 0;
    for (size_t i = 0; i < n && !wanted; i++)
        wanted = experiments[i] == experiment;
    return wanted;
}

static enum assay_status push_all(struct push *push, const int64_t *experiments, size_t n)
{
    struct store_entry *entries;
    size_t n_entries;
    enum assay_status status = store_entries(push->store, &entries, &n_entries, push->error);
    if (status != ASSAY_OK)
        return status;
    for (size_t i = 0; i < n_entries && status == ASSAY_OK; i++) {
        if (interrupt_requested())
            status =
                assay_fail(push->error, ASSAY_INTERRUPTED,
                           "interrupted; %zu experiments were pushed and stay", push->moved->moved);
        else if (is_wanted(entries[i].id, experiments, n))
            status = push_one(push, &entries[i]);
    }
    store_entries_free(&entries, n_entries);
    return status;
}

enum assay_status postgres_push(const char *url, struct store *store, const int64_t *experiments,
                                size_t n, struct postgres_moved *moved, struct remarks *remarks,
                                struct assay_error *error)
{
    struct push push = {
        .place = {.mark = -1}, .store = store, .moved = moved, .remarks = remarks, .error = error};
    *moved = (struct postgres_moved){0};
    enum assay_status status = archive_open_to_push(url, &push.database, error);
    if (status == ASSAY_OK)
        status = package_place(&push.place, error);
    const bool watching = status == ASSAY_OK && interrupt_begin();
    if (status == ASSAY_OK)
        status = push_all(&push, experiments, n);
    if (watching)
        interrupt_end();
    workspace_close(&push.place);
    database_close(&push.database);
    return status;
}
