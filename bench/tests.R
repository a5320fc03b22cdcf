# SPDX-License-Identifier: GPL-3.0-or-later
# tests.R -- the same tests in R: prints the median milliseconds of the one named. R has no exact rank sum test under ties.
name <- commandArgs(trailingOnly = TRUE)[1]
median_ms <- function(rounds, prepare, run) {
  seen <- numeric(rounds)
  for (i in 0:rounds) {
    data <- prepare()
    start <- proc.time()[["elapsed"]]
    repeats <- 0
    repeat {
      run(data)
      repeats <- repeats + 1
      elapsed <- proc.time()[["elapsed"]] - start
      if (elapsed > 0.05) break
    }
    if (i > 0) seen[i] <- elapsed / repeats * 1000
  }
  median(seen)
}
pair <- function(n) function() list(x = rnorm(n), y = rnorm(n))
set.seed(1)
ms <- switch(name,
  "shapiro 5000" = median_ms(5, pair(5000), function(d) shapiro.test(d$x)),
  "wilcoxon exact 50" = median_ms(5, pair(50), function(d) wilcox.test(d$x, d$y, exact = TRUE)),
  "wilcoxon 1e5" = median_ms(3, pair(1e5), function(d) wilcox.test(d$x, d$y)),
  "ks 1e5" = median_ms(3, pair(1e5), function(d) ks.test(d$x, d$y, exact = FALSE)),
  "sort 1e7" = median_ms(3, pair(1e7), function(d) sort(d$x, method = "radix")))
if (!is.null(ms)) cat(ms, "\n") else quit(status = 1)
