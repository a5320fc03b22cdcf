/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_machine_classes.c -- `assay stat machines`: classes of machines, and how many machines are needed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/stat.h"

/* ---- classes ---- */

/* Numbers the names in the order in which they appear. */
static bool number_classes(struct stat_answer *answer, const json_t *names, size_t *class_of,
                           const char **name, size_t *n)
{
    *n = 0;
    for (size_t j = 0; j < json_array_size(names); j++) {
        const char *text = json_string_value(json_array_get(names, j));
        size_t c = 0;
        if (text == NULL)
            return stat_object_wrong(answer, "class", "must hold names");
        while (c < *n && strcmp(name[c], text) != 0)
            c++;
        if (c == ASSAY_MOST_CLASSES)
            return stat_object_wrong(answer, "class", "names too many classes");
        name[c] = text;
        *n = c == *n ? c + 1 : *n;
        class_of[j] = c;
    }
    return true;
}

static void put_pairs(struct stat_answer *answer, const struct assay_machine_classes *found,
                      const char *const *name)
{
    json_t *names = render_json_array(), *difference = render_json_array();
    json_t *limits = render_json_array(), *p = render_json_array();
    for (size_t a = 0; a < found->n; a++)
        for (size_t b = a + 1; b < found->n; b++) {
            char text[256];
            const struct assay_machine_class_pair pair =
                assay_machine_class_pair_of(found, a, b, answer->confidence);
            (void)snprintf(text, sizeof text, "%.120s-%.120s", name[b], name[a]);
            render_json_append(names, render_json_text(text));
            render_json_append(difference, render_json_number(pair.difference));
            render_json_append(limits, stat_limits(pair.lower, pair.upper));
            render_json_append(p, render_json_number(pair.p));
        }
    stat_put(answer, JSON("pairs", names), JSON("pairs_diff", difference), JSON("pairs_ci", limits),
             JSON("pairs_p_adj", p));
}

static void put_weighted(struct stat_answer *answer, const char *key, const char *limits,
                         const struct assay_estimate *mean)
{
    stat_put(answer, JSON(key, log(mean->estimate)),
             JSON(limits, stat_limits(log(mean->interval.lower), log(mean->interval.upper))));
}

static void say_classes(struct stat_answer *answer, const struct assay_machine_classes *found,
                        const char *const *name)
{
    stat_say(answer, "Ratio by class of machine (together at %.4g %%)\n\n",
             100 * answer->confidence);
    for (size_t c = 0; c < found->n; c++)
        stat_say(answer, "  %-24s %.7g [%.7g, %.7g], %zu machine%s\n", name[c],
                 exp(found->item[c].mean), found->item[c].ratio.lower, found->item[c].ratio.upper,
                 found->item[c].m, found->item[c].m == 1 ? "" : "s");
    stat_say(answer, "\n");
    stat_say_number(answer, "classes weighted alike", found->equal.estimate);
    stat_say_interval(answer, answer->confidence, found->equal.interval.lower,
                      found->equal.interval.upper);
    stat_say_number(answer, "p", found->p);
    stat_conclude(answer, found->p, "the ratio depends on the class",
                  "it is not shown that the ratio depends on the class");
}

static void put_classes(struct stat_answer *answer, const struct assay_machine_classes *found,
                        const char *const *name)
{
    const struct assay_machine_class *item = found->item;
    stat_put(answer, JSON("class_means", STAT_NUMBERS(c, found->n, item[c].mean)),
             JSON("df", found->df), JSON("S2_pooled", found->s2), JSON("F", found->f),
             JSON("p_class", found->p), JSON("smm", found->modulus),
             JSON("class_ci",
                  JSON_LIST(c, found->n,
                            stat_limits(log(item[c].ratio.lower), log(item[c].ratio.upper)))),
             JSON("stratified_se", found->equal_se));
    put_weighted(answer, "stratified", "stratified_ci", &found->equal);
    put_weighted(answer, "machine_weighted", "machine_weighted_ci", &found->weighted);
    put_pairs(answer, found, name);
    say_classes(answer, found, name);
}

/* As many classes as machines are an answer, too: that there is none. */
static bool refuse(struct stat_answer *answer)
{
    if (answer->error.status != ASSAY_UNDEFINED)
        return false;
    stat_put(answer, JSON("df", 0.0), JSON("refused", answer->error.text));
    stat_say(answer, "No comparison of classes: %s.\n", answer->error.text);
    return true;
}

bool stat_machine_classes(struct stat_answer *answer)
{
    const json_t *names = json_object_get(answer->object, "class");
    const char *name[ASSAY_MOST_CLASSES];
    OWNED double *d = NULL;
    size_t m = 0, n = 0;
    bool good =
        stat_object_list(answer, json_object_get(answer->object, "log_ratio"), "log_ratio", &d, &m);
    OWNED size_t *class_of = calloc(m + 1, sizeof *class_of);
    if (good && class_of == NULL)
        good = stat_no_memory(answer);
    if (good && json_array_size(names) != m)
        good = stat_object_wrong(answer, "class", "must name the class of each machine");
    if (good)
        good = number_classes(answer, names, class_of, name, &n);
    struct assay_machine_classes found;
    if (good) {
        stat_size(answer, m);
        if (assay_machine_classes_compare((struct assay_view){d, m}, class_of, n,
                                          answer->confidence, &found, &answer->error) == ASSAY_OK)
            put_classes(answer, &found, name);
        else
            good = refuse(answer);
    }
    return good;
}

/* ---- how many ---- */

bool stat_machine_plan(struct stat_answer *answer)
{
    struct assay_machine_plan_input input = {.confidence = answer->confidence,
                                             .round_s = (double)NAN};
    struct assay_machine_plan found;
    double most = 0;
    if (!stat_object_number(answer, "tau", &input.tau) ||
        !stat_object_number(answer, "sigma_round", &input.sigma) ||
        !stat_object_number(answer, "cost_machine", &input.machine_s) ||
        !stat_object_number(answer, "cost_round", &input.round_s) ||
        !stat_object_number(answer, "half_width_log", &input.half_width) ||
        !stat_object_number(answer, "most", &most))
        return false;
    input.most = most > 0 ? (size_t)most : 0;
    if (assay_machine_plan_of(&input, &found, &answer->error) != ASSAY_OK)
        return false;
    stat_put(answer, JSON("machines", found.machines), JSON("rounds", found.rounds),
             JSON("cost", found.cost_s), JSON("rounds_continuous", found.rounds_continuous));
    stat_say(answer, "%zu machines of %zu rounds each, %.6g s of machine time\n", found.machines,
             found.rounds, found.cost_s);
    return true;
}
