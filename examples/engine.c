/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.c -- measures two commands, and asks which is faster, by libassay-engine alone.
 *
 *     cc engine.c $(pkg-config --cflags --libs libassay-engine) -o engine && ./engine results.db 'sort a' 'sort -u a' */
#include <assay/engine.h>
#include <math.h>
#include <stdio.h>

static int watch(void *context, uint64_t done, uint64_t planned, double left_s)
{
    (void)context;
    if (isnan(left_s))
        fprintf(stderr, "\r%llu of %llu", (unsigned long long)done, (unsigned long long)planned);
    else
        fprintf(stderr, "\r%llu of %llu, %.0f s left ", (unsigned long long)done,
                (unsigned long long)planned, left_s);
    return 0; /* anything else ends the run */
}

int main(int argc, char **argv)
{
    struct assay_engine_options options = ASSAY_ENGINE_OPTIONS_DEFAULTS;
    struct assay_engine_run_options run = ASSAY_ENGINE_RUN_DEFAULTS;
    struct assay_engine_error error = ASSAY_ENGINE_ERROR_DEFAULTS;
    struct assay_engine *engine = NULL;
    const char *commands[] = {argc > 2 ? argv[2] : NULL, argc > 3 ? argv[3] : NULL, NULL};
    char *json = NULL;
    int64_t experiment;
    options.store = argc > 1 ? argv[1] : NULL;
    run.commands = commands;
    run.progress = watch;
    enum assay_status status = assay_engine_open(&options, &engine, &error);
    if (status == ASSAY_OK)
        status = assay_engine_run(engine, &run, &experiment, &error);
    fputc('\n', stderr);
    if (status == ASSAY_OK) /* of the newest experiment */
        status = assay_engine_compare(engine, NULL, NULL, &json, &error);
    if (status == ASSAY_OK)
        puts(json);
    else
        fprintf(stderr, "%s\n", error.text);
    assay_engine_free(json);
    assay_engine_close(&engine);
    return status == ASSAY_OK ? 0 : 1;
}
