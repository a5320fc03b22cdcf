/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_analyse.h -- which functions make a change: the analysis behind `assay why`. */
#pragma once

#include "base/name_list.h"
#include "finding/why_finding.h"
#include "finding/why_tree.h"
#include "profile/profile.h"

struct why_request {
    const char *benchmark, *old_name, *new_name;
    const char *chosen; /* why this benchmark of several; NULL: it was named, or is the only one */
    bool of_several;    /* benchmarks: its name is said */
    bool equivalent;    /* as it was measured, in the metric that decides */
    size_t old_system, new_system; /* of the profile */
    struct assay_contribution_options how;
    bool random_layout; /* builds of both have their code in random order, each in its own */
    double margin;
    const struct name_list *gates; /* "FUNCTION=5%"; NULL: none */
};
#define WHY_REQUEST_DEFAULTS                                                                       \
    {                                                                                              \
        .new_system = 1, .how = ASSAY_CONTRIBUTION_OPTIONS, .margin = ASSAY_MARGIN_DEFAULT         \
    }

/* Pairs executions of both systems by their rounds; a round that lacks one is left out. ASSAY_UNDEFINED: there is no
 * pair, or one side was not profiled. ASSAY_INVALID: a gate that is no FUNCTION=MARGIN. End with why_finding_fini in any
 * case. */
enum assay_status why_analyse(const struct profile *profile, const struct why_request *request,
                              struct why_finding *finding, struct assay_error *error);

/* The same of stacks, each with what it calls: of those that are kept (stacks.h), where there are none of functions alone.
 * how.most_functions is of nodes. End with why_tree_fini in any case. */
enum assay_status why_analyse_stacks(struct profile *profile, const struct why_request *request,
                                     struct why_tree *tree, struct assay_error *error);

/* Puts what a profile counts (pairs.h) beside the lines of functions, and of the whole; a function that stands in another
 * object there is known by its name where that is one's alone. What the unit is says which: "Ir", "allocations", or, after
 * these, "bytes". ASSAY_UNDEFINED: executions of one side alone were counted. */
enum assay_status why_add_counts(struct why_finding *finding, const struct profile *counted,
                                 const struct why_request *request, struct assay_error *error);

/* By how much the layout of a build moves each function whose code is the same in both; or why that is not known. */
enum assay_status why_add_layout(struct why_finding *finding, const struct profile *profile,
                                 const struct why_request *request, struct assay_error *error);

/* ---- files ---- */

/* Files and directories of files, one an execution, as two sides: two arguments are one side each; of more, those that are
 * called alike but for their numbers. Executions are paired in the order of their names, numbers in them as numbers; one
 * side's name is the directory, or what its files' names begin with. Errors: ASSAY_INVALID says what was found. End with
 * profile_fini in any case; names are in memory of the profile. with_stacks: stacks are kept, too. */
struct why_sides {
    const char *name[2];
};
enum assay_status why_read_files(const struct name_list *arguments, bool with_stacks,
                                 struct profile *profile, struct why_sides *sides,
                                 struct assay_error *error);
