/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dry_run.c -- what a run would do, and how long it would take. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "view/terminal/dry_run.h"

#include "base/decimal.h"
#include "base/name_list.h"
#include "view/document/documents.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

static void write_levels(FILE *out, const struct design *design)
{
    const bool timed = design_ends_by_time(design); /* of one level */
    for (size_t i = 0; i < design->n_levels; i++) {
        const struct design_level *level = &design->levels[i];
        const size_t count = timed ? design->rounds.least : level->count;
        fprintf(out, "%s%zu %s%s", i > 0 ? " × " : "", count, level->name, count == 1 ? "" : "s");
        if (level->warmup > 0)
            fprintf(out, " (after %zu to warm up)", level->warmup);
    }
    if (design->rounds.find || timed)
        fputs(" or more", out);
}

/* Whether what is measured are values of parameters. */
static bool has_parameters(const struct design *design)
{
    size_t n = 0;
    for (size_t i = 0; i < design->n_systems; i++)
        n += design->systems[i].parameters.n;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        n += design->benchmarks[i].parameters.n;
    return n > 0;
}

static void write_title(FILE *out, const struct design *design)
{
    if (design->experiment != NULL)
        fprintf(out, "%s · ", design->experiment);
    fprintf(out, "%zu system%s × %zu benchmark%s", design->n_systems,
            design->n_systems == 1 ? "" : "s", design->n_benchmarks,
            design->n_benchmarks == 1 ? "" : "s");
    fputs(has_parameters(design) ? " = " : " · ", out);
    if (has_parameters(design))
        fprintf(out, "%zu cells · ", design->n_systems * design->n_benchmarks);
    write_levels(out, design);
    fprintf(out, " · margin %s", percent_rough(100 * design->margin, 6).text);
}

/* The first steps in the order in which they would come. */
static void write_order(FILE *out, const struct design *design)
{
    SCOPED(schedule_free) struct schedule *schedule = schedule_new(design);
    if (schedule == NULL) {
        view_lose();
        return;
    }
    struct step step, before = {0};
    for (size_t i = 0; schedule_next(schedule, &step); i++) {
        const char *system = design->systems[step.system].name;
        const bool beside = i > 0 && design->order.by != ORDER_AUTO &&
                            order_is_beside(design->order.by) && step.kind != STEP_BUILD &&
                            before.kind != STEP_BUILD && step.round == before.round &&
                            step.benchmark == before.benchmark;
        fputs(i == 0 ? "" : beside ? " beside " : ", ", out);
        before = step;
        if (i == DRY_RUN_FIRST_STEPS) {
            fputs("…", out);
            break;
        }
        if (step.kind == STEP_BUILD)
            fprintf(out, "build %s", system);
        else if (design->n_benchmarks > 1)
            fprintf(out, "%s on %s", design->benchmarks[step.benchmark].name, system);
        else
            fputs(system, out);
    }
}

static void write_amount(FILE *out, const struct design *design)
{
    size_t builds = schedule_builds(design);
    if (builds > 0)
        fprintf(out, "%zu build%s and ", builds, builds == 1 ? "" : "s");
    static const char *const orders[] = {
        [ORDER_ROUNDS] = "",
        [ORDER_SLICES] = ", the systems of each side by side on one processor",
        [ORDER_DUET] = ", the systems of each at the same time on two processors, swapped",
        [ORDER_LOCKSTEP] = ", the iterations of each in turn on one processor",
        [ORDER_AUTO] = ", and a pilot says whether those of each run side by side on one "
                       "processor"};
    bool or_more;
    const size_t executions = run_expect_executions(design, &or_more);
    fprintf(out, "%zu%s executions in random rounds%s, seed %" PRIu64 ".", executions,
            or_more ? " or more" : "", orders[design->order.by], design->seed);
}

static void print_text(const struct terminal *terminal, const char *lead, const char *text)
{
    OWNED char *safe = view_kept(terminal_name(text));
    terminal_paragraph(terminal, lead, safe);
}

