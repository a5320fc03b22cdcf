/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_progress.c -- what the terminal shows while an experiment runs.
 *
 *   ████████████████████████████░░░░░  26/30 rounds · zstd -3 · 4 s left · so far −61 % [−62 … −60]
 *   (not final)
 *
 * Of several benchmarks each has a line of its own below, as many as there is room for:
 *
 *   ██████████████████░░░░░░░░░░░░░░░  120/240 executions · fft-4096 on O2 · 40 s left
 *     fft-1024   O2 +20 % [+15 … +27]   (not final)
 *     fft-4096   O2 +5.2 % [−0.4 … +11]   (not final)
 *
 * It is drawn between two executions, never during one, and at most ten times a second.
 */
#include "cli/run_events.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/decimal.h"
#include "base/utf8.h"
#include "view/text/view_memory.h"

/* At the end stay free the cursor's column and those of a ^C: a folded line cannot be redrawn. */
enum { BAR_COLUMNS = 33, SHORTEST_BAR = 4, FREE_COLUMNS = 3 };
static const double redraw_s = 0.1, worth_telling_s = 60;

void run_progress_init(struct run_progress *progress, const struct design *design,
                       const struct global_options *global)
{
    *progress = (struct run_progress){.design = design, .confidence = global->confidence};
    progress->terminal = terminal_of(stderr, (enum terminal_color)global->color);
    progress->draws = !global->quiet && progress->terminal.redraws;
    progress->tells = !global->quiet && !progress->terminal.redraws;
    if (progress->draws)
        progress->means = running_means_new(design);
    progress->draws = progress->means != NULL;
}

/* Clears the line, before something else is said. */
static void clear(struct run_progress *progress)
{
    if (!progress->drawn)
        return;
    fputs("\r\033[J", stderr);
    fflush(stderr);
    progress->drawn = false;
}

void run_progress_fini(struct run_progress *progress)
{
    clear(progress);
    running_means_free(&progress->means);
    free(progress->below);
    progress->below = NULL;
}

void run_progress_count(struct run_progress *progress, const struct record *record)
{
    if (progress->means != NULL)
        running_means_count(progress->means, record);
}

/* ---- the parts of the line ---- */

/* The bar takes what the words leave of the line. */
static void write_bar(FILE *out, const struct experiment_progress *state, int columns)
{
    double share = state->planned > 0 ? (double)state->done / (double)state->planned : 0;
    columns = columns > BAR_COLUMNS ? BAR_COLUMNS : columns < SHORTEST_BAR ? SHORTEST_BAR : columns;
    int full = (int)((share < 1 ? share : 1) * columns);
    for (int i = 0; i < columns; i++)
        fputs(i < full ? "█" : "░", out);
}

/* Rounds when an experiment is nothing but rounds, else executions. */
static void write_count(FILE *out, const struct design *design,
                        const struct experiment_progress *state)
{
    const char *plus = state->open ? "+" : "";
    size_t each = design->n_systems * design->n_benchmarks;
    if (design_execution_level(design) == 0 && each > 1)
        fprintf(out, "  %zu/%zu%s rounds", state->done / each, state->planned / each, plus);
    else
        fprintf(out, "  %zu/%zu%s executions", state->done, state->planned, plus);
    if (state->failures > 0)
        fprintf(out, ", %zu failed", state->failures);
}

static void write_step(FILE *out, const struct design *design, const struct step *step,
                       bool with_units)
{
    if (step == NULL)
        return;
    const char *system = design->systems[step->system].name;
    size_t execution = design_execution_level(design);
    if (step->kind == STEP_BUILD)
        view_say(out, " · building %.32s", system);
    else if (design->n_benchmarks > 1)
        view_say(out, " · %.24s on %.32s", design->benchmarks[step->benchmark].name, system);
    else
        view_say(out, " · %.32s", system);
    for (size_t i = 0; with_units && i < execution + (step->kind == STEP_EXECUTE && execution > 0);
         i++)
        fprintf(out, "%s %s %u", i == 0 ? " ·" : ",", design->levels[i].name, step->unit[i] + 1);
    if (step->kind == STEP_EXECUTE && step->warmup)
        fputs(" (warm-up)", out);
}

