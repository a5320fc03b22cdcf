/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_values.c -- values as columns by the Arrow C data interface, in whatever order they are released. */
#include "door.h"

struct columns {
    struct ArrowSchema schema;
    struct ArrowArray array;
};

static enum assay_status read_columns(struct scene *scene, const char *file,
                                      struct columns *columns)
{
    struct assay_engine_source source = ASSAY_ENGINE_SOURCE_DEFAULTS;
    const char *names[] = {file, NULL};
    source.names = names;
    return assay_engine_values(scene->engine, &source, &columns->schema, &columns->array,
                               &scene->error);
}

static void end_columns(struct columns *columns)
{
    columns->array.release(&columns->array);
    columns->schema.release(&columns->schema);
    assert_null(columns->array.release);
    assert_null(columns->schema.release);
}

/* -1: there is none. */
static int64_t column_at(const struct columns *columns, const char *name)
{
    for (int64_t i = 0; i < columns->schema.n_children; i++)
        if (strcmp(columns->schema.children[i]->name, name) == 0)
            return i;
    return -1;
}

static const struct ArrowArray *column(const struct columns *columns, const char *name,
                                       const char *format)
{
    const int64_t at = column_at(columns, name);
    assert_true(at >= 0);
    assert_string_equal(columns->schema.children[at]->format, format);
    assert_int_equal(columns->array.children[at]->length, columns->array.length);
    return columns->array.children[at];
}

static bool bit(const void *bits, int64_t i)
{
    return ((const unsigned char *)bits)[i / 8] >> (i % 8) & 1;
}

static bool is_text(const struct ArrowArray *texts, int64_t row, const char *text)
{
    const int32_t word = ((const int32_t *)texts->buffers[1])[row];
    const int32_t *ends = texts->dictionary->buffers[1];
    const char *bytes = texts->dictionary->buffers[2];
    const size_t size = (size_t)(ends[word + 1] - ends[word]);
    return size == strlen(text) && memcmp(bytes + ends[word], text, size) == 0;
}

static const char nested[] =
    "system,benchmark,build,execution,iteration,warmup,seconds\n"
    "old,fft,1,first,1,1,9\nold,fft,1,first,2,0,1\nold,fft,1,first,3,0,2\n"
    "old,fft,1,second,1,1,8\nold,fft,1,second,2,0,3\nold,fft,1,second,3,0,4\n"
    "new,fft,1,first,1,1,7\nnew,fft,1,first,2,0,5\nnew,fft,1,first,3,0,6\n"
    "new,fft,1,second,1,1,6\nnew,fft,1,second,2,0,7\nnew,fft,1,second,3,0,8\n";

static void a_row_is_a_value(void **state)
{
    struct scene *scene = *state;
    struct columns columns;
    assert_int_equal(read_columns(scene, file_of(scene, "n.csv", nested), &columns), ASSAY_OK);
    assert_string_equal(columns.schema.format, "+s");
    assert_int_equal(columns.array.length, 12);
    assert_int_equal(columns.array.null_count, 0);
    assert_int_equal(columns.array.n_children, columns.schema.n_children);
    const struct ArrowArray *system = column(&columns, "system", "i"),
                            *unit = column(&columns, "unit", "i"),
                            *direction = column(&columns, "direction", "i"),
                            *execution = column(&columns, "execution", "i"),
                            *iteration = column(&columns, "iteration", "l"),
                            *warm_up = column(&columns, "warm_up", "b"),
                            *cost = column(&columns, "cost_s", "g"),
                            *value = column(&columns, "value", "g");
    static const double values[] = {9, 1, 2, 8, 3, 4, 7, 5, 6, 6, 7, 8};
    for (int64_t i = 0; i < 12; i++) {
        assert_true(((const double *)value->buffers[1])[i] == values[i]);
        assert_true(is_text(system, i, i < 6 ? "old" : "new"));
        assert_true(is_text(execution, i, i % 6 < 3 ? "first" : "second"));
        assert_true(is_text(unit, i, "s"));
        assert_int_equal(((const int64_t *)iteration->buffers[1])[i], i % 3 + 1);
        assert_int_equal(bit(warm_up->buffers[1], i), i % 3 == 0);
    }
    assert_true(is_text(direction, 11, "less"));
    /* Nobody said when: nulls, each of them. */
    assert_int_equal(cost->null_count, 12);
    for (int64_t i = 0; i < 12; i++)
        assert_false(bit(cost->buffers[0], i));
    assert_int_equal(system->null_count, 0);
    assert_null(system->buffers[0]);
    end_columns(&columns);
}

