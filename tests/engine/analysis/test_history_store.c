/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_history_store.c -- versions of a store: which experiments they are, in which order, and what is found in them. */
#include "support/versions.h"

#include <string.h>

/* A fifth more from the sixth of ten on: one change, told there, and a gate that looks so far back sees it. */
static void a_step(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    struct history history;
    versions_add(fixture, 10, 6, 1.2, (struct stored_experiment){.name = "n"});
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.n_versions, 10);
    assert_int_equal(history.finding.n, 1);
    const struct history_row *series = &history.finding.series[0];
    assert_null(series->system); /* the only one: its versions are what differs */
    assert_string_equal(series->benchmark, "sort");
    assert_int_equal(series->n, 10);
    assert_int_equal(series->finding.n, 1);
    assert_int_equal(series->finding.changes[0].at, 5);
    assert_close(series->finding.changes[0].ratio.estimate, 1.2, 0.01, 0);
    assert_int_equal(history_verdict(series, &series->finding.changes[0]), ASSAY_SLOWER);
    assert_true(history_is_slower(&history.finding, 5));
    assert_false(history_is_slower(&history.finding, 4));
    assert_false(history_is_undecided(&history.finding, 10));
    assert_null(history_withheld(&history.finding));
    assert_close(history.finding.false_per_1000, 50.0 / 10, 1e-9, 0); /* of all versions together */
    history_fini(&history);
}

/* The other way it is faster, and no gate minds. */
static void a_step_down(void **state)
{
    struct fixture *fixture = *state;
    struct history_request request = versions_request(fixture);
    struct history history;
    versions_add(fixture, 10, 6, 1 / 1.2, (struct stored_experiment){.name = "n"});
    request.adjust = HISTORY_ADJUST_NONE;
    versions_find(fixture, &request, &history);
    const struct history_row *series = &history.finding.series[0];
    assert_int_equal(series->finding.n, 1);
    assert_close(series->finding.changes[0].ratio.estimate, 1 / 1.2, 0.01, 0);
    assert_int_equal(history_verdict(series, &series->finding.changes[0]), ASSAY_FASTER);
    assert_false(history_is_slower(&history.finding, 10));
    assert_close(history.finding.false_per_1000, series->finding.false_per_1000, 1e-12, 0);
    history_fini(&history);
    /* Who says that more is better, turns it. */
    const char *metrics[] = {"wall"}, *directions[] = {"wall=more"};
    request.source.metrics = (struct name_list){metrics, 1};
    request.source.directions = (struct name_list){directions, 1};
    versions_find(fixture, &request, &history);
    assert_true(history.finding.series[0].more_is_better);
    assert_int_equal(history.finding.series[0].told.direction, ASSAY_TOLD_BY_USER);
    assert_true(history_is_slower(&history.finding, 10));
    history_fini(&history);
}

static void nothing_happens(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    struct history history;
    versions_add(fixture, 12, 13, 1, (struct stored_experiment){.name = "n"});
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.series[0].finding.n, 0);
    assert_false(history_is_slower(&history.finding, 12));
    assert_true(history.finding.series[0].finding.detectable > 0 &&
                history.finding.series[0].finding.detectable < 0.05);
    history_fini(&history);
}

static void check_labels(const struct history *history, const char *const *labels, size_t n)
{
    assert_int_equal(history->finding.n_versions, n);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(history->finding.versions[i].label, labels[i]);
}

