/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write.c -- a manifest that reads back as the design: what quick mode and changed counts leave in
 * the store. Every text is double-quoted, so that nothing in it means anything to YAML. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/text_buffer.h"
#include "base/utf8.h"
#include "design/manifest.h"

/* YAML 1.1, c-printable, without the characters that YAML takes for line breaks or a byte order
 * mark. */
static bool is_printable(uint32_t c)
{
    if (c < 0xa0)
        return c >= ' ' && c < 127 && c != '"' && c != '\\';
    return c != 0x2028 && c != 0x2029 && c != 0xfeff && c != 0xfffe && c != 0xffff;
}

static void write_escape(FILE *out, uint32_t c)
{
    if (c == '"' || c == '\\')
        fprintf(out, "\\%c", (char)c);
    else if (c == '\n' || c == '\t')
        fprintf(out, "\\%c", c == '\n' ? 'n' : 't');
    else
        fprintf(out, c < 0x100 ? "\\x%02" PRIx32 : "\\u%04" PRIx32, c);
}

static void write_text(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text != '\0') {
        unsigned character;
        const size_t length = utf8_decode(text, &character);
        if (length == 0) /* a byte that begins none: the reader will refuse it */
            fputc(*text, out);
        else if (is_printable(character))
            fwrite(text, 1, length, out);
        else
            write_escape(out, character);
        text += length > 0 ? length : 1;
    }
    fputc('"', out);
}

static void write_entry(FILE *out, const char *indent, const char *key, const char *text)
{
    if (text == NULL)
        return;
    fprintf(out, "%s%s: ", indent, key);
    write_text(out, text);
    fputc('\n', out);
}

static void write_texts(FILE *out, const char *indent, const char *key, char *const *texts,
                        size_t n)
{
    if (n == 0)
        return;
    fprintf(out, "%s%s: [", indent, key);
    for (size_t i = 0; i < n; i++) {
        fputs(i > 0 ? ", " : "", out);
        write_text(out, texts[i]);
    }
    fputs("]\n", out);
}

static void write_environment(FILE *out, const char *indent, const char *key,
                              const struct design_environment *pairs)
{
    if (pairs->n == 0)
        return;
    fprintf(out, "%s%s: {", indent, key);
    for (size_t i = 0; i < pairs->n; i++) {
        fprintf(out, "%s%s: ", i > 0 ? ", " : "", pairs->names[i]);
        write_text(out, pairs->values[i]);
    }
    fputs("}\n", out);
}

/* These are left out where they are 0, and so is no time limit. */
static void write_number(FILE *out, const char *key, double number, const char *unit)
{
    if (number > 0 && isfinite(number))
        fprintf(out, "%s: %s%s\n", key, decimal_of(number).text, unit);
}

static void write_count(FILE *out, const char *key, size_t count)
{
    if (count > 0)
        fprintf(out, "%s: %zu\n", key, count);
}

static void write_word(FILE *out, bool is, const char *entry)
{
    if (is)
        fprintf(out, "%s\n", entry);
}

static void write_hooks(FILE *out, const char *indent, const struct design_hooks *hooks)
{
    write_entry(out, indent, "setup", hooks->setup);
    write_texts(out, indent, "prepare", hooks->prepare, hooks->n_prepare);
    write_texts(out, indent, "conclude", hooks->conclude, hooks->n_conclude);
    write_entry(out, indent, "cleanup", hooks->cleanup);
}

static void write_levels(FILE *out, const struct design *design)
{
    fputs("levels:\n", out);
    for (size_t i = 0; i < design->n_levels; i++) {
        const struct design_level *level = &design->levels[i];
        fprintf(out, "  - name: %s\n    count: %zu\n", level->name, level->count);
        write_count(out, "    warmup", level->warmup);
        write_word(out, level->batch == DESIGN_BATCH_AUTO, "    batch: auto");
        write_count(out, "    batch", level->batch == DESIGN_BATCH_AUTO ? 0 : level->batch);
        write_hooks(out, "    ", &level->hooks);
    }
}

static void write_service(FILE *out, const char *indent, const struct design_service *service)
{
    fprintf(out, "%.*s- ", (int)strlen(indent) - 2, indent);
    write_entry(out, "", "name", service->name);
    write_entry(out, indent, "run", service->run);
    if (service->shell)
        fprintf(out, "%sshell: true\n", indent);
    fprintf(out, "%sready: [", indent);
    for (size_t i = 0; i < service->n_ready; i++) {
        fputs(i > 0 ? ", " : "", out);
        write_text(out, service->ready[i].text);
    }
    fputs("]\n", out);
    fprintf(out, "%stimeout: %ss\n", indent, decimal_of(service->timeout_s).text);
    write_entry(out, indent, "cpus", service->cpus);
    write_environment(out, indent, "env", &service->environment);
    fprintf(out, "%sstop: {signal: %s, grace: %ss}\n", indent,
            service_signal_name(service->stop_signal), decimal_of(service->grace_s).text);
    if (service->of_build)
        fprintf(out, "%slevel: build\n%swaiting: %s\n", indent, indent,
                service->awake ? "running" : "frozen");
}

