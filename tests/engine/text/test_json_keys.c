/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_json_keys.c -- keys that stand twice, against a list that is looked through. */
#include "engine/import/support.h"

#include <string.h>

#include <assay/random.h>

#include "text/json_keys.h"

enum { MOST = 400, LONGEST = 12, STEPS = 200000 };

/* The keys that are open, and where objects begin (text ""; size 99). */
struct model {
    struct {
        char text[LONGEST];
        size_t size;
    } items[MOST];
    size_t n, n_objects;
};

enum { OBJECT = 99 };

static void model_open(struct model *model)
{
    model->items[model->n++].size = OBJECT;
    model->n_objects++;
}

static void model_close(struct model *model)
{
    while (model->items[--model->n].size != OBJECT)
        ;
    model->n_objects--;
}

static bool model_add(struct model *model, const char *text, size_t size)
{
    for (size_t i = model->n; model->items[i - 1].size != OBJECT; i--)
        if (model->items[i - 1].size == size && memcmp(model->items[i - 1].text, text, size) == 0)
            return false;
    memcpy(model->items[model->n].text, text, size);
    model->items[model->n++].size = size;
    return true;
}

/* Few letters and all lengths: many keys are equal, or differ at one place only. Each has just as
 * much memory as it needs, so that a look behind it is seen. */
static void against_a_list(void **state)
{
    (void)state;
    struct json_keys keys = {0};
    static struct model model;
    static char *texts[STEPS];
    size_t n_texts = 0;
    struct assay_random random;
    assay_random_init(&random, 12, ASSAY_RANDOM_TEST, 0, 0);
    for (int step = 0; step < STEPS; step++) {
        const int what = (int)assay_random_below(&random, 20);
        if (model.n_objects == 0 || (what == 0 && model.n < MOST - 1)) {
            assert_true(json_keys_open(&keys));
            model_open(&model);
        } else if ((what == 1 && model.n_objects > 1) || model.n >= MOST - 1) {
            json_keys_close(&keys);
            model_close(&model);
        } else {
            const size_t size = (size_t)assay_random_below(&random, LONGEST + 1);
            char *text = texts[n_texts++] = malloc(size > 0 ? size : 1);
            assert_non_null(text);
            for (size_t i = 0; i < size; i++)
                text[i] = assay_random_below(&random, 12) == 0 ? 'b' : 'a';
            const enum json_keys_answer expected =
                model_add(&model, text, size) ? JSON_KEYS_NEW : JSON_KEYS_TWICE;
            if (json_keys_add(&keys, text, size) != expected)
                fail_msg("step %d: %.*s", step, (int)size, text);
        }
    }
    json_keys_fini(&keys);
    while (n_texts > 0)
        free(texts[--n_texts]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
