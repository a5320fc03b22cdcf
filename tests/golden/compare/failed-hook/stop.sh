[ "$(wc -l <n)" -lt 12 ] || { echo no room >&2; exit 4; }
