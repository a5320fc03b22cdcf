# Time by how long the padding is: short, middle, long; and a little of something else.
n=${#ASSAY_PADDING}
echo seconds
echo "1.$((n / 24))$((n * n % 10))"