/* Stored in another order: the time of their commits counts. */
static void order_of_commits(void **state)
{
    struct fixture *fixture = *state;
    struct history_request request = versions_request(fixture);
    struct history history;
    static const char *const labels[] = {"v01", "v02", "v03", "v04", "v05"};
    static const unsigned stored[] = {4, 1, 5, 3, 2};
    for (size_t i = 0; i < 5; i++) {
        char commit[41];
        (void)snprintf(commit, sizeof commit, "%040x", 0xabc000 + stored[i]);
        (void)version_add(fixture, (struct version_level){stored[i], 1, 0},
                          (struct stored_experiment){.name = "n", .commit = commit});
    }
    versions_find(fixture, &request, &history);
    check_labels(&history, labels, 5);
    assert_int_equal(history.finding.versions[4].time_s, 1600000300);
    history_fini(&history);
    /* The newest three: the others are versions that nobody looks at. */
    request.last = 3;
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.series[0].n, 3);
    assert_int_equal(history.finding.series[0].versions[0], 2);
    assert_int_equal(history.n_places, 3);
    history_fini(&history);
    request.order = HISTORY_ORDER_COMMIT;
    assert_int_equal(history_analyse(&request, &history, NULL, &fixture->error), ASSAY_MISSING);
    assert_non_null(strstr(fixture->error.text, "git does not know all commits here"));
    history_fini(&history);
}

/* Of a repository that knows them: ancestors first, whatever their times say. */
static void order_of_ancestors(void **state)
{
    struct fixture *fixture = *state;
    struct history_request request = versions_request(fixture);
    struct history history;
    char command[512], commits[4][42];
    (void)snprintf(
        command, sizeof command,
        "cd %s && git init -q . && for i in 1 2 3 4; do git -c user.name=n -c user.email=n@n "
        "commit -q --allow-empty -m \"subject $i\"; git rev-parse HEAD; done",
        fixture->directory);
    FILE *git = popen(command, "r");
    for (size_t i = 0; git != NULL && i < 4; i++)
        assert_non_null(fgets(commits[i], sizeof commits[i], git));
    assert_int_equal(pclose(git), 0);
    for (unsigned v = 4; v > 0; v--) {
        commits[v - 1][40] = '\0';
        (void)version_add(fixture, (struct version_level){v, 1, 0},
                          (struct stored_experiment){.name = "n",
                                                     .commit = commits[v - 1],
                                                     .commit_s = 1600000000 - v,
                                                     .source = fixture->directory});
    }
    request.order = HISTORY_ORDER_COMMIT;
    versions_find(fixture, &request, &history);
    check_labels(&history, (const char *const[]){"v01", "v02", "v03", "v04"}, 4);
    char *here = getcwd(NULL, 0);
    assert_true(here != NULL && chdir(fixture->directory) == 0);
    history_subjects(&history.finding);
    assert_int_equal(chdir(here), 0);
    free(here);
    assert_string_equal(history.finding.versions[2].subject, "subject 3");
    history_fini(&history);
    request.order = HISTORY_ORDER_TIME;
    versions_find(fixture, &request, &history);
    check_labels(&history, (const char *const[]){"v04", "v03", "v02", "v01"}, 4);
    assert_null(history.finding.versions[0].subject);
    history_fini(&history);
}

/* A version that was measured twice has the executions of both; its machine is that of the first. */
static void measured_again(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    struct history history;
    static const char *const machines[] = {"a", "a", "b", "b", "b"};
    for (unsigned v = 1; v <= 5; v++)
        (void)version_add(fixture, (struct version_level){v, 1, 0},
                          (struct stored_experiment){.name = "n", .machine = machines[v - 1]});
    (void)version_add(fixture, (struct version_level){5, 1, 0},
                      (struct stored_experiment){.name = "n", .machine = "c", .executions = 7});
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.n_versions, 5);
    assert_int_equal(history.finding.series[0].points[3].summary.r, VERSIONS_EXECUTIONS);
    assert_int_equal(history.finding.series[0].points[4].summary.r, VERSIONS_EXECUTIONS + 7);
    const struct history_version *versions = history.finding.versions;
    assert_string_equal(versions[4].machine, "b");
    assert_false(versions[0].moved || versions[1].moved || versions[3].moved);
    assert_true(versions[2].moved);
    assert_true(versions[2].changed); /* and of another class */
    assert_true(versions[4].mixed);
    assert_false(versions[3].mixed);
    history_fini(&history);
}

