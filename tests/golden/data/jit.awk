# jit 10 (1 + 2 e^(-i/15)) ms against constant 10.5 ms, 0.3 % noise
function noise() { seed = (seed * 16807) % 2147483647; return (seed / 2147483647 - 0.5) * 0.006 }
BEGIN {
  seed = 20261122
  print "system,benchmark,execution,iteration,seconds"
  for (e = 1; e <= 12; e++) for (i = 0; i < 100; i++) {
    printf "jit,loop,%d,%d,%.9f\n", e, i, 0.010 * (1 + 2 * exp(-i / 15)) * (1 + noise())
    printf "aot,loop,%d,%d,%.9f\n", e, i, 0.0105 * (1 + noise())
  }
}
