/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference.c -- answers reference cases of methods that no screen shows alone: `reference METHOD FILE`.
 *
 * FILE holds one JSON object, the `input` of a case; - is standard input. Printed is {"result": …} with the fields that the
 * case expects, or an error on standard error and exit code 3; 2: the call itself is wrong. */
#include "reference/reference.h"

#include <string.h>

static const struct {
    const char *name;
    reference_run *run;
} methods[] = {
    {"duet", reference_duet},         {"factors", reference_factors},
    {"machines", reference_machines}, {"paired-median", reference_paired_median},
    {"scaling", reference_scaling},   {"slices", reference_slices},
    {"why", reference_why},
};
enum { N_METHODS = sizeof methods / sizeof methods[0] };

static reference_run *find(const char *name)
{
    for (size_t i = 0; name != NULL && i < N_METHODS; i++)
        if (strcmp(methods[i].name, name) == 0)
            return methods[i].run;
    return NULL;
}

static int usage(void)
{
    fputs("usage: reference METHOD FILE; METHOD is one of", stderr);
    for (size_t i = 0; i < N_METHODS; i++)
        fprintf(stderr, " %s", methods[i].name);
    fputc('\n', stderr);
    return 2;
}

static bool answer(reference_run *run, struct reference *reference)
{
    json_error_t problem;
    const bool is_stdin = strcmp(reference->name, "-") == 0;
    reference->object = is_stdin
                            ? json_loadf(stdin, JSON_REJECT_DUPLICATES, &problem)
                            : json_load_file(reference->name, JSON_REJECT_DUPLICATES, &problem);
    if (!json_is_object(reference->object)) {
        (void)assay_fail(&reference->error, ASSAY_INVALID, "%.200s: %s", reference->name,
                         reference->object == NULL ? problem.text : "holds no object");
        return false;
    }
    return reference_number(reference, "conf", &reference->confidence) && run(reference);
}

int main(int argc, char **argv)
{
    reference_run *run = argc == 3 ? find(argv[1]) : NULL;
    if (run == NULL)
        return usage();
    struct reference reference = {
        .name = argv[2], .confidence = 0.95, .result = render_json_object()};
    const bool answered = answer(run, &reference);
    if (answered)
        render_json_print(stdout, render_json_make(JSON("result", json_incref(reference.result))));
    else
        fprintf(stderr, "reference: %s\n", reference.error.text);
    json_decref(reference.result);
    json_decref(reference.object);
    return answered ? 0 : 3;
}
