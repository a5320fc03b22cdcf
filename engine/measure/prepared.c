/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prepared.c -- a measured command, ready for exec. */
#include "measure/prepared.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/name_list.h"
#include "design/value.h"

extern char **environ;

static bool add_environment(struct environment *environment, const struct command_place *place,
                            const struct design_environment *more)
{
    for (size_t i = 0; i < more->n; i++) {
        char *value = command_expand(place, more->values[i]);
        bool done = value != NULL && environment_set(environment, more->names[i], value);
        free(value);
        if (!done)
            return false;
    }
    return true;
}

static bool add_protocol(struct environment *environment, const struct design *design)
{
    const size_t batch =
        design_has_iterations(design) ? design->levels[design->n_levels - 1].batch : 0;
    const bool batched = batch == 0 ? true
                         : batch == DESIGN_BATCH_AUTO
                             ? environment_set(environment, "ASSAY_BATCH", "auto")
                             : environment_set_number(environment, "ASSAY_BATCH", batch);
    const bool in_turn = design->order.by == ORDER_LOCKSTEP;
    return batched && environment_set_number(environment, "ASSAY_PROTOCOL", 1) &&
           (!in_turn || environment_set_number(environment, "ASSAY_TURN", SPAWN_TURN)) &&
           environment_set_number(environment, "ASSAY_FD", SPAWN_FILES - 1) &&
           environment_set_number(environment, "ASSAY_WARMUP", design_warmup(design)) &&
           environment_set_number(environment, "ASSAY_ITERATIONS", design_iterations(design));
}

/* The variable has the same length in all systems of a design with doses: in others it is not there. Of a function
 * only builds hear. */
static bool add_dose(struct environment *environment, const struct design *design, size_t system,
                     bool measured)
{
    const char *function = design->systems[system].dose_in;
    char text[600];
    bool any = function != NULL;
    for (size_t i = 0; i < design->n_systems; i++)
        any = any || design->systems[i].dose > 0;
    (void)snprintf(text, sizeof text, "%07.0f%s%s", 1e6 * design->systems[system].dose,
                   function != NULL ? " " : "", function != NULL ? function : "");
    return !any || measured == (function != NULL) ||
           environment_set(environment, measured ? "ASSAY_DOSE" : LAYOUT_DOSE_VARIABLE, text);
}

bool prepared_environment(struct environment *environment, const struct command_place *place,
                          bool measured)
{
    const struct design *design = place->design;
    const struct design_benchmark *b = &design->benchmarks[place->benchmark];
    bool protocol = measured && b->source == VALUES_HARNESS;
    return environment_init(environment, environ) &&
           (!measured || add_environment(environment, place, &b->environment)) &&
           add_environment(environment, place, &design->systems[place->system].environment) &&
           (!protocol || add_protocol(environment, design)) &&
           add_dose(environment, design, place->system, measured) &&
           (place->layout == NULL ||
            environment_set(environment, LAYOUT_RECORD_VARIABLE, place->layout)) &&
           environment_set_number(environment, "ASSAY_SEED", place->seed);
}

/* A path from the manifest: absolute as it stands, else below a directory. */
static char *make_path(const struct command_place *place, const char *template_text,
                       const char *below)
{
    char *text = command_expand(place, template_text), *path = text;
    if (text != NULL && text[0] != '/') {
        if (asprintf(&path, "%s/%s", below, text) < 0)
            path = NULL;
        free(text);
    }
    return path;
}

static bool is_output_word(const char *output)
{
    return output == NULL || strcmp(output, "null") == 0 || strcmp(output, "pipe") == 0 ||
           strcmp(output, "inherit") == 0;
}

static bool make_places(struct prepared *p, const struct command_place *place)
{
    const struct design_benchmark *b = &place->design->benchmarks[place->benchmark];
    const char *source = design_source(place->design, place->system);
    p->directory = make_path(place, b->directory != NULL ? b->directory : "", source);
    if (p->directory == NULL)
        return false;
    if (b->input != NULL)
        p->input = make_path(place, b->input, source);
    if (b->output != NULL)
        p->output =
            is_output_word(b->output) ? strdup(b->output) : make_path(place, b->output, source);
    if (b->values_file != NULL) /* the program writes it: as it sees it */
        p->values_file = make_path(place, b->values_file, p->directory);
    return (b->input == NULL || p->input != NULL) && (b->output == NULL || p->output != NULL) &&
           (b->values_file == NULL || p->values_file != NULL);
}

static enum assay_status no_memory(struct assay_error *error)
{
    return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory to prepare a command");
}

/* Something in it is drawn anew for each execution. */
static bool is_of_execution(const char *text)
{
    return strstr(text, "{seed}") != NULL || strstr(text, "port}") != NULL;
}

