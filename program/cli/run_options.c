/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_options.c -- the table of the options of `assay run`. */
#include "cli/run_options.h"

#include <stddef.h>

/* In the order of enum design_stop_request. */
static const char *const stops[] = {"fresh", "anytime", "peek", NULL};
static const char *const sorts[] = {"command", "mean-time", NULL};
static const char *const time_units[] = {"auto", "microsecond", "millisecond", "second", NULL};

const struct run_export run_exports[RUN_EXPORTS] = {{"export-json", "hyperfine"},
                                                    {"export-csv", "hyperfine-csv"},
                                                    {"export-markdown", "hyperfine-markdown"},
                                                    {"export-asciidoc", "hyperfine-asciidoc"},
                                                    {"export-orgmode", "hyperfine-orgmode"}};

#define EXPORT_OPTION(index, name, help)                                                           \
    {                                                                                              \
        0, "export-" name, OPTION_OUTPUT, offsetof(struct run_options, exports[index]), "FILE",    \
            help, NULL                                                                             \
    }

#define RUN_FIELD(field) offsetof(struct run_options, field)
const struct option run_options_table[] = {
    {'w', "warmup", OPTION_COUNT, RUN_FIELD(design.warmup), "N",
     "Executions of each command in front that are recorded but not live."},
    {'r', "runs", OPTION_COUNT, RUN_FIELD(design.runs), "N",
     "Exactly N rounds. With a manifest: the count of the level execution."},
    {'m', "min-runs", OPTION_COUNT, RUN_FIELD(design.min_runs), "N",
     "At least N rounds (default 10)."},
    {'M', "max-runs", OPTION_COUNT, RUN_FIELD(design.max_runs), "N", "At most N rounds."},
    {0, "precision", OPTION_FRACTION, RUN_FIELD(design.precision), "P",
     "Aim at this half-width (1%) of the mean, or of the ratio of systems: a pilot, then a fresh "
     "run planned from it. About half of the runs end no wider. After a pilot of 30, 8 of 10 are at "
     "most a tenth wider, with skewed values a third."},
    {0, "time-budget", OPTION_DURATION, RUN_FIELD(design.time_budget_s), "TIME",
     "A pilot, then a fresh run of the best counts for the rest of this time. With --precision no "
     "more than that needs. With --stop: the run ends at the latest after it. With --gate, --bisect "
     "or --compare-with: for the whole run, further rounds of what is inconclusive included "
     "(default: 1m of them)."},
    {0, "budget", OPTION_DURATION, RUN_FIELD(design.time_budget_s), "TIME",
     "The same as --time-budget, which assay plan calls so."},
    {0, "stop", OPTION_CHOICE, RUN_FIELD(design.stop), "RULE",
     "fresh (default): as above. anytime: measure on until the interval is narrow enough or the "
     "verdict clear; the interval stays valid. peek: until the plain interval is narrow, as the "
     "papers do; it promises too much and says so.",
     stops},
    {0, "looks", OPTION_COUNT, RUN_FIELD(design.looks), "K",
     "Look K times on the way and end when the verdict is clear (O'Brien and Fleming)."},
    {0, "eliminate", OPTION_FLAG, RUN_FIELD(design.eliminate), NULL,
     "End settings of a sweep on the way, when another is certainly better; the rounds (-r, else "
     "30) are "
     "the most. The best stays with the confidence."},
    {0, "per", OPTION_LIST, RUN_FIELD(design.per), "NAME",
     "With --eliminate: find the best of each value of this parameter; may be repeated."},
    {'p', "prepare", OPTION_LIST, RUN_FIELD(design.prepare), "CMD",
     "Run CMD before each execution, not timed; once for all commands, or once for each."},
    {'C', "conclude", OPTION_LIST, RUN_FIELD(design.conclude), "CMD",
     "Run CMD after each execution, not timed; once for all commands, or once for each."},
    {'s', "setup", OPTION_STRING, RUN_FIELD(design.setup), "CMD",
     "Run CMD for each command before everything."},
    {'c', "cleanup", OPTION_STRING, RUN_FIELD(design.cleanup), "CMD",
     "Run CMD for each command after everything."},
    {'N', "no-shell", OPTION_FLAG, RUN_FIELD(design.no_shell), NULL,
     "No shell; the default, here for the habit."},
    {'S', "shell", OPTION_STRING, RUN_FIELD(design.shell), "SHELL",
     "Run the commands through this shell: sh, default, 'bash --norc'; none."},
    {'i', "ignore-failure", OPTION_FLAG, RUN_FIELD(design.ignore_failure), NULL,
     "Go on after a command fails; what fails is recorded and gives no values."},
    {0, "exit-codes", OPTION_STRING, RUN_FIELD(design.exit_codes), "LIST",
     "Exit codes of a command that has done its work, such as 0,1 (default: 0)."},
    {'n', "command-name", OPTION_LIST, RUN_FIELD(design.names), "NAME",
     "Name of a command; once for each, in order."},
    {'L', "parameter-list", OPTION_LIST, RUN_FIELD(design.lists), "VAR VALUES",
     "Replace {VAR} by each of the values, separated by commas.", NULL, 1},
    {'P', "parameter-scan", OPTION_LIST, RUN_FIELD(design.scans), "VAR MIN MAX",
     "Replace {VAR} by each number from MIN to MAX.", NULL, 2},
    {'D', "parameter-step-size", OPTION_STRING, RUN_FIELD(design.step), "STEP",
     "Step of --parameter-scan (default 1)."},
    {0, "geometric", OPTION_FLAG, RUN_FIELD(design.geometric), NULL,
     "Each value of -P is the one before times the step of -D (default 2): 1024, 2048, 4096 …."},
    {0, "input", OPTION_STRING, RUN_FIELD(design.input), "FILE",
     "Standard input of the commands (default: null)."},
    {0, "output", OPTION_OUTPUT, RUN_FIELD(design.output), "WHERE",
     "Standard output of the commands: null (default), pipe, inherit or a file."},
    {0, "show-output", OPTION_FLAG, RUN_FIELD(design.show_output), NULL,
     "The same as --output inherit."},
    {0, "env-padding", OPTION_COUNT, RUN_FIELD(design.env_padding), "BYTES",
     "Add a random number of bytes, at most so many, to the environment of each execution."},
    {0, "cpu", OPTION_STRING, RUN_FIELD(design.cpu), "LIST",
     "Processors that the commands may run on, such as 0-2,5."},
    {0, "priority", OPTION_STRING, RUN_FIELD(design.priority), "N",
     "Niceness of the commands, from -20 (first) to 19 (last)."},
    {0, "memory", OPTION_STRING, RUN_FIELD(design.memory), "SIZE",
     "Limit of each command's address space, such as 512MiB."},
    {0, "quiet-host", OPTION_FLAG, RUN_FIELD(design.quiet_host), NULL,
     "Wait before rounds until the machine's load is low."},
    {0, "quiet-load", OPTION_NUMBER, RUN_FIELD(design.quiet_load), "L",
     "The load of --quiet-host: processes that run besides, on average (default 0.5)."},
    {0, "quiet-wait", OPTION_DURATION, RUN_FIELD(design.quiet_wait_s), "TIME",
     "How long --quiet-host waits before it gives up (default 5m)."},
    {0, "timeout", OPTION_DURATION, RUN_FIELD(design.timeout_s), "TIME",
     "Kill an execution after this time; it has failed then."},
    {'u', "time-unit", OPTION_CHOICE, RUN_FIELD(time_unit), "UNIT",
     "Unit of the times shown: microsecond, millisecond, second.", time_units},
    EXPORT_OPTION(0, "json", "Write the values as hyperfine's --export-json does, too."),
    EXPORT_OPTION(1, "csv", "Write a line for each command as hyperfine's --export-csv does, too."),
    EXPORT_OPTION(2, "markdown",
                  "The same as a table of Markdown; with an interval and a verdict: "
                  "--summary."),
    EXPORT_OPTION(3, "asciidoc", "The same as a table of AsciiDoc."),
    EXPORT_OPTION(4, "orgmode", "The same as a table of Org."),
    {0, "reference", OPTION_STRING, RUN_FIELD(reference), "NAME",
     "Compare three and more commands with this one (default: the fastest)."},
    {0, "sort", OPTION_CHOICE, RUN_FIELD(sort), "ORDER",
     "Rows of the table: command (default), as given; mean-time, the fastest first.", sorts},
    {0, "benchmark", OPTION_LIST, RUN_FIELD(design.benchmarks), "NAME",
     "Measure only this benchmark, or with --append add units to it only; may be repeated; * and ? "
     "as in file names."},
    {0, "keep-builds", OPTION_FLAG, RUN_FIELD(design.keep_builds), NULL,
     "Keep the build directories, and take those of an earlier run that were built from the same."},
    {0, "only-builds", OPTION_FLAG, RUN_FIELD(design.only_builds), NULL,
     "Build and execute nothing: measure what builds cost and make (build_wall, build_text …)."},
    {0, "name", OPTION_STRING, RUN_FIELD(design.name), "NAME",
     "Name of the experiment, to find it by in the store."},
    {0, "margin", OPTION_FRACTION, RUN_FIELD(design.margin), "M",
     "The smallest change that matters (default 1%)."},
    {0, "statistic", OPTION_STRING, RUN_FIELD(design.statistic), "STATISTIC",
     "What verdicts rest on: both (default), mean, typical (the median of paired rounds' ratios), "
     "median, or a quantile: p90, p99."},
    {0, "metric", OPTION_LIST, RUN_FIELD(design.metrics), "NAME",
     "Measure this metric in place of those of the manifest, or of wall, user, system_time, "
     "max_rss and context switches; may be repeated. wall decides, or without it the first: "
     "user+system, the processor time, holds on a busy machine."},
    {0, "gate", OPTION_LIMITS, RUN_FIELD(limits), "[METRIC=M,…]",
     "Exit with 1 when something is slower beyond the margin, 6 when that is inconclusive. What is "
     "inconclusive at first, or slower than a stored baseline, is measured on in fresh paired "
     "rounds, within --time-budget. With wall=1%,max_rss=5%: by these metrics, each with its "
     "margin, decided together (Holm)."},
    {0, "shard", OPTION_STRING, RUN_FIELD(shard), "K/N",
     "Measure the K-th of the design's N machines, into a store of its own; all: every one here. "
     "Default: $ASSAY_SHARD, or this task's number in an array (Slurm, Kubernetes, HyperQueue)."},
    {0, "machine", OPTION_STRING, RUN_FIELD(machine), "NAME",
     "The name by which this machine is told from others, in place of its machine-id: for "
     "containers, the node's (default: $ASSAY_MACHINE)."},
    {0, "against", OPTION_STRING, RUN_FIELD(against), "COMMIT",
     "Measure the manifest's only system beside what it was at this commit, branch or tag, in the same rounds: in CI "
     "with --gate."},
    {0, "versions", OPTION_STRING, RUN_FIELD(versions), "FIRST..LAST",
     "Measure the commits of this range in rounds with one another; each is kept as a version for "
     "assay history. Those that the store has are left out; --resume goes on after an interruption."},
    {0, "sample", OPTION_COUNT, RUN_FIELD(sample), "N",
     "Of --versions at most N, evenly spaced, both ends among them."},
    {0, "version-label", OPTION_STRING, RUN_FIELD(version_label), "LABEL",
     "What is measured is this version, for assay history (default: the commit of the work tree)."},
    {0, "compare-with", OPTION_STRING, RUN_FIELD(compare_with), "BASELINE",
     "Compare with an earlier experiment: its id, name, version or commit, branch:NAME, or last:N "
     "(the last N of other versions together)."},
    {0, "confirm", OPTION_FLAG, RUN_FIELD(confirm), NULL,
     "As --gate, but what seems slower is measured again in fresh rounds, and only they count."},
    {0, "confirm-with", OPTION_STRING, RUN_FIELD(confirm_with), "STORE",
     "As --gate, but what seems slower counts only if it is slower in this store's latest "
     "experiment too, of another machine."},
    {0, "bisect", OPTION_FLAG, RUN_FIELD(bisect), NULL,
     "For git bisect run: exit with 0 when nothing is slower, 1 when something is, 125 when that "
     "cannot be said. Decides by fresh paired rounds of both versions where the baseline can be "
     "built again. With --versions: measure the ends (or --sample), then the middle wherever ends "
     "differ, until neighbours do. All comparisons share the error."},
    GATE_OUTPUT_OPTIONS(struct run_options, outputs),
    {0, "dry-run", OPTION_FLAG, RUN_FIELD(dry_run), NULL,
     "Print the plan and the time it is expected to take; run nothing."},
    {0, "append", OPTION_STRING, RUN_FIELD(design.append), "LEVEL=N",
     "Add N units of the top level to a finished experiment, the one named or the latest: build=2. "
     "With --benchmark to these benchmarks only."},
    {0, "resume", OPTION_FLAG, RUN_FIELD(resume), NULL,
     "Go on with an experiment that was interrupted: the one named, or the latest."},
    OPTION_END,
};

bool run_exports_any(const struct run_options *options)
{
    for (size_t i = 0; i < RUN_EXPORTS; i++)
        if (options->exports[i] != NULL)
            return true;
    return false;
}
