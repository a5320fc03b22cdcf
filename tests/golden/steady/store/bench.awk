BEGIN { srand(7); for (i = 1; i <= 60; i++) printf "t: %.6f ms\n", (i <= 8 ? 3 : 1) * (1 + 0.02 * (rand() - 0.5)) }
