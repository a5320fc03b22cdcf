# SPDX-License-Identifier: GPL-3.0-or-later
# run.R -- measuring: a manifest or commands, each execution a process of its own.

assay_run <- function(manifest = NULL, commands = NULL, manifest_text = NULL, resume = NULL, directory = NULL, name = NULL, runs = NULL,
                      warmup = NULL, time_budget_s = NULL, precision = NULL, margin = NULL, order = NULL, progress = interactive(),
                      log = NULL, store = NULL, seed = NULL, confidence = 0.95) {
    if (sum(!is.null(manifest), !is.null(commands), !is.null(manifest_text), !is.null(resume)) != 1)
        .refuse("give one of manifest, commands, manifest_text and resume", "usage", call = sys.call())
    if (!is.null(commands) && length(commands) == 0)
        .refuse("there is no command to measure", "usage", call = sys.call())
    if (inherits(resume, "assay_experiment")) {
        if (is.null(store)) store <- resume$store
        resume <- resume$number
    }
    options <- list(manifest = .path(manifest), manifest_text = manifest_text, directory = .path(directory),
                    commands = if (!is.null(commands)) as.character(unlist(commands)), systems = names(commands), name = name,
                    runs = runs, warmup = warmup, time_budget_s = time_budget_s, precision = precision, margin = margin,
                    order = order, resume = if (!is.null(resume)) format(resume, scientific = FALSE))
    bar <- if (isTRUE(progress)) .bar()
    ears <- .ears(if (is.function(progress)) progress else bar$show, log)
    answer <- .Call(assay_r_run, .engine(store, confidence, seed), options, ears$progress, ears$log)
    if (!is.null(bar)) bar$close()
    if (!is.null(ears$raised())) stop(ears$raised())
    experiment <- structure(list(number = answer$value, store = store), class = "assay_experiment")
    if (answer$status == .interrupted && !ears$asked()) .interrupt(experiment, sys.call())
    if (answer$status != 0)
        .refuse(answer$text, .status[answer$status], answer$line, answer$field, sys.call(), experiment = experiment)
    experiment
}

.interrupted <- 9L

# The caller's functions. What they raise ends the run, and is raised when it has ended; a true answer of `progress` ends it, too.
.ears <- function(progress, log) {
    raised <- NULL
    asked <- FALSE
    guarded <- function(call) {
        if (!is.null(raised)) return(TRUE)
        tryCatch(call(), error = function(e) { raised <<- e; TRUE }, interrupt = function(e) { raised <<- e; TRUE })
    }
    list(progress = if (!is.null(progress)) function(done, planned, left_s) guarded(function() {
             asked <<- isTRUE(progress(done, planned, left_s))
             asked
         }),
         log = if (!is.null(log)) function(sentence) guarded(function() { log(sentence); FALSE }),
         raised = function() raised,
         asked = function() asked)
}

.bar <- function() {
    bar <- NULL
    list(show = function(done, planned, left_s) {
             if (planned > 0) {
                 if (is.null(bar)) bar <<- txtProgressBar(max = planned, style = 3, file = stderr())
                 setTxtProgressBar(bar, min(done, planned))
             }
             FALSE
         },
         close = function() if (!is.null(bar)) close(bar))
}

# Ctrl-C: an interrupt for who waits for one (tryCatch(interrupt = )), else the end of what is evaluated.
.interrupt <- function(experiment, call) {
    text <- sprintf("assay_run was interrupted: what had ended is kept as experiment %.0f; resume = %.0f goes on",
                    experiment$number, experiment$number)
    signalCondition(structure(list(message = text, call = call, experiment = experiment),
                              class = c("assay_interrupted", "interrupt", "condition")))
    if (interactive()) {
        message(text)
        invokeRestart("abort")
    }
    .refuse(text, "interrupted", call = call, experiment = experiment)
}

print.assay_experiment <- function(x, ...) {
    cat(sprintf("<assay experiment %.0f%s>\n", x$number, if (is.null(x$store)) "" else paste(" of", x$store)))
    invisible(x)
}