static void labels_that_are_whole_numbers_are_numbers(void **state)
{
    struct scene *scene = *state;
    struct columns columns;
    assert_int_equal(
        read_columns(
            scene,
            file_of(scene, "n.csv", "execution,iteration,seconds\n7,1,1\n7,2,2\n12,1,3\n12,2,4\n"),
            &columns),
        ASSAY_OK);
    const int64_t *execution = column(&columns, "execution", "l")->buffers[1];
    assert_true(execution[0] == 7 && execution[1] == 7 && execution[2] == 12);
    end_columns(&columns);
    /* Not where one is none, or would be written otherwise. */
    assert_int_equal(
        read_columns(scene,
                     file_of(scene, "n.csv",
                             "execution,iteration,seconds\n07,1,1\n07,2,2\n12,1,3\n12,2,4\n"),
                     &columns),
        ASSAY_OK);
    assert_true(is_text(column(&columns, "execution", "i"), 0, "07"));
    end_columns(&columns);
}

/* ---- whose memory it is ---- */

static void columns_outlive_the_handle(void **state)
{
    struct scene *scene = *state;
    struct columns columns;
    assert_int_equal(read_columns(scene, file_of(scene, "n.csv", nested), &columns), ASSAY_OK);
    assay_engine_close(&scene->engine);
    assert_true(is_text(column(&columns, "system", "i"), 11, "new"));
    end_columns(&columns);
}

/* As the specification has it: a consumer moves a child away, marks it released, and ends it when it likes. */
static void a_child_that_was_moved_lives_on(void **state)
{
    struct scene *scene = *state;
    struct columns columns;
    assert_int_equal(read_columns(scene, file_of(scene, "n.csv", nested), &columns), ASSAY_OK);
    const size_t system = (size_t)column_at(&columns, "system"),
                 value = (size_t)column_at(&columns, "value");
    struct ArrowArray texts = *columns.array.children[system],
                      numbers = *columns.array.children[value];
    struct ArrowSchema text = *columns.schema.children[system];
    columns.array.children[system]->release = NULL;
    columns.array.children[value]->release = NULL;
    columns.schema.children[system]->release = NULL;
    end_columns(&columns);
    assert_string_equal(text.name, "system");
    assert_true(is_text(&texts, 0, "old"));
    assert_true(((const double *)numbers.buffers[1])[11] == 8);
    texts.release(&texts);
    numbers.release(&numbers);
    text.release(&text);
    assert_null(texts.release);
}

static void a_struct_may_be_moved_before_its_release(void **state)
{
    struct scene *scene = *state;
    struct columns columns, *elsewhere = malloc(sizeof *elsewhere);
    assert_non_null(elsewhere);
    assert_int_equal(read_columns(scene, file_of(scene, "n.csv", nested), &columns), ASSAY_OK);
    *elsewhere = columns;
    memset(&columns, 0, sizeof columns);
    end_columns(elsewhere);
    free(elsewhere);
}

/* ---- shapes that do not fit ---- */

static void series_of_one_value_an_execution_fit(void **state)
{
    struct scene *scene = *state;
    const char *names[] = {file_of(scene, "m.csv",
                                   "metric,unit,execution,iteration,value\n"
                                   "wall,s,1,1,1\nwall,s,1,2,2\nwall,s,2,1,3\nwall,s,2,2,4\n"
                                   "peak,B,1,1,100\npeak,B,2,1,200\n"),
                           NULL};
    struct assay_engine_source source = ASSAY_ENGINE_SOURCE_DEFAULTS;
    struct columns columns;
    source.names = names;
    source.all_metrics = 1;
    assert_int_equal(
        assay_engine_values(scene->engine, &source, &columns.schema, &columns.array, &scene->error),
        ASSAY_OK);
    assert_int_equal(columns.array.length, 6);
    const struct ArrowArray *metric = column(&columns, "metric", "i");
    const int64_t *execution = column(&columns, "execution", "l")->buffers[1],
                  *iteration = column(&columns, "iteration", "l")->buffers[1];
    assert_true(is_text(metric, 4, "peak") && is_text(metric, 5, "peak"));
    assert_true(execution[4] == 1 && execution[5] == 2);
    assert_true(iteration[4] == 1 && iteration[5] == 1);
    end_columns(&columns);
}

static void what_is_no_value_is_refused(void **state)
{
    struct scene *scene = *state;
    struct assay_engine_source source = ASSAY_ENGINE_SOURCE_DEFAULTS;
    struct columns columns;
    source.statistic = "median";
    assert_int_equal(
        assay_engine_values(scene->engine, &source, &columns.schema, &columns.array, &scene->error),
        ASSAY_USAGE);
    assert_string_equal(scene->error.text, "statistic: assay export takes none");
    source.statistic = NULL;
    source.warm_up = "cut";
    assert_int_equal(
        assay_engine_values(scene->engine, &source, &columns.schema, &columns.array, &scene->error),
        ASSAY_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCENE(a_row_is_a_value),
        IN_SCENE(labels_that_are_whole_numbers_are_numbers),
        IN_SCENE(columns_outlive_the_handle),
        IN_SCENE(a_child_that_was_moved_lives_on),
        IN_SCENE(a_struct_may_be_moved_before_its_release),
        IN_SCENE(series_of_one_value_an_execution_fit),
        IN_SCENE(what_is_no_value_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