/* With versions known, what has none is left out; names and branches choose among the rest. */
static void chosen(void **state)
{
    struct fixture *fixture = *state;
    struct history_request request = versions_request(fixture);
    struct history history;
    const char *names[] = {"nightly"};
    const struct version_level flat = {1, 1, 0};
    const struct stored_experiment plain = {
        .name = "plain", .executions = 3, .value = version_value, .context = &flat};
    (void)stored_add(fixture, &plain);
    for (unsigned v = 1; v <= 6; v++)
        (void)version_add(fixture, (struct version_level){v, 1, 0},
                          (struct stored_experiment){.name = v % 2 == 0 ? "nightly" : "other",
                                                     .branch = v > 4    ? NULL
                                                               : v == 4 ? "side"
                                                                        : "main"});
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.n_versions, 6);
    history_fini(&history);
    request.experiments = (struct name_list){names, 1};
    versions_find(fixture, &request, &history);
    check_labels(&history, (const char *const[]){"v02", "v04", "v06"}, 3);
    history_fini(&history);
    request.branch = "main";
    request.experiments.n = 0;
    versions_find(fixture, &request, &history);
    check_labels(&history, (const char *const[]){"v01", "v02", "v03"}, 3);
    assert_string_equal(history.finding.versions[0].branch, "main");
    history_fini(&history);
    request.branch = "none";
    assert_int_equal(history_analyse(&request, &history, NULL, &fixture->error), ASSAY_MISSING);
    assert_non_null(strstr(fixture->error.text, "there are no versions to compare"));
    history_fini(&history);
}

/* A pilot is no part of what was planned from it; alone it stands for its version. */
static void pilots(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    const struct design_stop pilot = {.rule = STOP_PILOT};
    struct history history;
    const int64_t id = version_add(fixture, (struct version_level){1, 1, 0},
                                   (struct stored_experiment){.name = "p", .stop = pilot});
    (void)version_add(
        fixture, (struct version_level){2, 1, 0},
        (struct stored_experiment){.name = "f", .stop = {.rule = STOP_FRESH, .pilot = (size_t)id}});
    (void)version_add(fixture, (struct version_level){3, 1, 0},
                      (struct stored_experiment){.name = "p", .stop = pilot});
    (void)version_add(fixture, (struct version_level){4, 1, 0},
                      (struct stored_experiment){.name = "p", .stop = pilot});
    (void)version_add(fixture, (struct version_level){4, 1, 0},
                      (struct stored_experiment){.name = "q", .executions = 9});
    versions_find(fixture, &request, &history);
    check_labels(&history, (const char *const[]){"v02", "v03", "v04"}, 3);
    assert_int_equal(history.finding.series[0].points[1].summary.r, VERSIONS_EXECUTIONS);
    assert_int_equal(history.finding.series[0].points[2].summary.r, 9);
    history_fini(&history);
}

/* Ended when its values were good: a mean of an anytime rule has its interval, others are watched. */
static void watched(void **state)
{
    struct fixture *fixture = *state;
    struct history_request request = versions_request(fixture);
    struct history history;
    const struct design_stop stops[] = {{.rule = STOP_FIXED},
                                        {.rule = STOP_PEEK, .precision = 0.1},
                                        {.rule = STOP_ANYTIME, .precision = 0.1, .expected = 10}};
    for (unsigned v = 1; v <= 3; v++)
        (void)version_add(fixture, (struct version_level){v, 1, 0},
                          (struct stored_experiment){.name = "n", .stop = stops[v - 1]});
    versions_find(fixture, &request, &history);
    const struct history_version *versions = history.finding.versions;
    assert_false(versions[0].watched || versions[0].anytime || versions[1].anytime);
    assert_true(versions[1].watched && versions[2].watched && versions[2].anytime);
    const struct assay_history_point *points = history.finding.series[0].points;
    const double plain = points[0].upper - points[0].lower,
                 anytime = points[2].upper - points[2].lower;
    assert_true(anytime > plain);
    history_fini(&history);
    request.rule.rule = ASSAY_HISTORY_KT2006; /* has intervals of its own */
    versions_find(fixture, &request, &history);
    assert_false(history.finding.versions[2].anytime);
    assert_true(history.finding.versions[2].watched);
    history_fini(&history);
}

