/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine_values.c -- the values of a source as columns. */
#include "door/door.h"
#include "export/value_columns.h"

enum assay_status assay_engine_values(struct assay_engine *engine,
                                      const struct assay_engine_source *source,
                                      struct ArrowSchema *schema, struct ArrowArray *array,
                                      struct assay_engine_error *error)
{
    if (engine == NULL || schema == NULL || array == NULL)
        return door_lacks(error);
    struct door_call call = door_begin(engine, "export");
    const struct door_reading reading = {.occasions = true, .no_statistic = true, .no_warm_up = true};
    SCOPED(input_fini) struct input input = {0};
    *schema = (struct ArrowSchema){0};
    *array = (struct ArrowArray){0};
    enum assay_status status = door_read(&call, source, &reading, &input);
    if (status == ASSAY_OK)
        status = value_columns(input.series, input.n, schema, array, &call.error);
    return door_end(&call, status, error);
}
