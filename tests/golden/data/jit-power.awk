# jit 10 (1 + 2 / (1 + i/5)) ms, which 60 iterations show above constant 11 ms and which ends below it; 0.3 % noise
function noise() { seed = (seed * 16807) % 2147483647; return (seed / 2147483647 - 0.5) * 0.006 }
BEGIN {
  seed = 20261122
  print "system,benchmark,execution,iteration,seconds"
  for (e = 1; e <= 12; e++) for (i = 0; i < 60; i++) {
    printf "aot,loop,%d,%d,%.9f\n", e, i, 0.011 * (1 + noise())
    printf "jit,loop,%d,%d,%.9f\n", e, i, 0.010 * (1 + 2 / (1 + i / 5)) * (1 + noise())
  }
}
