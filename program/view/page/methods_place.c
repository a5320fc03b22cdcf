/* SPDX-License-Identifier: GPL-3.0-or-later */
/* methods_place.c -- the sentences on where, when and by what something was measured. */
#include "view/page/methods.h"

#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "base/owned.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/text/machines.h"
#include "view/text/quantity.h"

/* ---- facts of a host ---- */

static const char *fact(const json_t *facts, const char *key)
{
    return json_string_value(json_object_get(facts, key));
}

static void say_processor(FILE *stream, const json_t *facts)
{
    const json_int_t processors = json_integer_value(json_object_get(facts, "processors_online"));
    const json_int_t memory = json_integer_value(json_object_get(facts, "memory_bytes"));
    methods_name(stream,
                 fact(facts, "cpu_model") != NULL ? fact(facts, "cpu_model") : "a processor");
    fprintf(stream, " (%s%" JSON_INTEGER_FORMAT " processor%s",
            json_is_true(json_object_get(facts, "hypervisor")) ? "a virtual machine, " : "",
            processors, processors == 1 ? "" : "s");
    if (memory > 0)
        fprintf(stream, ", %s of memory", quantity_alone((double)memory, "byte").text);
    fputc(')', stream);
}

/* What moves frequencies, where the machine tells it. */
static void say_frequency(FILE *stream, const json_t *facts)
{
    const json_t *turbo = json_object_get(facts, "turbo");
    if (fact(facts, "governor") != NULL) {
        fputs(", frequency governor ", stream);
        methods_name(stream, fact(facts, "governor"));
    }
    if (json_is_boolean(turbo))
        fprintf(stream, ", turbo %s", json_is_true(turbo) ? "on" : "off");
}

static void say_software(FILE *stream, const json_t *facts)
{
    if (fact(facts, "kernel") != NULL) {
        fputs(", Linux ", stream);
        methods_name(stream, fact(facts, "kernel"));
    }
    if (fact(facts, "libc") != NULL) {
        fputs(", ", stream);
        methods_name(stream, fact(facts, "libc"));
    }
}

/* " (system, system)" of those that this compiler made, of several compilers. */
static void say_compiled(FILE *stream, json_t *compilers, const json_t *compiler)
{
    const char *system, *between = " (";
    json_t *version;
    json_object_foreach(compilers, system, version)
    {
        if (!json_equal(version, compiler))
            continue;
        fputs(between, stream);
        methods_name(stream, system);
        between = ", ";
    }
    fputc(')', stream);
}

static bool told_before(json_t *compilers, const json_t *compiler, const char *system)
{
    const char *other;
    json_t *version;
    json_object_foreach(compilers, other, version)
    {
        if (strcmp(other, system) == 0)
            return false;
        if (json_equal(version, compiler))
            return true;
    }
    return false;
}

static void say_compilers(FILE *stream, const json_t *facts)
{
    json_t *compilers = json_object_get(facts, "compilers"), *version;
    const char *system, *lead = "Systems were compiled by ";
    json_object_foreach(compilers, system, version)
    {
        if (!json_is_string(version) || told_before(compilers, version, system))
            continue;
        fputs(lead, stream);
        methods_name(stream, json_string_value(version));
        say_compiled(stream, compilers, version);
        lead = ", ";
    }
    fputs(*lead == ',' ? ".\n" : "", stream);
}

/* ---- experiments and files ---- */

bool methods_host_is_known(const struct input *input)
{
    const char *facts = input->experiment != NULL ? input->experiment->host_json : NULL;
    return facts != NULL && facts[0] != '\0' && strcmp(facts, "{}") != 0;
}

static void say_version(FILE *stream, const struct store_version *version)
{
    if (version->commit == NULL && version->label == NULL)
        return;
    fputs("What was measured is version ", stream);
    methods_name(stream, version->label != NULL ? version->label : version->commit);
    if (version->label != NULL && version->commit != NULL) {
        fputs(", commit ", stream);
        methods_name(stream, version->commit);
    }
    fprintf(stream, "%s.\n", version->dirty ? ", with changes that are in no commit" : "");
}

static void say_experiment(FILE *stream, const struct input *input)
{
    char started[PROVENANCE_TIME];
    const struct experiment_info *info = input->experiment;
    OWNED char *machines = machines_measured_on(input->record.machines, input->record.n_machines);
    json_auto_t *facts = render_json_of(info->host_json);
    provenance_time(info->started_ns, started);
    fprintf(stream, "We measured from %.10s %.5s UTC", started, started + 11);
    if (machines != NULL) {
        fputs(" on ", stream);
        methods_name(stream, machines);
    } else if (facts != NULL) {
        fputs(" on ", stream);
        say_processor(stream, facts);
        say_software(stream, facts);
        say_frequency(stream, facts);
    }
    fputs(", with assay ", stream);
    methods_name(stream, info->assay_version != NULL ? info->assay_version : "?");
    fputs(METHODS_CITE "assay" METHODS_END ".\n", stream);
    say_compilers(stream, facts);
}

static void say_files(FILE *stream, const struct input *input)
{
    OWNED const char **names = calloc(input->n_sources + 1, sizeof *names);
    for (size_t i = 0; names != NULL && i < input->n_sources; i++)
        names[i] = input->sources[i].name;
    fputs("The values were read from ", stream);
    if (names != NULL)
        methods_names(stream, names, input->n_sources);
    fputs(".\n", stream);
}

void methods_say_place(FILE *stream, const struct methods_view *view)
{
    const struct experiment_info *info = view->input->experiment;
    if (methods_host_is_known(view->input))
        say_experiment(stream, view->input);
    else if (info == NULL)
        say_files(stream, view->input);
    else
        fputs("The values were imported from files, which do not tell on what machine they were "
              "measured.\n",
              stream);
    if (info != NULL)
        say_version(stream, &info->version);
    fputs("The values were analysed with assay ", stream);
    methods_name(stream, assay_version());
    fputs(METHODS_CITE "assay" METHODS_END ".\n", stream);
}