/* A list below a key that stands at the indent. */
static void write_services(FILE *out, const char *indent, const struct design_services *services)
{
    char deeper[16];
    if (services->n == 0)
        return;
    (void)snprintf(deeper, sizeof deeper, "%s    ", indent);
    fprintf(out, "%sservice:\n", indent);
    for (size_t i = 0; i < services->n; i++)
        write_service(out, deeper, &services->items[i]);
}

static void write_system(FILE *out, const struct design_system *system)
{
    write_entry(out, "  - ", "name", system->name);
    write_entry(out, "    ", "build", system->build);
    write_entry(out, "    ", "compiler", system->compiler);
    write_entry(out, "    ", "run", system->run);
    write_entry(out, "    ", "source", system->source);
    write_entry(out, "    ", "commit", system->commit);
    write_entry(out, "    ", "version_of", system->version_of);
    write_number(out, "    dose", system->dose, "");
    write_entry(out, "    ", "dose_in", system->dose_in);
    write_environment(out, "    ", "env", &system->environment);
    write_environment(out, "    ", "parameters", &system->parameters);
    write_services(out, "    ", &system->services);
}

static void write_values(FILE *out, const struct design_benchmark *benchmark)
{
    write_word(out, benchmark->source == VALUES_HARNESS, "    values: harness");
    write_word(out, benchmark->source == VALUES_REGEX || benchmark->source == VALUES_FORMAT,
               "    values:");
    if (benchmark->source == VALUES_REGEX) {
        write_entry(out, "      ", "regex", benchmark->regex);
        write_entry(out, "      ", "unit", benchmark->regex_unit);
        write_word(out, benchmark->regex_better == BETTER_LESS, "      better: less");
        write_word(out, benchmark->regex_better == BETTER_MORE, "      better: more");
    } else if (benchmark->source == VALUES_FORMAT) {
        write_entry(out, "      ", "format", benchmark->format != NULL ? benchmark->format : "any");
        write_entry(out, "      ", "file", benchmark->values_file);
        write_entry(out, "      ", "benchmark", benchmark->values_benchmark);
        write_word(out, benchmark->values_errors >= 1, "      errors: any");
        if (benchmark->values_errors < 1)
            write_number(out, "      errors", benchmark->values_errors, "");
    }
}

static void write_exit_codes(FILE *out, const struct exit_codes *codes)
{
    static const struct exit_codes usual = {{0}};
    if (memcmp(codes, &usual, sizeof usual) == 0)
        return;
    const char *before = "    exit_codes: [";
    for (int code = 0; code < 256; code++)
        if (exit_codes_have(codes, code)) {
            fprintf(out, "%s%d", before, code);
            before = ", ";
        }
    fputs("]\n", out);
}

static void write_benchmark(FILE *out, const struct design_benchmark *benchmark)
{
    write_entry(out, "  - ", "name", benchmark->name);
    write_entry(out, "    ", "run", benchmark->run);
    write_entry(out, "    ", "directory", benchmark->directory);
    write_entry(out, "    ", "input", benchmark->input);
    write_entry(out, "    ", "output", benchmark->output);
    write_word(out, benchmark->shell, "    shell: true");
    write_values(out, benchmark);
    write_entry(out, "    ", "statistic", benchmark->statistic);
    write_count(out, "    batch", benchmark->batch);
    write_count(out, "    units", benchmark->units);
    write_texts(out, "    ", "metrics", benchmark->metrics, benchmark->n_metrics);
    write_number(out, "    timeout", benchmark->timeout_s, "s");
    write_exit_codes(out, &benchmark->exit_codes);
    write_environment(out, "    ", "env", &benchmark->environment);
    write_environment(out, "    ", "parameters", &benchmark->parameters);
}

static void write_rounds(FILE *out, const struct design_rounds *rounds)
{
    if (!rounds->find)
        return;
    fprintf(out, "rounds:\n  least: %zu\n", rounds->least);
    write_count(out, "  most", rounds->most);
    write_number(out, "  time", rounds->time_s, "s");
}

static void write_order(FILE *out, const struct design_order *order)
{
    if (order->by == ORDER_ROUNDS && order->because == NULL)
        return;
    fprintf(out, "order:\n  by: %s\n", order_names[order->by]);
    write_number(out, "  slice", order->slice_s, "s");
    if (order->asked != ORDER_ROUNDS)
        fprintf(out, "  asked: %s\n", order_names[order->asked]);
    write_word(out, order->tried, "  tried: true");
    write_word(out, order->chosen, "  chosen: true");
    write_number(out, "  long", order->long_s, "s");
    write_count(out, "  pilot", order->pilot);
    write_number(out, "  gain", order->gain, "");
    if (order->bias.known)
        fprintf(out, "  bias: [%s, %s, %s]\n", decimal_of(order->bias.estimate).text,
                decimal_of(order->bias.lower).text, decimal_of(order->bias.upper).text);
    write_entry(out, "  ", "because", order->because);
}

