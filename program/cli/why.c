/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why.c -- the verb `why`: which functions make the difference? */

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/why_analyse.h"
#include "base/failure.h"
#include "base/replace.h"
#include "base/suggestion.h"
#include "cli/fail.h"
#include "cli/latest.h"
#include "cli/why_beside.h"
#include "cli/why_choose.h"
#include "cli/why_files.h"
#include "cli/why_profile.h"
#include "cli/words/why.h"
#include "measure/launcher.h"
#include "session/profile_run.h"
#include "session/session_rescue.h"
#include "source/input.h"
#include "source/read_files.h"
#include "source/read_source.h"
#include "store/profiles.h"
#include "view/document/documents.h"
#include "view/document/json.h"
#include "view/page/why_markdown.h"
#include "view/terminal/why.h"
#include "view/text/view_memory.h"

struct why_options {
    struct name_list gates;
    int whole; /* enum assay_whole */
    int order; /* enum profile_order */
    int unwind; /* enum profile_unwind */
    double margin, least_share, precision;
    long most, rounds;
    bool flips, kept, afresh, callers, as_built, counts;
    const char *benchmark, *old, *new, *summary, *flame, *export, *event;
};

/* ---- what is read ---- */

/* A profile, and the words of what it is of; texts are in memory. */
struct subject {
    int64_t experiment; /* 0: files */
    struct arena memory;
    struct profile profile;
    struct why_counts counts; /* of what nobody asked for there is none */
    struct why_request request;
};

static void subject_fini(struct subject *subject)
{
    profile_fini(&subject->profile);
    why_counts_fini(&subject->counts);
    arena_fini(&subject->memory);
}

static enum assay_status read_files(const struct option_arguments *arguments,
                                    struct subject *subject, struct assay_error *error)
{
    struct why_sides sides;
    TRY(why_read_files(&(struct name_list){arguments->items, arguments->n}, true, &subject->profile, &sides,
                       error));
    subject->request.old_name = sides.name[0];
    subject->request.new_name = sides.name[1];
    return ASSAY_OK;
}

/* The place of a name; n: it is none of them. */
static size_t place_of(const char *name, const char *const *names, size_t n)
{
    size_t place = 0;
    while (place < n && strcmp(names[place], name) != 0)
        place++;
    return place;
}

/* What runs holds no profile. */
static bool is_program(const char *path)
{
    char head[5] = "";
    struct stat status;
    FILE *file = stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0
                     ? fopen(path, "re")
                     : NULL;
    if (file == NULL)
        return false;
    head[fread(head, 1, sizeof head - 1, file)] = '\0';
    (void)fclose(file);
    return strncmp(head, "#!", 2) == 0 || strcmp(head, "\177ELF") == 0;
}

static enum assay_status choose_system(const struct store_profiled *of, const char *name,
                                       size_t otherwise, size_t *place, struct assay_error *error)
{
    *place = name != NULL ? place_of(name, of->systems, of->n_systems) : otherwise;
    if (*place < of->n_systems)
        return ASSAY_OK;
    if (name != NULL)
        return assay_fail(error, ASSAY_MISSING, "the experiment has no system \"%s\"%s", name,
                          is_program(name) ? ". assay run --why OLD NEW measures two programs" : "");
    return assay_fail(error, ASSAY_MISSING,
                      "this experiment measured one system, and why compares two. Name another experiment "
                      "(assay store), or measure both: assay run --against OLD..NEW --why");
}

static enum assay_status choose_systems(const struct store_profiled *of,
                                        const struct why_options *options,
                                        struct why_request *request, struct assay_error *error)
{
    TRY(choose_system(of, options->old, 0, &request->old_system, error));
    TRY(choose_system(of, options->new, request->old_system == 1 ? 0 : 1, &request->new_system,
                      error));
    if (request->old_system == request->new_system)
        return assay_fail(error, ASSAY_INVALID, "\"%s\" is not compared with itself", options->old);
    request->old_name = of->systems[request->old_system];
    request->new_name = of->systems[request->new_system];
    return ASSAY_OK;
}

