/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_machine_classes.c -- `assay stat machines`: classes of machines, and how many machines are needed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/stat_object.h"
#include "view/document/json.h"

/* ---- classes ---- */

/* Numbers the names in the order in which they appear. */
static bool number_classes(const struct stat_request *request, struct stat_answer *answer,
                           const json_t *names, size_t *class_of, const char **name, size_t *n)
{
    *n = 0;
    for (size_t j = 0; j < json_array_size(names); j++) {
        const char *text = json_string_value(json_array_get(names, j));
        size_t c = 0;
        if (text == NULL)
            return stat_object_wrong(request, answer, "class", "must hold names");
        while (c < *n && strcmp(name[c], text) != 0)
            c++;
        if (c == ASSAY_MOST_CLASSES)
            return stat_object_wrong(request, answer, "class", "names too many classes");
        name[c] = text;
        *n = c == *n ? c + 1 : *n;
        class_of[j] = c;
    }
    return true;
}

static void put_pairs(struct stat_answer *answer, const struct assay_machine_classes *found,
                      const char *const *name, double confidence)
{
    json_t *names = render_json_array(), *difference = render_json_array();
    json_t *limits = render_json_array(), *p = render_json_array();
    for (size_t a = 0; a < found->n; a++)
        for (size_t b = a + 1; b < found->n; b++) {
            char text[256];
            const struct assay_machine_class_pair pair =
                assay_machine_class_pair_of(found, a, b, confidence);
            (void)snprintf(text, sizeof text, "%.120s-%.120s", name[b], name[a]);
            render_json_append(names, render_json_text(text));
            render_json_append(difference, render_json_number(pair.difference));
            render_json_append(limits, render_json_numbers((double[]){pair.lower, pair.upper}, 2));
            render_json_append(p, render_json_number(pair.p));
        }
    render_json_set(answer->result, "pairs", names);
    render_json_set(answer->result, "pairs_diff", difference);
    render_json_set(answer->result, "pairs_ci", limits);
    render_json_set(answer->result, "pairs_p_adj", p);
}

static void put_weighted(struct stat_answer *answer, const char *key, const char *limits,
                         const struct assay_estimate *mean)
{
    stat_number(answer, key, log(mean->estimate));
    stat_limits(answer, limits, log(mean->interval.lower), log(mean->interval.upper));
}

static void say_classes(struct stat_answer *answer, const struct assay_machine_classes *found,
                        const char *const *name, double confidence)
{
    stat_say(answer, "Ratio by class of machine (together at %.4g %%)\n\n", 100 * confidence);
    for (size_t c = 0; c < found->n; c++)
        stat_say(answer, "  %-24s %.7g [%.7g, %.7g], %zu machine%s\n", name[c],
                 exp(found->item[c].mean), found->item[c].ratio.lower, found->item[c].ratio.upper,
                 found->item[c].m, found->item[c].m == 1 ? "" : "s");
    stat_say(answer, "\n");
    stat_say_number(answer, "classes weighted alike", found->equal.estimate);
    stat_say_interval(answer, confidence, found->equal.interval.lower, found->equal.interval.upper);
    stat_say_number(answer, "p", found->p);
    stat_conclude(answer, found->p, confidence, "the ratio depends on the class",
                  "it is not shown that the ratio depends on the class");
}

static void put_classes(struct stat_answer *answer, const struct assay_machine_classes *found,
                        const char *const *name, double confidence)
{
    json_t *means = render_json_array(), *limits = render_json_array();
    for (size_t c = 0; c < found->n; c++) {
        const struct assay_interval *ratio = &found->item[c].ratio;
        render_json_append(means, render_json_number(found->item[c].mean));
        render_json_append(
            limits, render_json_numbers((double[]){log(ratio->lower), log(ratio->upper)}, 2));
    }
    render_json_set(answer->result, "class_means", means);
    stat_number(answer, "df", found->df);
    stat_number(answer, "S2_pooled", found->s2);
    stat_number(answer, "F", found->f);
    stat_number(answer, "p_class", found->p);
    stat_number(answer, "smm", found->modulus);
    render_json_set(answer->result, "class_ci", limits);
    stat_number(answer, "stratified_se", found->equal_se);
    put_weighted(answer, "stratified", "stratified_ci", &found->equal);
    put_weighted(answer, "machine_weighted", "machine_weighted_ci", &found->weighted);
    put_pairs(answer, found, name, confidence);
    say_classes(answer, found, name, confidence);
}

/* As many classes as machines are an answer, too: that there is none. */
static bool refuse(struct stat_answer *answer)
{
    if (answer->error.status != ASSAY_UNDEFINED)
        return false;
    stat_number(answer, "df", 0);
    render_json_set(answer->result, "refused", render_json_text(answer->error.text));
    stat_say(answer, "No comparison of classes: %s.\n", answer->error.text);
    return true;
}

bool stat_machine_classes(const struct stat_request *request, struct stat_answer *answer,
                          double confidence)
{
    const json_t *names = json_object_get(request->object, "class");
    const char *name[ASSAY_MOST_CLASSES];
    double *d = NULL;
    size_t m = 0, n = 0;
    bool good = stat_object_list(request, answer, json_object_get(request->object, "log_ratio"),
                                 "log_ratio", &d, &m);
    size_t *class_of = calloc(m + 1, sizeof *class_of);
    if (good && class_of == NULL)
        good = stat_no_memory(answer);
    if (good && json_array_size(names) != m)
        good = stat_object_wrong(request, answer, "class", "must name the class of each machine");
    if (good)
        good = number_classes(request, answer, names, class_of, name, &n);
    struct assay_machine_classes found;
    if (good) {
        answer->n[0] = m;
        answer->n_sizes = 1;
        if (assay_machine_classes_compare((struct assay_view){d, m}, class_of, n, confidence,
                                          &found, &answer->error) == ASSAY_OK)
            put_classes(answer, &found, name, confidence);
        else
            good = refuse(answer);
    }
    free(d);
    free(class_of);
    return good;
}

/* ---- how many ---- */

bool stat_machine_plan(const struct stat_request *request, struct stat_answer *answer,
                       double confidence)
{
    struct assay_machine_plan_input input = {.confidence = confidence, .round_s = (double)NAN};
    struct assay_machine_plan found;
    double most = 0;
    if (!stat_object_number(request, answer, "tau", &input.tau) ||
        !stat_object_number(request, answer, "sigma_round", &input.sigma) ||
        !stat_object_number(request, answer, "cost_machine", &input.machine_s) ||
        !stat_object_number(request, answer, "cost_round", &input.round_s) ||
        !stat_object_number(request, answer, "half_width_log", &input.half_width) ||
        !stat_object_number(request, answer, "most", &most))
        return false;
    input.most = most > 0 ? (size_t)most : 0;
    if (assay_machine_plan_of(&input, &found, &answer->error) != ASSAY_OK)
        return false;
    stat_count(answer, "machines", found.machines);
    stat_count(answer, "rounds", found.rounds);
    stat_number(answer, "cost", found.cost_s);
    stat_number(answer, "rounds_continuous", found.rounds_continuous);
    stat_say(answer, "%zu machines of %zu rounds each, %.6g s of machine time\n", found.machines,
             found.rounds, found.cost_s);
    return true;
}
