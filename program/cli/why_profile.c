/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_profile.c -- executions that are sampled, as many as an answer needs.
 *
 * A few rounds say how long an execution computes, and with the rate how many samples it gives; METHODS I2 says how many show
 * a contribution. That looks at no difference between old and new, so going on from there costs no confidence. */
#include "cli/why_profile.h"

#include <math.h>
#include <unistd.h>

#include <assay/contribution.h>

#include "base/clock.h"
#include "base/failure.h"
#include "cli/fail.h"
#include "measure/launcher.h"
#include "session/profile_run.h"
#include "source/read_source.h"
#include "view/text/quantity.h"
#include "view/text/terminal.h"

/* Rounds that say how long it takes; fewer than the least give no interval worth having. */
enum { PILOT = 3, LEAST = 12, MOST = 2000 };

struct progress {
    const struct global_options *global;
    struct terminal terminal;
    double next_s; /* when the line is drawn again */
};

static bool draw(void *context, const struct experiment_progress *state)
{
    static const double redraw_s = 0.1;
    struct progress *progress = context;
    const double now = clock_now_s();
    if (!progress->terminal.redraws || progress->global->quiet || now < progress->next_s)
        return true;
    progress->next_s = now + redraw_s;
    fputs("\r\033[K", stderr);
    terminal_printf(&progress->terminal, STYLE_PLAIN, "samples execution %zu of %zu",
                    state->done + 1, state->planned);
    if (isfinite(state->left_s))
        terminal_printf(&progress->terminal, STYLE_PLAIN, " \u00b7 %1s left",
                        duration_of(state->left_s).text);
    (void)fflush(stderr);
    return true;
}

static void wipe(const struct progress *progress)
{
    if (progress->next_s > 0)
        fputs("\r\033[K", stderr);
}

/* What executions took: of the longest system seconds, or what stands in their place, and samples; seconds of a round of all. */
struct cost {
    double user_s, samples, round_s;
};

static struct cost cost_of(const struct profile *profile)
{
    struct cost cost = {0, 0};
    for (size_t system = 0; system < profile->n_systems; system++) {
        double user = 0, wall = 0, samples = 0;
        size_t n = 0;
        for (size_t i = 0; i < profile->n_executions; i++) {
            const struct profile_execution *execution = &profile->executions[i];
            if (execution->system != system)
                continue;
            user += execution->user_s;
            samples += (double)profile_samples(profile, execution);
            wall += isnan(execution->wall_s) ? execution->user_s : execution->wall_s;
            n++;
        }
        cost.user_s = fmax(cost.user_s, n > 0 ? user / (double)n : 0);
        cost.samples = fmax(cost.samples, n > 0 ? samples / (double)n : 0);
        cost.round_s += n > 0 ? wall / (double)n : 0;
    }
    return cost;
}

static size_t rounds_of(const struct why_profiling *asked, const struct profile *profile,
                        const struct cost *cost)
{
    const struct assay_contribution_aim aim = {.share = 0.1,
                                               .contribution = 100 * asked->precision,
                                               .units = 25,
                                               .lines = 20,
                                               .confidence = asked->confidence};
    const double samples = assay_contribution_samples_to_see(&aim),
                 each = asked->event != NULL ? cost->samples : cost->user_s * profile->origin.rate_hz;
    if (asked->event != NULL && cost->samples >= cost->user_s) /* each one is sampled: nothing is left to chance */
        return LEAST;
    const double rounds = each > 0 ? ceil(samples / each) : MOST;
    return (size_t)fmin(fmax(rounds, LEAST), MOST);
}

static enum assay_status run(struct profile_run *run, struct launcher *launcher, size_t rounds,
                             struct profile *profile, struct remarks *remarks,
                             struct assay_error *error)
{
    struct experiment_report report;
    if (!run->chains && run->event == NULL)
        profile_fini(profile);
    remarks_fini(remarks); /* said of each part alike: those of the last one are told */
    run->rounds = rounds;
    return session_profile(run, launcher, profile, &report, remarks, error);
}

/* Rounds of each build that give so many in all. */
static size_t of_each_build(size_t rounds, size_t builds)
{
    return builds > 1 ? (rounds + builds - 1) / builds : rounds;
}