/* Whether builds of both had their code put in random order, each in its own. */
static enum assay_status choose_layout(struct store *store, int64_t experiment,
                                       struct why_request *request, struct assay_error *error)
{
    struct store_layout *layouts = NULL;
    size_t n = 0, random = 0;
    TRY(store_layouts(store, experiment, &layouts, &n, error));
    for (size_t i = 0; i < n; i++)
        random += (strcmp(layouts[i].system, request->old_name) == 0 ||
                   strcmp(layouts[i].system, request->new_name) == 0) &&
                  store_layout_of(&layouts[i]) == RANDOMISED_ALL;
    request->random_layout = random == 2;
    store_layouts_free(&layouts, n);
    return ASSAY_OK;
}

/* Those of several versions of which one became slower most, unless they are named. */
static enum assay_status choose_neighbours(struct store *store, int64_t experiment,
                                           struct why_options *options,
                                           const struct store_profiled *of,
                                           struct assay_error *error)
{
    size_t old;
    if (options->old != NULL || options->new != NULL)
        return ASSAY_OK;
    TRY(why_choose_neighbours(store, experiment, of, &old, error));
    options->old = of->systems[old];
    options->new = of->systems[old + 1];
    return ASSAY_OK;
}

/* A search, or a range of commits, measured them. */
static bool is_of_versions(const struct experiment_info *info, const struct store_profiled *of)
{
    return of->n_systems > 2 && info->manifest != NULL &&
           strstr(info->manifest, "\n    version_of: ") != NULL;
}

/* Of a version that was measured beside others, as by a search: that experiment, and of its versions those of which one became
 * slower most, unless they are named. */
static enum assay_status choose_beside(struct store *store, struct experiment_info *info,
                                       struct why_options *options, struct arena *memory,
                                       struct store_profiled *of, struct assay_error *error)
{
    char id[24];
    int64_t experiment;
    TRY(why_beside(store, info, &experiment, error));
    if (experiment == 0)
        return ASSAY_OK;
    (void)snprintf(id, sizeof id, "%lld", (long long)experiment);
    experiment_info_fini(info);
    TRY(store_find(store, id, info, error));
    TRY(store_profiled(store, experiment, memory, of, error));
    return choose_neighbours(store, experiment, options, of, error);
}

static enum assay_status choose(struct store *store, const char *which,
                                const struct why_options *options, struct subject *subject,
                                struct assay_error *error)
{
    struct store_profiled of;
    struct why_request *request = &subject->request;
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    bool found = false;
    struct why_options asked = *options;
    TRY(store_find(store, which != NULL ? which : "latest", &info, error));
    TRY(store_profiled(store, info.id, &subject->memory, &of, error));
    if (which == NULL && of.n_systems == 1)
        TRY(choose_beside(store, &info, &asked, &subject->memory, &of, error));
    else if (which == NULL && is_of_versions(&info, &of))
        TRY(choose_neighbours(store, info.id, &asked, &of, error));
    subject->experiment = info.id;
    TRY(choose_systems(&of, &asked, request, error));
    request->margin = options->margin >= 0 ? options->margin : info.margin;
    TRY(why_choose_benchmark(store, info.id, &of, options->benchmark, &subject->memory, request, error));
    TRY(choose_layout(store, info.id, request, error));
    if (!options->kept)
        return ASSAY_OK;
    TRY(store_read_profile(store, info.id, request->benchmark, &subject->profile, &found, error));
    return found ? ASSAY_OK
                 : assay_fail(error, ASSAY_MISSING, "no profile of %s in experiment %lld is kept%s%s",
                              request->benchmark, (long long)info.id,
                              request->chosen != NULL ? "; " : "",
                              request->chosen != NULL ? request->chosen : "");
}

static enum assay_status choose_stored(const struct option_arguments *arguments,
                                       const struct why_options *options,
                                       const struct global_options *global, struct subject *subject,
                                       struct assay_error *error)
{
    SCOPED(store_close) struct store *store = NULL;
    OWNED char *path = source_store_path(global->store);
    if (path == NULL)
        return fail_no_memory(error);
    TRY(store_open(path, STORE_READ, &store, error));
    return choose(store, arguments->n > 0 ? arguments->items[0] : NULL, options, subject, error);
}

