/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference_machine_classes.c -- `assay stat machines`: classes of machines, and how many machines are needed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"

/* ---- classes ---- */

/* Numbers the names in the order in which they appear. */
static bool number_classes(struct reference *answer, const json_t *names, size_t *class_of,
                           const char **name, size_t *n)
{
    *n = 0;
    for (size_t j = 0; j < json_array_size(names); j++) {
        const char *text = json_string_value(json_array_get(names, j));
        size_t c = 0;
        if (text == NULL)
            return reference_wrong(answer, "class", "must hold names");
        while (c < *n && strcmp(name[c], text) != 0)
            c++;
        if (c == ASSAY_MOST_CLASSES)
            return reference_wrong(answer, "class", "names too many classes");
        name[c] = text;
        *n = c == *n ? c + 1 : *n;
        class_of[j] = c;
    }
    return true;
}

static void put_pairs(struct reference *answer, const struct assay_machine_classes *found,
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
            render_json_append(limits, reference_limits(pair.lower, pair.upper));
            render_json_append(p, render_json_number(pair.p));
        }
    reference_put(answer, JSON("pairs", names), JSON("pairs_diff", difference),
                  JSON("pairs_ci", limits), JSON("pairs_p_adj", p));
}

static void put_weighted(struct reference *answer, const char *key, const char *limits,
                         const struct assay_estimate *mean)
{
    reference_put(
        answer, JSON(key, log(mean->estimate)),
        JSON(limits, reference_limits(log(mean->interval.lower), log(mean->interval.upper))));
}

static void put_classes(struct reference *answer, const struct assay_machine_classes *found,
                        const char *const *name)
{
    const struct assay_machine_class *item = found->item;
    reference_put(answer, JSON("class_means", REFERENCE_NUMBERS(c, found->n, item[c].mean)),
                  JSON("df", found->df), JSON("S2_pooled", found->s2), JSON("F", found->f),
                  JSON("p_class", found->p), JSON("smm", found->modulus),
                  JSON("class_ci", JSON_LIST(c, found->n,
                                             reference_limits(log(item[c].ratio.lower),
                                                              log(item[c].ratio.upper)))),
                  JSON("stratified_se", found->equal_se));
    put_weighted(answer, "stratified", "stratified_ci", &found->equal);
    put_weighted(answer, "machine_weighted", "machine_weighted_ci", &found->weighted);
    put_pairs(answer, found, name);
}

/* As many classes as machines. */
static bool refuse(struct reference *answer)
{
    reference_put(answer, JSON("df", 0.0));
    return reference_refused(answer);
}

bool reference_machine_classes(struct reference *answer)
{
    const json_t *names = json_object_get(answer->object, "class");
    const char *name[ASSAY_MOST_CLASSES];
    OWNED double *d = NULL;
    size_t m = 0, n = 0;
    bool good =
        reference_list(answer, json_object_get(answer->object, "log_ratio"), "log_ratio", &d, &m);
    OWNED size_t *class_of = calloc(m + 1, sizeof *class_of);
    if (good && class_of == NULL)
        good = reference_no_memory(answer);
    if (good && json_array_size(names) != m)
        good = reference_wrong(answer, "class", "must name the class of each machine");
    if (good)
        good = number_classes(answer, names, class_of, name, &n);
    struct assay_machine_classes found;
    if (good) {
        if (assay_machine_classes_compare((struct assay_view){d, m}, class_of, n,
                                          answer->confidence, &found, &answer->error) == ASSAY_OK)
            put_classes(answer, &found, name);
        else
            good = refuse(answer);
    }
    return good;
}

/* ---- how many ---- */

bool reference_machine_plan(struct reference *answer)
{
    struct assay_machine_plan_input input = {.confidence = answer->confidence,
                                             .round_s = (double)NAN};
    struct assay_machine_plan found;
    double most = 0;
    if (!reference_number(answer, "tau", &input.tau) ||
        !reference_number(answer, "sigma_round", &input.sigma) ||
        !reference_number(answer, "cost_machine", &input.machine_s) ||
        !reference_number(answer, "cost_round", &input.round_s) ||
        !reference_number(answer, "half_width_log", &input.half_width) ||
        !reference_number(answer, "most", &most))
        return false;
    input.most = most > 0 ? (size_t)most : 0;
    if (assay_machine_plan_of(&input, &found, &answer->error) != ASSAY_OK)
        return false;
    reference_put(answer, JSON("machines", found.machines), JSON("rounds", found.rounds),
                  JSON("cost", found.cost_s), JSON("rounds_continuous", found.rounds_continuous));
    return true;
}
