base=100
echo "time: $((base + 1$ASSAY_SEED % 3)) ms"