/* user and system_time give their sum, in every execution; what was not measured is not made up. */
static double times(const void *context, const struct stored_at *at)
{
    const struct version_level *of = context;
    const double noise = 0.01 * versions_noise(of->seed, (uint32_t)at->execution);
    return of->level * (strcmp(at->metric, "user") == 0 ? 3 + noise : 1 - noise);
}

static void sums(void **state)
{
    struct fixture *fixture = *state;
    struct history_request request = versions_request(fixture);
    struct history history;
    const char *asked[] = {"user+system"};
    static const char *const both[] = {"user", "system_time", NULL}, *const one[] = {"user", NULL},
                             *const units[] = {"s", "s"};
    for (unsigned v = 1; v <= 6; v++) {
        const struct version_level of = {v, v < 4 ? 1 : 2, 0};
        (void)version_add(fixture, of,
                          (struct stored_experiment){.name = "n",
                                                     .metrics = v == 1 ? one : both,
                                                     .units = units,
                                                     .value = times,
                                                     .context = &of});
    }
    request.source.metrics = (struct name_list){asked, 1};
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.n, 1);
    const struct history_row *series = &history.finding.series[0];
    assert_string_equal(series->metric, "user+system");
    assert_int_equal(series->n, 5);
    assert_int_equal(series->versions[0], 1);
    assert_close(series->points[0].summary.mean, 4, 1e-12, 0);
    assert_close(series->points[4].summary.mean, 8, 1e-12, 0);
    assert_close(series->in_place.least, 0.03, 0, 0); /* it has the levels of a busy machine */
    assert_false(series->in_place.told);
    history_fini(&history);
}

/* Two systems stay apart; one that is called as its version needs no name. */
static void systems(void **state)
{
    struct fixture *fixture = *state;
    struct history_request request = versions_request(fixture);
    struct history history;
    static const char *const two[] = {"O1", "O2", NULL};
    const char *chosen_system[] = {"O2"};
    versions_add(fixture, 8, 5, 1.3, (struct stored_experiment){.name = "n", .systems = two});
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.n, 2);
    assert_string_equal(history.finding.series[0].system, "O1");
    assert_string_equal(history.finding.series[1].system, "O2");
    assert_int_equal(history.finding.series[1].finding.n, 1);
    history_fini(&history);
    request.source.systems = (struct name_list){chosen_system, 1};
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.n, 1);
    assert_null(history.finding.series[0].system);
    history_fini(&history);
}

/* Another unit from the fourth on is another series, told once. */
static void units_change(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    struct history history;
    struct remarks remarks = {0};
    static const char *const metrics[] = {"wall", NULL}, *const seconds[] = {"s"},
                             *const bytes[] = {"byte"};
    for (unsigned v = 1; v <= 8; v++)
        (void)version_add(fixture, (struct version_level){v, 1, 0},
                          (struct stored_experiment){
                              .name = "n", .metrics = metrics, .units = v < 4 ? seconds : bytes});
    assert_int_equal(history_analyse(&request, &history, &remarks, &fixture->error), ASSAY_OK);
    assert_int_equal(history.finding.n, 2);
    assert_int_equal(history.finding.series[0].n, 3);
    assert_int_equal(history.finding.series[1].n, 5);
    assert_int_equal(remarks.n, 1);
    assert_string_equal(
        remarks.items[0].text,
        "sort (wall) is in s in some versions and in byte in others: a series of each");
    remarks_fini(&remarks);
    history_fini(&history);
}

