# Rounds of cells with noise that is the same everywhere: SYSTEMS, a list, at VALUES of NAME; time(s, v) from the caller.
function noise() { state = (state * 16807) % 2147483647; return state / 2147483647 - 0.5 }
function round_of(k, systems, name, values, sd,    s, v, i, j, n, m, level) {
    level = 1 + 0.1 * noise(); n = split(systems, s, " "); m = split(values, v, " ")
    for (i = 1; i <= n; i++) for (j = 1; j <= m; j++)
        printf "%s,sort/%s=%s,%d,%d,%.12g\n", s[i], name, v[j], k, k, level * time(s[i], v[j]) * (1 + sd * noise())
}
BEGIN { state = 4711 }