static void say_plan(const struct profile_plan *plan, size_t executions, size_t kept,
                     double execution_s, const char *also, const struct terminal *terminal)
{
    if (kept < executions)
        terminal_printf(terminal, STYLE_PLAIN,
                        "samples %zu executions of %s beside the timed ones, about %1s%s\n",
                        executions - kept, plan->benchmark,
                        duration_of(execution_s * (double)(executions - kept)).text,
                        also);
}

/* Rounds for which there is time, those that have run included. Rounds of builds have their builds made once more. */
static size_t rounds_within(const struct why_profiling *asked, double spent_s, double round_s,
                            size_t run)
{
    static const double around = 1.2; /* reading samples, and their processes' starts */
    if (asked->most_s <= 0 || round_s <= 0)
        return SIZE_MAX;
    const double more = (asked->most_s - spent_s) / (around * round_s);
    return run + (more >= 1 ? (size_t)fmin(more, MOST) : 0);
}

/* A plan made of what is kept asks for a little more each time; it errs by more than that. */
static bool is_enough(size_t kept, size_t wanted)
{
    return kept > PILOT && 10 * kept >= 9 * wanted;
}

static enum assay_status profile_all(const struct why_profiling *asked, struct profile_run *request,
                                     struct launcher *launcher, const struct progress *progress,
                                     struct profile *profile, struct remarks *remarks,
                                     struct assay_error *error)
{
    struct profile_plan plan;
    const double begin_s = clock_now_s();
    request->rounds = 1;
    TRY(session_profile_plan(request, launcher, &plan, error));
    /* Never fewer than are kept: these would be other rounds. */
    const size_t kept = plan.executions > 0 ? plan.kept / plan.executions : 0;
    TRY(run(request, launcher, kept > 1 ? kept : 1, profile, remarks, error));
    request->afresh = false;
    const size_t systems = profile->n_systems > 0 ? profile->n_systems : 1,
                 builds = plan.executions / systems;
    const double first_s = clock_now_s() - begin_s;
    const bool has_time = asked->most_s <= 0 || (1 + PILOT) * first_s < asked->most_s;
    if (asked->rounds == 0 && kept < PILOT && has_time)
        TRY(run(request, launcher, of_each_build(PILOT, builds), profile, remarks, error));
    const struct cost cost = cost_of(profile);
    const size_t wanted = of_each_build(
        asked->rounds > 0 ? (size_t)asked->rounds : rounds_of(asked, profile, &cost), builds);
    const size_t run_so_far = plan.executions > 0 ? profile->n_executions / plan.executions : 0,
                 room = rounds_within(asked, clock_now_s() - begin_s + (builds > 1 ? first_s : 0),
                                      cost.round_s * (double)builds, run_so_far);
    const size_t planned = asked->rounds == 0 && is_enough(kept, wanted) ? kept
                           : wanted > kept                               ? wanted
                                                                         : kept;
    const size_t rounds = planned > room ? room : planned;
    wipe(progress);
    if (!progress->global->quiet)
        say_plan(&plan, rounds * plan.executions, profile->n_executions,
                 cost.round_s / (double)systems,
                 rounds < planned  ? ", for which there is time"
                 : request->event != NULL ? ", which are not kept"
                 : request->chains ? "; with callers, which are not kept"
                                   : "",
                 &progress->terminal);
    return run(request, launcher, rounds, profile, remarks, error);
}

enum exit_code why_profile(const struct why_profiling *asked, struct launcher *launcher,
                           const struct global_options *global, struct profile *profile)
{
    struct progress progress = {.global = global,
                                .terminal = terminal_of(stderr, (enum terminal_color)global->color)};
    struct remarks remarks = {0};
    struct assay_error error;
    OWNED char *path = source_store_path(asked->store_path != NULL ? asked->store_path : global->store);
    struct profile_run request = {.store_path = path,
                                  .store = asked->store,
                                  .which = asked->which,
                                  .benchmark = asked->benchmark,
                                  .afresh = asked->afresh,
                                  .chains = asked->chains,
                                  .unwind = (enum profile_unwind)asked->unwind,
                                  .event = asked->event,
                                  .order = (enum profile_order)asked->order,
                                  .as_built = asked->as_built,
                                  .context = &progress,
                                  .progress = draw};
    if (path == NULL)
        return fail_memory();
    const enum assay_status status =
        profile_all(asked, &request, launcher, &progress, profile, &remarks, &error);
    wipe(&progress);
    return conclude(status, &remarks, &error);
}

