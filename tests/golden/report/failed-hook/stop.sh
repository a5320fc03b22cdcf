touch n
[ "$(wc -l <n)" -lt 8 ] || { printf 'no <room>\nat all\n' >&2; exit 4; }