static enum exit_code sample(const struct why_options *options, const struct global_options *global,
                             struct launcher *launcher, struct subject *subject)
{
    char which[24];
    (void)snprintf(which, sizeof which, "%lld", (long long)subject->experiment);
    const struct why_request *request = &subject->request;
    const double precision = options->precision > 0 ? options->precision
                             : request->margin > 0  ? request->margin
                                                    : ASSAY_MARGIN_DEFAULT;
    const struct why_profiling asked = {.which = which,
                                        .benchmark = request->benchmark,
                                        .rounds = options->rounds,
                                        .precision = precision,
                                        .confidence = global->confidence,
                                        .afresh = options->afresh,
                                        .event = options->event,
                                        .chains = options->callers || options->flame != NULL,
                                        .unwind = options->unwind,
                                        .order = options->order,
                                        .as_built = options->as_built};
    const enum exit_code code = why_profile(&asked, launcher, global, &subject->profile);
    return code == EXIT_DONE && options->counts
               ? why_count(&asked, launcher, global, &subject->profile, &subject->counts)
               : code;
}

/* The launcher is forked while this process is small. */
static enum exit_code read_experiment(const struct option_arguments *arguments,
                                      const struct why_options *options,
                                      const struct global_options *global, struct subject *subject)
{
    struct launcher *launcher = NULL;
    struct assay_error error;
    if (!options->kept && launcher_start(&launcher, &session_duties, &error) != ASSAY_OK)
        return fail_with(&error);
    const enum assay_status status = choose_stored(arguments, options, global, subject, &error);
    if (arguments->n == 0)
        latest_look(global);
    if (status == ASSAY_OK && arguments->n == 0)
        latest_say(subject->experiment, global);
    const enum exit_code code = status != ASSAY_OK ? fail_with(&error)
                                : options->kept    ? EXIT_DONE
                                                   : sample(options, global, launcher, subject);
    launcher_stop(&launcher);
    return code;
}

/* ---- what is said ---- */

static enum exit_code write_summary(const char *path, const struct why_finding *finding)
{
    struct replacement file;
    if (strcmp(path, "-") == 0) {
        why_markdown_print(stdout, finding);
        return EXIT_DONE;
    }
    bool done = replace_begin(&file, path);
    if (done) {
        why_markdown_print(file.stream, finding);
        done = replace_end(&file, view_whole());
    }
    return done ? EXIT_DONE
                : fail_saying(EXIT_SYSTEM, "assay: cannot write %s: %s", path, strerror(errno));
}

static enum exit_code present(const struct why_finding *finding, struct subject *subject,
                              const struct why_options *options,
                              const struct global_options *global)
{
    const enum exit_code written =
        why_write_files(&(struct why_files){options->flame, options->export}, &subject->profile,
                        &subject->request);
    if (written != EXIT_DONE)
        return written;
    if (options->summary != NULL) {
        const enum exit_code code = write_summary(options->summary, finding);
        if (code != EXIT_DONE || strcmp(options->summary, "-") == 0)
            return code;
    }
    if (global->json) {
        render_json_print(stdout, why_json(finding));
        return EXIT_DONE;
    }
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    why_view_print(&terminal, &(struct why_view){finding, subject->experiment, global->quiet});
    return EXIT_DONE;
}

static enum assay_status add_counts(const struct subject *subject, struct why_finding *finding,
                                    struct assay_error *error)
{
    const struct profile *const counted[] = {&subject->counts.instructions,
                                             &subject->counts.allocations, &subject->counts.bytes};
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        if (counted[i]->n_systems > 0 && counted[i]->n_executions > 0)
            TRY(why_add_counts(finding, counted[i], &subject->request, error));
    return ASSAY_OK;
}

static enum exit_code gate_code(const struct why_finding *finding)
{
    enum exit_code code = EXIT_DONE;
    for (size_t i = 0; i < finding->n_gates; i++) {
        if (finding->gates[i].verdict == ASSAY_SLOWER)
            return EXIT_SLOWER;
        if (finding->gates[i].verdict == ASSAY_INCONCLUSIVE)
            code = EXIT_INCONCLUSIVE;
    }
    return code;
}

/* assay why ./old ./new: the two programs as they were measured, in the latest experiment. */
static void take_programs(struct why_options *options, struct option_arguments *arguments)
{
    if (arguments->n != 2 || options->old != NULL || options->new != NULL ||
        !is_program(arguments->items[0]) || !is_program(arguments->items[1]))
        return;
    options->old = arguments->items[0];
    options->new = arguments->items[1];
    arguments->n = 0;
}

