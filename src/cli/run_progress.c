/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_progress.c -- one line on the terminal while an experiment runs.
 *
 *   ████████████████████████████░░░░░  26/30 rounds · zstd -3 · 4 s left · so far −61 % (not final)
 *
 * It is drawn between two executions, never during one, and at most ten times a second.
 */
#include "cli/run_progress.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* At the end stay free the cursor's column and those of a ^C: a folded line cannot be redrawn. */
enum { BAR_COLUMNS = 33, SHORTEST_BAR = 4, FREE_COLUMNS = 3 };
static const double redraw_s = 0.1;

/* Live values of the first metric so far. */
struct run_tally {
    double sum;
    size_t n;
};

bool run_progress_init(struct run_progress *progress, const struct design *design, bool quiet,
                       enum terminal_color color)
{
    *progress = (struct run_progress){.design = design};
    progress->terminal = terminal_of(stderr, color);
    progress->draws = !quiet && isatty(STDERR_FILENO) == 1;
    progress->tallies = calloc(design->n_systems * design->n_benchmarks, sizeof *progress->tallies);
    return progress->tallies != NULL;
}

void run_progress_fini(struct run_progress *progress)
{
    run_progress_clear(progress);
    free(progress->tallies);
    progress->tallies = NULL;
}

static struct run_tally *tally_of(const struct run_progress *progress, size_t system,
                                  size_t benchmark)
{
    return &progress->tallies[system * progress->design->n_benchmarks + benchmark];
}

void run_progress_count(struct run_progress *progress, const struct record *record)
{
    const struct step *step = &record->step;
    if (step->kind != STEP_EXECUTE || step->warmup || record->n_series == 0)
        return;
    const struct series_values *series = &record->series[0];
    struct run_tally *tally = tally_of(progress, step->system, step->benchmark);
    for (size_t i = series->n_warmup; i < series->n; i++) {
        tally->sum += series->values[i];
        tally->n++;
    }
}

void run_format_duration(double seconds, char *text, size_t size)
{
    if (!(seconds < 1e9)) {
        (void)snprintf(text, size, "?");
        return;
    }
    int64_t s = (int64_t)ceil(seconds), minutes = (s + 30) / 60;
    if (s < 100)
        (void)snprintf(text, size, "%" PRId64 " s", s);
    else if (minutes < 100)
        (void)snprintf(text, size, "%" PRId64 " min", minutes);
    else
        (void)snprintf(text, size, "%" PRId64 " h %" PRId64 " min", minutes / 60, minutes % 60);
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
    struct terminal_names names = {NULL, 0};
    const char *system = terminal_shown(&names, design->systems[step->system].name, 32);
    size_t execution = design_execution_level(design);
    if (step->kind == STEP_BUILD)
        fprintf(out, " · building %s", system);
    else if (design->n_benchmarks > 1)
        fprintf(out, " · %s on %s",
                terminal_shown(&names, design->benchmarks[step->benchmark].name, 24), system);
    else
        fprintf(out, " · %s", system);
    for (size_t i = 0; with_units && i < execution + (step->kind == STEP_EXECUTE && execution > 0);
         i++)
        fprintf(out, "%s %s %u", i == 0 ? " ·" : ",", design->levels[i].name, step->unit[i] + 1);
    if (step->kind == STEP_EXECUTE && step->warmup)
        fputs(" (warm-up)", out);
    terminal_names_fini(&names);
}

/* The ratio of means so far: of the running system, or of the last one when the old one runs. */
static void write_ratio(FILE *out, const struct run_progress *progress, const struct step *step)
{
    const struct design *design = progress->design;
    if (design->n_systems < 2 || step == NULL)
        return;
    size_t system = step->system > 0 ? step->system : design->n_systems - 1;
    const struct run_tally *first = tally_of(progress, 0, step->benchmark);
    const struct run_tally *other = tally_of(progress, system, step->benchmark);
    if (first->n == 0 || other->n == 0 || !(first->sum > 0))
        return;
    double ratio = other->sum / (double)other->n / (first->sum / (double)first->n);
    double percent = 100 * (ratio - 1);
    fprintf(out, " · so far %s%.*f %% (not final)", percent < 0 ? "−" : "+",
            fabs(percent) < 10 ? 1 : 0, fabs(percent));
}

/* ---- drawing ---- */

/* Cuts the line behind as many columns as the terminal has. */
static void cut(char *text, int width)
{
    size_t length = strlen(text);
    while (length > 0 && terminal_columns(text) > width) {
        do
            length--;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80);
        text[length] = '\0';
    }
}

static void write_words(FILE *out, const struct run_progress *progress,
                        const struct experiment_progress *state, bool with_units)
{
    write_count(out, progress->design, state);
    write_step(out, progress->design, state->step, with_units);
    if (isfinite(state->left_s) && !state->open) {
        char left[32];
        run_format_duration(state->left_s, left, sizeof left);
        fprintf(out, " · %s left", left);
    }
    write_ratio(out, progress, state->step);
}

static char *make_words(const struct run_progress *progress,
                        const struct experiment_progress *state, bool with_units)
{
    char *words = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&words, &size);
    if (out == NULL)
        return NULL;
    write_words(out, progress, state, with_units);
    if (fclose(out) == 0)
        return words;
    free(words);
    return NULL;
}

/* The units are named where there is room for them. */
static char *make_line(const struct run_progress *progress, const struct experiment_progress *state)
{
    int room = progress->terminal.width - FREE_COLUMNS;
    char *words = make_words(progress, state, true), *line = NULL;
    if (words != NULL && terminal_columns(words) + SHORTEST_BAR > room) {
        free(words);
        words = make_words(progress, state, false);
    }
    size_t size = 0;
    FILE *out = words != NULL ? open_memstream(&line, &size) : NULL;
    if (out != NULL) {
        write_bar(out, state, room - terminal_columns(words));
        fputs(words, out);
        if (fclose(out) != 0) {
            free(line);
            line = NULL;
        }
    }
    free(words);
    return line;
}

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void run_progress_draw(struct run_progress *progress, const struct experiment_progress *state)
{
    if (!progress->draws)
        return;
    double now = now_s();
    if (progress->drawn && now - progress->last_s < redraw_s)
        return;
    char *line = make_line(progress, state);
    char *shown = line != NULL ? terminal_text(&progress->terminal, line) : NULL;
    if (shown != NULL) {
        cut(shown, progress->terminal.width - FREE_COLUMNS);
        fprintf(stderr, "\r%s\033[K", shown);
        fflush(stderr);
        progress->drawn = true;
        progress->last_s = now;
    }
    free(shown);
    free(line);
}

void run_progress_clear(struct run_progress *progress)
{
    if (!progress->drawn)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->drawn = false;
}