static enum assay_status make_words(struct prepared *p, const struct command_place *place,
                                    struct assay_error *error)
{
    const struct design *design = place->design;
    const char *text = design_command(design, place->system, place->benchmark);
    words_fini(&p->words);
    free(p->program);
    free(p->path);
    p->program = p->path = NULL;
    TRY(design->benchmarks[place->benchmark].shell
            ? command_for_shell(place, design->shell != NULL ? design->shell : "sh", text,
                                &p->words, error)
            : command_split(place, text, &p->words, error));
    p->seeded = is_of_execution(text);
    p->path =
        command_resolve(p->words.items[0], environment_get(&p->environment, "PATH"), p->directory);
    p->error_number = p->path == NULL ? errno : 0;
    return ASSAY_OK;
}

void prepared_fini(struct prepared *p)
{
    environment_fini(&p->environment);
    words_fini(&p->words);
    free(p->program);
    free(p->path);
    free(p->dir);
    free(p->directory);
    free(p->input);
    free(p->output);
    free(p->values_file);
    *p = (struct prepared){0};
}

static enum assay_status prepare_anew(struct prepared *p, const struct command_place *place,
                                      struct assay_error *error)
{
    prepared_fini(p);
    if (place->dir != NULL && (p->dir = strdup(place->dir)) == NULL)
        return no_memory(error);
    if (!prepared_environment(&p->environment, place, true) || !make_places(p, place))
        return no_memory(error);
    const struct design_benchmark *benchmark = &place->design->benchmarks[place->benchmark];
    const struct design_isolate *isolate = &place->design->isolate;
    p->place = (struct spawn_place){
        .memory_bytes = (int64_t)isolate->memory_bytes,
        .draw_addresses = place->design->runtime_layout,
        .read_runnable = design_asks_for(place->design, place->benchmark, "runnable"),
        .dose = benchmark->source == VALUES_PROCESS &&
                        place->design->systems[place->system].dose_in == NULL
                    ? (uint32_t)(1e6 * place->design->systems[place->system].dose + 0.5)
                    : 0};
    if (isolate->cpus != NULL)
        (void)value_read_cpus(isolate->cpus, p->place.cpus);
    if (isolate->priority != NULL) {
        p->place.has_priority = true;
        p->place.priority = atoi(isolate->priority);
    }
    return make_words(p, place, error);
}

bool prepared_is_for(const struct prepared *p, const char *dir)
{
    return name_is(p->dir, dir);
}

/* The variable is there with any length, also 0: only its value varies. */
static bool set_padding(struct environment *environment, size_t n)
{
    static const char name[] = "ASSAY_PADDING";
    char *padding = malloc(n + 1);
    if (padding == NULL)
        return false;
    memset(padding, 'x', n);
    padding[n] = '\0';
    bool done = environment_set(environment, name, padding);
    free(padding);
    return done;
}

static bool apply_draws(struct prepared *p, const struct draws *draws)
{
    if (draws->drawn[DRAW_CPU]) {
        memset(p->place.cpus, 0, sizeof p->place.cpus);
        p->place.cpus[draws->values[DRAW_CPU] / 64] |= (uint64_t)1 << draws->values[DRAW_CPU] % 64;
    }
    return !draws->drawn[DRAW_ENV_PADDING] ||
           set_padding(&p->environment, draws->values[DRAW_ENV_PADDING]);
}

static bool is_seeded(const struct design_environment *environment)
{
    for (size_t i = 0; i < environment->n; i++)
        if (is_of_execution(environment->values[i]))
            return true;
    return false;
}

/* Variables that hold {seed}, in the order that the environment is made in. */
static bool apply_seed(struct prepared *p, const struct command_place *place)
{
    const struct design_environment *of_benchmark =
                                        &place->design->benchmarks[place->benchmark].environment,
                                    *of_system = &place->design->systems[place->system].environment;
    return (!is_seeded(of_benchmark) && !is_seeded(of_system)) ||
           (add_environment(&p->environment, place, of_benchmark) &&
            add_environment(&p->environment, place, of_system));
}

enum assay_status prepared_update(struct prepared *p, const struct command_place *place,
                                  const struct draws *draws, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    if (!p->ready || !prepared_is_for(p, place->dir))
        status = prepare_anew(p, place, error);
    else if (p->seeded)
        status = make_words(p, place, error);
    if (status == ASSAY_OK && !environment_set_number(&p->environment, "ASSAY_SEED", place->seed))
        status = no_memory(error);
    if (status == ASSAY_OK && !apply_seed(p, place))
        status = no_memory(error);
    if (status == ASSAY_OK && !apply_draws(p, draws))
        status = no_memory(error);
    p->ready = status == ASSAY_OK;
    return status;
}
