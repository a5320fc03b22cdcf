# SPDX-License-Identifier: GPL-3.0-or-later
# questions.R -- what can be asked of files and experiments: a function each verb of the program.

assay_read <- function(source = NULL, ..., store = NULL, threads = 0, stored = FALSE) {
    split <- .split(source, store, stored)
    answer <- .Call(assay_r_values, .engine(split$store, threads = threads), .source(split, ...))
    frame <- .value(answer, sys.call())
    said <- .remarks(answer)
    if (length(said)) attr(frame, "remarks") <- said
    frame
}

assay_show <- function(source = NULL, ..., store = NULL, confidence = 0.95, seed = NULL, threads = 0)
    .ask("show", source, list(), store, confidence, seed, threads, sys.call(), ...)$document

assay_plan <- function(source = NULL, ..., precisions = NULL, budgets_s = NULL, margin = NULL, store = NULL, confidence = 0.95,
                       seed = NULL, threads = 0) {
    options <- list(precisions = if (!is.null(precisions)) as.numeric(precisions),
                    budgets_s = if (!is.null(budgets_s)) as.numeric(budgets_s), margin = margin)
    .ask("plan", source, options, store, confidence, seed, threads, sys.call(), ...)$document
}

assay_components <- function(source = NULL, ..., store = NULL, threads = 0) {
    shown <- .ask("show", source, list(), store, 0.95, NULL, threads, sys.call(), ...)$document
    number <- function(x) if (is.null(x)) NA_real_ else x
    rows <- lapply(shown$samples, function(sample) lapply(sample$levels, function(level) data.frame(
        benchmark = sample$benchmark, system = sample$system, metric = sample$metric, level = level$name, count = number(level$count),
        variance = number(level$t2), variation_percent = number(level$variation_percent), cost_s = number(level$cost_s))))
    do.call(rbind, unlist(rows, recursive = FALSE))
}

assay_history <- function(source = NULL, ..., experiments = NULL, branch = NULL, last = 0, margin = 0, store = NULL,
                          confidence = 0.95, seed = NULL, threads = 0)
    .ask("history", source, list(experiments = experiments, branch = branch, last = last, margin = margin), store, confidence,
         seed, threads, sys.call(), ...)$document

assay_sweep <- function(source = NULL, ..., margin = NULL, store = NULL, confidence = 0.95, seed = NULL, threads = 0)
    .ask("sweep", source, list(margin = margin), store, confidence, seed, threads, sys.call(), ...)$document

assay_steady <- function(source = NULL, ..., store = NULL, confidence = 0.95, seed = NULL, threads = 0)
    .ask("steady", source, list(), store, confidence, seed, threads, sys.call(), ...)$document

assay_modes <- function(source = NULL, ..., store = NULL, confidence = 0.95, seed = NULL, threads = 0)
    .ask("modes", source, list(), store, confidence, seed, threads, sys.call(), ...)$document

assay_list <- function(store = NULL) {
    listed <- .ask("list", NULL, list(), store, 0.95, NULL, 0, sys.call())$document$experiments
    keys <- unique(unlist(lapply(listed, names)))
    plain <- Filter(function(key) all(lengths(lapply(listed, `[[`, key)) <= 1 & !vapply(lapply(listed, `[[`, key), is.list, NA)), keys)
    columns <- lapply(plain, function(key) unlist(lapply(listed, function(one) if (is.null(one[[key]])) NA else one[[key]])))
    names(columns) <- plain
    as.data.frame(columns)
}
