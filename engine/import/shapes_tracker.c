/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shapes_tracker.c -- what is written for, and by, services that track results: paths (shape.h).
 * Source:   benchmark-action/github-action-benchmark README (custom*IsBetter), Bencher's BMF,
 *           conbench's API, what smarr/ReBenchDB compares in its tests.
 * Edge:     a list for github-action-benchmark does not say which is better, the tool's name in a
 *           workflow does: rates count as better where they are more, anything else where less;
 *           --format custom-bigger-is-better says otherwise. */
#include "import/shape.h"

/* Both have the shape of a list. */
#define CUSTOM                                                                                     \
    .keys = {"name", "unit", "value"},                                                             \
    .fields = {{"[]/name", SHAPE_NAME}, {"[]/unit", SHAPE_UNIT}, {"[]/value", SHAPE_MEAN}},        \
    .lowest = "execution"

static const struct shape custom = {CUSTOM};
SHAPE_FORMAT(custom, "custom-smaller-is-better", "github-action-benchmark's customSmallerIsBetter");

static const struct shape custom_bigger = {CUSTOM, .more_is_better = true};
SHAPE_FORMAT(custom_bigger, "custom-bigger-is-better",
             "github-action-benchmark's customBiggerIsBetter");

static const struct shape bmf = {
    .keys = {"value"},
    .fields = {{"*", SHAPE_NAME}, {"*/*", SHAPE_METRIC}, {"*/*/value", SHAPE_MEAN}},
    .words = {{"latency", "wall", "ns"}, {"throughput", NULL, "op/s"}},
    .lowest = "execution",
};
SHAPE_FORMAT(bmf, "bmf", "Bencher Metric Format");

static const struct shape conbench = {
    .keys = {"stats", "data", "tags", "unit"},
    .roots = {"", "[]", "data/[]", "results/[]"},
    .fields = {{"commit/sha", SHAPE_COMMIT},
               {"github/commit", SHAPE_COMMIT},
               {"tags/name", SHAPE_NAME},
               {"tags/*", SHAPE_DETAIL},
               {"stats/unit", SHAPE_UNIT},
               {"stats/data/[]", SHAPE_VALUE}},
    .lowest = "iteration",
};
SHAPE_FORMAT(conbench, "conbench", "results of conbench");

static const struct shape rebench_rows = {
    .keys = {"bench", "exe", "criterion", "invocation", "value"},
    .roots = {"results/[]", "[]"},
    .fields = {{"commitid", SHAPE_COMMIT},
               {"bench", SHAPE_NAME},
               {"exe", SHAPE_DETAIL},
               {"inputsize", SHAPE_DETAIL},
               {"extraargs", SHAPE_DETAIL},
               {"varvalue", SHAPE_DETAIL},
               {"cores", SHAPE_DETAIL},
               {"criterion", SHAPE_METRIC},
               {"unit", SHAPE_UNIT},
               {"invocation", SHAPE_EXECUTION},
               {"value", SHAPE_VALUE}},
    .words = {{"total", "wall", NULL}},
    .lowest = "iteration",
};
SHAPE_FORMAT(rebench_rows, "rebench-rows", "rows that ReBenchDB compares");