/* One paragraph, folded, in what the terminal can show; names from outside made safe. */
static void print_paragraph(const struct terminal *terminal, const char *lead,
                            void (*write)(FILE *out, const struct design *design),
                            const struct design *design)
{
    OWNED char *text = VIEW_TEXT(out, write(out, design));
    if (text != NULL)
        print_text(terminal, lead, text);
}

static void print_services(const struct terminal *terminal, const char *lead,
                           const struct design_services *services)
{
    for (size_t i = 0; i < services->n; i++)
        print_text(terminal, lead, services->items[i].run);
}

/* A command that several use stands once, behind the last of them. */
static void print_systems(const struct terminal *terminal, const struct design *design)
{
    print_services(terminal, "  service     ", &design->services);
    for (size_t i = 0; i < design->n_systems; i++) {
        const struct design_system *system = &design->systems[i];
        bool is_old = i == 0 && design->n_systems > 1;
        print_text(terminal, is_old ? "  old system  " : "  system      ", system->name);
        const struct design_system *next = i + 1 < design->n_systems ? system + 1 : NULL;
        if (system->build != NULL && (next == NULL || !name_is(system->build, next->build)))
            print_text(terminal, "    build     ", system->build);
        if (system->run != NULL && strcmp(system->run, system->name) != 0 &&
            (next == NULL || !name_is(system->run, next->run)))
            print_text(terminal, "    run       ", system->run);
        print_services(terminal, "    service   ", &system->services);
    }
}

static void print_benchmarks(const struct terminal *terminal, const struct design *design)
{
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        const struct design_benchmark *benchmark = &design->benchmarks[i];
        if (benchmark->run == NULL && design->n_benchmarks == 1)
            continue;
        print_text(terminal, "  benchmark   ", benchmark->name);
        const bool last =
            i + 1 == design->n_benchmarks || !name_is(benchmark->run, benchmark[1].run);
        if (benchmark->run != NULL && last)
            print_text(terminal, "    run       ", benchmark->run);
    }
}

/* What counts besides, and what that costs: none of it is timed. */
static void write_counted(FILE *out, const struct design *design,
                          const struct run_expectation *expected)
{
    static const char *const what[] = {
        [COUNTED_BY_VALGRIND] = "instructions under valgrind",
        [COUNTED_BY_HEAP] = "allocations",
        [COUNTED_BY_CALLS] = "system calls",
        [COUNTED_BY_LOADER] = "relocations",
    };
    const char *before = "Besides, ";
    for (size_t by = 0; by < COUNTED_WAYS; by++) {
        const size_t n = design_counted_in_all(design, (enum counted_by)by);
        if (n > 0)
            fprintf(out, "%s%zu execution%s count%s %s", before, n, n == 1 ? "" : "s",
                    n == 1 ? "s" : "", what[by]);
        before = n > 0 ? ", " : before;
    }
    if (design_counted_most(design) > design_counted(design))
        fprintf(out, " (up to %.1f times as many where executions differ)",
                (double)design_counted_most(design) / (double)design_counted(design));
    if (isfinite(expected->counting_s))
        fprintf(out, ", about %s.", long_duration_of(expected->counting_s).text);
    else if (design_counted_in_all(design, COUNTED_BY_VALGRIND) > 0)
        fputs(": there 4 to 50 times as long as timed ones, and up to a second to begin.", out);
    else
        fputs(".", out);
}

/* Of rounds that are found only the least is known: no command has run yet. */
static char *time_words(const struct design *design, const struct run_expectation *expected)
{
    const struct long_duration time = long_duration_of(expected->seconds);
    switch (expected->source) {
    case EXPECTED_STORED:
        return view_format("Expected: about %s, by the costs of experiment %" PRId64 ".", time.text,
                           expected->experiment);
    case EXPECTED_ROUNDS:
        return view_format("Expected: about %s, or %zu rounds where these take longer: how long "
                           "nobody knows, for no command has run yet. The run says it when each "
                           "has run once.",
                           time.text, design->rounds.least);
    case EXPECTED_UNKNOWN: break;
    }
    return view_format(
        "Expected: unknown, nothing of this was measured before; the run itself will tell.");
}