static bool check(const struct why_options *options, const struct option_arguments *arguments,
                  bool files)
{
    if (options->export != NULL && !why_can_export(options->export))
        return terminal_complain("assay why: --export writes FILE.pb or FILE.pb.gz (pprof) or FILE.json "
                                 "(Firefox Profiler), and is %s",
                                 options->export);
    if (options->least_share >= 1 || options->most < 1)
        return terminal_complain("assay why: --share is below 100%%, --lines 1 or more");
    if (files && (options->benchmark != NULL || options->old != NULL || options->new != NULL ||
                  options->rounds > 0 || options->precision > 0 || options->kept || options->afresh || options->as_built || options->order > 0))
        return terminal_complain("assay why: --benchmark, --old, --new, --rounds, --precision, --kept, "
                                 "--afresh, --as-built and --order are of experiments, and %s is a file",
                                 arguments->items[0]);
    if (options->counts && (files || options->kept || options->callers))
        return terminal_complain("assay why: --counts runs an experiment's programs and counts functions "
                                 "by themselves: leave out files, --kept and --callers");
    if (options->event != NULL && (files || options->kept || options->counts || options->whole == ASSAY_WHOLE_WALL ||
                                   options->order == PROFILE_SLICES))
        return terminal_complain("assay why: --event runs an experiment's programs in rounds and counts no time: "
                                 "leave out files, --kept, --counts, --whole wall and --order slices");
    if (options->kept && options->callers)
        return terminal_complain("assay why: what is kept does not say what called a function: leave out "
                                 "--kept, and the programs run again");
    if (options->unwind > 0 && (files || (!options->callers && options->flame == NULL)))
        return terminal_complain("assay why: --unwind says how callers of an experiment's programs are found: "
                                 "leave it out, or ask for --callers or --flame");
    if (options->kept && (options->afresh || options->rounds > 0 || options->precision > 0))
        return terminal_complain("assay why: --kept runs nothing: leave out --rounds, --precision and "
                                 "--afresh");
    struct near_name near;
    if (!files && arguments->n > 1 && near_file(arguments->items[0], &near))
        return terminal_complain("assay why: there is no file %s; did you mean %s?", arguments->items[0], near.name);
    if (!files && arguments->n > 1)
        return terminal_complain("assay why: there is no file %s", arguments->items[0]);
    return true;
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    struct why_options *options = given;
    SCOPED(subject_fini) struct subject subject = {.request = WHY_REQUEST_DEFAULTS};
    SCOPED(why_finding_fini) struct why_finding finding = {0};
    struct assay_error error;
    take_programs(options, arguments);
    const bool files = arguments->n > 0 && files_is_there(arguments->items[0]);
    if (!check(options, arguments, files))
        return EXIT_USAGE;
    subject.request.gates = &options->gates;
    subject.request.how = (struct assay_contribution_options){
        .whole = (enum assay_whole)options->whole,
        .least_share = options->least_share,
        .most_functions = (size_t)options->most,
        .confidence = global->confidence,
        .by_flips = options->flips,
        .inclusive = options->callers,
        .seed = global->seed.value};
    if (options->margin >= 0)
        subject.request.margin = options->margin;
    const enum exit_code read =
        files ? conclude(read_files(arguments, &subject, &error), &(struct remarks){0}, &error)
              : read_experiment(arguments, options, global, &subject);
    if (read != EXIT_DONE)
        return read;
    if (why_analyse(&subject.profile, &subject.request, &finding, &error) != ASSAY_OK ||
        add_counts(&subject, &finding, &error) != ASSAY_OK ||
        (!files && why_add_layout(&finding, &subject.profile, &subject.request, &error) != ASSAY_OK))
        return fail_with(&error);
    const enum exit_code code = present(&finding, &subject, options, global);
    return code == EXIT_DONE ? gate_code(&finding) : code;
}

static const struct why_options defaults = {.margin = -1, .precision = -1, .least_share = 0.005, .most = 50};

const struct verb verb_why = {
    VERB_PAGE,
    .takes_experiments = true,
    .defaults = &defaults,
    .answer = answer,
};
