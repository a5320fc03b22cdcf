/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet_say.c -- what `assay fleet` says while it watches and at the end.
 *
 *   ████████████░░░░░░░░░░░░  3/6 shards · 2 running · 1 submitted · 4 min left
 */
#include "cli/fleet_say.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/decimal.h"
#include "view/document/json.h"
#include "view/medium/screen.h"

enum { BAR_COLUMNS = 24, MOST_NAMED = 8 };

static void write_counts(FILE *out, const struct fleet *fleet)
{
    const struct fleet_progress progress = fleet_progress_of(fleet);
    fprintf(out, "%zu/%zu shards done", progress.of[FLEET_DONE], fleet->n);
    const enum fleet_state order[] = {FLEET_RUNNING, FLEET_SUBMITTED, FLEET_LOST, FLEET_FAILED,
                                      FLEET_WAITING};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (progress.of[order[i]] > 0)
            fprintf(out, ", %zu %s", progress.of[order[i]], fleet_state_names[order[i]]);
    if (progress.left_s > 0)
        fprintf(out, ", %s left", long_duration_of(progress.left_s).text);
}

struct fleet_saying fleet_say_begin(const struct global_options *global)
{
    return (struct fleet_saying){.terminal =
                                     terminal_of(stderr, (enum terminal_color)global->color),
                                 .draws = !global->quiet && isatty(STDERR_FILENO) == 1,
                                 .quiet = global->quiet};
}

void fleet_say(void *context, const struct fleet *fleet)
{
    struct fleet_saying *saying = context;
    const struct fleet_progress progress = fleet_progress_of(fleet);
    if (saying->draws) {
        fputs("\r\033[K", stderr);
        for (size_t i = 0; i < BAR_COLUMNS; i++)
            terminal_puts(&saying->terminal, STYLE_PLAIN,
                          i * fleet->n < progress.of[FLEET_DONE] * BAR_COLUMNS ? "█" : "░");
        fputs("  ", stderr);
        write_counts(stderr, fleet);
        (void)fflush(stderr);
    } else if (!saying->quiet && memcmp(saying->said, progress.of, sizeof saying->said) != 0) {
        fputs("assay: ", stderr);
        write_counts(stderr, fleet);
        fputc('\n', stderr);
        memcpy(saying->said, progress.of, sizeof saying->said);
    }
}

void fleet_say_end(struct fleet_saying *saying)
{
    if (saying->draws)
        fputs("\r\033[K", stderr);
}

static void print_document(const struct fleet *fleet, const struct global_options *global)
{
    json_t *document = render_json_document("fleet", global->confidence);
    const struct fleet_progress progress = fleet_progress_of(fleet);
    render_json_put(document, JSON("directory", fleet->directory), JSON("shards", fleet->n));
    for (size_t s = 0; s < FLEET_STATES; s++)
        render_json_set(document, fleet_state_names[s], render_json_count(progress.of[s]));
    render_json_set(document, "left_s", render_json_number(progress.left_s));
    render_json_set(
        document, "units",
        JSON_EACH(shard, fleet->shards, fleet->n,
                  render_json_make(JSON("shard", (size_t)(shard - fleet->shards) + 1),
                                   JSON("state", fleet_state_names[shard->state]),
                                   JSON("attempts", shard->attempt),
                                   JSON("host", shard->host[0] != '\0' ? shard->host : NULL),
                                   JSON("why", shard->why[0] != '\0' ? shard->why : NULL),
                                   JSON("seconds", shard->seconds))));
    render_json_print(stdout, document);
}

static enum style style_of(enum fleet_state state)
{
    return state == FLEET_DONE                            ? STYLE_GOOD
           : state == FLEET_LOST || state == FLEET_FAILED ? STYLE_BAD
                                                          : STYLE_PLAIN;
}

static bool says_why(const struct fleet *fleet)
{
    bool any = false;
    for (size_t i = 0; i < fleet->n && !any; i++)
        any = fleet->shards[i].why[0] != '\0';
    return any;
}

void fleet_say_status(const struct fleet *fleet, const struct global_options *global)
{
    if (global->json) {
        print_document(fleet, global);
        return;
    }
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    struct table *table = table_new(2);
    write_counts(stdout, fleet);
    fputs("\n\n", stdout);
    const bool why = says_why(fleet);
    for (size_t i = 0; i < fleet->n; i++) {
        const struct fleet_shard *shard = &fleet->shards[i];
        table_row(table);
        table_put(table, COLUMN_RIGHT("shard"), STYLE_STRONG, "%zu", i + 1);
        table_put(table, COLUMN_LEFT(""), style_of(shard->state), "%s", fleet_state_names[shard->state]);
        table_put(table, COLUMN_RIGHT("attempts"), STYLE_PLAIN, "%zu", shard->attempt);
        table_put(table, COLUMN_RIGHT("time"), STYLE_PLAIN, "%s",
                   shard->attempt > 0 ? long_duration_of(fmax(0, shard->seconds)).text : "");
        table_put_name(table, COLUMN_LEFT("machine"), shard->host, 32);
        if (why)
            table_put_name(table, COLUMN_LEFT("why"), shard->why, 36);
    }
    table_print(&terminal, &table);
}

void fleet_say_merged(const struct fleet *fleet, const char *store, int64_t experiment,
                      const struct global_options *global)
{
    if (global->quiet || global->json)
        return;
    const struct fleet_progress progress = fleet_progress_of(fleet);
    fputs("assay: ", stderr);
    if (progress.of[FLEET_DONE] == fleet->n)
        fprintf(stderr, "all %zu shards", fleet->n);
    else
        fprintf(stderr, "%zu of %zu shards", progress.of[FLEET_DONE], fleet->n);
    fprintf(stderr, " are experiment %" PRId64 " of ", experiment);
    terminal_say_name(store, strlen(store));
    fputc('\n', stderr);
}

void fleet_say_missing(const struct fleet *fleet)
{
    size_t said = 0;
    for (size_t i = 0; i < fleet->n && said < MOST_NAMED; i++) {
        const struct fleet_shard *shard = &fleet->shards[i];
        if (shard->state == FLEET_DONE)
            continue;
        said++;
        terminal_complain("assay: shard %zu is %s after %zu attempt%s%s%s%s%s (%s/shard-%zu/log); "
                          "assay fleet run tries it again",
                          i + 1, fleet_state_names[shard->state], shard->attempt,
                          shard->attempt == 1 ? "" : "s",
                          shard->asked[0] != '\0' ? ", last on " : "", shard->asked,
                          shard->why[0] != '\0' ? ": " : "", shard->why, fleet->directory, i + 1);
    }
}