/* Of a system on a benchmark; NULL: nothing is known. To be freed. */
static char *summary_words(const struct run_progress *progress, size_t system, size_t benchmark)
{
    struct view_writer writer;
    FILE *out = view_open(&writer);
    const bool known = out != NULL && run_summary_write(progress->means, progress->design, system,
                                                        benchmark, progress->confidence, out);
    char *text = view_close(&writer);
    if (known)
        return text;
    free(text);
    return NULL;
}

/* What is known so far: of the running system, or of the last one when the old one runs. */
static void write_so_far(FILE *out, const struct run_progress *progress, const struct step *step)
{
    const struct design *design = progress->design;
    if (step == NULL || design->n_benchmarks > 1)
        return;
    const size_t system = step->system > 0 ? step->system : design->n_systems - 1;
    OWNED char *text = summary_words(progress, system, step->benchmark);
    if (text != NULL)
        fprintf(out, " · so far %s (not final)", text);
}

/* One benchmark's line: every system beside the first one. */
static bool write_benchmark(FILE *out, const struct run_progress *progress, size_t benchmark)
{
    const struct design *design = progress->design;
    OWNED char *name = view_said("%.24s", design->benchmarks[benchmark].name);
    bool said = false;
    for (size_t s = design->n_systems > 1; s < design->n_systems; s++) {
        char *text = summary_words(progress, s, benchmark);
        if (text != NULL) {
            if (!said)
                fprintf(out, "  %-24s ", name != NULL ? name : "?");
            view_say(out, "%s%.16s %s", said ? " · " : "", design->systems[s].name, text);
            said = true;
        }
        free(text);
    }
    if (said)
        fputs("   (not final)", out);
    return said;
}

static size_t rows_below(void)
{
    enum { MOST = 12, SPARE = 4 };
    struct winsize window = {0};
    size_t rows = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 ? window.ws_row : 0;
    size_t room = rows > SPARE ? rows - SPARE : 0;
    return room < MOST ? room : MOST;
}

/* The lines below, made anew once a second: the running benchmark and those behind it in the list
 * when there is no room for all. */
static void renew_below(struct run_progress *progress, const struct step *step, double now)
{
    const double again_s = 1;
    const size_t n = progress->design->n_benchmarks, room = rows_below();
    if (n < 2 || step == NULL || (progress->below != NULL && now - progress->below_s < again_s))
        return;
    size_t shown = 0, first = n > room ? step->benchmark : 0;
    struct view_writer writer;
    FILE *out = view_open(&writer);
    for (size_t i = 0; out != NULL && i < n && shown < room; i++) {
        long before = ftell(out);
        fputc('\n', out);
        if (write_benchmark(out, progress, (first + i) % n))
            shown++;
        else
            (void)fseek(out, before, SEEK_SET);
    }
    if (out != NULL)
        fputc('\0', out);
    char *text = view_close(&writer);
    if (text == NULL)
        return;
    free(progress->below);
    progress->below = text;
    progress->below_s = now;
}

/* ---- drawing ---- */

/* Cuts the line behind as many columns as the terminal has. */
static void cut(char *text, int width)
{
    size_t length = strlen(text);
    while (length > 0 && terminal_columns(text) > width) {
        length = utf8_begin(text, length - 1);
        text[length] = '\0';
    }
}

/* A rule that looks ends by its budget at the latest: what is left until its next look says nothing. */
static void write_left(FILE *out, const struct design *design,
                       const struct experiment_progress *state)
{
    const struct design_stop *stop = &design->stop;
    const bool looks = stop->rule == STOP_ANYTIME || stop->rule == STOP_PEEK;
    const bool timed = (looks || stop->rule == STOP_CONTINUED) && stop->budget_s > 0;
    const double left_s = timed ? fmax(stop->budget_s - state->elapsed_s, 0) : state->left_s;
    if (isfinite(left_s) && (timed || !looks))
        fprintf(out, " · %s%s left",
                timed         ? "at most "
                : state->open ? "about "
                              : "",
                long_duration_of(left_s).text);
}

