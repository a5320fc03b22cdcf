/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup.c -- any bytes are a configuration of the Speedup-Test or a complaint. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "import/speedup_config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_row(const struct speedup_config_row *row)
{
    if (row->name[0] == '\0' || row->sample[0][0] == '\0' || row->sample[1][0] == '\0')
        abort();
    if (row->coefficient < 0 || isinf(row->coefficient) || isinf(row->confidence))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct format_text text = {(const char *)data, size};
    struct speedup_config config;
    struct assay_error error = {.status = ASSAY_OK, .text = ""};
    (void)speedup_config_probe(&text);
    enum assay_status status = speedup_config_read(&text, &config, &error);
    if (status == ASSAY_OK && config.n == 0)
        abort();
    if (status != ASSAY_OK && (error.status != status || error.text[0] == '\0'))
        abort();
    for (size_t i = 0; status == ASSAY_OK && i < config.n; i++)
        check_row(&config.rows[i]);
    speedup_config_fini(&config);
    return 0;
}
