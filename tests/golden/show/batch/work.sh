echo x >>n
least=$(cat n | wc -l)
[ "$least" -lt 3 ] || least=4
printf 'value wall s 0.001 0.00%s\nbatch wall %s\nvalue allocations 1 5 6\n' "$least" $((ASSAY_BATCH / least)) >&"$ASSAY_FD"