static void write_counts(FILE *out, const struct design_counts *counts)
{
    if (counts->by == COUNTS_AUTO && counts->executions == 0 && !counts->of_iterations)
        return;
    fprintf(out, "counts:\n  by: %s\n", counts_names[counts->by]);
    if (counts->of_iterations)
        fputs("  of: iterations\n", out);
    write_count(out, "  executions", counts->executions);
}

static void write_ended(FILE *out, const struct design *design)
{
    const char *before = "  ended: [";
    for (size_t i = 0; i < design->n_systems * design->n_benchmarks; i++)
        if (design->ended[i] > 0) {
            fputs(before, out);
            fputs("[", out);
            write_text(out, design->systems[i / design->n_benchmarks].name);
            fputs(", ", out);
            write_text(out, design->benchmarks[i % design->n_benchmarks].name);
            fprintf(out, ", %zu]", design->ended[i]);
            before = ", ";
        }
    fputs(before[0] == ',' ? "]\n" : "", out);
}

static void write_stop(FILE *out, const struct design *design)
{
    const struct design_stop *stop = &design->stop;
    if (stop->rule == STOP_FIXED)
        return;
    fprintf(out, "stop:\n  rule: %s\n", stop_rule_names[stop->rule]);
    write_number(out, "  precision", stop->precision, "");
    write_number(out, "  time_budget", stop->budget_s, "s");
    write_number(out, "  took", stop->took_s, "s");
    write_count(out, "  expected", stop->expected);
    write_count(out, "  looks", stop->looks);
    write_count(out, "  pilot_units", stop->pilot_units);
    write_texts(out, "  ", "per", stop->per, stop->n_per);
    if (design->ended != NULL)
        write_ended(out, design);
}

static void write_randomise(FILE *out, const struct design_randomise *randomise)
{
    if (randomise->env_padding == 0 && randomise->directory_length == 0 && randomise->n_cpus == 0)
        return;
    fputs("randomise:\n", out);
    write_count(out, "  env_padding", randomise->env_padding);
    write_count(out, "  directory_length", randomise->directory_length);
    write_texts(out, "  ", "cpu", randomise->cpus, randomise->n_cpus);
}

static void write_isolate(FILE *out, const struct design_isolate *isolate)
{
    if (isolate->cpus == NULL && isolate->priority == NULL && !(isolate->memory_bytes > 0) &&
        !(isolate->quiet_load > 0))
        return;
    fputs("isolate:\n", out);
    write_entry(out, "  ", "cpu", isolate->cpus);
    write_entry(out, "  ", "priority", isolate->priority);
    if (isolate->memory_bytes > 0)
        fprintf(out, "  memory: %.0f\n", isolate->memory_bytes);
    write_number(out, "  quiet_load", isolate->quiet_load, "");
    write_number(out, "  quiet_wait", isolate->quiet_load > 0 ? isolate->quiet_wait_s : 0, "s");
}

static void write_head(FILE *out, const struct design *design)
{
    write_entry(out, "", "experiment", design->experiment);
    write_entry(out, "", "reported_as", design->reported_as);
    write_word(out, design->quick, "quick: true");
    if (design->seed_given)
        fprintf(out, "seed: %" PRIu64 "\n", design->seed);
    const bool in_percent = design->margin >= 1;
    fprintf(out, "margin: %s%s\n",
            decimal_of(in_percent ? 100 * design->margin : design->margin).text,
            in_percent ? "%" : "");
    write_entry(out, "", "statistic", design->statistic);
    write_entry(out, "", "decides", design->decides_by_order ? NULL : design->decides);
    write_word(out, design->ignore_failure, "ignore_failure: true");
    write_word(out, design->keep_builds, "builds: keep");
    write_word(out, design->trace == DESIGN_TRACE_NONE, "trace: false");
    write_word(out, design->trace == DESIGN_TRACE_WHOLE, "trace: true");
    write_word(out, design->only_builds, "only_builds: true");
    write_word(out, design->runtime_layout, "layout: runtime");
    write_entry(out, "", "shell", design->shell);
    write_hooks(out, "", &design->hooks);
}

char *manifest_write(const struct design *design)
{
    struct text_buffer buffer;
    FILE *out = text_buffer_open(&buffer);
    if (out == NULL)
        return NULL;
    write_head(out, design);
    write_levels(out, design);
    write_order(out, &design->order);
    write_counts(out, &design->counts);
    write_rounds(out, &design->rounds);
    write_randomise(out, &design->randomise);
    write_isolate(out, &design->isolate);
    write_stop(out, design);
    write_services(out, "", &design->services);
    fputs("systems:\n", out);
    for (size_t i = 0; i < design->n_systems; i++)
        write_system(out, &design->systems[i]);
    fputs("benchmarks:\n", out);
    for (size_t i = 0; i < design->n_benchmarks; i++)
        write_benchmark(out, &design->benchmarks[i]);
    return text_buffer_close(&buffer);
}
