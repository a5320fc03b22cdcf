# every 10th iteration 70 times slower, every 25th twice as slow, every 60th: too long for 150; 2 % noise
function noise() { seed = (seed * 16807) % 2147483647; return (seed / 2147483647 - 0.5) * 0.07 }
BEGIN {
  seed = 20261123
  print "system,benchmark,execution,iteration,seconds"
  for (e = 1; e <= 5; e++) for (i = 0; i < 150; i++) {
    printf "cpython,every10,%d,%d,%.9f\n", e, i, 0.001 * (i % 10 == 9 ? 70 : 1) * (1 + noise())
    printf "cpython,every25,%d,%d,%.9f\n", e, i, 0.001 * (i % 25 == 24 ? 2 : 1) * (1 + noise())
    printf "cpython,every60,%d,%d,%.9f\n", e, i, 0.001 * (i % 60 == 59 ? 2 : 1) * (1 + noise())
  }
}