/* Further rounds have what is left of it. */
static char *budget_words(const struct run_expectation *expected)
{
    const struct quantity budget = duration_of(expected->budget_s);
    if (!(expected->budget_s > 0))
        return view_format("%s", "");
    if (expected->seconds > expected->budget_s)
        return view_format(" The time budget of %s will be exceeded: these are the fewest.",
                           budget.text);
    return view_format(" The time budget of %s is for further rounds, too; these are the fewest.",
                       budget.text);
}

/* What the rule of stopping makes of the executions above. */
static void write_stop(FILE *out, const struct design *design)
{
    const struct design_stop *stop = &design->stop;
    const bool timed = stop->budget_s > 0;
    const struct quantity budget = duration_of(stop->budget_s);
    switch (stop->rule) {
    case STOP_PILOT:
        fputs("This is the pilot: it tells how many more there are, and its values count; where "
              "other "
              "counts below are worth more, a fresh run has those.",
              out);
        if (timed)
            fprintf(out, " All takes %s%s.", stop->precision > 0 ? "at most " : "about ",
                    budget.text);
        break;
    case STOP_CONTINUED:
        fprintf(out, "The run ends after %s, with as many rounds as that allows.", budget.text);
        break;
    case STOP_LOOKS:
        fprintf(out, "The run may end sooner, at each of %zu looks.", stop->looks);
        break;
    case STOP_ELIMINATE:
        fprintf(out, "Each setting ends when another is certainly better, at %zu looks.",
                stop->looks);
        break;
    default:
        fprintf(out, "The run ends sooner, as soon as its values say enough%s%s.",
                timed ? ", at the latest after " : "", timed ? budget.text : "");
    }
}

/* A quantile takes values on both sides of it: as many are told as an interval needs, where the run ends before it has them. */
static void write_quantile(FILE *out, const struct design *design, double confidence)
{
    double values = 1;
    for (size_t i = 0; i < design->n_levels; i++)
        values *= (double)design->levels[i].count;
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        const struct assay_statistic statistic =
            design_question(design, design->benchmarks[i].name).statistic;
        if (statistic.kind == ASSAY_STATISTIC_MEAN ||
            values >= assay_quantile_values(&statistic, confidence))
            continue;
        char name[ASSAY_STATISTIC_TEXT];
        assay_statistic_name(&statistic, name);
        fprintf(out, "No interval holds the %s of so few: of single values %.0f would do.", name,
                assay_quantile_values(&statistic, confidence));
        return;
    }
}

void dry_run_print(const struct terminal *terminal, const struct design *planned, double confidence,
                   const struct run_expectation *expected)
{
    print_paragraph(terminal, "", write_title, planned);
    putchar('\n');
    print_systems(terminal, planned);
    print_benchmarks(terminal, planned);
    print_paragraph(terminal, "  order       ", write_order, planned);
    putchar('\n');
    print_paragraph(terminal, "", write_amount, planned);
    if (design_counted(planned) > 0) {
        OWNED char *text = VIEW_TEXT(out, write_counted(out, planned, expected));
        print_text(terminal, "", text);
    }
    if (planned->stop.rule != STOP_FIXED)
        print_paragraph(terminal, "", write_stop, planned);
    bool or_more;
    (void)run_expect_executions(planned, &or_more);
    if (!or_more && planned->stop.rule == STOP_FIXED) {
        OWNED char *text = VIEW_TEXT(out, write_quantile(out, planned, confidence));
        if (text != NULL && text[0] != '\0')
            print_text(terminal, "", text);
    }
    OWNED char *words = view_kept(time_words(planned, expected));
    OWNED char *budget = view_kept(budget_words(expected));
    OWNED char *all = view_format("%s%s", words, budget);
    terminal_paragraph(terminal, "", all);
}
