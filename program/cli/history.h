/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h -- `assay history`. */
#pragma once

#include "cli/input_options.h"
#include "view/page/figure.h"

/* The page of a history by the default rule: what report --history writes. */
enum exit_code history_page(const struct input_options *input, const char *output,
                            const struct option_arguments *arguments,
                            const struct global_options *global);

/* The chart of its series; output as report_figure_write has it. */
enum exit_code history_figure(const struct input_options *input, const struct figure *figure,
                              const char *output, const struct option_arguments *arguments,
                              const struct global_options *global);

struct versions_finding;

/* The document of the experiments of this name in a store, with what a search among the versions came to. */
enum exit_code history_of_search(const char *experiment, const char *store,
                                 const struct versions_finding *search,
                                 const struct global_options *global);

/* The screen, or document, of the experiments of this name (NULL: of all) in a store. */
enum exit_code history_of(const char *experiment, const char *store,
                          const struct global_options *global);