/* Versions of one program: what they differ by is the floor of what can be seen. */
static void same_program(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    struct history history;
    for (unsigned v = 1; v <= 8; v++)
        (void)version_add(
            fixture, (struct version_level){v, v < 7 ? 1 : 1.3, 0.02},
            (struct stored_experiment){.name = "n",
                                       .program = v < 5 ? "00000000000000aa" : "00000000000000bb"});
    versions_find(fixture, &request, &history);
    const struct history_row *series = &history.finding.series[0];
    assert_non_null(series->programs);
    for (size_t i = 1; i < 8; i++)
        assert_int_equal(series->programs[i] == series->programs[i - 1], i != 4);
    assert_int_equal(series->finding.n, 1);
    assert_int_equal(series->finding.changes[0].at, 6);
    assert_true(history_same_program(series, 0)); /* of two experiments: it stays */
    /* the first four, the two of the other before the change, and the two after it */
    assert_int_equal(series->same.n_programs, 3);
    assert_int_equal(series->same.n_versions, 8);
    assert_close(series->same.df, 5, 1e-12, 0);
    assert_true(series->same.sd > 0 && series->same.sd < 0.08);
    history_fini(&history);
}

static void no_store(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    struct history history;
    assert_int_equal(history_analyse(&request, &history, NULL, &fixture->error), ASSAY_MISSING);
    history_fini(&history);
}

/* A rule's mistakes are mistakes of use, of whatever series. */
static void wrong_options(void **state)
{
    struct fixture *fixture = *state;
    struct history_request request = versions_request(fixture);
    struct history history;
    versions_add(fixture, 4, 9, 1, (struct stored_experiment){.name = "n"});
    request.rule.confidence = 95;
    assert_int_equal(history_analyse(&request, &history, NULL, &fixture->error), ASSAY_USAGE);
    assert_int_equal(fixture->error.status, ASSAY_USAGE);
    history_fini(&history);
}

/* Each version at the level of its day, and the sixth to eighth beside one another. */
static double of_a_day(const void *context, const struct stored_at *at)
{
    static const double beside[] = {1, 1, 1.2, 1.2, 1.2};
    const double level = context != NULL ? *(const double *)context : 3 * beside[at->system];
    return level * (1 + 0.001 * (double)(at->execution % 3));
}

/* The sixth was measured in a quiet minute: apart the step seems to begin at the seventh. The experiment that measured the
 * fourth to the eighth beside one another says the sixth. */
static void placed_by_rounds(void **state)
{
    struct fixture *fixture = *state;
    static const char *const systems[] = {"v04", "v05", "v06", "v07", "v08", NULL};
    const struct history_request request = versions_request(fixture);
    struct history history;
    for (unsigned v = 1; v <= 12; v++) {
        const double level = (v < 7 ? 1 : 1.2) + 0.002 * (v * 5 % 7);
        (void)version_add(
            fixture, (struct version_level){v, 1, 0},
            (struct stored_experiment){.name = "n", .value = of_a_day, .context = &level});
    }
    for (int shared = 0; shared < 2; shared++) {
        versions_find(fixture, &request, &history);
        const struct history_row *series = &history.finding.series[0];
        assert_int_equal(series->finding.n, 1);
        assert_int_equal(series->finding.changes[0].at, shared ? 5 : 6);
        assert_int_equal(series->n_placed, shared);
        assert_int_equal(history.finding.n_versions, 12);
        history_fini(&history);
        const struct stored_experiment beside = {
            .name = "n", .systems = systems, .executions = 10, .value = of_a_day};
        assert_true(shared || stored_add(fixture, &beside) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(a_step),
        fixture_test(placed_by_rounds),
        fixture_test(a_step_down),
        fixture_test(nothing_happens),
        fixture_test(order_of_commits),
        fixture_test(order_of_ancestors),
        fixture_test(measured_again),
        fixture_test(chosen),
        fixture_test(pilots),
        fixture_test(watched),
        fixture_test(sums),
        fixture_test(systems),
        fixture_test(units_change),
        fixture_test(same_program),
        fixture_test(no_store),
        fixture_test(wrong_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
