[ "$(wc -l <n)" -lt 6 ] || { echo no room >&2; exit 4; }