/* What gives way where there is little room, in this order: a part stays whole or goes, for half of one says something else. */
enum shed { SHED_NOTHING, SHED_UNITS, SHED_STEP, SHED_LEFT, SHED_SO_FAR, SHED_ALL };

static void write_words(FILE *out, const struct run_progress *progress,
                        const struct experiment_progress *state, enum shed shed)
{
    write_count(out, progress->design, state);
    if (shed < SHED_STEP)
        write_step(out, progress->design, state->step, shed < SHED_UNITS);
    if (shed != SHED_LEFT)
        write_left(out, progress->design, state);
    if (shed < SHED_SO_FAR)
        write_so_far(out, progress, state->step);
}

static char *make_line(const struct run_progress *progress, const struct experiment_progress *state)
{
    int room = progress->terminal.width - FREE_COLUMNS;
    OWNED char *words = NULL;
    for (enum shed shed = SHED_NOTHING; shed < SHED_ALL; shed++) {
        free(words);
        words = VIEW_TEXT(out, write_words(out, progress, state, shed));
        if (words == NULL || terminal_columns(words) + SHORTEST_BAR <= room)
            break;
    }
    if (words == NULL)
        return NULL;
    return VIEW_TEXT(out, {
        write_bar(out, state, room - terminal_columns(words));
        fputs(words, out);
    });
}

/* The lines below, each cut, and the cursor back in the first. */
static void print_below(const struct run_progress *progress)
{
    size_t n = 0;
    for (const char *line = progress->below; line != NULL && *line == '\n'; n++) {
        size_t length = strcspn(line + 1, "\n");
        char *own = strndup(line + 1, length);
        char *shown = own != NULL ? terminal_text(&progress->terminal, own) : NULL;
        if (shown != NULL) {
            cut(shown, progress->terminal.width - FREE_COLUMNS);
            fprintf(stderr, "\n%s\033[K", shown);
        }
        free(shown);
        free(own);
        line += 1 + length;
    }
    if (n > 0)
        fprintf(stderr, "\033[%zuA\r", n);
}

/* Where nothing is drawn, once: what the whole will take, as soon as each system has been executed on each benchmark, or a minute is
 * gone. Of a plan that is said with it, and of rules that look nobody knows. */
char *run_cost_words(struct run_progress *progress, const struct experiment_progress *state)
{
    const double all_s = state->elapsed_s + state->left_s;
    if (!isfinite(all_s) || (state->unknown > 0 && state->elapsed_s < worth_telling_s))
        return NULL;
    progress->tells = false;
    return all_s >= worth_telling_s && progress->design->stop.rule == STOP_FIXED
               ? view_format("about %s for %zu%s executions in all", long_duration_of(all_s).text,
                             state->planned, state->open ? " or more" : "")
               : NULL;
}

static void tell_cost(struct run_progress *progress, const struct experiment_progress *state)
{
    OWNED char *words = run_cost_words(progress, state);
    if (words != NULL)
        terminal_complain("assay: %s", words);
}

void run_progress_draw(struct run_progress *progress, const struct experiment_progress *state)
{
    if (progress->tells)
        tell_cost(progress, state);
    if (!progress->draws)
        return;
    double now = clock_now_s();
    if (progress->drawn && now - progress->last_s < redraw_s)
        return;
    renew_below(progress, state->step, now);
    OWNED char *line = make_line(progress, state);
    OWNED char *shown = line != NULL ? terminal_text(&progress->terminal, line) : NULL;
    if (shown != NULL) {
        cut(shown, progress->terminal.width - FREE_COLUMNS);
        fprintf(stderr, "\r\033[J%s", shown);
        print_below(progress);
        fflush(stderr);
        progress->drawn = true;
        progress->last_s = now;
    }
}