/* ---- counts ---- */

/* What alike executions of a side would show; two of a program that draws say that it does. */
enum { COUNTED_ROUNDS = 2 };
/* How many times as long an execution takes under callgrind, as docs/evidence/counts.md has it; one that does nothing but ask for memory
 * takes as much longer where a library looks who asks. */
static const double slower_least = 4, slower_most = 50, asking_least = 1;

void why_counts_fini(struct why_counts *counts)
{
    profile_fini(&counts->instructions);
    profile_fini(&counts->allocations);
    profile_fini(&counts->bytes);
}

static void say_count_plan(const struct profile_plan *plan, enum profile_of of,
                           const struct cost *cost, size_t systems, const struct terminal *terminal)
{
    const double once_s = cost->round_s / (double)systems * (double)plan->executions;
    if (of == PROFILE_OF_INSTRUCTIONS)
        terminal_printf(
            terminal, STYLE_PLAIN,
            "counts %zu executions of %s by callgrind, which take %.0f to %.0f times as long: %1s to %1s\n",
            plan->executions, plan->benchmark, slower_least, slower_most,
            duration_of(slower_least * once_s).text, duration_of(slower_most * once_s).text);
    else
        terminal_printf(terminal, STYLE_PLAIN,
                        "counts allocations of %zu more, which take %.0f to %.0f times as long: %1s to %1s\n",
                        plan->executions, asking_least, slower_most,
                        duration_of(asking_least * once_s).text,
                        duration_of(slower_most * once_s).text);
}

static enum assay_status count_all(struct profile_run *request, struct launcher *launcher,
                                   const struct progress *progress, const struct profile *profile,
                                   struct profile *counted, struct remarks *remarks,
                                   struct assay_error *error)
{
    struct experiment_report report;
    struct profile_plan plan;
    const struct cost cost = cost_of(profile);
    TRY(session_profile_plan(request, launcher, &plan, error));
    if (!progress->global->quiet && profile->n_systems > 0)
        say_count_plan(&plan, request->of, &cost, profile->n_systems, &progress->terminal);
    const enum assay_status status =
        session_profile(request, launcher, counted, &report, remarks, error);
    wipe(progress);
    return status;
}

/* What cannot be counted is named, and the other one counted all the same. */
static enum assay_status count_both(struct profile_run *request, struct launcher *launcher,
                                    const struct progress *progress, const struct profile *profile,
                                    struct why_counts *counts, struct remarks *remarks,
                                    struct assay_error *error)
{
    struct profile *const into[] = {&counts->instructions, &counts->allocations};
    static const enum profile_of of[] = {PROFILE_OF_INSTRUCTIONS, PROFILE_OF_ALLOCATIONS};
    enum { KINDS = sizeof of / sizeof *of };
    size_t missing = 0;
    for (size_t i = 0; i < KINDS; i++) {
        request->of = of[i];
        const enum assay_status status =
            count_all(request, launcher, progress, profile, into[i], remarks, error);
        if (status != ASSAY_OK && (status != ASSAY_MISSING || ++missing == KINDS))
            return status;
        if (status == ASSAY_MISSING) {
            profile_fini(into[i]);
            remark(remarks, "%s", error->text);
        }
    }
    return ASSAY_OK;
}

enum exit_code why_count(const struct why_profiling *asked, struct launcher *launcher,
                         const struct global_options *global, const struct profile *profile,
                         struct why_counts *counts)
{
    struct progress progress = {.global = global,
                                .terminal = terminal_of(stderr, (enum terminal_color)global->color)};
    struct remarks remarks = {0};
    struct assay_error error;
    OWNED char *path = source_store_path(global->store);
    struct profile_run request = {.store_path = path,
                                  .which = asked->which,
                                  .benchmark = asked->benchmark,
                                  .rounds = COUNTED_ROUNDS,
                                  .bytes = &counts->bytes,
                                  .as_built = asked->as_built,
                                  .context = &progress,
                                  .progress = draw};
    if (path == NULL)
        return fail_memory();
    const enum assay_status status =
        count_both(&request, launcher, &progress, profile, counts, &remarks, &error);
    return conclude(status, &remarks, &error);
}
