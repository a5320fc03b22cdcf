# SPDX-License-Identifier: GPL-3.0-or-later
# bootstrap.R -- the same resampling (every level, with replacement) in plain R: prints nanoseconds a drawn value.
set.seed(1)
systems <- replicate(2, array(rnorm(30 * 30 * 100, 10), c(100, 30, 30)), simplify = FALSE)
resampled_mean <- function(x) {
  total <- 0
  for (build in sample.int(30, 30, TRUE))
    for (execution in sample.int(30, 30, TRUE))
      total <- total + sum(x[sample.int(100, 100, TRUE), execution, build])
  total / 90000
}
ratio <- function() resampled_mean(systems[[2]]) / resampled_mean(systems[[1]])
invisible(ratio())
replicates <- 10
seconds <- system.time(for (i in seq_len(replicates)) ratio())[["user.self"]]
cat(seconds * 1e9 / replicates / 180000, "\n")
